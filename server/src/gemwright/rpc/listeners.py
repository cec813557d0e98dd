"""The listeners of a server: gRPC always, HTTP if it is set."""

import asyncio
from typing import Final, NamedTuple, Protocol

from gemwright.rpc.grpc_server import GrpcListener
from gemwright.rpc.stack import RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import Settings


class Listener(Protocol):
    """Takes the calls of one transport."""

    async def start(self, address: Address) -> int:
        """Listen and answer; return the port."""
        ...

    async def drain(self, grace: float) -> None:
        """Stop: calls under way may finish within the grace, watches go on at other servers."""
        ...


class Addresses(NamedTuple):
    """Where the listeners are."""

    grpc: Address
    http: Address | None


class Listeners:
    """All listeners of a server."""

    def __init__(self, stack: RpcStack, settings: Settings) -> None:
        self._stack = stack
        self._grpc: Final[Listener] = GrpcListener(stack, settings)
        self._listen = settings.listen
        self._http: Listener | None = None
        self._http_address = settings.http_address
        if self._http_address is not None:
            from gemwright.rpc.http.server import HttpListener

            self._http = HttpListener(stack, settings)

    async def open(self) -> Addresses:
        """Listen and answer; return the addresses."""
        grpc = await _opened(self._grpc, self._listen)
        if self._http is None or self._http_address is None:
            return Addresses(grpc, None)
        return Addresses(grpc, await _opened(self._http, self._http_address))

    async def drain(self, grace: float) -> None:
        """Refuse new calls, then stop all listeners at the same time."""
        self._stack.drain()
        listeners = [self._grpc] if self._http is None else [self._grpc, self._http]
        await asyncio.gather(*(listener.drain(grace) for listener in listeners))


async def _opened(listener: Listener, address: Address) -> Address:
    return Address(address.host, await listener.start(address))
