"""The composition of all that matches need: the parts, what connects them, background work."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from gemwright.matches.background.sweep import Sweeper
from gemwright.matches.background.timers import Timing
from gemwright.matches.cache import MatchCache, StoreTime
from gemwright.matches.charter import BOT, Charter
from gemwright.matches.commands.create import Creating
from gemwright.matches.commands.find import Listing
from gemwright.matches.commands.operate import Operating
from gemwright.matches.commands.play import Playing
from gemwright.matches.commands.seats import Seating
from gemwright.matches.commit import Committing
from gemwright.matches.counts import Counts, NoCounts
from gemwright.matches.feeds.activity import Activity
from gemwright.matches.feeds.cursor import Cursors
from gemwright.matches.feeds.inbox import Inboxes
from gemwright.matches.limits import Limits
from gemwright.matches.store import MatchStore
from gemwright.matches.updates import UpdateEncoder
from gemwright.matches.watch.history import History
from gemwright.matches.watch.tails import Tails
from gemwright.matches.watch.watch import Watching


class Matches:
    """Matches over time: what callers can do with them, each part under its name.

    Every call may raise a `Fault`, and what the store raises. As a context manager it runs the
    background work: reading the logs of watched matches, timeouts, and sweeping.
    """

    def __init__(
        self,
        store: MatchStore,
        encoder: UpdateEncoder,
        limits: Limits,
        secret: bytes,
        *,
        is_development: bool,
        counts: Counts | None = None,
    ) -> None:
        self.time: Final = StoreTime()
        time, counts = self.time, counts or NoCounts()
        self._store = store
        cache = MatchCache(store, time, limits.held_matches)
        history = History(store, cache, encoder, time)
        self._tails = Tails(history, limits.poll_s)
        self._cursors = Cursors(store, limits.poll_s)
        committing = Committing(
            store,
            cache,
            history,
            limits,
            (self._tails.stored, self._cursors.stored),
            lambda deadline_ms: self._timing.expect(deadline_ms),
            (self._tails.woken, self._cursors.woken),
            lambda match: self.playing.time_out(match),
            counts,
        )
        self.playing: Final = Playing(committing, cache, encoder)
        self.creating: Final = Creating(
            store, cache, limits, secret, self._tell_created, is_development=is_development
        )
        self.seating: Final = Seating(cache, committing, encoder, time, limits, secret)
        self.operating: Final = Operating(cache, history, self.seating, committing, encoder)
        self.listing: Final = Listing(store, time)
        self.watching: Final = Watching(cache, history, self._tails, time, limits, counts)
        self.inboxes: Final = Inboxes(store, cache, self._cursors, time, limits, counts)
        self.activity: Final = Activity(store, self._cursors, time, limits, counts)
        self._sweeper = Sweeper(store, cache, history, self.seating, time, limits)
        self._timing = Timing(
            store, committing, self.playing.time_out, time, limits, self._credited
        )
        self._bot_listeners: list[Callable[[str, str], None]] = []
        self._background = asyncio.TaskGroup()
        self._tasks: list[asyncio.Task[None]] = []
        store.on_wake(self._tails.woken)
        store.on_wake(self._cursors.woken)

    async def __aenter__(self) -> Self:
        await self._background.__aenter__()
        work = (
            self._tails.read(),
            self._tails.keep_time(),
            self._cursors.tell(),
            self._cursors.poll(),
            self.inboxes.reader.run(),
            self._sweeper.run(),
            self._timing.run(),
        )
        for one in work:
            self._tasks.append(self._background.create_task(one))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await self._background.__aexit__(kind, error, trace)

    def drain(self) -> None:
        """End every stream with a message that says where to go on."""
        self.watching.drain()
        self.inboxes.drain()
        self.activity.drain()

    def on_bot_seated(self, listener: Callable[[str, str], None]) -> None:
        """Call a function with owner and bot whenever a creation here seats a bot."""
        self._bot_listeners.append(listener)

    def _tell_created(self, charter: Charter) -> None:
        self._cursors.woken(charter.match_id)
        seated = {plan.principal for plan in charter.seats if plan.principal is not None}
        for principal in seated:
            if principal.startswith(BOT):
                for listener in self._bot_listeners:
                    listener(charter.owner, principal)

    def _credited(self, bucket: int) -> None:
        """Pass on a new credit of a bucket's clocks, for time in which no server was there."""
        self._tails.credited(lambda match_id: self._store.bucket_of(match_id) == bucket)
        self.inboxes.reader.credited(bucket, self._timing.credit_ms(bucket))
