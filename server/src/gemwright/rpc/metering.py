"""Who counts calls, as the adapter sees it."""

from typing import Protocol


class CallMeter(Protocol):
    """Told of calls, once each time."""

    def ended(self, method: str, code: str, seconds: float | None) -> None:
        """A call ended with a status; a stream has no duration worth comparing."""
        ...

    def opened(self, method: str) -> None:
        """A stream began."""
        ...

    def closed(self, method: str) -> None:
        """A stream that began has ended."""
        ...


class NoCallMeter:
    """Counts nothing."""

    def ended(self, method: str, code: str, seconds: float | None) -> None:
        """Not counted."""

    def opened(self, method: str) -> None:
        """Not counted."""

    def closed(self, method: str) -> None:
        """Not counted."""
