"""The client side of a call in tests: typed requests out, typed answers or `CallFailed` back.

The generated stubs say nothing of their types, so every call is wrapped here, once. What a client
makes of the answers belongs elsewhere.
"""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Awaitable
from dataclasses import dataclass
from typing import Final, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message
from google.rpc import code_pb2
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from gemwright.pb import match_service_pb2 as match_pb
from gemwright.pb import matchmaker_service_pb2 as maker_pb
from gemwright.pb.game_pb2 import Action
from gemwright.pb.match_pb2 import Match, MatchRecord, MatchState, Update

CALL_PATIENCE: Final = 60.0
_MATCHES: Final = "/gemwright.v1.MatchService/"
_MATCHMAKING: Final = "/gemwright.v1.MatchmakerService/"
_STATUS_TRAILER: Final = "grpc-status-details-bin"

AnswerT = TypeVar("AnswerT", bound=Message)
DetailT = TypeVar("DetailT", bound=Message)


@dataclass(eq=False)
class CallFailed(Exception):
    """A call that ended with an error: its code and reason by their names, and the whole status.

    The reason is empty where no server of ours has spoken: a broken connection, a time-out.
    """

    code: str
    reason: str
    status: Status

    def __str__(self) -> str:
        return f"{self.code} {self.reason}: {self.status.message}"

    def detail(self, kind: type[DetailT]) -> DetailT:
        """The detail of this kind, which must be there."""
        for packed in self.status.details:
            found = kind()
            if packed.Unpack(found):
                return found
        raise AssertionError(f"no {kind.__name__} in {self.status}")


def failure(error: grpc.aio.AioRpcError) -> CallFailed:
    """The error of a call, unpacked."""
    trailers = error.trailing_metadata()
    packed = dict(trailers).get(_STATUS_TRAILER, b"") if trailers is not None else b""
    status = Status(code=error.code().value[0], message=error.details() or "")
    if isinstance(packed, bytes) and packed:
        status = Status.FromString(packed)
    failed = CallFailed(code_pb2.Code.Name(status.code), "", status)
    if status.details:
        return CallFailed(failed.code, failed.detail(ErrorInfo).reason, status)
    return failed


async def failure_of(call: Awaitable[object]) -> CallFailed:
    """The error that a call must end with."""
    try:
        await call
    except CallFailed as failed:
        return failed
    raise AssertionError("the call did not fail")


def _raise_if_cut() -> None:
    """Tell a call that was cancelled with its channel from a task that was: tasks end silently."""
    task = asyncio.current_task()
    if task is not None and not task.cancelling():
        status = Status(code=code_pb2.CANCELLED, message="the channel was closed")
        raise CallFailed("CANCELLED", "", status) from None


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def new_request_id() -> str:
    """A request id that nobody has used."""
    return uuid.uuid4().hex


