"""After a full disk, has Valkey rewrite its append-only file, because it may have a gap.

If there is no room for a whole change, Valkey cuts off the part it wrote, but continues to write
behind that place, up to 9.1 at least, in a file that it began while running. The gap makes the file
unreadable.
"""

import asyncio
from typing import Final

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

SAID: Final = "Short write while writing to the AOF"
"""What Valkey logs when it may have left a gap."""
_LOOK_S: Final = 0.5

log: Final = structlog.stdlib.get_logger(__name__)


async def keep_readable(url: str, has_gap: asyncio.Event) -> None:
    """Whenever the file may have a gap, rewrite it as soon as there is room; for ever."""
    async with Redis.from_url(url) as client:
        while True:
            await has_gap.wait()
            has_gap.clear()
            while not await _is_written_anew(client):
                await asyncio.sleep(_LOOK_S)
            log.warning("valkey_file_written_anew")


async def _is_written_anew(client: Redis) -> bool:
    """Try once to rewrite the file; whether that worked."""
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
