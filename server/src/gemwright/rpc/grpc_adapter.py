"""Runs handlers for gRPC: bytes in, bytes out, errors as gRPC tells them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Final, TypeAlias

import grpc.aio

from gemwright.rpc.auth import Metadata
from gemwright.rpc.calls import CallLog, Gate, Stream, Unary

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
DETAILS: Final = "grpc-status-details-bin"
CODES: Final = {code.value[0]: code for code in grpc.StatusCode}
_TURNS_OF_ANSWERS: Final = 2
"""Turns of the event loop: in the first, those who watch work out what the answer tells them."""
_TURNS_OF_MESSAGES: Final = 1


class Adapter:
    """Runs handlers for gRPC."""

    def __init__(self, reception: Gate) -> None:
        self._reception = reception

    def unary(self, method: str, handler: Unary) -> Callable[[bytes, Context], Awaitable[bytes]]:
        """A call with one answer."""
        reception = self._reception

        async def run(content: bytes, context: Context) -> bytes:
            line = reception.line(method)
            try:
                reception.let_in(line.call, _metadata(context), context.peer)
                answered = await handler.answer(content, line.call)
                await _sent_together(_TURNS_OF_ANSWERS)
            except (asyncio.CancelledError, Exception) as error:
                await _failed(line, context, error)
                raise
            line.answered()
            return answered

        return run

    def stream(self, method: str, handler: Stream) -> Callable[[bytes, Context], Awaitable[None]]:
        """A call with any number of answers."""
        reception = self._reception

        async def answer(content: bytes, context: Context, line: CallLog) -> None:
            metadata = _metadata(context)
            reception.let_in(line.call, metadata, context.peer)
            line.open()
            standing = reception.standing(line.call.caller, metadata)
            async with (
                standing.held(),
                aclosing(handler.answers(content, line.call)) as messages,
            ):
                async for message in messages:
                    await _sent_together(_TURNS_OF_MESSAGES)
                    standing.check()
                    line.sending()
                    await context.write(message)

        async def run(content: bytes, context: Context) -> None:
            line = reception.line(method, is_stream=True)
            try:
                await answer(content, context, line)
            except (asyncio.CancelledError, Exception) as error:
                await _failed(line, context, error)
                raise
            line.answered()

        return run


def _metadata(context: Context) -> Metadata:
    return context.invocation_metadata() or ()


async def _sent_together(turns: int) -> None:
    """Wait until whatever is ready now has been worked out, to be sent with the rest of it.

    What is sent by itself wakes another thread of grpc's by itself, which costs more than sending.
    """
    for _ in range(turns):
        await asyncio.sleep(0)


async def _failed(line: CallLog, context: Context, error: BaseException) -> None:
    """Tell the caller, if there still is one, and the log how a call ended that has no answer."""
    # The last is what writing raises if the caller has left and nobody has noticed yet.
    has_left = context.cancelled() or isinstance(error, grpc.aio.InternalError)
    if isinstance(error, Exception) and not has_left:
        status = line.failed(error)
        details = ((DETAILS, status.SerializeToString()),)
        await context.abort(CODES[status.code], status.message, details)
    line.left()
    if isinstance(error, Exception):
        raise asyncio.CancelledError from None
