"""What one watch of an inbox was sent, and what it has yet to be sent.

Nothing is queued: only the newest state of each match is kept, so a slow reader skips what is
outdated.
"""

import asyncio
import math
from contextlib import suppress
from typing import Final

from gemwright.matches.feeds.notices import Notice

TOKEN_EVERY_S: Final = 1.0
"""A token has an offset for every bucket, so not every message carries one."""


class InboxWatch:
    """What one watch was sent and is to be sent."""

    def __init__(self, owner: str, principal: str) -> None:
        self.owner = owner
        self.principal = principal
        self.pending: dict[str, Notice] = {}
        self.sent: dict[str, Notice] = {}
        """The newest state sent of each match; of those that are over, only the latest."""
        self.expected: dict[int, bytes] = {}
        """By bucket: how far the matches were read, where the reader of the feeds is behind."""
        self.reached: tuple[bytes, ...] = ()
        """The offsets up to which everything was taken to be sent."""
        self.is_lost = False
        """Whether the store has lost something that was sent, or may have been sent."""
        self.is_behind = False
        """Whether notices were missed, so that all matches must be read."""
        self.must_complete = True
        """Whether the client must still be sent that every match was sent once."""
        self.told_at = asyncio.get_running_loop().time()
        self._token_at = -math.inf
        self._owes_token = False
        self._bell = asyncio.Event()

    def offer(self, told: Notice) -> None:
        """Queue the state of a match, unless the watch knows it."""
        known = self.pending.get(told.match_id) or self.sent.get(told.match_id)
        if known is not None and told.version <= known.version:
            if told.version == known.version and told.commit != known.commit:
                self.lose()
            return
        self.pending[told.match_id] = told
        self._bell.set()

    def offer_again(self, told: Notice) -> None:
        """Send the state of a match once more, with another deadline."""
        self.pending.setdefault(told.match_id, told)
        self._bell.set()

    def lose(self) -> None:
        """Note that the store has lost writes."""
        self.is_lost = True
        self._bell.set()

    def miss(self) -> None:
        """Note that notices were missed."""
        self.is_behind = True
        self._bell.set()

    def forget(self) -> None:
        """Forget everything, so that all matches are read and sent again."""
        self.pending.clear()
        self.sent.clear()
        self.is_lost = False
        self.is_behind = self.must_complete = True

    def take(self, places: list[bytes]) -> list[str]:
        """The matches that are to be sent now; `places` are the reader's offsets."""
        for bucket, place in self.expected.items():
            places[bucket] = place
        self.reached = tuple(places)
        self.sent.update(self.pending)
        ready = list(self.pending)
        self.pending.clear()
        return ready

    def newest(self, match_id: str) -> Notice:
        """The state of a match to send, which may be newer than when it was taken."""
        told = self.pending.pop(match_id, None) or self.sent[match_id]
        self.sent[match_id] = told
        if told.state.is_over and not self.expected:
            del self.sent[match_id]  # no update follows
        return told

    @property
    def is_due_token(self) -> bool:
        """Whether the last token is so old that the next message should carry one."""
        return asyncio.get_running_loop().time() >= self._token_at + TOKEN_EVERY_S

    def told(self, *, has_token: bool) -> None:
        """Note that a message was sent."""
        self.told_at = asyncio.get_running_loop().time()
        self._owes_token = not has_token
        if has_token:
            self._token_at = self.told_at

    def due_in(self, heartbeat_s: float) -> float:
        """Seconds until the next heartbeat."""
        quiet_s = min(TOKEN_EVERY_S, heartbeat_s) if self._owes_token else heartbeat_s
        return max(self.told_at + quiet_s - asyncio.get_running_loop().time(), 0)

    def ring(self) -> None:
        """Wake the watch."""
        self._bell.set()

    async def wait(self, seconds: float) -> None:
        """Wait until there may be something to do, but at most this long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._bell.wait()
        self._bell.clear()
