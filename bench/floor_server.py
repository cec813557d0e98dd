"""The floor under a move: the least work of a grpc.aio server that stores moves and sends them.

It has the product's method names, options and message sizes, but shares only the Redis client
library with it. A move is one script (compare, write the state, append to the log) through a
batcher, and one message to each open stream of the match. It has no rules, identity, retries,
resumption, clocks or logs: the difference to the product is what those cost.
"""

import asyncio
import gc
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc.aio
import uvloop
from redis.asyncio import Redis

SERVICE: Final = "gemwright.v1.MatchService"

MOVE: Final = """\
local version = redis.call('HGET', KEYS[1], 'v')
if version and version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 's', ARGV[3])
redis.call('RPUSH', KEYS[2], ARGV[4])
return 1
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """The bytes that the bench recorded from the product; the floor never reads them."""

    redis: str
    options: list[tuple[str, int]]
    collect: tuple[int, int, int]
    state: bytes
    entry: bytes
    reply: bytes
    opening: tuple[bytes, bytes, bytes]
    """The first message of a stream: to the seat to act, the other seat, a spectator."""
    news: tuple[bytes, bytes, bytes]
    """The message about a move, to the same three."""


def read_plan(path: Path) -> Plan:
    """The plan in a file of the bench; messages are in hexadecimal."""
    found = json.loads(path.read_text(encoding="ascii"))
    first, second, watcher = (bytes.fromhex(text) for text in found["opening"])
    to_act, other, spectator = (bytes.fromhex(text) for text in found["news"])
    return Plan(
        found["redis"],
        [(name, value) for name, value in found["options"]],
        tuple(found["collect"]),
        b"s" * found["state_bytes"],
        b"e" * found["entry_bytes"],
        bytes.fromhex(found["reply"]),
        (first, second, watcher),
        (to_act, other, spectator),
    )


class Batcher:
    """Sends the script calls of one turn of the event loop together, one batch at a time."""

    def __init__(self, client: Redis, script: str) -> None:
        self._client = client
        self._script = script
        self._calls: list[tuple[tuple[bytes, ...], asyncio.Future[int]]] = []
        self._sending: asyncio.Task[None] | None = None

    def move(self, *words: bytes) -> asyncio.Future[int]:
        """Run the script with these keys and arguments and return its result."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._calls.append((words, future))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())
        return future

    async def _send(self) -> None:
        while self._calls:
            calls, self._calls = self._calls, []
            pipeline = self._client.pipeline(transaction=False)
            for words, _ in calls:
                pipeline.evalsha(self._script, 2, *words)
            for (_, future), reply in zip(calls, await pipeline.execute(), strict=True):
                future.set_result(reply)
        self._sending = None


class Table:
    """A match: a number, and the streams that watch it."""

    def __init__(self) -> None:
        self.version = 0
        self.streams = 0
        self._waiting: list[asyncio.Future[None]] = []

    def moved(self) -> None:
        """Wake every stream."""
        self.version += 1
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def next(self) -> None:
        """Wait until the next move."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        await future


class Floor:
    """The two calls."""

    def __init__(self, plan: Plan, batcher: Batcher) -> None:
        self._plan = plan
        self._batcher = batcher
        self._tables: dict[bytes, Table] = {}

    async def submit(
        self, request: bytes, context: "grpc.aio.ServicerContext[bytes, bytes]"
    ) -> bytes:
        """Store a move and wake the streams."""
        match = _match(request)
        table = self._tables[match]
        stored = await self._batcher.move(
            b"m:" + match,
            b"l:" + match,
            b"%d" % table.version,
            b"%d" % (table.version + 1),
            self._plan.state,
            self._plan.entry,
        )
        if not stored:
            raise RuntimeError("two moves at once")
        table.moved()
        return self._plan.reply

    async def watch(
        self, request: bytes, context: "grpc.aio.ServicerContext[bytes, bytes]"
    ) -> None:
        """Send every move; the first two streams of a match are its seats."""
        table = self._tables.setdefault(_match(request), Table())
        place, table.streams = table.streams, table.streams + 1
        seen = table.version
        await context.write(self._plan.opening[self._role(place, seen)])
        while True:
            while seen == table.version:
                await table.next()
            seen += 1
            await context.write(self._plan.news[self._role(place, seen)])

    def _role(self, place: int, version: int) -> int:
        """Whose stream it is: the seat to act, the other seat, or a spectator."""
        return 2 if place > 1 else (place + version) % 2


def _match(request: bytes) -> bytes:
    """The id of the match: the first field of both requests."""
    return request[2 : 2 + request[1]]


def handlers(floor: Floor) -> "Iterator[tuple[str, grpc.RpcMethodHandler[bytes, bytes]]]":
    """The calls by their names; messages are passed as bytes."""
    yield "SubmitAction", grpc.unary_unary_rpc_method_handler(floor.submit)
    yield "WatchMatch", grpc.unary_stream_rpc_method_handler(floor.watch)


async def serve(plan: Plan) -> None:
    """Serve until killed."""
    client = Redis.from_url(plan.redis)
    floor = Floor(plan, Batcher(client, await client.script_load(MOVE)))
    server = grpc.aio.server(options=plan.options)
    generic = grpc.method_handlers_generic_handler(SERVICE, dict(handlers(floor)))
    server.add_generic_rpc_handlers((generic,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    gc.freeze()
    gc.set_threshold(*plan.collect)
    print(f"floor listens on 127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(read_plan(Path(sys.argv[1]))))
