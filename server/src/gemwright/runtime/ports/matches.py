"""Matches as they are handed to the store and come back: parts, changes, places to find them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gemwright.engine.values import value
from gemwright.runtime.ports.clocks import Clock, ClockStart, ClockStep
from gemwright.runtime.ports.feeds import Notice
from gemwright.runtime.ports.replies import Repeated


class Status(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"
    ABANDONED = "abandoned"

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self is not Status.ACTIVE and self is not Status.WAITING


VERSION_BYTES: Final = 3
"""More updates than any match has; with them a resume token is a multiple of three bytes."""
COMMIT_BYTES: Final = 8


NO_COMMIT: Final = bytes(COMMIT_BYTES)
"""The commit id of a version 0 that was given none."""


class Part(StrEnum):
    """A stored part of a match, bytes to the store. Each change writes the parts it changed."""

    CHARTER = "m"
    """Settled at creation, for ever."""
    ROSTER = "r"
    """Who holds the seats; changes with each join."""
    POSITION = "s"
    """The position, from the deal on."""
    COURSE = "e"
    """When the match was dealt and how it ended."""
    ARCHIVE = "z"
    """All of a match that is over, instead of the other parts and the log."""


@value
class RequestKey:
    """A request id as the store remembers it: it belongs to a seat, and to one content."""

    seat: int
    request_id: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be stored at version 0."""

    match_id: str
    owner: str
    status: Status
    parts: Mapping[Part, bytes]
    principals: Sequence[str]
    """Who is to find it in lists."""
    due_in_ms: int
    """When the sweeper must look at it."""
    notice: Notice
    commit: bytes = NO_COMMIT
    """The commit id of version 0: a match that is lost can be created a second time."""
    clock: ClockStart | None = None


@value
class Change:
    """One update of a match, decided on (version, commit), to be stored if that is still so."""

    match_id: str
    version: int
    commit: bytes
    new_commit: bytes
    status: Status
    parts: Mapping[Part, bytes]
    entry: bytes
    """What the log keeps of it; the store puts time, new commit id and clocks before it."""
    notice: Notice
    request: RequestKey | None = None
    principals: Sequence[str] = ()
    """Who is newly to find it in lists."""
    due_in_ms: int | None = None
    """When the sweeper must look at it; unset leaves what was set before."""
    forget_requests_in_ms: int | None = None
    """Set with the end of a match: how long its request ids are still remembered."""
    clock: ClockStep | None = None
    """Ignored in a match without clocks."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the store says before anything is refused or answered from a cache."""

    version: int
    commit: bytes
    repeated: Repeated | None
    now_ms: int
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it is stored."""

    version: int
    commit: bytes
    time_ms: int
    """Of its last update, or of its creation."""
    created_ms: int
    status: str
    """A `Status`, unless a newer server has stored one that this does not know."""
    parts: Mapping[Part, bytes]
    now_ms: int
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Ids of matches, and where to go on (empty at the end)."""

    match_ids: tuple[str, ...]
    next_cursor: str
