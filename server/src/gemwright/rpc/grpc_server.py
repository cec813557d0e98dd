"""The gRPC server: its options, the services, how it stops, and the standard services.

Method handlers are made from the contract's descriptors: bytes go to the handlers as they are.
"""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from typing import Final, TypeAlias

import grpc.aio
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from grpc_health.v1 import health, health_pb2
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_reflection.v1alpha import reflection
from grpc_reflection.v1alpha.reflection_pb2 import (
    ServerReflectionRequest,
    ServerReflectionResponse,
)

from gemwright.auth.certificates import read_certificates
from gemwright.contract.errors import kind_of, status_of
from gemwright.matches.faults import Fault
from gemwright.rpc.calls import Handlers, Stream, Unary, parsed
from gemwright.rpc.grpc_adapter import CODES, DETAILS, Adapter
from gemwright.rpc.limits import Key, Limiter, address_of
from gemwright.rpc.stack import FAREWELL, SERVICES, RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import Settings

# With fewer, some of a thousand streams that reconnect at once are refused.
PENDING: Final = 20_000
MOST_PENDING: Final = 40_000

OPEN_CALLS: Final = 20_000
"""On one connection; further calls wait. What one caller may have open is a setting."""

# Phones ping every 10 s to keep a path open; half of it forgives pings that bunch up on the way.
SHORTEST_PING_GAP: Final = 5_000

# Answers may have any length; only what callers send is limited.
UNLIMITED: Final = -1

EVERYTHING: Final = ""
"""The health service's name for the whole server."""

MethodHandler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"


class GrpcListener:
    """The listener for gRPC."""

    def __init__(self, stack: RpcStack, settings: Settings) -> None:
        self._credentials = _credentials(settings)
        self._server = grpc.aio.server(options=options(settings))
        probed = LimitedHealth(stack.limiter)
        self._health = probed.servicer
        adapter = Adapter(stack.gate)
        for service in SERVICES:
            made = _method_handlers(adapter, service, stack.limited[service.full_name])
            generic = grpc.method_handlers_generic_handler(service.full_name, made)
            self._server.add_generic_rpc_handlers((generic,))
        names = [service.full_name for service in SERVICES]
        standard = [health.SERVICE_NAME, reflection.SERVICE_NAME]
        told = LimitedReflection(stack.limiter, [*names, *standard])
        self._server.add_generic_rpc_handlers((probed.handler(), told.handler()))

    async def start(self, address: Address) -> int:
        """Listen and answer; return the port."""
        port = (
            self._server.add_secure_port(str(address), self._credentials)
            if self._credentials
            else self._server.add_insecure_port(str(address))
        )
        await self._server.start()
        for name in (EVERYTHING, *(service.full_name for service in SERVICES)):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return port

    async def drain(self, grace: float) -> None:
        """Stop: calls under way may finish within the grace, watches go on at other servers."""
        await self._health.enter_graceful_shutdown()
        # grpc cancels calls that arrive while it stops, without a reason: warn clients before.
        farewell = min(FAREWELL, grace / 2)
        await asyncio.sleep(farewell)
        await self._server.stop(grace - farewell)


def options(settings: Settings) -> list[tuple[str, int]]:
    """The options with which grpc starts."""
    return [
        ("grpc.so_reuseport", int(settings.workers > 1)),
        ("grpc.max_receive_message_length", settings.max_message_bytes),
        ("grpc.max_send_message_length", UNLIMITED),
        ("grpc.max_concurrent_streams", OPEN_CALLS),
        ("grpc.server.max_pending_requests", PENDING),
        ("grpc.server.max_pending_requests_hard_limit", MOST_PENDING),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", SHORTEST_PING_GAP),
    ]


def _credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """The certificates to show and to ask for, None without TLS; raises `KeysRefused`."""
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    found = read_certificates(settings.tls_cert, settings.tls_key, settings.tls_client_ca)
    return grpc.ssl_server_credentials(
        [(found.key, found.chain)],
        found.client_roots,
        require_client_auth=found.client_roots is not None,
    )


def _method_handlers(
    adapter: Adapter, service: ServiceDescriptor, answering: Handlers
) -> dict[str, MethodHandler]:
    return {
        method.name: _method_handler(
            adapter, f"{service.full_name}/{method.name}", method, answering
        )
        for method in service.methods
    }


def _method_handler(
    adapter: Adapter, name: str, method: MethodDescriptor, answering: Handlers
) -> MethodHandler:
    """A call of the contract, which must have a handler."""
    match answering[method.name]:
        case Stream() as handler:
            return grpc.unary_stream_rpc_method_handler(adapter.stream(name, handler))
        case Unary() as handler:
            return grpc.unary_unary_rpc_method_handler(adapter.unary(name, handler))


StandardContext: TypeAlias = grpc.aio.ServicerContext[bytes, Message]


class LimitedHealth:
    """The standard health service, within the limits of its callers."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter
        self.servicer = health.aio.HealthServicer()
        """Holds the health of each service."""

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

    async def _check(self, content: bytes, context: StandardContext) -> Message:
        """The health now."""
        try:
            self._limiter.count(_key("health", context))
            request = parsed(HealthCheckRequest, content)
        except Fault as error:
            await _abort(context, error)
            raise
        answer: Message = await self.servicer.Check(request, context)
        return answer

    async def _watch(self, content: bytes, context: StandardContext) -> None:
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
    """The standard reflection service, limited: each question in a stream counts as a call."""

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

    async def _answer(self, questions: AsyncIterable[bytes], context: StandardContext) -> None:
        """Answer the questions of a stream, one by one."""
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


def _key(service: str, context: StandardContext) -> Key:
    return service, address_of(context.peer())


async def _abort(context: StandardContext, error: Fault) -> None:
    status = status_of(error, "")
    details = ((DETAILS, status.SerializeToString()),)
    await context.abort(CODES[kind_of(error).code], status.message, details)
