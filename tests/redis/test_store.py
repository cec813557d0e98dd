"""What the store keeps, on a real Valkey."""

import asyncio
import time
from dataclasses import replace

import pytest

from gemwright.matches.store import (
    Archived,
    Committed,
    Gone,
    LogPage,
    Lost,
    RawUpdate,
    Repeated,
    Stale,
)
from gemwright.matches.stored import NO_COMMIT, Feed, MatchState, Part, RequestKey
from gemwright.redis.keys import BUCKETS, bucket_of, bucket_tag, feed_key, owner_key, tag_of
from tests.redis.stores import (
    OWNER,
    after,
    bucket_prefix,
    change,
    match_id,
    new_match,
    open_store,
    played,
)
from tests.valkey import Valkey, eventually

NAME = match_id()


def test_every_bucket_has_a_prefix_that_leads_to_it() -> None:
    assert [bucket_of(bucket_prefix(bucket) + "x") for bucket in range(BUCKETS)] == [*range(64)]
    with pytest.raises(ValueError, match="no id"):
        bucket_of("A!")


async def test_a_match_is_created_once_and_loaded(server: Valkey) -> None:
    async with open_store(server.url) as store:
        assert await store.load(NAME) is None
        assert await store.create(new_match(NAME))
        other = replace(new_match(NAME), parts={Part.CHARTER: b"other"})
        assert not await store.create(other)
        found = await store.load(NAME)
        assert found
        assert (found.version, found.commit, found.state) == (0, NO_COMMIT, MatchState.WAITING)
        assert found.parts == {Part.CHARTER: b"charter", Part.ROSTER: b"roster"}
        assert found.time_ms == found.created_ms <= found.now_ms
        assert abs(found.now_ms - 1000 * time.time()) < 5000
        many = await store.load_many([match_id(9), NAME])
        assert many[0] is None
        assert many[1]
        assert many[1].version == 0


async def test_a_commit_is_stored_with_its_entry_and_request(server: Valkey) -> None:
    async with open_store(server.url) as store:
        await store.create(new_match(NAME))
        made = change(NAME, request="request")
        reply = await store.commit(made)
        assert isinstance(reply, Committed)
        found = await store.load(NAME)
        assert found
        assert (found.version, found.commit, found.state) == (1, made.new_commit, "active")
        assert found.parts[Part.POSITION] == b"position 1"
        assert found.parts[Part.CHARTER] == b"charter"
        assert found.time_ms == reply.time_ms
        update = RawUpdate(1, made.new_commit, reply.time_ms, b"entry 1")
        read = await store.updates(NAME, 0, NO_COMMIT, 9)
        assert isinstance(read, LogPage)
        assert (read.updates, read.version, read.commit) == ((update,), 1, made.new_commit)
        standing = await store.confirm(NAME, made.request)
        assert standing
        assert standing.repeated == Repeated(1, b"digest")
        other = await store.confirm(NAME, RequestKey(1, "request", b"digest"))
        assert other
        assert other.repeated is None


async def test_version_0_has_the_commit_id_it_was_created_with(server: Valkey) -> None:
    async with open_store(server.url) as store:
        born = replace(new_match(NAME), commit=b"birth-id")
        assert await store.create(born)
        found = await store.load(NAME)
        assert found is not None
        assert found.commit == b"birth-id"
        assert isinstance(await store.updates(NAME, 0, b"birth-id", 9), LogPage)
        assert await store.updates(NAME, 0, NO_COMMIT, 9) == Lost()
        assert isinstance(await store.commit(change(NAME)), Stale)
        assert isinstance(await store.commit(change(NAME, commit=b"birth-id")), Committed)
        assert isinstance(await store.updates(NAME, 0, b"birth-id", 9), LogPage)
        assert await store.updates(NAME, 0, NO_COMMIT, 9) == Lost()


async def test_a_request_id_is_looked_at_before_the_version(server: Valkey) -> None:
    async with open_store(server.url) as store:
        made = (await played(store, NAME, 3))[0]
        again = replace(made, new_commit=b"12345678")
        assert await store.commit(again) == Repeated(1, b"digest")
        elsewhere = replace(made, request=RequestKey(1, "request-0", b"digest"))
        stale = await store.commit(replace(elsewhere, new_commit=b"12345678"))
        assert isinstance(stale, Stale)
        assert stale.version == 3


