"""The feeds of a bucket and what inboxes read: order, and places that are not there any more."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest
from redis.asyncio import Redis

from gemwright.matches.store import Committed
from gemwright.matches.stored import (
    Change,
    Feed,
    FeedLost,
    FeedPage,
    FeedTrimmed,
    MatchState,
    NewNotice,
)
from gemwright.redis import keys
from gemwright.redis.store import RedisStore
from tests.redis.stores import (
    OWNER,
    after,
    change,
    match_id,
    new_match,
    open_store,
    played,
)
from tests.service.backups import Backup
from tests.valkey import Valkey

BUCKET: Final = 17
ALL: Final = 1000


def told(reply: object) -> list[tuple[int, bytes]]:
    """Versions and contents of a stretch."""
    assert isinstance(reply, FeedPage)
    return [(raw.version, raw.content) for raw in reply.notices]


async def update(store: RedisStore, made: Change, *, is_mark: bool = False) -> Change:
    """Store one update more."""
    following = after(made)
    notice = NewNotice(following.notice.content, is_mark=is_mark)
    following = replace(following, notice=notice)
    assert isinstance(await store.commit(following), Committed)
    return following


def trim(server: Valkey, feed: Feed, most: int) -> None:
    """Keep only so many notices."""
    with server.client() as client:
        client.xtrim(keys.feed_key(keys.bucket_tag(BUCKET), feed), maxlen=most, approximate=False)


async def test_a_bucket_tells_every_update_of_its_matches_in_order(server: Valkey) -> None:
    async with open_store(server.url) as store:
        one = await played(store, match_id(1), 2)
        await played(store, match_id(2), 1)
        await update(store, one[-1])
        reply = await store.feed(Feed.UPDATES, BUCKET, b"0-0", ALL)
        assert told(reply) == [
            (0, match_id(1).encode()),
            (1, b"notice 1"),
            (2, b"notice 2"),
            (0, match_id(2).encode()),
            (1, b"notice 1"),
            (3, b"notice 3"),
        ]
        assert isinstance(reply, FeedPage)
        assert reply.notices[-1].place == reply.end
        assert reply.notices[1].commit == one[0].new_commit
        elsewhere = await store.feed(Feed.UPDATES, BUCKET + 1, b"0-0", ALL)
        assert elsewhere == FeedPage((), b"0-0")


async def test_a_feed_is_read_on_from_any_place_of_it(server: Valkey) -> None:
    async with open_store(server.url) as store:
        end = await store.feed(Feed.UPDATES, BUCKET, None, 0)
        assert end == FeedPage((), b"0-0")
        made = await played(store, match_id(), 5)
        whole = await store.feed(Feed.UPDATES, BUCKET, end.end, ALL)
        assert isinstance(whole, FeedPage)
        for number, raw in enumerate(whole.notices, 1):
            rest = await store.feed(Feed.UPDATES, BUCKET, raw.place, ALL)
            assert rest == FeedPage(whole.notices[number:], whole.end)
            some = await store.feed(Feed.UPDATES, BUCKET, raw.place, 2)
            assert some == FeedPage(whole.notices[number : number + 2], whole.end)
        assert await store.feed(Feed.UPDATES, BUCKET, None, 0) == FeedPage((), whole.end)
        assert [raw.version for raw in whole.notices] == list(range(len(made) + 1))


async def test_marks_are_told_apart_and_only_they(server: Valkey) -> None:
    async with open_store(server.url) as store:
        made = (await played(store, match_id(), 1))[-1]
        made = await update(store, made, is_mark=True)
        await update(store, made)
        reply = await store.feed(Feed.MARKS, BUCKET, b"0-0", ALL)
        assert told(reply) == [(2, b"notice 2")]


async def test_an_update_that_is_stored_twice_is_told_once(server: Valkey) -> None:
    async with open_store(server.url) as store:
        made = await played(store, match_id(), 1)
        again = change(match_id(), 1, made[0].new_commit, "again")
        for _ in range(2):
            await store.commit(again)
        await store.commit(replace(again, version=0))
        assert not await store.create(new_match(match_id()))
        reply = await store.feed(Feed.UPDATES, BUCKET, b"0-0", ALL)
        assert [version for version, _ in told(reply)] == [0, 1, 2]


@pytest.mark.parametrize("feed", [Feed.UPDATES, Feed.MARKS])
async def test_a_place_that_was_trimmed_is_too_old(server: Valkey, feed: Feed) -> None:
    async with open_store(server.url) as store:
        made = (await played(store, match_id(), 1))[-1]
        for _ in range(6):
            made = await update(store, made, is_mark=True)
        whole = await store.feed(feed, BUCKET, b"0-0", ALL)
        assert isinstance(whole, FeedPage)
        trim(server, feed, 3)
        kept = whole.notices[-3:]
        for raw in whole.notices[:-3]:
            reply = await store.feed(feed, BUCKET, raw.place, ALL)
            assert reply == FeedTrimmed(whole.end)
            loose = await store.feed(feed, BUCKET, raw.place, ALL, is_loose=True)
            assert loose == FeedPage(kept, whole.end)
        assert await store.feed(feed, BUCKET, b"0-0", ALL) == FeedTrimmed(whole.end)
        beginning = await store.feed(feed, BUCKET, b"0-0", ALL, is_loose=True)
        assert beginning == FeedPage(kept, whole.end)
        for raw in kept:
            assert isinstance(await store.feed(feed, BUCKET, raw.place, ALL), FeedPage)


async def test_a_place_that_the_store_has_lost_is_told_to_be(server: Valkey) -> None:
    async with open_store(server.url) as store:
        made = await played(store, match_id(), 3)
        backup = Backup.of(server)
        kept = await store.feed(Feed.UPDATES, BUCKET, b"0-0", ALL)
        assert isinstance(kept, FeedPage)
        lost = await update(store, await update(store, made[-1]))
        places = await store.feed(Feed.UPDATES, BUCKET, kept.end, ALL)
        assert isinstance(places, FeedPage)
        backup.restore(server)
        for raw in places.notices:
            reply = await store.feed(Feed.UPDATES, BUCKET, raw.place, ALL)
            assert reply == FeedLost(kept.end)
        assert await store.feed(Feed.UPDATES, BUCKET, kept.end, ALL) == FeedPage((), kept.end)
        new = await update(store, made[-1])
        assert new.version == lost.version - 1
        for raw in places.notices:
            reply = await store.feed(Feed.UPDATES, BUCKET, raw.place, ALL)
            assert isinstance(reply, FeedLost)
        rest = await store.feed(Feed.UPDATES, BUCKET, kept.end, ALL)
        assert isinstance(rest, FeedPage)
        assert [raw.commit for raw in rest.notices] == [new.new_commit]


async def test_a_place_of_a_feed_that_is_gone_is_lost(server: Valkey) -> None:
    async with open_store(server.url) as store:
        await played(store, match_id(), 3)
        end = (await store.feed(Feed.UPDATES, BUCKET, None, 0)).end
        with server.client() as client:
            client.flushall()
        assert await store.feed(Feed.UPDATES, BUCKET, end, ALL) == FeedLost(b"0-0")
        loose = await store.feed(Feed.UPDATES, BUCKET, end, ALL, is_loose=True)
        assert loose == FeedPage((), b"0-0")


async def asked(
    store: RedisStore, since: bytes | None = None, over_since_ms: int = 0, principal: str = "ann"
) -> Sequence[tuple[str, int]]:
    """The matches of an inbox and their versions."""
    reply = await store.inbox(BUCKET, OWNER, principal, since, over_since_ms)
    for found in reply.found:
        assert found.notice is None or found.notice.version == found.version
        assert found.notice is None or found.notice.commit == found.commit
    return [(found.match_id, found.version) for found in reply.found]


async def test_an_inbox_has_the_newest_of_each_match_of_a_principal(server: Valkey) -> None:
    async with open_store(server.url) as store:
        assert await asked(store) == []
        await played(store, match_id(1), 3)
        await store.create(new_match(match_id(2), principals=["bob"]))
        await store.create(new_match(match_id(3, bucket=18)))
        assert await asked(store) == [(match_id(1), 3)]
        assert await asked(store, principal="bob") == [(match_id(1), 3), (match_id(2), 0)]
        assert await asked(store, principal="cleo") == []
        reply = await store.inbox(BUCKET, "another", "ann", None, 0)
        assert not reply.found
        assert reply.end == (await store.feed(Feed.UPDATES, BUCKET, None, 0)).end


async def test_an_inbox_after_a_place_has_what_changed_since(server: Valkey) -> None:
    async with open_store(server.url) as store:
        one = (await played(store, match_id(1), 2))[-1]
        await played(store, match_id(2), 2)
        end = (await store.feed(Feed.UPDATES, BUCKET, None, 0)).end
        assert await asked(store, end) == []
        await update(store, one)
        await store.create(new_match(match_id(3)))
        assert await asked(store, end) == [(match_id(1), 3), (match_id(3), 0)]


async def test_an_inbox_has_of_what_is_over_only_the_latest(server: Valkey) -> None:
    async with open_store(server.url) as store:
        made = (await played(store, match_id(1), 1))[-1]
        end = replace(after(made), state=MatchState.FINISHED)
        done = await store.commit(end)
        assert isinstance(done, Committed)
        await played(store, match_id(2), 1)
        both = [(match_id(1), 2), (match_id(2), 1)]
        assert await asked(store, None, done.time_ms) == both
        assert await asked(store, None, done.time_ms + 1) == both[1:]


async def test_a_match_that_a_server_without_notices_has_changed_is_found_without_one(
    server: Valkey,
) -> None:
    async with open_store(server.url) as store:
        await played(store, match_id(1), 2)
        end = (await store.feed(Feed.UPDATES, BUCKET, None, 0)).end
        with server.client() as client:
            key = keys.match_key(keys.bucket_tag(BUCKET), match_id(1).encode())
            client.hset(key, mapping={"v": "3", "c": b"othercom"})
        (found,) = (await store.inbox(BUCKET, OWNER, "ann", end, 0)).found
        assert (found.version, found.commit, found.notice) == (3, b"othercom", None)


async def test_marks_may_be_kept_for_longer_than_there_are_times(server: Valkey) -> None:
    client = Redis.from_url(server.url)
    century_ms = 100 * 365 * 86_400_000
    async with RedisStore(client, wake_ups=False, keep_marks_ms=century_ms) as store:
        notice = NewNotice(b"dealt", is_mark=True)
        assert await store.create(replace(new_match(match_id()), notice=notice))
        update = replace(change(match_id()), notice=notice)
        assert isinstance(await store.commit(update), Committed)
        marks = await store.feed(Feed.MARKS, BUCKET, b"0-0", ALL)
        assert told(marks) == [(0, b"dealt"), (1, b"dealt")]
    await client.aclose()
