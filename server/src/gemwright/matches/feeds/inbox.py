"""The inbox of a principal: the newest state of each of its matches, and every change.

A watch is first sent the state of its matches, then what the reader of the feeds passes to it. It
is registered with the reader before the matches are read, so that no change is missed.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, TypeAlias

from gemwright.matches.api import Caller, GoingAway, Heartbeat
from gemwright.matches.cache import MatchCache, StoreTime
from gemwright.matches.counts import Counts
from gemwright.matches.faults import (
    CredentialsMissing,
    InvalidField,
    MatchNotFound,
    MatchUnreadable,
    NotYourSeat,
)
from gemwright.matches.feeds.cursor import (
    Cursors,
    FeedBreak,
    FeedReset,
    break_of,
    feed_token,
    read_feed_token,
)
from gemwright.matches.feeds.inbox_reader import InboxReader
from gemwright.matches.feeds.inbox_watch import InboxWatch
from gemwright.matches.feeds.notices import Notice, notice_from, read_notice
from gemwright.matches.limits import Limits
from gemwright.matches.store import MatchStore, StoreUnavailable
from gemwright.matches.stored import Feed, InboxRow, InboxRows

_LOSS_PAUSE_S: Final = 0.1
"""How long to wait until all buckets that have lost something are known, for a single reset."""
_RETRY_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """The newest state of one match."""

    told: Notice
    seats: Sequence[int]
    """The principal's seats."""
    deadline_ms: int | None
    token: str
    """Empty if the token before still serves."""


@dataclass(frozen=True, slots=True)
class InboxComplete:
    """Every match was sent once."""

    token: str


InboxMessage: TypeAlias = InboxEntry | InboxComplete | FeedReset | Heartbeat | GoingAway


