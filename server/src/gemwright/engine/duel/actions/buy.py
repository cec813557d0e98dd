"""Purchasing a card: of the pyramid, of the own reserve, or a counterfeiter card."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from gemwright.engine.chance import Chance
from gemwright.engine.duel.abilities import gain_counterfeiter, on_gain
from gemwright.engine.duel.actions.payment import (
    Payment,
    affordable,
    all_payments,
    default_payment,
    payment_refusal,
    payment_text,
    price_of,
    read_payment,
)
from gemwright.engine.duel.actions.reserve import refuse_face_up
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, WILD_CARDS, CardId
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.events import CardPurchased, CounterfeiterGained, DiscountUsed, Log
from gemwright.engine.duel.limits import MOST_RESERVED
from gemwright.engine.duel.moves import own_jewel, reset_blocking, spend, with_slot
from gemwright.engine.duel.state import Player, State
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import count, pack_row
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Purchase a face-up card of the pyramid; `colour` for a wild card. No payment: the default."""

    card: CardId
    colour: Kind | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyReserved:
    """Purchase the card in a slot of the own reserve, 0 for the one reserved first."""

    slot: int
    colour: Kind | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyCounterfeiter:
    """Purchase a face-up counterfeiter card (C-BUY-1)."""

    card: CardId
    payment: Payment | None = None


Purchase: TypeAlias = BuyCard | BuyReserved | BuyCounterfeiter

_COLOURS: Final = (None, *GEMS)
_BUY: Final[dict[CardId, Mapping[Kind | None, Purchase]]] = {
    **{card: {colour: BuyCard(card, colour) for colour in _COLOURS} for card in JEWELS},
    **{card: {None: BuyCounterfeiter(card)} for card in COUNTERFEITERS},
}
_BUY_RESERVED: Final[tuple[Mapping[Kind | None, Purchase], ...]] = tuple(
    {colour: BuyReserved(slot, colour) for colour in _COLOURS} for slot in range(MOST_RESERVED)
)


def list_purchases(state: State, me: Player) -> list[Purchase]:
    """Every purchase that can be paid, a wild card once for each colour (D-BUY-1, D-BUY-3)."""
    actions: list[Purchase] = []
    reserved = [entry.card for entry in me.reserved]
    for card in affordable(me, [*state.pyramid, *reserved, *state.counterfeiters]):
        ways = _BUY_RESERVED[reserved.index(card)] if card in reserved else _BUY[card]
        if card in WILD_CARDS:
            actions += [ways[colour] for colour in _owned_colours(me)]
        else:
            actions.append(ways[None])
    return actions


def _owned_colours(me: Player) -> list[Kind]:
    """The colours of the cards with a bonus that a player has (D-BUY-3)."""
    return [colour for colour in GEMS if count(me.bonuses, colour)]


def _colours_for(me: Player, card: CardId) -> Sequence[Kind | None]:
    """The colours a buyer may name: for a wild card one it owns, else none (D-BUY-3)."""
    return _owned_colours(me) if card in WILD_CARDS else (None,)


def refuse_buy_card(state: State, decision: Decision, action: BuyCard) -> Refusal | None:
    """Purchasing a card of the pyramid (D-BUY-1)."""
    me = state.players[state.seat]
    return refuse_face_up(state, action.card, "D-BUY-1") or _refuse_jewel(
        me, action.card, action.colour, action.payment
    )


def refuse_buy_reserved(state: State, decision: Decision, action: BuyReserved) -> Refusal | None:
    """Purchasing a card of the own reserve (D-BUY-1)."""
    me = state.players[state.seat]
    if action.slot < 0:
        return Refusal(Reason.MALFORMED, "D-BUY-1", "slot", str(action.slot))
    if action.slot >= len(me.reserved):
        return Refusal(Reason.SLOT_EMPTY, "D-BUY-1", "slot", str(action.slot))
    return _refuse_jewel(me, me.reserved[action.slot].card, action.colour, action.payment)


def refuse_buy_counterfeiter(
    state: State, decision: Decision, action: BuyCounterfeiter
) -> Refusal | None:
    """Purchasing a face-up counterfeiter card (C-BUY-1)."""
    rule, card = "C-BUY-1", action.card
    if card not in COUNTERFEITERS:
        return Refusal(Reason.MALFORMED, rule, "card", card)
    if card not in state.counterfeiters:
        return Refusal(Reason.CARD_NOT_AVAILABLE, rule, "card", card)
    return _refuse_price(state.players[state.seat], card, action.payment)


def _refuse_jewel(
    me: Player, card: CardId, colour: Kind | None, payment: Payment | None
) -> Refusal | None:
    return _refuse_colour(me, card, colour) or _refuse_price(me, card, payment)


def _refuse_colour(me: Player, card: CardId, colour: Kind | None) -> Refusal | None:
    """A wild card names the colour of a card with a bonus, another card names none (D-BUY-3)."""
    if colour in _colours_for(me, card):
        return None
    named = "" if colour is None else colour.text
    if colour is not None and colour not in GEMS:
        reason = Reason.MALFORMED
    elif card not in WILD_CARDS:
        reason = Reason.COLOUR_NOT_ASKED
    else:
        reason = Reason.COLOUR_MISSING if colour is None else Reason.COLOUR_NOT_OWNED
    return Refusal(reason, "D-BUY-3", "colour", named)


