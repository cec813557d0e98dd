"""The composition root: start, serve, stop, in this order and on this page."""

import asyncio
import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog
import uvloop

from gemwright.logs import set_up_logs
from gemwright.rpc.convert.scribe import WireScribe
from gemwright.rpc.handlers.catalog import Promises
from gemwright.rpc.server import RpcServer
from gemwright.runtime.limits import Limits
from gemwright.runtime.service import Runtime
from gemwright.setting_kinds import Address
from gemwright.settings import PROGRAM, Settings, read_settings
from gemwright.storage import StartError
from gemwright.storage.connect import Connection, connected
from gemwright.storage.embedded import Embedded, embedded_valkey
from gemwright.storage.inspection import (
    Durability,
    claim_format,
    deployment_secret,
    inspect,
)
from gemwright.storage.store import RedisStore

# The third generation holds every match in memory: walking it is seldom worth the pause.
COLLECT: Final = (10_000, 20, 1_000)

INSPECT_EVERY: Final = 60.0
"""Seconds between two looks at the settings of the Redis."""

AGAIN: Final = 0.5
"""Seconds after which a start that goes on in spite of a signal is cancelled again."""

# Most systems give 1,024 to whoever does not ask for more: a storm of phones needs more.
OPEN_FILES: Final = 65_536

log: Final = structlog.stdlib.get_logger(__name__)


def main(words: Sequence[str] | None = None) -> int:
    """Serve until told to stop; the exit code."""
    settings = read_settings(words)
    set_up_logs(settings.log_level, settings.log_format)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(run(settings))
    except StartError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 1


async def run(settings: Settings) -> int:
    """Start, serve until a signal comes or Valkey dies, stop; the exit code."""
    stop = Stop()
    try:
        async with started(settings) as service:
            stop.drain_from_now_on()
            print(welcome(settings, service), flush=True)
            is_asked = await stop.asked_before(service.store.exited)
            log.info("stopping", grace=settings.grace)
    except asyncio.CancelledError:
        if not stop.asked.is_set():
            raise
        return 0  # told to stop while starting
    log.info("stopped")
    return 0 if is_asked else 1


@dataclass(slots=True)
class Store:
    """Where the matches are."""

    connection: Connection
    durability: Durability
    embedded: Embedded | None
    trouble: str = ""
    """Why it would not be served from if it were found like this at the start."""

    def promises(self) -> Promises:
        """What is told to whoever asks: of several primaries the least."""
        found = self.durability
        least = min(found.primaries, key=lambda one: (one.append_only, one.replicas))
        return Promises(
            f"{least.server} {'.'.join(map(str, least.version))}",
            all(one.append_only for one in found.primaries),
            least.fsync or "",
            min(one.replicas for one in found.primaries),
            (self.trouble, *found.warnings) if self.trouble else found.warnings,
        )

    async def keep_inspecting(self, settings: Settings) -> None:
        """Look again now and then: what an operator changes meanwhile shall be known."""
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
        """Done when a Valkey of our own is gone."""
        return self.embedded.exited if self.embedded else None


@dataclass(frozen=True, slots=True)
class Service:
    """Everything that runs."""

    store: Store
    address: Address


@asynccontextmanager
async def started(settings: Settings) -> AsyncIterator[Service]:
    """Everything, each part on those before it; it stops in the opposite order."""
    refuse_open_address(settings.listen)
    refuse_taken_address(settings.listen)
    allow_many_connections()
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(settings))
        runtime = await stack.enter_async_context(open_runtime(settings, store))
        server = RpcServer(runtime, settings, store.promises)
        port = await server.start(settings.listen)
        stack.push_async_callback(server.drain, settings.grace)
        gc.freeze()
        gc.set_threshold(*COLLECT)
        yield Service(store, Address(settings.listen.host, port))


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """The Redis that was named, or a Valkey of our own, once it is found fit."""
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
        store = Store(connection, durability, embedded)
        inspecting = asyncio.create_task(store.keep_inspecting(settings))
        stack.callback(inspecting.cancel)
        yield store


