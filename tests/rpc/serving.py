"""A whole service for a test: gRPC on a free port, the runtime, a Valkey; and a client of it."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

import grpc.aio
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RequestInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from gemwright.contract.updates import WireUpdateEncoder
from gemwright.matches.limits import Limits
from gemwright.matches.matches import Matches
from gemwright.pb import game_pb2 as game
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb import matchmaker_service_pb2 as made
from gemwright.pb.error_pb2 import StaleVersion
from gemwright.pb.refusal_pb2 import Refusal
from gemwright.redis.connect import connected
from gemwright.redis.store import RedisStore
from gemwright.rpc.handlers.catalog import StoreInfo
from gemwright.rpc.listeners import Listeners
from gemwright.rpc.stack import RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import Settings

PROMISES: Final = StoreInfo("Valkey 9.1", True, "everysec", 0, ("no replicas",))
SECRET: Final = b"s" * 32
MATCHES: Final = "gemwright.v1.MatchService"
MATCHMAKER: Final = "gemwright.v1.MatchmakerService"
INBOX: Final = "gemwright.v1.InboxService"
CATALOG: Final = "gemwright.v1.CatalogService"
OPERATOR: Final = "gemwright.v1.OperatorService"
DETAILS: Final = (ErrorInfo, BadRequest, RequestInfo, RetryInfo, Refusal, StaleVersion)
T = TypeVar("T")
MessageT = TypeVar("MessageT", bound=Message)


@dataclass(frozen=True, slots=True)
class Client:
    """Calls anything by its name."""

    channel: grpc.aio.Channel
    runtime: Matches
    doors: Listeners

    async def call(
        self, method: str, request: Message | bytes, answer: type[MessageT], who: str | None = "ann"
    ) -> MessageT:
        """One call with one answer."""
        run: grpc.aio.UnaryUnaryMultiCallable[bytes, MessageT] = self.channel.unary_unary(
            f"/{method}", response_deserializer=answer.FromString
        )
        content = request if isinstance(request, bytes) else request.SerializeToString()
        return await run(content, metadata=credentials(who))

    def watch(
        self, request: pb.WatchMatchRequest, who: str | None = "ann"
    ) -> grpc.aio.UnaryStreamCall[bytes, pb.WatchMatchResponse]:
        """A watch of a match."""
        run: grpc.aio.UnaryStreamMultiCallable[bytes, pb.WatchMatchResponse]
        run = self.channel.unary_stream(
            f"/{MATCHES}/WatchMatch", response_deserializer=pb.WatchMatchResponse.FromString
        )
        return run(request.SerializeToString(), metadata=credentials(who))

    async def create(self, request: made.CreateMatchRequest) -> made.CreateMatchResponse:
        """A match."""
        return await self.call(f"{MATCHMAKER}/CreateMatch", request, made.CreateMatchResponse)

    async def get(self, match: str, who: str | None = "ann") -> pb.GetMatchResponse:
        """A match as somebody sees it."""
        request = pb.GetMatchRequest(match=match)
        return await self.call(f"{MATCHES}/GetMatch", request, pb.GetMatchResponse, who)


def credentials(who: str | None) -> tuple[tuple[str, str], ...]:
    """The metadata of a principal, or of nobody."""
    return () if who is None else (("authorization", f"Bearer dev:{who}"),)


def duel_for_two(request_id: str = "request-0001") -> made.CreateMatchRequest:
    """A match that is dealt at once."""
    return made.CreateMatchRequest(
        request_id=request_id,
        game=game.GAME_DUEL,
        seats=[made.SeatSpec(principal="ann"), made.SeatSpec(principal="bob")],
    )


@asynccontextmanager
async def serving(url: str, limits: Limits | None = None) -> AsyncIterator[Client]:
    """A service on the data of a Valkey."""
    settings = Settings(listen=Address("127.0.0.1", 0), http=None)
    async with (
        connected(url) as connection,
        RedisStore(connection.client) as store,
        Matches(
            store, WireUpdateEncoder(), limits or Limits(), SECRET, is_development=True
        ) as runtime,
    ):
        doors = Listeners(RpcStack(runtime, settings, lambda: PROMISES), settings)
        places = await doors.open()
        try:
            async with grpc.aio.insecure_channel(str(places.grpc)) as channel:
                yield Client(channel, runtime, doors)
        finally:
            await doors.drain(0.2)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended that had no answer."""

    code: grpc.StatusCode
    text: str
    details: tuple[Message, ...]
    size: int

    @property
    def reason(self) -> str:
        """The reason, which every error has."""
        return str(self.detail(ErrorInfo).reason)

    @property
    def fields(self) -> list[str]:
        """The fields that are wrong."""
        return [one.field for one in self.detail(BadRequest).field_violations]

    def detail(self, kind: type[MessageT]) -> MessageT:
        """The one detail of that kind."""
        (found,) = [one for one in self.details if isinstance(one, kind)]
        return found


async def ended(call: Awaitable[object]) -> Ended:
    """The error of a call that must fail."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return ended_by(error)
    raise AssertionError(f"answered: {answer!r}")


def ended_by(error: grpc.aio.AioRpcError) -> Ended:
    """The error with its details unpacked."""
    trailers = error.trailing_metadata() or ()
    (content,) = [value for key, value in trailers if key == "grpc-status-details-bin"]
    assert isinstance(content, bytes)
    status = Status.FromString(content)
    assert status.code == error.code().value[0]
    assert status.message == error.details()
    assert rpc_status.GRPC_DETAILS_METADATA_KEY == "grpc-status-details-bin"
    return Ended(error.code(), status.message, tuple(map(_unpacked, status.details)), len(content))


def _unpacked(packed: Packed) -> Message:
    for kind in DETAILS:
        message = kind()
        if packed.Unpack(message):
            return message
    raise AssertionError(f"an unknown detail: {packed}")
