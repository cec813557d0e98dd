"""Hosting under test: a bot at work beside the test, and matches held against what it says it did.

Which bots there are, and what happens to servers meanwhile, belongs elsewhere.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final
from unittest.mock import patch

from gemwright.pb.game_pb2 import GAME_SPLENDOR, Game
from gemwright.pb.match_pb2 import MATCH_STATE_FINISHED, MatchRecord
from gemwright_client import Tally, run_bot
from gemwright_client.bots import runner as host_module
from gemwright_client.bots.bot import BotSource
from tests.service.botted import ended
from tests.service.callers import Caller
from tests.service.players import seated, watching
from tests.waiting import until

ROBO: Final = "robo"
NEVER_S: Final = 3600.0
PROMPT_S: Final = 10.0
"""Whoever is told to stop does so sooner, also on a busy machine."""


@dataclass
class Hosting:
    """A bot at work."""

    tally: Tally = field(default_factory=Tally)
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, matches: int, ended: int) -> None:
        """Wait until so many matches are live, and so many ended."""
        await until(
            lambda: (self.tally.matches, self.tally.ended) == (matches, ended),
            f"{matches} live and {ended} ended",
        )


@asynccontextmanager
async def hosting(
    bot: BotSource, address: str, principal: str = ROBO, processes: int = 0
) -> AsyncIterator[Hosting]:
    """A bot at work, which stops when told to; if it fails, so does what is done meanwhile.

    It never looks again at what it has seen: whatever it overlooks is not played.
    """
    made = Hosting()
    with patch.object(host_module, "LOOK_AGAIN_S", NEVER_S):
        async with asyncio.TaskGroup() as group:
            task = group.create_task(
                run_bot(
                    bot,
                    address,
                    f"dev:{principal}",
                    processes=processes,
                    stop=made.stop,
                    tally=made.tally,
                )
            )
            yield made
            made.stop.set()
            async with asyncio.timeout(PROMPT_S):
                await task


async def begun(
    caller: Caller,
    number: int = 1,
    game: Game = GAME_SPLENDOR,
    names: Sequence[str] = (ROBO, ROBO),
) -> list[str]:
    """So many matches between these."""
    made = await caller.create_batch([seated(game, names) for _ in range(number)])
    return [one.created.match.match for one in made]


async def played(caller: Caller, matches: Sequence[str]) -> list[MatchRecord]:
    """Wait for the ends of matches that are decided by moves alone, every version there once."""
    records = [await ended(caller, match) for match in matches]
    for record in records:
        assert record.match.state == MATCH_STATE_FINISHED
        assert all(update.HasField("move") for update in record.updates if update.version)
    return records


async def reached(caller: Caller, match: str, version: int) -> None:
    """Wait until a match has got that far."""
    async with watching(caller, match) as watcher:
        await watcher.reached(version)


def moves_in(records: Sequence[MatchRecord], principal: str = ROBO) -> int:
    """How many moves a principal made."""
    return sum(
        update.HasField("move") and record.match.seats[update.move.seat].principal == principal
        for record in records
        for update in record.updates
    )