async def test_a_commit_sent_twice_is_stored_once_and_committed_at_one_time(server: Valkey) -> None:
    async with open_store(server.url) as store:
        await store.create(new_match(NAME))
        made = change(NAME)
        first = await store.commit(made)
        assert await store.commit(made) == first
        assert isinstance(await store.commit(after(made)), Committed)
        assert await store.commit(made) == first
        found = await store.load(NAME)
        assert found
        assert found.version == 2


async def test_another_commit_id_at_the_same_version_is_stale(server: Valkey) -> None:
    async with open_store(server.url) as store:
        made = (await played(store, NAME, 1))[0]
        wrong = change(NAME, 1, b"12345678")
        assert await store.commit(wrong) == Stale(1, made.new_commit)
        assert await store.commit(change(match_id(1))) == Gone()
        assert await store.confirm(match_id(1)) is None


async def test_of_two_commits_at_one_version_exactly_one_is_stored(server: Valkey) -> None:
    async with open_store(server.url) as one, open_store(server.url) as other:
        await one.create(new_match(NAME))
        commit = NO_COMMIT
        for version in range(1000):
            rivals = [change(NAME, version, commit) for _ in range(2)]
            replies = await asyncio.gather(one.commit(rivals[0]), other.commit(rivals[1]))
            won = [isinstance(reply, Committed) for reply in replies]
            assert sorted(won) == [False, True]
            commit = rivals[won.index(True)].new_commit
            assert Stale(version + 1, commit) in replies


async def test_time_never_goes_back_for_a_match(server: Valkey) -> None:
    async with open_store(server.url, offset=3_600_000) as ahead:
        made = (await played(ahead, NAME, 1))[0]
    async with open_store(server.url) as store:
        reply = await store.commit(after(made))
        assert isinstance(reply, Committed)
        assert reply.time_ms > 1000 * time.time() + 3_000_000
        found, standing = await store.load(NAME), await store.confirm(NAME)
        assert found
        assert standing
        assert found.time_ms == reply.time_ms
        # Of other matches this says nothing: what is told as the time is the clock's.
        assert max(found.now_ms, standing.now_ms) < reply.time_ms - 3_000_000


async def test_the_log_is_read_in_stretches(server: Valkey) -> None:
    async with open_store(server.url) as store:
        made = await played(store, NAME, 5)
        read = await store.updates(NAME, 2, made[1].new_commit, 2)
        assert isinstance(read, LogPage)
        assert [update.version for update in read.updates] == [3, 4]
        assert [update.content for update in read.updates] == [b"entry 3", b"entry 4"]
        end = await store.updates(NAME, 5, made[4].new_commit, 2)
        assert isinstance(end, LogPage)
        assert end.updates == ()
        for nothing in (await store.updates(NAME, 0, None, 0),):
            assert isinstance(nothing, LogPage)
            assert nothing.updates == ()
        assert await store.updates(NAME, 2, made[2].new_commit, 2) == Lost()
        assert await store.updates(NAME, 0, made[2].new_commit, 2) == Lost()
        assert await store.updates(NAME, 6, None, 2) == Lost()
        assert await store.updates(match_id(1), 0, None, 2) == Gone()


async def test_an_archive_takes_the_place_of_parts_and_log_and_can_be_removed(
    server: Valkey,
) -> None:
    async with open_store(server.url) as store:
        last = (await played(store, NAME, 2))[-1]
        assert not await store.archive(NAME, 1, last.new_commit, b"archive", 1000)
        await store.remove(NAME, OWNER, ["ann", "bob"])
        assert await store.load(NAME)
        assert await store.archive(NAME, 2, last.new_commit, b"archive", 1000)
        assert await store.archive(NAME, 2, last.new_commit, b"archive", 1000)
        found = await store.load(NAME)
        assert found
        assert (found.version, found.parts) == (2, {Part.ARCHIVE: b"archive"})
        assert await store.updates(NAME, 0, NO_COMMIT, 1) == Archived()
        await store.remove(NAME, OWNER, ["ann", "bob"])
        assert await store.load(NAME) is None
    with server.client() as client:
        assert client.keys() == [feed_key(tag_of(NAME), Feed.UPDATES)]


async def test_request_ids_are_forgotten_after_the_end(server: Valkey) -> None:
    async with open_store(server.url) as store:
        last = (await played(store, NAME, 1))[-1]
        end = replace(after(last), forget_requests_in_ms=1, state=MatchState.FINISHED)
        assert isinstance(await store.commit(end), Committed)
    with server.client() as client:
        eventually(lambda: not client.exists(f"{{b017}}q:{NAME}"), "the requests are gone")


