"""What lies between client and server: it carries everything, and is cut where it is told to be."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import pytest

from gemwright.setting_kinds import Address
from gemwright_conformance.wire import Wires

SAID: Final = b"0123456789" * 100_000


@asynccontextmanager
async def talker(said: bytes) -> AsyncIterator[Address]:
    """A server that says something to whoever connects, and then listens."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        await reader.read()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    try:
        yield Address(host, port)
    finally:
        server.close()


async def heard(place: Address, most: int) -> int:
    """So many bytes come from there, at most, until the connection breaks."""
    reader, writer = await asyncio.open_connection(place.host, place.port)
    try:
        return await read(reader, most)
    finally:
        await gone(writer)


async def read(reader: asyncio.StreamReader, most: int) -> int:
    """So many bytes come, at most, until the connection breaks."""
    found = 0
    with suppress(ConnectionResetError):
        while found < most and (chunk := await reader.read(most - found)):
            found += len(chunk)
    return found


async def gone(writer: asyncio.StreamWriter) -> None:
    """Hang up."""
    writer.transport.abort()
    with suppress(OSError):
        await writer.wait_closed()


async def test_everything_is_carried() -> None:
    wires = Wires()
    async with talker(SAID) as server, wires.to(server) as place:
        assert await heard(place, len(SAID)) == len(SAID)


@pytest.mark.parametrize("left", [1, 9, 70_000])
async def test_it_is_cut_after_so_many_bytes_once(left: int) -> None:
    wires = Wires()
    async with talker(SAID) as server, wires.to(server) as place:
        wires.cut_after(left)
        assert await heard(place, len(SAID)) == left
        assert await heard(place, len(SAID)) == len(SAID)


async def test_what_is_down_lets_nobody_through_until_it_is_up_and_counts_who_tries() -> None:
    wires = Wires()
    async with talker(SAID) as server, wires.to(server) as place:
        wires.take_down()
        assert [await heard(place, 1) for _ in range(3)] == [0, 0, 0]
        assert wires.connections == 3
        wires.put_up()
        assert await heard(place, 1) == 1


async def test_a_cut_ends_every_connection_to_every_door() -> None:
    wires = Wires()
    async with talker(b".") as server, wires.to(server) as first, wires.to(server) as second:
        places = (first, second)
        opened = [await asyncio.open_connection(one.host, one.port) for one in places]
        assert [await read(reader, 1) for reader, _ in opened] == [1, 1]
        wires.cut()
        assert [await read(reader, 1) for reader, _ in opened] == [0, 0]
        for _, writer in opened:
            await gone(writer)
