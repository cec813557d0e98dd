"""Wake-ups: which matches other processes have changed, and whether other processes listen.

The log is the truth and a wake-up is only a hint. Polling finds what was missed while a connection
was down, so nothing here is repeated or kept. Redis says how many processes received a message. A
process that begins to listen announces that, and once in a while everybody publishes anyway.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog
from redis.exceptions import RedisError

from gemwright.redis.commands import packed
from gemwright.redis.keys import BUCKETS, WAKE_CHANNEL, bucket_tag, wake_channel
from gemwright.redis.primaries import SINGLE, Primaries

TELL_AGAIN: Final = 1.0
"""Seconds after which a process publishes again to find out whether others listen now."""


class Audience:
    """What is known about other processes that listen."""

    def __init__(self) -> None:
        self.has_others = True
        """Whether other processes listen, as far as is known."""
        self._told_at = -math.inf
        self.is_listening = False
        """Whether this process listens itself, and so counts as one of the receivers."""

    def is_worth_telling(self, now: float) -> bool:
        """Whether to publish now."""
        if not self.has_others and now < self._told_at + TELL_AGAIN:
            return False
        self._told_at = now
        return True

    def counted(self, received: int) -> None:
        """Note how many have received what was published."""
        self.has_others = received > self.is_listening


PROCESS_ID_BYTES: Final = 8
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 2.0
MAP_AGE: Final = 10.0
"""Seconds after which the readers of a cluster check whether buckets have moved."""

log: Final = structlog.stdlib.get_logger(__name__)


class WakeReader:
    """Reads wake-ups, with one subscription for each primary."""

    def __init__(
        self,
        primaries: Primaries,
        process_id: bytes,
        listeners: Sequence[Callable[[str], None]],
        audience: Audience,
        greet: Callable[[], Awaitable[object]],
    ) -> None:
        self._primaries = primaries
        self._audience = audience
        self._greet = greet
        self._process_id = process_id
        self._listeners = listeners
        self._pauses: dict[str, float] = {}

    async def run(self) -> None:
        """Read until cancelled, over any broken connections."""
        while True:
            try:
                await self._read_all()
            except* Exception as errors:  # hints are not worth the end of a server
                log.warning("wake_ups_interrupted", error=type(errors.exceptions[0]).__name__)
            await asyncio.sleep(FIRST_PAUSE)

    async def _read_all(self) -> None:
        """Read from every primary until the map has changed."""
        places = self._places()
        async with asyncio.TaskGroup() as readers:
            for name, channels in places.items():
                readers.create_task(self._keep_reading(name, channels, places))
            if self._primaries.is_cluster:
                readers.create_task(self._watch_map(places))

    def _places(self) -> dict[str, list[bytes]]:
        """The channels to listen to, by the server that has them."""
        if not self._primaries.is_cluster:
            return {SINGLE: [WAKE_CHANNEL]}
        places: dict[str, list[bytes]] = {}
        for tag in map(bucket_tag, range(BUCKETS)):
            places.setdefault(self._primaries.holder_of(tag), []).append(wake_channel(tag))
        return places

    async def _keep_reading(
        self, name: str, channels: list[bytes], places: dict[str, list[bytes]]
    ) -> None:
        """Read from one primary, again after its connection broke; the others are not touched."""
        while self._places() == places:
            link = self._primaries.link(name)
            try:
                for channel in channels:
                    await link.send(packed((self._verb(), channel)))
                while True:
                    if self._hear(await link.read_push()):
                        self._pauses.pop(name, None)
                        await self._greet()
            except (RedisError, OSError) as error:
                log.warning("wake_ups_interrupted", error=type(error).__name__)
            finally:
                self._audience.is_listening = False
                await link.close()
            pause = self._pauses.get(name, FIRST_PAUSE)
            self._pauses[name] = min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)
        raise RedisError("the buckets have moved")

    async def _watch_map(self, places: dict[str, list[bytes]]) -> None:
        while self._places() == places:
            await asyncio.sleep(MAP_AGE)
        raise RedisError("the buckets have moved")

    def _verb(self) -> bytes:
        return b"SSUBSCRIBE" if self._primaries.is_cluster else b"SUBSCRIBE"

    def _hear(self, said: object) -> bool:
        """Take in a message; whether it confirms that this process listens from now on."""
        match said:
            case [b"message" | b"smessage", _, bytes() as message]:
                if message[:PROCESS_ID_BYTES] != self._process_id:
                    self._audience.has_others = True
                    for match_id in message[PROCESS_ID_BYTES:].decode("ascii", "replace").split():
                        for listener in self._listeners:
                            listener(match_id)
                return False
            case [b"subscribe" | b"ssubscribe", *_]:
                self._audience.is_listening = True
                return True
            case _:
                raise RedisError("the subscription has ended")
