"""Updates in bytes: each fact as one field of `Update`, encoded once and joined from then on.

Nothing in a piece of an update depends on who looks. The numbers of fields are the contract's; a
test compares every message with one built in the plain way.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gemwright.contract.games import action_bytes, event_bytes, view_bytes
from gemwright.contract.matches import STATES, clocks_message, commit_text, timestamp_bytes
from gemwright.contract.vocabulary import words_of
from gemwright.contract.wire import bytes_field, number_field
from gemwright.engine.outcome import Forfeit
from gemwright.matches import updates as matches
from gemwright.matches.stored import Clock, MatchState
from gemwright.matches.updates import Viewers, only
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
    """Encodes what the pieces of an update are made of."""

    def move(self, game: str, seat: int, action: object) -> bytes:
        """That a seat acted."""
        return _move(game, seat, action)

    def join(self, seat: int, principal: str, entropy: bytes) -> bytes:
        """That a seat was filled."""
        join = Join(seat=seat, principal=principal, entropy=entropy)
        return bytes_field(_JOIN, join.SerializeToString())

    def forfeit(self, seat: int, why: Forfeit) -> bytes:
        """That a seat left before the end."""
        forfeit = ForfeitMessage(seat=seat, reason=_FORFEITS[why])
        return bytes_field(_FORFEIT, forfeit.SerializeToString())

    def close(self, status: MatchState, absent: Sequence[int]) -> bytes:
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
        dealt = bytes_field(MatchDealt.VIEW_FIELD_NUMBER, view_bytes(game, view))
        return bytes_field(_EVENTS, bytes_field(Event.MATCH_DEALT_FIELD_NUMBER, dealt))


@lru_cache(maxsize=16384)
def _move(game: str, seat: int, action: object) -> bytes:
    move = number_field(Move.SEAT_FIELD_NUMBER, seat) + bytes_field(
        Move.ACTION_FIELD_NUMBER, action_bytes(game, action)
    )
    return bytes_field(_MOVE, move)


@lru_cache(maxsize=32768)
def _event(game: str, event: object) -> bytes:
    return bytes_field(_EVENTS, event_bytes(game, event))


def update_bytes(update: matches.Update, viewers: Viewers) -> bytes:
    """An `Update` as these viewers see it."""
    content = _update(update.version, update.commit, update.time_ms, update.seen_by(viewers))
    return content if update.clock is None else content + _clocks(update.clock)


@lru_cache(maxsize=1024)
def _clocks(clock: Clock) -> bytes:
    # Not at the time of the update, which is behind the clocks where the store's time went back.
    clocks = clocks_message(clock, clock.since_ms + clock.credit_ms)
    return b"" if clocks is None else bytes_field(_CLOCKS, clocks.SerializeToString())


@lru_cache(maxsize=1024)
def _update(version: int, commit: bytes, time_ms: int, seen: bytes) -> bytes:
    """Whoever sees the same of an update mostly looks at the same moment."""
    return (
        number_field(_VERSION, version)
        + bytes_field(_COMMIT, commit_text(commit).encode())
        + bytes_field(_TIME, timestamp_bytes(time_ms))
        + seen
    )


def answer_bytes(update: matches.Update, viewer: int | None) -> bytes:
    """An answer that is an update alone: to an action, to a resignation."""
    return bytes_field(SubmitActionResponse.UPDATE_FIELD_NUMBER, update_bytes(update, only(viewer)))
