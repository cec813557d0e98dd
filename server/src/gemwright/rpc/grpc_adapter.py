"""Runs handlers for gRPC: bytes in, bytes out, errors as gRPC sends them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Final, TypeAlias

import grpc.aio

from gemwright.rpc.calls import CallLog, Gate, Stream, Unary

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
DETAILS: Final = "grpc-status-details-bin"
CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


class Adapter:
    """Runs handlers for gRPC."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def unary(self, method: str, handler: Unary) -> Callable[[bytes, Context], Awaitable[bytes]]:
        """A call with one answer."""
        gate = self._gate

        async def run(content: bytes, context: Context) -> bytes:
            call_log = gate.call_log(method)
            try:
                metadata = context.invocation_metadata() or ()
                gate.let_in(call_log.call, metadata, context.peer)
                answered = await handler.answer(content, call_log.call)
                # An answer sent alone wakes a thread of grpc for itself alone, which costs more
                # than sending. So it waits two turns of the event loop: in the first, the watches
                # prepare the messages that follow from it.
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            except (asyncio.CancelledError, Exception) as error:
                await _failed(call_log, context, error)
                raise
            call_log.end()
            return answered

        return run

    def stream(self, method: str, handler: Stream) -> Callable[[bytes, Context], Awaitable[None]]:
        """A call with any number of answers."""
        gate = self._gate

        async def run(content: bytes, context: Context) -> None:
            call_log = gate.call_log(method, is_stream=True)
            try:
                metadata = context.invocation_metadata() or ()
                gate.let_in(call_log.call, metadata, context.peer)
                call_log.open()
                credential = gate.credential(call_log.call.caller, metadata)
                async with (
                    credential.held(),
                    aclosing(handler.answers(content, call_log.call)) as messages,
                ):
                    async for message in messages:
                        await asyncio.sleep(0)  # to be sent with whatever else is ready now
                        credential.check()
                        call_log.sending()
                        await context.write(message)
            except (asyncio.CancelledError, Exception) as error:
                await _failed(call_log, context, error)
                raise
            call_log.end()

        return run


async def _failed(call_log: CallLog, context: Context, error: BaseException) -> None:
    """Send the error to the caller, if it is still there, and log how the call ended."""
    # InternalError is what writing raises if the caller has left and grpc does not know it yet.
    has_left = context.cancelled() or isinstance(error, grpc.aio.InternalError)
    if isinstance(error, Exception) and not has_left:
        status = call_log.failed(error)
        details = ((DETAILS, status.SerializeToString()),)
        await context.abort(CODES[status.code], status.message, details)
    call_log.left()
    if isinstance(error, Exception):
        raise asyncio.CancelledError from None
