"""Between gRPC and the handlers: who calls, which error, one line in the log for each call."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from random import getrandbits
from typing import Final, TypeAlias

import grpc.aio
import structlog

from gemwright.rpc.errors import is_expected, kind_of, reason_name, status_of
from gemwright.rpc.handlers.call import Call, Stream, Unary
from gemwright.rpc.identity import Identity, Metadata
from gemwright.rpc.metering import CallMeter, NoCallMeter
from gemwright.runtime.api import Caller
from gemwright.runtime.faults import Draining, TokenExpired

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
DETAILS: Final = "grpc-status-details-bin"
CODES: Final = {code.value[0]: code for code in grpc.StatusCode}
_MS: Final = 1000
_TRACE_BITS: Final = 64
_TURNS_OF_ANSWERS: Final = 2
"""Turns of the event loop: in the first, those who watch work out what the answer tells them."""
_TURNS_OF_MESSAGES: Final = 1
_OK: Final = grpc.StatusCode.OK.name
_NOBODY: Final = Caller()

log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class _Line:
    """What the log will say of a call."""

    method: str
    meter: CallMeter
    is_stream: bool = False
    call: Call = field(default_factory=lambda: Call(_NOBODY, f"{getrandbits(_TRACE_BITS):016x}"))
    began: float = field(default_factory=time.perf_counter)
    messages: int | None = None

    def write(self, code: str, reason: str = "", error: Exception | None = None) -> None:
        """Say how the call ended; of a mistake of the server's, say where it was made."""
        seconds = time.perf_counter() - self.began
        self.meter.ended(self.method, code, None if self.is_stream else seconds)
        said: dict[str, object] = {"method": self.method, **self.call.noted, "code": code}
        if reason:
            said["reason"] = reason
        if self.messages is not None:
            said["messages"] = self.messages
            self.meter.closed(self.method)
        said["duration_ms"] = round(seconds * _MS, 1)
        said["trace"] = self.call.trace
        if error is None:
            log.info("call_ended", **said)
        else:
            log.error("call_failed", **said, exc_info=error)


class Adapter:
    """Runs handlers for gRPC."""

    def __init__(self, identity: Identity, meter: CallMeter | None = None) -> None:
        self._identity = identity
        self._meter = meter or NoCallMeter()
        self.is_draining = False

    def unary(self, method: str, handler: Unary) -> Callable[[bytes, Context], Awaitable[bytes]]:
        """A call with one answer."""

        async def run(content: bytes, context: Context) -> bytes:
            line = _Line(method, self._meter)
            try:
                self._begin(line.call, context)
                answered = await handler.answer(content, line.call)
                await _sent_together(_TURNS_OF_ANSWERS)
            except (asyncio.CancelledError, Exception) as error:
                await _failed(line, context, error)
                raise
            line.write(_OK)
            return answered

        return run

    def stream(self, method: str, handler: Stream) -> Callable[[bytes, Context], Awaitable[None]]:
        """A call with any number of answers."""

        identity = self._identity

        async def answer(content: bytes, context: Context, line: _Line) -> None:
            self._begin(line.call, context)
            line.messages = 0
            line.meter.opened(method)
            async with (
                self._held_to_its_end(line.call, context) as standing,
                aclosing(handler.answers(content, line.call)) as messages,
            ):
                async for message in messages:
                    await _sent_together(_TURNS_OF_MESSAGES)
                    if identity.generation != standing.generation:
                        standing.check()
                    line.messages += 1  # now: a caller may have read it and left before we know
                    await context.write(message)

        async def run(content: bytes, context: Context) -> None:
            line = _Line(method, self._meter, is_stream=True)
            try:
                await answer(content, context, line)
            except (asyncio.CancelledError, Exception) as error:
                await _failed(line, context, error)
                raise
            line.write(_OK)

        return run

    def _begin(self, call: Call, context: Context) -> None:
        if self.is_draining:
            raise Draining
        call.caller = caller = self._identity.identify(context.invocation_metadata() or ())
        if caller.principal is None:
            call.peer = context.peer()
        if caller.key_id:
            call.noted["owner"], call.noted["key_id"] = caller.owner or "", caller.key_id

    @asynccontextmanager
    async def _held_to_its_end(self, call: Call, context: Context) -> AsyncIterator["_Standing"]:
        """Cut what is done when the credential of the call ends."""
        timer = asyncio.timeout(None)
        standing = _Standing(self._identity, context.invocation_metadata() or (), timer)
        try:
            async with timer:
                standing.hold(call.caller)
                yield standing
        except TimeoutError:
            if not timer.expired():
                raise
            standing.identify()
            raise TokenExpired from None  # the clocks differ a little


async def _sent_together(turns: int) -> None:
    """Wait until whatever is ready now has been worked out, to be sent with the rest of it.

    What is sent by itself wakes another thread of grpc's by itself, which costs more than sending.
    """
    for _ in range(turns):
        await asyncio.sleep(0)


class _Standing:
    """Who has a stream open, for as long as the credential is good."""

    def __init__(self, identity: Identity, metadata: Metadata, timer: asyncio.Timeout) -> None:
        self._identity = identity
        self._metadata = metadata
        self._timer = timer
        self.generation = identity.generation
        """Of what is believed, when the credential was last looked at."""

    def hold(self, caller: Caller) -> None:
        """Wake up at the end of the credential."""
        due = None
        if caller.expires_at is not None:
            due = asyncio.get_running_loop().time() + caller.expires_at - time.time()
        self._timer.reschedule(due)

    def check(self) -> None:
        """Look at the credential again, and refuse to go on if it is none any more."""
        self.generation = self._identity.generation
        self.hold(self.identify())

    def identify(self) -> Caller:
        """Who it is, once more."""
        return self._identity.identify(self._metadata)


async def _failed(line: _Line, context: Context, error: BaseException) -> None:
    """Tell the caller, if there still is one, and the log how a call ended that has no answer."""
    # The last is what writing raises if the caller has left and nobody has noticed yet.
    has_left = context.cancelled() or isinstance(error, grpc.aio.InternalError)
    if isinstance(error, Exception) and not has_left:
        await _abort(line, context, error)
        return
    line.write(grpc.StatusCode.CANCELLED.name)
    if isinstance(error, Exception):
        raise asyncio.CancelledError from None


async def _abort(line: _Line, context: Context, error: Exception) -> None:
    kind = kind_of(error)
    code = CODES[kind.code]
    line.write(code.name, reason_name(kind), None if is_expected(error) else error)
    status = status_of(error, line.call.trace)
    details = ((DETAILS, status.SerializeToString()),)
    await context.abort(code, status.message, details)
