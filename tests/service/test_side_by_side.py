"""The server of the commit before beside this one, on one Redis, through whole matches.

That is what a rolling deploy is: whatever one of them writes the other must read, and neither may
take the other for a fault.
"""

import asyncio
import os
import subprocess
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Game
from tests.service.callers import Caller
from tests.service.players import Watcher, choose, seated, watching, with_open_seats
from tests.service.processes import Process, processes, strict_valkey, url_of

ROOT: Final = Path(__file__).parents[2]
BEFORE: Final = os.environ.get("GEMWRIGHT_TEST_BEFORE", "HEAD~1")
"""The commit whose server it is."""
NAMES: Final = ("ann", "bob", "cleo")


def source_before(folder: Path) -> Path:
    """The server's source as it was at the commit before."""
    packed = subprocess.run(
        ["git", "archive", BEFORE, "server/src"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    folder.mkdir()
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed, check=True)
    return folder / "server" / "src"


async def play_at_both(match: str, seats: int, servers: list[Process], rng: Random) -> None:
    """Play a match to its end, each move at a server by chance; two watch each seat."""
    lines = [[server.caller(NAMES[seat]) for server in servers] for seat in range(seats)]
    async with AsyncExitStack() as stack:
        watchers: list[Watcher] = []
        for seat, line in enumerate(lines):
            for caller in line:
                watchers.append(await stack.enter_async_context(watching(caller, match, seat)))
        while (known := (await rng.choice(lines[0]).get(match)).match).HasField("seat_to_act"):
            caller = rng.choice(lines[known.seat_to_act])
            sight = await caller.get(match, known.seat_to_act)
            action = choose(sight.legal_actions, rng)
            await caller.act(match, known.seat_to_act, sight.match.version, action)
        for watcher in watchers:
            await watcher.ended()
            assert not watcher.resets
    for seat, line in enumerate(lines):
        histories = [await caller.updates(match, seat) for caller in line]
        assert histories[0] == histories[1]
        for watcher in watchers[2 * seat : 2 * seat + 2]:
            assert watcher.updates == histories[0][watcher.snapshots[0].match.version :]
    assert await told(lines[0][0], match) == await told(lines[0][1], match)


async def told(caller: Caller, match: str) -> tuple[bytes, bytes, list[bytes]]:
    """How a match ended, as one server tells it."""
    record = await caller.record(match)
    updates = [update.SerializeToString(deterministic=True) for update in record.updates]
    outcome = record.match.outcome.SerializeToString(deterministic=True)
    return outcome, record.reveal.SerializeToString(), updates


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats"), [(GAME_DUEL, 2), (GAME_DUEL_COUNTERFEITERS, 2), (GAME_SPLENDOR, 3)]
)
async def test_the_server_of_the_commit_before_plays_beside_this_one(
    tmp_path: Path, game: Game, seats: int
) -> None:
    old_source = source_before(tmp_path / "before")
    with strict_valkey() as store:
        async with processes(tmp_path, 1, store=store) as (new,):
            old = Process(
                tmp_path / "old",
                *("--redis", url_of(store)),
                environment={"PYTHONPATH": str(old_source)},
            )
            try:
                await old.start()
                for number, servers in enumerate(([new, old], [old, new])):
                    rng = Random(number)
                    maker = servers[0].caller(NAMES[0])
                    made = await maker.create(seated(game, NAMES[:seats]))
                    await play_at_both(made.match.match, seats, servers, rng)
                    waiting = await maker.create(with_open_seats(game, seats))
                    for shown in waiting.join_tokens:
                        joiner = servers[shown.seat % 2].caller(NAMES[shown.seat])
                        await joiner.join(waiting.match.match, shown.token)
                    await play_at_both(waiting.match.match, seats, servers, rng)
                old.check_log()
            finally:
                await asyncio.shield(old.close())
