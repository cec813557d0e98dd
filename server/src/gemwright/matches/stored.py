"""Values that go into the store and come back: matches, their clocks, notices in feeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from gemwright.engine.values import value


@value
class Clock:
    """The clocks of a match as the store keeps them.

    Times are in playing time: the store time less its credit, which is the time when no server was
    there to play on. So a credit moves every deadline without a change to any clock.
    """

    credit_ms: int
    running: int | None
    """The seat whose clock runs."""
    since_ms: int
    left_ms: tuple[int, ...]
    """What each seat has; for the seat whose clock runs, what it had at `since_ms`."""

    @property
    def deadline_ms(self) -> int | None:
        """When the running clock runs out, in store time."""
        if self.running is None:
            return None
        return self.since_ms + self.left_ms[self.running] + self.credit_ms

    def has_run_out(self, now_ms: int) -> bool:
        """Whether the running clock has run out at a store time."""
        return self.deadline_ms is not None and self.deadline_ms <= now_ms

    def left_at(self, seat: int, now_ms: int) -> int:
        """What a seat has left at a store time."""
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
    """The seat whose clock runs first; None before the deal."""


@value
class ClockStep:
    """What an update does to the clocks; the store settles them at the time of the commit."""

    seat_to_act: int | None
    has_turn_ended: bool
    is_timeout: bool = False
    """Whether this is the timeout of the running clock; refused if it comes too early."""


@dataclass(frozen=True, slots=True)
class Timers:
    """The matches of a bucket whose clock has run out, and when the next is due."""

    due: tuple[str, ...]
    next_in_ms: int
    """Until the next one is due."""
    credit_ms: int
    """Playing time is store time less this."""


@value
class NewNotice:
    """A notice to store, for inboxes and for those who follow an owner's activity."""

    content: bytes
    is_mark: bool
    """Whether the match was dealt or ended, which is kept longer."""


class Feed(StrEnum):
    """A stream of notices in each bucket, in the order in which the updates happened."""

    UPDATES = "updates"
    """Every update: the newest few thousand."""
    MARKS = "marks"
    """Deals and ends, for days."""


@dataclass(frozen=True, slots=True)
class RawNotice:
    """One notice of a feed."""

    place: bytes
    """Its offset in the feed of its bucket; empty for the last notice of a match."""
    version: int
    commit: bytes
    time_ms: int
    clock: Clock | None
    content: bytes


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Some notices, in order, and where the feed ended when they were read."""

    notices: tuple[RawNotice, ...]
    end: bytes


@dataclass(frozen=True, slots=True)
class FeedLost:
    """The feed does not have the offset that was to be continued: the store has lost writes."""

    end: bytes


@dataclass(frozen=True, slots=True)
class FeedTrimmed:
    """The offset that was to be continued is too old to be kept."""

    end: bytes


@dataclass(frozen=True, slots=True)
class InboxRow:
    """The newest state of a match, for an inbox."""

    match_id: str
    version: int
    commit: bytes
    notice: RawNotice | None
    """None if a server too old to write one has changed the match: load the match."""


@dataclass(frozen=True, slots=True)
class InboxRows:
    """The newest state of each match of a principal in one bucket."""

    found: tuple[InboxRow, ...]
    end: bytes
    """The end of the feed of updates when this was read."""


FeedReply: TypeAlias = FeedPage | FeedLost | FeedTrimmed


class MatchState(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"
    ABANDONED = "abandoned"

    is_over: bool
    """Whether nothing can happen any more."""

    def __init__(self, text: str) -> None:
        self.is_over = text not in ("waiting", "active")


VERSION_BYTES: Final = 3
"""Enough for more updates than any match has; makes a resume token a multiple of three bytes."""
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
    """A request id as the store remembers it, bound to a seat and one content."""

    seat: int
    request_id: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be stored at version 0."""

    match_id: str
    owner: str
    state: MatchState
    parts: Mapping[Part, bytes]
    principals: Sequence[str]
    """Whose lists have it."""
    due_in_ms: int
    """When the match is due for the sweeper."""
    notice: NewNotice
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
    state: MatchState
    parts: Mapping[Part, bytes]
    update: bytes
    """What the log keeps of it; the store puts time, new commit id and clocks before it."""
    notice: NewNotice
    request: RequestKey | None = None
    principals: Sequence[str] = ()
    """Whose lists have it from now on."""
    due_in_ms: int | None = None
    """When the match is due for the sweeper; unset keeps the earlier value."""
    forget_requests_in_ms: int | None = None
    """Set at the end of a match: how long its request ids are still remembered."""
    clock: ClockStep | None = None
    """Ignored in a match without clocks."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it is stored."""

    version: int
    commit: bytes
    time_ms: int
    """The time of its last update, or of its creation."""
    created_ms: int
    state: str
    """A `MatchState`, unless a newer server has stored one that this server does not know."""
    parts: Mapping[Part, bytes]
    now_ms: int
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Ids of matches, and the cursor of the next page (empty at the end)."""

    match_ids: tuple[str, ...]
    next_cursor: str
