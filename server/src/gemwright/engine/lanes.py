"""Counts of every token kind in one integer, so that one subtraction shows what a card lacks.

Each kind has a lane of six bits: five for its count (0 to 31), the sixth is a guard that a
subtraction may borrow from. Nothing outside this module reads the bits; the rules use the functions
below.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from gemwright.engine.kinds import KINDS, Kind

Lanes: TypeAlias = int

NOTHING: Final[Lanes] = 0
MOST: Final = 31

_WIDTH: Final = 6
_COUNT: Final = 31
_GUARDS: Final = sum(1 << (_WIDTH * kind + 5) for kind in KINDS)
_ONE_OF_EACH: Final = sum(1 << (_WIDTH * kind) for kind in KINDS)
_SHIFTS: Final = tuple(_WIDTH * kind for kind in KINDS)
_NAMED: Final = tuple((kind.text, _WIDTH * kind) for kind in KINDS)
_DIGIT_SUM: Final = (1 << _WIDTH) - 1

ONE: Final[tuple[Lanes, ...]] = tuple(1 << (_WIDTH * kind) for kind in KINDS)
"""One token of each kind: `lanes + ONE[kind]`, `lanes - 2 * ONE[kind]`."""

WITHOUT_GOLD: Final[Lanes] = ~(_COUNT << (_WIDTH * Kind.GOLD))
"""`lanes & WITHOUT_GOLD` leaves the gold out."""


def pack(counts: Mapping[Kind, int]) -> Lanes:
    """The lanes of counts given by kind; a kind that is not named has 0."""
    return sum(number * ONE[kind] for kind, number in counts.items())


def pack_row(row: Iterable[int]) -> Lanes:
    """The lanes of one count for each kind, in the order of the kinds."""
    return sum(number * one for number, one in zip(row, ONE, strict=True))


def unpack(lanes: Lanes) -> tuple[int, ...]:
    """One count for each kind, in the order of the kinds."""
    return tuple([(lanes >> shift) & _COUNT for shift in _SHIFTS])


def by_name(lanes: Lanes) -> dict[str, int]:
    """The counts that are not 0, by the names of their kinds."""
    return _by_name(lanes).copy()


@lru_cache(maxsize=8192)
def _by_name(lanes: Lanes) -> dict[str, int]:
    return {name: number for name, shift in _NAMED if (number := (lanes >> shift) & _COUNT)}


def count(lanes: Lanes, kind: Kind) -> int:
    """The number of tokens of one kind."""
    return (lanes >> (_WIDTH * kind)) & _COUNT


def total(lanes: Lanes) -> int:
    """The number of all tokens (correct up to 62, more than any game has)."""
    return lanes % _DIGIT_SUM


def held(lanes: Lanes) -> list[Kind]:
    """The kinds of which there is at least one, in order."""
    return [kind for kind in KINDS if (lanes >> (_WIDTH * kind)) & _COUNT]


def listed(lanes: Lanes) -> list[Kind]:
    """The kind of every single token, in order."""
    return [kind for kind in KINDS for _ in range((lanes >> (_WIDTH * kind)) & _COUNT)]


def excess(wanted: Lanes, there: Lanes) -> Lanes:
    """For each kind, how much the wanted count exceeds the held one; never below 0."""
    difference = (wanted | _GUARDS) - there
    kept = difference & _GUARDS
    return difference & (kept - (kept >> 5))


def any_reaches(lanes: Lanes, number: int) -> bool:
    """Whether some kind has at least this many."""
    return bool(((lanes | _GUARDS) - number * _ONE_OF_EACH) & _GUARDS)


def is_within(part: Lanes, whole: Lanes) -> bool:
    """Whether there is enough of every kind."""
    return ((whole | _GUARDS) - part) & _GUARDS == _GUARDS


def within_reach(
    cards: Iterable[str | None], costs: Mapping[str, Lanes], power: Lanes, jokers: int
) -> list[str]:
    """Those of these cards that lack at most `jokers` tokens; empty slots are skipped.

    This is `total(excess(costs[card], power)) <= jokers` for every card, written out because it is
    asked before every action of a game.
    """
    if not jokers:
        there = power | _GUARDS
        return [
            card
            for card in cards
            if card is not None and (there - costs[card]) & _GUARDS == _GUARDS
        ]
    found = []
    for card in cards:
        if card is not None:
            difference = (costs[card] | _GUARDS) - power
            kept = difference & _GUARDS
            if (difference & (kept - (kept >> 5))) % _DIGIT_SUM <= jokers:
                found.append(card)
    return found
