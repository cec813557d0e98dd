"""One update as the log keeps it: what was done, in a line of text, and its wording for the wire.

The wording is made once, when the update is decided, in pieces that say who may see them. What a
viewer sees of an update is those pieces joined: no state is needed for it, on no server, and it
never changes later.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from gemwright.engine.values import value
from gemwright.runtime.faults import MatchUnreadable
from gemwright.runtime.ports import Clock, RawEntry, Status

_FORMAT: Final = 1
Viewers: TypeAlias = int
"""A set: bit 0 for spectators, bit n + 1 for seat n, bit 7 for the record."""

RECORD: Final[Viewers] = 0x80
EVERYBODY: Final[Viewers] = 0x9F
Piece: TypeAlias = tuple[Viewers, bytes]


def only(viewer: int | None) -> Viewers:
    """The set of one viewer; nothing stands for spectators."""
    return 1 if viewer is None else 2 << viewer


@value
class Entry:
    """One update. `line` is an action in notation, or `join 0`, `resign 1`, `close no_show`."""

    version: int
    commit: bytes
    time_ms: int
    line: str
    seat: int | None
    status: Status
    """Where the match stands after it."""
    pieces: tuple[Piece, ...]
    clock: Clock | None = None
    """The clocks after it."""

    def seen_by(self, viewers: Viewers) -> bytes:
        """What these viewers see: the fields of an update, but its number, commit id and time."""
        if len(self.pieces) == 1:
            return self.pieces[0][1] if self.pieces[0][0] & viewers else b""
        return b"".join([content for mask, content in self.pieces if mask & viewers])


def content_of(line: str, seat: int | None, status: Status, pieces: Sequence[Piece]) -> bytes:
    """What the log keeps of an update."""
    return _ENCODER.encode((_FORMAT, line, seat, status, pieces))


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(tuple[int, str, int | None, Status, tuple[Piece, ...]])


def read_entry(raw: RawEntry) -> Entry:
    """The update in stored bytes."""
    try:
        form, line, seat, status, pieces = _DECODER.decode(raw.content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise MatchUnreadable from None
    if form != _FORMAT:
        raise MatchUnreadable
    return Entry(raw.version, raw.commit, raw.time_ms, line, seat, status, pieces, raw.clock)


def joined(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The same pieces with neighbours for the same viewers put together."""
    result: list[Piece] = []
    for mask, content in pieces:
        if result and result[-1][0] == mask:
            result[-1] = (mask, result[-1][1] + content)
        else:
            result.append((mask, content))
    return tuple(result)
