"""What the runtime takes and returns, in values that belong to no transport."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from gemwright.engine.values import value
from gemwright.matches.charter import SeatPlan
from gemwright.matches.clocks import TimeControl
from gemwright.matches.match import Match
from gemwright.matches.stored import Clock
from gemwright.matches.updates import Update


class Scope(StrEnum):
    """What an API key permits."""

    MATCHMAKER = "matchmaker"
    """Matches of the key's owner: create, list, cancel; tokens for players; activity."""
    OPERATOR = "operator"
    """Matches of all owners: find, inspect with secrets, end, adjudicate."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: an owner by one of its keys, a principal of an owner, or an anonymous caller."""

    principal: str | None = None
    owner: str | None = None
    """Whose matches the caller plays in, or owns."""
    scopes: frozenset[Scope] = frozenset()
    """What a key permits; a player has none."""
    key_id: str = ""
    """The key that an owner called with, for the log."""
    expires_at: float | None = None
    """When the credential ends, in seconds of Unix time; None for never."""


@value
class Submission:
    """One action to play, or only to check."""

    match_id: str
    seat: int
    expected_version: int
    request_id: str
    action: object
    validate_only: bool = False


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """One match to create; fields that can never be right are already refused."""

    request_id: str
    game: str
    """Empty for a rematch."""
    options: Mapping[str, object] | None
    """As the engine's `options_from_data` takes them; None means the defaults."""
    seats: tuple[SeatPlan, ...]
    """Empty for a rematch with the same holders."""
    digest: bytes
    """A digest of everything the request says."""
    join_within_ms: int | None = None
    has_spectators: bool = False
    delay_ms: int = 0
    entropy: bytes = b""
    rematch_of: str = ""
    position: Mapping[str, object] | None = field(default=None, repr=False)
    seed: bytes | None = field(default=None, repr=False)
    time_control: TimeControl | None = None


@dataclass(frozen=True, slots=True)
class Created:
    """A new match, or the one that the same request created before."""

    match: Match
    join_tokens: tuple[tuple[int, str], ...] = field(repr=False)
    """Seat and token of each open seat."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match as one viewer sees it now; a spectator may see a past version."""

    match: Match
    viewer: int | None
    token: str
    """The resume token for everything after this snapshot."""
    now_ms: int
    """The store time, as far as the viewer may know it."""


@value
class SeenUpdate:
    """An update and its viewer."""

    update: Update
    viewer: int | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list, and the cursor of the next page (empty at the end)."""

    matches: tuple[Match, ...]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Payments:
    """A page of payments, and what is left."""

    payments: tuple[object, ...]
    version: int
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match that is over, with every update and its text."""

    match: Match
    updates: tuple[Update, ...]
    text: str = field(repr=False)


class ResetReason(StrEnum):
    """Why a watch cannot be continued."""

    HISTORY_LOST = "history_lost"
    MATCH_EXPIRED = "match_expired"
    UNREADABLE = "unreadable"
    IDENTITY_CHANGED = "identity_changed"


@dataclass(slots=True)
class WatchedUpdate:
    """An update as one viewer sees it, shared by all watchers with the same view.

    `wire` is where the transport may keep its encoded form.
    """

    update: Update
    viewer: int | None
    legal_actions: tuple[object, ...]
    game: str
    token: str
    wire: bytes = b""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing happened; the stream is alive."""

    now_ms: int
    token: str


@dataclass(frozen=True, slots=True)
class ClocksMoved:
    """Only the clocks changed."""

    clock: Clock
    now_ms: int
    token: str


@dataclass(frozen=True, slots=True)
class Reset:
    """What was sent does not continue; a snapshot follows if the match still exists."""

    reason: ResetReason


@dataclass(frozen=True, slots=True)
class GoingAway:
    """The server stops."""

    token: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """The match is over: its seed and salt are public now. The last message."""

    match: Match
    token: str


WatchMessage: TypeAlias = (
    Snapshot | WatchedUpdate | Heartbeat | ClocksMoved | Reset | GoingAway | Reveal
)
