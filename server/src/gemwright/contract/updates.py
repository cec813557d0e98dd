"""Updates in bytes: each fact as one field of `Update`, encoded once and joined from then on.

A piece of an update is the same for all its viewers. The numbers of fields are the contract's; a
test compares every message with one built field by field.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Final

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from gemwright.contract.games import action_bytes, event_bytes, view_bytes
from gemwright.contract.matches import MS, NS_OF_MS, STATES, clocks_message
from gemwright.contract.vocabulary import words_of
from gemwright.contract.wire import bytes_field, number_field
from gemwright.engine import GAMES
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcomes import Forfeit
from gemwright.matches import updates as matches
from gemwright.matches.stored import Clock, MatchState
from gemwright.matches.updates import EVERYBODY, ONLY, RECORD, Piece, Viewers
from gemwright.pb import outcome_pb2 as outcome_pb
from gemwright.pb.game_pb2 import Event, MatchDealt
from gemwright.pb.match_pb2 import Adjudication, Close, Join, Move, Update
from gemwright.pb.match_pb2 import Forfeit as ForfeitMessage
from gemwright.pb.match_service_pb2 import SubmitActionResponse

_FORFEITS: Final = words_of(outcome_pb.ForfeitReason, Forfeit)
_VERSION: Final = Update.VERSION_FIELD_NUMBER
_COMMIT: Final = Update.COMMIT_ID_FIELD_NUMBER
_TIME: Final = Update.TIME_FIELD_NUMBER
_CLOCKS: Final = Update.CLOCKS_FIELD_NUMBER
_MOVE: Final = Update.MOVE_FIELD_NUMBER
_JOIN: Final = Update.JOIN_FIELD_NUMBER
_FORFEIT: Final = Update.FORFEIT_FIELD_NUMBER
_CLOSE: Final = Update.CLOSE_FIELD_NUMBER
_ADJUDICATION: Final = Update.ADJUDICATION_FIELD_NUMBER
_EVENTS: Final = Update.EVENTS_FIELD_NUMBER


class WireUpdateEncoder:
    """Encodes what happened in pieces, each with the viewers that may see it."""

    def acted(
        self, game: AnyGame, seats: int, seat: int, action: object, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat acted."""
        told = map(_event, repeat(game.NAME), repeat(seats), events)
        return _joined([*_move(game.NAME, seat, action), *told])

    def forfeited(
        self, game: AnyGame, seats: int, seat: int, why: Forfeit, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat left before the end."""
        forfeit = ForfeitMessage(seat=seat, reason=_FORFEITS[why])
        told = [_event(game.NAME, seats, event) for event in events]
        return _joined([_to_everybody(_FORFEIT, forfeit), *told])

    def joined(self, seat: int, principal: str, entropy: bytes) -> tuple[Piece, ...]:
        """A seat was filled."""
        return (_to_everybody(_JOIN, Join(seat=seat, principal=principal, entropy=entropy)),)

    def dealt(self, game: AnyGame, state: SomeState) -> tuple[Piece, ...]:
        """The deal, with a view for each viewer; the record has the view of spectators."""
        return (
            (ONLY[None] | RECORD, _opening(game, state, None)),
            *[(ONLY[seat], _opening(game, state, seat)) for seat in range(len(state.players))],
        )

    def closed(self, state: MatchState, absent: Sequence[int]) -> tuple[Piece, ...]:
        """The match was closed without an outcome."""
        return (_to_everybody(_CLOSE, Close(state=STATES[state], absent_seats=absent)),)

    def adjudicated(self, winners: Sequence[int]) -> tuple[Piece, ...]:
        """An operator decided the match."""
        return (_to_everybody(_ADJUDICATION, Adjudication(winners=winners)),)


def _to_everybody(field: int, message: Message) -> Piece:
    return EVERYBODY, bytes_field(field, message.SerializeToString())


@lru_cache(maxsize=16384)
def _move(game: str, seat: int, action: object) -> tuple[Piece, ...]:
    """A seat's action: in full for those who may know it, and reduced for the others."""
    rules = GAMES[game]
    if type(action) not in rules.PRIVATE:
        return ((EVERYBODY, _move_field(game, seat, action)),)
    shown, knowing = rules.seen_action(action, seat, None), ONLY[seat] | RECORD
    return (
        (EVERYBODY & ~knowing, _move_field(game, seat, shown)),
        (knowing, _move_field(game, seat, action)),
    )


def _move_field(game: str, seat: int, action: object) -> bytes:
    move = number_field(Move.SEAT_FIELD_NUMBER, seat) + bytes_field(
        Move.ACTION_FIELD_NUMBER, action_bytes(game, action)
    )
    return bytes_field(_MOVE, move)


@lru_cache(maxsize=32768)
def _event(game: str, seats: int, event: object) -> Piece:
    """One event of a game."""
    return _viewers(GAMES[game], seats, event), bytes_field(_EVENTS, event_bytes(game, event))


def _viewers(game: AnyGame, seats: int, event: object) -> Viewers:
    """Who may see an event; for a private event the game decides viewer by viewer."""
    if type(event) not in game.PRIVATE:
        return EVERYBODY
    return RECORD | sum(ONLY[seat] for seat in range(seats) if game.project((event,), seat))


def _opening(game: AnyGame, state: SomeState, viewer: int | None) -> bytes:
    view = view_bytes(game.NAME, game.view(state, viewer))
    dealt = bytes_field(MatchDealt.VIEW_FIELD_NUMBER, view)
    return bytes_field(_EVENTS, bytes_field(Event.MATCH_DEALT_FIELD_NUMBER, dealt))


def _joined(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The same pieces, with neighbours for the same viewers joined."""
    joined: list[Piece] = []
    for viewers, content in pieces:
        if joined and joined[-1][0] == viewers:
            joined[-1] = (viewers, joined[-1][1] + content)
        else:
            joined.append((viewers, content))
    return tuple(joined)


def update_bytes(update: matches.Update, viewers: Viewers) -> bytes:
    """An `Update` as these viewers see it."""
    pieces = update.pieces
    if len(pieces) == 1 and pieces[0][0] & viewers:
        seen = pieces[0][1]
    else:
        seen = b"".join([content for shown, content in pieces if shown & viewers])
    content = _update(update.version, update.commit, update.time_ms, seen)
    return content if update.clock is None else content + _clocks(update.clock)


@lru_cache(maxsize=1024)
def _clocks(clock: Clock) -> bytes:
    # Not the time of the update: it is behind the clocks if the store's time went back.
    clocks = clocks_message(clock, clock.since_ms + clock.credit_ms)
    return b"" if clocks is None else bytes_field(_CLOCKS, clocks.SerializeToString())


@lru_cache(maxsize=1024)
def _update(version: int, commit: bytes, time_ms: int, seen: bytes) -> bytes:
    """Build an update, cached: viewers that see the same mostly read it at the same moment."""
    return (
        number_field(_VERSION, version)
        + bytes_field(_COMMIT, commit.hex().encode())
        + bytes_field(_TIME, _timestamp(time_ms))
        + seen
    )


def _timestamp(time_ms: int) -> bytes:
    """A `Timestamp`."""
    seconds, ms = divmod(time_ms, MS)
    return number_field(Timestamp.SECONDS_FIELD_NUMBER, seconds) + number_field(
        Timestamp.NANOS_FIELD_NUMBER, ms * NS_OF_MS
    )


def answer_bytes(update: matches.Update, viewer: int | None) -> bytes:
    """An answer that is only an update: to an action or a resignation."""
    return bytes_field(SubmitActionResponse.UPDATE_FIELD_NUMBER, update_bytes(update, ONLY[viewer]))
