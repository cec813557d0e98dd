"""Wakes a bot of a server that rests because it sits in no match, and none of the others."""

import asyncio
from contextlib import suppress


class Bell:
    """Rung when its bot is given a seat, which then looks for itself."""

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


class Bells:
    """One for each bot of each owner that is played here."""

    def __init__(self) -> None:
        self._bells: dict[tuple[str, str], Bell] = {}

    def of(self, owner: str, principal: str) -> Bell:
        """That of one bot."""
        return self._bells.setdefault((owner, principal), Bell())

    def ring(self, owner: str, principal: str) -> None:
        """Wake a bot, if it is played here."""
        bell = self._bells.get((owner, principal))
        if bell is not None:
            bell.ring()
