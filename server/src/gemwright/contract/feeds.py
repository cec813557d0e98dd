"""The messages of an inbox and of the activity stream."""

from collections.abc import Sequence
from typing import Final, assert_never

from gemwright.contract.games import MESSAGE_GAMES, outcome_message
from gemwright.contract.limits import Malformed
from gemwright.contract.matches import STATES, commit_text, timestamp
from gemwright.contract.vocabulary import words_of
from gemwright.matches.api import GoingAway, Heartbeat
from gemwright.matches.feeds.activity import ActivityEvent, ActivityMessage
from gemwright.matches.feeds.cursor import FeedBreak, FeedReset
from gemwright.matches.feeds.inbox import InboxComplete, InboxEntry, InboxMessage
from gemwright.matches.feeds.notices import ActivityKinds
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb import matchmaker_service_pb2 as pb
from gemwright.pb.match_pb2 import Seat

_INBOX_RESETS: Final = words_of(inbox.InboxResetReason, FeedBreak)
_ACTIVITY_RESETS: Final = words_of(pb.ActivityResetReason, FeedBreak)
_MESSAGE_KINDS: Final = {
    ActivityKinds.READY: pb.ACTIVITY_KIND_MATCH_READY,
    ActivityKinds.TURN: pb.ACTIVITY_KIND_TURN_CHANGED,
    ActivityKinds.ENDED: pb.ACTIVITY_KIND_MATCH_ENDED,
}
_KINDS: Final = {int(value): kind for kind, value in _MESSAGE_KINDS.items()}
_MOST_KINDS: Final = 16


def kinds_from(values: Sequence[int], path: str) -> ActivityKinds:
    """The kinds that a client asks for; all of them if it names none."""
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
    return _activity_response(told).SerializeToString()


def _activity_response(told: ActivityMessage) -> pb.WatchActivityResponse:
    match told:
        case ActivityEvent():
            return pb.WatchActivityResponse(activity=_activity(told), resume_token=told.token)
        case FeedReset(reason):
            return pb.WatchActivityResponse(reset=pb.ActivityReset(reason=_ACTIVITY_RESETS[reason]))
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
        state=STATES[told.state],
        seats=[
            Seat(seat=number, principal=principal, is_filled=is_filled)
            for number, (principal, is_filled) in enumerate(told.seats)
        ],
        seat_to_act=told.seat_to_act,
        outcome=None if told.outcome is None else outcome_message(told.outcome),
        game=MESSAGE_GAMES[told.game],
        deadline=None if deadline_ms is None else timestamp(deadline_ms),
    )


def inbox_bytes(told: InboxMessage) -> bytes:
    """A `WatchInboxResponse`."""
    return _inbox_response(told).SerializeToString()


def _inbox_response(told: InboxMessage) -> inbox.WatchInboxResponse:
    match told:
        case InboxEntry():
            return inbox.WatchInboxResponse(entry=_inbox_entry(told), resume_token=told.token)
        case InboxComplete(token):
            return inbox.WatchInboxResponse(complete=inbox.InboxComplete(), resume_token=token)
        case FeedReset(reason):
            return inbox.WatchInboxResponse(reset=inbox.InboxReset(reason=_INBOX_RESETS[reason]))
        case Heartbeat(now_ms, token):
            heartbeat = inbox.InboxHeartbeat(time=timestamp(now_ms))
            return inbox.WatchInboxResponse(heartbeat=heartbeat, resume_token=token)
        case GoingAway(token):
            return inbox.WatchInboxResponse(going_away=inbox.InboxGoingAway(), resume_token=token)
        case _:
            assert_never(told)


def _inbox_entry(entry: InboxEntry) -> inbox.InboxEntry:
    told, deadline_ms = entry.told, entry.deadline_ms
    return inbox.InboxEntry(
        match=told.match_id,
        game=MESSAGE_GAMES[told.game],
        state=STATES[told.state],
        version=told.version,
        commit_id=commit_text(told.commit),
        seats=entry.seats,
        seat_to_act=told.seat_to_act,
        deadline=None if deadline_ms is None else timestamp(deadline_ms),
    )
