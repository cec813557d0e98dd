"""The scribe: it words what happened, once, for the wire."""

from collections.abc import Sequence
from typing import Protocol

from gemwright.engine.outcomes import Forfeit
from gemwright.runtime.ports.matches import Status


class Scribe(Protocol):
    """Words updates for the wire: each method returns a field of one, ready to be joined."""

    def move(self, game: str, seat: int, action: object) -> bytes:
        """That a seat acted."""
        ...

    def join(self, seat: int, principal: str, entropy: bytes) -> bytes:
        """That a seat was filled."""
        ...

    def forfeit(self, seat: int, why: Forfeit) -> bytes:
        """That a seat left before the end."""
        ...

    def close(self, status: Status, absent: Sequence[int]) -> bytes:
        """That the match was closed without an outcome."""
        ...

    def adjudication(self, winners: Sequence[int]) -> bytes:
        """That an operator decided the match."""
        ...

    def event(self, game: str, event: object) -> bytes:
        """One event of a game."""
        ...

    def dealt(self, game: str, view: object) -> bytes:
        """That the match was dealt, with the opening as one viewer may know it."""
        ...
