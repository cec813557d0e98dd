"""Cursors on the feeds, on a real store: how they get to the end, and what keeps them from it."""

import asyncio

import pytest

from gemwright.matches.feeds.cursor import AT_ONCE, Cursor, Source
from gemwright.matches.stored import Feed, FeedLost, FeedPage, FeedTrimmed
from gemwright.redis import keys
from tests.redis.stores import match_id, open_store, played
from tests.service.stalls import silent
from tests.valkey import PATIENCE, Valkey

BUCKET = 17
SOURCE: Source = (Feed.UPDATES, BUCKET)


async def versions(cursor: Cursor, last: int) -> list[int]:
    """What the cursor finds in the bucket up to a version."""
    found: list[int] = []
    async with asyncio.timeout(PATIENCE):
        while last not in found:
            for source, reply in await cursor.read(None):
                assert source == SOURCE
                assert isinstance(reply, FeedPage)
                found += [raw.version for raw in reply.notices]
                cursor.advance(source, reply)
    return found


@pytest.mark.parametrize("updates", [1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE])
async def test_one_touch_leads_to_the_end_of_a_feed(server: Valkey, updates: int) -> None:
    async with open_store(server.url) as store:
        cursor = Cursor(store, [Feed.UPDATES])
        await cursor.begin()
        await played(store, match_id(), updates)
        cursor.touch([BUCKET])
        assert await versions(cursor, updates) == list(range(updates + 1))
        left = [reply for _, reply in await cursor.read(0.05)]
        assert all(isinstance(reply, FeedPage) and not reply.notices for reply in left)
        cursor.close()


async def test_buckets_that_nobody_touched_are_not_read(server: Valkey) -> None:
    async with open_store(server.url) as store:
        cursor = Cursor(store, [Feed.UPDATES])
        await cursor.begin()
        await played(store, match_id(), 1)
        cursor.touch([BUCKET + 1])
        ((source, reply),) = await cursor.read(None)
        assert source == (Feed.UPDATES, BUCKET + 1)
        assert reply == FeedPage((), b"0-0")
        cursor.close()


async def test_a_reading_that_failed_is_tried_again(server: Valkey) -> None:
    async with open_store(server.url, timeout=0.5) as store, open_store(server.url) as other:
        cursor = Cursor(store, [Feed.UPDATES])
        await cursor.begin()
        await played(other, match_id(), 2)
        with silent(server):
            cursor.touch([BUCKET])
            assert await cursor.read(1.5) == []
        assert await versions(cursor, 2) == [0, 1, 2]
        cursor.close()


async def test_a_place_that_is_gone_is_told_and_the_cursor_can_go_on_from_another(
    server: Valkey,
) -> None:
    async with open_store(server.url) as store:
        await played(store, match_id(), 5)
        for place, kind in ((b"1-0", FeedTrimmed), (b"99999999999999-0", FeedLost)):
            with server.client() as client:
                feed = keys.feed_key(keys.bucket_tag(BUCKET), Feed.UPDATES)
                client.xtrim(feed, maxlen=3, approximate=False)
            cursor = Cursor(store, [Feed.UPDATES])
            await cursor.begin()
            cursor.places[SOURCE] = place
            cursor.touch([BUCKET])
            ((source, reply),) = await cursor.read(None)
            assert isinstance(reply, kind)
            cursor.restart(source, b"0-0")
            before = cursor.is_firm
            assert await versions(cursor, 5) == [3, 4, 5]
            assert (before, cursor.is_firm) == (False, True)
            cursor.close()


async def test_what_is_read_when_a_cursor_is_closed_is_not_told(server: Valkey) -> None:
    async with open_store(server.url) as store:
        cursor = Cursor(store, [Feed.UPDATES])
        await cursor.begin()
        await played(store, match_id(), 1)
        cursor.touch([BUCKET])
        assert await cursor.read(0) == []
        cursor.close()
        assert await cursor.read(0.1) == []
        await cursor.begin()
        cursor.touch([BUCKET])
        ((_, reply),) = await cursor.read(None)
        assert isinstance(reply, FeedPage)
        assert not reply.notices


async def test_a_reading_that_was_cut_before_it_began_keeps_nobody_from_the_bucket(
    server: Valkey,
) -> None:
    async with open_store(server.url) as store:
        cursor = Cursor(store, [Feed.UPDATES])
        await cursor.begin()

        async def close() -> None:
            cursor.close()

        cursor.touch([BUCKET])
        # Both are ready: the first sets out to read, the second closes before that begins.
        await asyncio.gather(cursor.read(0), close())
        await cursor.begin()
        await played(store, match_id(), 1)
        cursor.touch([BUCKET])
        assert await versions(cursor, 1) == [0, 1]
        cursor.close()
