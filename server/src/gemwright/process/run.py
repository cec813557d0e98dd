"""Runs a process: its logs, its event loop, how it is stopped, and its exit code.

What it does meanwhile belongs elsewhere: `app` serves, `supervisor` watches over workers.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Final, TypeAlias

import uvloop

from gemwright.settings import PROGRAM
from gemwright.start_error import StartError

AGAIN: Final = 0.5
"""Seconds after which a start that goes on despite a signal is cancelled again."""

REFUSED: Final = 1
"""The exit code of a process that could not start or continue."""


class Stop:
    """Waits for signals: the first asks the process to stop, the second ends it at once."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.at_once: list[Callable[[], None]] = []
        """What to do before the process ends at once."""
        self._starting = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._receive, number)

    def drain_from_now_on(self) -> None:
        """Let a signal drain from now on; until here it cancels the start."""
        self._starting = None

    async def asked_before(self, *ends: asyncio.Future[int] | None) -> bool:
        """Wait for a signal or the end of something needed; return whether it was the signal."""
        asked: asyncio.Task[bool] = asyncio.create_task(self.asked.wait())
        awaited: list[asyncio.Future[bool] | asyncio.Future[int]] = [asked]
        awaited += [end for end in ends if end is not None]
        await asyncio.wait(awaited, return_when="FIRST_COMPLETED")
        asked.cancel()
        return self.asked.is_set()

    def _receive(self, number: int) -> None:
        if self.asked.is_set():
            for act in self.at_once:
                act()
            logging.shutdown()  # writes the lines that wait
            os._exit(128 + number)  # Valkey and workers go when their pipes break
        self.asked.set()
        self._cancel_start()

    def _cancel_start(self) -> None:
        if self._starting:
            self._starting.cancel()
            # More than once: wait_for of Python 3.11, with which redis-py sends, can lose one.
            asyncio.get_running_loop().call_later(AGAIN, self._cancel_start)


Work: TypeAlias = Callable[[Stop], Coroutine[object, object, int]]


def run(work: Work, refuse: Callable[[str], None] | None = None) -> int:
    """Work until done or asked to stop; return the exit code."""
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(_stoppable(work))
    except StartError as error:
        (refuse or _print_refusal)(str(error))
        return REFUSED


async def _stoppable(work: Work) -> int:
    stop = Stop()
    try:
        return await work(stop)
    except asyncio.CancelledError:
        if not stop.asked.is_set():
            raise
        return 0  # asked to stop while starting


def _print_refusal(text: str) -> None:
    print(f"{PROGRAM}: {text}", file=sys.stderr)
