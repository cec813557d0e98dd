"""Everything that runs: a store, servers behind doors, bot hosts, clients; and the end in order.

It is put up and taken down here; what befalls it meanwhile is the storm's.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from tests.programs.chaos import servers as serving
from tests.programs.chaos.actor import Actor, Failed
from tests.programs.chaos.cluster_store import ClusterStore
from tests.programs.chaos.doors import Doors
from tests.programs.chaos.journal import Journal
from tests.programs.chaos.stores import SingleStore

AGAIN_S: Final = 0.5
"""Between two attempts to start a server that cannot, for its store is away."""
ATTEMPTS: Final = 60
PRINCIPALS: Final = tuple(f"p{number}" for number in range(32))
"""The players; as many as the clients take for granted."""


Store: TypeAlias = SingleStore | ClusterStore


@dataclass(frozen=True, slots=True)
class Cast:
    """How many of what."""

    servers: int = 2
    """Those that clients know; one more is there for bot hosts."""
    bots: int = 2
    players: int = 2
    watchers: int = 2
    feeds: int = 1


class Stage:
    """What runs."""

    def __init__(
        self,
        folder: Path,
        store: Store,
        cast: Cast,
        seed: int,
        *,
        words: Sequence[str] = (),
        serve: Sequence[str] = serving.SERVE,
        client_words: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.store = store
        self.journal = Journal(folder / "journals" / "storm.jsonl")
        self.doors = Doors(cast.servers + 1, self.journal)
        self._keys = folder / "keys.json"
        self._cast = cast
        self._seed = seed
        self._words = tuple(words)
        self._serve = serve
        self._client_words = tuple(client_words)
        self.servers: list[Actor] = []
        self.bots: list[Actor] = []
        self.clients: list[Actor] = []
        self.troubles: list[str] = []
        """What must not happen to processes, and did."""

    async def put_up(self) -> None:
        """Start the servers and their doors; the store runs already."""
        await self.doors.start()
        serving.make_keys(self._keys)
        for place in range(len(self.doors.addresses)):
            is_for_bots = place == len(self.doors.addresses) - 1
            words = ("--keys", str(self._keys)) if is_for_bots else ()
            self.servers.append(self._server(f"server {place + 1}", words))
        await asyncio.gather(*map(self.serve, range(len(self.servers))))

    async def let_in(self) -> None:
        """Start those who play and watch."""
        folder, door = self.folder / "servers", self.doors.addresses[-1]
        self.bots = [
            serving.bot_host(f"bots {number}", folder, door, self._keys, self.journal)
            for number in range(1, self._cast.bots + 1)
        ]
        roles = {
            "matchmaker": 1,
            "feeds": self._cast.feeds,
            "watchers": self._cast.watchers,
            "players": self._cast.players,
        }
        self.clients = [
            self._client(role, number)
            for role, many in roles.items()
            for number in range(1, many + 1)
        ]
        await asyncio.gather(*(one.start() for one in (*self.bots, *self.clients)))

    def _server(self, name: str, words: Sequence[str]) -> Actor:
        def command(_: int) -> Sequence[str]:
            store = ("--redis", self.store.url, *self.store.words)
            return (*self._serve, *serving.WORDS, *store, *self._words, *words)

        return Actor(name, command, self.folder / "servers", self.journal, serving.READY)

    def _client(self, role: str, number: int) -> Actor:
        addresses = ",".join(self.doors.addresses[:-1])

        def command(again: int) -> Sequence[str]:
            words = list(self._client_words)
            if role == "players":  # each process plays its share of them
                words += ["--principals", ",".join(PRINCIPALS[number - 1 :: self._cast.players])]
            return (
                *(sys.executable, "-m", "tests.programs.chaos.clients", role),
                *("--folder", str(self.folder), "--name", f"{role}-{number}-{again}"),
                *("--servers", addresses, "--seed", str(self._seed)),
                *("--silence", str(2.5 * serving.HEARTBEAT_S), *words),
            )

        return Actor(f"{role} {number}", command, self.folder / "clients", self.journal)

    async def serve(self, place: int) -> None:
        """Start a server, again and again as a supervisor would, and lead its door there."""
        server = self.servers[place]
        for _ in range(ATTEMPTS):
            try:
                await server.start()
            except Failed:
                server.tell("not started")
                await asyncio.sleep(AGAIN_S)
                continue
            await self.doors.do(place, "lead", serving.address(server))
            return
        raise Failed(f"{server.name} cannot be started: see {server.log}")

    async def stop_clients(self, chosen: Callable[[Actor], bool]) -> None:
        """End some of the clients in order, and note those that do not."""
        await asyncio.gather(*(self._stop(one) for one in self.clients + self.bots if chosen(one)))

    async def _stop(self, one: Actor) -> None:
        if not one.is_running:
            self.note_that_it_ended(one)
            return
        try:
            code = await one.end()
        except Failed as failed:
            self.troubles.append(str(failed))
            return
        if code:
            self.troubles.append(f"{one.name} ended with code {code}: see {one.log}")

    def note_that_it_ended(self, one: Actor) -> None:
        """A process was gone of which nobody had asked that."""
        self.troubles.append(f"{one.name} had ended with code {one.code}: see {one.log}")

    def logs(self) -> list[Path]:
        """What servers and bot hosts have logged."""
        return [one.log for one in (*self.servers, *self.bots)]

    async def take_down(self) -> None:
        """Leave no process behind."""
        for one in (*self.clients, *self.bots, *self.servers):
            one.abandon()
        await self.doors.close()
        self.journal.close()


@asynccontextmanager
async def staged(stage: Stage) -> AsyncIterator[Stage]:
    """The stage for as long as it is played on."""
    try:
        await stage.put_up()
        yield stage
    finally:
        await stage.take_down()
