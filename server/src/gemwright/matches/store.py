"""What the matches need of a store: each method, its arguments, its result and its promises.

The store keeps bytes and compares versions; it does not know what the bytes mean. No rule of a
game and no name of a Redis key belongs here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from gemwright.engine.values import value
from gemwright.matches.stored import (
    Change,
    Clock,
    Feed,
    FeedReply,
    InboxRows,
    NewMatch,
    Page,
    RequestKey,
    Stored,
    Timers,
)


@value
class RawUpdate:
    """One update in the log."""

    version: int
    commit: bytes
    time_ms: int
    content: bytes
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class LogPage:
    """A stretch of the log, and the current version of the match."""

    updates: tuple[RawUpdate, ...]
    version: int
    commit: bytes
    now_ms: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The log does not have the update that was to be continued."""


@dataclass(frozen=True, slots=True)
class Archived:
    """The match is over and archived: its log is gone, and the archive has everything."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The store has no such match."""


LogReply: TypeAlias = LogPage | Lost | Archived | Gone


@value
class Committed:
    """The change is stored, at this store time."""

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
    """The running clock has run out: the timeout must be committed before anything else."""


@dataclass(frozen=True, slots=True)
class Early:
    """The running clock has not run out; the timeout was not stored."""


CommitReply: TypeAlias = Committed | Repeated | Stale | Late | Early | Gone


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What the store says of a match before a call is refused or answered from a cache."""

    version: int
    commit: bytes
    repeated: Repeated | None
    now_ms: int
    clock: Clock | None = None


class StoreUnavailable(Exception):
    """The store does not answer, or takes no writes: nothing was changed."""


class StoreOutcomeUnknown(Exception):
    """The store went away during a write: whether the write was done cannot be known now."""


class MatchStore(Protocol):
    """A store of matches.

    Every method may raise `StoreUnavailable`. Those that write may raise `StoreOutcomeUnknown` as
    well, and those about one match `MatchUnreadable`, if what is stored of it is damaged.
    """

    async def create(self, new: NewMatch) -> bool:
        """Store a match; False if one of that id exists, which then stays as it is."""
        ...

    async def load(self, match_id: str) -> Stored | None:
        """A match; None if it does not exist."""
        ...

    async def load_many(self, match_ids: Sequence[str]) -> list[Stored | None]:
        """Several matches, in their order; None in the place of one that is damaged."""
        ...

    async def commit(self, change: Change) -> CommitReply:
        """Store a change if nothing came between.

        The store checks the request id, then version and commit id, then writes. A change that was
        stored by an attempt whose reply was lost is `Committed`.
        """
        ...

    async def confirm(
        self, match_id: str, request: RequestKey | None = None, *, is_answer: bool = False
    ) -> Confirmation | None:
        """Where a match stands, and whether a request id was applied; None if it is gone.

        With `is_answer`, an update of that request is kept as safely as a change made now.
        """
        ...

    async def updates(self, match_id: str, after: int, commit: bytes | None, most: int) -> LogReply:
        """At most `most` updates after a version, which must have that commit id if one is given.

        `after` 0 begins at the start; the commit id is then that of version 0.
        """
        ...

    async def archive(
        self, match_id: str, version: int, commit: bytes, archive: bytes, due_in_ms: int
    ) -> bool:
        """Replace the parts and log of a match that is over by its archive; False if it changed."""
        ...

    async def remove(self, match_id: str, owner: str, principals: Sequence[str]) -> None:
        """Remove an archived match whose time is up."""
        ...

    async def find(self, owner: str, principal: str | None, cursor: str, most: int) -> Page:
        """Matches of an owner, or of one of its principals, each once, in a fixed order."""
        ...

    async def due(self, most: int) -> list[str]:
        """Matches that are due for the sweeper."""
        ...

    async def postpone(self, match_id: str, due_in_ms: int) -> None:
        """Make a match due later; never again if it is gone."""
        ...

    async def claim_seed(self, seed: bytes, match_id: str, keep_ms: int) -> bool:
        """Whether a seed serves this match and no other."""
        ...

    @property
    def buckets(self) -> int:
        """How many buckets there are; each has feeds of its own."""
        ...

    def bucket_of(self, match_id: str) -> int:
        """The bucket of a match."""
        ...

    async def feed(
        self, feed: Feed, bucket: int, after: bytes | None, most: int, *, is_loose: bool = False
    ) -> FeedReply:
        """At most `most` notices after an offset; without one, only the end of the feed.

        A loose offset need not be one of the feed: `0-0` is the beginning of what is kept.
        """
        ...

    async def inbox(
        self, bucket: int, owner: str, principal: str, after: bytes | None, over_since_ms: int
    ) -> InboxRows:
        """The matches of a principal: those changed after an offset of the updates feed, if one is
        given; of those that are over, only the ones since a time."""
        ...

    async def timers(self, bucket: int, most: int, lease_ms: int) -> Timers | None:
        """Matches whose clock has run out; no other process gets them during the lease."""
        ...

    async def lease(self, match_id: str, principal: str, holder: str, ttl_ms: int) -> bool:
        """Whether the holder alone plays the match for the principal now."""
        ...

    async def count_live(self, owner: str) -> int:
        """How many matches of an owner wait or are active."""
        ...

    def on_wake(self, listener: Callable[[str], None]) -> None:
        """Call a function with the id of each match that another process may have changed.

        Wake-ups are hints: they may be late, doubled or missing.
        """
        ...
