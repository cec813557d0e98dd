"""MatchmakerService: for the services that own matches."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

import structlog

from gemwright.contract.errors import failure_of, is_expected
from gemwright.contract.feeds import activity_bytes, kinds_from
from gemwright.contract.fields import Findings
from gemwright.contract.matches import match_message
from gemwright.matches.api import Scope
from gemwright.matches.faults import DevelopmentOnly, InvalidField
from gemwright.matches.feeds.notices import ActivityKinds
from gemwright.matches.matches import Matches
from gemwright.pb import matchmaker_service_pb2 as pb
from gemwright.rpc.auth import Identity
from gemwright.rpc.calls import Call, Handlers, stream, unary
from gemwright.rpc.handlers.creation import match_request
from gemwright.rpc.handlers.listing import listed
from gemwright.rpc.handlers.scenarios import staged
from gemwright.setting_kinds import LONGEST_PLAYER_TOKEN

MOST_IN_BATCH: Final = 500
_AT_ONCE: Final = 64
_MS: Final = 1000

log: Final = structlog.stdlib.get_logger(__name__)


class MatchmakerHandlers:
    """The calls of MatchmakerService."""

    def __init__(self, matches: Matches, identity: Identity, *, is_development: bool) -> None:
        self._matches = matches
        self._identity = identity
        self._is_development = is_development

    def calls(self) -> Handlers:
        """Every call by its name."""
        return {
            "CreateMatch": unary(pb.CreateMatchRequest, self._create),
            "BatchCreateMatches": unary(pb.BatchCreateMatchesRequest, self._create_batch),
            "ListMatches": unary(pb.ListMatchesRequest, self._list),
            "CancelMatch": unary(pb.CancelMatchRequest, self._cancel),
            "CreatePlayerToken": unary(pb.CreatePlayerTokenRequest, self._create_token),
            "WatchActivity": stream(pb.WatchActivityRequest, self._watch),
        }

    async def _create(self, request: pb.CreateMatchRequest, call: Call) -> pb.CreateMatchResponse:
        owner = call.owner
        is_developers = request.HasField("position") or bool(request.scenario)
        if is_developers and not self._is_development:
            raise DevelopmentOnly  # at once: reading a long position takes seconds
        if request.scenario:
            request = staged(request, call.caller.principal)
        created = await self._matches.creating.create(owner, match_request(request))
        call.note(created.match.match_id)
        return pb.CreateMatchResponse(
            match=match_message(created.match, self._matches.time.now_ms()),
            join_tokens=[
                pb.JoinToken(seat=seat, token=token) for seat, token in created.join_tokens
            ],
        )

    async def _create_batch(
        self, request: pb.BatchCreateMatchesRequest, call: Call
    ) -> pb.BatchCreateMatchesResponse:
        call.needs_scope(Scope.MATCHMAKER)
        number = len(request.requests)
        if number > MOST_IN_BATCH:
            raise InvalidField(("requests", f"{number} requests, at most {MOST_IN_BATCH} at once"))
        turns = asyncio.Semaphore(_AT_ONCE)

        async def result(one: pb.CreateMatchRequest) -> pb.CreateMatchResult:
            async with turns:
                return await self._result(one, call)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(result(one)) for one in request.requests]
        return pb.BatchCreateMatchesResponse(results=[task.result() for task in tasks])

    async def _result(self, request: pb.CreateMatchRequest, call: Call) -> pb.CreateMatchResult:
        """The result of one request; a failed one does not affect the others."""
        part = Call(call.caller, call.trace)
        try:
            return pb.CreateMatchResult(created=await self._create(request, part))
        except Exception as error:
            if not is_expected(error):
                log.error("create_failed", trace=call.trace, exc_info=error)
            return pb.CreateMatchResult(failure=failure_of(error))

    async def _list(self, request: pb.ListMatchesRequest, call: Call) -> pb.ListMatchesResponse:
        page = await listed(self._matches, call.owner, request, Findings())
        now_ms = self._matches.time.now_ms()
        return pb.ListMatchesResponse(
            matches=[match_message(match, now_ms) for match in page.matches],
            next_page_token=page.next_cursor,
        )

    async def _cancel(self, request: pb.CancelMatchRequest, call: Call) -> pb.CancelMatchResponse:
        owner, found = call.owner, Findings()
        match_id = found.match_id(request.match)
        found.check()
        call.note(match_id)
        match = await self._matches.seating.cancel(owner, match_id)
        return pb.CancelMatchResponse(match=match_message(match, self._matches.time.now_ms()))

    async def _create_token(
        self, request: pb.CreatePlayerTokenRequest, call: Call
    ) -> pb.CreatePlayerTokenResponse:
        owner, found = call.owner, Findings()
        principal = found.player(request.principal, "principal")
        ttl = None
        if request.HasField("ttl"):
            most = LONGEST_PLAYER_TOKEN * _MS
            ttl = found.milliseconds(request.ttl, "ttl", _MS, most) / _MS
        found.check()
        token = self._identity.mint(owner, principal, ttl)
        answer = pb.CreatePlayerTokenResponse(token=token.text)
        answer.expire_time.FromSeconds(token.expires_at)
        return answer

    async def _watch(
        self, request: pb.WatchActivityRequest, call: Call
    ) -> AsyncGenerator[bytes, None]:
        owner, found = call.owner, Findings()
        kinds = found.read(ActivityKinds(0), lambda: kinds_from(request.kinds, "kinds"))
        found.check()
        async with aclosing(
            self._matches.activity.watch(owner, kinds, request.resume_token)
        ) as watch:
            async for told in watch:
                yield activity_bytes(told)
