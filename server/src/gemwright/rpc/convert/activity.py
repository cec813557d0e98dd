"""What happens in the matches of an owner, as messages."""

from collections.abc import Sequence
from typing import Final, assert_never

from gemwright.matches.api import GoingAway, Heartbeat
from gemwright.matches.feeds.activity import ActivityEvent, ActivityMessage
from gemwright.matches.feeds.cursor import FeedBreak, FeedReset
from gemwright.matches.feeds.notices import ActivityKinds
from gemwright.pb import matchmaker_service_pb2 as pb
from gemwright.pb.match_pb2 import Seat
from gemwright.rpc.convert.games import MESSAGE_GAMES
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.match import commit_text
from gemwright.rpc.convert.outcome import outcome_message
from gemwright.rpc.convert.scribe import STATES
from gemwright.rpc.convert.times import timestamp

_REASONS: Final = {
    FeedBreak.HISTORY_LOST: pb.ACTIVITY_RESET_REASON_HISTORY_LOST,
    FeedBreak.TOKEN_TOO_OLD: pb.ACTIVITY_RESET_REASON_TOKEN_TOO_OLD,
}
_MESSAGE_KINDS: Final = {
    ActivityKinds.READY: pb.ACTIVITY_KIND_MATCH_READY,
    ActivityKinds.TURN: pb.ACTIVITY_KIND_TURN_CHANGED,
    ActivityKinds.ENDED: pb.ACTIVITY_KIND_MATCH_ENDED,
}
_KINDS: Final = {int(value): kind for kind, value in _MESSAGE_KINDS.items()}
_MOST_KINDS: Final = 16


def kinds_from(values: Sequence[int], path: str) -> ActivityKinds:
    """The kinds that a client asks for, all where it names none."""
    kinds = ActivityKinds(0)
    if len(values) > _MOST_KINDS:
        raise Malformed(path, f"{len(values)} kinds are more than {_MOST_KINDS}")
    for number, value in enumerate(values):
        if value not in _KINDS:
            raise Malformed(f"{path}[{number}]", f"{value} is no kind of activity")
        kinds |= _KINDS[value]
    return kinds or ActivityKinds.READY | ActivityKinds.TURN | ActivityKinds.ENDED


def activity_bytes(told: ActivityMessage) -> bytes:
    """A `WatchActivityResponse`."""
    return _response(told).SerializeToString()


def _response(told: ActivityMessage) -> pb.WatchActivityResponse:
    match told:
        case ActivityEvent():
            return pb.WatchActivityResponse(activity=_activity(told), resume_token=told.token)
        case FeedReset(reason):
            return pb.WatchActivityResponse(reset=pb.ActivityReset(reason=_REASONS[reason]))
        case Heartbeat(now_ms, token):
            heartbeat = pb.ActivityHeartbeat(time=timestamp(now_ms))
            return pb.WatchActivityResponse(heartbeat=heartbeat, resume_token=token)
        case GoingAway(token):
            return pb.WatchActivityResponse(going_away=pb.ActivityGoingAway(), resume_token=token)
        case _:
            assert_never(told)


def _activity(happening: ActivityEvent) -> pb.Activity:
    told = happening.told
    deadline_ms = None if told.clock is None else told.clock.deadline_ms
    return pb.Activity(
        kind=_MESSAGE_KINDS[happening.kind],
        match=told.match_id,
        version=told.version,
        commit_id=commit_text(told.commit),
        time=timestamp(told.time_ms),
        state=STATES[told.status],
        seats=[
            Seat(seat=number, principal=principal, is_filled=is_filled)
            for number, (principal, is_filled) in enumerate(told.seats)
        ],
        seat_to_act=told.seat_to_act,
        outcome=None if told.outcome is None else outcome_message(told.outcome),
        game=MESSAGE_GAMES[told.game],
        deadline=None if deadline_ms is None else timestamp(deadline_ms),
    )
