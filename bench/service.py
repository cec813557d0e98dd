"""How fast the service is, as ratios to a floor that runs turn about with it (floor_server.py).

The product is a real server process with its default settings on a real Valkey with an append-only
file; the floor is a bare grpc.aio server with the same grpc, event loop, options, Valkey and
message sizes. Processor time is that of the server process. Times alone say little: they move with
the machine and with its other load, much more than ratios do.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import uvloop

import service_storage
import service_streams
from gemwright.process.logs import set_up_logs
from machine import Bystanders
from service_company import FEW, WHOLE_MATCH, companies
from service_moves import Round, callers_of, median, play_turn_about
from service_plan import make_plan
from service_processes import Served, floor, product
from service_storage import FORGET_REQUESTS

CALLERS: Final = (1, 16, 64)
Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Extent:
    """The extent of a run."""

    rounds: int
    move_rounds: int
    moves: int
    """Moves of a round with 64 callers; a fourth of it with 16 and fewer. Shorter rounds would cost
    the product more than the floor, because more of its code is cold when they begin."""
    fan_out_moves: int
    quiet_s: float
    """How long streams are left idle; servers check their matches every 5 s."""
    live_matches: tuple[int, ...]


FULL: Final = Extent(
    rounds=7,
    move_rounds=14,
    moves=4_000,
    fan_out_moves=30,
    quiet_s=30.0,
    live_matches=(10, 1_000, 20_000, 100_000),
)
QUICK: Final = Extent(
    rounds=3,
    move_rounds=4,
    moves=3_000,
    fan_out_moves=10,
    quiet_s=10.0,
    live_matches=(20_000,),
)
WARM_UP_MOVES: Final = 1_000
WATCHERS: Final = 1_000
IDLE_STREAMS: Final = 2_000
STORM: Final = 3_000
LIVE_MATCHES: Final = 100
LIVE_MOVES: Final = 30
FINISHED_MATCHES: Final = 100


class Bench:
    """One run: a folder for its servers, a source of random choices, and the extent."""

    def __init__(self, folder: Path, extent: Extent, lasting: AsyncExitStack) -> None:
        self.extent = extent
        self.rng = Random(1)
        self.finished: Coroutine[None, None, float] | None = None
        self._lasting = lasting
        self._folder = folder
        self._folders = 0

    def folder(self) -> Path:
        """A new folder."""
        self._folders += 1
        folder = self._folder / str(self._folders)
        folder.mkdir()
        return folder

    async def both(self, stack: AsyncExitStack) -> tuple[Served, Served]:
        """Start and warm up the floor and the product; the floor follows the product's plan."""
        served = await stack.enter_async_context(product(self.folder()))
        plan = await make_plan(served, 10, self.rng)
        bare = await stack.enter_async_context(floor(self.folder(), plan))
        sizes = {name: size for name, size in plan.items() if name.endswith("_bytes")}
        print(f"a move stores {sizes}", flush=True)
        for one in (bare, served):
            async with callers_of(one, 16) as callers:
                await callers.deal_for(WARM_UP_MOVES, self.rng)
                await callers.play(min(WARM_UP_MOVES, self.extent.moves), self.rng)
        return bare, served

    async def moves(self) -> Figures:
        """Moves by 1, 16 and 64 callers."""
        figures: Figures = {}
        async with AsyncExitStack() as stack:
            pair = await self.both(stack)
            for callers in CALLERS:
                moves = self.extent.moves // (1 if callers == 64 else 4)
                rounds = self.extent.move_rounds
                others = Bystanders(*(pid for one in pair for pid in (one.pid, one.valkey)))
                found = await play_turn_about(pair, callers, moves, rounds, self.rng)
                figures |= _of_moves(callers, *found)
                print(f"            others took {others.share:.0%} of the machine", flush=True)
        return figures

    async def fan_out(self) -> Figures:
        """One match with a thousand spectators."""
        costs: list[list[float]] = [[], []]
        async with AsyncExitStack() as stack:
            pair = await self.both(stack)
            for _ in range(self.extent.rounds):
                for one, found in zip(pair, costs, strict=True):
                    moves = self.extent.fan_out_moves
                    found.append(await service_streams.fan_out_us(one, WATCHERS, moves, self.rng))
        bare, ours = map(statistics.median, costs)
        print(f"fan-out to {WATCHERS}: floor {bare:.1f} µs, product {ours:.1f} µs a message")
        return {
            "floor_fanout_us": bare,
            "fanout_us": ours,
            "fanout_messages_per_core_s": 1e6 / ours,
            "fanout_ratio_to_floor": bare / ours,
        }

    async def streams(self) -> Figures:
        """Idle streams, and a storm of resumed ones."""
        async with product(self.folder()) as served:
            idle = await service_streams.idle_stream_bytes(served, IDLE_STREAMS, self.rng)
            quiet = await service_streams.quiet_us(
                served, IDLE_STREAMS, self.extent.quiet_s, self.rng
            )
        print(
            f"idle stream: {idle:,.0f} bytes of the server; {quiet[0]:.1f} µs of it "
            f"and {quiet[1]:.1f} µs of Redis each second"
        )
        async with product(self.folder()) as served:
            storm = await service_streams.storm(served, STORM, self.rng)
        print(f"storm: {storm.served} of {storm.streams} streams, {storm.slowest_s:.1f} s the last")
        return {
            "idle_stream_bytes": idle,
            "quiet_stream_us_a_second": quiet[0],
            "quiet_stream_redis_us_a_second": quiet[1],
            "storm_streams": storm.streams,
            "storm_served": storm.served,
        }

    async def storage(self) -> Figures:
        """Space in Redis; finished matches are measured last, because archiving takes a while."""
        forgetful = product(self.folder(), *FORGET_REQUESTS)
        served = await self._lasting.enter_async_context(forgetful)
        over = await service_storage.play_some(served, FINISHED_MATCHES, WHOLE_MATCH, self.rng)
        self.finished = service_storage.finished_bytes(served, over)
        async with product(self.folder()) as other:
            live = await service_storage.live_bytes(other, LIVE_MATCHES, LIVE_MOVES, self.rng)
        print(f"Redis: {live:,.0f} bytes a live match without its log", flush=True)
        return {"redis_bytes_live": live}

    async def last(self) -> Figures:
        """The size of finished matches, which takes a while to settle."""
        if self.finished is None:
            return {}
        finished = await self.finished
        print(f"Redis: {finished:,.0f} bytes a finished match")
        return {"redis_bytes_finished": finished}

    async def company(self) -> Figures:
        """The cost of moves among many live matches."""
        figures: Figures = {}
        numbers, rounds = self.extent.live_matches, 2 * self.extent.rounds
        async for found in companies(self.folder(), numbers, rounds, self.rng):
            print(
                f"{found.matches:7,} live matches: {found.us:5.0f} µs a move, {found.cost:.2f} of "
                f"one with {FEW}; server {found.server_mb:,.0f} MB, Redis {found.redis_mb:,.0f} MB",
                flush=True,
            )
            figures |= {
                f"cost_{found.matches}_over_{FEW}": found.cost,
                f"server_mb_{found.matches}": found.server_mb,
                f"redis_mb_{found.matches}": found.redis_mb,
            }
        return figures


