"""Clocks that run out: what becomes of the match, once, whatever servers there are."""

from dataclasses import replace

import pytest

from gemwright.pb.clock_pb2 import TimeControl
from gemwright.pb.match_pb2 import (
    MATCH_STATE_FINISHED,
)
from gemwright.pb.matchmaker_service_pb2 import ListMatchesRequest
from gemwright.pb.outcome_pb2 import END_REASON_TIMEOUT
from tests.event_loop import on_event_loop
from tests.service.clockwork import (
    BLIND,
    MINUTE,
    PUNCTUAL,
    SLACK,
    Bucket,
    bank,
    callers,
    clocked,
    left,
    move,
    ms,
    per_move,
    per_turn,
    running,
    splendor,
    timed_out,
    until_version,
)
from tests.service.players import watching
from tests.service.servers import Servers, servers_on
from tests.valkey import Store, cluster
from tests.waiting import until

SOON = 20_000
"""Milliseconds; long before a blind server would look."""

pytestmark = pytest.mark.inside("moves the clock of a server")


@pytest.mark.parametrize("control", [per_turn(), bank(MINUTE, 5_000), per_move()])
@pytest.mark.servers(1, PUNCTUAL)
async def test_who_runs_out_of_time_in_duel_loses(servers: Servers, control: TimeControl) -> None:
    (host,) = servers.hosts
    match = (await clocked(host, control)).match
    async with watching(host.caller("ann"), match) as watcher:
        await watcher.reached(0)
        moved = await move(callers(host), match)
        seat = 1 - moved.move.seat
        host.move_clock(left(moved.clocks)[seat])
        await watcher.ended()
        assert [one.version for one in watcher.updates] == [1, 2]
        last = watcher.updates[-1]
        assert timed_out(last) == seat
        assert ms(last.time) >= ms(moved.clocks.deadline)
    over = (await host.caller().get(match)).match
    assert over.state == MATCH_STATE_FINISHED
    assert list(over.outcome.winners) == [1 - seat]
    assert list(over.outcome.reasons) == [END_REASON_TIMEOUT]
    assert over.clocks == last.clocks


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.servers(1, PUNCTUAL)
async def test_who_runs_out_of_time_in_splendor_drops_out_and_the_others_go_on(
    servers: Servers, seats: int
) -> None:
    (host,) = servers.hosts
    made = await splendor(host, bank(), seats)
    match, caller = made.match, host.caller()
    order = [(made.seat_to_act + place) % seats for place in range(seats)]
    for version, seat in enumerate(order[:-1], 1):
        host.move_clock(MINUTE)
        found = await until_version(caller, match, version)
        update = (await caller.updates(match, after=version - 1))[0]
        assert found.version == version
        assert timed_out(update) == seat
        if seat != order[-2]:
            assert running(found.clocks) == found.seat_to_act == order[version]
            assert left(update.clocks)[order[version]] == MINUTE
    found = (await caller.get(match)).match
    assert found.state == MATCH_STATE_FINISHED
    assert list(found.outcome.winners) == [order[-1]]
    assert list(found.outcome.reasons) == [END_REASON_TIMEOUT]


async def test_many_clocks_run_out_at_once_and_two_servers_stop_each_once(store_url: str) -> None:
    limits = replace(PUNCTUAL, timers_every_s=0.02)
    async with servers_on(store_url, 2, limits) as servers:
        caller = servers.hosts[0].caller()
        matches = [await clocked(servers.hosts[0], per_turn()) for _ in range(40)]
        for host in servers.hosts:
            host.move_clock(MINUTE)

        async def are_over() -> bool:
            states = {one.state for one in await caller.matches(ListMatchesRequest())}
            return states == {MATCH_STATE_FINISHED}

        await until(are_over, "all matches are over")
        for match in matches:
            (update,) = await caller.updates(match.match)
            assert timed_out(update) == match.seat_to_act
            assert ms(update.time) >= ms(match.clocks.deadline)


@pytest.mark.servers(2, PUNCTUAL)
async def test_a_clock_is_never_stopped_early_whatever_rings(
    servers: Servers, running_store: Store
) -> None:
    made = await clocked(servers.hosts[0], per_turn())
    bucket, caller = Bucket(running_store, made.match), servers.hosts[0].caller()
    for host in servers.hosts:
        host.move_clock(MINUTE - SLACK)
    bucket.ring()

    async def is_looked_at() -> bool:
        return bucket.timer() != 1

    await until(is_looked_at, "a server has been told of the timer")
    assert (await move(callers(servers.hosts[1]), made.match)).version == 1
    for host in servers.hosts:
        host.move_clock(MINUTE)
    over = await until_version(caller, made.match, 2)
    assert timed_out((await caller.updates(made.match))[-1]) == over.outcome.winners[0] ^ 1


@pytest.mark.servers(1, BLIND)
async def test_a_server_that_has_started_a_clock_stops_it_in_time(servers: Servers) -> None:
    """It need not look for what it knows."""
    (host,) = servers.hosts
    match = (await clocked(host, per_turn(1_000))).match
    moved = await move(callers(host), match)
    async with watching(host.caller("ann"), match) as watcher:
        await watcher.ended()
    last = (await host.caller().updates(match))[-1]
    assert 0 <= ms(last.time) - ms(moved.clocks.deadline) < SOON


@pytest.mark.servers(1, BLIND)
async def test_a_server_that_has_found_a_clock_running_stops_it_in_time(servers: Servers) -> None:
    """The first look tells when to look again; nobody else does."""
    made = await clocked(servers.hosts[0], per_turn(1_000))
    other = await servers.start()
    async with watching(other.caller("ann"), made.match) as watcher:
        await watcher.ended()
    last = (await other.caller().updates(made.match))[-1]
    assert 0 <= ms(last.time) - ms(made.clocks.deadline) < SOON


def test_clocks_run_out_on_each_primary_of_a_cluster() -> None:
    async def test(url: str) -> None:
        async with servers_on(url, 2, PUNCTUAL) as servers:
            one, other = servers.hosts
            matches = [await clocked(one, bank(MINUTE, 1_000)) for _ in range(12)]
            for match in matches:
                await move(callers(other), match.match)
            for host in servers.hosts:
                host.move_clock(MINUTE)
            for match in matches:
                await until_version(one.caller(), match.match, 2)
                last = (await other.caller().updates(match.match))[-1]
                assert timed_out(last) == 1 - match.seat_to_act

    with cluster() as store:
        on_event_loop(test(store.url))
