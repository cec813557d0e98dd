"""The reader of the feeds for inboxes, on a real store: what it does about places it does not meet.

A watch has read its matches up to a place. If the reader, which is behind that, does not come by
it, the store has lost what the watch was sent.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gemwright.matches.cache import StoreTime
from gemwright.matches.feeds.cursor import AT_ONCE, Cursors
from gemwright.matches.feeds.inbox_reader import InboxReader
from gemwright.matches.feeds.inbox_watch import InboxWatch
from gemwright.matches.feeds.notices import ActivityKinds, Notice
from gemwright.matches.stored import Clock, Feed, MatchState
from gemwright.redis import keys
from gemwright.redis.store import RedisStore
from tests.redis.stores import match_id, open_store, played
from tests.service.backups import Backup
from tests.valkey import PATIENCE, Valkey

BUCKET = 17


@asynccontextmanager
async def reading(store: RedisStore) -> AsyncIterator[tuple[InboxReader, InboxWatch]]:
    """A reader at work for one watch."""
    reader = InboxReader(store, Cursors(store, 60), StoreTime())
    watch = InboxWatch("owner", "ann")
    await reader.enter(watch)
    running = asyncio.create_task(reader.run())
    try:
        yield reader, watch
    finally:
        running.cancel()
        reader.leave(watch)


async def end_of(store: RedisStore) -> bytes:
    """Where the feed of the bucket ends."""
    return (await store.feed(Feed.UPDATES, BUCKET, None, 0)).end


async def settled(watch: InboxWatch) -> bool:
    """Whether the store has lost what was read, once that is known."""
    async with asyncio.timeout(PATIENCE):
        while watch.expected and not watch.is_lost:
            await asyncio.sleep(0.002)
    return watch.is_lost


@pytest.mark.parametrize("updates", [1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE])
async def test_a_place_that_the_reader_comes_by_is_good(server: Valkey, updates: int) -> None:
    async with open_store(server.url) as store, reading(store) as (reader, watch):
        await played(store, match_id(), updates)
        reader.expect(watch, BUCKET, await end_of(store))
        assert watch.expected
        assert not await settled(watch)
        assert reader.places[BUCKET] == await end_of(store)


async def test_a_place_that_the_reader_has_passed_is_good(server: Valkey) -> None:
    async with open_store(server.url) as store:
        await played(store, match_id(1), 3)
        end = await end_of(store)
        await played(store, match_id(2), 3)
        async with reading(store) as (reader, watch):
            reader.expect(watch, BUCKET, end)
            assert not watch.expected
            assert not watch.is_lost


@pytest.mark.parametrize("new", [0, 1, AT_ONCE, 3 * AT_ONCE])
async def test_a_place_that_the_store_has_lost_since_is_noticed(server: Valkey, new: int) -> None:
    async with open_store(server.url) as store:
        await played(store, match_id(1), 3)
        async with reading(store) as (reader, watch):
            backup = Backup.of(server)
            await played(store, match_id(2), 3)
            end = await end_of(store)
            backup.restore(server)
            if new:
                await played(store, match_id(3), new)
            reader.expect(watch, BUCKET, end)
            assert await settled(watch)


async def test_new_credits_of_all_buckets_are_one_look_at_what_was_sent(
    server: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(server.url) as store, reading(store) as (reader, watch):
        looked: list[str] = []
        bucket_of = store.bucket_of

        def noted(match: str) -> int:
            looked.append(match)
            return bucket_of(match)

        for told in map(_told, range(keys.BUCKETS)):
            watch.offer(told)
        ready = watch.take(reader.places)
        deadlines = {match: reader.deadline_ms(watch.newest(match)) for match in ready}
        assert set(deadlines.values()) == {61_000}
        monkeypatch.setattr(store, "bucket_of", noted)
        for bucket in range(keys.BUCKETS):
            reader.credited(bucket, 7_000)
        await asyncio.sleep(0)
        monkeypatch.setattr(store, "bucket_of", bucket_of)
        assert sorted(watch.pending) == sorted(deadlines)
        told = watch.pending[match_id(bucket=5)]
        assert reader.deadline_ms(told) == 68_000
        assert len(looked) < 5 * keys.BUCKETS


def _told(bucket: int) -> Notice:
    """A state of a match whose first clock has a minute."""
    clock = Clock(0, 0, 1_000, (60_000, 60_000))
    seats = (("ann", True), ("bob", True))
    name, status = match_id(bucket=bucket), MatchState.ACTIVE
    return Notice(
        name, 1, b"commit-1", 0, "owner", "duel", status, ActivityKinds(0), seats, 0, None, clock
    )
