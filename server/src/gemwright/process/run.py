"""A process of ours: its logs, its event loop, how it is told to stop, with what code it ends.

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
"""Seconds after which a start that goes on in spite of a signal is cancelled again."""

REFUSED: Final = 1
"""The exit code of a process that could not start, or not go on."""


class Stop:
    """The wish to end: the first signal asks for it, the second gets it at once."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.at_once: list[Callable[[], None]] = []
        """What to do before a process ends that does not wait."""
        self._starting = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._receive, number)

    def drain_from_now_on(self) -> None:
        """Until here a signal cancels the start."""
        self._starting = None

    async def asked_before(self, *ends: asyncio.Future[int] | None) -> bool:
        """Wait for a signal, or the end of something that is needed; whether it was the signal."""
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
            logging.shutdown()  # writes what waits
            os._exit(128 + number)  # Valkey and workers go when their pipes break
        self.asked.set()
        self._cancel_start()

    def _cancel_start(self) -> None:
        if self._starting:
            self._starting.cancel()
            # More than once: on Python 3.11 wait_for, which redis-py sends with, can lose one.
            asyncio.get_running_loop().call_later(AGAIN, self._cancel_start)


Work: TypeAlias = Callable[[Stop], Coroutine[object, object, int]]


def run(work: Work, refuse: Callable[[str], None] | None = None) -> int:
    """Work until it is done or told to stop; the exit code."""
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
        return 0  # told to stop while starting


def _print_refusal(text: str) -> None:
    print(f"{PROGRAM}: {text}", file=sys.stderr)
