"""Threads that nobody waits for at the end: what a bot still thinks is of no use then.

Python waits for the threads of its own executors before a program may end; for these it does not.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Final, NoReturn, TypeAlias, TypeVar

ResultT = TypeVar("ResultT")
_Job: TypeAlias = Callable[[], None]

_NAME: Final = "bot"


class Threads:
    """Up to so many threads, begun when they are needed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._started = 0
        self._busy = 0
        """How many jobs are being done or wait."""
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        """Do this in a thread; if nobody waits for it any more, it is not begun."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[ResultT] = loop.create_future()

        def tell(found: Callable[[], ResultT]) -> None:
            if result.done():
                return
            try:
                result.set_result(found())
            except Exception as error:
                result.set_exception(error)

        def job() -> None:
            if result.cancelled():
                return
            found = _outcome(work)
            with suppress(RuntimeError):  # the loop may be closed by now
                loop.call_soon_threadsafe(tell, found)

        self._begin(job)
        try:
            return await result
        finally:
            self._busy -= 1

    def _begin(self, job: _Job) -> None:
        self._busy += 1
        self._jobs.put(job)
        if self._busy > self._started and self._started < self._most:
            self._started += 1
            Thread(target=self._work, name=f"{_NAME}-{self._started}", daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def end(self) -> None:
        """Have each thread end as soon as it has nothing to do."""
        for _ in range(self._started):
            self._jobs.put(None)


@contextmanager
def threads(most: int) -> Iterator[Threads]:
    """Up to so many threads for a while."""
    made = Threads(most)
    try:
        yield made
    finally:
        made.end()


def _outcome(work: Callable[[], ResultT]) -> Callable[[], ResultT]:
    """Do it; what gives its result, or raises its exception."""
    try:
        result = work()
    except BaseException as error:
        failure = _to_be_raised(error)
        return partial(_fail, failure)
    return lambda: result


def _fail(error: Exception) -> NoReturn:
    raise error


def _to_be_raised(error: BaseException) -> Exception:
    """What a coroutine can raise for it: `exit()` in a thread is to end nothing but the job."""
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    failure = RuntimeError(f"raised {error!r}")
    failure.__cause__ = error
    return failure
