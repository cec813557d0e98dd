"""The gRPC server: its options, the services, how it stops, and what runs handlers for it.

Method handlers are made from the contract's descriptors: bytes go to the handlers as they are.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Final, TypeAlias

import grpc.aio
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection

from gemwright.auth.certificates import read_certificates
from gemwright.rpc.auth import Metadata
from gemwright.rpc.calls import CallLog, Gate, Handlers, Stream, Unary
from gemwright.rpc.grpc_standard import LimitedHealth, LimitedReflection
from gemwright.rpc.stack import FAREWELL, SERVICES, RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import Settings

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


# Without these a thousand streams that reconnect at once see a part of them refused.
PENDING: Final = 20_000
MOST_PENDING: Final = 40_000

OPEN_CALLS: Final = 20_000
"""On one connection; further calls wait. What one caller may have open is a setting."""

# Phones ping every 10 s to keep a path open; half of it forgives pings that bunch up on the way.
SHORTEST_PING_GAP: Final = 5_000

# Answers are as long as they are; only what others send is limited.
UNLIMITED: Final = -1

EVERYTHING: Final = ""
"""What the health service calls the server as a whole."""

MethodHandler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"


class GrpcListener:
    """The door for gRPC."""

    def __init__(self, house: RpcStack, settings: Settings) -> None:
        self._credentials = _credentials(settings)
        self._server = grpc.aio.server(options=options(settings))
        probed = LimitedHealth(house.limiter)
        self._health = probed.servicer
        adapter = Adapter(house.reception)
        for service in SERVICES:
            made = _method_handlers(adapter, service, house.limited[service.full_name])
            generic = grpc.method_handlers_generic_handler(service.full_name, made)
            self._server.add_generic_rpc_handlers((generic,))
        names = [service.full_name for service in SERVICES]
        standard = [health.SERVICE_NAME, reflection.SERVICE_NAME]
        told = LimitedReflection(house.limiter, [*names, *standard])
        self._server.add_generic_rpc_handlers((probed.handler(), told.handler()))

    async def start(self, address: Address) -> int:
        """Listen and answer; the port."""
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
        """Stop: what is under way may end within the grace, watches go on elsewhere."""
        await self._health.enter_graceful_shutdown()
        # What arrives while grpc stops is cancelled without a word: tell clients to leave before.
        farewell = min(FAREWELL, grace / 2)
        await asyncio.sleep(farewell)
        await self._server.stop(grace - farewell)


def options(settings: Settings) -> list[tuple[str, int]]:
    """What grpc is told at its start."""
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
    """What the server shows, and asks for, where it has TLS; raises `KeysRefused`."""
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
