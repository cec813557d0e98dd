"""Wakes the bots of a server that rest because they sit in no match."""

import asyncio
from contextlib import suppress


class Bell:
    """Rung when a bot is given a seat; who hears it looks for itself."""

    def __init__(self) -> None:
        self.times = 0
        """How often it has been rung."""
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake everybody who waits."""
        self.times += 1
        rung, self._rung = self._rung, asyncio.Event()
        rung.set()

    async def wait(self, times: int, seconds: float) -> None:
        """Until it has been rung more often than so many times, or that long."""
        if self.times == times:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._rung.wait()
