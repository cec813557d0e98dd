"""Purchasing a card: one that lies face up, or one of the own reserve (S-BUY-1, S-BUY-2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from gemwright.engine.chance import Chance
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
from gemwright.engine.notation import NotationError, Words, tokens_text
from gemwright.engine.payment import exact_payments, is_exact, lanes_of, least_gold
from gemwright.engine.refusals import Reason, Refusal
from gemwright.engine.splendor.actions.reserve import read_card, refuse_face_up
from gemwright.engine.splendor.cards import COSTS, DEVELOPMENTS, CardId
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.splendor.events import Log
from gemwright.engine.splendor.limits import RESERVE_LIMIT
from gemwright.engine.splendor.moves import buy_from_reserve, buy_from_slot
from gemwright.engine.splendor.state import Player, State


@dataclass(frozen=True, slots=True)
class Payment:
    """The pieces spent, one number for each kind in the order of the kinds."""

    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Purchase a face-up card. No payment: the default."""

    card: CardId
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyReserved:
    """Purchase the card in a slot of the own reserve, 0 for the one reserved first."""

    slot: int
    payment: Payment | None = None


Purchase: TypeAlias = BuyCard | BuyReserved

_BUY_CARD: Final = {card: BuyCard(card) for card in DEVELOPMENTS}
_BUY_RESERVED: Final = tuple(BuyReserved(slot) for slot in range(RESERVE_LIMIT))


def list_purchases(state: State, me: Player) -> list[Purchase]:
    """Every purchase that can be paid, with the default payment (S-BUY-1)."""
    power, gold = _means(me)
    actions: list[Purchase] = [
        _BUY_CARD[card] for card in within_reach(state.face_up, COSTS, power, gold)
    ]
    if me.reserved:
        cards = [card for card, _ in me.reserved]
        within = within_reach(cards, COSTS, power, gold)
        actions += [_BUY_RESERVED[cards.index(card)] for card in within]
    return actions


def _means(me: Player) -> tuple[Lanes, int]:
    """What a player can pay with: bonuses and gems together, and gold (S-BUY-1)."""
    return me.bonuses + (me.tokens & WITHOUT_GOLD), count(me.tokens, Kind.GOLD)


def refuse_buy_card(state: State, decision: Decision, action: BuyCard) -> Refusal | None:
    """A card that lies face up and can be paid (S-BUY-1)."""
    me = state.players[decision.seat]
    return refuse_face_up(state, action.card) or _refuse_price(me, action.card, action.payment)


def refuse_buy_reserved(state: State, decision: Decision, action: BuyReserved) -> Refusal | None:
    """A card of the own reserve that can be paid (S-BUY-1)."""
    me, slot = state.players[decision.seat], action.slot
    if slot not in range(RESERVE_LIMIT):
        return Refusal(Reason.MALFORMED, "S-RES-1", "slot", str(slot))
    if slot >= len(me.reserved):
        return Refusal(Reason.SLOT_EMPTY, "S-BUY-1", "slot", str(slot))
    return _refuse_price(me, me.reserved[slot].card, action.payment)


def _refuse_price(me: Player, card: CardId, stated: Payment | None) -> Refusal | None:
    """Some payment must exist, and a stated one must be exact (S-BUY-1)."""
    if stated is None:
        if within_reach((card,), COSTS, *_means(me)):
            return None
        return Refusal(Reason.CANNOT_AFFORD, "S-BUY-1", "card", card)
    payment = lanes_of(stated.tokens)
    if payment is None:
        reason = Reason.MALFORMED
    elif not is_within(payment, me.tokens):
        reason = Reason.PAYMENT_NOT_OWNED
    elif not is_exact(payment, _price_of(me, card)):
        reason = Reason.PAYMENT_NOT_EXACT
    else:
        return None
    return Refusal(reason, "S-BUY-1", "payment.tokens", str(stated.tokens))


def _price_of(me: Player, card: CardId) -> Lanes:
    """What a card costs a player: the bonuses are taken off (S-BUY-1)."""
    return excess(COSTS[card], me.bonuses)


def payments_for_card(state: State, action: Purchase) -> Iterator[Payment]:
    """Every exact payment, the default one first (S-BUY-1)."""
    me = state.players[state.seat]
    card = action.card if isinstance(action, BuyCard) else me.reserved[action.slot].card
    for payment in exact_payments(_price_of(me, card), me.tokens):
        yield Payment(unpack(payment))


def buy_card(state: State, action: BuyCard, chance: Chance, log: Log) -> None:
    """Pay for the card; its slot is filled again (S-BUY-1, S-CARD-1)."""
    slot = state.face_up.index(action.card)
    buy_from_slot(state, slot, _paid(state, action.card, action.payment), log)


def buy_reserved(state: State, action: BuyReserved, chance: Chance, log: Log) -> None:
    """Pay for the card; those reserved later move up (S-BUY-1)."""
    card = state.players[state.seat].reserved[action.slot].card
    buy_from_reserve(state, action.slot, _paid(state, card, action.payment), log)


def _paid(state: State, card: CardId, stated: Payment | None) -> Lanes:
    """The stated payment, or the default one if none is stated."""
    me = state.players[state.seat]
    if stated is None:
        payment = least_gold(_price_of(me, card), me.tokens)
    else:
        payment = lanes_of(stated.tokens)
    assert payment is not None
    return payment


def buy_card_text(action: BuyCard) -> str:
    """`buy S2-07 pay 2 white 1 gold`."""
    return f"buy {action.card}{_payment_text(action.payment)}"


def buy_reserved_text(action: BuyReserved) -> str:
    """`buy reserved 1`."""
    return f"buy reserved {action.slot + 1}{_payment_text(action.payment)}"


def _payment_text(payment: Payment | None) -> str:
    return "" if payment is None else f" pay {tokens_text(payment.tokens)}"


def read_purchase(words: Words) -> Purchase:
    """A card or a slot of the reserve, and the payment if it is stated."""
    if words.skip("reserved"):
        return BuyReserved(_read_slot(words), _read_payment(words))
    return BuyCard(read_card(words), _read_payment(words))


def _read_slot(words: Words) -> int:
    number = words.number("a place in the reserve")
    if number == 0:
        raise NotationError("places in the reserve are counted from 1")
    return number - 1


def _read_payment(words: Words) -> Payment | None:
    return Payment(words.tokens()) if words.skip("pay") else None
