"""What is told beyond the matches: notices in feeds, and what an inbox is read from."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gemwright.engine.values import value
from gemwright.runtime.ports.clocks import Clock


@value
class Notice:
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


FeedReply: TypeAlias = Stretch | FeedLost | FeedTrimmed
