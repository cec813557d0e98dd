"""What the server heard and said in one case, in order: the one side of what is judged."""

import math
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, TypeAlias

from gemwright.pb.game_pb2 import Action
from gemwright.pb.inbox_service_pb2 import InboxEntry, WatchInboxResponse
from gemwright.pb.match_pb2 import Update
from gemwright.pb.match_service_pb2 import (
    ResignRequest,
    ResignResponse,
    SubmitActionRequest,
    SubmitActionResponse,
    WatchMatchResponse,
)
from gemwright_conformance.refusing import Refused

CHANGING: Final = ("SubmitAction", "Resign")
Place: TypeAlias = tuple[int, str]
"""A version and its commit."""
WATCH: Final = "WatchMatch"
INBOX: Final = "WatchInbox"


@dataclass(slots=True)
class Heard:
    """One call that reached the handlers, and how it ended."""

    method: str
    content: bytes
    at: float = field(default_factory=monotonic)
    ended_at: float = math.inf
    is_answered: bool = False
    """Whether the client got an answer, or could have."""
    refused: Refused | None = None
    """What the client was told instead."""
    is_hung: bool = False
    """Whether it was never to be answered."""

    applied: "Place | None" = None
    """What the answer says that it did, as version and commit."""

    def answered(self, content: bytes) -> None:
        """It got its answer."""
        self.is_answered, self.ended_at = True, monotonic()
        if self.method in CHANGING:
            kind = SubmitActionResponse if self.method == "SubmitAction" else ResignResponse
            update = kind.FromString(content).update
            self.applied = update.version, update.commit_id

    def failed(self, refused: Refused) -> None:
        """It got an error, unless nobody could hear it any more."""
        if self.ended_at == math.inf:
            self.refused, self.ended_at = refused, monotonic()

    def lost(self) -> None:
        """Nobody will ever hear what became of it."""
        self.ended_at = min(self.ended_at, monotonic())

    @property
    def is_final(self) -> bool:
        """Whether the client was told for good what became of it."""
        return self.is_answered or self.is_refused_for_good

    @property
    def is_refused_for_good(self) -> bool:
        """Whether it was refused, and is not to be sent again."""
        return self.refused is not None and self.refused.is_for_good

    @property
    def request(self) -> SubmitActionRequest | ResignRequest:
        """A call that changes something, as a message."""
        kind = SubmitActionRequest if self.method == "SubmitAction" else ResignRequest
        return kind.FromString(self.content)


@dataclass(frozen=True, slots=True)
class Listed:
    """Actions that the client was told it may do."""

    version: int
    actions: tuple[Action, ...]


@dataclass(slots=True)
class Opened:
    """One stream: from where it was to go on, and what was sent in it."""

    method: str
    token: str
    at: float = field(default_factory=monotonic)
    ended_at: float = math.inf
    sent: list["Sent"] = field(default_factory=list)
    refused: Refused | None = None
    silent_from: float = math.inf
    """Since when it was kept open without a word."""
    is_cut: bool = False
    """Whether the last message may not have arrived."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One message of a stream."""

    at: float
    message: WatchMatchResponse | WatchInboxResponse

    @property
    def kind(self) -> str:
        """Which message it is; empty for one of the future."""
        return self.message.WhichOneof("message") or ""

    @property
    def token(self) -> str:
        """Where a stream that goes on after it begins."""
        return self.message.resume_token

    @property
    def place(self) -> Place | None:
        """Version and commit that a message of a watch tells; nothing where it tells none."""
        if not isinstance(self.message, WatchMatchResponse):
            return None
        match self.kind:
            case "snapshot":
                match = self.message.snapshot.match
                return match.version, match.commit_id
            case "update":
                return self.message.update.version, self.message.update.commit_id
            case _:
                return None

    @property
    def update(self) -> Update | None:
        """The update of a watch's message."""
        if isinstance(self.message, WatchMatchResponse) and self.kind == "update":
            return self.message.update
        return None

    @property
    def entry(self) -> InboxEntry | None:
        """The entry of an inbox's message."""
        if isinstance(self.message, WatchInboxResponse) and self.kind == "entry":
            return self.message.entry
        return None


@dataclass(slots=True)
class Journal:
    """Everything of one case."""

    calls: list[Heard] = field(default_factory=list)
    """Calls that change something."""
    opened: list[Opened] = field(default_factory=list)
    """Streams."""
    listed: list[Listed] = field(default_factory=list)
    expiries: int = 0
    """So often the credential has expired."""
    connections: int = 0
    """So many were tried while nobody answered."""
    planted: set[str] = field(default_factory=set)
    """What of the future was sent: the ids of the requirements that it is about."""
    unknown_events: dict[int, int] = field(default_factory=dict)
    """So many events of the future were sent with an update of a version."""

    def changes(self) -> list[Heard]:
        """Calls that change something."""
        return [call for call in self.calls if call.method in CHANGING]

    def watches(self, method: str = WATCH) -> list[Opened]:
        """Streams of a kind."""
        return [stream for stream in self.opened if stream.method == method]
