"""Between gRPC and the handlers: who calls, which error, one line in the log for each call."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from random import getrandbits
from typing import Final, TypeAlias, TypeVar

import grpc.aio
import structlog

from gemwright.rpc.errors import is_expected, kind_of, reason_name, status_of
from gemwright.rpc.handlers.call import Call, Stream, Unary
from gemwright.rpc.identity import Identity
from gemwright.runtime.api import Caller
from gemwright.runtime.faults import Draining

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
DETAILS: Final = "grpc-status-details-bin"
_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}
_MS: Final = 1000
_TRACE_BITS: Final = 64
T = TypeVar("T")

log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class _Line:
    """What the log will say of a call."""

    method: str
    call: Call = field(default_factory=lambda: Call(Caller(), f"{getrandbits(_TRACE_BITS):016x}"))
    began: float = field(default_factory=time.perf_counter)
    messages: int | None = None

    def write(self, code: str, reason: str = "", error: Exception | None = None) -> None:
        """Say how the call ended; of a mistake of the server's, say where it was made."""
        said = {"method": self.method, **self.call.noted, "code": code}
        if reason:
            said["reason"] = reason
        if self.messages is not None:
            said["messages"] = self.messages
        took = round((time.perf_counter() - self.began) * _MS, 1)
        if error is None:
            log.info("call_ended", **said, duration_ms=took, trace=self.call.trace)
        else:
            log.error(
                "call_failed", **said, duration_ms=took, trace=self.call.trace, exc_info=error
            )


class Adapter:
    """Runs handlers for gRPC."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self.is_draining = False

    def unary(self, method: str, handler: Unary) -> Callable[[bytes, Context], Awaitable[bytes]]:
        """A call with one answer."""

        async def answer(content: bytes, context: Context, line: _Line) -> bytes:
            self._begin(line.call, context)
            return await handler.answer(content, line.call)

        async def run(content: bytes, context: Context) -> bytes:
            line = _Line(method)
            return await _ended(line, context, answer(content, context, line))

        return run

    def stream(self, method: str, handler: Stream) -> Callable[[bytes, Context], Awaitable[None]]:
        """A call with any number of answers."""

        async def answer(content: bytes, context: Context, line: _Line) -> None:
            self._begin(line.call, context)
            line.messages = 0
            async with aclosing(handler.answers(content, line.call)) as messages:
                async for message in messages:
                    await context.write(message)
                    line.messages += 1

        async def run(content: bytes, context: Context) -> None:
            line = _Line(method)
            await _ended(line, context, answer(content, context, line))

        return run

    def _begin(self, call: Call, context: Context) -> None:
        if self.is_draining:
            raise Draining
        call.caller = self._identity.identify(context.invocation_metadata() or ())


async def _ended(line: _Line, context: Context, answer: Awaitable[T]) -> T:
    """The answer, or the end of the call with its error; the log says which."""
    try:
        answered = await answer
    except asyncio.CancelledError:
        line.write(grpc.StatusCode.CANCELLED.name)
        raise
    except Exception as error:
        if context.cancelled():
            line.write(grpc.StatusCode.CANCELLED.name)
            raise asyncio.CancelledError from None
        await _abort(line, context, error)
        raise
    line.write(grpc.StatusCode.OK.name)
    return answered


async def _abort(line: _Line, context: Context, error: Exception) -> None:
    kind = kind_of(error)
    code = _CODES[kind.code]
    line.write(code.name, reason_name(kind), None if is_expected(error) else error)
    status = status_of(error, line.call.trace)
    details = ((DETAILS, status.SerializeToString()),)
    await context.abort(code, status.message, details)
