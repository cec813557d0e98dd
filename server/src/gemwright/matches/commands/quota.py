"""How many matches of one owner may wait or be active at once.

The store counts them, but not for every match that is created: a count holds for a second, and what
this process creates meanwhile is added to it. What other processes create in that second, and what
ends in it, comes with the next count; so far the limit is approximate.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from gemwright.matches.faults import LimitExceeded
from gemwright.matches.store import MatchStore

COUNT_HOLDS_S: Final = 1.0
_RETRY_S: Final = 10.0
"""Nobody knows when a match ends."""


class _Tally:
    """The matches of one owner, as far as they are known here."""

    def __init__(self) -> None:
        self.live = 0
        self.taken = 0
        """Since they were counted, or about to be."""
        self.good_until = float("-inf")
        self.counting = asyncio.Lock()


class Quota:
    """The limit, 0 for none."""

    def __init__(
        self, store: MatchStore, most: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._most = most
        self._clock = clock
        self._tallies: dict[str, _Tally] = {}

    async def take(self, owner: str) -> bool:
        """Whether an owner may have one match more, which is counted from now on."""
        if not self._most:
            return True
        tally = self._tallies.setdefault(owner, _Tally())
        async with tally.counting:
            if self._clock() >= tally.good_until:
                await self._count(owner, tally)
        if tally.live + tally.taken >= self._most:
            return False
        tally.taken += 1
        return True

    def give_back(self, owner: str) -> None:
        """The match that was taken has not come to be."""
        tally = self._tallies.get(owner)
        if tally is not None and tally.taken:
            tally.taken -= 1

    async def _count(self, owner: str, tally: _Tally) -> None:
        known = tally.taken
        tally.live = await self._store.count_live(owner)
        tally.taken = max(tally.taken - known, 0)
        tally.good_until = self._clock() + COUNT_HOLDS_S

    def exceeded(self) -> LimitExceeded:
        """What to refuse a match with."""
        text = f"the limit is {self._most} matches of one owner that wait or are active"
        return LimitExceeded(text, _RETRY_S)
