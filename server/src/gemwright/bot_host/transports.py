"""How the host of the bots calls a server: bytes of the contract out, bytes back.

Either directly to the handlers of the server in the same process, without a socket, or to another
server over gRPC.
"""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from random import getrandbits
from typing import Final, Protocol, TypeAlias

import grpc
import grpc.aio
import structlog
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from gemwright.contract.errors import is_expected, kind_of, message_of, reason_name
from gemwright.matches.api import Caller
from gemwright.rpc.calls import Call, Handlers, Stream, Unary
from gemwright.rpc.grpc_adapter import DETAILS


class CallFailed(Exception):
    """A call that ended with an error: its code of `google.rpc.Code` and the reason, if any."""

    def __init__(self, code: int, reason: str, text: str) -> None:
        super().__init__(f"{text} [{reason or code}]")
        self.code = code
        self.reason = reason


class Transport(Protocol):
    """The calls of one bot; methods are named as `gemwright.v1.MatchService/GetMatch`."""

    async def unary(self, method: str, content: bytes) -> bytes:
        """A call with one answer; raises `CallFailed`."""
        ...

    def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """A call with any number of answers; raises `CallFailed`."""
        ...


_TRACE_BITS: Final = 64

log: Final = structlog.stdlib.get_logger(__name__)


class InsideTransport:
    """Calls handlers as one caller."""

    def __init__(self, services: Mapping[str, Handlers], caller: Caller) -> None:
        self._services = services
        self._caller = caller

    async def unary(self, method: str, content: bytes) -> bytes:
        """A call with one answer."""
        handler, call = self._handler(method), self._call()
        if not isinstance(handler, Unary):
            raise TypeError(f"{method} gives more than one answer")
        try:
            return await handler.answer(content, call)
        except Exception as error:
            raise _failed(method, call, error) from None

    async def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """A call with any number of answers."""
        handler, call = self._handler(method), self._call()
        if not isinstance(handler, Stream):
            raise TypeError(f"{method} gives one answer")
        try:
            async with aclosing(handler.answers(content, call)) as messages:
                async for message in messages:
                    yield message
        except Exception as error:
            raise _failed(method, call, error) from None

    def _handler(self, method: str) -> Unary | Stream:
        service, _, name = method.partition("/")
        return self._services[service][name]

    def _call(self) -> Call:
        return Call(self._caller, f"{getrandbits(_TRACE_BITS):016x}")


def inside(services: Mapping[str, Handlers]) -> Callable[[str, str], InsideTransport]:
    """Makes transports with which bots call these services in this process."""

    def connect(owner: str, principal: str) -> InsideTransport:
        return InsideTransport(services, Caller(principal=principal, owner=owner))

    return connect


def _failed(method: str, call: Call, error: Exception) -> CallFailed:
    if not is_expected(error):
        log.error("call_failed", method=method, **call.noted, trace=call.trace, exc_info=error)
    kind = kind_of(error)
    return CallFailed(kind.code, reason_name(kind), message_of(error))


CHANNEL_OPTIONS: Final = (
    # Streams may be silent for long: without pings, nothing would show that a server is gone.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.max_receive_message_length", -1),
)
_PATIENCE_S: Final = 10.0
_Unary: TypeAlias = "grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]"
_Streaming: TypeAlias = "grpc.aio.UnaryStreamMultiCallable[bytes, bytes]"
Credential: TypeAlias = Callable[[], str]
"""Gives a token that stays good for a while."""


class ChannelTransport:
    """Calls a server with a credential."""

    def __init__(self, channel: grpc.aio.Channel, credential: Credential) -> None:
        self._channel = channel
        self._credential = credential

    async def unary(self, method: str, content: bytes) -> bytes:
        """A call with one answer."""
        call: _Unary = self._channel.unary_unary(f"/{method}")
        try:
            return await call(content, metadata=self._metadata(), timeout=_PATIENCE_S)
        except grpc.aio.AioRpcError as error:
            raise _rpc_failed(error) from None

    async def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """A call with any number of answers; closing the generator cancels it."""
        start: _Streaming = self._channel.unary_stream(f"/{method}")
        call = start(content, metadata=self._metadata())
        try:
            async for message in call:
                yield message
        except grpc.aio.AioRpcError as error:
            raise _rpc_failed(error) from None
        finally:
            call.cancel()

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._credential()}"),)


def _rpc_failed(error: grpc.aio.AioRpcError) -> CallFailed:
    """The error, with the server's reason if it gave one."""
    trailers = error.trailing_metadata()
    packed = dict(trailers).get(DETAILS, b"") if trailers is not None else b""
    reason = ""
    if isinstance(packed, bytes):
        for detail in Status.FromString(packed).details:
            info = ErrorInfo()
            if detail.Unpack(info):
                reason = info.reason
    return CallFailed(error.code().value[0], reason, error.details() or "")
