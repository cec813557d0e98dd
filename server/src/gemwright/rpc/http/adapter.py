"""Between connectrpc and the handlers.

The log of a call begins before connectrpc has read anything, because connectrpc may refuse the call
by itself.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from contextvars import ContextVar
from typing import Final, TypeAlias

from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.request import RequestContext
from google.protobuf.message import Message
from google.rpc import code_pb2 as codes
from protobuf.wkt import Any as WireAny

from gemwright.matches.faults import InvalidField
from gemwright.rpc.auth import Metadata
from gemwright.rpc.calls import CallLog, Stream, StreamCredential, Unary
from gemwright.rpc.http.codecs import Answer, Request
from gemwright.rpc.http.origins import Origins
from gemwright.rpc.limits import key_of
from gemwright.rpc.stack import RpcStack

Context: TypeAlias = RequestContext[Request, Answer]

CALL_LOG: Final[ContextVar[CallLog]] = ContextVar("CALL_LOG")
"""The log of the call that a task answers."""

NAMES: Final = {code: "CANCELLED" if code is Code.CANCELED else code.name for code in Code}
CODES: Final = {codes.Code.Value(name): code for code, name in NAMES.items()}


class HttpAdapter:
    """Runs handlers for connectrpc."""

    def __init__(self, stack: RpcStack, origins: Origins) -> None:
        self._gate = stack.gate
        self._limiter = stack.limiter
        self._origins = origins

    def unary(
        self, handler: Unary, kind: type[Message]
    ) -> Callable[[Request, Context], Awaitable[Answer]]:
        """A call with one answer of that kind."""

        async def run(request: Request, context: Context) -> Answer:
            call_log = CALL_LOG.get()
            call_log.begin()
            try:
                self._let_in(call_log, context)
                content = await handler.answer(self._content(request, call_log), call_log.call)
            except asyncio.CancelledError:
                call_log.left()
                raise
            except Exception as error:
                raise _told(call_log, error) from None
            call_log.end()
            return Answer(content, kind)

        return run

    def stream(
        self, handler: Stream, kind: type[Message]
    ) -> Callable[[Request, Context], AsyncIterator[Answer]]:
        """A call with any number of answers."""

        async def run(request: Request, context: Context) -> AsyncGenerator[Answer, None]:
            call_log = CALL_LOG.get()
            call_log.begin()
            try:
                metadata = self._let_in(call_log, context)
                credential = self._gate.credential(call_log.call.caller, metadata)
                messages = handler.answers(self._content(request, call_log), call_log.call)
                call_log.open()
                async with aclosing(messages):
                    while (message := await _next(messages, credential)) is not None:
                        call_log.sending()
                        yield Answer(message, kind)
            except (asyncio.CancelledError, GeneratorExit):
                call_log.left()
                raise
            except Exception as error:
                raise _told(call_log, error) from None
            call_log.end()

        return run

    def _let_in(self, call_log: CallLog, context: Context) -> Metadata:
        """Find out who calls; return the call's metadata."""
        metadata = self._origins.metadata(context.request_headers)
        self._gate.let_in(call_log.call, metadata, lambda: _peer(context))
        return metadata

    def _content(self, request: Request, call_log: CallLog) -> bytes:
        """The request for a handler; one that cannot be read reaches none and is counted here."""
        try:
            return request.content()
        except InvalidField:
            self._limiter.count(key_of(call_log.call))
            raise


class Refusals:
    """Called by connectrpc for every call; logs those that connectrpc refused by itself."""

    async def on_start(self, context: Context) -> None:
        """Do nothing: nothing is known yet."""

    async def on_end(self, token: None, context: Context, error: Exception | None, /) -> None:
        """Write the line that the adapter did not write."""
        call_log = CALL_LOG.get()
        if call_log.is_written:
            return
        if isinstance(error, ConnectError):
            call_log.refused(NAMES[error.code])
        elif error is not None:
            call_log.failed(error)


async def _next(
    messages: AsyncGenerator[bytes, None], credential: StreamCredential
) -> bytes | None:
    """The next message, None after the last; raises when the credential ends."""
    async with credential.held():
        message = await anext(messages, None)
    credential.check()
    return message


def _told(call_log: CallLog, error: Exception) -> ConnectError:
    """The error of a call as connectrpc sends it."""
    status = call_log.failed(error)
    packed = [WireAny(type_url=one.type_url, value=one.value) for one in status.details]
    return ConnectError(CODES[status.code], status.message, map(ErrorDetail, packed))


def _peer(context: Context) -> str:
    """The caller's address in grpc's form, so that limits count both transports together."""
    host, _, port = (context.client_address or "").rpartition(":")
    return f"ipv6:%5B{host}%5D:{port}" if ":" in host else f"ipv4:{host}:{port}"
