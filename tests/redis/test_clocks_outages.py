"""Time that is nobody's on a real store: silences that are credited, clocks of nodes that jump."""

import asyncio
import time
from dataclasses import replace

import pytest

from gemwright.matches.store import Committed, Early, Late
from tests.redis.clocked import (
    A_BANK,
    A_TURN,
    ALIVE,
    MINUTE,
    NAME,
    SLACK,
    Played,
    about,
    nothing_changes,
    playing,
    timers,
)
from tests.redis.stores import bucket_prefix, new_match, open_store
from tests.valkey import Valkey


@pytest.mark.parametrize("gap", [1_000, 3_000])
async def test_a_short_silence_is_not_credited(server: Valkey, gap: int) -> None:
    async with playing(server) as at:
        before = await at.clock()
        at.silent_for(gap)
        found = await timers(at.store, 9)
        assert found.credits_ms == {17: 0}
        assert await at.clock() == before


async def test_the_last_silence_that_is_not_credited_takes_five_seconds(server: Valkey) -> None:
    """It cannot be made to the millisecond; what is found tells on which side it was."""
    async with playing(server) as at:
        sides = set()
        for number in range(400):
            at.silent_for(4_981 + number % 25)
            stamp, credit = at.alive()
            await timers(at.store, 9)
            seen, grown = at.alive()
            gap = seen - stamp
            assert grown - credit == (gap if gap > 5_000 else 0)
            sides.add(min(max(gap, 4_999), 5_002))
            if {5_000, 5_001} <= sides:
                return
        raise AssertionError(f"five seconds were never met: {sides}")


async def test_a_long_silence_is_credited_once_whoever_looks_first(server: Valkey) -> None:
    async with playing(server) as at, open_store(server.url) as other:
        before = await at.clock()
        at.silent_for(8_000)
        stamp, _ = at.alive()
        first = (await timers(at.store, 9)).credits_ms[17]
        assert first == at.alive()[0] - stamp
        assert 8_000 <= first <= 8_000 + SLACK
        for store in (other, at.store):
            assert (await timers(store, 9)).credits_ms == {17: first}
        after = await at.clock()
        assert after == replace(before, credit_ms=first)
        assert after.deadline_ms == (before.deadline_ms or 0) + first
        clock = await at.step(1)
        assert clock.credit_ms == first


async def test_two_that_look_at_once_after_a_silence_credit_it_once(server: Valkey) -> None:
    async with playing(server) as at, open_store(server.url) as other:
        at.silent_for(8_000)
        looks = await asyncio.gather(*(timers(s, 9) for s in (at.store, other) * 4))
        assert len({look.credits_ms[17] for look in looks}) == 1


@pytest.mark.parametrize("is_late", [False, True])
async def test_a_move_may_be_the_first_after_a_silence(server: Valkey, *, is_late: bool) -> None:
    """The clock would have run out if nobody's time had counted."""
    async with playing(server, A_BANK) as at:
        at.store.time_offset_ms = (MINUTE if is_late else MINUTE - 7_000) + 8_000
        at.silent_for(8_000)
        stamp, _ = at.alive()
        reply = await at.send(at.next(1))
        seen, credit = at.alive()
        assert credit == seen - stamp
        if is_late:
            assert isinstance(reply, Late)
        else:
            assert isinstance(reply, Committed)
            assert reply.clock is not None
            assert reply.clock.credit_ms == credit
            assert about(reply.clock.left_ms[0], 7_000 + 5_000)
        assert (await timers(at.store, 9)).credits_ms == {17: credit}


async def test_looking_at_a_match_shows_a_credit_that_nobody_has_written_down(
    server: Valkey,
) -> None:
    async with playing(server) as at:
        at.silent_for(30_000)
        clock, standing = await at.clock(), await at.store.confirm(NAME)
        assert standing is not None
        assert standing.clock is not None
        assert 30_000 <= clock.credit_ms <= standing.clock.credit_ms <= 30_000 + SLACK
        assert at.alive()[1] == 0
        assert (await timers(at.store, 9)).credits_ms[17] >= standing.clock.credit_ms


@pytest.mark.parametrize("ahead", [3_600_000, 3_000, -3_600_000])
@pytest.mark.parametrize("is_look_first", [False, True])
async def test_playing_time_goes_on_where_the_clock_of_the_node_jumps(
    server: Valkey, ahead: int, *, is_look_first: bool
) -> None:
    """As after a fail-over from a node whose clock was ahead, or behind."""
    async with playing(server, A_BANK) as at:
        at.client.hincrby(ALIVE, "s", ahead)
        at.client.hincrby(ALIVE, "c", ahead)
        if is_look_first:
            assert (await timers(at.store, 9)).due == ()
        assert abs((await at.clock()).credit_ms) <= SLACK
        await nothing_changes(at, at.next(None, timeout=True), Early)
        assert about((await at.step(1)).left_ms[0], MINUTE + 5_000)
        assert abs(at.alive()[1]) <= SLACK
        at.store.time_offset_ms += MINUTE
        assert (await timers(at.store, 9)).due == (NAME,)


async def test_matches_created_after_an_outage_are_not_credited_with_it(server: Valkey) -> None:
    async with open_store(server.url) as store:
        with server.client() as client:
            client.hset(ALIVE, mapping={"s": 1, "c": 0})
            at = Played(store, client)
            await at.create(A_TURN)
            stored, clock = await at.loaded(), await at.clock()
            assert clock.credit_ms > 10**12
            assert clock.deadline_ms == stored.created_ms + MINUTE
            assert (await timers(store, 9)).due == ()
            store.time_offset_ms += MINUTE
            assert (await timers(store, 9)).due == (NAME,)


async def test_a_bucket_is_stamped_no_more_often_than_needed(server: Valkey) -> None:
    async with playing(server) as at:
        stamp, _ = at.alive()
        assert abs(stamp - time.time() * 1000) < SLACK
        await timers(at.store, 9)
        assert at.alive()[0] == stamp
        at.silent_for(600)
        stamp, _ = at.alive()
        await timers(at.store, 9)
        assert at.alive()[0] >= stamp + 600


async def test_a_silence_of_one_bucket_is_not_another_s(server: Valkey) -> None:
    async with playing(server) as at:
        name = bucket_prefix(18) + NAME[2:]
        assert await at.store.create(replace(new_match(name), clock=A_TURN.start(2, 0)))
        at.silent_for(9_000)
        credits = (await timers(at.store, 9)).credits_ms
        assert credits[18] == 0
        assert credits[17] >= 9_000
