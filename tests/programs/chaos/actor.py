"""A process of a run, over any number of restarts: servers, bot hosts and clients are such.

What it is told to do is up to its command; what the storm does to it is the same for all.
"""

import asyncio
import os
import signal
import time
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.app.process import clean_environment
from tests.programs.chaos.journal import Journal, Kind

PATIENCE: Final = 90.0
"""Seconds in which a process has ended or begun, or something is wrong."""
Command = Callable[[int], Sequence[str]]
"""The words that start a process for the time that is given, counted from 0."""


class Failed(Exception):
    """A process did not do what it should."""


class Actor:
    """One process; its number counts how often it was started again."""

    def __init__(
        self, name: str, command: Command, folder: Path, journal: Journal, ready: str = ""
    ) -> None:
        self.name = name
        self.number = -1
        self.output = ""
        """What it has printed until it was ready."""
        self._command = command
        self._log = folder / f"{name.replace(' ', '-')}.log"
        self._journal = journal
        self._ready = ready
        self._process: Process | None = None
        self.is_stopped = False

    @property
    def log(self) -> Path:
        """What it writes to standard error, over all starts."""
        return self._log

    @property
    def pid(self) -> int:
        """The process that was started last."""
        assert self._process is not None
        return self._process.pid

    @property
    def code(self) -> int | None:
        """How it has ended, if it has."""
        return None if self._process is None else self._process.returncode

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start it and wait until it says what it says when it is ready, if it says anything."""
        self._log.parent.mkdir(parents=True, exist_ok=True)
        self.number += 1
        self.tell("start")
        with self._log.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *self._command(self.number),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE if self._ready else errors,
                stderr=errors,
                env=clean_environment(),
                start_new_session=True,  # a key pressed in the terminal is for the run alone
            )
        if self._ready:
            try:
                async with asyncio.timeout(PATIENCE):
                    self.output = await self._said(self._process)
            except TimeoutError:
                raise Failed(f"{self.name} is not ready after {PATIENCE} s") from None
        self.tell("started")

    async def _said(self, process: Process) -> str:
        assert process.stdout is not None
        said = ""
        while self._ready not in said:
            line = await process.stdout.readline()
            if not line:
                code = await process.wait()
                raise Failed(f"{self.name} ended with code {code} when it began: see {self._log}")
            said += line.decode()
        return said

    def tell(self, what: str) -> None:
        """Add to the journal of the storm what happens to it."""
        self._journal.write(Kind.DONE, what=what, whom=self.name)

    async def kill(self) -> None:
        """SIGKILL: what a crash is like."""
        self.tell("kill")
        await self._end(signal.SIGKILL)

    async def end(self, patience: float = PATIENCE) -> int:
        """SIGTERM, and wait for the end: the exit code."""
        self.tell("drain")
        return await self._end(signal.SIGTERM, patience)

    async def stop_for(self, seconds: float) -> None:
        """SIGSTOP, and SIGCONT after so long: what a machine is like that has gone away."""
        self.tell("stop")
        os.kill(self.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(self.pid, signal.SIGCONT)
            self.tell("continue")

    async def _end(self, number: int, patience: float = PATIENCE) -> int:
        process = self._process
        assert process is not None
        if process.returncode is None:
            process.send_signal(number)
        began = time.monotonic()
        try:
            async with asyncio.timeout(patience):
                return await process.wait()
        except TimeoutError:
            raise Failed(
                f"{self.name} runs {time.monotonic() - began:.0f} s after signal {number}"
            ) from None

    def abandon(self) -> None:
        """Leave no process behind, whatever happened."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
