"""Moves: processor time of one and how many a second, with product and floor in alternation.

A round is short, so that both servers meet the same load of the machine, and the server that begins
changes with each round. Callers keep their connections and matches from round to round.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

from load_line import Line, connected
from load_matches import create_matches, name_matches
from load_play import Table, Tally, play
from service_processes import Served

SHORT_MATCH: Final = 40
"""Few matches of random actions end sooner."""
_PATIENCE: Final = 600.0


@dataclass(frozen=True, slots=True)
class Round:
    """The measurements of one round."""

    us: float
    """Processor time of the server for one move, in microseconds."""
    moves_per_s: float


def median(rounds: Sequence[Round]) -> Round:
    """The median, figure by figure."""
    return Round(
        statistics.median(one.us for one in rounds),
        statistics.median(one.moves_per_s for one in rounds),
    )


async def matches_of(served: Served, rng: Random, count: int) -> list[str]:
    """Matches without a move yet."""
    if served.name == "floor":
        return name_matches(rng, count)
    return await create_matches(served.address, count)


class Callers:
    """The callers of one server, each with a connection and matches to play one after another."""

    def __init__(self, served: Served, lines: Sequence[Line]) -> None:
        self._served = served
        self._lines = lines
        self._hands: list[list[Table]] = [[] for _ in lines]

    async def deal(self, matches: Sequence[str]) -> None:
        """Distribute matches evenly and open their streams."""
        tables = []
        for place, match in enumerate(matches):
            caller = place % len(self._lines)
            tables.append(Table(self._lines[caller], match))
            self._hands[caller].append(tables[-1])
        await asyncio.gather(*(table.open() for table in tables))

    async def deal_for(self, moves: int, rng: Random) -> None:
        """Give each caller enough matches for its part of this many moves."""
        each = moves // (len(self._lines) * SHORT_MATCH) + 2
        missing = max(each - len(hand) for hand in self._hands)
        matches = await matches_of(self._served, rng, missing * len(self._lines))
        await self.deal(matches)

    async def play(self, moves: int, rng: Random) -> Round:
        """Play this many moves by all callers at once, or all there are, on open streams."""
        tally = Tally(moves)
        cpu_s, start = self._served.cpu_s(), time.perf_counter()
        async with asyncio.timeout(_PATIENCE):
            await asyncio.gather(*(play(hand, rng, tally) for hand in self._hands))
        cpu_s, seconds = self._served.cpu_s() - cpu_s, time.perf_counter() - start
        for hand in self._hands:
            for table in hand:
                if table.is_over:
                    table.leave()
            hand[:] = [table for table in hand if not table.is_over]
        return Round(cpu_s / tally.moves * 1e6, tally.moves / seconds)


@asynccontextmanager
async def callers_of(served: Served, count: int) -> AsyncIterator[Callers]:
    """This many callers, without matches yet; leaving the context closes their connections."""
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(connected(served.address)) for _ in range(count)]
        yield Callers(served, lines)


async def play_turn_about(
    servers: Sequence[Served], callers: int, moves: int, rounds: int, rng: Random
) -> list[list[Round]]:
    """Play rounds of this many moves at each server, and return the rounds of each."""
    found: list[list[Round]] = [[] for _ in servers]
    async with AsyncExitStack() as stack:
        companies = [await stack.enter_async_context(callers_of(one, callers)) for one in servers]
        turns = list(zip(companies, found, strict=True))
        for _ in range(rounds):
            for company, its_rounds in turns:
                await company.deal_for(moves, rng)
                its_rounds.append(await company.play(moves, rng))
            turns.reverse()
    return found
