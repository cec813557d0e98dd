"""InboxService: for principals with many matches."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from gemwright.contract.feeds import inbox_bytes
from gemwright.contract.fields import Findings
from gemwright.matches.matches import Matches
from gemwright.pb import inbox_service_pb2 as pb
from gemwright.rpc.calls import Call, Handlers, stream, unary

_SHORTEST_LEASE_MS: Final = 1_000
_LONGEST_LEASE_MS: Final = 10 * 60 * 1_000


class InboxHandlers:
    """The calls of InboxService."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def calls(self) -> Handlers:
        """Every call by its name."""
        return {
            "WatchInbox": stream(pb.WatchInboxRequest, self._watch),
            "LeaseMatch": unary(pb.LeaseMatchRequest, self._lease),
        }

    async def _watch(
        self, request: pb.WatchInboxRequest, call: Call
    ) -> AsyncGenerator[bytes, None]:
        call.needs_principal()
        async with aclosing(
            self._matches.inboxes.watch(call.caller, request.resume_token)
        ) as watch:
            async for told in watch:
                yield inbox_bytes(told)

    async def _lease(self, request: pb.LeaseMatchRequest, call: Call) -> pb.LeaseMatchResponse:
        call.needs_principal()
        found = Findings()
        match_id = found.match_id(request.match)
        holder = found.holder(request.holder)
        ttl_ms = found.milliseconds(request.ttl, "ttl", _SHORTEST_LEASE_MS, _LONGEST_LEASE_MS)
        found.check()
        call.note(match_id)
        is_granted = await self._matches.inboxes.lease(call.caller, match_id, holder, ttl_ms)
        return pb.LeaseMatchResponse(is_granted=is_granted)
