"""A line between a client and a server that a test can cut, hold, or have lose answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

CHUNK: Final = 1 << 16


class Wire:
    """Hands bytes between clients and one server; see `wire`."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.address = ""
        self._is_down = False
        self.cuts = 0
        self.connections = 0
        """So many were made."""
        self._open = asyncio.Event()
        self._open.set()
        self._left: int | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected."""
        return not self._writers

    def cut(self) -> None:
        """Cut all connections now."""
        self.cuts += bool(self._writers)
        for writer in self._writers:
            writer.transport.abort()

    def take_down(self) -> None:
        """Cut all connections, and let none be made."""
        self._is_down = True
        self.cut()

    def put_up(self) -> None:
        """Let everything through again; what was held is lost with its connection."""
        self._is_down = False
        self.release()

    def cut_after(self, left: int) -> None:
        """Let so many bytes of the server through, then cut, once; what comes next is lost."""
        self._left = left

    def hold(self) -> None:
        """Let nothing of the server through until released; nobody is told."""
        self._open.clear()

    def release(self) -> None:
        """Let everything through that was held."""
        self._open.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Stand between one client and the server until either goes."""
        if self._is_down:
            writer.transport.abort()
            return
        self.connections += 1
        host, _, port = self._server.rpartition(":")
        ends = {writer}
        with suppress(OSError):
            from_server, to_server = await asyncio.open_connection(host, int(port))
            ends.add(to_server)
            self._writers |= ends
            asking = asyncio.create_task(_copy(reader, to_server))
            try:
                await self._answer(from_server, writer)
            finally:
                asking.cancel()
        self._writers -= ends
        for end in ends:
            end.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(CHUNK):
            await self._open.wait()
            if self._left is not None and len(chunk) > self._left:
                await _write(writer, chunk[: self._left])
                self._left = None
                self.cuts += 1
                return
            if self._left is not None:
                self._left -= len(chunk)
            await _write(writer, chunk)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await reader.read(CHUNK):
            await _write(writer, chunk)
        writer.transport.abort()


async def _write(writer: asyncio.StreamWriter, chunk: bytes) -> None:
    """Write, unless it was cut while the chunk was on its way: uvloop takes that for a mistake."""
    if writer.is_closing():
        raise ConnectionResetError
    writer.write(chunk)
    await writer.drain()


@asynccontextmanager
async def wire(server: str) -> AsyncIterator[Wire]:
    """A line to a server, at an address of its own."""
    made = Wire(server)
    listening = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.address = "{}:{}".format(*listening.sockets[0].getsockname())
    try:
        yield made
    finally:
        listening.close()
        made.release()
        made.cut()
        await listening.wait_closed()
