"""The server that goes wrong: a real one, with a layer around its handlers and wires in front."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Final

from redis.asyncio import Redis

from gemwright.app import open_matches, store_info
from gemwright.redis.opening import open_store
from gemwright.rpc.calls import Handlers
from gemwright.rpc.listeners import Listeners
from gemwright.rpc.stack import RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import read_settings
from gemwright_conformance.credentials import Credentials
from gemwright_conformance.layer import Layer
from gemwright_conformance.wire import Wires

HEARTBEAT_S: Final = 1.0
"""Seconds between two heartbeats: few, so that silence is noticed soon."""
_SETTINGS: Final = (
    *("--listen", "127.0.0.1:0"),
    *("--heartbeat", f"{HEARTBEAT_S:.0f}s"),
    *("--poll", "200ms"),
    *("--grace", "200ms"),
    *("--bots", "off"),
)


@dataclass(frozen=True, slots=True)
class Venue:
    """A server and its addresses."""

    grpc: Address
    http: Address
    wires: Wires
    credentials: Credentials
    services: Mapping[str, Handlers]
    """The handlers without the layer, for players that are not under test."""
    store: Redis


@asynccontextmanager
async def opened(layer: Layer) -> AsyncIterator[Venue]:
    """Start such a server, with its data in a folder that is removed afterwards."""
    wires, credentials = Wires(), Credentials()
    async with AsyncExitStack() as parts:
        folder = parts.enter_context(TemporaryDirectory(prefix="gemwright-conformance-"))
        settings = read_settings((*_SETTINGS, "--data", folder), environment={})
        store = await parts.enter_async_context(open_store(settings))
        matches = await parts.enter_async_context(open_matches(settings, store, None))
        stack = RpcStack(
            matches, settings, lambda: store_info(store), credentials, around=layer.around
        )
        listeners = Listeners(stack, settings)
        parts.push_async_callback(listeners.drain, settings.grace)
        places = await listeners.open()
        redis = store.connection.client
        assert isinstance(redis, Redis)  # its own Valkey is a single node
        assert places.http is not None  # development mode always has one
        yield Venue(
            grpc=await parts.enter_async_context(wires.to(places.grpc)),
            http=await parts.enter_async_context(wires.to(places.http)),
            wires=wires,
            credentials=credentials,
            services=stack.services,
            store=redis,
        )
