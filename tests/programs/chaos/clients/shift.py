"""The time for which a client process works: until it is told to end, and then not much longer."""

import asyncio
from contextlib import suppress


class Shift:
    """Whether to go on."""

    def __init__(self, patience: float) -> None:
        """`patience` is for so many seconds in which all must have come to an end."""
        self._patience = patience
        self._over = asyncio.Event()
        self.out_of_patience_at = float("inf")
        """When even what was begun is given up, by the clock of the loop."""

    def end(self) -> None:
        """Begin nothing new."""
        if not self.is_over:
            self._over.set()
            self.out_of_patience_at = asyncio.get_running_loop().time() + self._patience

    @property
    def is_over(self) -> bool:
        """Whether nothing new is to be begun."""
        return self._over.is_set()

    @property
    def is_out_of_patience(self) -> bool:
        """Whether even what was begun is to be given up."""
        return asyncio.get_running_loop().time() >= self.out_of_patience_at

    async def ended(self) -> None:
        """Wait until it is over."""
        await self._over.wait()

    async def pause(self, seconds: float) -> None:
        """Wait so long, or until it is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()
