"""Coming and going of hosts: told to stop, cut off, several at once, held back, with new tokens."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright_client import Client, Tally, run_bot
from gemwright_client.bots.leases import Leases
from gemwright_client.bots.runner import request_id_of
from gemwright_client.errors import NotAuthenticated, TokenExpired
from gemwright_client.pb.match_pb2 import Match
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from tests.auth.keyfiles import bearer
from tests.client.hosted import PROMPT_S, ROBO, begun, hosting, moves_in, played, reached
from tests.client.hosted_bots import LastBot, QuickBot, SlowAsyncBot, SlowBot
from tests.client.hosted_process import host_process
from tests.event_loop import on_event_loop
from tests.service.backups import Backup
from tests.service.callers import Caller
from tests.service.credentials import EARLIER, LATER, caller_with, credentials
from tests.service.processes import processes
from tests.service.servers import Servers, servers_on
from tests.valkey import Valkey, is_alive
from tests.waiting import until

LEASE_S: Final = 1.0


async def gone(children: Sequence[int]) -> None:
    """Wait for the end of processes."""

    async def are_gone() -> bool:
        return not any(map(is_alive, children))

    await until(are_gone, "the end of the processes")


async def test_a_host_that_is_stopped_sends_nothing_more_and_another_goes_on(
    servers: Servers,
) -> None:
    caller, address = servers.hosts[0].caller(), servers.hosts[0].address
    matches = await begun(caller, 3)
    async with hosting(QuickBot, address) as first:
        await reached(caller, matches[0], 10)
    made = [(await caller.get(match)).match.version for match in matches]
    assert first.tally == Tally(matches=3, moves=sum(made))
    async with hosting(QuickBot, address) as second:
        records = await played(caller, matches)
        await second.until(matches=0, ended=3)
    assert first.tally.moves + second.tally.moves == moves_in(records)


async def test_a_host_that_is_cancelled_ends_with_what_it_had_sent(servers: Servers) -> None:
    caller, address = servers.hosts[0].caller(), servers.hosts[0].address
    matches = await begun(caller, 3)
    tally = Tally()
    hosted = asyncio.create_task(run_bot(QuickBot, address, "dev:robo", tally=tally))
    await reached(caller, matches[0], 10)
    hosted.cancel()
    async with asyncio.timeout(PROMPT_S):
        with pytest.raises(asyncio.CancelledError):
            await hosted
    made = [(await caller.get(match)).match.version for match in matches]
    assert tally.moves == sum(made)


async def test_a_move_that_is_on_its_way_at_the_end_arrives(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    (match,) = await begun(caller)
    bot, tally = LastBot(), Tally()
    await run_bot(bot, servers.hosts[0].address, "dev:robo", stop=bot.stop, tally=tally)
    assert tally == Tally(matches=1, moves=1)
    assert (await caller.get(match)).match.version == 1


@pytest.mark.parametrize("make", [SlowBot, SlowAsyncBot])
async def test_a_bot_that_thinks_is_not_waited_for(
    servers: Servers, make: Callable[[], SlowBot]
) -> None:
    caller = servers.hosts[0].caller()
    (match,) = await begun(caller, 1, GAME_DUEL)
    bot = make()
    async with hosting(bot, servers.hosts[0].address):
        await asyncio.to_thread(bot.thinks.wait)
    assert (await caller.get(match)).match.version == 0
    bot.told.set()


@pytest.mark.parametrize("number", [0, 2])
async def test_a_program_ends_when_told_to_whatever_its_bot_thinks(
    tmp_path: Path, number: int
) -> None:
    async with processes(tmp_path, 1, store=None) as (server,):
        await begun(server.caller(), 3)
        async with host_process(tmp_path, "StuckBot", server.address, processes=number) as host:
            await host.until_it_says("thinks")
            children = host.children()
            async with asyncio.timeout(PROMPT_S):
                assert await host.stopped() == Tally(matches=3)
            await gone(children)
            assert len(children) >= number


async def test_processes_of_a_bot_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    async with (
        processes(tmp_path, 1, store=None) as (server,),
        host_process(tmp_path, "QuickBot", server.address, processes=2) as host,
    ):
        (match,) = await begun(server.caller())
        await reached(server.caller(), match, 10)
        children = host.children()
        host.process.kill()
        await gone(children)
        assert len(children) >= 2


async def shared(store_url: str) -> tuple[int, int]:
    """Have two hosts of one principal play; how often they were asked, for how many moves."""
    async with servers_on(store_url, 2) as servers:
        caller = servers.hosts[0].caller()
        bots, addresses = (QuickBot(), QuickBot()), [host.address for host in servers.hosts]
        async with hosting(bots[0], addresses[0]) as one, hosting(bots[1], addresses[1]) as other:
            records = await played(caller, await begun(caller, 3))
            for host in (one, other):
                await host.until(matches=0, ended=3)
                assert host.tally.mistakes == 0
        # A move that both have sent counts for both, and is in the history once.
        assert one.tally.moves + other.tally.moves >= moves_in(records)
        return sum(bot.asked for bot in bots), moves_in(records)


def test_two_hosts_of_one_principal_share_its_matches(store_url: str) -> None:
    asked, moves = on_event_loop(shared(store_url))
    assert asked <= moves * 1.1  # on a very slow machine a lease may end too soon


def test_hosts_that_both_play_everything_lose_and_double_nothing(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def granted(leases: Leases, match: str) -> bool:
        return True

    monkeypatch.setattr(Leases, "has", granted)
    asked, moves = on_event_loop(shared(store_url))
    assert asked > moves


def test_the_id_of_a_request_is_that_of_the_decision() -> None:
    one = Match(match="abc", version=3, commit_id="x")
    ids = [
        request_id_of(GetMatchResponse(match=match, viewer_seat=seat))
        for match in (
            one,
            Match(match="abd", version=3, commit_id="x"),
            Match(match="abc", version=4, commit_id="x"),
            Match(match="abc", version=3, commit_id="y"),
        )
        for seat in (0, 1)
    ]
    assert len(set(ids)) == len(ids)
    assert ids[0] == request_id_of(GetMatchResponse(match=one, viewer_seat=0, resume_token="more"))


async def test_while_a_bot_thinks_no_other_process_gets_its_match(servers: Servers) -> None:
    (match,) = await begun(servers.hosts[0].caller())
    async with Client(servers.hosts[0].address, "dev:robo") as client:
        thinker, other = (Leases(client.inbox, LEASE_S) for _ in range(2))
        assert await thinker.has(match)
        renewing = asyncio.create_task(thinker.renew())
        with thinker.wanted(match):
            end = asyncio.get_running_loop().time() + 2 * LEASE_S
            while asyncio.get_running_loop().time() < end:
                assert not await other.has(match)
                await asyncio.sleep(LEASE_S / 10)

        async def is_free() -> bool:
            return await other.has(match)

        await until(is_free, "the end of the lease")
        assert not await thinker.has(match)
        renewing.cancel()


@pytest.mark.inside("counts the calls of one process")
def test_a_host_that_calls_too_often_waits_and_makes_no_mistake(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with servers_on(store_url, 0) as servers:
            server = await servers.start(words=("--max-calls", "20"))
            caller = server.caller()
            async with hosting(QuickBot, server.address) as host:
                records = await played(caller, await begun(caller, 4))
                await host.until(matches=0, ended=4)
            assert host.tally == Tally(ended=4, moves=moves_in(records))

    on_event_loop(test())
    assert not [said.message for said in caplog.records if "LIMIT_EXCEEDED" not in said.message]
    assert {said.levelname for said in caplog.records} <= {"WARNING"}


async def test_what_a_store_has_lost_is_forgotten_or_played_again(
    servers: Servers, running_valkey: Valkey
) -> None:
    caller, ann = servers.hosts[0].caller(), servers.hosts[0].caller("ann")
    async with hosting(QuickBot, servers.hosts[0].address) as host:
        (kept,) = await begun(caller, names=("ann", ROBO))
        version = await her_turn(ann, kept)
        backup = Backup.of(running_valkey)
        (lost,) = await begun(caller, names=("ann", ROBO))
        for match in (kept, lost):
            await her_turn(ann, match)
            await moved(ann, match)
            await her_turn(ann, match)
        await host.until(matches=2, ended=0)
        before = host.tally.moves
        backup.restore(running_valkey)
        await moved(ann, kept)
        assert await her_turn(ann, kept) == version + 2
        await host.until(matches=1, ended=0)
    assert host.tally == Tally(matches=1, moves=before + 1)


async def her_turn(ann: Caller, match: str) -> int:
    """Wait until the first seat must act; the version."""

    async def is_so() -> bool:
        return (await ann.get(match)).match.seat_to_act == 0

    await until(is_so, "her turn")
    return (await ann.get(match)).match.version


async def moved(ann: Caller, match: str) -> None:
    """Have the first seat make any move."""
    sight = await ann.get(match, 0)
    await ann.act(match, 0, sight.match.version, sight.legal_actions[0])


def test_a_token_that_expires_is_renewed_by_whoever_gives_it(
    store_url: str, tmp_path: Path
) -> None:
    given: list[str] = []
    shown = credentials(tmp_path)

    def token() -> str:
        last = LATER if given else EARLIER
        given.append(shown.player(ROBO, until=last)[0][1].removeprefix("Bearer "))
        return given[-1]

    async def test() -> None:
        async with servers_on(store_url, 0) as servers:
            server = await servers.start(words=shown.words)
            lobby = caller_with(server, bearer(shown.lobby))
            stop = asyncio.Event()
            hosted = asyncio.create_task(run_bot(QuickBot, server.address, token, stop=stop))
            (match,) = await begun(lobby)
            await reached(lobby, match, 3)
            stop.set()
            await hosted

    on_event_loop(test())
    assert len(given) == 2


@pytest.mark.parametrize(("last", "error"), [(EARLIER, TokenExpired), (None, NotAuthenticated)])
async def test_a_host_whose_token_is_not_believed_ends_with_that(
    store_url: str, tmp_path: Path, last: int | None, error: type[NotAuthenticated]
) -> None:
    shown = credentials(tmp_path)
    token = "gwp_nonsense" if last is None else shown.player(ROBO, until=last)[0][1].split()[1]
    async with servers_on(store_url, 0) as servers:
        server = await servers.start(words=shown.words)
        with pytest.raises(error):
            await run_bot(QuickBot, server.address, token)
