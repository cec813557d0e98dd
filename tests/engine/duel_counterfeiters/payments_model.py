"""Every payment of a purchase, spelled out from C-BUY-3 and D-BUY-2 without any cleverness.

Slow on purpose, and written without the code under test: colours and cards are plain strings.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from typing import Final, TypeAlias

GEMS: Final = ("white", "blue", "green", "red", "black")
KINDS: Final = (*GEMS, "pearl", "gold", "glassware")
COLOUR_OF: Final = {
    "C-01": "green",
    "C-02": "red",
    "C-03": "blue",
    "C-04": "white",
    "C-05": "black",
}
LOWERS: Final = dict.fromkeys(COLOUR_OF, 2) | {"C-06": 3, "C-07": 1, "C-08": 1}
SPENDS: Final = dict.fromkeys(LOWERS, 1) | {"C-06": 2}

Units: TypeAlias = tuple[tuple[str, str], ...]
"""Discount cards and the kinds they lower, sorted."""
Paid: TypeAlias = tuple[tuple[int, ...], Units]
"""The tokens of each kind, in the order of KINDS, and the units."""


def unit_sets(cards: Iterable[str]) -> Iterator[Units]:
    """Every set of units of these cards, useless ones included."""
    for choice in product(*(_uses(card) for card in cards)):
        yield tuple(sorted(unit for units in choice for unit in units))


def _uses(card: str) -> list[Units]:
    if card in COLOUR_OF:
        unit = (card, COLOUR_OF[card])
        return [(), (unit,), (unit, unit)]
    if card == "C-07":
        return [(), (("C-07", "pearl"),)]
    most = {"C-06": 1, "C-08": 2}[card]
    return [
        tuple((card, gem) for gem in gems)
        for number in range(most + 1)
        for gems in combinations_with_replacement(GEMS, number)
    ]


def price(cost: Mapping[str, int], bonuses: Mapping[str, int], units: Units) -> dict[str, int]:
    """Bonuses are taken off first, then the units; nothing falls below 0."""
    left = {
        kind: max(0, number - (bonuses.get(kind, 0) if kind in GEMS else 0))
        for kind, number in cost.items()
    }
    for card, kind in units:
        left[kind] = max(0, left.get(kind, 0) - LOWERS[card])
    return {kind: number for kind, number in left.items() if number}


def has_idle_unit(cost: Mapping[str, int], bonuses: Mapping[str, int], units: Units) -> bool:
    """Whether leaving out one unit would leave the price unchanged."""
    whole = price(cost, bonuses, units)
    return any(
        price(cost, bonuses, units[:place] + units[place + 1 :]) == whole
        for place in range(len(units))
    )


def payments(
    cost: Mapping[str, int],
    bonuses: Mapping[str, int],
    discounts: Sequence[str],
    tokens: Mapping[str, int],
) -> set[Paid]:
    """Every payment of somebody with these bonuses, discount cards and tokens."""
    found: set[Paid] = set()
    for units in unit_sets(discounts):
        if not has_idle_unit(cost, bonuses, units):
            owed = Counter(price(cost, bonuses, units))
            owed["glassware"] += sum(SPENDS[card] for card, _ in units)
            found |= {(paid, units) for paid in _paid_with(owed, tokens)}
    return found


def _paid_with(owed: Mapping[str, int], tokens: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
    """Pay each kind in itself and in gold, in every proportion; gold in gold alone."""
    coins = [kind for kind in KINDS if kind != "gold"]
    for golds in product(*(range(owed.get(kind, 0) + 1) for kind in coins)):
        paid = {kind: owed.get(kind, 0) - gold for kind, gold in zip(coins, golds, strict=True)} | {
            "gold": owed.get("gold", 0) + sum(golds)
        }
        if all(paid[kind] <= tokens.get(kind, 0) for kind in KINDS):
            yield tuple(paid[kind] for kind in KINDS)


def rank(paid: Paid) -> tuple[int, ...]:
    """The smaller, the rather it is meant where none is stated (D-BUY-2)."""
    tokens, units = paid
    of = dict(zip(KINDS, tokens, strict=True))
    return (of["gold"], of["glassware"], len(units), *(of[kind] for kind in (*GEMS, "pearl")))
