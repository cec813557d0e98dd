"""The stored parts of a match except its position: charter, roster, course; as values and as bytes.

The bytes are JSON with a format number before it. What a newer server wrote in a newer format is
refused as unreadable, never guessed at.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

import msgspec

from gemwright.engine import GAMES
from gemwright.engine.outcomes import Outcome
from gemwright.engine.reading import PositionError
from gemwright.matches.clocks import TimeControl
from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.stored import COMMIT_BYTES

PART_FORMAT: Final = b"1"
_WITH_CLOCKS: Final = b"2"
"""The charter of a match with clocks, which a server that knows none must leave alone."""
BOT: Final = "bot:"
"""The prefix of the principals of the server's bots: no credential names one of them."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """How a seat is to be filled: by this principal, or by whoever has the join token."""

    principal: str | None = None
    must_join: bool = False

    @property
    def is_filled_at_once(self) -> bool:
        """Whether the seat needs no join."""
        return self.principal is not None and not self.must_join


@dataclass(frozen=True, slots=True)
class Charter:
    """What was settled for ever when the match was created."""

    match_id: str
    owner: str
    game: str
    options: Mapping[str, int | bool | None]
    rules_version: str
    seats: tuple[SeatPlan, ...]
    join_within_ms: int
    """How long after the creation seats may stay unfilled."""
    has_spectators: bool
    delay_ms: int
    """How far behind spectators see the match until it ends."""
    commitment: bytes
    seed: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    entropy: bytes
    """The creator's entropy."""
    is_unverifiable: bool
    rematch_of: str
    digest: bytes
    """Of the request that created the match."""
    position: object | None = field(default=None, repr=False)
    """The position that a developer gave it to begin from; None otherwise."""
    time_control: TimeControl | None = None

    @property
    def birth(self) -> bytes:
        """The commit id of version 0: public, random, and never the same again."""
        return self.commitment[:COMMIT_BYTES]


@dataclass(frozen=True, slots=True)
class Holder:
    """The principal that has a seat, or for whom it is kept; empty where the seat is open."""

    principal: str
    is_filled: bool
    entropy: bytes = b""


Roster: TypeAlias = tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What becomes known at the deal and at the end."""

    start_version: int = -1
    """The version at which it was dealt; -1 for not yet."""
    started_ms: int = 0
    """By the server that dealt it; unset if the match was dealt when it was created."""
    absent: tuple[int, ...] = ()
    """The seats that were not filled, for a no-show."""
    verdict: Outcome | None = None
    """What an operator decided."""


def part_bytes(part: object, *, has_clocks: bool = False) -> bytes:
    """A part as it is stored."""
    return (_WITH_CLOCKS if has_clocks else PART_FORMAT) + msgspec.json.encode(part)


def read_part(content: bytes, kind: type[T]) -> T:
    """The part in stored bytes."""
    if content[:1] not in (PART_FORMAT, _WITH_CLOCKS):
        raise MatchUnreadable
    return msgspec.json.decode(memoryview(content)[1:], type=kind)


def check_rules(charter: Charter) -> None:
    """Refuse a match whose game, rules or options this server does not have."""
    game = GAMES.get(charter.game)
    if game is None or charter.rules_version != game.RULES_VERSION:
        raise MatchUnreadable
    try:
        game.options_from_data(charter.options)
    except PositionError:
        raise MatchUnreadable from None
