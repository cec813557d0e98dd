"""Servers under test: real gRPC servers on one real store, of this process unless `modes` says not.

Each has a store client, a runtime and caches of its own, so that two of them share nothing but the
store. What callers do with them belongs elsewhere.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final, Protocol

import grpc.aio

from gemwright.contract.updates import WireUpdateEncoder
from gemwright.matches.limits import Limits
from gemwright.matches.matches import Matches
from gemwright.redis.connect import connected
from gemwright.redis.store import RedisStore
from gemwright.rpc.grpc_server import GrpcListener
from gemwright.rpc.handlers.catalog import StoreInfo
from gemwright.rpc.stack import RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import read_settings
from tests import modes
from tests.modes import SECRET
from tests.service.callers import Caller
from tests.service.fleet import FLEET, words_of

NO_PROMISES: Final = StoreInfo("a store under test", False, "", 0, ())
BRISK: Final = Limits(sweep_every_s=0.05, heartbeat_s=0.5, poll_s=0.2)
"""Limits for servers that never let a test wait; matches stay as long as in production."""
PATIENT: Final = replace(BRISK, heartbeat_s=60.0, poll_s=60.0, sweep_every_s=60.0)
"""Limits for servers that do nothing on their own account: only what wakes them moves them."""


class Serving(Protocol):
    """A server, wherever it runs."""

    async def end(self, grace: float) -> None:
        """Stop it in order; without grace its calls are cut."""

    async def dismiss(self) -> None:
        """The test is over."""


@dataclass(frozen=True)
class Inside:
    """A server of this process."""

    parts: AsyncExitStack
    store: RedisStore
    runtime: Matches
    stack: RpcStack
    rpc: GrpcListener

    async def end(self, grace: float) -> None:
        """Stop it in order; without grace its calls are cut."""
        async with self.parts:
            self.stack.drain()
            await self.rpc.drain(grace)

    async def dismiss(self) -> None:
        """The test is over."""
        await self.end(0)


class Host:
    """One server of a table."""

    def __init__(self, address: str, serving: Serving) -> None:
        self._serving = serving
        self.address = address
        self._channels: list[grpc.aio.Channel] = []

    @property
    def inside(self) -> Inside:
        """What a test can reach only in its own process."""
        assert isinstance(self._serving, Inside), f"mark this test as `{modes.INSIDE}`"
        return self._serving

    @property
    def runtime(self) -> Matches:
        """Its runtime."""
        return self.inside.runtime

    @property
    def stack(self) -> RpcStack:
        """What answers its calls."""
        return self.inside.stack

    @property
    def rpc(self) -> GrpcListener:
        """Its gRPC server."""
        return self.inside.rpc

    def caller(self, principal: str | None = None) -> Caller:
        """A client of this server on a connection of its own."""
        options = [("grpc.use_local_subchannel_pool", 1)]
        channel = grpc.aio.insecure_channel(self.address, options=options)
        self._channels.append(channel)
        return Caller(channel, principal)

    def move_clock(self, by_ms: int) -> None:
        """Have the store's clock show another time to this server."""
        self.inside.store.time_offset_ms += by_ms

    async def stop(self, grace: float = 5.0) -> None:
        """End it in order; without grace its calls are cut."""
        await self._serving.end(grace)

    async def dismiss(self) -> None:
        """The test is over."""
        await self._serving.dismiss()

    async def leave(self) -> None:
        """Close the connections of the clients."""
        for channel in self._channels:
            await channel.close()


class Servers:
    """Any number of servers on one store."""

    def __init__(self, url: str, limits: Limits) -> None:
        self._url = url
        self._limits = limits
        self.hosts: list[Host] = []

    async def start(
        self,
        *,
        url: str | None = None,
        limits: Limits | None = None,
        wake_ups: bool = True,
        clock_ahead_ms: int = 0,
        words: Sequence[str] = (),
    ) -> Host:
        """One server more; another `url` leads it to the same store by another way.

        `words` are of its command line, as far as they concern callers.
        """
        if modes.WORKERS:
            assert not clock_ahead_ms, f"mark this test as `{modes.INSIDE}`"
            limited = words_of(limits or self._limits, wake_ups=wake_ups)
            ship = await FLEET.take((*limited, "--redis", url or self._url, *words))
            host = Host(ship.running.address, ship)
        else:
            host = await self._inside(url, limits, words, clock_ahead_ms, wake_ups=wake_ups)
        self.hosts.append(host)
        return host

    async def _inside(
        self,
        url: str | None,
        limits: Limits | None,
        words: Sequence[str],
        clock_ahead_ms: int,
        *,
        wake_ups: bool,
    ) -> Host:
        settings = read_settings(words)
        async with AsyncExitStack() as parts:
            connection = await parts.enter_async_context(connected(url or self._url))
            store = await parts.enter_async_context(
                RedisStore(connection.client, time_offset_ms=clock_ahead_ms, wake_ups=wake_ups)
            )
            runtime = await parts.enter_async_context(
                Matches(
                    store,
                    WireUpdateEncoder(),
                    limits or self._limits,
                    SECRET,
                    is_development=settings.is_development,
                )
            )
            stack = RpcStack(runtime, settings, lambda: NO_PROMISES)
            rpc = GrpcListener(stack, settings)
            port = await rpc.start(Address("127.0.0.1", 0))
            return Host(f"127.0.0.1:{port}", Inside(parts.pop_all(), store, runtime, stack, rpc))

    async def stop(self, host: Host, grace: float = 5.0) -> None:
        """End one server; its clients may go on to others."""
        self.hosts.remove(host)
        await host.stop(grace)
        await host.leave()


@asynccontextmanager
async def servers_on(
    url: str, number: int = 1, limits: Limits = BRISK, *, wake_ups: bool = True
) -> AsyncIterator[Servers]:
    """So many servers on the store at `url`; more can be started later."""
    servers = Servers(url, limits)
    try:
        for _ in range(number):
            await servers.start(wake_ups=wake_ups)
        yield servers
    finally:
        for host in servers.hosts:
            await host.leave()
        for host in servers.hosts:
            await host.dismiss()
