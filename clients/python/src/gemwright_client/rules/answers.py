"""What a bot answers, whether its `choose` is `async` or not, called from code that is not."""

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from inspect import isawaitable
from types import TracebackType
from typing import Self

from gemwright_client.bots.bot import Choice, awaited


class Answers:
    """Waits for bots, all of them on one event loop.

    Where a loop runs already, as in a notebook, that one is in a thread of its own.
    """

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None
        self._thread: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._thread is not None and self._runner is not None:
            self._thread.submit(self._runner.close).result()
            self._thread.shutdown()
        elif self._runner is not None:
            self._runner.close()

    def of(self, answer: Choice | Awaitable[Choice]) -> Choice:
        """The choice, once it is made."""
        if not isawaitable(answer):
            return answer
        if self._runner is None:
            self._runner = asyncio.Runner()
            self._thread = ThreadPoolExecutor(1) if _is_loop_running() else None
        if self._thread is not None:
            return self._thread.submit(self._runner.run, awaited(answer)).result()
        return self._runner.run(awaited(answer))


def _is_loop_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
