"""Finds clocks that have run out, and commits the timeouts.

Every process polls; the store leases each match to one process at a time, and refuses a timeout
that comes too early or twice.
"""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from gemwright.matches.cache import StoreTime
from gemwright.matches.commit import Committing, Decide
from gemwright.matches.faults import Fault
from gemwright.matches.limits import Limits
from gemwright.matches.store import MatchStore, StoreOutcomeUnknown, StoreUnavailable

_AT_ONCE: Final = 100
"""Matches of each bucket per reading; the rest is due again at once."""
_TOGETHER: Final = 32
_LEASE_MS: Final = 2_000
"""How long a timer is left to the process that got it: short, because the process may die."""
_SHORTEST_PAUSE_S: Final = 0.005
_NEVER: Final = math.inf

log: Final = structlog.stdlib.get_logger(__name__)


class Timing:
    """Commits the timeouts of all matches."""

    def __init__(
        self,
        store: MatchStore,
        committing: Committing,
        time_out: Decide,
        time: StoreTime,
        limits: Limits,
        credited: Callable[[int], None],
    ) -> None:
        self._store = store
        self._committing = committing
        self._time_out = time_out
        self._time = time
        self._every_s = limits.timers_every_s
        self._credited = credited
        self._credits_ms: dict[int, int] = {}
        self._next_ms = _NEVER
        """When to read again, in store time, as far as is known."""
        self._sooner = asyncio.Event()
        self._looked_at: set[int] = set()
        """The buckets that are being read."""
        self._turns = asyncio.Semaphore(_TOGETHER)

    def expect(self, deadline_ms: int) -> None:
        """Note that a clock known to this process runs out then."""
        if deadline_ms < self._next_ms:
            self._next_ms = deadline_ms
            self._sooner.set()

    async def run(self) -> None:
        """Read when the next clock runs out, and at intervals for clocks of other processes."""
        async with asyncio.TaskGroup() as group:
            while True:
                self._next_ms = _NEVER
                # Each bucket by itself, so that a primary that hangs does not delay the others.
                for bucket in set(range(self._store.buckets)) - self._looked_at:
                    self._looked_at.add(bucket)
                    group.create_task(self._look(bucket))
                await self._pause()

    async def _pause(self) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + self._every_s
        while True:
            self._sooner.clear()
            wait_s = min(until - loop.time(), (self._next_ms - self._time.now_ms()) / 1000)
            if wait_s <= 0:
                await asyncio.sleep(_SHORTEST_PAUSE_S)
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._sooner.wait()

    async def _look(self, bucket: int) -> None:
        """Read one bucket, and commit the timeouts of the clocks that have run out."""
        try:
            while (found := await self._store.timers(bucket, _AT_ONCE, _LEASE_MS)) is not None:
                next_ms = self._time.now_ms() + found.next_in_ms
                self._take_credit(bucket, found.credit_ms)
                await asyncio.gather(*map(self._fire, found.due))
                if len(found.due) < _AT_ONCE:
                    self.expect(next_ms)
                    return
        except (StoreUnavailable, StoreOutcomeUnknown):
            return  # it is read again before long
        except Exception:
            log.exception("timers_failed", bucket=bucket)
        finally:
            self._looked_at.remove(bucket)

    def credit_ms(self, bucket: int) -> int:
        """The credit of a bucket's clocks, as last seen."""
        return self._credits_ms.get(bucket, 0)

    def _take_credit(self, bucket: int, credit_ms: int) -> None:
        if self._credits_ms.get(bucket) != credit_ms:
            self._credits_ms[bucket] = credit_ms
            self._credited(bucket)

    async def _fire(self, match_id: str) -> None:
        try:
            async with self._turns:
                await self._committing.run(match_id, self._time_out)
        except (StoreUnavailable, StoreOutcomeUnknown):
            return  # it is due again when the lease is over
        except Fault:
            return  # gone, or of a newer server, which handles it
        except Exception:
            log.exception("timer_failed", match=match_id)
