"""The wires between the client and the server's listeners: TCP that can be cut anywhere.

They do not read the bytes that pass, so they treat every protocol alike.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from gemwright.setting_kinds import Address

_CHUNK: Final = 1 << 16


class Wires:
    """The wires to all listeners; a cut affects all of them."""

    def __init__(self) -> None:
        self._writers: set[asyncio.StreamWriter] = set()
        self._left: int | None = None
        self._is_down = False
        self.connections = 0
        """How many connections were made, or tried while the wires were down."""

    def cut(self) -> None:
        """Cut every connection now."""
        self._left = None
        for writer in self._writers:
            writer.transport.abort()

    def cut_after(self, left: int) -> None:
        """Let this many bytes of the server through, then cut the connection they came on."""
        self._left = left

    def take_down(self) -> None:
        """Cut every connection and refuse new ones."""
        self._is_down = True
        self.cut()

    def put_up(self) -> None:
        """Allow connections again."""
        self._is_down, self._left = False, None

    @asynccontextmanager
    async def to(self, door: Address) -> AsyncIterator[Address]:
        """Open a wire to a listener and return the address where the wire begins."""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._serve(door, reader, writer)

        listening = await asyncio.start_server(serve, door.host, 0)
        host, port, *_ = listening.sockets[0].getsockname()
        try:
            yield Address(host, port)
        finally:
            listening.close()
            self.cut()

    async def _serve(
        self, door: Address, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.connections += 1
        ends = {writer}
        with suppress(OSError):
            if not self._is_down:
                answers, asks = await asyncio.open_connection(door.host, door.port)
                ends.add(asks)
                self._writers |= ends
                await self._carry(reader, asks, answers, writer)
        self._writers -= ends
        for end in ends:
            end.transport.abort()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        asks: asyncio.StreamWriter,
        answers: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Pass bytes both ways until either end is gone."""
        asking = asyncio.create_task(_copy(reader, asks))
        try:
            while chunk := await answers.read(_CHUNK):
                if self._left is not None and self._left < len(chunk):
                    await _write(writer, chunk[: self._left])
                    self._left = None
                    return
                if self._left is not None:
                    self._left -= len(chunk)
                await _write(writer, chunk)
        finally:
            asking.cancel()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await reader.read(_CHUNK):
            await _write(writer, chunk)
        writer.transport.abort()


async def _write(writer: asyncio.StreamWriter, chunk: bytes) -> None:
    """Write, unless the wire was cut in the meantime, which uvloop treats as a mistake."""
    if writer.is_closing():
        raise ConnectionResetError
    writer.write(chunk)
    await writer.drain()
