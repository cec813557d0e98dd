"""Chance as an argument: everything random in a game comes from one small object.

`docs/fairness.md` specifies the draws. A state holds no randomness, only the number of draws made.
"""

import hmac
from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Final, Protocol, TypeVar

Item = TypeVar("Item")


class Purpose(StrEnum):
    """What a draw is for."""

    FIRST_SEAT = "first_seat"
    DECK_1 = "deck_1"
    DECK_2 = "deck_2"
    DECK_3 = "deck_3"
    COUNTERFEITER_DECK = "counterfeiter_deck"
    ROYAL_DECK = "royal_deck"
    NOBLES = "nobles"
    BOARD = "board"
    REPLENISH = "replenish"
    DRAW_TOKENS = "draw_tokens"


LEVEL_DECKS: Final = (Purpose.DECK_1, Purpose.DECK_2, Purpose.DECK_3)


class Chance(Protocol):
    """Where draws come from."""

    def deal(self, purpose: Purpose, counter: int, pool: Sequence[Item], number: int) -> list[Item]:
        """Draw `number` items from the pool one by one; the pool must hold at least that many.

        `counter` is the number of draws the match has made before.
        """
        ...


class Seeded:
    """Chance for play: draws follow from the match's draw key, the same on every machine."""

    def __init__(self, draw_key: bytes) -> None:
        self._draw_key = draw_key

    def __repr__(self) -> str:
        """Leave out the key, which is secret."""
        return "Seeded(<secret>)"

    def deal(self, purpose: Purpose, counter: int, pool: Sequence[Item], number: int) -> list[Item]:
        """Draw without replacement; what is left keeps its order."""
        left = list(pool)
        return [
            left.pop(draw_index(self._draw_key, purpose, counter + drawn, len(left))[0])
            for drawn in range(number)
        ]


def draw_index(draw_key: bytes, purpose: str, counter: int, size: int) -> tuple[int, int]:
    """The unbiased index of one draw, and how many attempts it took (none for a single item)."""
    if not 1 <= size <= 256:
        raise ValueError(f"a pool has 1 to 256 items, not {size}")
    if size == 1:
        return 0, 0
    label = purpose.encode()
    head = len(label).to_bytes(4, "big") + label + counter.to_bytes(4, "big")
    fair = 256 - 256 % size
    attempt = 0
    while True:
        byte = hmac.digest(draw_key, head + attempt.to_bytes(4, "big"), "sha256")[0]
        attempt += 1
        if byte < fair:
            return byte % size, attempt


class Sampled:
    """Chance for search: fast draws from the caller's generator."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def deal(self, purpose: Purpose, counter: int, pool: Sequence[Item], number: int) -> list[Item]:
        """Draw without replacement; `Random.sample` would take half as long again."""
        left, random = list(pool), self._rng.random
        size = len(left)
        return [left.pop(int(random() * (size - drawn))) for drawn in range(number)]


class ScriptError(ValueError):
    """The script does not name the next item, or names one that cannot come."""


class Scripted:
    """Chance for tests and foreign games: the script names the items for each purpose.

    A deck may be named in part: the cards that are not named follow in the order of the pool.
    """

    _MAY_BE_PARTIAL: Final = frozenset(
        (*LEVEL_DECKS, Purpose.COUNTERFEITER_DECK, Purpose.ROYAL_DECK)
    )

    def __init__(self, script: Mapping[Purpose, Sequence[object]]) -> None:
        self._script = {purpose: list(items) for purpose, items in script.items()}

    def deal(self, purpose: Purpose, counter: int, pool: Sequence[Item], number: int) -> list[Item]:
        """Take the next items of the script out of the pool."""
        named = self._script.get(purpose, [])
        if len(named) < number and purpose not in self._MAY_BE_PARTIAL:
            raise ScriptError(f"{purpose}: {number} needed, the script has {len(named)} left")
        left = list(pool)
        dealt: list[Item] = []
        for wanted in named[:number]:
            if wanted not in left:
                raise ScriptError(f"{purpose}: {wanted} cannot come, it is not there")
            dealt.append(left.pop(left.index(wanted)))
        del named[:number]
        return dealt + left[: number - len(dealt)]
