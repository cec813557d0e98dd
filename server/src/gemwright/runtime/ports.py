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
    commit: bytes = NO_COMMIT
    """The commit id of version 0: a match that is lost can be created a second time."""


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
    """What the log keeps of it; the store puts time and new commit id before it."""
    request: RequestKey | None = None
    principals: Sequence[str] = ()
    """Who is newly to find it in lists."""
    due_in_ms: int | None = None
    """When the sweeper must look at it; unset leaves what was set before."""
    forget_requests_in_ms: int | None = None
    """Set with the end of a match: how long its request ids are still remembered."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The change is stored, at this time of the store's clock."""

    time_ms: int


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
class Gone:
    """The store has no such match."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the store says before anything is refused or answered from a cache."""

    version: int
    commit: bytes
    repeated: Repeated | None
    now_ms: int


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


@dataclass(frozen=True, slots=True)
class RawEntry:
    """One update in the log."""

    version: int
    commit: bytes
    time_ms: int
    content: bytes


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


CommitReply: TypeAlias = Committed | Repeated | Stale | Gone
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

    def event(self, game: str, event: object) -> bytes:
        """One event of a game."""
        ...

    def dealt(self, game: str, view: object) -> bytes:
        """That the match was dealt, with the opening as one viewer may know it."""
        ...
