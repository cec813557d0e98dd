"""What clients were told of one match, boiled down: bytes become digests, calls become requests."""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias

from google.protobuf.message import Message

from tests.programs.chaos.check.secrecy import Viewer

Digest: TypeAlias = bytes
Number: TypeAlias = tuple[int, str]
"""A version and its commit id: together they name one update for ever."""


def digest(message: Message) -> Digest:
    """A message in few bytes: equal ones are equal."""
    return blake2b(message.SerializeToString(deterministic=True), digest_size=8).digest()


@dataclass(slots=True)
class Asked:
    """One request id of a seat, over all calls that carried it."""

    method: str
    content: Digest
    """What was asked for: with another content the id is refused once it has been applied."""
    calls: int = 0
    unknown: int = 0
    """Calls of which nobody knows what became of them."""
    refusal: str = ""
    """Why it was refused for good, if it was."""
    version: int = 0
    """The version it made, as it was answered; 0 while it was not."""
    answer: Digest = b""


@dataclass(slots=True)
class Followed:
    """How far a follower that ended in order has got."""

    name: str
    viewer: Viewer
    version: int
    is_over: bool
    """Whether the secrets were uncovered to it, which is the last message."""


@dataclass(slots=True)
class Evidence:
    """All that was told of one match."""

    requests: dict[tuple[int, str], Asked] = field(default_factory=dict)
    """By seat and request id."""
    updates: dict[tuple[Viewer, int], list[Digest]] = field(default_factory=dict)
    """What each viewer was told of each version; more than one if it was told different things."""
    views: dict[tuple[Viewer, Number], list[Digest]] = field(default_factory=dict)
    """The positions that were shown."""
    numbers: set[Number] = field(default_factory=set)
    """Versions that the match was said to have."""
    urged: set[tuple[Viewer, int]] = field(default_factory=set)
    """Who was told at which version what it may do."""
    joins: dict[int, str] = field(default_factory=dict)
    """The principals that were told that they have a seat; empty for a guest."""
    reveals: dict[Digest, float] = field(default_factory=dict)
    """What was uncovered, and when first."""
    hurried: dict[int, float] = field(default_factory=dict)
    """When spectators with a delay were first told of each version."""
    followers: list[Followed] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    """States in which the match was said to be over."""

    def tell(self, viewer: Viewer, version: int, told: Digest) -> None:
        """A viewer was told of an update."""
        known = self.updates.setdefault((viewer, version), [])
        if told not in known:
            known.append(told)

    def show(self, viewer: Viewer, number: Number, view: Digest) -> None:
        """A viewer was shown a position."""
        known = self.views.setdefault((viewer, number), [])
        if view not in known:
            known.append(view)
