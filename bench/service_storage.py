"""The space in Redis that matches take while nothing happens in them."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

from redis.asyncio import Redis

from gemwright.matches.stored import Feed, Part
from gemwright.redis.keys import (
    BUCKETS,
    bucket_tag,
    feed_key,
    log_key,
    match_key,
    requests_key,
    tag_of,
)
from load_line import connected
from load_matches import create_matches
from load_play import Table
from service_processes import Served

FORGET_REQUESTS: Final = ("--keep-request-ids", "1s")
"""Flags of a server whose finished matches soon reach their smallest size."""
WHOLE_MATCH: Final = 10**9
MARK_BYTES: Final = 192
"""The approximate upper bound for a deal or an end in a long stream."""
_ARCHIVE_PATIENCE: Final = 1200.0
_LOOK_EVERY_S: Final = 5.0


async def play_some(served: Served, count: int, moves: int, rng: Random) -> list[str]:
    """New matches, each played for this many moves or to its end."""
    names = await create_matches(served.address, count)
    async with connected(served.address) as line:
        for name in names:
            table = Table(line, name)
            await table.open()
            while not table.is_over and table.version < moves:
                await table.move(rng)
            table.leave()
    return names


async def live_bytes(served: Served, count: int, moves: int, rng: Random) -> float:
    """Redis memory of a live match after this many moves, without its log."""
    names = await play_some(served, count, moves, rng)
    logs = {log_key(tag_of(name), name.encode()) for name in names}
    async with Redis.from_url(served.redis) as redis:
        return await _memory(redis, logs) / count


async def finished_bytes(served: Served, names: Sequence[str]) -> float:
    """Redis memory of a finished match that is archived and whose request ids are forgotten."""
    async with Redis.from_url(served.redis) as redis, asyncio.timeout(_ARCHIVE_PATIENCE):
        while not await _is_archived(redis, names):
            await asyncio.sleep(_LOOK_EVERY_S)
        return await _memory(redis, set()) / len(names)


async def _is_archived(redis: Redis, names: Sequence[str]) -> bool:
    for name in names:
        tag, match = tag_of(name), name.encode()
        if not await redis.hexists(match_key(tag, match), Part.ARCHIVE):
            return False
        if await redis.exists(log_key(tag, match), requests_key(tag, match)):
            return False
    return True


async def _memory(redis: Redis, without: set[bytes]) -> float:
    """The memory of every key but some.

    Of the feeds only the marks count: a stream begins with 4 kB, and the updates grow to a fixed
    length, both independent of the number of matches.
    """
    tags = [bucket_tag(bucket) for bucket in range(BUCKETS)]
    feeds = {feed_key(tag, feed) for tag in tags for feed in Feed}
    total = 0
    async for key in redis.scan_iter(count=1000):
        if key not in without and key not in feeds:
            total += await redis.memory_usage(key, samples=0) or 0
    for tag in tags:
        total += await redis.xlen(feed_key(tag, Feed.MARKS)) * MARK_BYTES
    return total
