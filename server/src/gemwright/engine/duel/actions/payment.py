"""What a purchase costs and how it can be paid: bonuses first, then discounts, then tokens."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, TypeAlias

from gemwright.engine.duel.abilities import DISCOUNTS
from gemwright.engine.duel.cards import COSTS, COUNTERFEITERS, CardId
from gemwright.engine.duel.state import Player
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import (
    ONE,
    WITHOUT_GOLD,
    Lanes,
    count,
    excess,
    is_within,
    total,
    unpack,
    within_reach,
)
from gemwright.engine.notation import Words, tokens_text
from gemwright.engine.payment import exact_payments, is_exact, lanes_of, least_gold
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """One use of a discount in a purchase (C-BUY-3): the card, and the kind it lowers."""

    card: CardId
    kind: Kind


@dataclass(frozen=True, slots=True)
class Payment:
    """The tokens spent, one number for each kind in the order of the kinds, and the discounts."""

    tokens: tuple[int, ...]
    units: tuple[Unit, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", tuple(sorted(self.units)))


Units: TypeAlias = tuple[Unit, ...]

_MOST_LOWERED_FOR_ONE: Final = 2
"""No discount lowers a price by more than this for one glassware."""
_GLASSWARE: Final = {card: count(cost, Kind.GLASSWARE) for card, cost in COSTS.items()}


def price_of(player: Player, card: CardId) -> Lanes:
    """The cost less the bonuses, colour by colour, never below 0 (D-BUY-1, C-BUY-2)."""
    return excess(COSTS[card], player.bonuses)


def price_after(price: Lanes, units: Units) -> Lanes:
    """The price with discounts taken off and the glassware they cost put on (C-BUY-3)."""
    lowered, glassware = _effect(units)
    return excess(price, lowered) + glassware * ONE[Kind.GLASSWARE]


def _effect(units: Units) -> tuple[Lanes, int]:
    """What units take off a price together, and the glassware they cost."""
    lowered = sum(DISCOUNTS[unit.card].lowers * ONE[unit.kind] for unit in units)
    return lowered, sum(DISCOUNTS[unit.card].glassware for unit in units)


def default_payment(player: Player, price: Lanes) -> tuple[Lanes, Units] | None:
    """The payment that is meant where none is stated (D-BUY-2), or nothing if there is none."""
    if not player.standing.discounts:
        tokens = least_gold(price, player.tokens)
        return None if tokens is None else (tokens, ())
    payable = [
        (tokens, units)
        for reduced, units in discounted(player, price)
        if (tokens := least_gold(reduced, player.tokens)) is not None
    ]
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


def affordable(player: Player, cards: Iterable[CardId | None]) -> list[CardId]:
    """Of these cards those for which some payment exists (D-BUY-2, C-BUY-3)."""
    power = (player.tokens & WITHOUT_GOLD) + player.bonuses
    gold = count(player.tokens, Kind.GOLD)
    discounts = player.standing.discounts
    if not discounts:
        return within_reach(cards, COSTS, power, gold)
    glassware = count(player.tokens, Kind.GLASSWARE)
    at_most = gold + _MOST_LOWERED_FOR_ONE * glassware + (_MOST_LOWERED_FOR_ONE - 1) * gold
    return [
        card
        for card in within_reach(cards, COSTS, power, at_most)
        if _is_coverable(discounts, excess(COSTS[card], power), gold, glassware - _GLASSWARE[card])
    ]


@lru_cache(maxsize=65536)
def _is_coverable(discounts: tuple[CardId, ...], lacking: Lanes, gold: int, glassware: int) -> bool:
    """Whether gold and discounts make up for what a player lacks.

    Only discounts that lower what is lacking help, so only these are tried. `glassware` is what is
    left after the price, and none is left where it is negative: then the price itself lacks some.
    """
    return any(
        total(excess(lacking, lowered)) + max(0, spent - max(0, glassware)) <= gold
        for _, lowered, spent in useful_sets(discounts, lacking)
    )


def all_payments(player: Player, price: Lanes) -> Iterator[Payment]:
    """Every exact payment, the default one first."""
    default = default_payment(player, price)
    if default is None:
        return
    yield Payment(unpack(default[0]), default[1])
    for reduced, units in discounted(player, price):
        for tokens in exact_payments(reduced, player.tokens):
            if (tokens, units) != default:
                yield Payment(unpack(tokens), units)


def discounted(player: Player, price: Lanes) -> Iterator[tuple[Lanes, Units]]:
    """The price with every set of discounts that the player can use on it, with none first."""
    purse = count(player.tokens, Kind.GLASSWARE) + count(player.tokens, Kind.GOLD)
    for units, lowered, glassware in useful_sets(player.standing.discounts, price):
        if glassware <= purse:
            yield excess(price, lowered) + glassware * ONE[Kind.GLASSWARE], units


@lru_cache(maxsize=8192)
def useful_sets(
    discounts: tuple[CardId, ...], price: Lanes
) -> tuple[tuple[Units, Lanes, int], ...]:
    """Every set of units without a useless one (C-BUY-3), with its effect and its glassware."""
    sets = (
        tuple(unit for uses in choice for unit in uses)
        for choice in product(*(_uses(card, price) for card in discounts))
    )
    return tuple((units, *_effect(units)) for units in sets if useless_unit(price, units) is None)


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
        discount = DISCOUNTS.get(unit.card)
        if not takes_units or discount is None or unit.kind not in discount.kinds:
            return Refusal(Reason.UNIT_NOT_POSSIBLE, rule, field, unit.card)
        if unit.card not in player.standing.discounts:
            return Refusal(Reason.UNIT_NOT_OWNED, rule, field, unit.card)
        if sum(other.card == unit.card for other in units) > discount.most:
            return Refusal(Reason.UNIT_NOT_POSSIBLE, rule, field, unit.card)
    useless = useless_unit(price, units)
    if useless is not None:
        return Refusal(Reason.UNIT_WITHOUT_EFFECT, rule, field, useless.card)
    return None


def payment_text(payment: Payment | None) -> str:
    """The words that state a payment, none where it is unstated."""
    if payment is None:
        return ""
    paid = f" pay {tokens_text(payment.tokens)}"
    if payment.units:
        paid += " using " + " ".join(f"{unit.card} {unit.kind.text}" for unit in payment.units)
    return paid


def read_payment(words: Words) -> Payment | None:
    """The payment that the next words state, if they do."""
    if not words.skip("pay"):
        return None
    tokens = words.tokens()
    units = []
    if words.skip("using"):
        units.append(_read_unit(words))
        while words.more:
            units.append(_read_unit(words))
    return Payment(tokens, tuple(units))


def _read_unit(words: Words) -> Unit:
    return Unit(words.one_of(COUNTERFEITERS, "a counterfeiter card"), words.kind())
