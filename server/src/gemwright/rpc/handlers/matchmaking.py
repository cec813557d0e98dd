"""MatchmakerService: for the services that own matches."""

import asyncio
from typing import Final

import structlog

from gemwright.pb import matchmaker_service_pb2 as pb
from gemwright.rpc.convert.match import match_message
from gemwright.rpc.errors import failure_of, is_expected
from gemwright.rpc.handlers.call import Call, Handlers, unary
from gemwright.rpc.handlers.creating import wanted_from
from gemwright.rpc.handlers.fields import Findings
from gemwright.runtime.faults import FieldInvalid
from gemwright.runtime.service import Runtime

MOST_IN_BATCH: Final = 500
_AT_ONCE: Final = 64
_MOST_ON_PAGE: Final = 500
_ON_PAGE: Final = 50

log: Final = structlog.stdlib.get_logger(__name__)


class MatchmakerHandlers:
    """The calls of MatchmakerService."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def calls(self) -> Handlers:
        """Every call by its name."""
        return {
            "CreateMatch": unary(pb.CreateMatchRequest, self._create),
            "BatchCreateMatches": unary(pb.BatchCreateMatchesRequest, self._create_batch),
            "ListMatches": unary(pb.ListMatchesRequest, self._list),
            "CancelMatch": unary(pb.CancelMatchRequest, self._cancel),
        }

    async def _create(self, request: pb.CreateMatchRequest, call: Call) -> pb.CreateMatchResponse:
        created = await self._runtime.create(call.owner, wanted_from(request))
        call.note(created.match.match_id)
        return pb.CreateMatchResponse(
            match=match_message(created.match),
            join_tokens=[
                pb.JoinToken(seat=seat, token=token) for seat, token in created.join_tokens
            ],
        )

    async def _create_batch(
        self, request: pb.BatchCreateMatchesRequest, call: Call
    ) -> pb.BatchCreateMatchesResponse:
        number = len(request.requests)
        if number > MOST_IN_BATCH:
            raise FieldInvalid(("requests", f"{number} requests, at most {MOST_IN_BATCH} at once"))
        turns = asyncio.Semaphore(_AT_ONCE)

        async def result(one: pb.CreateMatchRequest) -> pb.CreateMatchResult:
            async with turns:
                return await self._result(one, call)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(result(one)) for one in request.requests]
        return pb.BatchCreateMatchesResponse(results=[task.result() for task in tasks])

    async def _result(self, request: pb.CreateMatchRequest, call: Call) -> pb.CreateMatchResult:
        """What became of one request; one that fails harms no other."""
        part = Call(call.caller, call.trace)
        try:
            return pb.CreateMatchResult(created=await self._create(request, part))
        except Exception as error:
            if not is_expected(error):
                log.error("create_failed", trace=call.trace, exc_info=error)
            return pb.CreateMatchResult(failure=failure_of(error))

    async def _list(self, request: pb.ListMatchesRequest, call: Call) -> pb.ListMatchesResponse:
        found = Findings()
        most = found.page_size(request.page_size, _MOST_ON_PAGE, _ON_PAGE)
        cursor = found.cursor(request.page_token)
        status = found.status(request.state)
        game = found.game(request.game) if request.game else None
        if request.principal:
            found.principal(request.principal, "principal")
        found.check()
        listed = await self._runtime.find(
            call.owner,
            principal=request.principal or None,
            status=status,
            game=game,
            cursor=cursor,
            most=most,
        )
        return pb.ListMatchesResponse(
            matches=[match_message(match) for match in listed.matches],
            next_page_token=listed.next_cursor,
        )

    async def _cancel(self, request: pb.CancelMatchRequest, call: Call) -> pb.CancelMatchResponse:
        found = Findings()
        match_id = found.match_id(request.match)
        found.check()
        call.note(match_id)
        match = await self._runtime.cancel(call.owner, match_id)
        return pb.CancelMatchResponse(match=match_message(match))
