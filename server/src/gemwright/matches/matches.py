"""The runtime's front: every call there is, each handed to the part that knows it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from types import TracebackType
from typing import Self

from gemwright.matches.access import viewer_of
from gemwright.matches.api import (
    Caller,
    Created,
    Listed,
    MatchHistory,
    MatchRequest,
    Payments,
    SeenUpdate,
    Snapshot,
    Submission,
    WatchMessage,
)
from gemwright.matches.background.sweep import Sweeper
from gemwright.matches.background.timers import Timing
from gemwright.matches.cache import MatchCache
from gemwright.matches.charter import BOT, Charter
from gemwright.matches.clocks import StoreTime
from gemwright.matches.commands.create import Creating
from gemwright.matches.commands.find import Listing
from gemwright.matches.commands.operate import Operating
from gemwright.matches.commands.play import Playing
from gemwright.matches.commands.seats import Seating
from gemwright.matches.commit import Committing, Proposal
from gemwright.matches.counts import Counts, NoCounts
from gemwright.matches.faults import CredentialsMissing, MatchNotOver, NotYourSeat
from gemwright.matches.feeds.activity import Activity, ActivityMessage
from gemwright.matches.feeds.cursor import Cursors
from gemwright.matches.feeds.inbox import Inboxes, InboxMessage
from gemwright.matches.feeds.notices import ActivityKinds
from gemwright.matches.limits import Limits
from gemwright.matches.match import Match
from gemwright.matches.store import MatchStore
from gemwright.matches.stored import MatchState
from gemwright.matches.updates import Update, UpdateEncoder
from gemwright.matches.watch.history import History
from gemwright.matches.watch.tails import Tails
from gemwright.matches.watch.watch import Watching


class Matches:
    """Matches over time. Every call may raise a `Fault`, and what the store raises.

    As a context it keeps its background work: reading on what is watched, and sweeping.
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
        time, counts = StoreTime(), counts or NoCounts()
        self._time = time
        self._store = store
        self._matches = MatchCache(store, time, limits.held_matches)
        self._history = History(store, self._matches, encoder, time)
        self._tails = Tails(self._history, limits.poll_s)
        self._cursors = Cursors(store, limits.poll_s)
        self._inboxes = Inboxes(store, self._matches, self._cursors, time, limits, counts)
        self._activity = Activity(store, self._cursors, time, limits, counts)
        committing = Committing(
            store,
            self._matches,
            self._history,
            limits,
            self._stored,
            self._woken,
            self._flag_fell,
            counts,
        )
        self._playing = Playing(committing, self._matches, encoder)
        self._creating = Creating(
            store, self._matches, limits, secret, self._made, is_development=is_development
        )
        self._hosting = Seating(self._matches, committing, encoder, time, limits, secret)
        self._operating = Operating(
            self._matches, self._history, self._hosting, committing, encoder
        )
        self._listing = Listing(store, time)
        self._watching = Watching(self._matches, self._history, self._tails, time, limits, counts)
        self._sweeper = Sweeper(store, self._matches, self._history, self._hosting, time, limits)
        self._timing = Timing(
            store, committing, self._playing.flag_fell, time, limits, self._credited
        )
        self._bot_listeners: list[Callable[[str, str], None]] = []
        self._background = asyncio.TaskGroup()
        self._tasks: list[asyncio.Task[None]] = []
        store.on_wake(self._woken)

    async def __aenter__(self) -> Self:
        await self._background.__aenter__()
        work = (
            self._tails.read(),
            self._tails.keep_time(),
            self._cursors.tell(),
            self._cursors.poll(),
            self._inboxes.reader.run(),
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

    def _stored(self, before: Match, entry: Update) -> None:
        self._tails.stored(before, entry)
        self._cursors.woken(before.match_id)
        if entry.clock is not None and entry.clock.deadline_ms is not None:
            self._timing.expect(entry.clock.deadline_ms)

    def _made(self, charter: Charter) -> None:
        """A match was created here."""
        self._cursors.woken(charter.match_id)
        seated = {plan.principal for plan in charter.seats if plan.principal is not None}
        for principal in seated:
            if principal.startswith(BOT):
                for listener in self._bot_listeners:
                    listener(charter.owner, principal)

    def on_bot_seated(self, listener: Callable[[str, str], None]) -> None:
        """Have a function called with owner and bot whenever one gets a seat by a creation here."""
        self._bot_listeners.append(listener)

    def _woken(self, match_id: str) -> None:
        """Another process may have stored something of a match."""
        self._tails.woken(match_id)
        self._cursors.woken(match_id)

    def _flag_fell(self, match: Match) -> Proposal | None:
        return self._playing.flag_fell(match)

    def _credited(self, bucket: int) -> None:
        """Time in which no server was there is credited to the clocks of a bucket."""
        self._tails.credited(lambda match_id: self._store.bucket_of(match_id) == bucket)
        self._inboxes.reader.credited(bucket, self._timing.credit_ms(bucket))

    def now_ms(self) -> int:
        """The time of the store, about."""
        return self._time.now_ms()

    async def lease(self, caller: Caller, match_id: str, holder: str, ttl_ms: int) -> bool:
        """Whether one of the processes that play for a caller has a match to itself now."""
        match = await self._matches.current(match_id)
        principal = caller.principal
        is_theirs = match.seats_of(principal) and caller.owner == match.charter.owner
        if principal is None or not is_theirs:
            raise NotYourSeat
        return await self._store.lease(match_id, principal, holder, ttl_ms)

    def drain(self) -> None:
        """End every watch with a word where to go on."""
        self._watching.drain()
        self._inboxes.drain()
        self._activity.drain()

    async def get(self, caller: Caller, match_id: str, seat: int | None) -> Snapshot:
        """The match as the caller may see it now."""
        return await self._watching.sight(caller, match_id, seat)

    def watch(
        self, caller: Caller, match_id: str, seat: int | None, token: str
    ) -> AsyncGenerator[WatchMessage, None]:
        """Everything that happens in a match, from a token on or from now."""
        return self._watching.watch(caller, match_id, seat, token)

    def inbox(self, caller: Caller, token: str) -> AsyncGenerator[InboxMessage, None]:
        """What every match of the caller asks of it, and every change, from a token on or anew."""
        if caller.owner is None or caller.principal is None:
            raise CredentialsMissing
        return self._inboxes.watch(caller.owner, caller.principal, token)

    def activity(
        self, owner: str, kinds: ActivityKinds, token: str
    ) -> AsyncGenerator[ActivityMessage, None]:
        """What happens in the matches of an owner, from a token on or from now."""
        return self._activity.watch(owner, kinds, token)

    def submit(self, caller: Caller, submission: Submission) -> Awaitable[SeenUpdate | None]:
        """Play an action, or only check it."""
        return self._playing.submit(caller, submission)

    async def resign(self, caller: Caller, match_id: str, seat: int, request_id: str) -> SeenUpdate:
        """Give up for a seat."""
        return await self._playing.resign(caller, match_id, seat, request_id)

    async def payments(
        self,
        caller: Caller,
        match_id: str,
        seat: int,
        action: object,
        offset: int,
        version: int | None,
        most: int,
    ) -> Payments:
        """A page of payments; `version` is that of the page before, another one is stale."""
        return await self._playing.payments(caller, match_id, seat, action, offset, version, most)

    async def updates(
        self,
        caller: Caller,
        match_id: str,
        seat: int | None,
        after: int,
        commit: bytes | None,
        most: int,
    ) -> tuple[list[SeenUpdate], bool]:
        """Updates after a version, which must have that commit id if one is given; any more?"""
        return await self._watching.updates(caller, match_id, seat, after, commit, most)

    async def record(self, caller: Caller, match_id: str) -> MatchHistory:
        """Everything about a match that is over."""
        match = await self._matches.current(match_id)
        viewer_of(match, caller, None)
        if not match.status.is_over:
            raise MatchNotOver
        entries = await self._history.all(match)
        text = self._history.text(match, entries)
        return MatchHistory(match, tuple(entries), text)

    async def create(self, owner: str, wanted: MatchRequest) -> Created:
        """Create a match, or find the one that the same request created before."""
        return await self._creating.create(owner, wanted)

    async def join(
        self, caller: Caller, match_id: str, seat: int | None, token: str, entropy: bytes
    ) -> tuple[int, Match]:
        """Fill a seat; whoever holds it already gets it again."""
        return await self._hosting.join(caller, match_id, seat, token, entropy)

    async def cancel(self, owner: str, match_id: str) -> Match:
        """End a match without an outcome."""
        return await self._hosting.cancel(owner, match_id)

    async def owner_of(self, match_id: str) -> str:
        """Whose match it is: for operators, like all up to `adjudicate`."""
        return await self._operating.owner_of(match_id)

    async def inspect(self, match_id: str) -> MatchHistory:
        """Everything about a match, its secrets included, wherever it stands."""
        return await self._operating.inspect(match_id)

    async def end(self, match_id: str) -> Match:
        """End a match of any owner without an outcome."""
        return await self._operating.end(match_id)

    async def adjudicate(self, match_id: str, winners: Sequence[int]) -> Match:
        """Decide an active match of any owner."""
        return await self._operating.adjudicate(match_id, winners)

    async def find(
        self,
        owner: str,
        *,
        principal: str | None,
        status: MatchState | None,
        game: str | None,
        cursor: str,
        most: int,
    ) -> Listed:
        """A page of an owner's matches."""
        return await self._listing.find(owner, principal, status, game, cursor, most)
