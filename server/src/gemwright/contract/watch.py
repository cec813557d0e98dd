"""The messages of a watch, and the answer with a snapshot, in bytes.

What was encoded once is joined and never built again.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, assert_never

from gemwright.contract.games import action_bytes, view_message
from gemwright.contract.matches import clocks_message, match_message, reveal_message, timestamp
from gemwright.contract.updates import update_bytes
from gemwright.contract.vocabulary import words_of
from gemwright.contract.wire import bytes_field
from gemwright.engine.game import SomeState
from gemwright.matches.api import (
    ClocksMoved,
    GoingAway,
    Heartbeat,
    Reset,
    ResetReason,
    Reveal,
    Snapshot,
    WatchedUpdate,
    WatchMessage,
)
from gemwright.matches.match import Match
from gemwright.matches.updates import ONLY
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb.game_pb2 import View

RESET_REASONS: Final = words_of(pb.ResetReason, ResetReason)
"""The contract's word for why a watch is reset."""

_UPDATE: Final = pb.WatchMatchResponse.UPDATE_FIELD_NUMBER
_LEGAL: Final = pb.WatchMatchResponse.LEGAL_ACTIONS_FIELD_NUMBER
_TOKEN: Final = pb.WatchMatchResponse.RESUME_TOKEN_FIELD_NUMBER
_LEGAL_OF_GET: Final = pb.GetMatchResponse.LEGAL_ACTIONS_FIELD_NUMBER
_MOST_KNOWN: Final = 16_384


def watch_bytes(told: WatchMessage) -> bytes:
    """A `WatchMatchResponse`."""
    match told:
        case WatchedUpdate():
            return _update_bytes(told)
        case Snapshot():
            return _watched_snapshot_bytes(told)
        case Heartbeat(now_ms, token):
            beat = pb.Heartbeat(time=timestamp(now_ms))
            return _plain(pb.WatchMatchResponse(heartbeat=beat, resume_token=token))
        case ClocksMoved(clock, now_ms, token):
            clocks = clocks_message(clock, now_ms)
            return _plain(pb.WatchMatchResponse(clocks=clocks, resume_token=token))
        case Reset(reason):
            return _plain(pb.WatchMatchResponse(reset=pb.Reset(reason=RESET_REASONS[reason])))
        case GoingAway(token):
            return _plain(pb.WatchMatchResponse(going_away=pb.GoingAway(), resume_token=token))
        case Reveal(match, token):
            return _plain(pb.WatchMatchResponse(reveal=reveal_message(match), resume_token=token))
        case _:
            assert_never(told)


def snapshot_bytes(snapshot: Snapshot) -> bytes:
    """A `GetMatchResponse`."""
    match = snapshot.match
    response = pb.GetMatchResponse(
        match=match_message(match, snapshot.now_ms),
        view=_view(match, snapshot.viewer),
        viewer_seat=snapshot.viewer,
        reveal=reveal_message(match) if match.state.is_over else None,
        resume_token=snapshot.token,
    )
    return response.SerializeToString() + _legal(_LEGAL_OF_GET, match, snapshot.viewer)


def _update_bytes(watched: WatchedUpdate) -> bytes:
    """Build the bytes once for all watchers that get the same."""
    if not watched.wire:
        watched.wire = (
            bytes_field(_UPDATE, update_bytes(watched.update, ONLY[watched.viewer]))
            + actions_bytes(_LEGAL, watched.game, watched.legal_actions)
            + bytes_field(_TOKEN, watched.token.encode())
        )
    return watched.wire


def _watched_snapshot_bytes(snapshot: Snapshot) -> bytes:
    match = snapshot.match
    message = pb.Snapshot(
        match=match_message(match, snapshot.now_ms),
        view=_view(match, snapshot.viewer),
        viewer_seat=snapshot.viewer,
    )
    response = pb.WatchMatchResponse(snapshot=message, resume_token=snapshot.token)
    return response.SerializeToString() + _legal(_LEGAL, match, snapshot.viewer)


def _view(match: Match, viewer: int | None) -> View | None:
    position: SomeState | None = match.position
    return (
        None
        if position is None
        else view_message(match.charter.game, match.game.view(position, viewer))
    )


def _legal(field: int, match: Match, viewer: int | None) -> bytes:
    return actions_bytes(field, match.charter.game, match.legal_actions(viewer))


def actions_bytes(field: int, game: str, actions: Iterable[object]) -> bytes:
    """Actions, each as a field of this number."""
    known = _actions_known(field, game)
    find = known.found.get
    return b"".join([find(id(action)) or known.added(action) for action in actions])


class _ActionsKnown:
    """Actions as fields, found by their identity: the rules list the same objects again and again.

    Finding them by value would take longer than everything else that is done with an update.
    """

    def __init__(self, field: int, game: str) -> None:
        self.found: dict[int, bytes] = {}
        self._field = field
        self._game = game
        self._kept: list[object] = []
        """Keeps the objects alive, because an identity is valid only as long as its object."""

    def added(self, action: object) -> bytes:
        """Remember an action and return its field."""
        if len(self._kept) >= _MOST_KNOWN:
            self.found.clear()
            self._kept.clear()
        self._kept.append(action)
        field = bytes_field(self._field, action_bytes(self._game, action))
        self.found[id(action)] = field
        return field


@cache
def _actions_known(field: int, game: str) -> _ActionsKnown:
    return _ActionsKnown(field, game)


def _plain(message: pb.WatchMatchResponse) -> bytes:
    return message.SerializeToString()