class Inboxes:
    """Every inbox that is watched on this server."""

    def __init__(
        self,
        store: MatchStore,
        cache: MatchCache,
        cursors: Cursors,
        time: StoreTime,
        limits: Limits,
        counts: Counts,
    ) -> None:
        self._store = store
        self._cache = cache
        self._time = time
        self._limits = limits
        self._counts = counts
        self.reader: Final = InboxReader(store, cursors, time)
        self._is_draining = False

    def drain(self) -> None:
        """End every watch; its client continues on another server."""
        self._is_draining = True
        self.reader.ring_all()

    async def lease(self, caller: Caller, match_id: str, holder: str, ttl_ms: int) -> bool:
        """Whether `holder`, one of a caller's processes, has the lease of a match now."""
        match = await self._cache.current(match_id)
        principal = caller.principal
        is_theirs = match.seats_of(principal) and caller.owner == match.charter.owner
        if principal is None or not is_theirs:
            raise NotYourSeat
        return await self._store.lease(match_id, principal, holder, ttl_ms)

    async def watch(self, caller: Caller, token: str) -> AsyncGenerator[InboxMessage, None]:
        """The state of each match of a caller, or changes after a token; then every change."""
        owner, principal = caller.owner, caller.principal
        if owner is None or principal is None:
            raise CredentialsMissing
        is_own, places = _read_token(token, self._store.buckets, owner, principal)
        watch = InboxWatch(owner, principal)
        try:
            await self.reader.enter(watch)
            reason = None if is_own else FeedBreak.TOKEN_TOO_OLD
            if is_own and places is not None:
                reason = await self._look_after(watch, places)
            if places is None or reason is not None:
                await self._look(watch)
            if reason is not None:
                yield self._reset(reason)
            elif places is not None:
                self._counts.resumed()
            async with aclosing(self._follow(watch)) as following:
                async for told in following:
                    yield told
        finally:
            self.reader.leave(watch)

    async def _follow(self, watch: InboxWatch) -> AsyncGenerator[InboxMessage, None]:
        """Everything that is to be sent, until this server stops."""
        heartbeat_s = self._limits.heartbeat_s
        while True:
            if watch.is_lost:
                yield self._reset(FeedBreak.HISTORY_LOST)
                await asyncio.sleep(_LOSS_PAUSE_S)
                self.reader.expect_no_more(watch)
                watch.forget()
            if watch.is_behind:
                await self._catch_up(watch)
            if not watch.is_behind:
                for entry in self._round(watch):
                    yield entry
                if watch.must_complete and not watch.is_lost:
                    watch.must_complete = False
                    yield InboxComplete(self._token(watch))
            if self._is_draining:
                yield GoingAway(self._token(watch))
                return
            if watch.is_lost:
                continue
            due_in = watch.due_in(heartbeat_s)
            if not due_in:
                yield Heartbeat(self._time.now_ms(), self._token(watch))
            else:
                await watch.wait(min(due_in, _RETRY_S) if watch.is_behind else due_in)

    def _reset(self, reason: FeedBreak) -> FeedReset:
        self._counts.reset(reason.name)
        return FeedReset(reason)

    def _round(self, watch: InboxWatch) -> Iterator[InboxEntry]:
        """Everything that is to be sent now; only the last entry may have a token."""
        ready = watch.take(self.reader.places)
        for left, match_id in zip(reversed(range(len(ready))), ready, strict=True):
            told = watch.newest(match_id)
            token = ""
            if not left and watch.is_due_token:
                token = self._token(watch)
            else:
                watch.told(has_token=False)
            deadline_ms = self.reader.deadline_ms(told)
            yield InboxEntry(told, told.seats_of(watch.principal), deadline_ms, token)

    def _token(self, watch: InboxWatch) -> str:
        """The resume token after all that was sent; empty while that is not known."""
        is_known = not watch.is_behind and not watch.is_lost and not watch.must_complete
        watch.told(has_token=is_known)
        whose = _whose(watch.owner, watch.principal)
        return feed_token(whose, watch.reached) if is_known else ""

    async def _catch_up(self, watch: InboxWatch) -> None:
        watch.is_behind = False
        try:
            await self._look(watch)
        except StoreUnavailable:
            watch.is_behind = True

    async def _look(self, watch: InboxWatch) -> None:
        """Read all matches that wait or are active, and those that have ended lately."""
        since_ms = self._time.now_ms() - self._limits.keep_requests_ms
        asked = [
            self._store.inbox(bucket, watch.owner, watch.principal, None, since_ms)
            for bucket in range(self._store.buckets)
        ]
        await self._take(watch, await asyncio.gather(*asked))

    async def _look_after(self, watch: InboxWatch, places: list[bytes]) -> FeedBreak | None:
        """Read what changed after some offsets, or return why that cannot be read."""
        asked = [self._changed(watch, bucket, place) for bucket, place in enumerate(places)]
        replies = await asyncio.gather(*asked)
        # Checked afterwards: an offset that still exists now existed when the matches were read.
        checks = [
            self._store.feed(Feed.UPDATES, bucket, place, 1)
            for bucket, place in enumerate(places)
            if place != replies[bucket].end
        ]
        found = {break_of(reply) for reply in await asyncio.gather(*checks)}
        reason = next((reason for reason in FeedBreak if reason in found), None)
        if reason is None:
            await self._take(watch, replies)
        return reason

    async def _changed(self, watch: InboxWatch, bucket: int, place: bytes) -> InboxRows:
        """What changed in a bucket, without matches that ended long before."""
        since_ms = max(int(place.partition(b"-")[0]) - self._limits.keep_requests_ms, 0)
        return await self._store.inbox(bucket, watch.owner, watch.principal, place, since_ms)

    async def _take(self, watch: InboxWatch, replies: Sequence[InboxRows]) -> None:
        for bucket, reply in enumerate(replies):
            self.reader.expect(watch, bucket, reply.end)
        for asking in [asking for reply in replies for asking in reply.found]:
            told = await self._told(asking)
            if told is not None:
                watch.offer(told)

    async def _told(self, asking: InboxRow) -> Notice | None:
        """The state of a match that was found; None if this server cannot read it."""
        try:
            if asking.notice is not None:
                return read_notice(asking.notice)
            return notice_from(await self._cache.load(asking.match_id))
        except (MatchUnreadable, MatchNotFound):
            return None


def _whose(owner: str, principal: str) -> tuple[str, str, str]:
    return "inbox", owner, principal


def _read_token(
    token: str, buckets: int, owner: str, principal: str
) -> tuple[bool, list[bytes] | None]:
    """Whether a token, if any, is of this inbox, and its offsets."""
    if not token:
        return True, None
    found = read_feed_token(token, _whose(owner, principal))
    if found is None or len(found[1]) != buckets:
        raise InvalidField(("resume_token", "it is no token that an inbox gave"))
    return found
