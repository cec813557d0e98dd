"""The store of matches on Redis.

Each method is one call of a script or command, sent through the batcher of the primary that holds
the match; `find` and `due` ask several buckets at once.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Coroutine, Sequence
from types import TracebackType
from typing import Final, Self

from redis.asyncio import Redis, RedisCluster

from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.store import CommitReply, Confirmation, LogReply, StoreUnavailable
from gemwright.matches.stored import (
    Change,
    Feed,
    FeedReply,
    InboxRows,
    NewMatch,
    Page,
    RequestKey,
    Stored,
    Timers,
)
from gemwright.redis import commands, keys, replies
from gemwright.redis.batcher import Batcher, Batchers, Batching
from gemwright.redis.primaries import Primaries
from gemwright.redis.wakes import PROCESS_ID_BYTES, WakeReader

STRIDES: Final = (1, 7, keys.BUCKETS)
"""How many buckets `find` asks at once: few if one fills the page, all if each has little."""


class RedisStore:
    """Matches on one Redis or a cluster; an async context manager that works while entered.

    `time_offset_ms` moves the clock, for tests. `wait_replicas` and `wait_aof` make every write
    wait until that many replicas, and the disk, have it. `timeout` is how many seconds to wait for
    a reply, and how long after its submission a call is sent again when its connection breaks.
    """

    def __init__(
        self,
        client: Redis | RedisCluster,
        *,
        time_offset_ms: int = 0,
        wake_ups: bool = True,
        wait_replicas: int = 0,
        wait_aof: bool = False,
        keep_marks_ms: int = 7 * 24 * 3600 * 1000,
        timeout: float = 2.0,
    ) -> None:
        self.time_offset_ms = time_offset_ms
        self._marks_kept = b"%d" % keep_marks_ms
        self._primaries = Primaries(client)
        self._batching = Batching(
            process_id=secrets.token_bytes(PROCESS_ID_BYTES),
            wake_ups=wake_ups,
            wait_replicas=wait_replicas,
            wait_aof=wait_aof,
            timeout=timeout,
            patience=timeout,
            is_cluster=self._primaries.is_cluster,
        )
        self._batchers = Batchers(self._primaries, self._batching, self._start)
        self._listeners: list[Callable[[str], None]] = []
        self._group = asyncio.TaskGroup()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_open = False

    @property
    def time_offset_ms(self) -> int:
        """How far ahead of the clock of Redis this store is."""
        return int(self._offset)

    @time_offset_ms.setter
    def time_offset_ms(self, offset_ms: int) -> None:
        self._offset = b"%d" % offset_ms

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        self._is_open = True
        if self._batching.wake_ups:
            reader = WakeReader(
                self._primaries,
                self._batching.process_id,
                self._listeners,
                self._batching.audience,
                self._greet,
            )
            self._tasks.append(self._group.create_task(reader.run()))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_open = False
        for task in self._tasks:
            task.cancel()
        await self._group.__aexit__(kind, error, trace)

    def on_wake(self, listener: Callable[[str], None]) -> None:
        """Call this function with the id of each match that another process has changed."""
        self._listeners.append(listener)

    async def create(self, new: NewMatch) -> bool:
        """Store a match; False, and nothing changes, if there is one with that id."""
        tag, match = keys.tag_of(new.match_id), new.match_id.encode()
        command = commands.creation(new, self._offset, self._marks_kept)
        return await self._call(tag, command, writes=True, commits=match) == 1

    async def load(self, match_id: str) -> Stored | None:
        """A match, or None."""
        tag, match = keys.tag_of(match_id), match_id.encode()
        names = (keys.match_key(tag, match), keys.alive_key(tag))
        command = commands.LOAD.call(names, (self._offset,))
        return replies.stored(await self._call(tag, command))

    async def load_many(self, match_ids: Sequence[str]) -> list[Stored | None]:
        """Several matches, in this order; None for one that is missing or damaged."""
        return await asyncio.gather(*map(self._load_if_whole, match_ids))

    async def _load_if_whole(self, match_id: str) -> Stored | None:
        try:
            return await self.load(match_id)
        except (MatchUnreadable, ValueError):  # damaged, or no id at all
            return None

    async def commit(self, change: Change) -> CommitReply:
        """Store a change, unless the match has changed meanwhile."""
        tag, match = keys.tag_of(change.match_id), change.match_id.encode()
        command = commands.update(change, self._offset, self._marks_kept)
        return replies.commit(await self._call(tag, command, writes=True, commits=match))

    async def confirm(
        self, match_id: str, request: RequestKey | None = None, *, is_answer: bool = False
    ) -> Confirmation | None:
        """The current version of a match, and whether a request id was applied; None if gone."""
        tag, match = keys.tag_of(match_id), match_id.encode()
        names = (
            *(keys.match_key(tag, match), keys.requests_key(tag, match)),
            keys.alive_key(tag),
        )
        command = commands.CONFIRM.call(
            names, (self._offset, keys.request_field(request) if request else b"")
        )
        # An earlier write may not be durable yet; it must be before we tell of it.
        is_to_settle = is_answer and self._batching.is_durable
        return replies.confirmation(await self._call(tag, command, writes=is_to_settle))

    async def updates(self, match_id: str, after: int, commit: bytes | None, most: int) -> LogReply:
        """At most that many updates after a version, which must have the commit id if given."""
        tag, match = keys.tag_of(match_id), match_id.encode()
        names = (keys.match_key(tag, match), keys.log_key(tag, match))
        words = (self._offset, b"%d" % after, b"%d" % most)
        return replies.log_page(
            await self._call(tag, commands.READ.call(names, words)), after, commit
        )

    async def archive(
        self, match_id: str, version: int, commit: bytes, archive: bytes, due_in_ms: int
    ) -> bool:
        """Replace parts and log of a finished match by its archive; False if it has changed."""
        tag, match = keys.tag_of(match_id), match_id.encode()
        names = (keys.match_key(tag, match), keys.log_key(tag, match), keys.due_key(tag))
        words = (match, self._offset, b"%d" % version, commit, archive, b"%d" % due_in_ms, tag)
        command = commands.ARCHIVE.call(names, words)
        return await self._call(tag, command, writes=True) == 1

    async def remove(self, match_id: str, owner: str, principals: Sequence[str]) -> None:
        """Remove an archived match; one that is not archived stays."""
        tag, match = keys.tag_of(match_id), match_id.encode()
        names = [
            *(keys.match_key(tag, match), keys.log_key(tag, match), keys.requests_key(tag, match)),
            *(keys.live_key(tag, owner), keys.due_key(tag), keys.timers_key(tag)),
            keys.owner_key(tag, owner),
            *[keys.principal_key(tag, owner, principal) for principal in principals],
        ]
        await self._call(tag, commands.REMOVE.call(names, (match,)), writes=True)

    async def find(self, owner: str, principal: str | None, cursor: str, most: int) -> Page:
        """Matches of an owner, or of one of its principals, by bucket and then by id.

        The cursor is the last id of the page before; raises ValueError if it is no id.
        """
        found: list[str] = []
        bucket, after = (keys.bucket_of(cursor), cursor) if cursor else (0, "")
        for stride in STRIDES:
            asked = range(bucket, min(bucket + stride, keys.BUCKETS))
            want = most + 1 - len(found)
            calls = [self._ids(n, owner, principal, after * (n == bucket), want) for n in asked]
            for ids in await asyncio.gather(*calls):
                found += ids
            if len(found) > most:
                return Page(tuple(found[:most]), found[most - 1] if most else cursor)
            bucket, after = asked.stop, ""
        return Page(tuple(found), "")

    async def _ids(
        self, bucket: int, owner: str, principal: str | None, after: str, most: int
    ) -> list[str]:
        tag = keys.bucket_tag(bucket)
        index = (
            keys.owner_key(tag, owner)
            if principal is None
            else keys.principal_key(tag, owner, principal)
        )
        start = b"(" + after.encode() if after else b"-"
        found: list[str] = []
        while True:
            words = (b"ZRANGE", index, start, b"+", b"BYLEX", b"LIMIT", b"0", b"%d" % most)
            names = replies.names(await self._call(tag, commands.packed(words)))
            found += replies.ids(names)
            if len(names) < most or len(found) >= most:
                return found[:most]
            start = b"(" + names[-1]  # some are damaged and do not count

    async def due(self, most: int) -> list[str]:
        """Matches that are due for the sweeper, those that wait longest first."""
        calls = [self._due(keys.bucket_tag(bucket), most) for bucket in range(keys.BUCKETS)]
        found = [pair for pairs in await asyncio.gather(*calls) for pair in pairs]
        return [match_id for _, match_id in sorted(found)[:most]]

    async def _due(self, tag: bytes, most: int) -> list[tuple[float, str]]:
        words = (self._offset, b"%d" % most)
        command = commands.DUE.call((keys.due_key(tag),), words)
        try:
            return replies.due(await self._call(tag, command))
        except StoreUnavailable:
            if not self._primaries.is_cluster:
                raise
            return []  # the other primaries' matches are looked after meanwhile

    async def postpone(self, match_id: str, due_in_ms: int) -> None:
        """Make a match due later."""
        tag, match = keys.tag_of(match_id), match_id.encode()
        names = (keys.match_key(tag, match), keys.due_key(tag))
        words = (match, self._offset, b"%d" % due_in_ms)
        await self._call(tag, commands.POSTPONE.call(names, words), writes=True)

    @property
    def buckets(self) -> int:
        """How many buckets there are."""
        return keys.BUCKETS

    def bucket_of(self, match_id: str) -> int:
        """The bucket of a match."""
        return keys.bucket_of(match_id)

    async def feed(
        self, feed: Feed, bucket: int, after: bytes | None, most: int, *, is_loose: bool = False
    ) -> FeedReply:
        """At most that many notices after an offset; without one only the feed's end."""
        tag = keys.bucket_tag(bucket)
        words = (after or b"", b"%d" % most, b"%d" % is_loose)
        command = commands.FEED.call((keys.feed_key(tag, feed),), words)
        return replies.feed(await self._call(tag, command))

    async def inbox(
        self, bucket: int, owner: str, principal: str, after: bytes | None, over_since_ms: int
    ) -> InboxRows:
        """The matches of a principal in a bucket, or only those changed after an offset."""
        tag = keys.bucket_tag(bucket)
        names = (keys.principal_key(tag, owner, principal), keys.feed_key(tag, Feed.UPDATES))
        command = commands.INBOX.call(names, (tag, after or b"", b"%d" % over_since_ms))
        return replies.inbox(await self._call(tag, command))

    async def timers(self, bucket: int, most: int, lease_ms: int) -> Timers | None:
        """Matches whose clock has run out; for the lease no other process gets them."""
        tag = keys.bucket_tag(bucket)
        names = (keys.timers_key(tag), keys.alive_key(tag))
        words = (self._offset, b"%d" % most, b"%d" % lease_ms)
        return replies.timers(await self._call(tag, commands.TIMERS.call(names, words)))

    async def lease(self, match_id: str, principal: str, holder: str, ttl_ms: int) -> bool:
        """Lease a match to a holder; False if another holder has it."""
        tag, match = keys.tag_of(match_id), match_id.encode()
        words = (holder.encode(), b"%d" % ttl_ms)
        command = commands.LEASE.call((keys.lease_key(tag, match, principal),), words)
        return await self._call(tag, command, writes=True) == 1

    async def count_live(self, owner: str) -> int:
        """How many matches of an owner wait or are active."""
        tags = [keys.bucket_tag(bucket) for bucket in range(keys.BUCKETS)]
        asked = [
            self._call(tag, commands.packed((b"SCARD", keys.live_key(tag, owner)))) for tag in tags
        ]
        return sum(number for number in await asyncio.gather(*asked) if isinstance(number, int))

    async def claim_seed(self, seed: bytes, match_id: str, keep_ms: int) -> bool:
        """Claim a seed for a match; False if another match uses it."""
        key, match = keys.seed_key(hashlib.sha256(seed).hexdigest()), match_id.encode()
        words = (b"SET", key, match, b"NX", b"GET", b"PX", b"%d" % keep_ms)
        holder = await self._call(key, commands.packed(words), writes=True)
        return holder is None or holder == match

    def _call(
        self, tag: bytes, command: bytes, *, writes: bool = False, commits: bytes = b""
    ) -> Coroutine[object, object, object]:
        if not self._is_open:
            raise StoreUnavailable
        return self._batchers.call(tag, command, writes=writes, commits=commits)

    async def _greet(self) -> None:
        """Announce to other processes that this one listens; a cluster needs no announcement."""
        if not self._primaries.is_cluster:
            tag = keys.bucket_tag(0)
            await self._batchers.call(tag, self._batching.wake_up(tag, self._batching.process_id))

    def _start(self, batcher: Batcher) -> None:
        self._tasks.append(self._group.create_task(batcher.run()))
