"""Which primary takes the writes for a key, and connections to it that nobody else uses.

A single Redis is the only primary; on a cluster redis-py keeps the map of slots.
"""

import math
from typing import Final

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError, ResponseError

from gemwright.redis.commands import LOAD_ALL, SCRIPTS
from gemwright.redis.connect import resets_told

SINGLE: Final = "single"


class Link:
    """A connection to one primary, opened when first needed and again after it broke."""

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection
        # Users of a link have their own time-out. redis-py's would put each write into a task,
        # by Python 3.11's wait_for, which can lose a cancellation.
        connection.socket_timeout = None
        self.knows_scripts = False
        self.has_refused = False
        """Whether an error came back for a command since it was opened."""

    async def open(self) -> None:
        """Connect and load the scripts; raises if the Redis is not ready to serve."""
        if self._connection.is_connected and self.knows_scripts:
            return
        await self.send(LOAD_ALL)
        replies = [await self.read() for _ in SCRIPTS]
        for reply in replies:
            if isinstance(reply, ResponseError):
                raise reply
        self.knows_scripts = True

    async def send(self, commands: bytes) -> None:
        """Write commands as they are; connect first if needed."""
        try:
            await self._connection.send_packed_command(commands, check_health=False)
        except RuntimeError:
            with resets_told():  # only here: every batch goes through this
                raise

    async def read(self) -> object:
        """The next reply; an error reply to one command is returned, not raised."""
        try:
            reply: object = await self._connection.read_response(timeout=math.inf)
        except ResponseError as error:
            self.has_refused = True
            return error
        return reply

    async def read_push(self) -> object:
        """The next message of a subscription."""
        reply: object = await self._connection.read_response(timeout=math.inf, push_request=True)
        return reply

    async def close(self) -> None:
        """Disconnect; sending connects again."""
        self.knows_scripts = self.has_refused = False
        await self._connection.disconnect(nowait=True)


class Primaries:
    """The servers that take writes."""

    def __init__(self, client: Redis | RedisCluster) -> None:
        self._client = client

    @property
    def is_cluster(self) -> bool:
        """Whether keys are on several servers."""
        return isinstance(self._client, RedisCluster)

    def holder_of(self, key: bytes) -> str:
        """The name of the server that holds a key."""
        if not isinstance(self._client, RedisCluster):
            return SINGLE
        node = self._client.get_node_from_key(key.decode())
        return node.name if node else SINGLE

    def link(self, name: str) -> Link:
        """A new connection to the server of this name, not connected yet."""
        if not isinstance(self._client, RedisCluster):
            # redis-py has no annotation on this one public method, and the only other way to get
            # a connection takes it out of the pool.
            connection: AbstractConnection = self._client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
            return Link(connection)
        node = self._client.get_node(node_name=name)
        if node is None:
            raise RedisError("the cluster has no such server any more")
        return Link(node.acquire_connection())

    async def refresh(self, key: bytes) -> None:
        """Have redis-py correct its map of the cluster, which it does when it finds it wrong."""
        if isinstance(self._client, RedisCluster):
            with resets_told():
                await self._client.exists(key)
