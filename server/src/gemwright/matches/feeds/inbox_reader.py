"""Reads the feeds for all watched inboxes of a process, and passes each notice on."""

import asyncio
from typing import Final

from gemwright.matches.cache import StoreTime
from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.feeds.cursor import AT_ONCE, Cursor, Cursors
from gemwright.matches.feeds.inbox_watch import InboxWatch
from gemwright.matches.feeds.notices import Notice, read_notice
from gemwright.matches.store import MatchStore
from gemwright.matches.stored import Feed, FeedPage, FeedReply, FeedTrimmed, RawNotice


class InboxReader:
    """The one reader of a process, with every watch it reads for."""

    def __init__(self, store: MatchStore, cursors: Cursors, time: StoreTime) -> None:
        self._store = store
        self._cursors = cursors
        self._time = time
        self._cursor: Final = Cursor(store, [Feed.UPDATES])
        self._watches: dict[tuple[str, str], set[InboxWatch]] = {}
        self._expecting: dict[int, dict[InboxWatch, bool]] = {}
        """By bucket: the watches that expect an offset of it, and whether it was missed once."""
        self._credits: dict[int, tuple[int, int]] = {}
        """By bucket: the credit of its clocks, and when that was seen."""
        self._new_credits: dict[int, tuple[int, int]] = {}
        """The same, for credits that the watches have not been sent yet."""

    @property
    def places(self) -> list[bytes]:
        """For each bucket, the offset up to which everything was passed on."""
        return [self._cursor.places[source] for source in self._cursor.sources]

    def ring_all(self) -> None:
        """Wake every watch."""
        for watch in self._all():
            watch.ring()

    async def enter(self, watch: InboxWatch) -> None:
        """Pass every notice from now on to this watch too."""
        if not self._watches:
            self._cursors.enter(self._cursor)
        self._watches.setdefault((watch.owner, watch.principal), set()).add(watch)
        await self._cursor.begin()

    def leave(self, watch: InboxWatch) -> None:
        """Pass nothing more to this watch."""
        watches = self._watches[watch.owner, watch.principal]
        watches.discard(watch)
        if not watches:
            del self._watches[watch.owner, watch.principal]
        self.expect_no_more(watch)
        if not self._watches:
            self._cursors.leave(self._cursor)

    async def run(self) -> None:
        """Pass notices on, for ever."""
        while True:
            for (_, bucket), reply in await self._cursor.read(None):
                self._take(bucket, reply)

    def credited(self, bucket: int, credit_ms: int) -> None:
        """Note that the clocks of a bucket have another credit from now on."""
        if not self._new_credits:
            # An outage changes every bucket at once, so all that was sent is checked only once.
            asyncio.get_running_loop().call_soon(self._tell_credits)
        self._new_credits[bucket] = credit_ms, self._time.now_ms()

    def _tell_credits(self) -> None:
        new, self._new_credits = self._new_credits, {}
        concerned = [
            (watch, told, self.deadline_ms(told))
            for watch in self._all()
            for told in watch.sent.values()
            if told.clock is not None and self._store.bucket_of(told.match_id) in new
        ]
        self._credits.update(new)
        for watch, told, before in concerned:
            if self.deadline_ms(told) != before:
                watch.offer_again(told)

    def deadline_ms(self, told: Notice) -> int | None:
        """When the running clock of a match runs out, if one does."""
        if told.clock is None or told.clock.deadline_ms is None:
            return None
        then = told.clock.credit_ms
        credit_ms, seen_ms = self._credits.get(self._store.bucket_of(told.match_id), (then, 0))
        return told.clock.deadline_ms + (credit_ms - then if told.time_ms <= seen_ms else 0)

    def expect(self, watch: InboxWatch, bucket: int, end: bytes) -> None:
        """Check that the feed reaches the offset up to which the matches of a bucket were read.

        If it does not, the store has lost what was read before the reader came to it.
        """
        if _order(end) > _order(self._cursor.places[Feed.UPDATES, bucket]):
            watch.expected[bucket] = end
            self._expecting.setdefault(bucket, {})[watch] = False
            self._cursor.touch([bucket])

    def expect_no_more(self, watch: InboxWatch) -> None:
        """Drop what a watch expects."""
        for bucket in watch.expected:
            self._expecting.get(bucket, {}).pop(watch, None)
        watch.expected.clear()

    def _all(self) -> list[InboxWatch]:
        return [watch for watches in self._watches.values() for watch in watches]

    def _take(self, bucket: int, reply: FeedReply) -> None:
        source = (Feed.UPDATES, bucket)
        if isinstance(reply, FeedPage):
            for raw in reply.notices:
                self._hand_on(raw)
            self._check_expected(bucket, self._cursor.places[source], reply)
            self._cursor.advance(source, reply)
            return
        self._cursor.advance(source, FeedPage((), reply.end))
        for watch in self._all():
            if isinstance(reply, FeedTrimmed):
                watch.miss()
            else:
                watch.lose()
        # If one bucket has lost something, others have too: better to learn it at once.
        self._cursor.touch(range(self._store.buckets))

    def _hand_on(self, raw: RawNotice) -> None:
        try:
            told = read_notice(raw)
        except MatchUnreadable:
            return  # of a newer server, at which it can be watched
        for principal in {name for name, _ in told.seats}:
            for watch in self._watches.get((told.owner, principal), ()):
                watch.offer(told)

    def _check_expected(self, bucket: int, before: bytes, read: FeedPage) -> None:
        expecting = self._expecting.pop(bucket, {})
        passed = {before, *(raw.place for raw in read.notices)} if expecting else set()
        for watch, was_missed in expecting.items():
            if watch.expected[bucket] in passed:
                del watch.expected[bucket]
            elif was_missed and len(read.notices) < AT_ONCE:
                watch.lose()
            else:
                # This reading may have begun before the offset was there; the next one has not.
                is_at_end = len(read.notices) < AT_ONCE
                self._expecting.setdefault(bucket, {})[watch] = was_missed or is_at_end
                self._cursor.touch([bucket])


def _order(place: bytes) -> tuple[int, int]:
    ms, _, number = place.partition(b"-")
    return int(ms), int(number)
