"""The knee of the curve: how many moves a second a server makes, and how long they take then.

The server has one worker, then two; the load is a process of its own with more and more callers,
each of whom plays as fast as it is answered. All of them, and the server's Valkey, share the cores
of this machine, so the processor time that each takes for a move is told too.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

import uvloop

from gemwright.process.logs import set_up_logs
from knee_load import BEGUN, DONE
from knee_picture import Curve, Dot, picture
from machine import children, cpu_s
from service_processes import Served, product

LOAD: Final = [sys.executable, str(Path(__file__).with_name("knee_load.py"))]
WORKERS: Final = (1, 2)
CALLERS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)
QUICK_CALLERS: Final = (1, 4, 16, 64, 256)
NEARLY: Final = 0.9
_COSTS: Final = ("server_us", "valkey_us", "load_us")


@dataclass(frozen=True, slots=True)
class Point:
    """One server under the load of so many callers."""

    workers: int
    callers: int
    moves_per_s: float
    answer_p50_ms: float
    answer_p99_ms: float
    told_p50_ms: float
    told_p99_ms: float
    server_us: float
    """Processor time of all workers for one move, in microseconds."""
    valkey_us: float
    load_us: float


def median(points: Sequence[Point]) -> Point:
    """The median of the measurements of one point, figure by figure."""
    names = [field.name for field in fields(Point)]
    found = {name: statistics.median_low(getattr(one, name) for one in points) for name in names}
    return Point(**found)


async def measure(served: Served, workers: int, callers: int, seconds: float) -> Point:
    """Put load on a server and measure it meanwhile."""
    words = [*LOAD, served.address, str(callers), str(seconds)]
    load = await asyncio.create_subprocess_exec(*words, stdout=PIPE)
    assert load.stdout is not None
    serving = children(served.pid) if workers > 1 else [served.pid]
    groups = (serving, [served.valkey], [load.pid])
    await _expect(load.stdout, BEGUN)
    before = [sum(map(cpu_s, pids)) for pids in groups]
    await _expect(load.stdout, DONE)
    after = [sum(map(cpu_s, pids)) for pids in groups]
    found = json.loads(await load.stdout.readline())
    await load.wait()
    moves = found.pop("moves")
    costs = [(end - start) / moves * 1e6 for start, end in zip(before, after, strict=True)]
    return Point(workers, callers, **found, **dict(zip(_COSTS, costs, strict=True)))


async def _expect(said: asyncio.StreamReader, word: str) -> None:
    if (await said.readline()).decode().strip() != word:
        raise RuntimeError("the load has failed")


async def run(callers: Sequence[int], seconds: float, passes: int) -> list[Point]:
    """Measure every point this many times, alternating between the servers."""
    found: dict[tuple[int, int], list[Point]] = {}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gemwright-bench-")))
        servers = {}
        for workers in WORKERS:
            own = folder / str(workers)
            own.mkdir()
            flags = ("--workers", str(workers))
            servers[workers] = await stack.enter_async_context(product(own, *flags))
        for workers, served in servers.items():  # warm up
            await measure(served, workers, max(callers), 1.0)
        for _ in range(passes):
            for number in callers:
                for workers, served in servers.items():
                    point = await measure(served, workers, number, seconds)
                    found.setdefault((workers, number), []).append(point)
    return [median(found[workers, number]) for workers in WORKERS for number in callers]


def knee(points: Sequence[Point]) -> Point:
    """Where a curve bends: the fewest callers that reach nearly the most moves; more only wait."""
    most = max(one.moves_per_s for one in points)
    return next(one for one in points if one.moves_per_s >= NEARLY * most)


def table(points: Sequence[Point]) -> str:
    """The points as a table for a document; times are the median and the 99th percentile."""
    lines = [
        "| workers | callers | moves a second | answered | told | server | Valkey | load |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {one.workers} | {one.callers} | {one.moves_per_s:,.0f} "
        f"| {one.answer_p50_ms:.1f}, {one.answer_p99_ms:.1f} ms "
        f"| {one.told_p50_ms:.1f}, {one.told_p99_ms:.1f} ms "
        f"| {one.server_us:.0f} µs | {one.valkey_us:.0f} µs | {one.load_us:.0f} µs |"
        for one in points
    ]
    return "\n".join(lines)


def curves(points: Sequence[Point]) -> list[Curve]:
    """The points as they are drawn."""
    found = []
    for workers, kind in zip(WORKERS, ("one", "two"), strict=True):
        own = [one for one in points if one.workers == workers]
        dots = [
            Dot(one.callers, one.moves_per_s, one.answer_p99_ms, one.told_p99_ms) for one in own
        ]
        name = f"{workers} worker" + "s" * (workers > 1)
        found.append(Curve(kind, name, knee(own).callers, dots))
    return found


def main() -> None:
    """Measure, print, and draw the picture if one was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter points")
    parser.add_argument("--seconds", type=float, help="how long a point is measured (default 4)")
    parser.add_argument("--passes", type=int, default=1, help="how often; medians are told")
    parser.add_argument("--callers", type=int, nargs="+", help="how many at a time")
    parser.add_argument("--svg", type=Path, help="draw the curves into this file")
    parser.add_argument("--json", action="store_true", help="print one object on the last line")
    arguments = parser.parse_args()
    set_up_logs("warning", "console")
    callers = arguments.callers or (QUICK_CALLERS if arguments.quick else CALLERS)
    seconds = arguments.seconds or (1.5 if arguments.quick else 4.0)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        points = runner.run(run(callers, seconds, arguments.passes))
    print(table(points))
    for curve in curves(points):
        print(f"the knee of {curve.name}: {curve.knee} callers")
    if arguments.svg:
        arguments.svg.write_text(picture(curves(points)), encoding="utf-8")
    if arguments.json:
        print(json.dumps({"points": [asdict(one) for one in points]}))


if __name__ == "__main__":
    main()
