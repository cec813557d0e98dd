"""One case as it runs: what faults can do to the client, and what it led to."""

import asyncio
from typing import Final

from redis.asyncio import Redis

from gemwright.matches.faults import TokenExpired
from gemwright_conformance.journal import Journal
from gemwright_conformance.table import Table
from gemwright_conformance.venue import Venue


class CaseScene:
    """What a fault can use; `incidents.Scene` describes it."""

    def __init__(self, venue: Venue, tables: list[Table]) -> None:
        self.journal: Final = Journal()
        self._venue = venue
        self._tables = tables
        self.token = venue.credentials.give(tables[0].client)
        """The client's newest credential."""
        self._kept: dict[bytes, bytes] = {}

    @property
    def idle_match(self) -> str:
        """The match in which nothing happens while there are others."""
        return self._tables[0].match

    def cut(self) -> None:
        """Cut every connection of the client."""
        self._venue.wires.cut()

    def cut_after(self, left: int) -> None:
        """Let this many bytes of the server through, then cut the connection they came on."""
        self._venue.wires.cut_after(left)

    def be_out_for(self, seconds: float) -> None:
        """Cut every connection and refuse new ones for a while."""
        wires, before = self._venue.wires, self._venue.wires.connections

        def be_back() -> None:
            self.journal.connections = wires.connections - before
            wires.put_up()

        wires.take_down()
        asyncio.get_running_loop().call_later(seconds, be_back)

    def expire(self) -> Exception:
        """Let the client's credential expire, and return the error for calls with it."""
        self.token = self._venue.credentials.give(self._tables[0].client)
        self.journal.expiries += 1
        return TokenExpired()

    async def rival_resigns(self) -> None:
        """Let a rival resign."""
        await self._tables[0].rivals[0].resign()

    async def keep(self) -> None:
        """Remember the content of the store."""
        self._kept = await _content(self._venue.store)

    async def lose(self) -> None:
        """Let the store lose everything since `keep`."""
        store = self._venue.store
        now = await _content(store)
        async with store.pipeline(transaction=True) as pipeline:
            for name in now.keys() - self._kept.keys():
                pipeline.delete(name)
            for name, content in self._kept.items():
                pipeline.restore(name, 0, content, replace=True)
            await pipeline.execute()


async def _content(store: Redis) -> dict[bytes, bytes]:
    """Every key of the store with its content."""
    names = [name async for name in store.scan_iter()]
    async with store.pipeline(transaction=True) as pipeline:
        for name in names:
            pipeline.dump(name)
        contents = await pipeline.execute()
    return {name: content for name, content in zip(names, contents, strict=True) if content}
