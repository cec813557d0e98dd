"""Time that is nobody's: outages are credited, the store's clock may jump, and viewers are told."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Final

import pytest

from gemwright.pb.clock_pb2 import Clocks
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE
from gemwright.pb.match_service_pb2 import Snapshot, WatchMatchResponse
from gemwright.pb.matchmaker_service_pb2 import ListMatchesRequest
from tests.service import clockwork
from tests.service.callers import Caller
from tests.service.clockwork import (
    MINUTE,
    NAMES,
    SLACK,
    Bucket,
    about,
    bank,
    callers,
    clocked,
    left,
    move,
    ms,
    per_turn,
    running,
    timed_out,
    until_version,
)
from tests.service.players import seated, watching, with_open_seats
from tests.service.servers import Host, Servers
from tests.valkey import PATIENCE, Store
from tests.waiting import until

pytestmark = pytest.mark.inside("moves the clock of a server")

BLIND: Final = replace(clockwork.BLIND, heartbeat_s=0.1)
PUNCTUAL: Final = replace(clockwork.PUNCTUAL, heartbeat_s=0.1)
OUTAGE: Final = 20_000
"""How long nobody was there."""
Stream = AsyncGenerator[WatchMatchResponse, None]


async def next_of(stream: Stream) -> WatchMatchResponse:
    """What a watch tells next, but that it lives."""
    async with asyncio.timeout(PATIENCE):
        while (told := await anext(stream)).HasField("heartbeat"):
            pass
        return told


async def snapshot_of(stream: Stream) -> Snapshot:
    """The snapshot of a new watch, once the server has come to wait."""
    async with asyncio.timeout(PATIENCE):
        told = await anext(stream)
        assert (await anext(stream)).HasField("heartbeat")
        return told.snapshot


async def next_clocks(stream: Stream) -> Clocks:
    """The clocks, which must come next."""
    told = await next_of(stream)
    assert told.WhichOneof("message") == "clocks"
    assert told.resume_token
    assert not told.legal_actions
    return told.clocks


async def nothing_more(stream: Stream) -> None:
    """Nothing comes in a while: what must not come would come at once."""
    async with asyncio.timeout(PATIENCE):
        for _ in range(2):
            assert (await anext(stream)).WhichOneof("message") == "heartbeat"


@pytest.mark.servers(2, PUNCTUAL)
async def test_an_outage_moves_the_deadline_by_as_much_and_makes_no_version(
    servers: Servers, running_store: Store
) -> None:
    one, other = servers.hosts
    match = (await clocked(one, bank())).match
    update = await move(callers(one), match)
    bucket, history = Bucket(running_store, match), await one.caller().updates(match)
    async with (
        aclosing(one.caller("ann").watch(match)) as ann,
        aclosing(other.caller("bob").watch(match)) as bob,
        aclosing(other.caller().watch(match)) as spectator,
    ):
        for stream in (ann, bob, spectator):
            shown = (await snapshot_of(stream)).match
            assert shown.clocks.deadline == update.clocks.deadline
        bucket.unattended(OUTAGE)
        told = [await next_clocks(stream) for stream in (ann, bob, spectator)]
        credit = bucket.credit()
        assert OUTAGE <= credit <= OUTAGE + SLACK
        for clocks in told:
            assert ms(clocks.deadline) == ms(update.clocks.deadline) + credit
            assert running(clocks) == running(update.clocks)
            assert about(max(left(clocks)), MINUTE)
    for host in servers.hosts:
        caller = host.caller()
        sight = (await caller.get(match)).match
        assert sight.version == 1
        (listed,) = await caller.matches(ListMatchesRequest())
        assert sight.clocks.deadline == listed.clocks.deadline == told[0].deadline
        assert await caller.updates(match) == history


@pytest.mark.servers(1, PUNCTUAL)
async def test_time_that_is_credited_can_be_used(servers: Servers, running_store: Store) -> None:
    (host,) = servers.hosts
    match, caller = (await clocked(host, per_turn())).match, host.caller()
    bucket = Bucket(running_store, match)
    bucket.unattended(2 * MINUTE)

    async def is_credited() -> bool:
        return bucket.credit() > 0

    await until(is_credited, "the outage is credited")
    host.move_clock(2 * MINUTE)
    sight = (await caller.get(match)).match
    assert sight.state == MATCH_STATE_ACTIVE
    assert about(max(left(sight.clocks)), MINUTE)
    assert (await move(callers(host), match)).version == 1
    host.move_clock(MINUTE)
    await until_version(caller, match, 2)


@pytest.mark.servers(1, BLIND)
async def test_the_first_to_come_after_an_outage_may_be_a_move(
    servers: Servers, running_store: Store
) -> None:
    """Whoever watches is told of the credit with the update, and once."""
    (host,) = servers.hosts
    made = await clocked(host, bank())
    match, bucket = made.match, Bucket(running_store, made.match)
    async with aclosing(host.caller().watch(match)) as stream:
        await snapshot_of(stream)
        for version in (1, 2):
            bucket.unattended(OUTAGE)
            host.move_clock(OUTAGE)
            update = await move(callers(host), match)
            assert about(left(update.clocks)[update.move.seat], MINUTE)
            told = (await next_of(stream)).update
            assert (told.version, told.clocks) == (version, update.clocks)
            assert bucket.credit() >= version * OUTAGE
        await servers.start(limits=PUNCTUAL)
        await nothing_more(stream)


@pytest.mark.servers(0, PUNCTUAL, wake_ups=False)
async def test_an_update_from_before_an_outage_that_is_read_after_it_is_put_right(
    servers: Servers, running_store: Store
) -> None:
    """The log tells what held then; what holds now is told after it."""
    one = await servers.start(limits=BLIND, wake_ups=False)
    other = await servers.start(limits=replace(PUNCTUAL, poll_s=0.4), wake_ups=False)
    match = (await clocked(one, per_turn())).match
    bucket = Bucket(running_store, match)
    async with aclosing(other.caller().watch(match)) as stream:
        await snapshot_of(stream)
        update = await move(callers(one), match)
        bucket.unattended(OUTAGE)
        told = [await next_of(stream)]
        while not (told[-1].HasField("clocks") and told[0].HasField("update")):
            told.append(await next_of(stream))
            if told[0].HasField("clocks"):
                told.pop(0)  # the poll came after the credit
        assert told[0].update == update
        wanted = ms(update.clocks.deadline) + bucket.credit()
        assert ms(told[-1].clocks.deadline) == wanted


@pytest.mark.servers(2, PUNCTUAL)
async def test_a_watch_that_is_resumed_begins_with_the_clocks(servers: Servers) -> None:
    one, other = servers.hosts
    match = (await clocked(one, bank())).match
    token = (await one.caller("ann").get(match)).resume_token
    one.move_clock(5_000)
    other.move_clock(5_000)
    async with aclosing(other.caller("ann").watch(match, 0, token)) as stream:
        clocks = await next_clocks(stream)
        assert max(left(clocks)) == MINUTE
        assert about(min(left(clocks)), MINUTE - 5_000)
        update = await move(callers(one), match)
        told = await next_of(stream)
        assert told.update.version == 1
        assert told.update.clocks == update.clocks
    # The update says it all where one came since.
    async with aclosing(one.caller("ann").watch(match, 0, token)) as stream:
        assert (await next_of(stream)).update.clocks == update.clocks
        await nothing_more(stream)


@pytest.mark.servers(1, PUNCTUAL)
async def test_a_watch_that_is_resumed_before_the_deal_has_clocks_that_do_not_run(
    servers: Servers, running_store: Store
) -> None:
    (host,) = servers.hosts
    request = with_open_seats(GAME_DUEL, 2)
    request.time_control.CopyFrom(per_turn())
    match = (await host.caller().create(request)).match.match
    token = (await host.caller().get(match)).resume_token
    async with aclosing(host.caller().watch(match, None, token)) as stream:
        clocks = await next_clocks(stream)
        assert running(clocks) is None
        Bucket(running_store, match).unattended(OUTAGE)
        await nothing_more(stream)


@pytest.mark.parametrize("ahead", [60 * MINUTE, -60 * MINUTE])
@pytest.mark.servers(2, PUNCTUAL)
async def test_the_clock_of_the_store_may_jump_as_in_a_fail_over(
    servers: Servers, running_store: Store, ahead: int
) -> None:
    """To a node whose clock is behind, or ahead: nobody loses or wins time."""
    for host in servers.hosts:
        host.move_clock(ahead)
    one, other = servers.hosts
    match = (await clocked(one, bank(MINUTE, 1_000))).match
    first = await move(callers(one), match)
    bucket = Bucket(running_store, match)
    async with watching(other.caller(), match) as watcher:
        told = watcher.messages
        await watcher.until(lambda: any(m.HasField("heartbeat") for m in told), "a beat")
        for host in servers.hosts:
            host.move_clock(-ahead)
        # As that node has it, for which an hour has come or gone at once.
        bucket.unattended(-ahead)
        await watcher.until(lambda: any(m.HasField("clocks") for m in told), "the clocks")
        *_, moved = [message.clocks for message in told if message.HasField("clocks")]
        shift = ms(moved.deadline) - ms(first.clocks.deadline)
        assert abs(shift + ahead) <= SLACK
        assert about(left(moved)[1 - first.move.seat], MINUTE)
        for _ in range(3):
            await move(callers(other), match)
        await watcher.reached(4)
        times = [ms(update.time) for update in watcher.updates]
        assert times == sorted(times)
        assert all(min(left(one.clocks)) > MINUTE - SLACK for one in watcher.updates)
    record = await one.caller().updates(match)
    assert not any(update.HasField("forfeit") for update in record)
    for host in servers.hosts:
        host.move_clock(2 * MINUTE)
    await until_version(one.caller(), match, 5)
    last = (await other.caller().updates(match))[-1]
    assert timed_out(last) == 1 - record[-1].move.seat
    assert ms(last.time) >= ms(record[-1].time)


@pytest.mark.servers(1, PUNCTUAL)
async def test_no_time_runs_backwards_in_a_watch(servers: Servers) -> None:
    """A server's time may, where another node of the store has become the master."""
    (host,) = servers.hosts
    match = (await clocked(host, per_turn())).match
    async with watching(host.caller(), match) as watcher:
        await watcher.reached(0)
        host.move_clock(10_000)
        update = await move(callers(host), match)
        await watcher.reached(1)
        host.move_clock(-10_000)
        await host.caller().get(match)
        seen = len(watcher.messages)
        await watcher.until(lambda: len(watcher.messages) > seen + 3, "heartbeats")
        for told in watcher.messages[seen:]:
            assert ms(told.heartbeat.time) >= ms(update.time)


