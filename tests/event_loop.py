"""The event loop that tests run on, which is the server's."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from types import CoroutineType
from typing import Final, TypeVar

import uvloop

ResultT = TypeVar("ResultT")

TEST_PATIENCE: Final = 120.0
LAST_PATIENCE: Final = 10.0
"""For a test that was told to end."""


def on_event_loop(test: Coroutine[object, object, ResultT]) -> ResultT:
    """Run a test on an event loop like the server's; one that hangs tells where."""

    async def limited() -> ResultT:
        playing = asyncio.create_task(test)
        await asyncio.wait([playing], timeout=TEST_PATIENCE)
        if playing.done():
            return playing.result()
        found = _tasks()
        playing.cancel()
        await asyncio.wait([playing], timeout=LAST_PATIENCE)
        raise TimeoutError(f"not over after {TEST_PATIENCE} s, while these tasks wait:\n{found}")

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(limited())


def _tasks() -> str:
    """Where each task is, and how many are there."""
    places = Counter(_place(task.get_coro()) for task in asyncio.all_tasks())
    return "\n".join(f"{number} x {place}" for place, number in places.items())


def _place(awaited: object) -> str:
    """The way from a coroutine to what it waits for, as far as can be seen."""
    steps = []
    while isinstance(awaited, CoroutineType) and awaited.cr_frame is not None:
        steps.append(f"{awaited.__qualname__}:{awaited.cr_frame.f_lineno}")
        awaited = awaited.cr_await
    return " > ".join([*steps, type(awaited).__name__])
