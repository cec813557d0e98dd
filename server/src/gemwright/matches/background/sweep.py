"""Closes matches that nobody plays; archives and removes those that are over.

Every process sweeps; the store lets only one of them change a match.
"""

import asyncio
import random
from contextlib import suppress
from typing import Final

import structlog

from gemwright.engine.outcomes import outcome_to_data
from gemwright.matches.archive import Archive, ArchivedUpdate
from gemwright.matches.cache import MatchCache, StoreTime
from gemwright.matches.commands.seats import Seating
from gemwright.matches.faults import Fault
from gemwright.matches.limits import Limits
from gemwright.matches.match import Match
from gemwright.matches.store import MatchStore, StoreOutcomeUnknown, StoreUnavailable
from gemwright.matches.watch.history import History, HistoryLost

_AT_ONCE: Final = 500
log: Final = structlog.stdlib.get_logger(__name__)
_JITTER: Final = 0.2
"""Keeps servers that were started together from sweeping at the same moment."""


class Sweeper:
    """Closes, archives or removes the matches that are due."""

    def __init__(
        self,
        store: MatchStore,
        cache: MatchCache,
        history: History,
        hosting: Seating,
        time: StoreTime,
        limits: Limits,
    ) -> None:
        self._store = store
        self._cache = cache
        self._history = history
        self._hosting = hosting
        self._time = time
        self._limits = limits

    async def run(self) -> None:
        """Sweep at intervals, for ever."""
        while True:
            spread = 1 + random.uniform(-_JITTER, _JITTER)
            await asyncio.sleep(self._limits.sweep_every_s * spread)
            with suppress(StoreUnavailable):
                await self.sweep()

    async def sweep(self) -> int:
        """Handle the matches that are due now, and return how many there were."""
        due = await self._store.due(_AT_ONCE)
        for match_id in due:
            try:
                await self._look_after(match_id)
            except (StoreUnavailable, StoreOutcomeUnknown):
                continue  # it stays due; another may need no write, or less room
            except Exception as error:
                # A failure with one match must not keep the others from being swept.
                if not isinstance(error, Fault | HistoryLost):
                    log.exception("sweep_failed", match=match_id)
                with suppress(StoreUnavailable, StoreOutcomeUnknown):
                    await self._store.postpone(match_id, self._limits.archive_after_ms)
        return len(due)

    async def _look_after(self, match_id: str) -> None:
        match = await self._cache.current(match_id)
        if not match.state.is_over:
            due_in_ms = self._hosting.due_in_ms(match)
            if due_in_ms > 0:
                await self._store.postpone(match_id, due_in_ms)
            else:
                await self._hosting.close_overdue(match)
        elif match.archive is None:
            await self._archive(match)
        else:
            await self._remove(match)

    async def _archive(self, match: Match) -> None:
        """Store the lines of the match; its position is replayed when it is needed."""
        updates = await self._history.all(match)
        before_ms, done = match.created_ms, []
        for update in updates:
            done.append(
                ArchivedUpdate(update.time_ms - before_ms, update.commit, update.line, update.clock)
            )
            before_ms = update.time_ms
        # A verdict is in the course, where a server that knows no verdicts leaves it alone.
        outcome = None if match.course.verdict is not None else match.outcome
        data = None if outcome is None else outcome_to_data(outcome)
        archive = Archive(match.charter, match.roster, match.course, tuple(done), data)
        await self._store.archive(
            match.match_id,
            match.version,
            match.commit,
            archive.write(),
            self._limits.keep_finished_ms,
        )
        self._cache.drop(match.match_id)

    async def _remove(self, match: Match) -> None:
        left_ms = match.time_ms + self._limits.keep_finished_ms - self._time.now_ms()
        if left_ms > 0:
            await self._store.postpone(match.match_id, left_ms)
            return
        principals = sorted({holder.principal for holder in match.roster if holder.principal})
        await self._store.remove(match.match_id, match.charter.owner, principals)
        self._cache.drop(match.match_id)
