"""How many matches of one owner may wait or be active at once.

The limit is approximate: the store's count is kept for a second, and what this process creates
meanwhile is added to it. What other processes create in that second, and what ends in it, comes
with the next count.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from gemwright.matches.faults import LimitExceeded
from gemwright.matches.store import MatchStore

COUNT_HOLDS_S: Final = 1.0
_RETRY_S: Final = 10.0
"""A guess, because nobody knows when a match ends."""


class _Tally:
    """The matches of one owner, as far as they are known here."""

    def __init__(self) -> None:
        self.live = 0
        self.taken = 0
        """Created since the last count, or about to be."""
        self.good_until = float("-inf")
        self.counting = asyncio.Lock()


class Quota:
    """The limit of matches of one owner; 0 for none."""

    def __init__(
        self, store: MatchStore, most: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._most = most
        self._clock = clock
        self._tallies: dict[str, _Tally] = {}

    async def take(self, owner: str) -> bool:
        """Whether an owner may have one more match; if so, it is counted from now on."""
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
        """Uncount a match that was not created after all."""
        tally = self._tallies.get(owner)
        if tally is not None and tally.taken:
            tally.taken -= 1

    async def _count(self, owner: str, tally: _Tally) -> None:
        known = tally.taken
        tally.live = await self._store.count_live(owner)
        tally.taken = max(tally.taken - known, 0)
        tally.good_until = self._clock() + COUNT_HOLDS_S

    def exceeded(self) -> LimitExceeded:
        """The fault that refuses a match."""
        text = f"the limit is {self._most} matches of one owner that wait or are active"
        return LimitExceeded(text, _RETRY_S)
