"""The one judge: what a seat may do, what it may pay, and why an action is refused.

Listing and refusing ask the same questions (`takes_from`, `_can_reserve`, `within_reach`), so that
what is listed is exactly what is accepted.
"""

from collections.abc import Iterator
from itertools import compress
from typing import Final, assert_never

from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import (
    WITHOUT_GOLD,
    Lanes,
    count,
    excess,
    is_within,
    unpack,
    within_reach,
)
from gemwright.engine.payments import exact_payments, is_exact, lanes_of, least_gold
from gemwright.engine.refusals import Reason, Refusal
from gemwright.engine.splendor.actions import (
    Action,
    BuyCard,
    BuyReserved,
    Discard,
    Paid,
    Pass,
    Payment,
    ReserveCard,
    ReserveFromDeck,
    TakeGems,
    TakeNoble,
)
from gemwright.engine.splendor.cards import COSTS, LEVELS, NOBLES, CardId
from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.engine.splendor.menu import (
    BUY_CARD,
    BUY_RESERVED,
    DISCARD,
    PASS,
    RESERVE_CARD,
    RESERVE_FROM_DECK,
    TAKE_NOBLE,
    TAKES,
    discards_of,
    takes_from,
)
from gemwright.engine.splendor.state import RESERVE_LIMIT, Player, State

ANSWERS: Final = {
    DecisionKind.TURN: (TakeGems, BuyCard, BuyReserved, ReserveCard, ReserveFromDeck, Pass),
    DecisionKind.DISCARD: (Discard,),
    DecisionKind.NOBLE: (TakeNoble,),
}
"""Which actions answer which decision; any other is not what was asked."""

_RULE_OF_DECISION: Final = {
    DecisionKind.TURN: "S-TAKE-1",
    DecisionKind.DISCARD: "S-END-1",
    DecisionKind.NOBLE: "S-NOB-1",
}


def legal_actions(state: State) -> list[Action]:
    """Every action of the seat to move; purchases with their default payment."""
    decision = state.decision
    if decision is None:
        return []
    player = state.players[decision.seat]
    match decision.kind:
        case DecisionKind.TURN:
            return _turn_actions(state, player) or [PASS]
        case DecisionKind.DISCARD:
            return [*discards_of(player.tokens)]
        case DecisionKind.NOBLE:
            return [TAKE_NOBLE[noble] for noble in decision.nobles]


def payments(state: State, action: Paid) -> Iterator[Payment]:
    """Every exact payment of a listed purchase, the default one first (S-BUY-1)."""
    if state.decision is None or refusal(state, state.decision.seat, action) is not None:
        return
    player = state.players[state.decision.seat]
    for payment in exact_payments(price(player, card_of(player, action)), player.tokens):
        yield Payment(unpack(payment))


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """Why this seat may not do this now, or nothing if it may."""
    decision = state.decision
    if decision is None:
        return Refusal(Reason.MATCH_OVER, "S-END-3")
    if seat != decision.seat:
        return Refusal(Reason.NOT_YOUR_TURN, "S-SET-4", "seat", str(seat))
    if type(action) not in ANSWERS[decision.kind]:
        rule = _RULE_OF_DECISION[decision.kind]
        return Refusal(Reason.NOT_ASKED, rule, "action", type(action).__name__)
    player = state.players[seat]
    match action:
        case TakeGems():
            return _refusal_of_take(state.supply & WITHOUT_GOLD, action.colours)
        case BuyCard():
            return _refusal_of_face_up(state, action.card) or _refusal_of_payment(
                player, action.card, action.payment
            )
        case BuyReserved():
            return _refusal_of_slot(player, action.slot) or _refusal_of_payment(
                player, card_of(player, action), action.payment
            )
        case ReserveCard():
            return _refusal_of_face_up(state, action.card) or _refusal_of_reserving(player)
        case ReserveFromDeck():
            return _refusal_of_deck(state, action.level) or _refusal_of_reserving(player)
        case Pass():
            return _refusal_of_pass(state, player)
        case Discard():
            return _refusal_of_discard(player, action.kind)
        case TakeNoble():
            return _refusal_of_noble(state, decision, action.noble)
        case _:
            assert_never(action)


def price(player: Player, card: CardId) -> Lanes:
    """What a card costs a player: the bonuses are taken off (S-BUY-1)."""
    return excess(COSTS[card], player.bonuses)


def payment_for(player: Player, card: CardId, stated: Payment | None) -> Lanes | None:
    """The stated payment, or the default one if none is stated; nothing if there is none."""
    if stated is None:
        return least_gold(price(player, card), player.tokens)
    return lanes_of(stated.tokens)


def card_of(player: Player, action: Paid) -> CardId:
    """The card that a purchase is about."""
    match action:
        case BuyCard():
            return action.card
        case BuyReserved():
            return player.reserved[action.slot].card
        case _:
            assert_never(action)


