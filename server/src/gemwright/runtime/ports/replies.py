"""What the store answers to a change, and to who reads the log."""

from dataclasses import dataclass
from typing import TypeAlias

from gemwright.engine.values import value
from gemwright.runtime.ports.clocks import Clock


@value
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


@dataclass(frozen=True, slots=True)
class Gone:
    """The store has no such match."""


LogReply: TypeAlias = Entries | Lost | Archived | Gone


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
