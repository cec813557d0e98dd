"""What a move costs among many live matches, and how much memory these take.

One server has ten live matches at a time. The other gets more and more; at each number the two play
ten matches in alternation, to their ends, so that no more are live in the next round.
"""

import statistics
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from redis.asyncio import Redis

from load_matches import create_matches
from service_moves import callers_of
from service_processes import Served, product

FEW: Final = 10
WHOLE_MATCH: Final = 10**9


@dataclass(frozen=True, slots=True)
class Company:
    """The cost of a move among this many live matches."""

    matches: int
    us: float
    """Processor time of the server for one move."""
    cost: float
    """The same as a multiple of the cost with ten."""
    server_mb: float
    """Memory, less what the matches played in the meantime have left behind."""
    redis_mb: float


async def companies(
    folder: Path, numbers: Sequence[int], rounds: int, rng: Random
) -> AsyncIterator[Company]:
    """The cost of a move among these numbers of live matches, from few to many."""
    async with AsyncExitStack() as stack:
        (folder / "few").mkdir()
        (folder / "many").mkdir()
        few = await stack.enter_async_context(product(folder / "few"))
        crowded = await stack.enter_async_context(product(folder / "many"))
        await _ten(few, await create_matches(few.address, FEW), rng)
        waiting: list[str] = []
        server_mb, redis_mb = await _memory_mb(crowded)
        for number in numbers:
            before = await _memory_mb(crowded)
            waiting += await create_matches(crowded.address, number - len(waiting))
            after = await _memory_mb(crowded)
            server_mb, redis_mb = server_mb + after[0] - before[0], redis_mb + after[1] - before[1]
            rng.shuffle(waiting)
            alone_us: list[float] = []
            crowded_us: list[float] = []
            for turn in range(rounds):
                turns = [
                    (few, await create_matches(few.address, FEW), alone_us),
                    (crowded, waiting[:FEW], crowded_us),
                ]
                for served, ten, found in turns if turn % 2 else reversed(turns):
                    found.append(await _ten(served, ten, rng))
                waiting = waiting[FEW:] + await create_matches(crowded.address, FEW)
            us = statistics.median(crowded_us)
            cost = us / statistics.median(alone_us)
            yield Company(number, us, cost, server_mb, redis_mb)


async def _ten(served: Served, matches: Sequence[str], rng: Random) -> float:
    """Play ten matches to their ends, so that no more are live in the next round."""
    async with callers_of(served, FEW) as callers:
        await callers.deal(matches)
        return (await callers.play(WHOLE_MATCH, rng)).us


async def _memory_mb(served: Served) -> tuple[float, float]:
    """The memory of the server and of its Valkey."""
    async with Redis.from_url(served.redis) as redis:
        used = float((await redis.info("memory"))["used_memory"])
    return served.resident_bytes() / 1e6, used / 1e6
