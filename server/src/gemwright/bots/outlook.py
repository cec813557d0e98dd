"""How near a seat is to the cards it wants: the arithmetic of all greedy bots.

Scores are whole numbers, hundredths of a point, so that they are the same on every machine.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from gemwright.engine.kinds import KINDS, Kind

Item = TypeVar("Item")

Row: TypeAlias = Sequence[int]
"""One count for each kind, in the order of the kinds."""

WIN: Final = 1_000_000
"""Worth more than anything else can be."""
BLOCK: Final = 100_000
"""What it is worth to prevent a win of an opponent in the next turn."""

_NEAR: Final = (57, 51, 46, 42, 37, 34, 30, 27, 25, 22, 20, 18, 16, 14, 13, 12, 11, 10, 9, 8, 7)
"""How many hundredths of its worth a card counts, by the number of tokens that are lacking.

Even with none lacking it is far below 100: otherwise the bot would keep its tokens and never buy.
"""
_SPREAD: Final = 8
"""What all cards together are worth is divided by this, and added to the best one's worth."""


class Wish(NamedTuple):
    """A card that a seat could buy some day, and what it would be worth to it."""

    card: str
    worth: int
    cost: Row


class Purse(NamedTuple):
    """What a seat pays with. `jokers` stand for any token beside the gold (discounts)."""

    tokens: Row
    bonuses: Row
    jokers: int = 0


def shortfall(cost: Row, purse: Purse) -> list[int]:
    """How many tokens of each kind are lacking before gold helps; of gold, all that is asked."""
    short = [
        max(0, asked - has) if asked else 0 for asked, has in zip(cost, purse.tokens, strict=True)
    ]
    for colour, bonus in enumerate(purse.bonuses):
        if bonus and short[colour]:
            short[colour] = max(0, short[colour] - bonus)
    short[Kind.GOLD] = cost[Kind.GOLD]
    return short


def lacking(cost: Row, purse: Purse) -> int:
    """How many tokens are lacking for a card if all gold is spent on it."""
    return max(0, sum(shortfall(cost, purse)) - purse.tokens[Kind.GOLD] - purse.jokers)


def after_paying(cost: Row, purse: Purse, bonuses: Row) -> Purse:
    """The purse after a card was bought with as little gold as possible, with its new bonuses."""
    short = shortfall(cost, purse)
    tokens = [
        has - max(0, asked - discount - lack)
        for has, asked, discount, lack in zip(
            purse.tokens, cost, [*purse.bonuses, 0, 0, 0], short, strict=True
        )
    ]
    tokens[Kind.GOLD] = max(0, purse.tokens[Kind.GOLD] - sum(short))
    return Purse(tokens, bonuses, purse.jokers)


def with_more(purse: Purse, gained: Iterable[Kind]) -> Purse:
    """The purse with these tokens too."""
    tokens = list(purse.tokens)
    for kind in gained:
        tokens[kind] += 1
    return purse._replace(tokens=tokens)


def with_less(purse: Purse, kind: Kind) -> Purse:
    """The purse without one token of a kind."""
    tokens = list(purse.tokens)
    tokens[kind] -= 1
    return purse._replace(tokens=tokens)


def near(worth: int, missing: int) -> int:
    """What a card counts now, while this many tokens are lacking."""
    return worth * _NEAR[min(missing, len(_NEAR) - 1)] // 100


class Outlook:
    """What a purse is worth for later purchases: mostly the best card, a little the others."""

    __slots__ = ("_known", "_rows")

    def __init__(self, wishes: Iterable[Wish], purse: Purse) -> None:
        jokers = purse.tokens[Kind.GOLD] + purse.jokers
        self._known: dict[tuple[Kind, ...], int] = {}
        self._rows = [
            (wish.worth, short, sum(short) - jokers)
            for wish in wishes
            for short in (shortfall(wish.cost, purse),)
        ]

    def after(self, gained: tuple[Kind, ...] = ()) -> int:
        """The worth of the outlook with these tokens, in this order, added to the purse."""
        if gained not in self._known:
            self._known[gained] = self._worth(gained)
        return self._known[gained]

    def gain(self, kind: Kind) -> int:
        """What one more token of a kind adds."""
        return self.after((kind,)) - self.after()

    def _worth(self, gained: tuple[Kind, ...]) -> int:
        counts = [(kind, number) for kind, number in Counter(gained).items() if kind != Kind.GOLD]
        golds = gained.count(Kind.GOLD)
        best = total = 0  # no calls of min and max below: most of a choice is spent here
        for worth, short, missing in self._rows:
            left = missing - golds
            for kind, number in counts:
                lack = short[kind]
                left -= number if number < lack else lack
            promise = near(worth, left) if left > 0 else worth * _NEAR[0] // 100
            total += promise
            if promise > best:
                best = promise
        return best + total // _SPREAD


def best_of(scores: Sequence[int], items: Sequence[Item], rng: Random) -> Item:
    """The item with the highest score; a random one among equals."""
    best = max(scores)
    return rng.choice([item for item, score in zip(items, scores, strict=True) if score == best])


def kinds_in(row: Row) -> list[Kind]:
    """The kinds of which there is at least one."""
    return [kind for kind in KINDS if row[kind]]
