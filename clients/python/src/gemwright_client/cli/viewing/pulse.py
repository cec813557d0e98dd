"""Whether the servers are there, for whoever follows a stream: it goes on over cuts silently."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

from gemwright_client.errors import GemwrightError, Unavailable

PROBE_PATIENCE_S: Final = 2.0
"""So long servers are asked whether they are there."""
_QUIET_S: Final = 5.0
"""So long nothing may be heard before they are asked."""
_AGAIN_S: Final = 1.0


class Pulse:
    """Asks the servers when nothing has been heard for a while, and tells what has changed."""

    def __init__(
        self, probe: Callable[[], Awaitable[object]], tell: Callable[[bool], None]
    ) -> None:
        self._probe = probe
        self._tell = tell
        """Called with whether they are there, whenever that has changed."""
        self._heard_at = monotonic()
        self._is_lost = False

    def heard(self) -> None:
        """Something came from a server."""
        self._heard_at = monotonic()
        if self._is_lost:
            self._is_lost = False
            self._tell(True)

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Keep asking meanwhile."""
        asking = asyncio.create_task(self._keep_asking())
        try:
            yield
        finally:
            asking.cancel()

    async def _keep_asking(self) -> None:
        while True:
            await asyncio.sleep(_AGAIN_S if self._is_lost else _QUIET_S)
            if not self._is_lost and monotonic() - self._heard_at < _QUIET_S:
                continue
            try:
                await self._probe()
            except Unavailable:
                if not self._is_lost:
                    self._is_lost = True
                    self._tell(False)
            except GemwrightError:
                continue
            else:
                self.heard()
