"""Backups that are taken and restored as docs/operations.md says, with real processes.

Matches are played while a backup is taken, and on after it; then everything is lost and restored.
What was answered before the backup is there again, and who has seen more is told so.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR
from gemwright.pb.match_pb2 import Update
from gemwright.pb.match_service_pb2 import RESET_REASON_HISTORY_LOST
from gemwright.redis.embedded import valkey_binary
from tests.service.callers import Caller, CallFailed, failure_of, new_request_id
from tests.service.losses import next_move
from tests.service.players import play_randomly, seated, watching
from tests.service.processes import Process, processes, strict_valkey
from tests.valkey import Valkey

ROOT: Final = Path(__file__).parents[2]
OPERATIONS: Final = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
SEATED: Final = ("ann", "bob")
KEPT: Final = 12
LOST: Final = 8
SECONDS: Final = 60.0

T = TypeVar("T")


def told(name: str) -> str:
    """The commands that the document gives under a name."""
    found = re.search(rf"^```console {name}\n(.*?)^```$", OPERATIONS, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


async def obey(name: str, environment: Mapping[str, str]) -> None:
    """Do what the document says."""
    done = await asyncio.to_thread(
        subprocess.run,
        ["bash", "-euo", "pipefail", "-c", told(name)],
        cwd=ROOT,
        env=os.environ | dict(environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass
class Deployment:
    """Servers, and how their data are saved, lost and brought back."""

    servers: list[Process]
    save: Callable[[], Awaitable[None]]
    lose_and_restore: Callable[[], Awaitable[None]]

    def seats(self, number: int) -> list[Caller]:
        """Both seats, at the server of a number."""
        server = self.servers[number % len(self.servers)]
        return [server.caller(name) for name in SEATED]


@asynccontextmanager
async def embedded(folder: Path) -> AsyncIterator[Deployment]:
    """One server with its own Valkey."""
    async with processes(folder, 1, "--fsync", "always", store=None) as servers:
        (server,) = servers
        data = folder / "server-0" / "data"
        environment = {"DATA": str(data), "BACKUP": str(folder / "backup")}

        async def lose_and_restore() -> None:
            server.signal(signal.SIGTERM)
            assert await server.ended() == 0
            shutil.rmtree(data)
            await obey("restore-folder", environment)
            await server.start()

        yield Deployment(servers, lambda: obey("backup-folder", environment), lose_and_restore)


@asynccontextmanager
async def shared(folder: Path, way: str) -> AsyncIterator[Deployment]:
    """Two servers on a Valkey, which is backed up by its folder or over the network."""
    with strict_valkey("--repl-diskless-sync", "no") as store:
        async with processes(folder, 2, store=store) as servers:
            environment = {
                "DATA": str(store.folder),
                "BACKUP": str(folder / "backup"),
                "PATH": f"{tools(folder / 'bin', store)}:{os.environ['PATH']}",
            }

            async def lose_and_restore() -> None:
                for server in servers:
                    await server.kill()
                store.kill()
                for path in store.folder.iterdir():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                await obey(f"restore-{way}", environment)
                await asyncio.to_thread(store.start)
                await asyncio.gather(*(server.start() for server in servers))

            yield Deployment(servers, lambda: obey(f"backup-{way}", environment), lose_and_restore)


def tools(folder: Path, store: Valkey) -> Path:
    """A folder with the programs of Valkey, which are at the store's socket instead of a port."""
    folder.mkdir()
    client = f'exec {sys.executable} {ROOT}/tests/valkey_cli.py {store.socket} "$@"'
    server = f'exec {valkey_binary()} "$@" --port 0 --unixsocket {store.socket}'
    for name, line in (("valkey-cli", client), ("valkey-server", server)):
        (folder / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        (folder / name).chmod(0o700)
    return folder


async def insisted(call: Callable[[], Awaitable[T]]) -> T:
    """The answer to a call, which is repeated for as long as the store is slow to save its data."""
    while True:
        try:
            return await call()
        except CallFailed as failed:
            if failed.code != "UNAVAILABLE":
                raise
        await asyncio.sleep(0.05)


class Restless:
    """Plays one match after the other, all the time, and knows what was answered."""

    def __init__(self, seats: list[Caller]) -> None:
        self._seats = seats
        self.acknowledged: dict[str, list[Update]] = {}
        self._task = asyncio.create_task(self._play())

    @property
    def moves(self) -> int:
        """How many there were so far."""
        return sum(map(len, self.acknowledged.values()))

    async def _play(self) -> None:
        rng = Random(5)
        while True:
            request = seated(GAME_DUEL, SEATED)
            match = (await insisted(partial(self._seats[0].create, request))).match.match
            updates = self.acknowledged.setdefault(match, [])
            look = partial(self._seats[0].get, match)
            while (await insisted(look)).match.HasField("seat_to_act"):
                asked = partial(next_move, match, self._seats, rng, new_request_id())
                move = await insisted(asked)
                updates.append(await insisted(partial(move.at, self._seats)))

    async def moved(self, number: int) -> None:
        """Wait for so many moves."""
        async with asyncio.timeout(SECONDS):
            while self.moves < number:
                assert not self._task.done()
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """End it in the middle of whatever it does."""
        assert not self._task.done()
        self._task.cancel()
        await asyncio.wait([self._task])


async def check(deployed: Deployment) -> None:
    """Save, play on, lose everything, restore: what came after the backup is lost, no more."""
    lines = [deployed.seats(number) for number in range(2)]
    resting, moving = [await new_match(lines[number], number) for number in range(2)]
    kept = await next_move(moving, lines[0], Random(2), new_request_id())
    answer = await kept.at(lines[0])
    async with AsyncExitStack() as stack:
        rest = await stack.enter_async_context(watching([line[0] for line in lines], resting, 0))
        move = await stack.enter_async_context(watching([line[1] for line in lines], moving, 1))
        restless = Restless(lines[1])
        await restless.moved(KEPT)
        before = restless.moves
        await deployed.save()
        await restless.moved(before + 1)
        await restless.stop()
        lost = await next_move(moving, lines[1], Random(3), new_request_id())
        lost_answer = await lost.at(lines[1])
        await play_randomly(moving, lines[0], Random(4), most=LOST)
        newer = await new_match(lines[0], 0)
        ahead = await lines[0][1].updates(moving, 1)
        await move.reached(len(ahead))

        await deployed.lose_and_restore()

        lines = [deployed.seats(number) for number in range(2)]
        await move.until(lambda: bool(move.resets), "it is told what was lost")
        assert await lines[0][1].updates(moving, 1) == ahead[: answer.version]
        assert (await failure_of(lines[0][0].get(newer))).reason == "MATCH_NOT_FOUND"
        await check_prefix(restless, lines[0][0], before)
        assert await kept.at(lines[1]) == answer
        again = await lost.at(lines[1])
        assert again.version == lost_answer.version
        assert again.commit_id != lost_answer.commit_id
        assert list(again.events) == list(lost_answer.events)
        for match in (resting, moving):
            await play_randomly(match, lines[1], Random(6), most=LOST)
        await rest.reached(KEPT + LOST)
        await move.reached(again.version + LOST)
        assert rest.resets == []
        assert rest.updates == (await lines[1][0].updates(resting, 0))[KEPT:]
        assert move.resets == [RESET_REASON_HISTORY_LOST]


async def new_match(seats: list[Caller], number: int) -> str:
    """A match on its way."""
    game = [GAME_SPLENDOR, GAME_DUEL][number]
    match = (await seats[0].create(seated(game, SEATED))).match.match
    await play_randomly(match, seats, Random(1), most=KEPT)
    return match


async def check_prefix(restless: Restless, caller: Caller, number: int) -> None:
    """At least so many moves are there, and nothing is missing between them."""
    found = 0
    for match, acknowledged in restless.acknowledged.items():
        log: list[Update] = []
        with suppress(CallFailed):  # it may have begun after the backup
            log = await caller.updates(match)
        names = [update.commit_id for update in acknowledged]
        assert [update.commit_id for update in log][: len(names)] == names[: len(log)]
        found += len(log)
    assert found >= number


async def test_a_server_with_its_own_valkey_is_restored_from_a_copy_of_its_folder(
    tmp_path: Path,
) -> None:
    async with embedded(tmp_path) as deployed:
        await check(deployed)


@pytest.mark.parametrize("way", ["folder", "network"])
async def test_servers_on_a_valkey_are_restored_from_a_backup(tmp_path: Path, way: str) -> None:
    async with shared(tmp_path, way) as deployed:
        await check(deployed)
