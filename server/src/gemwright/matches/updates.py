"""One update as the log keeps it: what was done, as a line of text, and its bytes for the wire.

The bytes are made once, when the update is decided, in pieces that say who may see them. What a
viewer sees of an update is those pieces joined: no server needs the state for it, and it never
changes later.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

import msgspec

from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.values import value
from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.store import RawUpdate
from gemwright.matches.stored import Clock, MatchState

_FORMAT: Final = 1
Viewers: TypeAlias = int
"""A set: bit 0 for spectators, bit n + 1 for seat n, bit 7 for the record."""

RECORD: Final[Viewers] = 0x80
EVERYBODY: Final[Viewers] = 0x9F
Piece: TypeAlias = tuple[Viewers, bytes]


ONLY: Final[dict[int | None, Viewers]] = {None: 1, **{seat: 2 << seat for seat in range(4)}}
"""The set for one viewer; None means spectators."""


@value
class Update:
    """One update. `line` is an action in notation, or `join 0`, `resign 1`, `close no_show`."""

    version: int
    commit: bytes
    time_ms: int
    line: str
    seat: int | None
    state: MatchState
    """Where the match stands after it."""
    pieces: tuple[Piece, ...]
    clock: Clock | None = None
    """The clocks after it."""


def content_of(line: str, seat: int | None, state: MatchState, pieces: Sequence[Piece]) -> bytes:
    """What the log keeps of an update."""
    return _ENCODER.encode((_FORMAT, line, seat, state, pieces))


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(
    tuple[int, str, int | None, MatchState, tuple[Piece, ...]]
)


def read_update(raw: RawUpdate) -> Update:
    """The update in stored bytes."""
    try:
        form, line, seat, state, pieces = _DECODER.decode(raw.content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise MatchUnreadable from None
    if form != _FORMAT:
        raise MatchUnreadable
    return Update(raw.version, raw.commit, raw.time_ms, line, seat, state, pieces, raw.clock)


class UpdateEncoder(Protocol):
    """Encodes updates for the wire: what happened, in pieces that say who may see them."""

    def acted(
        self, game: AnyGame, seats: int, seat: int, action: object, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat acted."""
        ...

    def forfeited(
        self, game: AnyGame, seats: int, seat: int, why: Forfeit, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat left before the end."""
        ...

    def joined(self, seat: int, principal: str, entropy: bytes) -> tuple[Piece, ...]:
        """A seat was filled."""
        ...

    def dealt(self, game: AnyGame, state: SomeState) -> tuple[Piece, ...]:
        """The opening, different for each viewer; the record has it as spectators see it."""
        ...

    def closed(self, state: MatchState, absent: Sequence[int]) -> tuple[Piece, ...]:
        """The match was closed without an outcome."""
        ...

    def adjudicated(self, winners: Sequence[int]) -> tuple[Piece, ...]:
        """An operator decided the match."""
        ...
