"""When calls begin: at once where few call, together in a crowd."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest

from gemwright.matches.api import Caller
from gemwright.rpc.calls import Call, Stream, Unary
from gemwright.rpc.pacing import CallPacing, lasting_s

Answer = Callable[[bytes, Call], Awaitable[bytes]]
CALL = Call(Caller(), "trace")
FEW, CROWD = 4, 20
ENOUGH = 50
"""Calls or beats after which nothing of what was before counts for much."""


def kept(answer: Answer) -> Answer:
    """The answer of a handler, given in beats of its own."""
    found = CallPacing().kept({"Call": Unary(answer)})["Call"]
    assert isinstance(found, Unary)
    return found.answer


async def echo(content: bytes, call: Call) -> bytes:
    """What was sent, after the others of the beat have begun too."""
    await asyncio.sleep(0)
    return content


async def at_once(call: Awaitable[bytes]) -> bool:
    """Whether a call is answered before anything can have been waited for but other tasks."""
    task = asyncio.ensure_future(call)
    for _ in range(3):
        await asyncio.sleep(0)
    is_done = task.done()
    await task
    return is_done


async def come(answer: Answer, callers: int) -> None:
    """Call again and again, so many at a time."""
    for _ in range(ENOUGH):
        await asyncio.gather(*(answer(b"", CALL) for _ in range(callers)))


async def test_where_few_call_nobody_is_kept_waiting() -> None:
    answer = kept(echo)
    for _ in range(ENOUGH):
        assert all(await asyncio.gather(*(at_once(answer(b"", CALL)) for _ in range(FEW))))


async def test_calls_of_a_crowd_begin_together() -> None:
    turn, began = 0, list[int]()

    async def note(content: bytes, call: Call) -> bytes:
        began.append(turn)
        return await echo(content, call)

    answer = kept(note)
    await come(answer, CROWD)
    began.clear()
    calls = []
    for _ in range(FEW):  # each in another turn of the event loop
        calls.append(asyncio.ensure_future(answer(b"", CALL)))
        await asyncio.sleep(0)
        turn += 1
    await asyncio.gather(*calls)
    assert len(began) == FEW
    assert len(set(began)) == 1


def test_a_beat_is_short_where_few_call_and_has_a_longest() -> None:
    assert lasting_s(1.0) == lasting_s(FEW) == 0.0
    assert 0.0 < lasting_s(8.0) < lasting_s(12.0) < lasting_s(30.0)
    assert lasting_s(30.0) == lasting_s(1_000.0) < 0.01


async def test_a_crowd_is_forgotten_once_it_has_gone() -> None:
    answer = kept(echo)
    await come(answer, CROWD)
    for _ in range(ENOUGH):
        await answer(b"", CALL)
    assert await at_once(answer(b"", CALL))


async def test_a_caller_that_leaves_holds_up_nobody_and_counts_no_more() -> None:
    answer = kept(echo)
    await come(answer, CROWD)
    gone, stays = (asyncio.ensure_future(answer(b"%d" % n, CALL)) for n in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    async with asyncio.timeout(5):
        assert await stays == b"1"
    with pytest.raises(asyncio.CancelledError):
        await gone
    for _ in range(ENOUGH):
        await answer(b"", CALL)
    assert await at_once(answer(b"", CALL))


async def test_a_call_that_fails_is_over() -> None:
    async def fail(content: bytes, call: Call) -> bytes:
        if content:
            raise ValueError(content)
        return content

    answer = kept(fail)
    for _ in range(ENOUGH):
        with pytest.raises(ValueError, match="no"):
            await answer(b"no", CALL)
    assert await at_once(answer(b"", CALL))


def test_streams_are_left_as_they_are() -> None:
    async def answers(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        yield content

    stream = Stream(answers)
    assert CallPacing().kept({"Watch": stream})["Watch"] is stream
