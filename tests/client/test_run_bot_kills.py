"""Two hundred matches at once, by one process on one stream, while servers are killed in turn."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE
from gemwright.pb.matchmaker_service_pb2 import ListMatchesRequest
from gemwright_client import Tally
from tests.client.hosted import ROBO, moves_in, played
from tests.client.hosted_process import host_process
from tests.service.botted import GREEDY, RANDOM, match_of
from tests.service.callers import Caller, CallFailed
from tests.service.players import watching
from tests.service.processes import USER, Process, calls, processes
from tests.valkey import valkey
from tests.waiting import until

TABLES: Final = (
    (GAME_SPLENDOR, (ROBO, ROBO)),
    (GAME_SPLENDOR, (ROBO, RANDOM)),
    (GAME_DUEL, (GREEDY, ROBO)),
    (GAME_DUEL_COUNTERFEITERS, (ROBO, ROBO)),
    (GAME_SPLENDOR, (GREEDY, ROBO)),
)
MATCHES: Final = 200
SHARED: Final = 30
LIFE_S: Final = 2.0
"""How long both servers run between two deaths."""
CUT: Final = ("UNAVAILABLE", "CANCELLED", "DEADLINE_EXCEEDED")


async def begun(caller: Caller, number: int) -> list[str]:
    """All matches, which begin at once."""
    requests = [match_of(*TABLES[number % len(TABLES)]) for number in range(number)]
    made = await caller.create_batch(requests)
    return [one.created.match.match for one in made]


async def number_active(caller: Caller) -> int:
    """How many matches are being played, at a server that may have been killed just now."""
    while True:
        try:
            request = ListMatchesRequest(state=MATCH_STATE_ACTIVE, page_size=MATCHES)
            return len(await caller.matches(request))
        except CallFailed as failed:
            if failed.code not in CUT:
                raise
            await asyncio.sleep(0.05)


async def killed_in_turn(servers: Sequence[Process], caller: Caller) -> int:
    """Kill and start one server after the other until every match is over; how often."""
    deaths = 0
    while await number_active(caller):
        await asyncio.sleep(LIFE_S)
        victim = servers[deaths % len(servers)]
        await victim.kill()
        await victim.start()
        deaths += 1
    return deaths


def ended_calls(servers: Sequence[Process], method: str) -> list[dict[str, object]]:
    """What the logs say of the calls of a method that did not end with their server."""
    return [line for server in servers for line in calls(server.log(), method)]


def refusals(servers: Sequence[Process], method: str) -> set[str]:
    """With which reasons calls were refused."""
    answered = ended_calls(servers, method)
    return {str(line["reason"]) for line in answered if "reason" in line}


async def one_stream_ends(servers: Sequence[Process]) -> None:
    """Wait for the end of the only inbox that was ever left by its reader."""

    async def has_ended() -> bool:
        return bool(ended_calls(servers, "WatchInbox"))

    await until(has_ended, "the end of the inbox")
    (stream,) = ended_calls(servers, "WatchInbox")
    assert stream["code"] == "CANCELLED"


@pytest.mark.long
async def test_two_hundred_matches_of_one_process_while_servers_are_killed(tmp_path: Path) -> None:
    with valkey("--appendfsync", "no", *USER) as store:
        # A second stream of the same caller would be refused.
        async with processes(tmp_path, 2, "--max-streams", "1", store=store) as servers:
            caller = servers[0].caller()
            matches = await begun(caller, MATCHES)
            addresses = [server.address for server in servers]
            async with host_process(tmp_path, "QuickBot", *addresses) as host:
                deaths = await killed_in_turn(servers, caller)
                records = await played(caller, matches)
                tally = await host.stopped()
            assert deaths > len(servers)
            assert tally == Tally(ended=MATCHES, moves=moves_in(records))
            assert "mistake" not in host.said()
            await one_stream_ends(servers)
            assert not refusals(servers, "SubmitAction")


@pytest.mark.long
async def test_programs_of_one_principal_make_up_for_each_other_when_killed(tmp_path: Path) -> None:
    with valkey("--appendfsync", "no", *USER) as store:
        async with processes(tmp_path, 1, store=store) as (server,):
            caller = server.caller()
            matches = await begun(caller, SHARED)
            async with (
                host_process(tmp_path, "QuickBot", server.address) as first,
                host_process(tmp_path, "QuickBot", server.address) as second,
            ):
                async with watching(caller, matches[0]) as watcher:
                    await watcher.reached(10)
                first.process.kill()
                async with watching(caller, matches[1]) as watcher:
                    await watcher.reached(20)
                second.process.kill()
                async with host_process(tmp_path, "QuickBot", server.address) as third:
                    await played(caller, matches)
                    assert (await third.stopped()).mistakes == 0
            assert refusals([server], "SubmitAction") <= {"STALE_VERSION", "REQUEST_ID_REUSED"}
