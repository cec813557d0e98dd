"""Clocks on a real store: when they run, and what each turn costs."""

from dataclasses import replace

import pytest

from gemwright.matches.clocks import TimeControl
from gemwright.matches.store import Committed, Late, LogPage
from gemwright.matches.stored import NO_COMMIT, ClockStep
from tests.redis.clocked import (
    A_BANK,
    A_DAY,
    A_TURN,
    ALIVE,
    MINUTE,
    NAME,
    SLACK,
    TIMERS,
    about,
    playing,
    timers,
)
from tests.redis.stores import change, new_match, open_store
from tests.valkey import Valkey


async def test_a_clock_runs_from_the_beginning_where_the_match_is_dealt_at_once(
    server: Valkey,
) -> None:
    async with playing(server) as at:
        stored = await at.loaded()
        clock = await at.clock()
        assert (clock.running, clock.left_ms) == (0, (MINUTE, MINUTE))
        assert clock.deadline_ms == stored.created_ms + MINUTE
        assert at.deadline() == clock.since_ms + MINUTE


async def test_no_clock_runs_before_the_deal_and_the_deal_starts_one(server: Valkey) -> None:
    async with playing(server, running=None) as at:
        at.store.time_offset_ms += 10 * MINUTE
        clock = await at.step(None)
        assert (clock.running, clock.deadline_ms) == (None, None)
        assert at.deadline() is None
        at.store.time_offset_ms += 10 * MINUTE
        reply = await at.send(at.next(1))
        assert isinstance(reply, Committed)
        assert reply.clock is not None
        assert reply.clock.left_ms == (MINUTE, MINUTE)
        assert reply.clock.deadline_ms == reply.time_ms + MINUTE
        assert at.deadline() == reply.clock.since_ms + MINUTE


@pytest.mark.parametrize("control", [A_TURN, A_DAY])
async def test_a_turn_gives_the_same_time_again(server: Valkey, control: TimeControl) -> None:
    async with playing(server, control) as at:
        whole = control.first_ms
        at.store.time_offset_ms += whole - SLACK
        clock = await at.step(1)
        assert (clock.running, clock.left_ms) == (1, (whole, whole))
        at.store.time_offset_ms += whole - SLACK
        assert (await at.step(0)).left_ms == (whole, whole)


async def test_a_bank_is_used_up_by_turns_and_gets_its_increment_after_each(server: Valkey) -> None:
    async with playing(server, A_BANK) as at:
        at.store.time_offset_ms += 20_000
        first = await at.step(1)
        assert about(first.left_ms[0], MINUTE - 20_000 + 5_000)
        assert first.left_ms[1] == MINUTE
        at.store.time_offset_ms += 30_000
        second = await at.step(0)
        assert second.left_ms[0] == first.left_ms[0]
        assert about(second.left_ms[1], MINUTE - 30_000 + 5_000)
        at.store.time_offset_ms += 10_000
        third = await at.step(1)
        assert about(third.left_ms[0], first.left_ms[0] - 10_000 + 5_000)
        assert at.deadline() == third.since_ms + third.left_ms[1]


async def test_a_bank_may_grow_beyond_what_it_began_with(server: Valkey) -> None:
    async with playing(server, A_BANK) as at:
        assert about((await at.step(1)).left_ms[0], MINUTE + 5_000)


@pytest.mark.parametrize("control", [A_TURN, A_BANK])
async def test_an_extra_turn_of_the_same_seat_is_another_turn(
    server: Valkey, control: TimeControl
) -> None:
    async with playing(server, control) as at:
        at.store.time_offset_ms += 40_000
        clock = await at.step(0, ended=True)
        wanted = MINUTE if control is A_TURN else MINUTE - 40_000 + 5_000
        assert about(clock.left_ms[0], wanted)
        assert clock.running == 0
        assert at.deadline() == clock.since_ms + clock.left_ms[0]


@pytest.mark.parametrize("control", [A_TURN, A_BANK])
async def test_several_decisions_in_one_turn_share_its_time(
    server: Valkey, control: TimeControl
) -> None:
    async with playing(server, control) as at:
        before = at.deadline()
        for spent in (20_000, 40_000):
            at.store.time_offset_ms += 20_000
            clock = await at.step(0, ended=False)
            assert about(clock.left_ms[0], MINUTE - spent)
            assert at.deadline() == before == clock.since_ms + clock.left_ms[0]
        at.store.time_offset_ms += 20_000
        assert isinstance(await at.send(at.next(0, ended=False)), Late)


async def test_another_seat_is_another_turn_even_if_nobody_says_so(server: Valkey) -> None:
    async with playing(server) as at:
        at.store.time_offset_ms += 30_000
        assert (await at.step(1, ended=False)).left_ms == (MINUTE, MINUTE)


async def test_the_end_stops_the_clocks_where_they_are(server: Valkey) -> None:
    async with playing(server, A_BANK) as at:
        at.store.time_offset_ms += 20_000
        clock = await at.step(None)
        assert (clock.running, clock.deadline_ms) == (None, None)
        assert about(clock.left_ms[0], MINUTE - 20_000)
        assert at.deadline() is None
        at.store.time_offset_ms += 10 * MINUTE
        assert (await at.clock()).left_ms == clock.left_ms
        assert (await timers(at.store, 9)).due == ()


async def test_clocks_are_told_alike_by_every_answer(server: Valkey) -> None:
    async with playing(server, A_BANK, seats=4) as at:
        at.store.time_offset_ms += 7_000
        clock = await at.step(3)
        standing = await at.store.confirm(NAME)
        assert standing is not None
        log = await at.store.updates(NAME, 0, NO_COMMIT, 9)
        assert standing.clock == clock == await at.clock()
        assert isinstance(log, LogPage)
        assert [update.clock for update in log.updates] == [clock]


async def test_a_match_without_clocks_has_none_and_no_timer(server: Valkey) -> None:
    async with open_store(server.url) as store:
        assert await store.create(new_match(NAME))
        reply = await store.commit(replace(change(NAME), clock=ClockStep(1, True)))
        assert isinstance(reply, Committed)
        assert reply.clock is None
        found = await store.load(NAME)
        assert found is not None
        assert found.clock is None
        with server.client() as client:
            assert not client.exists(TIMERS, ALIVE)
