"""A door to a Redis that loses answers and connections when a test says so."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

from tests.ports import HOST, free_port

CHUNK = 1 << 20
AT_ONCE = struct.pack("ii", 1, 0)
"""As SO_LINGER: who closes waits for nothing, and the other end hears of a reset."""
TURNS = 10
"""Of the event loop: in fewer it hears of what has come."""


class CuttingProxy:
    """Hands bytes between clients and a Redis; see `cutting_proxy`."""

    def __init__(self, url: str, redis_socket: Path) -> None:
        self.url = url
        self.is_down = False
        """Set to have new connections closed at once."""
        self.dropped = 0
        """Answers of Redis that nobody will ever see."""
        self._redis_socket = redis_socket
        self._passing: int | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    def drop_replies_after(self, answers: int) -> None:
        """Let so many answers through, lose the next, and cut its connection; once.

        An answer is what Redis sends at a time: the replies to one pipeline, if they are short.
        """
        self._passing = answers

    def cut(self) -> None:
        """Cut all connections."""
        for writer in self._writers:
            writer.close()

    async def reset(self) -> None:
        """Have all connections over TCP break, as where a machine on the way forgot them, and the
        other ends hear of it."""
        for writer in self._writers:
            end: socket.socket = writer.get_extra_info("socket")
            if end.family == socket.AF_INET:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            writer.transport.abort()
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Stand between one client and Redis until either goes."""
        if self.is_down:
            writer.close()
            return
        from_redis, to_redis = await asyncio.open_unix_connection(self._redis_socket)
        ends = {writer, to_redis}
        self._writers |= ends
        with suppress(OSError):
            async with asyncio.TaskGroup() as directions:
                asking = directions.create_task(_copy(reader, to_redis))
                await self._answer(from_redis, writer)
                asking.cancel()
        self._writers -= ends
        for end in ends:
            end.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(CHUNK):
            if self._loses_this():
                return
            writer.write(chunk)
            await writer.drain()

    def _loses_this(self) -> bool:
        if self._passing == 0:
            self._passing = None
            self.dropped += 1
            return True
        if self._passing:
            self._passing -= 1
        return False


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(CHUNK):
        writer.write(chunk)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def cutting_proxy(door: Path, redis_socket: Path) -> AsyncIterator[CuttingProxy]:
    """A proxy on a Unix socket before the one of a Redis."""
    proxy = CuttingProxy(f"unix://{door}", redis_socket)
    async with _serving(proxy, await asyncio.start_unix_server(proxy.serve, door)):
        yield proxy


@asynccontextmanager
async def cutting_proxy_over_tcp(redis_socket: Path) -> AsyncIterator[CuttingProxy]:
    """A proxy on a port before the socket of a Redis."""
    with ExitStack() as stack:
        port = free_port(stack)
        proxy = CuttingProxy(f"redis://{HOST}:{port}", redis_socket)
        async with _serving(proxy, await asyncio.start_server(proxy.serve, HOST, port)):
            yield proxy


@asynccontextmanager
async def _serving(proxy: CuttingProxy, server: asyncio.Server) -> AsyncIterator[None]:
    try:
        yield
    finally:
        server.close()
        proxy.cut()
        await server.wait_closed()
