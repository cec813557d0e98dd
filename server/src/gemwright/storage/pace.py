"""When a batch leaves: at once for whoever calls alone, a little later where many call."""

import asyncio
import math
from typing import Final

_STEP_S: Final = 0.003
"""Between two batches while there is a pace: a tenth of what a call takes under such load."""
_NEWEST: Final = 0.1
"""The weight of the newest batch in the average."""
_ALONE: Final = 1.2
"""Calls in a batch, on average, up to which they count as coming alone."""


class Pace:
    """Under load, batches that leave a little later are larger, and cost less for each call.

    Whoever calls alone is never kept waiting: there is a pace only while calls come in company.
    """

    def __init__(self) -> None:
        self._company = 1.0
        self._sent_at = -math.inf

    def sending(self, calls: int) -> None:
        """A batch of so many leaves now."""
        self._company += (calls - self._company) * _NEWEST
        self._sent_at = asyncio.get_running_loop().time()

    @property
    def is_kept(self) -> bool:
        """Whether calls come in company."""
        return self._company > _ALONE

    async def keep(self) -> None:
        """Wait until the next batch may leave."""
        if self.is_kept:
            left = self._sent_at + _STEP_S - asyncio.get_running_loop().time()
            if left > 0:
                await asyncio.sleep(left)