class Caller:
    """One principal, or nobody in particular, on the line to one server."""

    def __init__(self, channel: grpc.aio.Channel, principal: str | None) -> None:
        self.channel = channel
        self.principal = principal
        bearer = (("authorization", f"Bearer dev:{principal}"),)
        self.metadata: tuple[tuple[str, str], ...] = () if principal is None else bearer

    async def call(self, path: str, request: Message, answer: type[AnswerT]) -> AnswerT:
        """Any unary call."""
        method = self.channel.unary_unary(
            path, request_serializer=_serialized, response_deserializer=answer.FromString
        )
        try:
            return await method(request, metadata=self.metadata, timeout=CALL_PATIENCE)
        except grpc.aio.AioRpcError as error:
            raise failure(error) from None
        except asyncio.CancelledError:
            _raise_if_cut()
            raise

    async def stream(
        self, path: str, request: Message, answer: type[AnswerT]
    ) -> AsyncGenerator[AnswerT, None]:
        """Any call that answers with a stream; closing the iterator cancels it."""
        method = self.channel.unary_stream(
            path, request_serializer=_serialized, response_deserializer=answer.FromString
        )
        call = method(request, metadata=self.metadata)
        try:
            async for message in call:
                yield message
        except grpc.aio.AioRpcError as error:
            raise failure(error) from None
        except asyncio.CancelledError:
            _raise_if_cut()
            raise
        finally:
            call.cancel()

    async def get(self, match: str, seat: int | None = None) -> match_pb.GetMatchResponse:
        """GetMatch."""
        request = match_pb.GetMatchRequest(match=match, seat=seat)
        return await self.call(_MATCHES + "GetMatch", request, match_pb.GetMatchResponse)

    def watch(
        self, match: str, seat: int | None = None, token: str = ""
    ) -> AsyncGenerator[match_pb.WatchMatchResponse, None]:
        """WatchMatch."""
        request = match_pb.WatchMatchRequest(match=match, seat=seat, resume_token=token)
        return self.stream(_MATCHES + "WatchMatch", request, match_pb.WatchMatchResponse)

    async def act(
        self,
        match: str,
        seat: int,
        version: int,
        action: Action,
        request_id: str | None = None,
        *,
        validate_only: bool = False,
    ) -> Update:
        """SubmitAction, with a new request id unless one is given."""
        request = match_pb.SubmitActionRequest(
            match=match,
            seat=seat,
            expected_version=version,
            request_id=new_request_id() if request_id is None else request_id,
            action=action,
            validate_only=validate_only,
        )
        answer = await self.call(_MATCHES + "SubmitAction", request, match_pb.SubmitActionResponse)
        assert answer.HasField("update") != validate_only
        return answer.update

    async def resign(self, match: str, seat: int, request_id: str | None = None) -> Update:
        """Resign, with a new request id unless one is given."""
        request_id = new_request_id() if request_id is None else request_id
        request = match_pb.ResignRequest(match=match, seat=seat, request_id=request_id)
        answer = await self.call(_MATCHES + "Resign", request, match_pb.ResignResponse)
        return answer.update

    async def join(
        self, match: str, token: str = "", entropy: bytes = b"", seat: int | None = None
    ) -> match_pb.JoinMatchResponse:
        """JoinMatch."""
        request = match_pb.JoinMatchRequest(
            match=match, join_token=token, entropy=entropy, seat=seat
        )
        return await self.call(_MATCHES + "JoinMatch", request, match_pb.JoinMatchResponse)

    async def payments(
        self, match: str, seat: int, action: Action, page_size: int = 0, page_token: str = ""
    ) -> match_pb.ListPaymentsResponse:
        """One page of ListPayments."""
        request = match_pb.ListPaymentsRequest(
            match=match, seat=seat, action=action, page_size=page_size, page_token=page_token
        )
        return await self.call(_MATCHES + "ListPayments", request, match_pb.ListPaymentsResponse)

    async def updates(
        self, match: str, seat: int | None = None, after: int = 0, page_size: int = 0
    ) -> list[Update]:
        """Every page of ListUpdates."""
        request = match_pb.ListUpdatesRequest(
            match=match, seat=seat, after_version=after, page_size=page_size
        )
        found: list[Update] = []
        while True:
            page = await self.call(_MATCHES + "ListUpdates", request, match_pb.ListUpdatesResponse)
            assert len(page.updates) <= (page_size or 100)
            found += page.updates
            if not page.next_page_token:
                return found
            request.page_token = page.next_page_token

    async def record(self, match: str) -> MatchRecord:
        """GetMatchRecord."""
        request = match_pb.GetMatchRecordRequest(match=match)
        answer = await self.call(
            _MATCHES + "GetMatchRecord", request, match_pb.GetMatchRecordResponse
        )
        return answer.record

    async def create(self, request: maker_pb.CreateMatchRequest) -> maker_pb.CreateMatchResponse:
        """CreateMatch; a request without an id gets a new one."""
        request.request_id = request.request_id or new_request_id()
        return await self.call(_MATCHMAKING + "CreateMatch", request, maker_pb.CreateMatchResponse)

    async def create_batch(
        self, requests: list[maker_pb.CreateMatchRequest]
    ) -> list[maker_pb.CreateMatchResult]:
        """BatchCreateMatches."""
        batch = maker_pb.BatchCreateMatchesRequest(requests=requests)
        path = _MATCHMAKING + "BatchCreateMatches"
        answer = await self.call(path, batch, maker_pb.BatchCreateMatchesResponse)
        return list(answer.results)

    async def list_page(self, request: maker_pb.ListMatchesRequest) -> maker_pb.ListMatchesResponse:
        """One page of ListMatches."""
        return await self.call(_MATCHMAKING + "ListMatches", request, maker_pb.ListMatchesResponse)

    async def matches(self, request: maker_pb.ListMatchesRequest) -> list[Match]:
        """Every page of ListMatches."""
        found: list[Match] = []
        while True:
            page = await self.list_page(request)
            found += page.matches
            if not page.next_page_token:
                return found
            request.page_token = page.next_page_token

    async def cancel(self, match: str) -> Match:
        """CancelMatch."""
        request = maker_pb.CancelMatchRequest(match=match)
        answer = await self.call(
            _MATCHMAKING + "CancelMatch", request, maker_pb.CancelMatchResponse
        )
        return answer.match

    async def state(self, match: str) -> MatchState:
        """Where a match stands, as the caller sees it."""
        return (await self.get(match)).match.state
