"""Opens the store: the Redis in the settings, or the server's own Valkey, once found fit."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog

from gemwright.redis.connect import Connection, connected
from gemwright.redis.embedded import Embedded, embedded_valkey
from gemwright.redis.inspection import Durability, claim_format, inspect
from gemwright.settings import Settings
from gemwright.start_error import StartError

INSPECT_EVERY: Final = 60.0
"""Seconds between two inspections of the Redis."""

log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class OpenStore:
    """A store that is open."""

    connection: Connection
    durability: Durability
    embedded: Embedded | None
    trouble: str = ""
    """Why a server would refuse to start with the store as it is now; empty if it would not."""

    async def keep_inspecting(self, settings: Settings) -> None:
        """Inspect the Redis again now and then: an operator may change its settings."""
        while True:
            await asyncio.sleep(INSPECT_EVERY)
            try:
                self.durability = await inspected(self.connection, settings)
                self.trouble = ""
            except StartError as error:
                self.trouble = str(error)
                log.error("durability_lost", text=self.trouble)
            except Exception:
                log.exception("inspection_failed")

    @property
    def exited(self) -> asyncio.Task[int] | None:
        """Done when the server's own Valkey has ended."""
        return self.embedded.exited if self.embedded else None

    def kept(self, fsync: str) -> str:
        """Where the data are, in words for people."""
        if self.embedded is None:
            return self.connection.name
        within = "before they are answered" if fsync == "always" else "within a second"
        return f"{self.embedded.data} (on disk {within})"


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[OpenStore]:
    """The Redis in the settings, or the server's own Valkey, once it is found fit."""
    async with AsyncExitStack() as stack:
        embedded = None
        if settings.redis is None:
            running = embedded_valkey(settings.data, settings.fsync)
            embedded = await stack.enter_async_context(running)
        url = embedded.url if embedded else settings.redis or ""
        password = None if embedded else settings.redis_password or None
        connection = await stack.enter_async_context(connected(url, password))
        durability = await inspected(connection, settings)
        await claim_format(connection)
        for warning in durability.warnings:
            log.warning("durability_doubtful", text=warning)
        store = OpenStore(connection, durability, embedded)
        inspecting = asyncio.create_task(store.keep_inspecting(settings))
        stack.callback(inspecting.cancel)
        yield store


async def inspected(connection: Connection, settings: Settings) -> Durability:
    """What the Redis promises; refuses an unfit one."""
    return await inspect(
        connection,
        allow_eviction=settings.allow_eviction,
        wait_replicas=settings.wait_replicas,
        wait_aof=settings.wait_aof,
    )
