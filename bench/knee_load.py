"""The load of the knee, as a separate process: callers that play as fast as they are answered.

Each plays both seats of a match, each seat on a connection of its own as two players would, and
then the next match. Prints a line when measuring begins, one when it ends, and the figures.
"""

import asyncio
import gc
import json
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Final

import uvloop

from load_line import Line, connected
from load_matches import create_matches
from load_play import Table, Took

BEGUN: Final = "begun"
DONE: Final = "done"
WARM_UP_S: Final = 0.5
_MOVES_A_SECOND: Final = 8_000
"""More moves a second than any server here makes; enough matches for them are made beforehand."""
_MOVES_A_MATCH: Final = 60
_AT_LEAST_EACH: Final = 2


class Load:
    """The callers, and how long their moves took."""

    def __init__(self, address: str, rng: Random) -> None:
        self.took: list[Took] = []
        self._address = address
        self._rng = rng
        self._is_over = False

    async def run(self, callers: int, seconds: float) -> float:
        """Play, and return how long was measured, in seconds."""
        wanted = int((seconds + WARM_UP_S) * _MOVES_A_SECOND / _MOVES_A_MATCH)
        matches = await create_matches(self._address, max(wanted, _AT_LEAST_EACH * callers))
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            pairs = [await self._pair(stack) for _ in range(callers)]
            names, all_sit = iter(matches), asyncio.Barrier(callers + 1)
            for pair in pairs:
                group.create_task(self._play(pair, names, all_sit))
            await all_sit.wait()
            await asyncio.sleep(WARM_UP_S)
            self.took.clear()
            start = time.perf_counter()
            print(BEGUN, flush=True)
            await asyncio.sleep(seconds)
            print(DONE, flush=True)
            self._is_over = True
            took, self.took = self.took, []
            measured_s = time.perf_counter() - start
        self.took = took
        return measured_s

    async def _pair(self, stack: AsyncExitStack) -> tuple[Line, Line]:
        one = await stack.enter_async_context(connected(self._address))
        return one, await stack.enter_async_context(connected(self._address))

    async def _play(
        self, pair: tuple[Line, Line], names: Iterator[str], all_sit: asyncio.Barrier
    ) -> None:
        table = await self._sit_down(pair, names)
        await all_sit.wait()
        while not self._is_over:
            self.took.append(await table.move(self._rng))
            if table.is_over:
                table.leave()
                table = await self._sit_down(pair, names)

    async def _sit_down(self, pair: tuple[Line, Line], names: Iterator[str]) -> Table:
        name = next(names, None)
        if name is None:
            raise RuntimeError("there are too few matches")
        line, other = pair
        table = Table(line, name, other=other)
        await table.open()
        return table


def percentile(values: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def figures(took: list[Took], measured_s: float) -> dict[str, float]:
    """The figures to print: moves a second, and times in milliseconds."""
    answers = [one.answer * 1000 for one in took]
    told = [one.told * 1000 for one in took]
    return {
        "moves": len(took),
        "moves_per_s": len(took) / measured_s,
        "answer_p50_ms": percentile(answers, 0.5),
        "answer_p99_ms": percentile(answers, 0.99),
        "told_p50_ms": percentile(told, 0.5),
        "told_p99_ms": percentile(told, 0.99),
    }


async def main(address: str, callers: int, seconds: float) -> None:
    """Play and print."""
    load = Load(address, Random(callers))
    measured_s = await load.run(callers, seconds)
    print(json.dumps(figures(load.took, measured_s)), flush=True)


if __name__ == "__main__":
    gc.disable()  # pauses of the collector would be counted as the server's
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
