"""Servers under test: real gRPC servers of this process on one real store.

Each has a store client, a runtime and caches of its own, so that two of them share nothing but the
store. What callers do with them belongs elsewhere.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Final, TypeVar

import grpc.aio
import uvloop

from gemwright.rpc.convert.scribe import WireScribe
from gemwright.rpc.handlers.catalog import Promises
from gemwright.rpc.server import RpcServer
from gemwright.runtime.limits import Limits
from gemwright.runtime.service import Runtime
from gemwright.setting_kinds import Address
from gemwright.settings import read_settings
from gemwright.storage.connect import connected
from gemwright.storage.store import RedisStore
from tests.service.callers import Caller

ResultT = TypeVar("ResultT")

SECRET: Final = bytes(range(32))
"""The secret of the deployment, from which match ids and join tokens are derived."""
NO_PROMISES: Final = Promises("a store under test", False, "", 0, ())
TEST_PATIENCE: Final = 120.0

BRISK: Final = Limits(sweep_every_s=0.05, heartbeat_s=0.5, poll_s=0.2)
"""Limits for servers that never let a test wait; matches stay as long as in production."""
PATIENT: Final = replace(BRISK, heartbeat_s=60.0, poll_s=60.0, sweep_every_s=60.0)
"""Limits for servers that do nothing on their own account: only what wakes them moves them."""


def play(test: Coroutine[object, object, ResultT]) -> ResultT:
    """Run a test on an event loop like the server's."""

    async def limited() -> ResultT:
        async with asyncio.timeout(TEST_PATIENCE):
            return await test

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(limited())


class Host:
    """One server of a table."""

    def __init__(
        self, stack: AsyncExitStack, store: RedisStore, runtime: Runtime, rpc: RpcServer, port: int
    ) -> None:
        self._stack = stack
        self._store = store
        self.runtime = runtime
        self.rpc = rpc
        self.address = f"127.0.0.1:{port}"
        self._channels: list[grpc.aio.Channel] = []

    def caller(self, principal: str | None = None) -> Caller:
        """A client of this server on a connection of its own."""
        options = [("grpc.use_local_subchannel_pool", 1)]
        channel = grpc.aio.insecure_channel(self.address, options=options)
        self._channels.append(channel)
        return Caller(channel, principal)

    def move_clock(self, by_ms: int) -> None:
        """Have the store's clock show another time to this server."""
        self._store.time_offset_ms += by_ms

    async def stop(self, grace: float = 5.0) -> None:
        """End it in order; without grace its calls are cut."""
        async with self._stack:
            await self.rpc.drain(grace)

    async def leave(self) -> None:
        """Close the connections of the clients."""
        for channel in self._channels:
            await channel.close()


class Table:
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
    ) -> Host:
        """One server more; another `url` leads it to the same store by another way."""
        async with AsyncExitStack() as stack:
            connection = await stack.enter_async_context(connected(url or self._url))
            store = await stack.enter_async_context(
                RedisStore(connection.client, time_offset_ms=clock_ahead_ms, wake_ups=wake_ups)
            )
            runtime = await stack.enter_async_context(
                Runtime(store, WireScribe(), limits or self._limits, SECRET, is_development=True)
            )
            rpc = RpcServer(runtime, read_settings([]), lambda: NO_PROMISES)
            port = await rpc.start(Address("127.0.0.1", 0))
            host = Host(stack.pop_all(), store, runtime, rpc, port)
        self.hosts.append(host)
        return host

    async def stop(self, host: Host, grace: float = 5.0) -> None:
        """End one server; its clients may go on to others."""
        self.hosts.remove(host)
        await host.stop(grace)
        await host.leave()


@asynccontextmanager
async def table(
    url: str, servers: int = 1, limits: Limits = BRISK, *, wake_ups: bool = True
) -> AsyncIterator[Table]:
    """So many servers on the store at `url`; more can be started later."""
    laid = Table(url, limits)
    try:
        for _ in range(servers):
            await laid.start(wake_ups=wake_ups)
        yield laid
    finally:
        for host in laid.hosts:
            await host.leave()
        for host in laid.hosts[:]:
            await laid.stop(host, grace=0)