async def inspected(connection: Connection, settings: Settings) -> Durability:
    """What the Redis promises; refused if it is unfit."""
    return await inspect(
        connection,
        allow_eviction=settings.allow_eviction,
        wait_replicas=settings.wait_replicas,
        wait_aof=settings.wait_aof,
    )


@asynccontextmanager
async def open_runtime(settings: Settings, store: Store) -> AsyncIterator[Runtime]:
    """The matches on that store."""
    secret = await deployment_secret(store.connection)
    async with RedisStore(
        store.connection.client,
        wake_ups=settings.wake_ups,
        wait_replicas=settings.wait_replicas,
        wait_aof=settings.wait_aof,
    ) as matches:
        limits = limits_of(settings)
        async with Runtime(matches, WireScribe(), limits, secret, is_development=True) as runtime:
            yield runtime


def limits_of(settings: Settings) -> Limits:
    """The settings that concern matches."""
    return Limits(
        join_within_ms=round(settings.join_deadline * 1000),
        abandon_after_ms=round(settings.abandon_after * 1000),
        keep_requests_ms=round(settings.keep_request_ids * 1000),
        keep_finished_ms=round(settings.keep_finished * 1000),
        heartbeat_s=settings.heartbeat,
        poll_s=settings.poll_every,
        held_matches=settings.cache_matches,
    )


class Stop:
    """The wish to end: the first signal asks for it, the second gets it at once."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self._starting = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._receive, number)

    def drain_from_now_on(self) -> None:
        """Until here a signal cancels the start."""
        self._starting = None

    async def asked_before(self, exited: asyncio.Task[int] | None) -> bool:
        """Wait for a signal or the end of Valkey; whether it was the signal."""
        asked = asyncio.create_task(self.asked.wait())
        await asyncio.wait([asked, exited] if exited else [asked], return_when="FIRST_COMPLETED")
        if not asked.done():
            asked.cancel()
            log.error("valkey_died", code=exited.result() if exited else None)
        return self.asked.is_set()

    def _receive(self, number: int) -> None:
        if self.asked.is_set():
            os._exit(128 + number)  # Valkey goes when its pipe breaks
        self.asked.set()
        self._cancel_start()

    def _cancel_start(self) -> None:
        if self._starting:
            self._starting.cancel()
            # More than once: on Python 3.11 wait_for, which redis-py sends with, can lose one.
            asyncio.get_running_loop().call_later(AGAIN, self._cancel_start)


def allow_many_connections() -> None:
    """Take as many open files as the system lets us: each connection is one."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def refuse_open_address(address: Address) -> None:
    """Refuse to serve strangers: nobody is asked who they are yet."""
    if not address.is_loopback:
        raise StartError(
            f"to listen on {address} needs API keys, which this version does not have yet; "
            "listen on 127.0.0.1 or [::1]"
        )


def refuse_taken_address(address: Address) -> None:
    """Say why an address cannot be had; grpc only says that it cannot."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((address.host, address.port))
        except OSError as error:
            reason = (error.strerror or "refused").lower()
            raise StartError(
                f"cannot listen on {address}: {reason}; choose another with --listen"
            ) from None


def welcome(settings: Settings, service: Service) -> str:
    """What to do next, for whoever started the server by hand."""
    address = service.address
    embedded = service.store.embedded
    within = "before they are answered" if settings.fsync == "always" else "within a second"
    kept = f"{embedded.data} (on disk {within})" if embedded else service.store.connection.name
    return f"""\
gemwright-server listens on {address}
  mode   development: open to this machine, believes Bearer dev:<principal>
  data   {kept}
  stop   Ctrl-C or SIGTERM; a second one does not wait
Try:
  .venv/bin/buf curl --protocol grpc --http2-prior-knowledge \\
    http://{address}/gemwright.v1.CatalogService/ListGames"""
