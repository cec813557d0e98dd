"""How fast the players of a process play, all together."""

import asyncio

from tests.programs.chaos.clients.work import Work


class Pace:
    """So many turns a second at most, as the settings say."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._next = 0.0

    async def next(self) -> None:
        """Wait for the time of one more turn."""
        now = asyncio.get_running_loop().time()
        self._next = max(self._next, now) + 1 / self._work.settings.pace
        await self._work.shift.pause(self._next - now)