async def delayed(host: Host) -> str:
    """A match with clocks that spectators see a minute later."""
    request = seated(GAME_DUEL, NAMES[:2])
    request.spectators.delay.FromMilliseconds(MINUTE)
    request.time_control.CopyFrom(bank(60 * MINUTE, 1_000))
    return (await host.caller().create(request)).match.match


@pytest.mark.servers(1, PUNCTUAL)
async def test_spectators_behind_a_delay_see_the_clocks_of_then_and_are_told_of_no_credit(
    servers: Servers, running_store: Store
) -> None:
    (host,) = servers.hosts
    match, spectator = await delayed(host), host.caller()
    before = (await host.caller("ann").get(match)).match.clocks
    host.move_clock(MINUTE // 2)
    first = await move(callers(host), match)
    shown = await shown_to(spectator, match)
    assert shown.deadline == before.deadline
    assert left(shown) == [60 * MINUTE] * 2
    token = (await spectator.get(match)).resume_token
    async with aclosing(spectator.watch(match, None, token)) as stream:
        Bucket(running_store, match).unattended(OUTAGE)
        await nothing_more(stream)
    assert (await shown_to(spectator, match)).deadline == before.deadline
    ann = (await host.caller("ann").get(match)).match.clocks
    assert ms(ann.deadline) >= ms(first.clocks.deadline) + OUTAGE
    host.move_clock(MINUTE)
    shown = await shown_to(spectator, match)
    assert shown.deadline == first.clocks.deadline
    assert left(shown)[first.move.seat] == left(first.clocks)[first.move.seat]
    (told,) = await spectator.updates(match)
    assert told.clocks == first.clocks
    # Nor when they have seen all there is.
    token = (await spectator.get(match)).resume_token
    async with aclosing(spectator.watch(match, None, token)) as stream:
        await nothing_more(stream)
        Bucket(running_store, match).unattended(OUTAGE)
        await nothing_more(stream)


async def shown_to(caller: Caller, match: str) -> Clocks:
    """The clocks that somebody sees."""
    return (await caller.get(match)).match.clocks
