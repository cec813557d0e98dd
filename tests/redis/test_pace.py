"""When batches leave: at once for whoever calls alone, at intervals where many call."""

import asyncio

from gemwright.redis.batcher import BatchPacing
from gemwright.redis.wakes import Audience


def paced(*batches: int, listening: int = 0) -> BatchPacing:
    """A pace after batches of so many calls, with so many other processes listening."""
    audience = Audience()
    audience.counted(listening)
    pace = BatchPacing(audience)
    for calls in batches:
        pace.sending(calls)
    return pace


async def test_who_calls_alone_is_not_kept_waiting() -> None:
    assert paced(*[1] * 50).step_s == 0.0


async def test_batches_of_several_calls_leave_at_intervals() -> None:
    pace = paced(*[5] * 50)
    clock = asyncio.get_running_loop().time
    began = clock()
    await pace.keep()
    assert clock() > began + pace.step_s / 2


async def test_where_fewer_call_the_pace_is_faster_and_it_has_a_slowest() -> None:
    few, more, many, throng = [paced(*[calls] * 50).step_s for calls in (2, 4, 20, 500)]
    assert 0.0 < few < more < many == throng < 0.005


async def test_where_others_listen_few_batches_are_made_for_each_wakes_them() -> None:
    slowest = paced(*[500] * 50).step_s
    assert paced(*[2] * 50, listening=1).step_s == slowest
    assert paced(*[1] * 50, listening=1).step_s == 0.0


async def test_one_batch_of_several_calls_makes_no_pace() -> None:
    assert paced(*[1] * 50, 2).step_s == 0.0


async def test_the_pace_is_forgotten_once_calls_come_alone_again() -> None:
    assert paced(*[5] * 50, *[1] * 50).step_s == 0.0
