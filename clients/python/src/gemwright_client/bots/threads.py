"""Work in a thread that nobody waits for at the end: what a bot still thinks is of no use then.

Python waits for the threads of its own executors before a program may end; for these it does not.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Final, TypeVar

ResultT = TypeVar("ResultT")

_NAME: Final = "bot"


async def in_thread(work: Callable[[], ResultT]) -> ResultT:
    """Do this in a thread of its own; it goes on also where nobody waits any more."""
    outcome = Future[ResultT]()
    outcome.set_running_or_notify_cancel()  # whoever stops waiting does not stop the thread
    Thread(target=_do, args=(work, outcome), name=_NAME, daemon=True).start()
    return await asyncio.wrap_future(outcome)


def _do(work: Callable[[], ResultT], outcome: Future[ResultT]) -> None:
    try:
        outcome.set_result(work())
    except BaseException as error:
        outcome.set_exception(_to_be_raised(error))


def _to_be_raised(error: BaseException) -> Exception:
    """What a coroutine can raise for it: `exit()` in a thread is to end nothing but the work."""
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    failure = RuntimeError(f"raised {error!r}")
    failure.__cause__ = error
    return failure