async def test_matches_are_due_in_their_order_and_can_be_postponed(server: Valkey) -> None:
    late, soon, never = match_id(1, 3), match_id(2, 60), match_id(3, 5)
    async with open_store(server.url) as store:
        await store.create(new_match(late, due_in_ms=900))
        await store.create(new_match(soon, due_in_ms=500))
        await store.create(new_match(never, due_in_ms=9_000_000))
    async with open_store(server.url, offset=3_600_000) as store:
        assert await store.due(9) == [soon, late]
        assert await store.due(1) == [soon]
        await store.postpone(soon, 1000)
        assert await store.due(9) == [late]
        moved = replace(change(late), due_in_ms=1000)
        assert isinstance(await store.commit(moved), Committed)
        assert await store.due(9) == []
        await store.postpone(match_id(7), 0)
        assert await store.due(9) == []


async def test_a_seed_serves_one_match(server: Valkey) -> None:
    async with open_store(server.url) as store:
        assert await store.claim_seed(b"seed", NAME, 60_000)
        assert await store.claim_seed(b"seed", NAME, 60_000)
        assert not await store.claim_seed(b"seed", match_id(1), 60_000)
    with server.client() as client:
        assert b"seed" not in b"".join(client.keys("*")).replace(b"gemwright:seed:", b"")


async def test_those_who_join_find_the_match_and_owners_do_not_mix(server: Valkey) -> None:
    async with open_store(server.url) as store:
        await store.create(new_match(NAME, principals=()))
        await store.create(replace(new_match(match_id(1)), owner="owner:x"))
        joined = replace(change(NAME), principals=("x:ann", "carl"))
        assert isinstance(await store.commit(joined), Committed)
        assert (await store.find(OWNER, "carl", "", 9)).match_ids == (NAME,)
        assert (await store.find(OWNER, "x:ann", "", 9)).match_ids == (NAME,)
        assert (await store.find("owner:x", "ann", "", 9)).match_ids == (match_id(1),)
        assert (await store.find(OWNER, None, "", 9)).match_ids == (NAME,)


async def test_pages_show_what_stays_once_while_matches_come_and_go(server: Valkey) -> None:
    async with open_store(server.url) as store:
        stay = {match_id(2 * n, (7 * n) % 64) for n in range(100)}
        for name in stay:
            await store.create(new_match(name))
        seen: list[str] = []
        cursor, pages = "", 0
        while pages == 0 or cursor:
            page = await store.find(OWNER, "ann", cursor, 7)
            seen += page.match_ids
            cursor, pages = page.next_cursor, pages + 1
            here, gone = match_id(2 * pages + 1, pages), match_id(2 * pages - 1, pages - 1)
            await store.create(new_match(here))
            await store.archive(gone, 0, NO_COMMIT, b"z", 0)
            await store.remove(gone, OWNER, ["ann", "bob"])
        assert stay <= set(seen)
        assert len(seen) == len(set(seen))
        assert pages >= 15
        with pytest.raises(ValueError, match="no id"):
            await store.find(OWNER, None, "?", 7)


async def test_pages_pass_over_names_that_are_no_ids(server: Valkey) -> None:
    names = [match_id(n, 5) for n in range(6)]
    async with open_store(server.url) as store:
        for name in names:
            await store.create(new_match(name))
        with server.client() as client:
            for owned in client.scan_iter(owner_key(bucket_tag(5), OWNER)):
                odd = {b"!": 0, b"\xff": 0, f"{names[2]}\xff".encode(): 0}
                client.zadd(owned, odd)
        seen: list[str] = []
        cursor = ""
        while len(seen) < len(names):
            page = await store.find(OWNER, None, cursor, 1)
            seen += page.match_ids
            cursor = page.next_cursor
        assert (seen, cursor) == (names, "")


async def test_a_live_match_and_an_archived_one_are_small(server: Valkey) -> None:
    live, over = match_id(1), match_id(2)

    async with open_store(server.url) as store:
        for name in (live, over):
            await played(store, name, 60)
        standing = await store.confirm(over)
        assert standing
        assert await store.archive(over, 60, standing.commit, b"z" * 700, 1000)
    with server.client() as client:
        used = sum(client.memory_usage(f"{{b017}}{kind}:{live}", samples=0) or 0 for kind in "mq")
        assert used < 8000
        assert (client.memory_usage(f"{{b017}}m:{over}", samples=0) or 0) < 1800
        assert not client.exists(f"{{b017}}l:{over}")
