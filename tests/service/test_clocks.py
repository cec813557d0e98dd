"""Clocks over the wire: what is told of them, when they run, and what is kept of them."""

import zlib
from dataclasses import replace
from random import Random

import pytest

from gemwright.pb.clock_pb2 import TimeControl
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ABANDONED,
    MATCH_STATE_ACTIVE,
    MATCH_STATE_FINISHED,
    Match,
)
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, ListMatchesRequest
from gemwright.redis import keys
from tests.service.callers import Caller, failure_of, new_request_id
from tests.service.clockwork import (
    BLIND,
    DAY,
    MINUTE,
    NAMES,
    PUNCTUAL,
    SLACK,
    Bucket,
    about,
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
from tests.service.players import play_randomly, watching, with_open_seats
from tests.service.servers import BRISK, Host, Servers, servers_on
from tests.valkey import Store
from tests.waiting import until

pytestmark = pytest.mark.inside("moves the clock of a server")

# --- What is told


@pytest.mark.parametrize("control", [per_turn(), bank(), bank(MINUTE, 5_000), per_move()])
@pytest.mark.servers(2, PUNCTUAL)
async def test_everybody_is_told_the_same_clocks(
    servers: Servers, running_store: Store, control: TimeControl
) -> None:
    one, other = servers.hosts
    made = await clocked(one, control)
    match, bucket = made.match, Bucket(running_store, made.match)
    assert made.time_control == control
    async with (
        watching(one.caller("ann"), match) as ann,
        watching(other.caller("bob"), match) as bob,
        watching(other.caller(), match) as spectator,
    ):
        for watcher in (ann, bob, spectator):
            await watcher.reached(0)
        for version in range(3):
            update = await move(callers(one), match)
            for watcher in (ann, bob, spectator):
                await watcher.reached(version + 1)
                assert watcher.updates[-1].clocks == update.clocks
            assert running(update.clocks) == (await one.caller().get(match)).match.seat_to_act
            whose = left(update.clocks)[running(update.clocks) or 0]
            assert ms(update.clocks.deadline) == ms(update.time) + whose
            if version == 2:
                await shown_right(servers.hosts, bucket, ms(update.clocks.deadline))
            told = await other.caller("bob").updates(match, after=version)
            assert [one.clocks for one in told] == [update.clocks]


async def shown_right(hosts: list[Host], bucket: Bucket, deadline: int) -> None:
    """To everybody and by every call: right to the millisecond by the clock of the store."""
    for host in hosts:
        for caller in (host.caller("ann"), host.caller("bob"), host.caller()):
            for look in (got, listed, snapped):
                before = bucket.now()
                shown = await look(caller, bucket.match)
                after = bucket.now()
                assert ms(shown.clocks.deadline) == deadline
                whose = running(shown.clocks)
                assert whose is not None
                # What a server knows of the store's time was right when it was last told.
                assert before - 2 <= deadline - left(shown.clocks)[whose] <= after + 2


async def got(caller: Caller, match: str) -> Match:
    return (await caller.get(match)).match


async def listed(caller: Caller, match: str) -> Match:
    (found,) = await caller.matches(ListMatchesRequest())
    assert found.match == match
    return found


async def snapped(caller: Caller, match: str) -> Match:
    async with watching(caller, match) as watcher:
        await watcher.reached(0)
        return watcher.snapshots[0].match


@pytest.mark.servers(1, BLIND)
async def test_a_server_that_only_lists_knows_the_time_of_the_store(servers: Servers) -> None:
    match = (await clocked(servers.hosts[0], per_turn())).match
    other = await servers.start(clock_ahead_ms=MINUTE // 2)
    shown = await listed(other.caller(), match)
    assert about(min(left(shown.clocks)), MINUTE // 2)


@pytest.mark.servers(1, PUNCTUAL)
async def test_a_match_without_time_control_has_no_clocks(servers: Servers) -> None:
    (host,) = servers.hosts
    made = await clocked(host, None)
    assert not made.HasField("time_control")
    assert not made.HasField("clocks")
    assert not (await move(callers(host), made.match)).HasField("clocks")
    host.move_clock(29 * DAY)
    assert (await move(callers(host), made.match)).version == 2


@pytest.mark.servers(1, BLIND)
async def test_a_bank_is_used_up_and_a_turn_begins_anew(servers: Servers) -> None:
    (host,) = servers.hosts
    turns = (await clocked(host, per_turn())).match
    banks = (await clocked(host, bank(MINUTE, 5_000))).match
    host.move_clock(30_000)
    for match, wanted in ((turns, MINUTE), (banks, MINUTE - 30_000 + 5_000)):
        seat = (await host.caller().get(match)).match.seat_to_act
        first = await move(callers(host), match)
        assert about(left(first.clocks)[seat], wanted)
        assert left(first.clocks)[1 - seat] == MINUTE


@pytest.mark.servers(1, BLIND)
async def test_several_decisions_of_one_turn_share_its_time(servers: Servers) -> None:
    """Who is second in Duel begins with a privilege, which it may use before it acts."""
    (host,) = servers.hosts
    match, players = (await clocked(host, per_turn())).match, callers(host)
    seat = 1 - (await move(players, match)).move.seat
    sight = await players[seat].get(match, seat)
    (*_, using) = [a for a in sight.legal_actions if a.duel.HasField("use_privilege")]
    deadline = sight.match.clocks.deadline
    host.move_clock(20_000)
    used = await players[seat].act(match, seat, 1, using)
    assert running(used.clocks) == seat
    assert about(left(used.clocks)[seat], MINUTE - 20_000)
    assert used.clocks.deadline == deadline
    host.move_clock(40_000)
    assert (await failure_of(move(players, match))).reason in (
        "STALE_VERSION",
        "MATCH_OVER",
    )
    assert timed_out((await players[0].updates(match))[-1]) == seat


@pytest.mark.servers(1, PUNCTUAL)
async def test_an_action_just_in_time_counts(servers: Servers) -> None:
    (host,) = servers.hosts
    match = (await clocked(host, per_turn())).match
    for version in range(1, 6):
        host.move_clock(MINUTE - SLACK)
        assert (await move(callers(host), match)).version == version


# --- When they run


@pytest.mark.servers(1, PUNCTUAL)
async def test_no_clock_runs_before_the_deal_and_the_last_join_starts_one(servers: Servers) -> None:
    (host,) = servers.hosts
    request = with_open_seats(GAME_DUEL, 2)
    request.time_control.CopyFrom(per_turn())
    request.join_timeout.FromSeconds(3600)
    made = await host.caller().create(request)
    match = made.match.match
    assert running(made.match.clocks) is None
    assert left(made.match.clocks) == [MINUTE, MINUTE]
    host.move_clock(2 * MINUTE)
    joined = await host.caller("ann").join(match, made.join_tokens[0].token)
    assert running(joined.match.clocks) is None
    host.move_clock(2 * MINUTE)
    joined = await host.caller("bob").join(match, made.join_tokens[1].token)
    assert running(joined.match.clocks) == joined.match.seat_to_act
    deal = (await host.caller().updates(match))[-1]
    assert left(deal.clocks) == [MINUTE, MINUTE]
    assert ms(deal.clocks.deadline) == ms(deal.time) + MINUTE
    host.move_clock(MINUTE)
    await until_version(host.caller(), match, 3)


@pytest.mark.parametrize("end", ["resign", "cancel"])
@pytest.mark.servers(1, PUNCTUAL)
async def test_no_clock_runs_when_the_match_is_over(
    servers: Servers, running_store: Store, end: str
) -> None:
    (host,) = servers.hosts
    match = (await clocked(host, bank())).match
    await (host.caller("ann").resign(match, 0) if end == "resign" else host.caller().cancel(match))
    over = (await host.caller().get(match)).match
    assert running(over.clocks) is None
    assert Bucket(running_store, match).timer() is None
    host.move_clock(2 * MINUTE)
    later = (await host.caller().get(match)).match
    assert later == over
    assert about(left(later.clocks)[0], MINUTE)


@pytest.mark.servers(1, PUNCTUAL)
async def test_whole_matches_are_played_by_the_clock(servers: Servers) -> None:
    (host,) = servers.hosts
    match = (await splendor(host, bank(30 * MINUTE, 1_000), 3)).match
    await play_randomly(match, callers(host, 3), Random(5))
    record = await host.caller().record(match)
    assert record.match.state == MATCH_STATE_FINISHED
    assert running(record.match.clocks) is None
    for before, update in zip(record.updates[:-2], record.updates[1:-1], strict=True):
        spent = ms(update.time) - ms(before.time)
        seat = running(before.clocks)
        assert seat is not None
        more = 1_000 if running(update.clocks) != seat else 0
        assert left(update.clocks)[seat] == left(before.clocks)[seat] - spent + more


async def test_a_match_with_clocks_is_never_abandoned(store_url: str) -> None:
    limits = replace(BRISK, abandon_after_ms=DAY, timers_every_s=0.05)
    async with servers_on(store_url, 1, limits) as servers:
        (host,) = servers.hosts
        slow, without = await clocked(host, per_move(30)), await clocked(host, None)
        host.move_clock(29 * DAY)

        async def is_abandoned() -> bool:
            return await host.caller().state(without.match) == MATCH_STATE_ABANDONED

        await until(is_abandoned, "the match without clocks is abandoned")
        assert await host.caller().state(slow.match) == MATCH_STATE_ACTIVE
        assert (await move(callers(host), slow.match)).version == 1
        host.move_clock(29 * DAY)
        assert (await move(callers(host), slow.match)).version == 2


@pytest.mark.servers(1, PUNCTUAL)
async def test_a_rematch_has_the_same_time_unless_another_is_asked_for(servers: Servers) -> None:
    (host,) = servers.hosts
    match = (await clocked(host, bank(MINUTE, 2_000))).match
    await host.caller("ann").resign(match, 0)
    for asked in (None, per_move(3)):
        request = CreateMatchRequest(
            request_id=new_request_id(), rematch_of=match, time_control=asked
        )
        again = (await host.caller().create(request)).match
        assert again.time_control == (asked or bank(MINUTE, 2_000))
        assert running(again.clocks) == again.seat_to_act


# --- Kept


@pytest.mark.servers(1, PUNCTUAL)
async def test_what_an_older_server_must_leave_alone_says_so(
    servers: Servers, running_store: Store
) -> None:
    formats = {}
    for control in (None, per_turn()):
        match = (await clocked(servers.hosts[0], control)).match
        tag = keys.tag_of(match)
        with running_store.holder_of(tag).client() as client:
            parts = client.hmget(keys.match_key(tag, match.encode()), "m", "r", "s", "e")
        formats[control is not None] = b"".join(part[:1] for part in parts if part)
    assert formats == {False: b"1111", True: b"2111"}


@pytest.mark.servers(1, PUNCTUAL)
async def test_an_archived_match_tells_the_clocks_it_told_before(
    servers: Servers, running_store: Store
) -> None:
    (host,) = servers.hosts
    made = await splendor(host, bank(30 * MINUTE, 3_000), 3)
    match, caller = made.match, host.caller()
    await play_randomly(match, callers(host, 3), Random(3), 12)
    version = (await caller.get(match)).match.version
    host.move_clock(31 * MINUTE)
    await until_version(caller, match, version + 1)
    await play_randomly(match, callers(host, 3), Random(4), 6)
    seat = (await caller.get(match)).match.seat_to_act
    await host.caller(NAMES[seat]).resign(match, seat)
    before = await told(caller, match)
    sweeper = await servers.start(limits=BRISK, clock_ahead_ms=60 * MINUTE)
    tag = keys.tag_of(match)
    with running_store.holder_of(tag).client() as client:

        async def is_archived() -> bool:
            return not client.exists(keys.log_key(tag, match.encode()))

        await until(is_archived, "the match is archived")
        content = client.hget(keys.match_key(tag, match.encode()), "z")
    assert isinstance(content, bytes)
    assert zlib.decompress(content)[:1] == b"2"
    for server in (host, sweeper, await servers.start()):
        assert await told(server.caller(), match) == before


async def told(caller: Caller, match: str) -> list[object]:
    """All that is told of the clocks of a match that is over."""
    (found,) = await caller.matches(ListMatchesRequest())
    record = await caller.record(match)
    assert all(update.HasField("clocks") for update in record.updates)
    return [await caller.get(match), found, await caller.updates(match), record]
