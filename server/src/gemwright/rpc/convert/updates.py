"""Updates and watches in bytes: what was worded once is joined, never built again.

The numbers of fields are the contract's; a test compares every message with one built in the plain
way.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, assert_never

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
from gemwright.matches.stored import Clock
from gemwright.matches.updates import Update as Entry
from gemwright.matches.updates import Viewers, only
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb.game_pb2 import View
from gemwright.pb.match_pb2 import Update
from gemwright.rpc.convert.clocks import clocks_message
from gemwright.rpc.convert.games import action_bytes, view_message
from gemwright.rpc.convert.match import (
    commit_text,
    match_message,
    reveal_message,
)
from gemwright.rpc.convert.times import timestamp, timestamp_bytes
from gemwright.contract.wire import bytes_field, number_field

RESET_REASONS: Final = {
    ResetReason.HISTORY_LOST: pb.RESET_REASON_HISTORY_LOST,
    ResetReason.MATCH_EXPIRED: pb.RESET_REASON_MATCH_EXPIRED,
    ResetReason.UNREADABLE: pb.RESET_REASON_UNREADABLE,
    ResetReason.IDENTITY_CHANGED: pb.RESET_REASON_IDENTITY_CHANGED,
}
"""The contract's word for why a watch begins anew."""

_VERSION: Final = Update.VERSION_FIELD_NUMBER
_COMMIT: Final = Update.COMMIT_ID_FIELD_NUMBER
_TIME: Final = Update.TIME_FIELD_NUMBER
_CLOCKS: Final = Update.CLOCKS_FIELD_NUMBER
_UPDATE: Final = pb.WatchMatchResponse.UPDATE_FIELD_NUMBER
_LEGAL: Final = pb.WatchMatchResponse.LEGAL_ACTIONS_FIELD_NUMBER
_TOKEN: Final = pb.WatchMatchResponse.RESUME_TOKEN_FIELD_NUMBER
_LEGAL_OF_GET: Final = pb.GetMatchResponse.LEGAL_ACTIONS_FIELD_NUMBER
_MOST_KNOWN: Final = 16_384


def update_bytes(entry: Entry, viewers: Viewers) -> bytes:
    """An `Update` as these viewers see it."""
    update = _update(entry.version, entry.commit, entry.time_ms, entry.seen_by(viewers))
    return update if entry.clock is None else update + _clocks(entry.clock)


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


def answer_bytes(entry: Entry, viewer: int | None) -> bytes:
    """An answer that is an update alone: to an action, to a resignation."""
    return bytes_field(
        pb.SubmitActionResponse.UPDATE_FIELD_NUMBER, update_bytes(entry, only(viewer))
    )


def watch_bytes(told: WatchMessage) -> bytes:
    """A `WatchMatchResponse`."""
    match told:
        case WatchedUpdate():
            return _news_bytes(told)
        case Snapshot():
            return _sight_bytes(told)
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


def snapshot_bytes(sight: Snapshot) -> bytes:
    """A `GetMatchResponse`."""
    match = sight.match
    response = pb.GetMatchResponse(
        match=match_message(match, sight.now_ms),
        view=_view(match, sight.viewer),
        viewer_seat=sight.viewer,
        reveal=reveal_message(match) if match.status.is_over else None,
        resume_token=sight.token,
    )
    return response.SerializeToString() + _legal(_LEGAL_OF_GET, match, sight.viewer)


def _news_bytes(news: WatchedUpdate) -> bytes:
    """Made once for everybody who is told the same."""
    if not news.wire:
        news.wire = (
            bytes_field(_UPDATE, update_bytes(news.entry, only(news.viewer)))
            + actions_bytes(_LEGAL, news.game, news.legal_actions)
            + bytes_field(_TOKEN, news.token.encode())
        )
    return news.wire


def _sight_bytes(sight: Snapshot) -> bytes:
    match = sight.match
    snapshot = pb.Snapshot(
        match=match_message(match, sight.now_ms),
        view=_view(match, sight.viewer),
        viewer_seat=sight.viewer,
    )
    response = pb.WatchMatchResponse(snapshot=snapshot, resume_token=sight.token)
    return response.SerializeToString() + _legal(_LEGAL, match, sight.viewer)


def _view(match: Match, viewer: int | None) -> View | None:
    state: SomeState | None = match.state
    return (
        None if state is None else view_message(match.charter.game, match.game.view(state, viewer))
    )


def _legal(field: int, match: Match, viewer: int | None) -> bytes:
    return actions_bytes(field, match.charter.game, match.legal_actions(viewer))


def actions_bytes(field: int, game: str, actions: Iterable[object]) -> bytes:
    """Actions as so many fields of this number."""
    known = _actions_known(field, game)
    find = known.found.get
    return b"".join([find(id(action)) or known.added(action) for action in actions])


class _ActionsKnown:
    """Actions as fields, found by their identity: the rules list the same objects again and again.

    Finding them by their value would take longer than all else that is done with an update.
    """

    def __init__(self, field: int, game: str) -> None:
        self.found: dict[int, bytes] = {}
        self._field = field
        self._game = game
        self._kept: list[object] = []
        """An identity is good as long as its object is there."""

    def added(self, action: object) -> bytes:
        """The field of an action that is known from now on."""
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
