"""What a purchase costs and how it can be paid: bonuses first, then discounts, then tokens."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from gemwright.engine.duel.abilities import DISCOUNTS, Discount
from gemwright.engine.duel.actions import Payment, Unit
from gemwright.engine.duel.cards import COSTS, COUNTERFEITERS, CardId
from gemwright.engine.duel.state import Player
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import ONE, Lanes, count, excess, is_within, unpack
from gemwright.engine.payments import exact_payments, is_exact, lanes_of, least_gold
from gemwright.engine.refusals import Reason, Refusal

Units = tuple[Unit, ...]


def price_of(player: Player, card: CardId) -> Lanes:
    """The cost less the bonuses, colour by colour, never below 0 (D-BUY-1, C-BUY-2)."""
    return excess(COSTS[card], player.bonuses)


def price_after(price: Lanes, units: Units) -> Lanes:
    """The price with discounts taken off and the glassware they cost put on (C-BUY-3)."""
    lowered = sum(DISCOUNTS[unit.card].lowers * ONE[unit.kind] for unit in units)
    glassware = sum(DISCOUNTS[unit.card].glassware for unit in units)
    return excess(price, lowered) + glassware * ONE[Kind.GLASSWARE]


def default_payment(player: Player, price: Lanes) -> tuple[Lanes, Units] | None:
    """The payment that is meant where none is stated (D-BUY-2), or nothing if there is none."""
    if not player.standing.discounts:
        tokens = least_gold(price, player.tokens)
        return None if tokens is None else (tokens, ())
    payable = (
        (tokens, units)
        for units in sets_of_units(player, price)
        if (tokens := least_gold(price_after(price, units), player.tokens)) is not None
    )
    return min(payable, key=_order_of_choice, default=None)


def _order_of_choice(paid: tuple[Lanes, Units]) -> tuple[int, int, int, tuple[int, ...], Units]:
    """Least gold, least glassware, fewest units, then white tokens kept first, and so on.

    The units themselves come last, so that one payment is chosen among equals, always the same.
    """
    tokens, units = paid
    return (
        count(tokens, Kind.GOLD),
        count(tokens, Kind.GLASSWARE),
        len(units),
        unpack(tokens),
        units,
    )


def can_pay(player: Player, price: Lanes) -> bool:
    """Whether any payment exists."""
    if least_gold(price, player.tokens) is not None:
        return True
    return any(
        least_gold(price_after(price, units), player.tokens) is not None
        for units in sets_of_units(player, price)
    )


def all_payments(player: Player, price: Lanes) -> Iterator[Payment]:
    """Every exact payment, the default one first."""
    default = default_payment(player, price)
    if default is None:
        return
    yield Payment(unpack(default[0]), default[1])
    for units in sets_of_units(player, price):
        for tokens in exact_payments(price_after(price, units), player.tokens):
            if (tokens, units) != default:
                yield Payment(unpack(tokens), units)


def sets_of_units(player: Player, price: Lanes) -> Iterator[Units]:
    """Every set of discounts that can be used on a price, none without effect (C-BUY-3)."""
    discounts = player.standing.discounts
    purse = count(player.tokens, Kind.GLASSWARE) + count(player.tokens, Kind.GOLD)
    if not discounts or not purse:
        yield ()
        return
    for choice in product(*(_uses(card, price) for card in discounts)):
        units = tuple(sorted(unit for uses in choice for unit in uses))
        if sum(DISCOUNTS[unit.card].glassware for unit in units) > purse:
            continue
        if useless_unit(price, units) is None:
            yield units


def _uses(card: CardId, price: Lanes) -> list[Units]:
    """The ways to use one discount card on a price, not using it first."""
    discount = DISCOUNTS[card]
    units = [Unit(card, kind) for kind in discount.kinds if count(price, kind)]
    return [
        uses
        for number in range(discount.most + 1)
        for uses in combinations_with_replacement(units, number)
    ]


def useless_unit(price: Lanes, units: Units) -> Unit | None:
    """A unit without which the price would be the same, if there is one (C-BUY-3)."""
    lowered: dict[Kind, int] = {}
    for unit in units:
        lowered[unit.kind] = lowered.get(unit.kind, 0) + DISCOUNTS[unit.card].lowers
    for unit in units:
        by_the_others = lowered[unit.kind] - DISCOUNTS[unit.card].lowers
        if by_the_others >= count(price, unit.kind):
            return unit
    return None


def payment_refusal(
    player: Player, price: Lanes, payment: Payment, *, rule: str, takes_units: bool
) -> Refusal | None:
    """Why a stated payment is refused, if it is."""
    tokens = lanes_of(payment.tokens)
    if tokens is None:
        return Refusal(Reason.MALFORMED, rule, "payment.tokens", str(payment.tokens))
    refused = _units_refusal(player, price, payment.units, takes_units=takes_units)
    if refused is not None:
        return refused
    if not is_within(tokens, player.tokens):
        return Refusal(Reason.PAYMENT_NOT_OWNED, rule, "payment.tokens", str(payment.tokens))
    if not is_exact(tokens, price_after(price, payment.units)):
        return Refusal(Reason.PAYMENT_NOT_EXACT, rule, "payment.tokens", str(payment.tokens))
    return None


def _units_refusal(
    player: Player, price: Lanes, units: Units, *, takes_units: bool
) -> Refusal | None:
    rule, field = "C-BUY-3", "payment.units"
    for unit in units:
        if unit.card not in COUNTERFEITERS:
            return Refusal(Reason.MALFORMED, rule, field, unit.card)
        if unit.card not in player.standing.discounts:
            return Refusal(Reason.UNIT_NOT_OWNED, rule, field, unit.card)
        discount = DISCOUNTS[unit.card]
        if (
            not takes_units
            or unit.kind not in discount.kinds
            or _is_overused(unit, units, discount)
        ):
            return Refusal(Reason.UNIT_NOT_POSSIBLE, rule, field, unit.card)
    useless = useless_unit(price, units)
    if useless is not None:
        return Refusal(Reason.UNIT_WITHOUT_EFFECT, rule, field, useless.card)
    return None


def _is_overused(unit: Unit, units: Units, discount: Discount) -> bool:
    return sum(other.card == unit.card for other in units) > discount.most
