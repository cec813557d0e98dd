"""Doors: what clients connect to instead of servers, which come and go behind them.

A door hands bytes on, to wherever its server is now. It can cut one connection or all of them,
close for a while, or hold what it is given so that both ends only find that nothing comes. Doors
live in a process of their own (`python -m tests.programs.chaos.doors 3`), lest the storm slows the
traffic: `Doors` is the other end of it. What is done at which door is up to the storm.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from tests.programs.chaos.journal import Journal, Kind

CHUNK: Final = 1 << 16
PATIENCE: Final = 30.0


class Line:
    """One connection through a door: both its ends."""

    def __init__(self, door: "Door", client: asyncio.StreamWriter) -> None:
        self._door = door
        self._ends = [client]

    async def carry(self, reader: asyncio.StreamReader) -> None:
        """Hand bytes on both ways until either end goes."""
        host, _, port = self._door.server.rpartition(":")
        try:
            from_server, to_server = await asyncio.open_connection(host, int(port))
            self._ends.append(to_server)
            if self._door.is_closed:
                return
            async with asyncio.TaskGroup() as group:
                group.create_task(self._copy(reader, to_server))
                group.create_task(self._copy(from_server, self._ends[0]))
        except (OSError, ValueError):
            pass  # nobody is there: the client finds its connection gone
        finally:
            self.cut()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                await self._door.passing.wait()
                if writer.is_closing():  # a write to it is a mistake, says uvloop
                    break
                writer.write(chunk)
                await writer.drain()
        self.cut()

    def cut(self) -> None:
        """Lose what is on the way, and tell both ends that the connection is gone."""
        for end in self._ends:
            end.transport.abort()


class Door:
    """Where the clients of one server connect."""

    def __init__(self) -> None:
        self.server = ""
        """Where the server is now."""
        self.is_closed = False
        self.passing = asyncio.Event()
        self.passing.set()
        self._lines: set[Line] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A client has come."""
        if self.is_closed:
            writer.transport.abort()
            return
        line = Line(self, writer)
        self._lines.add(line)
        try:
            await line.carry(reader)
        finally:
            self._lines.discard(line)

    def do(self, what: str, about: str) -> int:
        """Do as the storm says; the number of connections that were cut."""
        lines = list(self._lines)
        match what:
            case "lead":
                self.server = about
            case "cut":
                return _cut(lines)
            case "cut one":
                return _cut([lines[int(float(about) * len(lines))]] if lines else [])
            case "close":
                self.is_closed = True
                return _cut(lines)
            case "hold":
                self.passing.clear()
            case "open":
                self.is_closed = False
                self.passing.set()
            case _:
                raise ValueError(f"a door cannot {what}")
        return 0


def _cut(lines: list[Line]) -> int:
    for line in lines:
        line.cut()
    return len(lines)


async def serve_doors(number: int) -> None:
    """Be so many doors until told no more: a line of JSON for each thing to do, and one back."""
    doors = [Door() for _ in range(number)]
    listening = [await asyncio.start_server(door.serve, "127.0.0.1", 0) for door in doors]
    places = [one.sockets[0].getsockname() for one in listening]
    print(json.dumps([f"{host}:{port}" for host, port in places]), flush=True)
    told = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(told), sys.stdin
    )
    while line := await told.readline():
        said = json.loads(line)
        print(doors[said["door"]].do(said["what"], said["about"]), flush=True)


class Doors:
    """The process of the doors, as the storm has it."""

    def __init__(self, number: int, journal: Journal) -> None:
        self._number = number
        self._journal = journal
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self.addresses: list[str] = []
        self.cuts = 0
        """So many connections were cut."""

    async def start(self) -> None:
        """Open them all."""
        words = ("-m", "tests.programs.chaos.doors", str(self._number))
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        self.addresses = json.loads(await self._line())

    async def do(self, door: int, what: str, about: str = "") -> int:
        """Do something at a door; the number of connections that were cut."""
        assert self._process is not None
        assert self._process.stdin is not None
        async with self._turn:
            said: Mapping[str, object] = {"door": door, "what": what, "about": about}
            self._process.stdin.write(json.dumps(said).encode() + b"\n")
            cut = int(await self._line())
        self.cuts += cut
        self._journal.write(Kind.DONE, what=what, whom=f"door {door + 1}")
        return cut

    async def _line(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return await self._process.stdout.readline()

    async def close(self) -> None:
        """End them."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


if __name__ == "__main__":
    asyncio.run(serve_doors(int(sys.argv[1])))
