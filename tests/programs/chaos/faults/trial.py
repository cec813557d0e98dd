"""A short run of servers that have a fault, or none, and what the check says of it."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import grpc.aio

from gemwright.pb.game_pb2 import GAME_SPLENDOR
from tests.programs.chaos import run
from tests.programs.chaos.servers import SERVE
from tests.programs.chaos.stage import Cast, Stage, staged
from tests.programs.chaos.stores import SingleStore
from tests.service.callers import Caller
from tests.service.players import play_randomly, seated

SMALL: Final = Cast(servers=2, bots=0, players=1, watchers=1, feeds=1)
SECONDS: Final = 8.0
QUIET_S: Final = 1.0
OUTAGE_S: Final = 6.0
LONG_S: Final = 120
MOVES: Final = 4
CLIENTS: Final = ("--matches", "16", "--pace", "60", "--patience", "20")

Act: TypeAlias = Callable[[Stage], Awaitable[None]]
"""What happens while the clients play."""


@dataclass(frozen=True)
class Trial:
    """What is tried."""

    act: Act
    server_words: Sequence[str] = ()
    client_words: Sequence[str] = ()


async def only_play(stage: Stage) -> None:
    """Nothing happens but what the clients do."""
    await asyncio.sleep(SECONDS)


async def leave_alone(stage: Stage) -> None:
    """All servers are away for longer than clocks bear, amidst a match with long clocks."""
    async with grpc.aio.insecure_channel(stage.doors.addresses[0]) as channel:
        player = Caller(channel, "whoever-has-time")
        request = seated(GAME_SPLENDOR, [player.principal or ""] * 2)
        request.time_control.bank.initial.FromSeconds(LONG_S)
        match = (await player.create(request)).match.match
        await play_randomly(match, [player] * 2, Random(0), MOVES)
        await asyncio.gather(*(server.kill() for server in stage.servers))
        await asyncio.sleep(OUTAGE_S)
        await asyncio.gather(*map(stage.serve, range(len(stage.servers))))
        await channel.channel_ready()
        await play_randomly(match, [player] * 2, Random(1), MOVES)
        await player.resign(match, 0)


async def roll_back(stage: Stage) -> None:
    """The store forgets what came last, at least twenty commits, and nobody is told."""
    await asyncio.sleep(SECONDS / 2)
    assert isinstance(stage.store, SingleStore)
    snapshot = stage.folder / "snapshot"
    await asyncio.to_thread(stage.store.snapshot, snapshot)
    await asyncio.sleep(1)
    await asyncio.to_thread(stage.store.roll_back, snapshot)
    await asyncio.sleep(SECONDS / 2)


def findings(folder: Path, fault: str, trial: Trial) -> list[str]:
    """What is found in a run of servers with this fault, or of sound ones where it is empty."""
    return asyncio.run(_run(folder, fault, trial)).findings


async def _run(folder: Path, fault: str, trial: Trial) -> run.Outcome:
    serve = (sys.executable, "-m", "tests.programs.chaos.faults", fault) if fault else SERVE
    store = SingleStore(folder / "store", "everysec")
    with closing(store):
        await asyncio.to_thread(store.start)
        stage = Stage(
            folder,
            store,
            SMALL,
            seed=7,
            words=trial.server_words,
            serve=serve,
            client_words=(*CLIENTS, *trial.client_words),
        )
        outcome = run.Outcome(folder)
        async with staged(stage):
            at_first = run.held(stage)
            await stage.let_in()
            await trial.act(stage)
            await run.end(stage, outcome, at_first, QUIET_S)
        await run.judge(outcome)
        return outcome
