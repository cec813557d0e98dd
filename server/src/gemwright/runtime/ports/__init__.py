"""What the runtime asks of the outside: a store of matches, wake-ups, and a scribe for the wire.

The store keeps bytes and compares versions; what the bytes mean is the runtime's business, and how
an update is worded for those who watch is the scribe's. No rule of a game and no name of a Redis
key belongs here.
"""

from gemwright.runtime.faults import MatchUnreadable
from gemwright.runtime.ports.clocks import (
    Clock,
    ClockStart,
    ClockStep,
    Timers,
)
from gemwright.runtime.ports.feeds import (
    Asking,
    Askings,
    Feed,
    FeedLost,
    FeedReply,
    FeedTrimmed,
    Notice,
    RawNotice,
    Stretch,
)
from gemwright.runtime.ports.matches import (
    COMMIT_BYTES,
    NO_COMMIT,
    VERSION_BYTES,
    Change,
    NewMatch,
    Page,
    Part,
    RequestKey,
    Standing,
    Status,
    Stored,
)
from gemwright.runtime.ports.replies import (
    Archived,
    CommitReply,
    Committed,
    Early,
    Entries,
    Gone,
    Late,
    LogReply,
    Lost,
    RawEntry,
    Repeated,
    Stale,
)
from gemwright.runtime.ports.scribe import (
    Scribe,
)
from gemwright.runtime.ports.store import (
    MatchStore,
    StoreOutcomeUnknown,
    StoreUnavailable,
)

__all__ = [
    "COMMIT_BYTES",
    "NO_COMMIT",
    "VERSION_BYTES",
    "Archived",
    "Asking",
    "Askings",
    "Change",
    "Clock",
    "ClockStart",
    "ClockStep",
    "CommitReply",
    "Committed",
    "Early",
    "Entries",
    "Feed",
    "FeedLost",
    "FeedReply",
    "FeedTrimmed",
    "Gone",
    "Late",
    "LogReply",
    "Lost",
    "MatchStore",
    "MatchUnreadable",
    "NewMatch",
    "Notice",
    "Page",
    "Part",
    "RawEntry",
    "RawNotice",
    "Repeated",
    "RequestKey",
    "Scribe",
    "Stale",
    "Standing",
    "Status",
    "StoreOutcomeUnknown",
    "StoreUnavailable",
    "Stored",
    "Stretch",
    "Timers",
]
