"""What the matches ask of a store: each method, what it takes, gives and promises.

The store keeps bytes and compares versions; what the bytes mean is not its business. No rule of a
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
    """A stretch of the log, and where the match stands."""

    updates: tuple[RawUpdate, ...]
    version: int
    commit: bytes
    now_ms: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The log does not have the update that was to be continued."""


@dataclass(frozen=True, slots=True)
class Archived:
    """The match is over and archived: it has no log any more, its archive has everything."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The store has no such match."""


LogReply: TypeAlias = LogPage | Lost | Archived | Gone


@value
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


CommitReply: TypeAlias = Committed | Repeated | Stale | Late | Early | Gone


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What the store says before anything is refused or answered from a cache."""

    version: int
    commit: bytes
    repeated: Repeated | None
    now_ms: int
    clock: Clock | None = None


class StoreUnavailable(Exception):
    """The store does not answer, or takes no writes: nothing was changed."""


class StoreOutcomeUnknown(Exception):
    """The store went away in mid-write: whether it was done cannot be known now."""


class MatchStore(Protocol):
    """Matches, stored.

    Every method may raise `StoreUnavailable`, those that write `StoreOutcomeUnknown` as well; those
    that are about one match `MatchUnreadable`, where what is stored of it is damaged.
    """

    async def create(self, new: NewMatch) -> bool:
        """Store a match; False if there is one of that id, which stays as it is."""
        ...

    async def load(self, match_id: str) -> Stored | None:
        """A match, if there is one."""
        ...

    async def load_many(self, match_ids: Sequence[str]) -> list[Stored | None]:
        """Several matches, in their order; nothing in the place of one that is damaged."""
        ...

    async def commit(self, change: Change) -> CommitReply:
        """Store a change if nothing came between.

        Request id first, then version and commit id, then the write. A change that was stored by an
        attempt whose reply was lost is `Committed`.
        """
        ...

    async def confirm(
        self, match_id: str, request: RequestKey | None = None, *, is_answer: bool = False
    ) -> Confirmation | None:
        """Where a match stands, and whether a request id was applied; nothing if it is gone.

        What is to be answered that a change was made before is kept as well as a change made now.
        """
        ...

    async def updates(self, match_id: str, after: int, commit: bytes | None, most: int) -> LogReply:
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
    ) -> InboxRows:
        """The matches of a principal: those changed after a place of the feed of updates, if one is
        given; of those that are over, only the ones since a time."""
        ...

    async def timers(self, bucket: int, most: int, lease_ms: int) -> Timers | None:
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
