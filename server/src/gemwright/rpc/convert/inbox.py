"""What an inbox tells, as messages."""

from typing import Final, assert_never

from gemwright.matches.api import GoingAway, Heartbeat
from gemwright.matches.feeds.cursor import FeedBreak, FeedReset
from gemwright.matches.feeds.inbox import InboxComplete, InboxEntry, InboxMessage
from gemwright.pb import inbox_service_pb2 as pb
from gemwright.rpc.convert.games import MESSAGE_GAMES
from gemwright.rpc.convert.match import commit_text
from gemwright.rpc.convert.scribe import STATES
from gemwright.rpc.convert.times import timestamp

_REASONS: Final = {
    FeedBreak.HISTORY_LOST: pb.INBOX_RESET_REASON_HISTORY_LOST,
    FeedBreak.TOKEN_TOO_OLD: pb.INBOX_RESET_REASON_TOKEN_TOO_OLD,
}


def inbox_bytes(told: InboxMessage) -> bytes:
    """A `WatchInboxResponse`."""
    return _response(told).SerializeToString()


def _response(told: InboxMessage) -> pb.WatchInboxResponse:
    match told:
        case InboxEntry():
            return pb.WatchInboxResponse(entry=_entry_message(told), resume_token=told.token)
        case InboxComplete(token):
            return pb.WatchInboxResponse(complete=pb.InboxComplete(), resume_token=token)
        case FeedReset(reason):
            return pb.WatchInboxResponse(reset=pb.InboxReset(reason=_REASONS[reason]))
        case Heartbeat(now_ms, token):
            heartbeat = pb.InboxHeartbeat(time=timestamp(now_ms))
            return pb.WatchInboxResponse(heartbeat=heartbeat, resume_token=token)
        case GoingAway(token):
            return pb.WatchInboxResponse(going_away=pb.InboxGoingAway(), resume_token=token)
        case _:
            assert_never(told)


def _entry_message(entry: InboxEntry) -> pb.InboxEntry:
    told, deadline_ms = entry.told, entry.deadline_ms
    return pb.InboxEntry(
        match=told.match_id,
        game=MESSAGE_GAMES[told.game],
        state=STATES[told.status],
        version=told.version,
        commit_id=commit_text(told.commit),
        seats=entry.seats,
        seat_to_act=told.seat_to_act,
        deadline=None if deadline_ms is None else timestamp(deadline_ms),
    )
