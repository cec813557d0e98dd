"""Clocks that run out on a real store: nothing counts after the deadline, no timeout before it."""

from dataclasses import replace

import pytest

from gemwright.matches.clocks import ClockKind, TimeControl
from gemwright.matches.store import Committed, Early, Late, Repeated, Stale
from tests.redis.clocked import (
    A_BANK,
    A_TURN,
    LEASE,
    MINUTE,
    NAME,
    SLACK,
    TIMERS,
    about,
    nothing_changes,
    playing,
    timers,
)
from tests.redis.stores import match_id, new_match, open_store
from tests.valkey import Valkey


async def test_a_timeout_before_the_deadline_is_refused(server: Valkey) -> None:
    async with playing(server) as at:
        await nothing_changes(at, at.next(None, timeout=True), Early)
        at.store.time_offset_ms += MINUTE - SLACK
        await nothing_changes(at, at.next(None, timeout=True), Early)


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("ended", [False, True])
async def test_nothing_but_the_timeout_is_taken_after_the_deadline(
    server: Valkey, seat: int | None, *, ended: bool
) -> None:
    async with playing(server) as at:
        at.store.time_offset_ms += MINUTE
        await nothing_changes(at, at.next(seat, ended=ended, request="too-late"), Late)
        await nothing_changes(at, at.next(seat, ended=ended), Late)
        clock = await at.step(None, timeout=True)
        assert (clock.running, clock.left_ms) == (None, (0, MINUTE))


async def test_the_deadline_itself_is_too_late_and_the_millisecond_before_is_not(
    server: Valkey,
) -> None:
    """The last moment is found from both sides, for the clock of the node cannot be held."""
    async with playing(server) as at:
        seen = set()
        for number in range(400):
            deadline = (await at.clock()).deadline_ms
            assert deadline is not None
            now = (await at.loaded()).now_ms
            at.store.time_offset_ms += deadline - now - 1 - number % 8
            made = at.next(0)
            before, reply = await at.loaded(), await at.send(made)
            after = await at.loaded()
            if isinstance(reply, Committed):
                assert reply.time_ms < deadline
                assert before.now_ms < deadline
                seen.add(("taken", reply.time_ms - deadline))
            else:
                assert isinstance(reply, Late)
                assert after.now_ms >= deadline
                if after.now_ms == deadline:
                    seen.add(("late", 0))
                at.store.time_offset_ms -= 10
            if {("taken", -1), ("late", 0)} <= seen:
                return
        raise AssertionError(f"the last moment was never met: {seen}")


async def test_after_a_timeout_the_clock_of_the_next_seat_runs_with_its_own_time(
    server: Valkey,
) -> None:
    async with playing(server, A_BANK, running=2, seats=3) as at:
        at.store.time_offset_ms += MINUTE + 1
        clock = await at.step(0, timeout=True)
        assert (clock.running, clock.left_ms) == (0, (MINUTE, MINUTE, 0))
        assert at.deadline() == clock.since_ms + MINUTE
        await nothing_changes(at, at.next(None, timeout=True), Early)


async def test_request_ids_come_before_the_clock(server: Valkey) -> None:
    async with playing(server) as at:
        made = at.next(1, request="request-1")
        assert isinstance(await at.send(made), Committed)
        at.store.time_offset_ms += 2 * MINUTE
        again = replace(made, new_commit=b"another1")
        assert await at.store.commit(again) == Repeated(1, b"digest")
        assert isinstance(await at.store.commit(replace(again, request=None)), Stale)


async def test_an_update_sent_again_after_a_lost_answer_tells_the_same_clocks(
    server: Valkey,
) -> None:
    async with playing(server, A_BANK) as at:
        at.store.time_offset_ms += 3_000
        made = at.next(1)
        first = await at.send(made)
        at.silent_for(MINUTE)
        at.store.time_offset_ms += 2 * MINUTE
        assert await at.store.commit(made) == first


async def test_clocks_never_go_back_behind_the_last_update(server: Valkey) -> None:
    async with playing(server, A_BANK) as at:
        at.store.time_offset_ms += 20_000
        first = await at.send(at.next(1))
        at.store.time_offset_ms -= 15_000
        second = await at.send(at.next(0))
        assert isinstance(first, Committed)
        assert isinstance(second, Committed)
        assert first.clock is not None
        assert second.clock is not None
        assert second.time_ms == first.time_ms
        assert second.clock.since_ms == first.clock.since_ms
        assert second.clock.left_ms == (first.clock.left_ms[0], MINUTE + 5_000)


async def test_a_look_tells_what_is_due_once_and_when_to_look_again(server: Valkey) -> None:
    async with playing(server) as at, open_store(server.url) as other:
        found = await timers(at.store, 9)
        assert found.due == ()
        assert found.next_in_ms is not None
        assert about(found.next_in_ms, MINUTE)
        at.store.time_offset_ms = other.time_offset_ms = MINUTE
        found = await timers(at.store, 9)
        assert found.due == (NAME,)
        assert found.next_in_ms == LEASE
        elsewhere = await timers(other, 9)
        assert elsewhere.due == ()
        assert elsewhere.next_in_ms is not None
        assert about(elsewhere.next_in_ms, LEASE)
        other.time_offset_ms += LEASE
        assert (await timers(other, 9)).due == (NAME,)


async def test_the_oldest_are_told_first_and_no_more_than_asked_for(server: Valkey) -> None:
    async with open_store(server.url) as store:
        names = [match_id(number) for number in range(5)]
        for place, name in enumerate(names):
            control = TimeControl(ClockKind.PER_TURN, MINUTE - 1_000 * place)
            assert await store.create(replace(new_match(name), clock=control.start(2, 0)))
        store.time_offset_ms += MINUTE
        assert (await timers(store, 3)).due == tuple(names[:1:-1])
        assert (await timers(store, 3)).due == tuple(names[1::-1])
        assert (await timers(store, 3)).due == ()


async def test_a_move_after_a_lease_puts_the_timer_right(server: Valkey) -> None:
    async with playing(server, running=0, seats=3) as at:
        at.store.time_offset_ms += MINUTE
        assert (await timers(at.store, 9)).due == (NAME,)
        clock = await at.step(1, timeout=True)
        assert at.deadline() == clock.since_ms + MINUTE


async def test_every_bucket_is_looked_at(server: Valkey) -> None:
    async with open_store(server.url) as store:
        names = {match_id(0, bucket) for bucket in (0, 17, 63)}
        for name in names:
            assert await store.create(replace(new_match(name), clock=A_TURN.start(2, 0)))
        store.time_offset_ms += MINUTE
        found = await timers(store, 9)
        assert set(found.due) == names
        assert set(found.credits_ms) == {0, 17, 63}


async def test_a_removed_match_has_no_timer(server: Valkey) -> None:
    async with playing(server) as at:
        await at.step(None)
        at.client.zadd(TIMERS, {NAME: 0})
        assert await at.store.archive(NAME, at.version, at.commit, b"archive", 0)
        await at.store.remove(NAME, "owner", ("ann", "bob"))
        assert at.deadline() is None
