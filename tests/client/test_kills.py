"""SIGKILL in the middle of matches that are played through the public client.

Server processes die at random moments, or before they answer; each action is done once, and each
update told once.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright_client import Client
from gemwright_client.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Game
from gemwright_client.pb.match_pb2 import Update
from tests.client.tables import Reader, clients, history, new_match, played, reading
from tests.service.processes import Process, processes, strict_valkey
from tests.service.stalls import silent

KILLS: Final = 6
MOST: Final = 30
"""Moves of a match, at most."""
LONGEST_LIFE: Final = 0.6
"""Seconds between two kills, at most."""
PLAYED: Final[Sequence[tuple[Game, Sequence[str]]]] = (
    (GAME_DUEL, ("ann", "bob")),
    (GAME_DUEL_COUNTERFEITERS, ("cleo", "dan")),
    (GAME_SPLENDOR, ("eve", "finn")),
)


def moves_of(updates: Sequence[Update], seat: int) -> list[Update]:
    """What a seat has done, as it sees it."""
    return [one for one in updates if one.HasField("move") and one.move.seat == seat]


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[list[Process], str]]:
    """Two server processes, and their addresses in one text."""
    with strict_valkey() as store:
        async with processes(folder, 2, store=store) as servers:
            yield servers, ",".join(server.address for server in servers)


async def play_until(
    address: str, game: Game, names: Sequence[str], is_enough: asyncio.Event
) -> int:
    """Match after match; each is judged at its end; how many were played."""
    for number in range(1_000):
        async with AsyncExitStack() as stack:
            players = await stack.enter_async_context(clients(address, names))
            match = await new_match(players[0], names, game)
            readers: list[Reader] = [
                await stack.enter_async_context(reading(player.match(match, seat)))
                for seat, player in enumerate(players)
            ]
            answers = await played(players, match, Random(number), MOST)
            if len(answers) == MOST:
                answers.append(await players[0].match(match).resign())
            for seat, (player, reader) in enumerate(zip(players, readers, strict=True)):
                await reader.ended()
                log = await history(player, match, seat)
                assert reader.said == log
                assert reader.versions == list(range(1, len(log) + 1))
                assert moves_of(log, seat) == moves_of(answers, seat)
            assert [one.version for one in answers] == reader.versions
        if is_enough.is_set():
            return number + 1
    raise AssertionError("nobody said that it is enough")


@pytest.mark.long
async def test_kills_of_servers_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as (servers, address):
        is_enough, rng = asyncio.Event(), Random(1)
        async with asyncio.TaskGroup() as group:
            playing = [
                group.create_task(play_until(address, game, names, is_enough))
                for game, names in PLAYED
            ]
            for number in range(KILLS):
                await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
                killed = servers[number % 2]
                await killed.kill()
                await killed.start()
            is_enough.set()
        assert all(task.result() for task in playing)


async def test_a_move_whose_server_dies_before_it_answers_is_made_once(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as servers:
            address = ",".join(server.address for server in servers)
            async with Client(address, "dev:ann") as ann:
                match = await new_match(ann, ["ann", "ann"])
                seat = (await ann.match(match).get()).match.seat_to_act
                handle = ann.match(match, seat)
                actions = await handle.legal_actions()
                with silent(store):
                    acting = asyncio.create_task(handle.act(actions[0]))
                    await asyncio.sleep(0.2)  # it is on its way, and cannot be answered
                    assert not acting.done()
                    await servers[0].kill()
                update = await acting
                assert await history(ann, match, seat) == [update]
