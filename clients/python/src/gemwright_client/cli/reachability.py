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
AGAIN_S: Final = 1.0
"""So long after no server has answered they are asked again."""


class Reachability:
    """Asks the servers when nothing has been heard for a while, and tells what has changed."""

    def __init__(
        self, probe: Callable[[], Awaitable[object]], tell: Callable[[bool], None]
    ) -> None:
        self._probe = probe
        self._tell = tell
        """Called with whether they are there, whenever that has changed."""
        self._heard_at = monotonic()
        self.is_lost = False
        """Whether they do not answer."""
        self.is_eager = False
        """Whether to ask them often, whatever is heard."""

    def heard(self) -> None:
        """Something came from a server."""
        self._heard_at = monotonic()
        self._change(is_lost=False)

    def lose(self) -> None:
        """No server answers."""
        self._change(is_lost=True)

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Keep asking meanwhile."""
        asking = asyncio.create_task(self.keep_asking())
        try:
            yield
        finally:
            asking.cancel()

    async def keep_asking(self) -> None:
        """Ask for ever."""
        while True:
            await asyncio.sleep(AGAIN_S if self._is_urgent else max(self._left, AGAIN_S))
            if not self._is_urgent and self._left > 0:
                continue
            try:
                await self._probe()
            except Unavailable:
                self.lose()
            except GemwrightError:
                continue
            else:
                self.heard()

    def _change(self, *, is_lost: bool) -> None:
        if is_lost != self.is_lost:
            self.is_lost = is_lost
            self._tell(not is_lost)

    @property
    def _is_urgent(self) -> bool:
        return self.is_lost or self.is_eager

    @property
    def _left(self) -> float:
        """How much longer nothing may be heard."""
        return self._heard_at + _QUIET_S - monotonic()
