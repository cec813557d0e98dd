"""What the storm did, as its journal says: to whom, how often, and when nobody could play."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.programs.chaos.check.lines import lines

GIVEN_BACK_S: Final = 5.0
"""A longer time in which no server was there is given back to the clocks."""
MARGIN_S: Final = 0.1
"""An outage nearer to that is not judged."""
LOSSES: Final = frozenset(("roll back", "lose power"))
"""After these a store may have forgotten what it had said."""
_DOWN: Final = frozenset(("kill", "stop", "not started"))
_GOING: Final = _DOWN | {"drain", "start"}
_THERE: Final = frozenset(("started", "continue"))
_COMING: Final = _THERE | {"start"}
_TOLD: Final = _GOING | _THERE


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could play; in seconds on the clock of the journals."""

    begin: float
    end: float

    def moved(self, by: float) -> "Outage":
        """The same on another clock."""
        return Outage(self.begin + by, self.end + by)

    @property
    def is_given_back(self) -> bool:
        """Whether clocks get it back."""
        return self.end - self.begin > GIVEN_BACK_S + MARGIN_S


@dataclass(slots=True)
class Storm:
    """What happened to a run."""

    deeds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often what was done to which kind of part."""
    outages: list[Outage] = field(default_factory=list)
    """Up to where somebody begins to come back: rather too short, for what must be given back."""
    absences: list[Outage] = field(default_factory=list)
    """The same up to where somebody was there again: rather too long, for what may be late."""
    first_loss: float = float("inf")
    """When a store first lost something."""

    def lost_before(self, at: float) -> bool:
        """Whether a store had lost something by then."""
        return self.first_loss <= at


def storm_of(path: Path) -> Storm:
    """The storm that a journal tells of; none at all if there is no journal."""
    storm = Storm()
    if not path.exists():
        return storm
    changes: list[tuple[float, str, str]] = []
    for line in lines(path):
        kind = line.whom.rstrip("0123456789 ")
        storm.deeds[line.what, kind] += 1
        if line.what in LOSSES:
            storm.first_loss = min(storm.first_loss, line.at)
        if line.what in _TOLD and kind in ("server", "store"):
            changes.append((line.at, line.what, line.whom))
    storm.outages = _outages(changes, _DOWN, _COMING)
    storm.absences = _outages(changes, _GOING, _THERE)
    return storm


def _outages(
    changes: Iterable[tuple[float, str, str]], down: frozenset[str], back: frozenset[str]
) -> list[Outage]:
    """When every server was away, or the store, until one of them was back."""
    up: dict[str, bool] = {}
    found: list[Outage] = []
    since: float | None = None
    for at, what, whom in changes:
        if what in down | back:
            up[whom] = what in back
        if _can_play(up) and since is not None:
            found.append(Outage(since, at))
            since = None
        elif not _can_play(up) and since is None:
            since = at
    return found


def _can_play(up: Mapping[str, bool]) -> bool:
    servers = [is_up for whom, is_up in up.items() if whom != "store"]
    return (any(servers) or not servers) and up.get("store", True)
