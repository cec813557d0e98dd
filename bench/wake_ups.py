"""What wake-ups cost: servers on one Valkey, of which one plays and the others only hear of it.

Every process hears of every change that another has made on the same Redis. Measured is the
processor time of all of them for one move, of the others less what they take anyway. With many
callers a wake-up tells of several moves. In the end somebody watches an inbox at each of the
others, who then read the notices of all moves, whoever is concerned.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import uvloop

import machine
from gemwright.process.logs import set_up_logs
from load_line import connected, headers
from service_moves import Callers, callers_of
from service_processes import Served, another, product

CALLERS: Final = (1, 64)
_WATCH_INBOX: Final = headers("/gemwright.v1.InboxService/WatchInbox", "Bearer dev:bystander")
OTHERS: Final = (0, 1, 3)


@dataclass(frozen=True, slots=True)
class Costs:
    """Processor time for one move, in microseconds."""

    player_us: float
    valkey_us: float
    heard_us: float
    """The cost in each process that does not play."""


class Group:
    """A server that plays and others that only receive wake-ups."""

    def __init__(self, playing: Served) -> None:
        self.playing = playing
        self.others: list[Served] = []
        self._idle = 0.0
        """The part of a core that one of the others takes anyway."""

    async def rest(self, seconds: float) -> None:
        """Measure what the others take while nobody plays."""
        before = self._heard_s()
        await asyncio.sleep(seconds)
        self._idle = (self._heard_s() - before) / seconds

    async def costs(self, callers: Callers, moves: int, rng: Random) -> Costs:
        """The costs of playing this many moves."""
        await callers.deal_for(moves, rng)
        start, heard_s = time.perf_counter(), self._heard_s()
        player_s, valkey_s = self.playing.cpu_s(), machine.cpu_s(self.playing.valkey)
        await callers.play(moves, rng)
        heard_s = self._heard_s() - heard_s - self._idle * (time.perf_counter() - start)
        player_s = self.playing.cpu_s() - player_s
        valkey_s = machine.cpu_s(self.playing.valkey) - valkey_s
        return Costs(*(spent_s / moves * 1e6 for spent_s in (player_s, valkey_s, heard_s)))

    def _heard_s(self) -> float:
        """Processor time so far of one of the others, on average."""
        return statistics.fmean([other.cpu_s() for other in self.others] or [0.0])


async def run(moves: int, rounds: int, quiet_s: float) -> dict[str, float]:
    """Measure with a growing number of other processes."""
    rng = Random(1)
    figures: dict[str, float] = {}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gemwright-bench-")))
        group = Group(await stack.enter_async_context(product(folder)))
        for wanted in OTHERS:
            while len(group.others) < wanted:
                own = folder / str(len(group.others))
                own.mkdir()
                one = another(own, group.playing)
                group.others.append(await stack.enter_async_context(one))
            await group.rest(quiet_s)
            for number in CALLERS:
                found = await _rounds(group, number, moves, rounds, rng)
                figures |= _of(f"{number}_with_{wanted}", found)
        for other in group.others:
            line = await stack.enter_async_context(connected(other.address))
            await line.call(_WATCH_INBOX, b"").read()
        await group.rest(quiet_s)
        for number in CALLERS:
            found = await _rounds(group, number, moves, rounds, rng)
            figures |= _of(f"{number}_with_{max(OTHERS)}_and_inboxes", found)
    return figures


async def _rounds(
    group: Group, number: int, moves: int, rounds: int, rng: Random
) -> Sequence[Costs]:
    """Play this many rounds, after one more to warm up."""
    async with callers_of(group.playing, number) as callers:
        await group.costs(callers, moves, rng)
        return [await group.costs(callers, moves, rng) for _ in range(rounds)]


def _of(place: str, found: Sequence[Costs]) -> dict[str, float]:
    costs = [(one.player_us, one.valkey_us, one.heard_us) for one in found]
    player, valkey, heard = map(statistics.median, zip(*costs, strict=True))
    print(
        f"callers, others: {place:22} {player:6.0f} µs a move of who plays, "
        f"{valkey:4.0f} µs of Valkey, {heard:6.1f} µs of each of the others",
        flush=True,
    )
    return {f"player_us_{place}": player, f"valkey_us_{place}": valkey, f"heard_us_{place}": heard}


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less exact")
    parser.add_argument("--moves", type=int, default=2_000, help="of a round (default 2000)")
    parser.add_argument("--json", action="store_true", help="print one object on the last line")
    arguments = parser.parse_args()
    set_up_logs("warning", "console")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rounds, quiet_s = (2, 0.5) if arguments.quick else (7, 5.0)
        figures = runner.run(run(arguments.moves, rounds, quiet_s))
    if arguments.json:
        print(json.dumps({name: round(us, 2) for name, us in figures.items()}))


if __name__ == "__main__":
    main()
