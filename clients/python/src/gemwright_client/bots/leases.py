"""Sharing the matches of one principal among processes: a lease spares work and guards nothing.

A process has a match to itself for `LEASE_S` seconds at a time, and for as long as its bot thinks
about it. After that others see to the matches of one that died.
"""

import asyncio
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from typing import Final

from gemwright_client.errors import CallError
from gemwright_client.inbox import Inbox

LEASE_S: Final = 3.0
_ENOUGH: Final = 1 / 2
"""How much of a lease must be left for another decision to begin."""
_RENEWALS: Final = 4
"""How often a lease is renewed while it lasts."""
_HOLDER_BYTES: Final = 12

log: Final = logging.getLogger(__name__)


class Leases:
    """The matches that one process has leased."""

    def __init__(self, inbox: Inbox, seconds: float = LEASE_S) -> None:
        self._inbox = inbox
        self.seconds = seconds
        self._holder = f"bot-{secrets.token_hex(_HOLDER_BYTES)}"
        self._until: dict[str, float] = {}
        self._wanted: set[str] = set()
        """Matches that the bot thinks about."""

    async def has(self, match: str) -> bool:
        """Tell whether this process has the lease of a match; ask for it if need be."""
        return self._has_enough(match) or await self._ask(match)

    def _has_enough(self, match: str) -> bool:
        return self._until.get(match, 0.0) > monotonic() + self.seconds * _ENOUGH

    async def _ask(self, match: str) -> bool:
        now = monotonic()
        is_granted = await self._inbox.lease(match, self._holder, timedelta(seconds=self.seconds))
        if is_granted:
            self._until[match] = now + self.seconds
        else:
            self._until.pop(match, None)
        return is_granted

    @contextmanager
    def wanted(self, match: str) -> Iterator[None]:
        """Keep the lease renewed while the block runs."""
        self._wanted.add(match)
        try:
            yield
        finally:
            self._wanted.discard(match)

    def forget(self, match: str) -> None:
        """Forget a match that is over."""
        self._until.pop(match, None)

    async def renew(self) -> None:
        """Renew the leases that are wanted, for ever."""
        while True:
            await asyncio.sleep(self.seconds / _RENEWALS)
            for match in [match for match in self._wanted if not self._has_enough(match)]:
                try:
                    await self._ask(match)
                except CallError as error:
                    log.info("match %s: the lease was not renewed: %s", match, error)
