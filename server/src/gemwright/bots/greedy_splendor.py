"""The greedy bot for Splendor: it scores every listed action and plays the best.

A score is what the seat gains at once plus what its pieces are then worth for later purchases
(`Outlook`), so that taking, reserving and buying can be compared.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, assert_never

from gemwright.bots.outlook import (
    BLOCK,
    WIN,
    Outlook,
    after_paying,
    best_of,
    lacking,
    near,
    with_less,
)
from gemwright.bots.splendor_situation import COST, POINT, Situation
from gemwright.engine.kinds import Kind
from gemwright.engine.splendor import actions as act
from gemwright.engine.splendor.actions import Action
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES, CardId
from gemwright.engine.splendor.views import View

_PIECE: Final = 35
"""A piece that is returned."""
_LOOSE_PIECE: Final = 8
"""A piece that no card in sight asks for."""
_RESERVE_SLOT: Final = 60
_UNKNOWN_CARD: Final = 20
_IN_HAND: Final = 20
"""A reserved card is safe from the others, so it is worth this part more."""
_LEAD: Final = WIN // 2
"""Being in front when the last round begins, or goes on; somebody may still catch up."""


def choose(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """The best listed action; a random one among equals."""
    if len(actions) == 1:
        return actions[0]
    situation = Situation(view)
    return best_of([_score(situation, action) for action in actions], actions, rng)


def _score(situation: Situation, action: Action) -> int:
    match action:
        case act.TakeGems(colours=colours):
            return _score_of_tokens(situation, colours)
        case act.BuyCard(card=card):
            return _score_of_purchase(situation, card)
        case act.BuyReserved(slot=slot):
            return _score_of_purchase(situation, situation.private.reserved[slot])
        case act.ReserveCard(card=card):
            return _score_of_reservation(situation) + _score_of_keeping(situation, card)
        case act.ReserveFromDeck():
            return _score_of_reservation(situation) + _UNKNOWN_CARD
        case act.Discard(kind=kind):
            return Outlook(situation.wishes, with_less(situation.purse, kind)).after()
        case act.TakeNoble(noble=noble):
            return NOBLES[noble].points
        case act.Pass():
            return 0
        case _:
            assert_never(action)


def _score_of_tokens(situation: Situation, kinds: tuple[Kind, ...]) -> int:
    """What the pieces are worth, less those that would have to be returned."""
    score = situation.outlook.after(kinds) + _LOOSE_PIECE * len(kinds)
    return score - _PIECE * max(0, len(kinds) - situation.room)


def _score_of_purchase(situation: Situation, card: CardId) -> int:
    """The worth of the card and of what is left; a win counts most, then preventing a win."""
    if situation.is_ahead_with(card):
        points = situation.points_after(situation.me, card) * POINT
        return points + (WIN if situation.is_last_turn_of_round else _LEAD)
    bonuses = list(situation.me.bonuses)
    bonuses[DEVELOPMENTS[card].bonus] += 1
    others = [wish for wish in situation.wishes if wish.card != card]
    promise = Outlook(others, after_paying(COST[card], situation.purse, bonuses)).after()
    block = BLOCK if card in situation.threats else 0
    return situation.worth_of(card) + promise + block


def _score_of_reservation(situation: Situation) -> int:
    """The gold, if there is one, less the room that the card takes in the reserve."""
    gold = (Kind.GOLD,) if situation.table.supply[Kind.GOLD] else ()
    return _score_of_tokens(situation, gold) - _RESERVE_SLOT * len(situation.private.reserved)


def _score_of_keeping(situation: Situation, card: CardId) -> int:
    """What this card is worth more once it is in the reserve, safe from others."""
    safe = near(situation.worth_of(card), lacking(COST[card], situation.purse)) // _IN_HAND
    return safe + (BLOCK if card in situation.threats else 0)
