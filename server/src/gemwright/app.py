"""The composition root: start, serve, stop, in this order and on this page."""

import asyncio
import gc
import os
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from gemwright.auth.admission import refuse_strangers
from gemwright.auth.keys import KeysRefused
from gemwright.bot_host.built_in import host_inside, owners_of
from gemwright.bot_host.host import hosting
from gemwright.bot_host.player import Bells
from gemwright.contract.updates import WireUpdateEncoder
from gemwright.matches.limits import Limits
from gemwright.matches.matches import Matches
from gemwright.process.logs import set_up_logs
from gemwright.process.metrics import LiveMatches, Metrics, measured, served
from gemwright.process.run import REFUSED, Stop, run
from gemwright.process.sockets import refuse_taken_address
from gemwright.process.welcome import welcome
from gemwright.redis.inspection import deployment_secret
from gemwright.redis.opening import OpenStore, open_store
from gemwright.redis.store import RedisStore
from gemwright.rpc.handlers.catalog import StoreInfo
from gemwright.rpc.listeners import Addresses, Listeners
from gemwright.rpc.stack import RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import Settings
from gemwright.start_error import StartError

# The second generation is kept small, because collecting it is a pause (docs/performance.md); the
# third holds every match in memory and is seldom worth one.
COLLECT: Final = (10_000, 5, 1_000)

# Most systems allow 1,024 unless a process asks for more: a crowd of phones needs more.
OPEN_FILES: Final = 65_536

log: Final = structlog.stdlib.get_logger(__name__)


def main(settings: Settings) -> int:
    """Serve in one process until asked to stop; return the exit code."""
    set_up_logs(settings.log_level, settings.log_format)
    return run(partial(serve_alone, settings))


async def serve_alone(settings: Settings, stop: Stop) -> int:
    """Serve until a signal comes or Valkey dies; return the exit code."""
    refuse_strangers(settings)
    refuse_taken_address(settings.listen)
    if settings.http_address:
        refuse_taken_address(settings.http_address, "--http")

    def announce(service: Service) -> None:
        print(welcome(settings, *service.addresses, service.metrics, service.store), flush=True)

    return await serve(settings, stop, announce)


async def serve(
    settings: Settings,
    stop: Stop,
    announce: Callable[["Service"], None],
    lost: asyncio.Future[int] | None = None,
) -> int:
    """Start, serve until a signal comes or something needed is lost, stop; return the exit code."""
    async with started(settings) as service:
        stop.drain_from_now_on()
        log_start(service)
        announce(service)
        exited = service.store.exited
        is_asked = await stop.asked_before(exited, lost)
        if exited and exited.done():
            log.error("valkey_died", code=exited.result())
        log.info("stopping", grace=settings.grace)
    log.info("stopped")
    return 0 if is_asked else REFUSED


@dataclass(frozen=True, slots=True)
class Service:
    """Everything that runs."""

    store: OpenStore
    addresses: Addresses
    metrics: Address | None
    """Where the figures are served; None for a worker, whose supervisor serves them."""


@asynccontextmanager
async def started(settings: Settings) -> AsyncIterator[Service]:
    """Start every part after those it needs; stop them in the opposite order."""
    allow_many_connections()
    async with AsyncExitStack() as parts:
        metrics, asked_at = await parts.enter_async_context(open_metrics(settings))
        store, addresses = await parts.enter_async_context(answering(settings, metrics))
        gc.freeze()
        gc.set_threshold(*COLLECT)
        yield Service(store, addresses, asked_at)


@asynccontextmanager
async def answering(
    settings: Settings, metrics: Metrics | None = None
) -> AsyncIterator[tuple[OpenStore, Addresses]]:
    """What answers calls, and its addresses; it changes nothing of the process it is in."""
    async with AsyncExitStack() as parts:
        store = await parts.enter_async_context(open_store(settings))
        matches = await parts.enter_async_context(open_matches(settings, store, metrics))
        try:
            stack = RpcStack(matches, settings, lambda: store_info(store), meter=metrics)
            listeners = Listeners(stack, settings)
        except KeysRefused as refused:  # they were good a moment ago
            raise StartError(str(refused)) from None
        parts.push_async_callback(listeners.drain, settings.grace)
        addresses = await listeners.open()
        if settings.bots:
            bells = Bells()
            matches.on_bot_seated(bells.ring)
            host = host_inside(stack.services, settings.keys, bells)
            await parts.enter_async_context(hosting(host))
        yield store, addresses


@asynccontextmanager
async def open_metrics(settings: Settings) -> AsyncIterator[tuple[Metrics | None, Address | None]]:
    """The figures, if they are set, and their address; a worker has none of its own."""
    if settings.metrics is None:
        yield None, None
        return
    async with measured() as metrics:
        if settings.workers > 1:
            yield metrics, None
            return
        async with served(settings.metrics, metrics.registry) as address:
            yield metrics, address


@asynccontextmanager
async def open_matches(
    settings: Settings, store: OpenStore, metrics: Metrics | None
) -> AsyncIterator[Matches]:
    """Open the matches in that store."""
    secret = await deployment_secret(store.connection)
    async with RedisStore(
        store.connection.client,
        wake_ups=settings.wake_ups,
        wait_replicas=settings.wait_replicas,
        wait_aof=settings.wait_aof,
        keep_marks_ms=round(settings.keep_activity * 1000),
    ) as redis:
        limits = limits_of(settings)
        async with (
            Matches(
                redis,
                WireUpdateEncoder(),
                limits,
                secret,
                is_development=settings.is_development,
                counts=metrics,
            ) as matches,
            counting_live(settings, redis, metrics),
        ):
            yield matches


@asynccontextmanager
async def counting_live(
    settings: Settings, store: RedisStore, metrics: Metrics | None
) -> AsyncIterator[None]:
    """Count the live matches of every owner meanwhile, if figures are set."""
    if metrics is None:
        yield
        return
    owners = owners_of(settings.keys)

    async def count() -> dict[str, int]:
        return {owner: await store.count_live(owner) for owner in owners()}

    counting = asyncio.create_task(LiveMatches(metrics, count).run())
    try:
        yield
    finally:
        counting.cancel()


def limits_of(settings: Settings) -> Limits:
    """The settings that concern matches."""
    return Limits(
        join_within_ms=round(settings.join_deadline * 1000),
        abandon_after_ms=round(settings.abandon_after * 1000),
        keep_requests_ms=round(settings.keep_request_ids * 1000),
        keep_finished_ms=round(settings.keep_finished * 1000),
        heartbeat_s=settings.heartbeat,
        poll_s=settings.poll_every,
        matches_of_owner=settings.max_matches,
        held_matches=settings.cache_matches,
    )


def store_info(store: OpenStore) -> StoreInfo:
    """What clients may know of the store: of several primaries, the weakest promise."""
    found = store.durability
    least = min(found.primaries, key=lambda one: (one.append_only, one.replicas))
    return StoreInfo(
        f"{least.server} {'.'.join(map(str, least.version))}",
        all(one.append_only for one in found.primaries),
        least.fsync or "",
        min(one.replicas for one in found.primaries),
        (store.trouble, *found.warnings) if store.trouble else found.warnings,
    )


def allow_many_connections() -> None:
    """Allow as many open files as the system permits: each connection is one."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def log_start(service: Service) -> None:
    """Log that calls are answered, with Python's settings of garbage collection."""
    log.info(
        "serving",
        address=str(service.addresses.grpc),
        http=str(service.addresses.http or ""),
        pid=os.getpid(),
        collect=gc.get_threshold(),
        frozen=gc.get_freeze_count(),
    )
