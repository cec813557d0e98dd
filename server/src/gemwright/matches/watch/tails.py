"""The newest updates of the matches watched on this server, kept once for all watchers.

A tail is a window on the stored log. Commits of this process fill it, and so does reading the log
after a wake-up or an interval. Nothing is queued for a watcher: it has a place in the log and asks
for what comes after it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

import structlog

from gemwright.matches.api import WatchedUpdate
from gemwright.matches.faults import Fault
from gemwright.matches.ids import ResumePoint, resume_token
from gemwright.matches.match import Match
from gemwright.matches.store import StoreUnavailable
from gemwright.matches.updates import Update
from gemwright.matches.watch.history import History, HistoryLost

log: Final = structlog.stdlib.get_logger(__name__)
_WINDOW: Final = 64
_WATCHED_KEPT: Final = 2
"""How many versions keep their encoded updates: most watchers ask at once."""
_LONGEST_TICK_S: Final = 1.0
"""A waiting watcher is woken late by at most a quarter of this."""


class Tail:
    """The newest updates of one match, after `base`."""

    def __init__(self, match: Match) -> None:
        self.match_id = match.match_id
        self.watchers = 0
        self.is_lost = False
        """Whether the store has lost the update at the end of this tail."""
        self.is_doubtful = False
        """Whether the store was seen at another version that has not been checked yet."""
        self.read_at = 0.0
        self.credits = 0
        """How often the clocks may have got a new credit while this tail is kept."""
        self.is_over = match.state.is_over
        """Whether its newest update ended the match."""
        self._base = match.place
        self.end = match.place
        """Version and commit id of the newest update."""
        self._updates: deque[Update] = deque()
        self._watched: dict[int, dict[int | None, WatchedUpdate]] = {}
        """By version and viewer."""
        self._waiting: dict[asyncio.Future[None], float] = {}
        """Waiting watchers, each with its time limit."""

    def append(self, before: tuple[int, bytes], updates: Sequence[Update]) -> bool:
        """Append the updates after a place; False if the tail does not end there."""
        if before != self.end:
            return False
        for update in updates:
            self._updates.append(update)
            self.end = (update.version, update.commit)
            self.is_over = update.state.is_over
        while len(self._updates) > _WINDOW:
            first = self._updates.popleft()
            self._base = (first.version, first.commit)
        if updates:
            self.wake()
        return True

    def after(self, place: tuple[int, bytes]) -> list[Update] | None:
        """What follows a place; None if the window does not have it or cannot be trusted."""
        if self.is_lost or self.is_doubtful:
            return None
        if place == self.end:
            return []
        start = place[0] - self._base[0]
        if start == 0 and place == self._base:
            return list(self._updates)
        if 0 < start < len(self._updates):
            update = self._updates[start - 1]
            if (update.version, update.commit) == place:
                return list(islice(self._updates, start, None))
        return None

    def watched(
        self, update: Update, viewer: int | None, game: str, legal: Sequence[object]
    ) -> WatchedUpdate:
        """An update as one viewer sees it, made once for all watchers with the same view.

        Only the newest versions are kept.
        """
        made = self._watched.setdefault(update.version, {})
        watched = made.get(viewer)
        is_known = watched is not None and watched.update is update
        if watched is None or not is_known or len(watched.legal_actions) != len(legal):
            token = resume_token(ResumePoint(update.version, update.commit, viewer))
            watched = made[viewer] = WatchedUpdate(update, viewer, tuple(legal), game, token)
        while len(self._watched) > _WATCHED_KEPT:
            del self._watched[min(self._watched)]
        return watched

    def wake(self) -> None:
        """Wake every waiting watcher."""
        waiting, self._waiting = self._waiting, {}
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def wait(self, seconds: float) -> asyncio.Future[None]:
        """Wait until the tail is woken, but at most this long; for one watcher."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting[future] = loop.time() + seconds
        return future

    def wake_overdue(self, now: float) -> None:
        """Wake the watchers that have waited long enough, and drop those that have gone."""
        for future, until in list(self._waiting.items()):
            if future.done():
                del self._waiting[future]
            elif until <= now:
                del self._waiting[future]
                future.set_result(None)


