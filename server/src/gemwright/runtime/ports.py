"""What the runtime asks of the outside: a store of matches, wake-ups, and a scribe for the wire.

The store keeps bytes and compares versions; what the bytes mean is the runtime's business, and how
an update is worded for those who watch is the scribe's. No rule of a game and no name of a Redis
key belongs here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

from gemwright.engine.outcome import Forfeit


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


@dataclass(frozen=True, slots=True)
class RequestKey:
    """A request id as the store remembers it: it belongs to a seat, and to one content."""

    seat: int
    request_id: str
    digest: bytes


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class ClockStep:
    """What an update means for the clocks; the store settles them, at the time of the commit."""

    seat_to_act: int | None
    has_turn_ended: bool
    is_timeout: bool = False
    """Whether the update is that the running clock has run out; refused before it has."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What is told beyond the match: to inboxes, and to who follows the activity of an owner."""

    content: bytes
    is_mark: bool
    """Whether the match was dealt or ended, which is kept longer."""


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


@dataclass(frozen=True, slots=True)
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
class Committed:
    """The change is stored, at this time of the store's clock."""

    time_ms: int
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Repeated:
    """The request id was applied before and made this version; nothing was stored now."""

    version: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Stale:
    """The match is not what the change was decided on; nothing was stored."""

    version: int
    commit: bytes


@dataclass(frozen=True, slots=True)
class Late:
    """The running clock has run out: the match must be told so before anything else."""


@dataclass(frozen=True, slots=True)
class Early:
    """The running clock has not run out; the timeout was not stored."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The store has no such match."""


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
class RawEntry:
    """One update in the log."""

    version: int
    commit: bytes
    time_ms: int
    content: bytes
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Entries:
    """A stretch of the log, and where the match stands."""

    entries: tuple[RawEntry, ...]
    version: int
    commit: bytes
    now_ms: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The log does not have the update that was to be continued."""


@dataclass(frozen=True, slots=True)
class Archived:
    """The match is over and archived: it has no log any more, its archive has everything."""


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
class Stretch:
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
class Asking:
    """The newest state of a match, for an inbox."""

    match_id: str
    version: int
    commit: bytes
    notice: RawNotice | None
    """Nothing where a server too old to write one has changed the match: load it."""


@dataclass(frozen=True, slots=True)
class Askings:
    """What the matches of a principal in one bucket ask of it."""

    found: tuple[Asking, ...]
    end: bytes
    """Where the feed of updates ended when this was read."""


@dataclass(frozen=True, slots=True)
class Timers:
    """Matches whose clock has run out, and what is known of the others."""

    due: tuple[str, ...]
    next_in_ms: int | None
    """Until the next one is due."""
    credits_ms: Mapping[int, int]
    """By bucket: playing time is the time of the store less this."""


FeedReply: TypeAlias = Stretch | FeedLost | FeedTrimmed
CommitReply: TypeAlias = Committed | Repeated | Stale | Late | Early | Gone
LogReply: TypeAlias = Entries | Lost | Archived | Gone


@dataclass(frozen=True, slots=True)
class Page:
    """Ids of matches, and where to go on (empty at the end)."""

    match_ids: tuple[str, ...]
    next_cursor: str


class StoreUnavailable(Exception):
    """The store does not answer, or takes no writes: nothing was changed."""


class StoreOutcomeUnknown(Exception):
    """The store went away in mid-write: whether it was done cannot be known now."""


class MatchStore(Protocol):
    """Matches, stored.

    Every method may raise `StoreUnavailable`, those that write `StoreOutcomeUnknown` as well.
    """

    async def create(self, new: NewMatch) -> bool:
        """Store a match; False if there is one of that id, which stays as it is."""
        ...

    async def load(self, match_id: str) -> Stored | None:
        """A match, if there is one."""
        ...

    async def load_many(self, match_ids: Sequence[str]) -> list[Stored | None]:
        """Several matches, in their order."""
        ...

    async def commit(self, change: Change) -> CommitReply:
        """Store a change if nothing came between.

        Request id first, then version and commit id, then the write. A change that was stored by an
        attempt whose reply was lost is `Committed`.
        """
        ...

    async def confirm(self, match_id: str, request: RequestKey | None = None) -> Standing | None:
        """Where a match stands, and whether a request id was applied; nothing if it is gone."""
        ...

    async def entries(self, match_id: str, after: int, commit: bytes | None, most: int) -> LogReply:
        """At most so many updates after a version, which must have that commit id if one is given.

        `after` 0 begins at the start; then the commit id is that of version 0.
        """
        ...

    async def archive(
        self, match_id: str, version: int, commit: bytes, archive: bytes, due_in_ms: int
    ) -> bool:
        """Replace parts and log of a match that is over by its archive; False if it has changed."""
        ...

    async def remove(self, match_id: str, owner: str, principals: Sequence[str]) -> None:
        """Forget an archived match that was kept long enough."""
        ...

    async def find(self, owner: str, principal: str | None, cursor: str, most: int) -> Page:
        """Matches of an owner, or of one principal with this owner, each once, in a fixed order."""
        ...

    async def due(self, most: int) -> list[str]:
        """Matches at which the sweeper must look now."""
        ...

    async def postpone(self, match_id: str, due_in_ms: int) -> None:
        """Look again at a match later; never again at one that is gone."""
        ...

    async def claim_seed(self, seed: bytes, match_id: str, keep_ms: int) -> bool:
        """Whether a seed serves this match and no other."""
        ...

    @property
    def buckets(self) -> int:
        """Into how many buckets the matches fall; each has feeds of its own."""
        ...

    def bucket_of(self, match_id: str) -> int:
        """The bucket of a match."""
        ...

    async def feed(
        self, feed: Feed, bucket: int, after: bytes | None, most: int, *, is_loose: bool = False
    ) -> FeedReply:
        """At most so many notices after a place; nothing for a place only tells the end.

        A loose place need not be one of the feed: `0-0` is the beginning of what is kept.
        """
        ...

    async def inbox(
        self, bucket: int, owner: str, principal: str, after: bytes | None, over_since_ms: int
    ) -> Askings:
        """The matches of a principal: those changed after a place of the feed of updates, if one is
        given; of those that are over, only the ones since a time."""
        ...

    async def timers(self, most: int, lease_ms: int) -> Timers:
        """Matches whose clock has run out; for so long nobody else is told of them."""
        ...

    async def lease(self, match_id: str, principal: str, holder: str, ttl_ms: int) -> bool:
        """Whether the holder plays the match alone for the principal now."""
        ...

    async def count_live(self, owner: str) -> int:
        """How many matches of an owner wait or are active."""
        ...

    def on_wake(self, listener: Callable[[str], None]) -> None:
        """Have a function called with the id of each match that another process may have changed.

        Wake-ups are hints: they may be late, doubled or missing.
        """
        ...


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
