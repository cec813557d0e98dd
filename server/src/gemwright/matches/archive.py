"""A match that is over, in little space: what was settled, and each update as a line.

The position is computed again by replay when it is needed.
"""

import zlib
from dataclasses import dataclass
from typing import Final, Self

from gemwright.engine import GAMES
from gemwright.engine.game import SomeState
from gemwright.engine.outcomes import Outcome, adjudicated
from gemwright.engine.record import ADJUDICATE, adjudicated_winners
from gemwright.matches.charter import Charter, Course, Roster, part_bytes, read_part
from gemwright.matches.replay import steps
from gemwright.matches.stored import Clock

_SMALLEST: Final = 9


@dataclass(frozen=True, slots=True)
class ArchivedUpdate:
    """One update: milliseconds since the one before, its commit id, and its line."""

    after_ms: int
    commit: bytes
    line: str
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Archive:
    """Everything about a match that is over."""

    charter: Charter
    roster: Roster
    course: Course
    done: tuple[ArchivedUpdate, ...]
    outcome: object | None = None
    """As plain data, so that lists need no replay; None if there was no outcome."""

    def write(self) -> bytes:
        """The archive as it is stored."""
        has_clocks = self.charter.time_control is not None
        return zlib.compress(part_bytes(self, has_clocks=has_clocks), _SMALLEST)

    @classmethod
    def read(cls, content: bytes) -> Self:
        """The archive in stored bytes."""
        return read_part(zlib.decompress(content), cls)

    def verdict(self) -> Outcome | None:
        """An operator's decision, for archives written by a server that knew no verdicts."""
        last = self.done[-1].line if self.done else ""
        position = self.final_position() if last.startswith(ADJUDICATE) else None
        if position is None:
            return None
        return adjudicated(adjudicated_winners(last), GAMES[self.charter.game].scores(position))

    def final_position(self) -> SomeState | None:
        """The last position; None if the match was never dealt."""
        lines = (update.line for update in self.done)
        position = None
        for step in steps(self.charter, self.roster, self.course, lines):
            position = step.position
        return position
