"""What a move of the service costs by part, beside the floor: where its processor time is spent.

Linux's `perf` looks a thousand times a second at each server while 64 callers play, and tells in
which library it finds it. A share of the samples times the cost of a move is the cost of a part.
What the product has more of than the floor, which is grpc, event loop and Redis client alone, is
its own work: the interpreter runs all three.
"""

import argparse
import asyncio
import statistics
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections import defaultdict
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import uvloop

from gemwright.process.logs import set_up_logs
from service_moves import callers_of
from service_plan import make_plan
from service_processes import Served, floor, product

CALLERS: Final = 64
MOVES: Final = 2_000
SAMPLES_PER_S: Final = "999"
_WARM_UP_S: Final = 2.0

PARTS: Final = (
    ("kernel", "the kernel: sockets, threads that wait for each other"),
    ("libpython", "the interpreter"),
    ("cygrpc", "grpc"),
    ("libc.so", "memory and locks of the C library"),
    ("loop.", "the event loop (uvloop)"),
    ("_asyncio", "tasks and futures"),
    ("_message", "protobuf"),
    ("_core.", "msgspec"),
    ("hiredis", "replies of Redis (hiredis)"),
)
"""How the names of libraries begin, or a part of them, and what each library does."""
OTHER: Final = "everything else"
Costs = dict[str, float]


async def costs(served: Served, folder: Path, seconds: float, rng: Random) -> Costs:
    """Microseconds of a move by part, and in total."""
    found = folder / f"{served.name}.perf"
    record = ["-q", "-F", SAMPLES_PER_S, "-p", str(served.pid), "-o", str(found)]
    rounds: list[float] = []
    async with callers_of(served, CALLERS) as callers:
        watching: asyncio.Task[bytes] | None = None
        warm_at = asyncio.get_running_loop().time() + _WARM_UP_S
        while watching is None or not watching.done():
            await callers.deal_for(MOVES, rng)
            rounds.append((await callers.play(MOVES, rng)).us)
            if watching is None and asyncio.get_running_loop().time() >= warm_at:
                rounds.clear()
                recording = _perf("record", *record, "--", "sleep", str(seconds))
                watching = asyncio.create_task(recording)
        await watching
    us = statistics.median(rounds)
    report = await _perf("report", "-i", str(found), "--sort", "dso", "--stdio", "-t", ",")
    return {"all of it": us} | {part: us * share for part, share in _shares(report.decode())}


def _shares(report: str) -> list[tuple[str, float]]:
    """The share of each part in a report of perf, which has lines like `12.34% ,library`."""
    shares: defaultdict[str, float] = defaultdict(float)
    for line in report.splitlines():
        percent, _, library = line.partition("%")
        if library and not line.startswith("#"):
            part = next((part for name, part in PARTS if name in library), OTHER)
            shares[part] += float(percent) / 100
    return [(part, shares[part]) for part in (*(part for _, part in PARTS), OTHER)]


async def _perf(*words: str) -> bytes:
    process = await asyncio.create_subprocess_exec("perf", *words, stdout=PIPE, stderr=DEVNULL)
    output, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"perf {words[0]} failed: it needs Linux, and the right to look")
    return output


async def profile(seconds: float) -> None:
    """Print both tables as one."""
    rng = Random(1)
    with tempfile.TemporaryDirectory(prefix="gemwright-bench-") as name:
        folder = Path(name)
        (folder / "product").mkdir()
        (folder / "floor").mkdir()
        async with AsyncExitStack() as stack:
            served = await stack.enter_async_context(product(folder / "product"))
            plan = await make_plan(served, 10, rng)
            bare = await stack.enter_async_context(floor(folder / "floor", plan))
            ours = await costs(served, folder, seconds, rng)
            least = await costs(bare, folder, seconds, rng)
    print(f"{'µs of a move, 64 callers':52}{'floor':>8}{'product':>9}{'more':>7}")
    for part, us in ours.items():
        print(f"{part:52}{least[part]:8.0f}{us:9.0f}{us - least[part]:7.0f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="to look at each (default 10)")
    arguments = parser.parse_args()
    set_up_logs("warning", "console")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(profile(arguments.seconds))


if __name__ == "__main__":
    main()
