"""A real gRPC server that answers as a test has written down, and remembers what it was called for.

It knows nothing of matches: what servers really say is tested with real ones.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

import grpc
import grpc.aio
from google.protobuf.message import Message

from gemwright.contract.errors import kind_of, status_of
from gemwright.matches import faults
from gemwright_client.pb import catalog_service_pb2 as catalogue

STREAMS: Final = ("WatchMatch", "WatchInbox", "WatchActivity")
HEARTBEAT_S: Final = 60
TRACE: Final = "0123456789abcdef"
_TRAILER: Final = "grpc-status-details-bin"
_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


@dataclass(frozen=True)
class Failing:
    """An error of the network between."""

    code: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE


@dataclass(frozen=True)
class Refusing:
    """An error of the server's."""

    fault: Exception


@dataclass(frozen=True)
class Outdated:
    """A token has expired: who shows it is refused, and others get their answer."""

    token: str
    answer: Message


class Silence:
    """No answer at all, until the caller gives up."""


Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
Answer: TypeAlias = Message | bytes | Failing | Refusing | Outdated | Silence
Script: TypeAlias = Mapping[str, Sequence[Answer | Sequence[Answer]]]
"""For each method what its calls get, one after the other; the last of them again and again.

A stream gets a sequence of answers, and ends after them.
"""


class Heard(NamedTuple):
    """One call."""

    method: str
    content: bytes
    authorization: str
    at: float
    seconds: float | None
    """Until its deadline."""


class Scripted(grpc.GenericRpcHandler):
    """The server's side; see `scripted`."""

    def __init__(self, script: Script) -> None:
        info = catalogue.GetServerInfoResponse()
        info.limits.heartbeat_seconds = HEARTBEAT_S
        self._script = {"GetServerInfo": [info], **script}
        self.address = ""
        self.heard: list[Heard] = []
        self.open_streams = 0

    def calls(self, method: str) -> list[Heard]:
        """The calls of a method."""
        return [one for one in self.heard if one.method == method]

    def service(
        self, call: grpc.HandlerCallDetails
    ) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        """What answers a call; nothing for a method that is not in the script."""
        method = str(call.method).rpartition("/")[2]
        if method not in self._script:
            return None

        async def answer(content: bytes, context: Context) -> bytes:
            found = self._take(method, content, context)
            assert isinstance(found, bytes) or not isinstance(found, Sequence)
            return await _said(found, context)

        async def stream(content: bytes, context: Context) -> AsyncGenerator[bytes, None]:
            found = self._take(method, content, context)
            assert isinstance(found, Sequence)
            assert not isinstance(found, bytes)
            self.open_streams += 1
            try:
                for one in found:
                    yield await _said(one, context)
            finally:
                self.open_streams -= 1

        if method in STREAMS:
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.unary_unary_rpc_method_handler(answer)

    def _take(self, method: str, content: bytes, context: Context) -> Answer | Sequence[Answer]:
        answers = self._script[method]
        found = answers[min(len(self.calls(method)), len(answers) - 1)]
        shown = _authorization(context)
        self.heard.append(Heard(method, content, shown, monotonic(), context.time_remaining()))
        return found


def _authorization(context: Context) -> str:
    return str(dict(context.invocation_metadata() or ()).get("authorization", ""))


async def _said(answer: Answer, context: Context) -> bytes:
    if isinstance(answer, Outdated):
        is_old = _authorization(context) == f"Bearer {answer.token}"
        return await _said(Refusing(faults.TokenExpired()) if is_old else answer.answer, context)
    if isinstance(answer, bytes):
        return answer
    if isinstance(answer, Message):
        return answer.SerializeToString()
    if isinstance(answer, Silence):
        await asyncio.Event().wait()
        raise AssertionError
    if isinstance(answer, Failing):
        await context.abort(answer.code, "as it is written")
    status = status_of(answer.fault, TRACE)
    trailers = ((_TRAILER, status.SerializeToString()),)
    await context.abort(_CODES[kind_of(answer.fault).code], status.message, trailers)
    raise AssertionError


@asynccontextmanager
async def scripted(script: Script) -> AsyncIterator[Scripted]:
    """Such a server; methods are named without their service."""
    handler = Scripted(script)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers([handler])
    handler.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield handler
    finally:
        await server.stop(None)
