"""The standard services, health and reflection, within the limits.

An address has buckets of its own for each of them. They are not run by the adapter: a probe every
few seconds is no line in the log. Requests come as bytes: of those that are none grpc would log a
traceback, whoever sends them.
"""

from collections.abc import AsyncIterable, AsyncIterator, Sequence
from typing import TypeAlias

import grpc.aio
from google.protobuf.message import Message
from grpc_health.v1 import health
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_reflection.v1alpha import reflection
from grpc_reflection.v1alpha.reflection_pb2 import (
    ServerReflectionRequest,
    ServerReflectionResponse,
)

from gemwright.contract.errors import kind_of, status_of
from gemwright.matches.faults import Fault
from gemwright.rpc.calls import parsed
from gemwright.rpc.grpc_server import CODES, DETAILS
from gemwright.rpc.limits import Key, Limiter, address_of

Context: TypeAlias = grpc.aio.ServicerContext[bytes, Message]


class LimitedHealth:
    """Answers probes, so many of them."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter
        self.servicer = health.aio.HealthServicer()
        """What is told."""

    def handler(self) -> grpc.GenericRpcHandler:
        """The service as grpc takes it."""
        write = HealthCheckResponse.SerializeToString
        return grpc.method_handlers_generic_handler(
            health.SERVICE_NAME,
            {
                "Check": grpc.unary_unary_rpc_method_handler(self._check, None, write),
                "Watch": grpc.unary_stream_rpc_method_handler(self._watch, None, write),
            },
        )

    async def _check(self, content: bytes, context: Context) -> Message:
        """The health now."""
        try:
            self._limiter.count(_key("health", context))
            request = parsed(HealthCheckRequest, content)
        except Fault as error:
            await _abort(context, error)
            raise
        answer: Message = await self.servicer.Check(request, context)
        return answer

    async def _watch(self, content: bytes, context: Context) -> None:
        """The health now and whenever it changes."""
        key = _key("health", context)
        try:
            self._limiter.count(key)
            request = parsed(HealthCheckRequest, content)
            with self._limiter.open_stream(key):
                await self.servicer.Watch(request, context)
        except Fault as error:
            await _abort(context, error)


class LimitedReflection:
    """Tells the contract, so often: each question is a call, and they come in streams."""

    def __init__(self, limiter: Limiter, services: Sequence[str]) -> None:
        self._limiter = limiter
        self._servicer = reflection.aio.ReflectionServicer(services)

    def handler(self) -> grpc.GenericRpcHandler:
        """The service as grpc takes it."""
        answer: grpc.RpcMethodHandler[bytes, Message] = grpc.stream_stream_rpc_method_handler(
            self._answer, None, ServerReflectionResponse.SerializeToString
        )
        return grpc.method_handlers_generic_handler(
            reflection.SERVICE_NAME, {"ServerReflectionInfo": answer}
        )

    async def _answer(self, questions: AsyncIterable[bytes], context: Context) -> None:
        """Answer, as long as there are questions."""
        key = _key("reflection", context)

        async def counted() -> AsyncIterator[Message]:
            async for question in questions:
                self._limiter.count(key)
                yield parsed(ServerReflectionRequest, question)

        try:
            with self._limiter.open_stream(key):
                async for answer in self._servicer.ServerReflectionInfo(counted(), context):
                    await context.write(answer)
        except Fault as error:
            await _abort(context, error)


def _key(service: str, context: Context) -> Key:
    return service, address_of(context.peer())


async def _abort(context: Context, error: Fault) -> None:
    status = status_of(error, "")
    details = ((DETAILS, status.SerializeToString()),)
    await context.abort(CODES[kind_of(error).code], status.message, details)
