"""One stream for all matches of a principal."""

from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import timedelta
from typing import Final

from gemwright_client.network.calls import Line
from gemwright_client.network.streams import ResumedStream
from gemwright_client.pb.inbox_service_pb2 import (
    InboxEntry,
    LeaseMatchRequest,
    LeaseMatchResponse,
    WatchInboxRequest,
    WatchInboxResponse,
)
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING

_SILENT: Final = ("heartbeat", "going_away", None)
_LIVE: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)
_KEPT_ENDED: Final = 1_000
"""How many ended matches are remembered, so that an old entry of theirs is not taken for news."""


class Inbox:
    """The matches of the caller."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def watch(self, resume_token: str = "") -> AsyncGenerator[WatchInboxResponse, None]:
        """Yield entries as they change, `complete` when all were sent, `reset` before all again.

        The stream goes on over cuts, and of each match only newer entries are yielded.
        """
        request = WatchInboxRequest(resume_token=resume_token)
        newest = Newest()
        following = ResumedStream(
            self._line, "InboxService/WatchInbox", WatchInboxResponse, lambda: request
        )
        async with aclosing(following.messages()) as messages:
            async for message in messages:
                kind = message.WhichOneof("message")
                if kind == "reset":
                    newest, request.resume_token = Newest(), ""
                request.resume_token = message.resume_token or request.resume_token
                if kind in _SILENT or (kind == "entry" and not newest.takes(message.entry)):
                    continue
                yield message

    async def lease(self, match: str, holder: str, ttl: timedelta) -> bool:
        """Ask for the lease of a match, which only one process has; tell whether it was granted."""
        request = LeaseMatchRequest(match=match, holder=holder)
        request.ttl.FromTimedelta(ttl)
        answer = await self._line.call("InboxService/LeaseMatch", request, LeaseMatchResponse)
        return answer.is_granted


class Newest:
    """The newest entry of each match."""

    def __init__(self) -> None:
        self._entries: dict[str, InboxEntry] = {}
        self._ended: deque[str] = deque()

    def takes(self, entry: InboxEntry) -> bool:
        """Note an entry; tell whether it is news."""
        before = self._entries.get(entry.match)
        if before is not None and (entry.version < before.version or entry == before):
            return False
        self._entries[entry.match] = entry
        if entry.state not in _LIVE:
            self._ended.append(entry.match)
            if len(self._ended) > _KEPT_ENDED:
                self._entries.pop(self._ended.popleft(), None)
        return True
