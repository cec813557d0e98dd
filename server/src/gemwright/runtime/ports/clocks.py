"""The clocks of a match as the store keeps and settles them."""

from dataclasses import dataclass

from gemwright.engine.values import value


@value
class Clock:
    """The clocks of a match as the store keeps them.

    Times are in playing time: the time of the store less its credit, which is what passed while no
    server was there to play on. So a credit moves every deadline and no clock has to be touched.
    """

    credit_ms: int
    running: int | None
    """The seat whose clock runs."""
    since_ms: int
    left_ms: tuple[int, ...]
    """What each seat has; of the seat whose clock runs, what it had at `since_ms`."""

    @property
    def deadline_ms(self) -> int | None:
        """When the running clock runs out, in the time of the store."""
        if self.running is None:
            return None
        return self.since_ms + self.left_ms[self.running] + self.credit_ms

    def has_run_out(self, now_ms: int) -> bool:
        """Whether the running clock has run out by a time of the store."""
        return self.deadline_ms is not None and self.deadline_ms <= now_ms

    def left_at(self, seat: int, now_ms: int) -> int:
        """What a seat has at a time of the store."""
        if seat != self.running:
            return self.left_ms[seat]
        passed = now_ms - self.credit_ms - self.since_ms
        return min(max(self.left_ms[seat] - passed, 0), self.left_ms[seat])


@dataclass(frozen=True, slots=True)
class ClockStart:
    """The clocks of a new match."""

    control: str
    """`t:60000:0` for a minute a turn, `b:300000:2000` for a bank of time with an increment."""
    seats: int
    running: int | None
    """The seat whose clock runs from the beginning on; nothing before the deal."""


@value
class ClockStep:
    """What an update means for the clocks; the store settles them, at the time of the commit."""

    seat_to_act: int | None
    has_turn_ended: bool
    is_timeout: bool = False
    """Whether the update is that the running clock has run out; refused before it has."""


@dataclass(frozen=True, slots=True)
class Timers:
    """The matches of a bucket whose clock has run out, and what is known of the others."""

    due: tuple[str, ...]
    next_in_ms: int
    """Until the next one is due."""
    credit_ms: int
    """Playing time is the time of the store less this."""
