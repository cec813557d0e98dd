"""How the greedy bot answers in Duel when a card or a rule asks: scores as in `greedy_duel.py`.

Within one decision all scores measure the same, so that they can be compared: what the tokens are
worth, or the worth of what is gained less that of what is paid.
"""

from typing import Final, TypeAlias, assert_never

from gemwright.bots.duel_situation import Situation
from gemwright.bots.duel_worth import (
    COST,
    EXTRA_TURN,
    LOOSE_TOKEN,
    PRIVILEGE,
    TOKEN,
    worth_of,
    worth_of_royal,
)
from gemwright.bots.outlook import BLOCK, WIN, Outlook, lacking, near, with_less
from gemwright.engine.duel import actions as act
from gemwright.engine.duel.cards import CardId
from gemwright.engine.kinds import Kind

Answer: TypeAlias = (
    act.PickToken
    | act.StealToken
    | act.TakeRoyal
    | act.TakeCounterfeiter
    | act.DrawTokens
    | act.BuyRoyal
    | act.BuyExtraTurn
    | act.BuySteal
    | act.Dig
    | act.KeepDug
    | act.Discard
    | act.Stop
    | act.Done
)

_UNKNOWN_COUNTERFEITER: Final = 100
_UNKNOWN_CARD: Final = 25
_RESERVE_SLOT: Final = 25
_IN_HAND: Final = 6
"""A reserved card is safe from the opponent, so it is worth this part more."""
_DIG: Final = 100


def score_of_answer(situation: Situation, action: Answer) -> int:
    """The score of an answer to the pending decision."""
    match action:
        case act.PickToken(cell=cell):
            return _score_of_pick(situation, *situation.kinds_at((cell,)))
        case act.StealToken(kind=kind):
            return _score_of_steal(situation, kind)
        case act.TakeRoyal(card=card):
            return _score_of_royal(situation, card)
        case act.TakeCounterfeiter(card=card):
            return _score_of_counterfeiter(situation, card)
        case act.DrawTokens(number=number):
            return LOOSE_TOKEN * number - TOKEN * max(0, number - situation.room)
        case act.BuyRoyal(card=card):
            price = (1 + len(situation.me.royals)) * TOKEN
            return _score_of_royal(situation, card) - price
        case act.BuyExtraTurn():
            return EXTRA_TURN - TOKEN - PRIVILEGE
        case act.BuySteal(kind=kind):
            promise = situation.outlook.after()
            return _score_of_steal(situation, kind) - promise - TOKEN - PRIVILEGE
        case act.Dig(level=level):
            return _score_of_dig(situation, level)
        case act.KeepDug(keep=keep):
            return 0 if keep is None else _safe_worth(situation, situation.private.dug[keep])
        case act.Discard(kind=kind):
            return Outlook(situation.wishes, with_less(situation.purse, kind)).after()
        case act.Stop():
            return situation.outlook.after()
        case act.Done():
            return 0
        case _:
            assert_never(action)


def score_of_reservation(
    situation: Situation, action: act.ReserveCard | act.ReserveFromDeck
) -> int:
    """The gold and the card; most of all a card with which the opponent would win."""
    gained = () if action.gold is None else (Kind.GOLD,)
    score = situation.outlook.after(gained) + LOOSE_TOKEN * len(gained)
    score -= TOKEN * max(0, len(gained) - situation.room)
    score -= _RESERVE_SLOT * len(situation.private.reserved)
    match action:
        case act.ReserveCard(card=card):
            blocked = BLOCK if card in situation.threats else 0
            return score + _safe_worth(situation, card) + blocked
        case act.ReserveFromDeck():
            return score + _UNKNOWN_CARD
        case _:
            assert_never(action)


def _safe_worth(situation: Situation, card: CardId) -> int:
    """What a card is worth more once it is in the reserve."""
    worth = worth_of(situation.me, card)
    return near(worth, lacking(COST[card], situation.purse)) // _IN_HAND


def _score_of_pick(situation: Situation, kind: Kind) -> int:
    """What the token is worth, together with more of its kind if they may follow."""
    decision = situation.table.decision
    assert decision is not None
    number = 1
    if decision.again is not None and kind in decision.again:
        number = min(decision.left, situation.kinds_on_board.count(kind))
    score = situation.outlook.after((kind,) * number) + LOOSE_TOKEN * number
    return score - TOKEN * max(0, number - situation.room)


def _score_of_steal(situation: Situation, kind: Kind) -> int:
    """What the token is worth, and the win of the opponent that it may prevent."""
    block = BLOCK if situation.ends_threats(kind) else 0
    return situation.outlook.after((kind,)) + LOOSE_TOKEN + block


def _score_of_royal(situation: Situation, card: CardId) -> int:
    if situation.wins_with_royal(card):
        return WIN
    return worth_of_royal(card, can_steal=bool(situation.stealable))


def _score_of_counterfeiter(situation: Situation, card: CardId | None) -> int:
    if card is None:
        return _UNKNOWN_COUNTERFEITER
    return WIN if situation.wins_with(card, None) else worth_of(situation.me, card)


def _score_of_dig(situation: Situation, level: int) -> int:
    """The worth of a choice of three: higher levels first, while the reserve is nearly empty."""
    return _DIG + level - 2 * TOKEN - 2 * _RESERVE_SLOT * len(situation.private.reserved)
