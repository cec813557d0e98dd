"""The reader of the feeds for inboxes, on a real store: what it does about places it does not meet.

A watch has read its matches up to a place. If the reader, which is behind that, does not come by
it, the store has lost what the watch was sent.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gemwright.runtime.feeds import AT_ONCE, Cursors
from gemwright.runtime.inbox_reader import InboxReader
from gemwright.runtime.inbox_watch import InboxWatch
from gemwright.runtime.ports import Feed
from gemwright.runtime.storetime import StoreTime
from gemwright.storage.store import RedisStore
from tests.service.backups import Backup
from tests.storage.stores import match_id, open_store, played
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
def test_a_place_that_the_reader_comes_by_is_good(server: Valkey, updates: int) -> None:
    async def test() -> None:
        async with open_store(server.url) as store, reading(store) as (reader, watch):
            await played(store, match_id(), updates)
            reader.expect(watch, BUCKET, await end_of(store))
            assert watch.expected
            assert not await settled(watch)
            assert reader.places[BUCKET] == await end_of(store)

    asyncio.run(test())


def test_a_place_that_the_reader_has_passed_is_good(server: Valkey) -> None:
    async def test() -> None:
        async with open_store(server.url) as store:
            await played(store, match_id(1), 3)
            end = await end_of(store)
            await played(store, match_id(2), 3)
            async with reading(store) as (reader, watch):
                reader.expect(watch, BUCKET, end)
                assert not watch.expected
                assert not watch.is_lost

    asyncio.run(test())


@pytest.mark.parametrize("new", [0, 1, AT_ONCE, 3 * AT_ONCE])
def test_a_place_that_the_store_has_lost_since_is_noticed(server: Valkey, new: int) -> None:
    async def test() -> None:
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

    asyncio.run(test())