def _turn_actions(state: State, player: Player) -> list[Action]:
    """Take, reserve or purchase; nothing of it where only a pass is possible."""
    actions: list[Action] = [*takes_from(state.supply & WITHOUT_GOLD).values()]
    if _can_reserve(player):
        actions += [RESERVE_CARD[card] for card in state.face_up if card is not None]
        actions += compress(RESERVE_FROM_DECK, state.decks)
    means = _means(player)
    actions += [BUY_CARD[card] for card in within_reach(state.face_up, COSTS, *means)]
    if player.reserved:
        cards = [card for card, _ in player.reserved]
        actions += [BUY_RESERVED[cards.index(card)] for card in within_reach(cards, COSTS, *means)]
    return actions


def _can_reserve(player: Player) -> bool:
    """Not with three reserved cards (S-RES-1)."""
    return len(player.reserved) < RESERVE_LIMIT


def _means(player: Player) -> tuple[Lanes, int]:
    """What a player can pay with: bonuses and gems together, and gold (S-BUY-1)."""
    tokens = player.tokens
    return player.bonuses + (tokens & WITHOUT_GOLD), count(tokens, Kind.GOLD)


def _refusal_of_take(gems: Lanes, colours: tuple[Kind, ...]) -> Refusal | None:
    if colours in takes_from(gems):
        return None
    if colours not in TAKES:
        rule = "S-TAKE-3" if Kind.GOLD in colours else "S-TAKE-1"
        return Refusal(Reason.MALFORMED, rule, "colours", _texts(colours))
    if len(set(colours)) < len(colours):
        return Refusal(Reason.PAIR_NEEDS_FOUR, "S-TAKE-2", "colours", colours[0].text)
    for colour in colours:
        if not count(gems, colour):
            return Refusal(Reason.KIND_NOT_THERE, "S-TAKE-1", "colours", colour.text)
    return Refusal(Reason.WRONG_NUMBER, "S-TAKE-1", "colours", _texts(colours))


def _refusal_of_face_up(state: State, card: CardId) -> Refusal | None:
    if card in state.face_up:
        return None
    if card not in COSTS:
        return Refusal(Reason.MALFORMED, "S-SET-1", "card", card)
    return Refusal(Reason.CARD_NOT_AVAILABLE, "S-CARD-1", "card", card)


def _refusal_of_slot(player: Player, slot: int) -> Refusal | None:
    if slot not in range(RESERVE_LIMIT):
        return Refusal(Reason.MALFORMED, "S-RES-1", "slot", str(slot))
    if slot >= len(player.reserved):
        return Refusal(Reason.SLOT_EMPTY, "S-BUY-1", "slot", str(slot))
    return None


def _refusal_of_payment(player: Player, card: CardId, stated: Payment | None) -> Refusal | None:
    if stated is None:
        if within_reach((card,), COSTS, *_means(player)):
            return None
        return Refusal(Reason.CANNOT_AFFORD, "S-BUY-1", "card", card)
    payment = lanes_of(stated.tokens)
    if payment is None:
        reason = Reason.MALFORMED
    elif not is_within(payment, player.tokens):
        reason = Reason.PAYMENT_NOT_OWNED
    elif not is_exact(payment, price(player, card)):
        reason = Reason.PAYMENT_NOT_EXACT
    else:
        return None
    return Refusal(reason, "S-BUY-1", "payment.tokens", str(stated.tokens))


def _refusal_of_reserving(player: Player) -> Refusal | None:
    if _can_reserve(player):
        return None
    return Refusal(Reason.RESERVE_FULL, "S-RES-1")


def _refusal_of_deck(state: State, level: int) -> Refusal | None:
    if level not in LEVELS:
        return Refusal(Reason.MALFORMED, "S-RES-1", "level", str(level))
    if not state.decks[level - 1]:
        return Refusal(Reason.DECK_EMPTY, "S-RES-1", "level", str(level))
    return None


def _refusal_of_pass(state: State, player: Player) -> Refusal | None:
    if _turn_actions(state, player):
        return Refusal(Reason.PASS_NOT_ALLOWED, "S-PASS-1")
    return None


def _refusal_of_discard(player: Player, kind: Kind) -> Refusal | None:
    if kind not in DISCARD:
        return Refusal(Reason.MALFORMED, "S-END-1", "kind", _texts((kind,)))
    if not count(player.tokens, kind):
        return Refusal(Reason.KIND_NOT_THERE, "S-END-1", "kind", kind.text)
    return None


def _refusal_of_noble(state: State, decision: Decision, noble: str) -> Refusal | None:
    if noble in decision.nobles:
        return None
    if noble not in NOBLES:
        return Refusal(Reason.MALFORMED, "S-NOB-1", "noble", noble)
    if noble not in state.nobles:
        return Refusal(Reason.CARD_NOT_AVAILABLE, "S-NOB-1", "noble", noble)
    return Refusal(Reason.NOBLE_NOT_EARNED, "S-NOB-1", "noble", noble)


def _texts(kinds: tuple[Kind, ...]) -> str:
    return " ".join(kind.text for kind in kinds)
