"""What happens in the matches of an owner: history, for services that react to it.

Each watch is a cursor on the feeds and filters what it reads; nothing is queued. A token covers
only what was sent before it, so every event is sent at least once, across cuts and servers.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, TypeAlias

from gemwright.matches.api import GoingAway, Heartbeat
from gemwright.matches.cache import StoreTime
from gemwright.matches.counts import Counts
from gemwright.matches.faults import InvalidField, MatchUnreadable
from gemwright.matches.feeds.cursor import (
    Cursor,
    Cursors,
    FeedBreak,
    FeedReset,
    Source,
    break_of,
    feed_token,
    read_feed_token,
)
from gemwright.matches.feeds.notices import ActivityKinds, Notice, read_notice
from gemwright.matches.limits import Limits
from gemwright.matches.store import MatchStore
from gemwright.matches.stored import Feed, FeedPage, FeedReply

TOKEN_EVERY_S: Final = 1.0
"""A token has an offset for every bucket, so not every message carries one."""
_TOLD_IN: Final = {
    Feed.MARKS: ActivityKinds.READY | ActivityKinds.ENDED,
    Feed.UPDATES: ActivityKinds.TURN,
}
_SKEW_MS: Final = 60_000
"""How far the clocks of two Redis nodes may differ: after a loss, this much is sent twice."""


@dataclass(frozen=True, slots=True)
class ActivityEvent:
    """Something that happened in a match."""

    kind: ActivityKinds
    """Exactly one kind."""
    told: Notice
    token: str
    """Empty if the token before still serves."""


Found: TypeAlias = Sequence[tuple[Source, FeedReply]]
ActivityMessage: TypeAlias = ActivityEvent | FeedReset | Heartbeat | GoingAway


class _Following:
    """One watch: its owner, its kinds of events, and how far it has got."""

    def __init__(self, owner: str, kinds: ActivityKinds, cursor: Cursor) -> None:
        self.owner = owner
        self.kinds = kinds
        self.cursor = cursor
        self.told_at = self._token_at = asyncio.get_running_loop().time()
        self._owes_token = False

    def token(self) -> str:
        """The resume token after what was passed on; empty while that is not known."""
        if not self.cursor.is_firm:
            return ""
        self._token_at, self._owes_token = asyncio.get_running_loop().time(), False
        places = [self.cursor.places[source] for source in self.cursor.sources]
        return feed_token(_whose(self.owner, self.cursor.feeds), places)

    def happened(self, found: Found) -> Iterator[ActivityEvent]:
        """The events for this watch in what was found, which then counts as read."""
        for source, reply in found:
            if isinstance(reply, FeedPage):
                yield from self._happened(source, reply)

    def _happened(self, source: Source, stretch: FeedPage) -> Iterator[ActivityEvent]:
        loop = asyncio.get_running_loop()
        found = self._found(source[0], stretch)
        for kind, told in found[:-1]:
            self.told_at = loop.time()
            yield ActivityEvent(kind, told, "")
        # Whoever receives the last event with this token has received all before it.
        self.cursor.advance(source, stretch)
        for kind, told in found[-1:]:
            is_due = loop.time() >= self._token_at + TOKEN_EVERY_S
            token = self.token() if is_due else ""
            self.told_at, self._owes_token = loop.time(), not token
            yield ActivityEvent(kind, told, token)

    def _found(self, feed: Feed, stretch: FeedPage) -> list[tuple[ActivityKinds, Notice]]:
        wanted = _TOLD_IN[feed] & self.kinds
        found: list[tuple[ActivityKinds, Notice]] = []
        for raw in stretch.notices:
            try:
                told = read_notice(raw)
            except MatchUnreadable:
                continue  # of a newer server
            if told.owner == self.owner:
                found += [(kind, told) for kind in ActivityKinds if kind & told.kinds & wanted]
        return found

    def due_in(self, heartbeat_s: float) -> float:
        """Seconds until the next heartbeat."""
        quiet_s = min(TOKEN_EVERY_S, heartbeat_s) if self._owes_token else heartbeat_s
        return max(self.told_at + quiet_s - asyncio.get_running_loop().time(), 0)


class Activity:
    """All activity watches of this process."""

    def __init__(
        self,
        store: MatchStore,
        cursors: Cursors,
        time: StoreTime,
        limits: Limits,
        counts: Counts,
    ) -> None:
        self._store = store
        self._cursors = cursors
        self._time = time
        self._limits = limits
        self._counts = counts
        self._open: set[_Following] = set()
        self._is_draining = False

    def drain(self) -> None:
        """End every watch; its client continues on another server."""
        self._is_draining = True
        for following in self._open:
            following.cursor.ring()

    async def watch(
        self, owner: str, kinds: ActivityKinds, token: str
    ) -> AsyncGenerator[ActivityMessage, None]:
        """Events from now on, or after a token."""
        cursor = Cursor(self._store, [feed for feed in Feed if _TOLD_IN[feed] & kinds])
        reason, places = _read_token(token, owner, self._store.buckets)
        cursor.places.update(places)
        following = _Following(owner, kinds, cursor)
        self._open.add(following)
        self._cursors.enter(cursor)
        try:
            await cursor.begin()
            if reason is not None:
                yield self._reset(reason)
            if places:
                self._counts.resumed()
            yield Heartbeat(self._time.now_ms(), following.token())
            cursor.touch(range(self._store.buckets))
            async with aclosing(self._follow(following)) as following_on:
                async for told in following_on:
                    yield told
        finally:
            self._open.discard(following)
            self._cursors.leave(cursor)

    async def _follow(self, following: _Following) -> AsyncGenerator[ActivityMessage, None]:
        """Events as they happen, until this server stops."""
        heartbeat_s = self._limits.heartbeat_s
        while True:
            # A watch that was ended while a slow client took the last message must not wait.
            seconds = 0 if self._is_draining else following.due_in(heartbeat_s)
            found = await following.cursor.read(seconds)
            for reason in _restarted(following.cursor, found):
                yield self._reset(reason)
            for happening in following.happened(found):
                yield happening
                if self._is_draining:
                    break
            if self._is_draining:
                yield GoingAway(following.token())
                return
            if not following.due_in(heartbeat_s):
                following.told_at = asyncio.get_running_loop().time()
                yield Heartbeat(self._time.now_ms(), following.token())

    def _reset(self, reason: FeedBreak) -> FeedReset:
        self._counts.reset(reason.name)
        return FeedReset(reason)


def _restarted(cursor: Cursor, found: Found) -> list[FeedBreak]:
    """Restart feeds that cannot be continued, and return the reasons.

    Where old notices were trimmed, restart at the oldest that are left; where the store has lost
    some, at the earliest that may have come since.
    """
    reasons: set[FeedBreak] = set()
    for source, reply in found:
        reason = break_of(reply)
        if reason is FeedBreak.TOKEN_TOO_OLD:
            cursor.restart(source, b"0-0")
        elif reason is FeedBreak.HISTORY_LOST:
            lost_ms = int(cursor.places[source].partition(b"-")[0])
            cursor.restart(source, b"%d-0" % max(lost_ms - _SKEW_MS, 0))
        if reason is not None:
            reasons.add(reason)
    return sorted(reasons)


def _whose(owner: str, feeds: Sequence[Feed]) -> tuple[str, ...]:
    return "activity", owner, *feeds


def _read_token(
    token: str, owner: str, buckets: int
) -> tuple[FeedBreak | None, dict[Source, bytes]]:
    """The offsets in a token; one of another owner's says nothing about this one."""
    if not token:
        return None, {}
    for feeds in ([Feed.UPDATES], [Feed.MARKS], [Feed.UPDATES, Feed.MARKS]):
        found = read_feed_token(token, _whose(owner, feeds))
        if found is None:
            raise InvalidField(("resume_token", "it is no token that a watch of activity gave"))
        is_own, places = found
        if is_own and len(places) == len(feeds) * buckets:
            sources = [(feed, bucket) for feed in feeds for bucket in range(buckets)]
            return None, dict(zip(sources, places, strict=True))
    return FeedBreak.TOKEN_TOO_OLD, {}
