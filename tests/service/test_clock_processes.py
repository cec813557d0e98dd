"""Clocks with real processes: whatever is killed, each stops once, never early, hardly later."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_FINISHED, Update
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest
from tests.service.callers import Caller
from tests.service.clockwork import NAMES, SLACK, left, move, ms, per_turn, timed_out
from tests.service.players import seated, watching
from tests.service.processes import Process, processes, strict_valkey

LIMIT: Final = 2_000
LATEST: Final = 3_000 + SLACK
"""A look a second, a lease of two that a dead process may have had, and a machine that is busy."""
LONG_TURN: Final = 10_000
DOWN_S: Final = 6.5
CREDITED: Final = 5_000


def wish(ms_a_turn: int) -> CreateMatchRequest:
    """A match with so much time for a turn."""
    request = seated(GAME_DUEL, NAMES[:2])
    request.time_control.CopyFrom(per_turn(ms_a_turn))
    return request


async def last_of(caller: Caller, match: str) -> Update:
    """The last update of a match, once it is over."""
    async with watching(caller, match) as watcher:
        await watcher.ended()
    return (await caller.updates(match))[-1]


async def test_a_server_that_is_killed_with_due_timers_leaves_them_to_the_other(
    tmp_path: Path,
) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as (killed, left_over):
            players, matches, deadlines = callers_of(killed), [], {}
            for _ in range(6):
                made = (await players[0].create(wish(LIMIT))).match
                moved = await move(players, made.match)
                matches.append(made)
                deadlines[made.match] = ms(moved.clocks.deadline)
            await asyncio.sleep(LIMIT / 1000 * 0.6)
            await killed.kill()
            caller = left_over.caller()
            for made in matches:
                last = await last_of(caller, made.match)
                assert last.version == 2
                assert timed_out(last) == 1 - made.seat_to_act
                assert 0 <= ms(last.time) - deadlines[made.match] <= LATEST


def callers_of(server: Process) -> list[Caller]:
    """The players."""
    return [server.caller(name) for name in NAMES[:2]]


@pytest.mark.long
async def test_a_store_that_is_down_for_a_while_takes_nobody_s_time(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as servers:
            one, other = servers
            match = (await one.caller("ann").create(wish(LONG_TURN))).match.match
            moved = await move(callers_of(one), match)
            async with watching([other.caller("ann"), one.caller("ann")], match) as watcher:
                await watcher.reached(1)
                await asyncio.to_thread(store.kill)
                await asyncio.sleep(DOWN_S)
                await asyncio.to_thread(store.start)
                seen = len(watcher.messages)

                def has_moved() -> bool:
                    told = [one.clocks for one in watcher.messages if one.HasField("clocks")]
                    return any(ms(one.deadline) > ms(moved.clocks.deadline) for one in told)

                await watcher.until(has_moved, "the clocks")
                assert seen
                sight = await one.caller("ann").get(match)
                assert sight.match.version == 1
                assert sight.match.state == MATCH_STATE_ACTIVE
                credit = ms(sight.match.clocks.deadline) - ms(moved.clocks.deadline)
                assert CREDITED < credit < DOWN_S * 1000 + LATEST
                assert max(left(sight.match.clocks)) > LONG_TURN - LATEST
                await watcher.ended()
                last = watcher.updates[-1]
                assert timed_out(last) == 1 - moved.move.seat
                assert ms(last.time) >= ms(moved.clocks.deadline) + credit
                assert ms(last.time) <= ms(moved.clocks.deadline) + credit + LATEST


@pytest.mark.long
async def test_servers_that_are_all_gone_for_a_while_take_nobody_s_time(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as servers:
            one, other = servers
            match = (await one.caller("ann").create(wish(5_000))).match.match
            moved = await move(callers_of(one), match)
            token = (await one.caller("ann").get(match)).resume_token
            for server in servers:
                await server.kill()
            await asyncio.sleep(DOWN_S)
            await other.start()
            caller = other.caller("ann")
            stream = caller.watch(match, None, token)
            first = await anext(stream)
            await stream.aclose()
            credit = ms(first.clocks.deadline) - ms(moved.clocks.deadline)
            assert credit > CREDITED
            assert await caller.state(match) == MATCH_STATE_ACTIVE
            last = await last_of(caller, match)
            assert await caller.state(match) == MATCH_STATE_FINISHED
            late = ms(last.time) - ms(moved.clocks.deadline) - credit
            assert 0 <= late <= LATEST
