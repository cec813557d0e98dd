"""One update as the log keeps it: what was done, in a line of text, and its bytes for the wire.

The bytes are made once, when the update is decided, in pieces that say who may see them. What a
viewer sees of an update is those pieces joined: no state is needed for it, on no server, and it
never changes later.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeAlias

import msgspec

from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcome import Forfeit
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


def only(viewer: int | None) -> Viewers:
    """The set of one viewer; nothing stands for spectators."""
    return 1 if viewer is None else 2 << viewer


@value
class Update:
    """One update. `line` is an action in notation, or `join 0`, `resign 1`, `close no_show`."""

    version: int
    commit: bytes
    time_ms: int
    line: str
    seat: int | None
    status: MatchState
    """Where the match stands after it."""
    pieces: tuple[Piece, ...]
    clock: Clock | None = None
    """The clocks after it."""

    def seen_by(self, viewers: Viewers) -> bytes:
        """What these viewers see: the fields of an update, but its number, commit id and time."""
        if len(self.pieces) == 1:
            return self.pieces[0][1] if self.pieces[0][0] & viewers else b""
        return b"".join([content for mask, content in self.pieces if mask & viewers])


def content_of(line: str, seat: int | None, status: MatchState, pieces: Sequence[Piece]) -> bytes:
    """What the log keeps of an update."""
    return _ENCODER.encode((_FORMAT, line, seat, status, pieces))


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(
    tuple[int, str, int | None, MatchState, tuple[Piece, ...]]
)


def read_update(raw: RawUpdate) -> Update:
    """The update in stored bytes."""
    try:
        form, line, seat, status, pieces = _DECODER.decode(raw.content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise MatchUnreadable from None
    if form != _FORMAT:
        raise MatchUnreadable
    return Update(raw.version, raw.commit, raw.time_ms, line, seat, status, pieces, raw.clock)


def joined_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The same pieces with neighbours for the same viewers put together."""
    result: list[Piece] = []
    for mask, content in pieces:
        if result and result[-1][0] == mask:
            result[-1] = (mask, result[-1][1] + content)
        else:
            result.append((mask, content))
    return tuple(result)


class UpdateEncoder(Protocol):
    """Words updates for the wire: each method returns a field of one, ready to be joined."""

    def move(self, game: str, seat: int, action: object) -> bytes:
        """That a seat acted."""
        ...

    def join(self, seat: int, principal: str, entropy: bytes) -> bytes:
        """That a seat was filled."""
        ...

    def forfeit(self, seat: int, why: Forfeit) -> bytes:
        """That a seat left before the end."""
        ...

    def close(self, status: MatchState, absent: Sequence[int]) -> bytes:
        """That the match was closed without an outcome."""
        ...

    def adjudication(self, winners: Sequence[int]) -> bytes:
        """That an operator decided the match."""
        ...

    def event(self, game: str, event: object) -> bytes:
        """One event of a game."""
        ...

    def dealt(self, game: str, view: object) -> bytes:
        """That the match was dealt, with the opening as one viewer may know it."""
        ...


class UpdateWriter:
    """Puts what happened into pieces, each with the viewers that may see it."""

    def __init__(self, scribe: UpdateEncoder) -> None:
        self._scribe = scribe

    def moved(
        self, game: AnyGame, seats: int, seat: int, action: object, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat acted."""
        cause = self._cause(game, seat, action)
        return joined_pieces([*cause, *self._events(game, seats, events)])

    def _cause(self, game: AnyGame, seat: int, action: object) -> list[Piece]:
        shown = game.seen_action(action, seat, None)
        if shown == action:
            return [(EVERYBODY, self._scribe.move(game.NAME, seat, action))]
        knowing = only(seat) | RECORD
        return [
            (EVERYBODY & ~knowing, self._scribe.move(game.NAME, seat, shown)),
            (knowing, self._scribe.move(game.NAME, seat, action)),
        ]

    def _events(self, game: AnyGame, seats: int, events: Sequence[object]) -> list[Piece]:
        name, word = game.NAME, self._scribe.event
        if len(game.project(events, None)) == len(events):
            return [(EVERYBODY, b"".join([word(name, event) for event in events]))]
        return [(_viewers(game, seats, event), word(name, event)) for event in events]

    def forfeited(
        self, game: AnyGame, seats: int, seat: int, why: Forfeit, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat left before the end."""
        cause = (EVERYBODY, self._scribe.forfeit(seat, why))
        return joined_pieces([cause, *self._events(game, seats, events)])

    def joined(
        self, seat: int, principal: str, entropy: bytes, dealt: tuple[Piece, ...] = ()
    ) -> tuple[Piece, ...]:
        """A seat was filled, and the match dealt if it was the last."""
        return joined_pieces([(EVERYBODY, self._scribe.join(seat, principal, entropy)), *dealt])

    def dealt(self, game: AnyGame, state: SomeState) -> tuple[Piece, ...]:
        """The opening, for every viewer its own; the record has it as spectators see it."""
        viewers: list[int | None] = [None, *range(len(state.players))]
        return tuple(
            (
                only(viewer) | (RECORD if viewer is None else 0),
                self._scribe.dealt(game.NAME, game.view(state, viewer)),
            )
            for viewer in viewers
        )

    def closed(self, status: MatchState, absent: Sequence[int]) -> tuple[Piece, ...]:
        """The match was closed without an outcome."""
        return ((EVERYBODY, self._scribe.close(status, absent)),)

    def adjudicated(self, winners: Sequence[int]) -> tuple[Piece, ...]:
        """An operator decided the match."""
        return ((EVERYBODY, self._scribe.adjudication(winners)),)


def _viewers(game: AnyGame, seats: int, event: object) -> Viewers:
    """Who may see an event: the game says it for each viewer."""
    if game.project((event,), None):
        return EVERYBODY
    viewers = RECORD
    for seat in range(seats):
        if game.project((event,), seat):
            viewers |= only(seat)
    return viewers
