"""SIGKILL in the middle of matches: of servers, of Valkey, of a server with its own Valkey.

Nothing that was acknowledged is lost, nothing is applied twice, and streams go on where they were.
"""

import asyncio
import os
import shutil
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from tests.service.callers import CallFailed
from tests.service.players import seated
from tests.service.processes import Process, calls, processes, strict_valkey
from tests.service.stalls import silent
from tests.service.stubborn import Stage, begun
from tests.valkey import Valkey

KILLS: Final = 6
LONGEST_LIFE: Final = 0.6
"""Seconds between two kills, at most."""


async def play_through(
    servers: Sequence[Process], rng: Random, kill: Callable[[int], Awaitable[None]]
) -> list[Stage]:
    """Play several matches at once while one kill after the other falls at random moments."""
    stages = [
        Stage(servers, GAME_DUEL, ["ann", "bob"]),
        Stage(servers, GAME_DUEL_COUNTERFEITERS, ["cleo", "dan"]),
        Stage(servers, GAME_SPLENDOR, ["eve", "finn", "gil", "hal"]),
    ]
    is_enough = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for stage in stages:
            group.create_task(stage.play_until(is_enough, Random(rng.random())))
        for number in range(KILLS):
            await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
            await kill(number)
        is_enough.set()
    assert all(stage.moves > KILLS for stage in stages)
    return stages


def check_noticed(stages: Sequence[Stage]) -> None:
    """Clients have met the kills: calls had to be repeated and streams taken up again."""
    assert any(stage.failures for stage in stages)
    assert any(stage.cuts for stage in stages)


async def test_kills_of_servers_lose_nothing_while_the_other_carries_on(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as servers:

            async def kill(number: int) -> None:
                killed = servers[number % len(servers)]
                await killed.kill()
                await killed.start()

            check_noticed(await play_through(servers, Random(1), kill))


@pytest.mark.parametrize("is_behind", [False, True])
async def test_a_move_whose_server_dies_before_it_answers_is_made_once(
    tmp_path: Path, is_behind: bool
) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as servers:
            made = await servers[0].caller("ann").create(seated(GAME_DUEL, ["ann", "ann"]))
            for version in range(3):
                await lose_an_answer(servers, store, made.match.match, version, is_behind)


async def lose_an_answer(
    servers: list[Process], store: Valkey, match: str, version: int, is_behind: bool
) -> None:
    """Kill a server while the store is silent, and make the same move through the other one."""
    killed, left = servers
    ann, elsewhere = killed.caller("ann"), left.caller("ann")
    seat = (await elsewhere.get(match)).match.seat_to_act
    action = (await ann.get(match, seat)).legal_actions[0]
    request_id = f"move-number-{version}"
    with silent(store):
        (moving,) = await begun(ann, [lambda: ann.act(match, seat, version, action, request_id)])
        await killed.kill()
        assert isinstance(await moving, CallFailed)
    if not is_behind:
        await elsewhere.get(match)
    done = await elsewhere.act(match, seat, version, action, request_id)
    assert await elsewhere.updates(match, seat, after=version) == [done]
    await killed.start()


async def test_a_kill_of_one_server_does_not_stop_the_other(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as (killed, left):
            stage = Stage([killed, left], GAME_DUEL, ["ann", "bob"])
            is_enough = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                group.create_task(stage.play_until(is_enough, Random(2)))
                await answered(left, 10)
                await killed.kill()
                before = moves(left)
                await answered(left, before + 20)
                is_enough.set()


def moves(server: Process) -> int:
    """How many actions a server has applied."""
    return sum(call["code"] == "OK" for call in calls(server.log(), "SubmitAction"))


async def answered(server: Process, number: int) -> None:
    """Wait until a server has applied so many actions."""
    while moves(server) < number:
        await asyncio.sleep(0.05)


async def test_kills_of_valkey_lose_nothing_and_servers_go_on_by_themselves(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as servers:

            async def kill(number: int) -> None:
                await asyncio.to_thread(store.restart)

            await play_through(servers, Random(3), kill)
            for server in servers:
                assert server.running.process.poll() is None
                assert "redis_call_failed" in {line["event"] for line in server.log()}


async def test_a_server_killed_with_its_own_valkey_goes_on_with_its_data(tmp_path: Path) -> None:
    async with processes(tmp_path, 1, "--fsync", "always", store=None) as servers:
        (server,) = servers

        async def kill(number: int) -> None:
            await server.kill()
            if number % 2:  # its Valkey has no time to stop in order either
                kill_valkey_of(server)
            await server.start()

        check_noticed(await play_through(servers, Random(4), kill))


def kill_valkey_of(server: Process) -> None:
    """SIGKILL the Valkey that a dead server has run, and remove what it leaves."""
    started = [line for line in server.log() if line["event"] == "valkey_started"][-1]
    with suppress(ProcessLookupError):
        os.killpg(int(str(started["supervisor"])), signal.SIGKILL)
    shutil.rmtree(Path(str(started["url"]).removeprefix("unix://")).parent, ignore_errors=True)