def _of_moves(callers: int, floor_rounds: list[Round], rounds: list[Round]) -> Figures:
    bare, ours = median(floor_rounds), median(rounds)
    pairs = [one.us / other.us for one, other in zip(floor_rounds, rounds, strict=True)]
    ratio = statistics.median(pairs)
    low, _, high = statistics.quantiles(pairs, n=4) if len(pairs) > 1 else pairs * 3
    print(
        f"{callers:3} callers: floor {bare.us:6.0f} µs, product {ours.us:6.0f} µs a move, "
        f"ratio {ratio:.2f} (half of the rounds {low:.2f} to {high:.2f}); "
        f"{ours.moves_per_s:,.0f} moves/s (floor {bare.moves_per_s:,.0f})",
        flush=True,
    )
    return {
        f"floor_us_{callers}": bare.us,
        f"move_us_{callers}": ours.us,
        f"ratio_to_floor_{callers}": ratio,
        f"moves_per_s_{callers}": ours.moves_per_s,
        f"floor_moves_per_s_{callers}": bare.moves_per_s,
    }


SECTIONS: Final[dict[str, Callable[[Bench], Awaitable[Figures]]]] = {
    "storage": Bench.storage,
    "moves": Bench.moves,
    "fan-out": Bench.fan_out,
    "streams": Bench.streams,
    "company": Bench.company,
}


async def run(extent: Extent, sections: Collection[str]) -> Figures:
    """Measure everything."""
    figures: Figures = {}
    with tempfile.TemporaryDirectory(prefix="gemwright-bench-") as folder:
        async with AsyncExitStack() as lasting:
            bench = Bench(Path(folder), extent, lasting)
            for name, section in SECTIONS.items():
                if name in sections:
                    figures |= await section(bench)
            figures |= await bench.last()
    return figures


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less exact")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="only this section")
    parser.add_argument("--json", action="store_true", help="print one object on the last line")
    parser.add_argument("--moves", type=int, help="only one round of so many moves: a trial")
    arguments = parser.parse_args()
    set_up_logs("warning", "console")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        extent = QUICK if arguments.quick else FULL
        if arguments.moves:
            once = replace(QUICK, rounds=1, move_rounds=1, fan_out_moves=1, quiet_s=5.0)
            extent = replace(once, moves=arguments.moves)
        figures = runner.run(run(extent, arguments.only or SECTIONS))
    if arguments.json:
        print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))


if __name__ == "__main__":
    main()