def _refuse_price(me: Player, card: CardId, payment: Payment | None) -> Refusal | None:
    """Some payment must exist, and a stated one must be exact (D-BUY-2)."""
    if payment is not None:
        price = price_of(me, card)
        return payment_refusal(me, price, payment, rule="D-BUY-2", takes_units=True)
    if affordable(me, (card,)):
        return None
    return Refusal(Reason.CANNOT_AFFORD, "D-BUY-2", "card", card)


def payments_for_card(state: State, action: Purchase) -> Iterator[Payment]:
    """Every exact payment for the card, the default one first (D-BUY-2)."""
    me = state.players[state.seat]
    card = me.reserved[action.slot].card if isinstance(action, BuyReserved) else action.card
    yield from all_payments(me, price_of(me, card))


def buy_card(state: State, action: BuyCard, chance: Chance, log: Log) -> Decision | None:
    """The slot stays empty until the end of the turn (D-BUY-4)."""
    slot = state.pyramid.index(action.card)
    state.pyramid[slot] = None
    return _purchase(state, action.card, action, slot, None, log)


def buy_reserved(state: State, action: BuyReserved, chance: Chance, log: Log) -> Decision | None:
    """The cards reserved later move up."""
    me, slot = state.players[state.seat], action.slot
    card = me.reserved[slot].card
    me.reserved = me.reserved[:slot] + me.reserved[slot + 1 :]
    return _purchase(state, card, action, None, slot, log)


def _purchase(
    state: State,
    card: CardId,
    action: BuyCard | BuyReserved,
    slot: int | None,
    reserve_slot: int | None,
    log: Log,
) -> Decision | None:
    """Pay, own the card, then let it act; a wild card's colour is fixed before that (D-ABL-5)."""
    _pay(state, card, action.payment, log)
    counts_as = JEWELS[card].bonus if action.colour is None else action.colour
    if log is not None:
        log.append(CardPurchased(state.seat, card, slot, reserve_slot, counts_as))
    own_jewel(state.players[state.seat], card, counts_as)
    return on_gain(state, card, log)


def buy_counterfeiter(state: State, action: BuyCounterfeiter, chance: Chance, log: Log) -> None:
    """Its slot stays empty until the end of the turn (C-BUY-1)."""
    _pay(state, action.card, action.payment, log)
    own_counterfeiter(state, action.card, log, is_purchase=True)


def own_counterfeiter(state: State, card: CardId, log: Log, *, is_purchase: bool) -> None:
    """A counterfeiter card comes to the player, from the row or from the deck."""
    slot = state.counterfeiters.index(card) if card in state.counterfeiters else None
    if slot is not None:
        state.counterfeiters = with_slot(state.counterfeiters, slot, None)
    gain_counterfeiter(state.players[state.seat], card)
    if log is not None:
        log.append(CounterfeiterGained(state.seat, card, slot, is_purchase))


def _pay(state: State, card: CardId, payment: Payment | None, log: Log) -> None:
    """Spend the stated payment or the default one (D-BUY-2); a purchase is progress (D-X-2)."""
    me = state.players[state.seat]
    if payment is None:
        default = default_payment(me, price_of(me, card))
        assert default is not None
        tokens, units = default
    else:
        tokens, units = pack_row(payment.tokens), payment.units
    if log is not None:
        log.extend(DiscountUsed(state.seat, unit.card, unit.kind) for unit in units)
    spend(state, card, tokens, log)
    state.has_acted = state.has_purchased = True
    reset_blocking(state, state.seat, log)


def buy_card_text(action: BuyCard) -> str:
    """`buy D2-07 as red pay 2 white`."""
    return f"buy {action.card}{_colour_text(action.colour)}{payment_text(action.payment)}"


def buy_reserved_text(action: BuyReserved) -> str:
    """`buy reserved 1`."""
    slot = action.slot + 1
    return f"buy reserved {slot}{_colour_text(action.colour)}{payment_text(action.payment)}"


def buy_counterfeiter_text(action: BuyCounterfeiter) -> str:
    """`buy C-03`."""
    return f"buy {action.card}{payment_text(action.payment)}"


def _colour_text(colour: Kind | None) -> str:
    return "" if colour is None else f" as {colour.text}"


def read_purchase(words: Words) -> Purchase:
    """The card, the colour of a wild one, and the payment if it is stated."""
    if words.skip("reserved"):
        slot = words.place("a reserve slot")
        colour = _read_colour(words)
        return BuyReserved(slot, colour, read_payment(words))
    card = words.one_of(JEWELS | COUNTERFEITERS, "a card or 'reserved'")
    if card in COUNTERFEITERS:
        return BuyCounterfeiter(card, read_payment(words))
    colour = _read_colour(words)
    return BuyCard(card, colour, read_payment(words))


def _read_colour(words: Words) -> Kind | None:
    return words.kind() if words.skip("as") else None
