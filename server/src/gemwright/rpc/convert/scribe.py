"""The wording of updates for the wire: each fact as one field of `Update`, in bytes.

Updates are made once and joined from then on, so nothing here depends on who looks.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gemwright.engine.outcomes import Forfeit
from gemwright.pb.game_pb2 import Event, MatchDealt
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ABANDONED,
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
    MATCH_STATE_NO_SHOW,
    MATCH_STATE_WAITING,
    Adjudication,
    Close,
    Join,
    Move,
    Update,
)
from gemwright.pb.match_pb2 import Forfeit as ForfeitMessage
from gemwright.rpc.convert.games import action_bytes, event_bytes, view_message
from gemwright.rpc.convert.outcome import forfeit_reason
from gemwright.rpc.convert.wire import bytes_field, number_field
from gemwright.runtime.ports import Status

STATES: Final = {
    Status.WAITING: MATCH_STATE_WAITING,
    Status.ACTIVE: MATCH_STATE_ACTIVE,
    Status.FINISHED: MATCH_STATE_FINISHED,
    Status.CANCELLED: MATCH_STATE_CANCELLED,
    Status.NO_SHOW: MATCH_STATE_NO_SHOW,
    Status.ABANDONED: MATCH_STATE_ABANDONED,
}
"""The contract's word for where a match stands."""

_MOVE: Final = Update.MOVE_FIELD_NUMBER
_JOIN: Final = Update.JOIN_FIELD_NUMBER
_FORFEIT: Final = Update.FORFEIT_FIELD_NUMBER
_CLOSE: Final = Update.CLOSE_FIELD_NUMBER
_ADJUDICATION: Final = Update.ADJUDICATION_FIELD_NUMBER
_EVENTS: Final = Update.EVENTS_FIELD_NUMBER


class WireScribe:
    """The scribe that the runtime is given."""

    def move(self, game: str, seat: int, action: object) -> bytes:
        """That a seat acted."""
        return _move(game, seat, action)

    def join(self, seat: int, principal: str, entropy: bytes) -> bytes:
        """That a seat was filled."""
        join = Join(seat=seat, principal=principal, entropy=entropy)
        return bytes_field(_JOIN, join.SerializeToString())

    def forfeit(self, seat: int, why: Forfeit) -> bytes:
        """That a seat left before the end."""
        forfeit = ForfeitMessage(seat=seat, reason=forfeit_reason(why))
        return bytes_field(_FORFEIT, forfeit.SerializeToString())

    def close(self, status: Status, absent: Sequence[int]) -> bytes:
        """That the match was closed without an outcome."""
        close = Close(state=STATES[status], absent_seats=absent)
        return bytes_field(_CLOSE, close.SerializeToString())

    def adjudication(self, winners: Sequence[int]) -> bytes:
        """That an operator decided the match."""
        return bytes_field(_ADJUDICATION, Adjudication(winners=winners).SerializeToString())

    def event(self, game: str, event: object) -> bytes:
        """One event of a game."""
        return _event(game, event)

    def dealt(self, game: str, view: object) -> bytes:
        """That the match was dealt, with the opening as one viewer may know it."""
        event = Event(match_dealt=MatchDealt(view=view_message(game, view)))
        return bytes_field(_EVENTS, event.SerializeToString())


@lru_cache(maxsize=16384)
def _move(game: str, seat: int, action: object) -> bytes:
    move = number_field(Move.SEAT_FIELD_NUMBER, seat) + bytes_field(
        Move.ACTION_FIELD_NUMBER, action_bytes(game, action)
    )
    return bytes_field(_MOVE, move)


@lru_cache(maxsize=32768)
def _event(game: str, event: object) -> bytes:
    return bytes_field(_EVENTS, event_bytes(game, event))
