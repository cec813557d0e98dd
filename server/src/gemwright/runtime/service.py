"""The runtime's front: every call there is, each handed to the part that knows it."""

import asyncio
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Self

from gemwright.runtime.api import (
    Caller,
    Created,
    Listed,
    MatchHistory,
    Payments,
    SeenEntry,
    Sight,
    Submission,
    Told,
    Wanted,
)
from gemwright.runtime.clerk import Clerk
from gemwright.runtime.committing import Committing
from gemwright.runtime.creating import Creating
from gemwright.runtime.entries import Entry
from gemwright.runtime.faults import MatchNotOver
from gemwright.runtime.history import History
from gemwright.runtime.hosting import Hosting
from gemwright.runtime.limits import Limits
from gemwright.runtime.listing import Listing
from gemwright.runtime.looking import viewer_of
from gemwright.runtime.match import Match
from gemwright.runtime.matches import Matches
from gemwright.runtime.playing import Playing
from gemwright.runtime.ports import MatchStore, Scribe, Status
from gemwright.runtime.storetime import StoreTime
from gemwright.runtime.sweeping import Sweeper
from gemwright.runtime.tails import Tails
from gemwright.runtime.watching import Watching


class Runtime:
    """Matches over time. Every call may raise a `Fault`, and what the store raises.

    As a context it keeps its background work: reading on what is watched, and sweeping.
    """

    def __init__(
        self,
        store: MatchStore,
        scribe: Scribe,
        limits: Limits,
        secret: bytes,
        *,
        is_development: bool,
    ) -> None:
        time, clerk = StoreTime(), Clerk(scribe)
        self._matches = Matches(store, time, limits.held_matches)
        self._history = History(store, self._matches, clerk, time)
        self._tails = Tails(self._history, limits.poll_s)
        committing = Committing(
            store, self._matches, self._history, limits, self._stored, self._tails.woken
        )
        self._playing = Playing(committing, self._matches, clerk)
        self._creating = Creating(
            store, self._matches, limits, secret, is_development=is_development
        )
        self._hosting = Hosting(self._matches, committing, clerk, time, limits, secret)
        self._listing = Listing(store)
        self._watching = Watching(self._matches, self._history, self._tails, time, limits)
        self._sweeper = Sweeper(store, self._matches, self._history, self._hosting, time, limits)
        self._background = asyncio.TaskGroup()
        self._tasks: list[asyncio.Task[None]] = []
        store.on_wake(self._tails.woken)

    async def __aenter__(self) -> Self:
        await self._background.__aenter__()
        for work in (self._tails.read(), self._tails.keep_time(), self._sweeper.run()):
            self._tasks.append(self._background.create_task(work))
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

    def _stored(self, before: Match, entry: Entry) -> None:
        self._tails.stored(before, entry)

    def drain(self) -> None:
        """End every watch with a word where to go on."""
        self._watching.drain()

    async def get(self, caller: Caller, match_id: str, seat: int | None) -> Sight:
        """The match as the caller may see it now."""
        return await self._watching.sight(caller, match_id, seat)

    def watch(
        self, caller: Caller, match_id: str, seat: int | None, token: str
    ) -> AsyncGenerator[Told, None]:
        """Everything that happens in a match, from a token on or from now."""
        return self._watching.watch(caller, match_id, seat, token)

    async def submit(self, caller: Caller, submission: Submission) -> SeenEntry | None:
        """Play an action, or only check it."""
        return await self._playing.submit(caller, submission)

    async def resign(self, caller: Caller, match_id: str, seat: int, request_id: str) -> SeenEntry:
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
    ) -> tuple[list[SeenEntry], bool]:
        """Updates after a version, which must have that commit id if one is given; any more?"""
        return await self._watching.updates(caller, match_id, seat, after, commit, most)

    async def record(self, caller: Caller, match_id: str) -> MatchHistory:
        """Everything about a match that is over."""
        match = await self._matches.current(match_id)
        viewer_of(match, caller.principal, None)
        if not match.status.is_over:
            raise MatchNotOver
        entries = await self._history.all(match)
        text = self._history.text(match, entries)
        return MatchHistory(match, tuple(entries), text)

    async def create(self, owner: str, wanted: Wanted) -> Created:
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

    async def find(
        self,
        owner: str,
        *,
        principal: str | None,
        status: Status | None,
        game: str | None,
        cursor: str,
        most: int,
    ) -> Listed:
        """A page of an owner's matches."""
        return await self._listing.find(owner, principal, status, game, cursor, most)
