"""Streams: one match with a thousand watchers, idle streams, and all streams resumed at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

import machine
from gemwright.pb import match_service_pb2 as pb
from load_line import Line, Stream, StreamEnded, connected
from load_play import Table, read_update, watch
from service_moves import matches_of
from service_processes import Served

STREAMS_PER_LINE: Final = 100
_SETTLE_S: Final = 2.0
_STORM_PATIENCE: Final = 60.0


@asynccontextmanager
async def lines(served: Served, streams: int) -> AsyncIterator[list[Line]]:
    """Enough connections for this many streams."""
    async with AsyncExitStack() as stack:
        count = -(-streams // STREAMS_PER_LINE)
        yield [await stack.enter_async_context(connected(served.address)) for _ in range(count)]


async def fan_out_us(served: Served, watchers: int, moves: int, rng: Random) -> float:
    """Processor time for one message, in microseconds, in a match with this many spectators.

    The next move is made when every watcher has the one before.
    """
    [match] = await matches_of(served, rng, 1)
    async with connected(served.address) as player, lines(served, watchers) as many:
        table = Table(player, match)
        await table.open()
        streams = [watch(many[i % len(many)], match, None) for i in range(watchers)]
        await asyncio.gather(*(stream.read() for stream in streams))
        cpu_s, made = served.cpu_s(), 0
        while made < moves and not table.is_over:
            await table.move(rng)
            made += 1
            for stream in streams:
                await stream.read()
        cpu_s = served.cpu_s() - cpu_s
    return cpu_s / (made * (watchers + 2)) * 1e6


async def idle_stream_bytes(served: Served, streams: int, rng: Random) -> float:
    """Server memory of one idle stream; both seats of each match watch."""
    matches = await matches_of(served, rng, streams // 2)
    await _watch_once(served, matches[: STREAMS_PER_LINE // 2])
    before = served.resident_bytes()
    async with watching(served, matches, (0, 1)) as count:
        await asyncio.sleep(_SETTLE_S)
        return (served.resident_bytes() - before) / count


async def quiet_us(
    served: Served, streams: int, seconds: float, rng: Random
) -> tuple[float, float]:
    """Processor time per second of server and Valkey for an idle stream.

    It is the only stream of its match at this server, which checks the match every few seconds.
    """
    matches = await matches_of(served, rng, streams)
    bare = await _busy(served, seconds)
    async with watching(served, matches, (0,)) as count:
        await asyncio.sleep(_SETTLE_S)
        full = await _busy(served, seconds)
    return (full[0] - bare[0]) / count * 1e6, (full[1] - bare[1]) / count * 1e6


@asynccontextmanager
async def watching(
    served: Served, matches: Sequence[str], seats: Sequence[int]
) -> AsyncIterator[int]:
    """Open these seats' streams of all matches, past the first message, and give their number."""
    async with lines(served, len(matches) * len(seats)) as many:
        calls = [
            watch(many[i % len(many)], match, seat)
            for i, match in enumerate(matches)
            for seat in seats
        ]
        await asyncio.gather(*(call.read() for call in calls))
        yield len(calls)


async def _busy(served: Served, seconds: float) -> tuple[float, float]:
    """The parts of a core that server and Valkey take over this time."""
    server_s, valkey_s = served.cpu_s(), machine.cpu_s(served.valkey)
    await asyncio.sleep(seconds)
    server_s, valkey_s = served.cpu_s() - server_s, machine.cpu_s(served.valkey) - valkey_s
    return server_s / seconds, valkey_s / seconds


async def _watch_once(served: Served, matches: Sequence[str]) -> None:
    """Have the server do everything once, so that memory it keeps for good is not counted."""
    async with connected(served.address) as line:
        calls = [watch(line, match, seat) for match in matches for seat in (0, 1)]
        await asyncio.gather(*(call.read() for call in calls))


@dataclass(frozen=True, slots=True)
class Storm:
    """The result of cutting streams and resuming them together."""

    streams: int
    served: int
    slowest_s: float


async def storm(served: Served, streams: int, rng: Random) -> Storm:
    """Cut this many streams, make a move in every match meanwhile, and resume them all at once."""
    matches = await matches_of(served, rng, -(-streams // STREAMS_PER_LINE))
    places = [(match, seat) for match in matches for seat in _viewers()][:streams]
    async with lines(served, streams) as many, connected(served.address) as player:
        calls = [watch(many[i % len(many)], *place) for i, place in enumerate(places)]
        openings = [pb.WatchMatchResponse.FromString(await call.read()) for call in calls]
        tables = [Table(player, match) for match in matches]
        for table in tables:
            await table.open()
        for line in many:
            line.close()
        for table in tables:
            await table.move(rng)
    async with lines(served, streams) as many:
        start = asyncio.get_running_loop().time()
        calls = [
            watch(many[i % len(many)], *place, opening.resume_token)
            for i, (place, opening) in enumerate(zip(places, openings, strict=True))
        ]
        ends = await asyncio.gather(*(_resumed(call) for call in calls))
    took = [end - start for end in ends if end is not None]
    return Storm(len(calls), len(took), max(took, default=0.0))


def _viewers() -> list[int | None]:
    """The viewers of a match in a storm: both seats, and spectators."""
    return [0, 1, *(None for _ in range(STREAMS_PER_LINE - 2))]


async def _resumed(call: Stream) -> float | None:
    """When the stream sent the move that was made meanwhile; None if it did not."""
    try:
        async with asyncio.timeout(_STORM_PATIENCE):
            await read_update(call)
    except (StreamEnded, TimeoutError, ValueError):
        return None
    return asyncio.get_running_loop().time()
