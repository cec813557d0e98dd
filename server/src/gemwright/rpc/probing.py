"""The standard health service within the limits; an address has other buckets for it than else.

It is not run by the adapter: a probe every few seconds is no line in the log.
"""

from google.protobuf.message import Message
from grpc_health.v1 import health

from gemwright.rpc.adapter import CODES, DETAILS, Context
from gemwright.rpc.errors import kind_of, status_of
from gemwright.rpc.limiter import Key, Limiter, address_of
from gemwright.runtime.faults import LimitExceeded


class LimitedHealth:
    """Answers probes, so many of them."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter
        self.servicer = health.aio.HealthServicer()
        """What is told."""

    async def Check(self, request: Message, context: Context) -> Message:  # noqa: N802 as grpc has it
        """The health now."""
        try:
            self._limiter.count(_key(context))
        except LimitExceeded as error:
            await _abort(context, error)
        answer: Message = await self.servicer.Check(request, context)
        return answer

    async def Watch(self, request: Message, context: Context) -> None:  # noqa: N802 as grpc has it
        """The health now and whenever it changes."""
        key = _key(context)
        try:
            self._limiter.count(key)
            with self._limiter.open_stream(key):
                await self.servicer.Watch(request, context)
        except LimitExceeded as error:
            await _abort(context, error)


def _key(context: Context) -> Key:
    return "health", address_of(context.peer())


async def _abort(context: Context, error: LimitExceeded) -> None:
    status = status_of(error, "")
    details = ((DETAILS, status.SerializeToString()),)
    await context.abort(CODES[kind_of(error).code], status.message, details)
