"""How much time the seats have, and what an update does to it.

The store settles the clocks at the moment of a commit, by its own time (`playing_time.lua` and
`commit.lua`); this module only describes them.
"""

from dataclasses import dataclass
from enum import StrEnum

from gemwright.matches.stored import ClockStart, ClockStep


class ClockKind(StrEnum):
    """What a clock does at the end of a turn."""

    PER_TURN = "t"
    """The rest is lost; the next turn has the full time again."""
    BANK = "b"
    """The rest stays, and the increment is added to it."""
    PER_MOVE = "d"
    """Like `PER_TURN`, in whole days."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the seats of a match have."""

    kind: ClockKind
    first_ms: int
    """For a turn, or for the whole match if there is a bank."""
    more_ms: int = 0
    """The increment."""

    def start(self, seats: int, seat_to_act: int | None) -> ClockStart:
        """The clocks of a new match; before the deal none of them runs."""
        return ClockStart(f"{self.kind}:{self.first_ms}:{self.more_ms}", seats, seat_to_act)


def step(
    turn_before: int | None, turn: int | None, seat_to_act: int | None, *, is_timeout: bool
) -> ClockStep:
    """What an update does to the clocks, from the numbers of the turns before and after it."""
    return _STEPS.get((seat_to_act, turn != turn_before, is_timeout)) or ClockStep(
        seat_to_act, turn != turn_before, is_timeout
    )


_STEPS = {
    (seat, has_ended, False): ClockStep(seat, has_ended)
    for seat in (None, 0, 1, 2, 3)
    for has_ended in (False, True)
}
"""The steps that almost every move makes, made once."""
