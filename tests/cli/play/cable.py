"""The network between a player and a server, which a test can cut and mend."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

_CHUNK: Final = 1 << 16


class Cable:
    """Hands bytes between clients and one server; see `cable`."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._writers: set[asyncio.StreamWriter] = set()
        self.address = ""
        """What a client is to call."""
        self.is_cut = False
        """Whether new connections are closed at once."""
        self.is_deaf = False
        """Whether the answers of the server are lost, while calls still come through."""

    def cut(self) -> None:
        """Cut all connections, and let none be made."""
        self.is_cut = True
        for writer in self._writers:
            writer.close()

    def mend(self) -> None:
        """From now on everything comes through; what was deaf is cut first."""
        for writer in self._writers:
            writer.close()
        self.is_cut = self.is_deaf = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Stand between one client and the server until either goes."""
        if self.is_cut:
            writer.close()
            return
        from_server, to_server = await asyncio.open_connection(*self._server)
        ends = {writer, to_server}
        self._writers |= ends
        with suppress(OSError):
            async with asyncio.TaskGroup() as directions:
                directions.create_task(self._ask(reader, to_server))
                directions.create_task(self._answer(from_server, writer))
        self._writers -= ends
        for end in ends:
            end.close()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(_CHUNK):
                writer.write(chunk)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(_CHUNK):
                if not self.is_deaf:
                    writer.write(chunk)
        writer.close()


@asynccontextmanager
async def cable(address: str) -> AsyncIterator[Cable]:
    """A cable to the server at an address."""
    host, _, port = address.rpartition(":")
    laid = Cable(host, int(port))
    server = await asyncio.start_server(laid.serve, "127.0.0.1", 0)
    own_host, own_port = server.sockets[0].getsockname()[:2]
    laid.address = f"{own_host}:{own_port}"
    try:
        yield laid
    finally:
        server.close()
        laid.cut()
        await server.wait_closed()
