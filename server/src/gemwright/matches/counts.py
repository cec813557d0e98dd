"""What the runtime counts for operators; how the counts are shown is decided elsewhere."""

from typing import Protocol


class Counts(Protocol):
    """Counts what happened; each method is called once per occurrence."""

    def resumed(self) -> None:
        """A watch was continued where it was."""
        ...

    def reset(self, reason: str) -> None:
        """A watch could not be continued."""
        ...

    def conflicted(self) -> None:
        """A commit came too late: the match had changed since the decision."""
        ...

    def outcome_unknown(self) -> None:
        """The store went away during a write."""
        ...

    def timer_fired(self, late_ms: int) -> None:
        """A timeout was committed this many milliseconds after the clock had run out."""
        ...


class NoCounts:
    """Counts nothing."""

    def resumed(self) -> None:
        """Not counted."""

    def reset(self, reason: str) -> None:
        """Not counted."""

    def conflicted(self) -> None:
        """Not counted."""

    def outcome_unknown(self) -> None:
        """Not counted."""

    def timer_fired(self, late_ms: int) -> None:
        """Not counted."""
