"""What the server received and sent in one case, in order: one half of the evidence."""

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
    """The error that the client got instead."""
    is_hung: bool = False
    """Whether the fault left it without an answer on purpose."""

    applied: "Place | None" = None
    """The version and commit in its answer."""

    def answered(self, content: bytes) -> None:
        """Note that the call got its answer."""
        self.is_answered, self.ended_at = True, monotonic()
        if self.method in CHANGING:
            kind = SubmitActionResponse if self.method == "SubmitAction" else ResignResponse
            update = kind.FromString(content).update
            self.applied = update.version, update.commit_id

    def failed(self, refused: Refused) -> None:
        """Note an error, unless it could not reach the client any more."""
        if self.ended_at == math.inf:
            self.refused, self.ended_at = refused, monotonic()

    def lost(self) -> None:
        """Note that no answer will reach the client."""
        self.ended_at = min(self.ended_at, monotonic())

    @property
    def is_final(self) -> bool:
        """Whether the client got a final answer."""
        return self.is_answered or self.is_refused_for_good

    @property
    def is_refused_for_good(self) -> bool:
        """Whether it was refused and should not be sent again."""
        return self.refused is not None and self.refused.is_for_good

    @property
    def request(self) -> SubmitActionRequest | ResignRequest:
        """The request as a message, for a call that changes something."""
        kind = SubmitActionRequest if self.method == "SubmitAction" else ResignRequest
        return kind.FromString(self.content)


@dataclass(frozen=True, slots=True)
class Listed:
    """Legal actions that were sent to the client."""

    version: int
    actions: tuple[Action, ...]


@dataclass(slots=True)
class Opened:
    """One stream: where it was to be resumed, and what was sent in it."""

    method: str
    token: str
    at: float = field(default_factory=monotonic)
    ended_at: float = math.inf
    sent: list["Sent"] = field(default_factory=list)
    refused: Refused | None = None
    silent_from: float = math.inf
    """Since when it was kept open without any message."""
    is_cut: bool = False
    """Whether the last message may not have arrived."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One message of a stream."""

    at: float
    message: WatchMatchResponse | WatchInboxResponse

    @property
    def kind(self) -> str:
        """The case of the message; empty for an unknown one."""
        return self.message.WhichOneof("message") or ""

    @property
    def token(self) -> str:
        """The resume token to go on after this message."""
        return self.message.resume_token

    @property
    def place(self) -> Place | None:
        """Version and commit in a message of a watch; None if it has none."""
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
        """The update in a message of a watch."""
        if isinstance(self.message, WatchMatchResponse) and self.kind == "update":
            return self.message.update
        return None

    @property
    def entry(self) -> InboxEntry | None:
        """The entry in a message of an inbox."""
        if isinstance(self.message, WatchInboxResponse) and self.kind == "entry":
            return self.message.entry
        return None


@dataclass(slots=True)
class Journal:
    """All calls and streams of one case."""

    calls: list[Heard] = field(default_factory=list)
    """Calls that change something."""
    opened: list[Opened] = field(default_factory=list)
    """Streams."""
    listed: list[Listed] = field(default_factory=list)
    expiries: int = 0
    """How often the credential has expired."""
    connections: int = 0
    """How many connections were tried while no server could be reached."""
    planted: set[str] = field(default_factory=set)
    """The ids of the requirements for which unknown things were sent."""
    unknown_events: dict[int, int] = field(default_factory=dict)
    """How many unknown events were sent with the update of each version."""

    def changes(self) -> list[Heard]:
        """Calls that change something."""
        return [call for call in self.calls if call.method in CHANGING]

    def watches(self, method: str = WATCH) -> list[Opened]:
        """The streams of one method."""
        return [stream for stream in self.opened if stream.method == method]
