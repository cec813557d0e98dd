"""When a batch leaves: at once for whoever calls alone, a little later where many call."""

import asyncio
import math
from typing import Final

from gemwright.storage.audience import Audience

_SHARE_S: Final = 0.0005
"""Between two batches, for each call that they have: about what a server needs to serve one."""
_LONGEST_S: Final = 0.003
_NEWEST: Final = 0.1
"""The weight of the newest batch in the average."""
_ALONE: Final = 1.2
"""Calls in a batch, on average, up to which they count as coming alone."""


class Pace:
    """Under load, batches that leave a little later are larger, and cost less for each call."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._company = 1.0
        self._sent_at = -math.inf

    def sending(self, calls: int) -> None:
        """A batch of so many leaves now."""
        self._company += (calls - self._company) * _NEWEST
        self._sent_at = asyncio.get_running_loop().time()

    @property
    def step_s(self) -> float:
        """Seconds between two batches; none where calls come alone."""
        if self._company <= _ALONE:
            return 0.0
        if self._audience.has_others:  # each batch wakes all of them
            return _LONGEST_S
        return min(self._company * _SHARE_S, _LONGEST_S)

    async def keep(self) -> None:
        """Wait until the next batch may leave."""
        left = self._sent_at + self.step_s - asyncio.get_running_loop().time()
        if left > 0:
            await asyncio.sleep(left)
