"""Stores on a test's own Valkey, and matches to put into them."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from gemwright.matches.store import Committed
from gemwright.matches.stored import (
    NO_COMMIT,
    Change,
    MatchState,
    NewMatch,
    NewNotice,
    Part,
    RequestKey,
)
from gemwright.redis.keys import ALPHABET, WAKE_CHANNEL
from gemwright.redis.store import RedisStore
from tests.valkey import PATIENCE, Valkey

OWNER = "owner"


def bucket_prefix(bucket: int) -> str:
    """Two characters with which the id of a new match in this bucket begins."""
    return ALPHABET[bucket // 32] + ALPHABET[bucket % 32]


@asynccontextmanager
async def open_store(
    url: str,
    *,
    offset: int = 0,
    wake_ups: bool = False,
    replicas: int = 0,
    aof: bool = False,
    timeout: float = 2.0,
) -> AsyncIterator[RedisStore]:
    """A store with a client of its own, quiet unless asked."""
    client = Redis.from_url(url, retry=Retry(NoBackoff(), 0))
    try:
        async with RedisStore(
            client,
            time_offset_ms=offset,
            wake_ups=wake_ups,
            wait_replicas=replicas,
            wait_aof=aof,
            timeout=timeout,
        ) as store:
            yield store
    finally:
        await client.aclose()


def match_id(number: int = 0, bucket: int = 17) -> str:
    """The id of a match in a bucket."""
    return f"{bucket_prefix(bucket)}match{number:06}"


def new_match(
    name: str, *, principals: Sequence[str] = ("ann", "bob"), due_in_ms: int = 60_000
) -> NewMatch:
    """A match as it is created."""
    parts = {Part.CHARTER: b"charter", Part.ROSTER: b"roster"}
    notice = NewNotice(name.encode(), is_mark=False)
    return NewMatch(name, OWNER, MatchState.WAITING, parts, principals, due_in_ms, notice)


def change(name: str, version: int = 0, commit: bytes = NO_COMMIT, request: str = "") -> Change:
    """An update with a new commit id."""
    return Change(
        match_id=name,
        version=version,
        commit=commit,
        new_commit=os.urandom(8),
        state=MatchState.ACTIVE,
        parts={Part.POSITION: b"position %d" % (version + 1)},
        update=b"entry %d" % (version + 1),
        notice=NewNotice(b"notice %d" % (version + 1), is_mark=False),
        request=RequestKey(0, request, b"digest") if request else None,
    )


async def played(store: RedisStore, name: str, updates: int) -> list[Change]:
    """A new match after so many updates, and the updates."""
    assert await store.create(new_match(name))
    made: list[Change] = []
    for version in range(updates):
        commit = made[-1].new_commit if made else NO_COMMIT
        made.append(change(name, version, commit, f"request-{version}"))
        assert isinstance(await store.commit(made[-1]), Committed)
    return made


def after(made: Change) -> Change:
    """The next update, without request id."""
    return change(made.match_id, made.version + 1, made.new_commit)


async def listeners(server: Valkey, number: int) -> None:
    """Wait until so many stores listen."""
    with server.client() as client:
        async with asyncio.timeout(PATIENCE):
            while client.pubsub_numsub(WAKE_CHANNEL)[0][1] != number:
                await asyncio.sleep(0)
