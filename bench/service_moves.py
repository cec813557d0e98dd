"""Moves: processor time of one and how many a second, the product and the floor turn about."""

import asyncio
import statistics
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random
from typing import Final

from load_line import connected
from load_matches import create_matches, name_matches
from load_play import Table, Tally, play
from service_processes import Served

SHORT_MATCH: Final = 40
"""Few matches of random actions are over sooner."""
_PATIENCE: Final = 600.0


@dataclass(frozen=True, slots=True)
class Round:
    """What one round measured."""

    us: float
    """Processor time of the server for one move, in microseconds."""
    moves_per_s: float


def median(rounds: Sequence[Round]) -> Round:
    """Figure by figure the median."""
    return Round(
        statistics.median(one.us for one in rounds),
        statistics.median(one.moves_per_s for one in rounds),
    )


async def matches_of(served: Served, rng: Random, count: int) -> list[str]:
    """Matches that nobody has moved in yet."""
    if served.name == "floor":
        return name_matches(rng, count)
    return await create_matches(served.address, count)


async def play_round(served: Served, callers: int, moves: int, rng: Random) -> Round:
    """So many moves by so many callers at once; streams are opened before the time begins."""
    each = moves // (callers * SHORT_MATCH) + 1
    matches = await matches_of(served, rng, callers * each)
    return await play_matches(served, matches, callers, moves, rng)


async def play_matches(
    served: Served, matches: Sequence[str], callers: int, moves: int, rng: Random
) -> Round:
    """Likewise, in given matches."""
    async with AsyncExitStack() as stack, asyncio.timeout(_PATIENCE):
        hands: list[list[Table]] = []
        for caller in range(callers):
            line = await stack.enter_async_context(connected(served.address))
            hands.append([Table(line, match) for match in matches[caller::callers]])
        tables = [table for hand in hands for table in hand]
        await asyncio.gather(*(table.open() for table in tables))
        tally = Tally(moves)
        cpu_s, start = served.cpu_s(), time.perf_counter()
        await asyncio.gather(*(play(hand, rng, tally) for hand in hands))
        cpu_s, seconds = served.cpu_s() - cpu_s, time.perf_counter() - start
        for table in tables:
            table.leave()
    return Round(cpu_s / tally.moves * 1e6, tally.moves / seconds)
