"""Whether the servers can be reached: a stream itself goes on over cuts silently."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

from gemwright_client.errors import GemwrightError, Unavailable

PROBE_PATIENCE_S: Final = 2.0
"""How long servers are given to answer."""
_QUIET_S: Final = 5.0
"""How long nothing may be heard before they are asked."""
AGAIN_S: Final = 1.0
"""How long after a failure they are asked again."""


class Reachability:
    """Asks the servers when nothing was heard for a while, and reports every change."""

    def __init__(
        self, probe: Callable[[], Awaitable[object]], tell: Callable[[bool], None]
    ) -> None:
        self._probe = probe
        self._tell = tell
        """Called with whether they can be reached, whenever that has changed."""
        self._heard_at = monotonic()
        self.is_lost = False
        """Whether the servers do not answer."""
        self.is_eager = False
        """Whether to ask often, whatever is heard."""

    def heard(self) -> None:
        """Note that a server was heard."""
        self._heard_at = monotonic()
        self._change(is_lost=False)

    def lose(self) -> None:
        """Note that no server answers."""
        self._change(is_lost=True)

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Keep asking while the block runs."""
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
        """Return how much longer nothing may be heard."""
        return self._heard_at + _QUIET_S - monotonic()