class Tails:
    """Every tail of this process, kept up to date with the logs."""

    def __init__(self, history: History, poll_s: float) -> None:
        self._history = history
        self._poll_s = poll_s
        self._tails: dict[str, Tail] = {}
        self._woken: dict[str, None] = {}
        self._bell = asyncio.Event()

    def __len__(self) -> int:
        """How many matches are watched here."""
        return len(self._tails)

    def enter(self, match: Match) -> Tail:
        """The tail of a match, for one more watcher."""
        tail = self._tails.get(match.match_id)
        if tail is None or tail.is_lost:
            tail = self._tails[match.match_id] = Tail(match)
            tail.read_at = asyncio.get_running_loop().time()
            if not tail.is_over:  # an update since the match was read found no tail to wake
                self.woken(match.match_id)
        elif tail.end != match.place:
            tail.is_doubtful = True
            self.woken(match.match_id)
        tail.watchers += 1
        return tail

    def leave(self, tail: Tail) -> None:
        """Count one watcher less."""
        tail.watchers -= 1
        if not tail.watchers and self._tails.get(tail.match_id) is tail:
            del self._tails[tail.match_id]

    def has_more(self, tail: Tail, place: tuple[int, bytes]) -> bool:
        """Whether there is already more after a place, so that no watcher need wait."""
        if tail.is_lost or tail.end[0] > place[0]:
            return True
        if tail.end != place:
            self.woken(tail.match_id)
        return False

    def stored(self, before: Match, update: Update) -> None:
        """Append an update that this process has stored."""
        tail = self._tails.get(before.match_id)
        if tail is not None and not tail.append(before.place, [update]):
            self.woken(before.match_id)

    def woken(self, match_id: str) -> None:
        """Note that another process may have stored an update."""
        if match_id in self._tails:
            self._woken[match_id] = None
            self._bell.set()

    def credited(self, concerns: Callable[[str], bool]) -> None:
        """Note that the clocks of some matches have a new credit from now on."""
        for tail in self._tails.values():
            if concerns(tail.match_id):
                tail.credits += 1
                tail.wake()

    def wake_all(self) -> None:
        """Wake every watcher."""
        for tail in self._tails.values():
            tail.wake()

    async def read(self) -> None:
        """Read the logs of woken matches, for ever."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            woken, self._woken = self._woken, {}
            tails = filter(None, map(self._tails.get, woken))
            await asyncio.gather(*map(self._read_on, tails))

    async def keep_time(self) -> None:
        """Read matches not read for a while, and wake watchers that waited long enough, for ever.

        One timer serves all: a timer for each watcher would cost more than what it waits for.
        """
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(self._poll_s, _LONGEST_TICK_S) / 4)
            now = loop.time()
            for tail in self._tails.values():
                tail.wake_overdue(now)
                if tail.read_at + self._poll_s <= now:
                    self.woken(tail.match_id)

    async def _read_on(self, tail: Tail) -> None:
        version, commit = before = tail.end
        was_doubtful = tail.is_doubtful
        tail.read_at = asyncio.get_running_loop().time()
        try:
            updates = await self._history.after(tail.match_id, version, commit)
        except (HistoryLost, Fault):
            if tail.end == before:
                tail.is_lost = True
                tail.wake()
            return
        except StoreUnavailable:
            return
        except Exception:
            # An unexpected error with one match ends its watches, not all watches.
            log.exception("reading_on_failed", match=tail.match_id)
            tail.is_lost = True
            tail.wake()
            return
        if was_doubtful:
            tail.is_doubtful = False
        if not tail.append(before, updates):
            self.woken(tail.match_id)
