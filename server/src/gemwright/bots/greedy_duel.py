"""The greedy bot for Duel and The Counterfeiters: it scores every listed action and plays the best.

A score is what the seat gains at once plus what its tokens are then worth for later purchases
(`Outlook`), so that taking, reserving and buying can be compared. Here are the actions of a turn;
the answers to what cards ask are in `greedy_duel_answers.py`.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from gemwright.bots.duel_situation import Situation, colours_of
from gemwright.bots.duel_worth import (
    COST,
    LOOSE_TOKEN,
    PRIVILEGE,
    TOKEN,
    gain_of,
    worth_of,
)
from gemwright.bots.greedy_duel_answers import score_of_answer, score_of_reservation
from gemwright.bots.outlook import (
    BLOCK,
    WIN,
    Outlook,
    Purse,
    after_paying,
    best_of,
    kinds_in,
    lacking,
    shortfall,
    with_more,
)
from gemwright.engine.duel import actions as act
from gemwright.engine.duel.actions import Action
from gemwright.engine.duel.cards import JEWELS, CardId
from gemwright.engine.duel.limits import BLOCKING_TURNS, PRIVILEGES, RESERVE_LIMIT
from gemwright.engine.duel.views import View
from gemwright.engine.kinds import Kind

_SPARE_PRIVILEGE: Final = 15
"""What the third privilege is worth: a player with three gains nothing from another."""
_EXPECTED: Final = 2
"""How many wanted tokens a full board is expected to offer in one line."""


def choose(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """The best listed action; a random one among equals."""
    if len(actions) == 1:
        return actions[0]
    situation = Situation(view)
    scores = [_score(situation, action) for action in actions]
    base = max((score for score in scores if score is not None), default=0)
    fetches = _fetches(situation, actions)
    return best_of(
        [
            score if score is not None else _score_of_option(situation, action, base, fetches)
            for action, score in zip(actions, scores, strict=True)
        ],
        actions,
        rng,
    )


def _score(situation: Situation, action: Action) -> int | None:
    """The score of an action; none for an optional one, whose worth depends on what follows."""
    match action:
        case act.UsePrivilege() | act.Replenish():
            return None
        case act.Claim():
            return WIN
        case act.Pass():
            return 0
        case act.TakeTokens(cells=cells):
            return _score_of_take(situation, cells)
        case act.ReserveCard() | act.ReserveFromDeck():
            return score_of_reservation(situation, action)
        case act.BuyCard(card=card, colour=colour):
            return _score_of_purchase(situation, situation.purse, card, colour)
        case act.BuyReserved(slot=slot, colour=colour):
            card = situation.private.reserved[slot]
            return _score_of_purchase(situation, situation.purse, card, colour)
        case act.BuyCounterfeiter(card=card):
            return _score_of_purchase(situation, situation.purse, card, None)
        case _:
            return score_of_answer(situation, action)


def _score_of_take(situation: Situation, cells: Sequence[int]) -> int:
    """What the tokens are worth, less those that do not fit and a privilege given away."""
    kinds = situation.kinds_at(cells)
    score = situation.outlook.after(kinds) + LOOSE_TOKEN * len(kinds)
    score -= TOKEN * max(0, len(kinds) - situation.room)
    if kinds.count(Kind.PEARL) == 2 or (len(kinds) == 3 and len(set(kinds)) == 1):
        score -= PRIVILEGE
    return score


def _score_of_purchase(
    situation: Situation, purse: Purse, card: CardId, colour: Kind | None
) -> int:
    """The worth of the card and of what is left; a win counts most, then preventing a win."""
    if situation.wins_with(card, colour):
        return WIN
    me = situation.me
    bonuses = list(me.bonuses)
    gained = gain_of(card, colour).colour
    if gained is not None:
        bonuses[gained] += JEWELS[card].bonus_count
    others = [wish for wish in situation.wishes if wish.card != card]
    promise = Outlook(others, after_paying(COST[card], purse, bonuses)).after()
    score = worth_of(me, card, colour) + promise
    if card in situation.threats:
        score += BLOCK
    if me.blocking_turns >= BLOCKING_TURNS - 1:
        score += BLOCK // 2  # without a purchase the opponent could soon claim the win
    return score


def _score_of_option(
    situation: Situation, action: Action, base: int, fetches: dict[Kind, int]
) -> int:
    """The score of an optional action, compared with the best action without it."""
    match action:
        case act.UsePrivilege(cell=cell):
            (kind,) = situation.kinds_at((cell,))
            price = _SPARE_PRIVILEGE if situation.me.privileges == PRIVILEGES else PRIVILEGE
            price += 0 if situation.room > 0 else TOKEN
            return max(base + situation.outlook.gain(kind) - price, fetches.get(kind, 0))
        case _:
            return _score_of_replenishing(situation)


def _score_of_replenishing(situation: Situation) -> int:
    """The expected worth of a fuller board, less the privilege given away."""
    bag = situation.table.bag
    wanted = sorted(
        (kind for kind in kinds_in(bag) if kind != Kind.GOLD), key=situation.outlook.gain
    )
    score = situation.outlook.after(tuple(sorted(wanted[-_EXPECTED:]))) - PRIVILEGE
    can_be_reserved = any(card in situation.table.pyramid for card in situation.threats)
    if can_be_reserved and bag[Kind.GOLD] and len(situation.me.reserved) < RESERVE_LIMIT:
        score += BLOCK // 2
    return score


def _fetches(situation: Situation, actions: Sequence[Action]) -> dict[Kind, int]:
    """For each kind, the best purchase if privileges are used, first for this kind."""
    found: dict[Kind, int] = {}
    if not any(isinstance(action, act.UsePrivilege) for action in actions):
        return found
    purse = situation.purse
    for wish in situation.wishes:
        missing = lacking(wish.cost, purse)
        if not 1 <= missing <= situation.me.privileges:
            continue
        fetched = situation.fetched(shortfall(wish.cost, purse), missing)
        if len(fetched) < missing:
            continue
        helped = with_more(purse, fetched)
        score = max(
            (
                _score_of_purchase(situation, helped, wish.card, colour)
                for colour in colours_of(situation.me, wish.card)
            ),
            default=0,
        )
        for kind in fetched:
            found[kind] = max(found.get(kind, 0), score - missing * PRIVILEGE)
    return found
