"""After a disk was full: have the append-only file written anew, for there may be a gap in it.

Valkey takes back what it could write of a change for which there was no room, and goes on behind
it, at least to 9.1 and in a file that it began while it ran. A file with a gap is never read again.
"""

import asyncio
from typing import Final

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

SAID: Final = "Short write while writing to the AOF"
"""What Valkey says when it may have left a gap."""
_LOOK_S: Final = 0.5

log: Final = structlog.stdlib.get_logger(__name__)


async def keep_readable(url: str, has_gap: asyncio.Event) -> None:
    """Write the file anew whenever it may have a gap and there is room again, for ever."""
    async with Redis.from_url(url) as client:
        while True:
            await has_gap.wait()
            has_gap.clear()
            while not await _is_written_anew(client):
                await asyncio.sleep(_LOOK_S)
            log.warning("valkey_file_written_anew")


async def _is_written_anew(client: Redis) -> bool:
    """Try once."""
    try:
        if (await client.info("persistence"))["aof_last_write_status"] != "ok":
            return False  # there is no room yet
        await client.bgrewriteaof()
        while True:
            told = await client.info("persistence")
            if not told["aof_rewrite_in_progress"] and not told["aof_rewrite_scheduled"]:
                return bool(told["aof_last_bgrewrite_status"] == "ok")
            await asyncio.sleep(_LOOK_S)
    except RedisError:
        return False  # it is being written anew, from before the gap; or Valkey is not there
