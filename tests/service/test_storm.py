"""Streams in great number at once, and streams on which nothing happens for long."""

import asyncio
import resource
import signal
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Final

import grpc
import grpc.aio
import pytest

from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_service_pb2 import WatchMatchResponse
from tests.service.callers import Caller
from tests.service.players import seated
from tests.service.processes import Process, calls, processes, strict_valkey

STREAMS: Final = 3_000
MATCHES: Final = 100
USUAL_FILES: Final = 1_024
"""What a process may open on most systems if it does not ask for more."""
MORE_STREAMS: Final = 1_200
"""More than that."""

Stream = AsyncGenerator[WatchMatchResponse, None]


@contextmanager
def few_files() -> Iterator[None]:
    """This process, and those it starts, may open no more files than is usual."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL_FILES, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def take_more_files() -> None:
    """This process may open files for all its connections from now on."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * STREAMS, most))


@pytest.mark.parametrize("number", [MORE_STREAMS, pytest.param(STREAMS, marks=pytest.mark.long)])
async def test_thousands_of_streams_at_once_are_all_served(tmp_path: Path, number: int) -> None:
    with strict_valkey() as store, few_files():
        async with processes(tmp_path, 1, store=store) as (server,):
            maker = server.caller("ann")
            made = await maker.create_batch(
                [seated(GAME_DUEL, ["ann", "bob"]) for _ in range(MATCHES)]
            )
            matches = [one.created.match.match for one in made]
            take_more_files()
            await storm(server, maker, matches, number)
            server.signal(signal.SIGTERM)
            await server.ended()
            ended = calls(server.log(), "WatchMatch")
            assert [call["code"] for call in ended] == ["OK"] * number


async def storm(server: Process, maker: Caller, matches: list[str], number: int) -> None:
    """Open so many streams at once, each on a connection of its own, and follow all to the end."""
    streams = [
        (match, server.caller("ann" if place % 2 else None).watch(match))
        for place, match in enumerate(matches * (number // MATCHES))
    ]
    await asyncio.gather(*(begins(match, stream) for match, stream in streams))
    for match in matches:
        await maker.resign(match, 0)
    await asyncio.gather(*(ends(stream) for _, stream in streams))


async def begins(match: str, stream: Stream) -> None:
    """A stream begins with the snapshot of its match."""
    message = await anext(stream)
    assert message.snapshot.match.match == match


async def ends(stream: Stream) -> None:
    """What was done comes, what was secret, and no more."""
    kinds = [message.WhichOneof("message") async for message in stream]
    assert [kind for kind in kinds if kind != "heartbeat"] == ["update", "reveal"]


async def test_a_quiet_stream_gets_heartbeats_whose_tokens_resume(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, "--heartbeat", "200ms", store=store) as servers:
            caller, elsewhere = (server.caller("ann") for server in servers)
            made = await caller.create(seated(GAME_DUEL, ["ann", "bob"]))
            match = made.match.match
            async with aclosing(caller.watch(match)) as stream:
                assert (await anext(stream)).HasField("snapshot")
                beats = [await anext(stream) for _ in range(5)]
            times = [pacing.heartbeat.time.ToNanoseconds() / 1e9 for pacing in beats]
            assert {pacing.WhichOneof("message") for pacing in beats} == {"heartbeat"}
            assert times == sorted(set(times))
            assert times[-1] - times[0] > 0.6
            async with aclosing(elsewhere.watch(match, token=beats[-1].resume_token)) as more:
                assert (await anext(more)).HasField("heartbeat")
                await caller.resign(match, 0)
                await ends(more)


PINGING: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)
PINGS: Final = 5


@pytest.mark.long
async def test_clients_that_ping_every_ten_seconds_are_not_sent_away(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 1, "--heartbeat", "5m", store=store) as (server,):
            await ping(server)


async def ping(server: Process) -> None:
    """Two clients that only ping, one of them with a quiet stream; neither loses its connection."""
    idle = grpc.aio.insecure_channel(server.address, options=PINGING)
    watching = grpc.aio.insecure_channel(server.address, options=PINGING)
    async with idle, watching:
        caller = Caller(watching, "ann")
        made = await caller.create(seated(GAME_DUEL, ["ann", "bob"]))
        await Caller(idle, "ann").get(made.match.match)
        async with aclosing(caller.watch(made.match.match)) as stream:
            assert (await anext(stream)).HasField("snapshot")
            late = asyncio.ensure_future(anext(stream))
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(10 * PINGS):
                    await idle.wait_for_state_change(grpc.ChannelConnectivity.READY)
            assert not late.done()
            await caller.resign(made.match.match, 0)
            assert (await late).HasField("update")
