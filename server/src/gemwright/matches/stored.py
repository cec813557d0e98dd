"""Values as they are handed to the store and come back: matches, their clocks, notices in feeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

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


@value
class NewNotice:
    """What is told beyond the match: to inboxes, and to who follows the activity of an owner."""

    content: bytes
    is_mark: bool
    """Whether the match was dealt or ended, which is kept longer."""


class Feed(StrEnum):
    """What is told beyond the matches, in each bucket in the order in which it happened."""

    UPDATES = "updates"
    """Every update: the newest few thousand."""
    MARKS = "marks"
    """Deals and ends, for days."""


@dataclass(frozen=True, slots=True)
class RawNotice:
    """One notice of a feed."""

    place: bytes
    """Where in the feed of its bucket it stands; empty for the last one of a match."""
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
    """The feed does not have the place that was to be continued: the store has lost writes."""

    end: bytes


@dataclass(frozen=True, slots=True)
class FeedTrimmed:
    """The place that was to be continued is too old to be kept."""

    end: bytes


@dataclass(frozen=True, slots=True)
class InboxRow:
    """The newest state of a match, for an inbox."""

    match_id: str
    version: int
    commit: bytes
    notice: RawNotice | None
    """Nothing where a server too old to write one has changed the match: load it."""


@dataclass(frozen=True, slots=True)
class InboxRows:
    """What the matches of a principal in one bucket ask of it."""

    found: tuple[InboxRow, ...]
    end: bytes
    """Where the feed of updates ended when this was read."""


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
    state: MatchState
    parts: Mapping[Part, bytes]
    principals: Sequence[str]
    """Who is to find it in lists."""
    due_in_ms: int
    """When the sweeper must look at it."""
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
    """Who is newly to find it in lists."""
    due_in_ms: int | None = None
    """When the sweeper must look at it; unset leaves what was set before."""
    forget_requests_in_ms: int | None = None
    """Set with the end of a match: how long its request ids are still remembered."""
    clock: ClockStep | None = None
    """Ignored in a match without clocks."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it is stored."""

    version: int
    commit: bytes
    time_ms: int
    """Of its last update, or of its creation."""
    created_ms: int
    state: str
    """A `MatchState`, unless a newer server has stored one that this does not know."""
    parts: Mapping[Part, bytes]
    now_ms: int
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Ids of matches, and where to go on (empty at the end)."""

    match_ids: tuple[str, ...]
    next_cursor: str
