"""The names of keys and fields, and the layout of what scripts write, as commit f6a5150 had them.

Servers of several versions share one Redis, so nothing here may change without a new format.
"""

import struct
from typing import Final

import redis

from gemwright.matches.clocks import ClockKind, TimeControl
from gemwright.matches.store import Committed
from gemwright.matches.stored import (
    Change,
    ClockStep,
    Feed,
    MatchState,
    NewMatch,
    NewNotice,
    Part,
    RequestKey,
)
from gemwright.redis import inspection, keys
from gemwright.redis.store import RedisStore
from tests.redis.stores import open_store
from tests.valkey import Valkey

NAME: Final = "be" + "a" * 22
ID: Final = NAME.encode()
TAG: Final = b"{b036}"
MATCH: Final = TAG + b"m:" + ID
BIRTH: Final = b"birth-id"
COMMIT: Final = b"commitid"

NEW: Final = NewMatch(
    NAME,
    "dev",
    MatchState.ACTIVE,
    {Part.CHARTER: b"charter", Part.ROSTER: b"roster", Part.COURSE: b"course"},
    principals=("ann",),
    due_in_ms=60_000,
    notice=NewNotice(b"notice 0", is_mark=True),
    commit=BIRTH,
    clock=TimeControl(ClockKind.BANK, 300_000, 2000).start(2, 0),
)
CHANGE: Final = Change(
    NAME,
    0,
    BIRTH,
    COMMIT,
    MatchState.ACTIVE,
    {Part.POSITION: b"position"},
    b"update",
    NewNotice(b"notice 1", is_mark=True),
    request=RequestKey(1, "request-1", b"digest"),
    principals=("bob",),
    clock=ClockStep(1, True),
)


def test_every_key_has_this_name() -> None:
    assert keys.tag_of(NAME) == keys.bucket_tag(36) == TAG
    assert [keys.bucket_of(start) for start in ("aa", "b7", "7a", "77")] == [0, 63, 32, 63]
    assert keys.match_key(TAG, ID) == b"{b036}m:" + ID
    assert keys.log_key(TAG, ID) == b"{b036}l:" + ID
    assert keys.requests_key(TAG, ID) == b"{b036}q:" + ID
    assert keys.request_field(RequestKey(1, "request-1", b"")) == b"1:request-1"
    assert keys.due_key(TAG) == b"{b036}due"
    assert keys.feed_key(TAG, Feed.UPDATES) == b"{b036}updates"
    assert keys.feed_key(TAG, Feed.MARKS) == b"{b036}marks"
    assert keys.timers_key(TAG) == b"{b036}timers"
    assert keys.alive_key(TAG) == b"{b036}alive"
    assert keys.live_key(TAG, "dev") == b"{b036}live:dev"
    assert keys.lease_key(TAG, ID, "bot:x") == b"{b036}h:" + ID + b":bot:x"
    assert keys.owner_key(TAG, "dev") == b"{b036}o:dev"
    assert keys.principals_prefix(TAG) == b"{b036}p:"
    assert keys.principal_key(TAG, "dev", "ann") == b"{b036}p:3:dev:ann"
    assert keys.seed_key("00ff") == b"gemwright:seed:00ff"
    assert keys.wake_channel(TAG) == b"{b036}wake"
    assert keys.settled_key(TAG) == b"{b036}settled"
    assert keys.WAKE_CHANNEL == b"gemwright:wake"
    assert (inspection.FORMAT_KEY, inspection.FORMAT) == ("gemwright:format", b"1")
    assert inspection.SECRET_KEY == "gemwright:secret"


async def played(store: RedisStore) -> int:
    """Create a match and commit an update; the time of the update."""
    assert await store.create(NEW)
    reply = await store.commit(CHANGE)
    assert isinstance(reply, Committed)
    return reply.time_ms


def fields(client: redis.Redis, key: bytes) -> dict[bytes, bytes]:
    """A hash as Redis has it."""
    found = client.hgetall(key)
    assert isinstance(found, dict)
    return {
        name: content
        for name, content in found.items()
        if isinstance(name, bytes) and isinstance(content, bytes)
    }


async def test_a_match_is_stored_under_these_keys_and_fields(server: Valkey) -> None:
    async with open_store(server.url) as store:
        time_ms = b"%d" % await played(store)
    with server.client() as client:
        assert {*client.keys()} == {
            *(MATCH, TAG + b"l:" + ID, TAG + b"q:" + ID),
            *(TAG + b"due", TAG + b"timers", TAG + b"alive", TAG + b"updates", TAG + b"marks"),
            *(TAG + b"live:dev", TAG + b"o:dev", TAG + b"p:3:dev:ann", TAG + b"p:3:dev:bob"),
        }
        found = fields(client, MATCH)
        assert found.keys() == {
            *(b"v", b"c", b"b", b"t", b"n", b"st", b"o", b"w", b"f", b"tc", b"k"),
            *(b"m", b"r", b"e", b"s"),
        }
        assert [found[name] for name in (b"v", b"c", b"b", b"t", b"st", b"o", b"tc")] == [
            *(b"1", COMMIT, BIRTH, time_ms, b"active", b"dev", b"b:300000:2000"),
        ]
        assert [found[name] for name in (b"m", b"r", b"e", b"s")] == [
            *(b"charter", b"roster", b"course", b"position"),
        ]
        assert fields(client, TAG + b"q:" + ID) == {b"1:request-1": b"1:digest"}
        assert fields(client, TAG + b"alive").keys() == {b"s", b"c"}


async def test_clocks_updates_and_notices_are_stored_in_this_layout(server: Valkey) -> None:
    async with open_store(server.url) as store:
        time_ms = await played(store)
    with server.client() as client:
        found = fields(client, MATCH)
        running, since, first, second = struct.unpack(">bQQQ", found[b"k"])
        assert (running, since, second) == (1, time_ms, 300_000)
        assert 295_000 < first <= 302_000
        clocks = struct.pack(">q", 0) + found[b"k"]
        update = struct.pack(">Q8sB", time_ms, COMMIT, len(clocks)) + clocks + b"update"
        assert client.lrange(TAG + b"l:" + ID, 0, -1) == [update]
        notice = struct.pack(">IQB8s", 1, time_ms, len(clocks), COMMIT) + clocks + b"notice 1"
        assert found[b"w"] == notice
        for feed in (b"updates", b"marks"):
            entries = client.xrange(TAG + feed)
            assert isinstance(entries, list)
            assert [*entries[-1][1].items()] == [(b"n", notice)]
        assert found[b"f"] == client.xrange(TAG + b"updates")[-1][0]


async def test_an_archive_stands_in_the_place_of_the_parts(server: Valkey) -> None:
    async with open_store(server.url) as store:
        await played(store)
        assert await store.archive(NAME, 1, COMMIT, b"archive", 60_000)
    with server.client() as client:
        found = fields(client, MATCH)
        assert found[b"z"] == b"archive"
        assert not found.keys() & {b"m", b"r", b"s", b"e"}
        assert not client.exists(TAG + b"l:" + ID)
