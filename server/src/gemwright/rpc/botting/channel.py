"""Calls to a server elsewhere, over gRPC."""

from collections.abc import AsyncGenerator, Callable
from typing import Final, TypeAlias

import grpc
import grpc.aio
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from gemwright.rpc.adapter import DETAILS
from gemwright.rpc.botting.transport import CallFailed

CHANNEL_OPTIONS: Final = (
    # Streams may be silent for long: without pings a server that vanished would not be missed.
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
"""Gives a token that holds for a while yet."""


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
            raise _failed(error) from None

    async def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """A call with any number of answers; closing the generator cancels it."""
        start: _Streaming = self._channel.unary_stream(f"/{method}")
        call = start(content, metadata=self._metadata())
        try:
            async for message in call:
                yield message
        except grpc.aio.AioRpcError as error:
            raise _failed(error) from None
        finally:
            call.cancel()

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._credential()}"),)


def _failed(error: grpc.aio.AioRpcError) -> CallFailed:
    """The error with the reason of the server, where one has spoken."""
    trailers = error.trailing_metadata()
    packed = dict(trailers).get(DETAILS, b"") if trailers is not None else b""
    reason = ""
    if isinstance(packed, bytes):
        for detail in Status.FromString(packed).details:
            info = ErrorInfo()
            if detail.Unpack(info):
                reason = info.reason
    return CallFailed(error.code().value[0], reason, error.details() or "")
