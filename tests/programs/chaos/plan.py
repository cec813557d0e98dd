"""What a storm will do, and in which order: nothing but choices from a seed.

The same seed and the same amounts make the same plan: the same deeds to the same parts after the
same pauses. How they fall among the calls of the clients is up to the machine: a seed repeats the
choices, not the interleaving. Doing them belongs elsewhere.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

PAUSE_S: Final = 0.7
"""Between two deeds, on average."""


class Deed(StrEnum):
    """What can be done to a part of a run."""

    KILL_SERVER = "kill server"
    STOP_SERVER = "stop server"
    DRAIN_SERVER = "drain server"
    CUT_DOOR = "cut door"
    CUT_LINE = "cut line"
    CLOSE_DOOR = "close door"
    HOLD_DOOR = "hold door"
    KILL_STORE = "kill store"
    STOP_STORE = "stop store"
    LOSE_STORE = "lose store"
    """It is killed and stays away for longer than clocks bear."""
    FILL_DISK = "fill disk"
    FILL_MEMORY = "fill memory"
    KILL_PRIMARY = "kill primary"
    STOP_PRIMARY = "stop primary"
    KILL_CLIENT = "kill client"
    KILL_BOTS = "kill bots"
    BLACKOUT = "blackout"
    """Every server is killed at once and stays away for longer than clocks bear."""


LASTS: Final[Mapping[Deed, tuple[float, float]]] = {
    Deed.KILL_SERVER: (0.0, 0.8),
    Deed.STOP_SERVER: (0.2, 4.0),
    Deed.DRAIN_SERVER: (0.0, 0.5),
    Deed.CLOSE_DOOR: (0.2, 3.0),
    Deed.HOLD_DOOR: (0.2, 4.0),
    Deed.KILL_STORE: (0.0, 0.8),
    Deed.STOP_STORE: (0.2, 3.0),
    Deed.LOSE_STORE: (6.0, 9.0),
    Deed.FILL_DISK: (0.5, 3.0),
    Deed.FILL_MEMORY: (0.5, 3.0),
    Deed.KILL_PRIMARY: (0.0, 1.0),
    Deed.STOP_PRIMARY: (0.0, 1.0),
    Deed.KILL_CLIENT: (0.0, 1.0),
    Deed.KILL_BOTS: (0.0, 2.0),
    Deed.BLACKOUT: (6.0, 9.0),
}
"""Seconds that a deed is left as it is, at least and at most."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deed: after a pause, to one of the parts that it can be done to, for so long."""

    pause: float
    deed: Deed
    which: float
    """From 0 up to 1: among however many parts there are, that far along."""
    lasts: float

    def among(self, parts: int) -> int:
        """The place of the part."""
        return int(self.which * parts)


@dataclass(frozen=True, slots=True)
class Amounts:
    """How often what is done."""

    deeds: Mapping[Deed, int]

    def having(self, times: Mapping[Deed, int]) -> "Amounts":
        """The same but for some deeds; those that never occur here stay so."""
        known = {deed: number for deed, number in times.items() if deed in self.deeds}
        return Amounts({**self.deeds, **known})

    def scaled(self, by: float) -> "Amounts":
        """So many times as much, and everything at least once."""
        return Amounts({deed: max(1, round(times * by)) for deed, times in self.deeds.items()})


EVERYWHERE: Final[Mapping[Deed, int]] = {
    Deed.STOP_SERVER: 20,
    Deed.DRAIN_SERVER: 20,
    Deed.CUT_DOOR: 60,
    Deed.CUT_LINE: 60,
    Deed.CLOSE_DOOR: 15,
    Deed.HOLD_DOOR: 15,
    Deed.KILL_CLIENT: 16,
    Deed.KILL_BOTS: 8,
    Deed.BLACKOUT: 2,
}
SINGLE: Final = Amounts(
    {
        **EVERYWHERE,
        Deed.KILL_SERVER: 105,
        Deed.KILL_STORE: 53,
        Deed.STOP_STORE: 10,
        Deed.LOSE_STORE: 2,
        Deed.FILL_DISK: 4,
        Deed.FILL_MEMORY: 4,
    }
)
"""The storm on a store of one process; there are two of them, each with another way to flush."""
CLUSTER: Final = Amounts(
    {
        **EVERYWHERE,
        Deed.KILL_SERVER: 105,
        Deed.KILL_PRIMARY: 14,
        Deed.STOP_PRIMARY: 8,
        Deed.FILL_DISK: 3,
        Deed.FILL_MEMORY: 3,
    }
)
"""The storm on a cluster."""
SHORT: Final = 0.2
"""The part of it that a short run takes."""


def plan(seed: int, amounts: Amounts) -> Iterator[Step]:
    """Every deed as often as it is wanted, in an order that the seed decides."""
    rng = Random(seed)
    deeds = [deed for deed in Deed for _ in range(amounts.deeds.get(deed, 0))]
    rng.shuffle(deeds)
    for deed in deeds:
        least, most = LASTS.get(deed, (0.0, 0.0))
        yield Step(rng.uniform(0, 2 * PAUSE_S), deed, rng.random(), rng.uniform(least, most))
