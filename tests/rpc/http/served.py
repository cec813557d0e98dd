"""A service with both doors open, and one client for each of the four protocols."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeVar

import grpc.aio
from connectrpc.client import ConnectClient
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.protocol import ProtocolType
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.message import Message
from google.rpc import code_pb2
from google.rpc.status_pb2 import Status

from gemwright.contract.updates import WireUpdateEncoder
from gemwright.matches.matches import Matches
from gemwright.redis.connect import connected
from gemwright.redis.store import RedisStore
from gemwright.rpc.calls import CallMeter, Handlers
from gemwright.rpc.listeners import Listeners
from gemwright.rpc.stack import RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import Settings
from tests.rpc.serving import PROMISES, SECRET
from tests.service.servers import BRISK

AnswerT = TypeVar("AnswerT", bound=Message)
HERE: Final = Address("127.0.0.1", 0)
Headers = Mapping[str, str]
NOBODY: Final[Headers] = {}


class Ended(Exception):
    """A call that failed, as its client read it."""

    def __init__(self, status: Status) -> None:
        super().__init__(status.message)
        self.status = status


class Wire(Protocol):
    """A client of one protocol."""

    async def call(
        self, method: str, request: Message, kind: type[AnswerT], headers: Headers = NOBODY
    ) -> AnswerT:
        """A call with one answer."""
        ...

    def stream(
        self, method: str, request: Message, kind: type[AnswerT], headers: Headers = NOBODY
    ) -> AsyncGenerator[AnswerT, None]:
        """A call with any number of answers."""
        ...


@dataclass(frozen=True)
class Served:
    """Where the doors are, and the house behind them."""

    stack: RpcStack
    grpc: Address
    http: Address


@asynccontextmanager
async def served(
    url: str,
    settings: Settings | None = None,
    others: Mapping[str, Handlers] | None = None,
    meter: CallMeter | None = None,
) -> AsyncIterator[Served]:
    """Both doors on the data of a Valkey; some calls may be answered by others."""
    settings = replace(settings or Settings(), listen=HERE, http=HERE)
    async with (
        connected(url) as connection,
        RedisStore(connection.client) as store,
        Matches(
            store, WireUpdateEncoder(), BRISK, SECRET, is_development=settings.is_development
        ) as runtime,
    ):
        stack = RpcStack(runtime, settings, lambda: PROMISES, meter=meter)
        for name, calls in (others or {}).items():
            stack.limited[name] = {**stack.limited[name], **calls}
        doors = Listeners(stack, settings)
        places = await doors.open()
        try:
            assert places.http is not None
            yield Served(stack, places.grpc, places.http)
        finally:
            await doors.drain(0.2)


class GrpcWire:
    """gRPC, at its own port."""

    def __init__(self, service: Served) -> None:
        self._channel = grpc.aio.insecure_channel(str(service.grpc))

    async def call(
        self, method: str, request: Message, kind: type[AnswerT], headers: Headers = NOBODY
    ) -> AnswerT:
        """A call with one answer."""
        run: grpc.aio.UnaryUnaryMultiCallable[bytes, AnswerT] = self._channel.unary_unary(
            f"/{method}", response_deserializer=kind.FromString
        )
        try:
            return await run(request.SerializeToString(), metadata=tuple(headers.items()))
        except grpc.aio.AioRpcError as error:
            raise _ended_grpc(error) from None

    async def stream(
        self, method: str, request: Message, kind: type[AnswerT], headers: Headers = NOBODY
    ) -> AsyncGenerator[AnswerT, None]:
        """A call with any number of answers."""
        run: grpc.aio.UnaryStreamMultiCallable[bytes, AnswerT] = self._channel.unary_stream(
            f"/{method}", response_deserializer=kind.FromString
        )
        try:
            async for message in run(request.SerializeToString(), metadata=tuple(headers.items())):
                yield message
        except grpc.aio.AioRpcError as error:
            raise _ended_grpc(error) from None


def _ended_grpc(error: grpc.aio.AioRpcError) -> Ended:
    (content,) = (
        value
        for key, value in error.trailing_metadata() or ()
        if key == "grpc-status-details-bin" and isinstance(value, bytes)
    )
    return Ended(Status.FromString(content))


@dataclass(frozen=True)
class HttpWire:
    """One of the protocols over HTTP."""

    client: ConnectClient
    headers: Headers = field(default_factory=dict)

    async def call(
        self, method: str, request: Message, kind: type[AnswerT], headers: Headers = NOBODY
    ) -> AnswerT:
        """A call with one answer."""
        try:
            return await self.client.execute_unary(
                request=request,
                method=_info(method, request, kind, StreamType.UNARY),
                headers={**self.headers, **headers},
            )
        except ConnectError as error:
            raise _ended_http(error) from None

    async def stream(
        self, method: str, request: Message, kind: type[AnswerT], headers: Headers = NOBODY
    ) -> AsyncGenerator[AnswerT, None]:
        """A call with any number of answers."""
        messages = self.client.execute_server_stream(
            request=request,
            method=_info(method, request, kind, StreamType.SERVER_STREAM),
            headers={**self.headers, **headers},
        )
        try:
            async for message in messages:
                yield message
        except ConnectError as error:
            raise _ended_http(error) from None


def _info(
    method: str, request: Message, kind: type[AnswerT], stream: StreamType
) -> MethodInfo[Message, AnswerT]:
    service, _, name = method.partition("/")
    return MethodInfo(
        name=name,
        service_name=service,
        input=type(request),
        output=kind,
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=stream,
    )


def _ended_http(error: ConnectError) -> Ended:
    name = "CANCELLED" if error.code is Code.CANCELED else error.code.name
    return Ended(
        Status(
            code=code_pb2.Code.Value(name),
            message=error.message,
            details=[
                Packed(type_url=f"type.googleapis.com/{one.type_name}", value=one.message_bytes)
                for one in error.details
            ],
        )
    )


PROTOCOLS: Final = ("gRPC", "Connect", "gRPC-Web", "JSON")


def wire(protocol: str, service: Served) -> Wire:
    """A client that speaks a protocol."""
    address = f"http://{service.http}"
    match protocol:
        case "gRPC":
            return GrpcWire(service)
        case "Connect":
            return HttpWire(ConnectClient(address, codec=google_protobuf_binary_codec()))
        case "gRPC-Web":
            codec, kind = google_protobuf_binary_codec(), ProtocolType.GRPC_WEB
            return HttpWire(ConnectClient(address, codec=codec, protocol=kind))
        case _:
            return HttpWire(ConnectClient(address, codec=google_protobuf_json_codec()))
