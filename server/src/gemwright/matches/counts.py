"""What the runtime counts for those who run it; how that is shown is not its business."""

from typing import Protocol


class Counts(Protocol):
    """Told of what happened, once each time."""

    def resumed(self) -> None:
        """A watch was taken up again where it was."""
        ...

    def reset(self, reason: str) -> None:
        """A watch could not be continued."""
        ...

    def conflicted(self) -> None:
        """A commit came too late: the match was not any more what it was decided on."""
        ...

    def outcome_unknown(self) -> None:
        """The store went away in the middle of a write."""
        ...

    def timer_fired(self, late_ms: int) -> None:
        """A clock had run out so many milliseconds before its match was told."""
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
