"""Between connectrpc and the handlers.

The line of a call is begun before connectrpc has read anything, for it may refuse the call without
asking anybody here.
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

from gemwright.matches.faults import FieldInvalid
from gemwright.rpc.auth import Metadata
from gemwright.rpc.calls import CallLog, Stream, StreamCredential, Unary
from gemwright.rpc.http.codecs import Answer, Request
from gemwright.rpc.http.origins import Origins
from gemwright.rpc.limits import key_of
from gemwright.rpc.stack import RpcStack

Context: TypeAlias = RequestContext[Request, Answer]

LINE: Final[ContextVar[CallLog]] = ContextVar("LINE")
"""The line of the call that a task answers."""

NAMES: Final = {code: "CANCELLED" if code is Code.CANCELED else code.name for code in Code}
CODES: Final = {codes.Code.Value(name): code for code, name in NAMES.items()}


class HttpAdapter:
    """Runs handlers for connectrpc."""

    def __init__(self, house: RpcStack, origins: Origins) -> None:
        self._reception = house.reception
        self._limiter = house.limiter
        self._origins = origins

    def unary(
        self, handler: Unary, kind: type[Message]
    ) -> Callable[[Request, Context], Awaitable[Answer]]:
        """A call with one answer of that kind."""

        async def run(request: Request, context: Context) -> Answer:
            line = LINE.get()
            line.begin()
            try:
                self._let_in(line, context)
                content = await handler.answer(self._content(request, line), line.call)
            except asyncio.CancelledError:
                line.left()
                raise
            except Exception as error:
                raise _told(line, error) from None
            line.answered()
            return Answer(content, kind)

        return run

    def stream(
        self, handler: Stream, kind: type[Message]
    ) -> Callable[[Request, Context], AsyncIterator[Answer]]:
        """A call with any number of answers."""

        async def run(request: Request, context: Context) -> AsyncGenerator[Answer, None]:
            line = LINE.get()
            line.begin()
            try:
                metadata = self._let_in(line, context)
                standing = self._reception.standing(line.call.caller, metadata)
                messages = handler.answers(self._content(request, line), line.call)
                line.open()
                async with aclosing(messages):
                    while (message := await _next(messages, standing)) is not None:
                        line.sending()
                        yield Answer(message, kind)
            except (asyncio.CancelledError, GeneratorExit):
                line.left()
                raise
            except Exception as error:
                raise _told(line, error) from None
            line.answered()

        return run

    def _let_in(self, line: CallLog, context: Context) -> Metadata:
        """Find out who calls; what it said of itself."""
        metadata = self._origins.metadata(context.request_headers)
        self._reception.let_in(line.call, metadata, lambda: _peer(context))
        return metadata

    def _content(self, request: Request, line: CallLog) -> bytes:
        """The request for a handler; what is none gets to no handler and counts as a call here."""
        try:
            return request.content()
        except FieldInvalid:
            self._limiter.count(key_of(line.call))
            raise


class Refusals:
    """Told by connectrpc of every call; writes the lines of those that it refused by itself."""

    async def on_start(self, context: Context) -> None:
        """Nothing is known yet."""

    async def on_end(self, token: None, context: Context, error: Exception | None, /) -> None:
        """Write the line that the adapter did not write."""
        line = LINE.get()
        if line.is_written:
            return
        if isinstance(error, ConnectError):
            line.refused(NAMES[error.code])
        elif error is not None:
            line.failed(error)


async def _next(messages: AsyncGenerator[bytes, None], standing: StreamCredential) -> bytes | None:
    """The next message, nothing after the last; waited for while the credential is good."""
    async with standing.held():
        message = await anext(messages, None)
    standing.check()
    return message


def _told(line: CallLog, error: Exception) -> ConnectError:
    """The error of a call as connectrpc sends it."""
    status = line.failed(error)
    packed = [WireAny(type_url=one.type_url, value=one.value) for one in status.details]
    return ConnectError(CODES[status.code], status.message, map(ErrorDetail, packed))


def _peer(context: Context) -> str:
    """The address of the caller in the form that grpc gives it, so that limits count both doors."""
    host, _, port = (context.client_address or "").rpartition(":")
    return f"ipv6:%5B{host}%5D:{port}" if ":" in host else f"ipv4:{host}:{port}"
