"""Servers that are processes, each with workers: started as an operator starts them.

Starting one takes seconds, so those that a test leaves as they were serve the next test too. What a
command line cannot say, such as how often matches are looked after, is here as it is in production.
"""

import asyncio
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TypeAlias

from gemwright.matches.limits import Limits
from tests import modes
from tests.app.process import PATIENCE, ServerProcess, server

MOST_IDLE: Final = 8
"""Servers that wait for a test; each is a supervisor and its workers."""

_PRODUCTION: Final = Limits()
Words: TypeAlias = tuple[str, ...]


def words_of(limits: Limits, *, wake_ups: bool) -> Words:
    """Limits as words of a command line."""
    assert limits.archive_after_ms == _PRODUCTION.archive_after_ms, "there is no flag for it"
    return (
        *("--workers", str(modes.WORKERS), "--bots", "off", "--log-level", "warning"),
        *("--wake-ups", "on" if wake_ups else "off"),
        *("--heartbeat", f"{limits.heartbeat_s}s", "--poll", f"{limits.poll_s}s"),
        *("--join-deadline", _seconds(limits.join_within_ms)),
        *("--abandon-after", _seconds(limits.abandon_after_ms)),
        *("--keep-request-ids", _seconds(limits.keep_requests_ms)),
        *("--keep-finished", _seconds(limits.keep_finished_ms)),
        *("--max-matches", str(limits.matches_of_owner)),
        *("--cache-matches", str(limits.held_matches)),
    )


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000}s"


class Ship:
    """One server of the fleet."""

    def __init__(self, fleet: "Fleet", words: Words) -> None:
        self._fleet = fleet
        self._words = words
        self._stack = ExitStack()
        self._running: ServerProcess | None = None

    @property
    def running(self) -> ServerProcess:
        """Its supervisor."""
        assert self._running is not None
        return self._running

    def start(self) -> None:
        """Start it and wait until it serves."""
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="gw-"))
        self._running = self._stack.enter_context(server(Path(folder), *self._words))

    async def end(self, grace: float) -> None:
        """Stop it in order; without grace its calls are cut."""
        process = self.running.process
        process.terminate()
        while not grace and process.poll() is None:
            process.terminate()  # the second time that it hears it, it does not wait
            await asyncio.sleep(0.01)
        await asyncio.to_thread(process.wait, PATIENCE)
        await asyncio.to_thread(self.sink)

    async def dismiss(self) -> None:
        """The test is over: let the next one have it, if it still serves."""
        if self.running.process.poll() is None:
            self._fleet.keep(self._words, self)
        else:
            self.sink()

    def sink(self) -> None:
        """Leave nothing behind."""
        self._stack.close()


class Fleet:
    """Servers by their command lines."""

    def __init__(self) -> None:
        self._idle: list[tuple[Words, Ship]] = []

    async def take(self, words: Words) -> Ship:
        """One that was started with these words, now or for a test before."""
        for place, (had, ship) in enumerate(self._idle):
            if had == words:
                del self._idle[place]
                return ship
        ship = Ship(self, words)
        await asyncio.to_thread(ship.start)
        return ship

    def keep(self, words: Words, ship: Ship) -> None:
        """Have it wait for a test; whoever has waited longest makes room."""
        self._idle.append((words, ship))
        if len(self._idle) > MOST_IDLE:
            self._idle.pop(0)[1].sink()

    def sink(self) -> None:
        """End them all."""
        while self._idle:
            self._idle.pop()[1].sink()


FLEET: Final = Fleet()
"""That of this run; `conftest.py` ends it."""
