"""The workers of a supervisor: started, replaced when they die, stopped together.

Each has a session of its own, so that Ctrl-C reaches it through the supervisor alone.
"""

import asyncio
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

import structlog

from gemwright.process.orders import WORKER_MODULE, Order, Report, read_report
from gemwright.process.run import REFUSED
from gemwright.start_error import StartError

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Most seconds between a worker's death and its next start; they double while it dies early."""

STEADY: Final = 5.0
"""A worker that dies within so many seconds of its start dies early."""

TRIES: Final = 5
"""How often a worker may fail to start while no other serves."""

KILL_AFTER: Final = 5.0
"""Seconds beyond the grace after which a worker that does not stop is killed."""

log: Final = structlog.stdlib.get_logger(__name__)


class Workers:
    """Workers that are kept alive; leaving the context stops them."""

    def __init__(
        self,
        orders: Sequence[Order],
        words: Sequence[str],
        environment: Mapping[str, str],
        grace: float,
        died: Callable[[int], None],
    ) -> None:
        self._orders = orders
        # Without -P, files in the current folder would go before installed modules.
        self._command = [sys.executable, "-P", "-m", WORKER_MODULE, *words]
        self._environment = environment
        self._grace = grace
        self._died = died
        self._running: dict[int, Process] = {}
        self._serving: set[int] = set()
        self._all_serve = asyncio.Event()
        self._has_begun = False
        self._stopping = asyncio.Event()
        self._told: signal.Signals | None = None
        self._keepers: list[asyncio.Task[None]] = []
        self.failed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Done when workers cannot be started."""
        self.reason = ""
        """Why they cannot."""

    async def __aenter__(self) -> Self:
        self._keepers = [asyncio.create_task(self._keep(order)) for order in self._orders]
        for keeper in self._keepers:
            keeper.add_done_callback(self._look_after)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._tell(signal.SIGTERM if error is None else signal.SIGKILL)
        _, left = await asyncio.wait(self._keepers, timeout=self._grace + KILL_AFTER)
        if left:
            log.error("workers_killed", number=len(left))
            self.kill()
            await asyncio.wait(left)

    def kill(self) -> None:
        """End every worker at once."""
        self._tell(signal.SIGKILL)

    async def serving(self) -> None:
        """Wait until all of them serve for the first time."""
        all_serve: asyncio.Task[bool] = asyncio.create_task(self._all_serve.wait())
        either: list[asyncio.Future[bool] | asyncio.Future[int]] = [all_serve, self.failed]
        await asyncio.wait(either, return_when="FIRST_COMPLETED")
        all_serve.cancel()
        if self.failed.done():
            raise StartError(self.reason)
        self._has_begun = True

    def _tell(self, number: signal.Signals) -> None:
        """Send a signal to all workers, also to those that are just being started."""
        self._told = number
        for process in self._running.values():
            _send(process, number)

    async def _keep(self, order: Order) -> None:
        """Start a worker, and again whenever it dies."""
        failures, pause = 0, 0.0
        while not self._stopping.is_set() and not self.failed.done():
            began = time.monotonic()
            has_served, refusal, code = await self._run(order)
            if self._stopping.is_set():
                return
            failures = 0 if has_served else failures + 1
            if refusal and not self._has_begun:
                self._fail(refusal)  # every other worker would report the same
                return
            pause = next_pause(pause, time.monotonic() - began)
            reason = refusal or _signal(code)
            log.error(
                "worker_died", worker=order.worker, code=code, reason=reason, again_in_s=pause
            )
            if failures >= TRIES and not self._serving:
                self._fail(f"worker {order.worker} ended {failures} times before it served")
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)

    async def _run(self, order: Order) -> tuple[bool, str, int]:
        """Start a worker and wait for its end: whether it served, why not, its exit code."""
        try:
            process = await self._start(order)
        except OSError as error:
            return False, error.strerror or "it could not be started", REFUSED
        try:
            told = await _report_of(process)
            has_served = told is not None and not told.refused
            if has_served:
                self._note_serving(order.worker)
            code = await process.wait()
        finally:
            del self._running[order.worker]
            self._serving.discard(order.worker)
        if not self._stopping.is_set():
            self._died(process.pid)
        return has_served, told.refused if told else "", code

    async def _start(self, order: Order) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            env=self._environment,
            start_new_session=True,
        )
        self._running[order.worker] = process
        if self._told is not None:
            _send(process, self._told)
        assert process.stdin is not None
        process.stdin.write(order.line())  # and stays open: the worker ends when it closes
        return process

    def _note_serving(self, worker: int) -> None:
        self._serving.add(worker)
        if len(self._serving) == len(self._orders):
            self._all_serve.set()

    def _look_after(self, keeper: asyncio.Task[None]) -> None:
        if not keeper.cancelled() and (error := keeper.exception()):
            log.error("keeper_failed", exc_info=error)
            self._fail("a worker cannot be kept alive; see the log")

    def _fail(self, reason: str) -> None:
        if not self.failed.done():
            self.reason = reason
            self.failed.set_result(REFUSED)


async def _report_of(process: Process) -> Report | None:
    """How the start of a worker went; None if it ended without a report."""
    assert process.stdout is not None
    while line := await process.stdout.readline():
        if told := read_report(line):
            return told
    return None


def next_pause(last: float, lived: float) -> float:
    """Seconds to wait before a worker that lived so long is started again."""
    if lived > STEADY or not last:
        return FIRST_PAUSE
    return min(2 * last, LONGEST_PAUSE)


def _signal(code: int) -> str:
    """The signal that ended a process with this exit code, if one did."""
    return signal.strsignal(-code) or "" if code < 0 else ""


def _send(process: Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        process.send_signal(number)
