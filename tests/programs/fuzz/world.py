"""What is fuzzed: two servers on one Valkey, one that believes everybody and one with keys.

Before it begins, honest players fill both with matches in every state. What they send is kept as
bytes, to be damaged later; what they send and get is remembered field by field, to make requests
that are nearly right.
"""

import asyncio
import base64
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from gemwright.redis.inspection import SECRET_KEY
from tests.programs.fuzz.contract import Method, methods_of
from tests.programs.fuzz.honest import Players, Tape, play_everything
from tests.programs.fuzz.hpack import Shown
from tests.programs.fuzz.line import connected
from tests.programs.fuzz.values import Memory
from tests.service.credentials import LATER, Credentials, credentials
from tests.service.processes import PASSWORD, USER, Process, url_of
from tests.valkey import Valkey, valkey

_QUICK: Final = ("--log-level", "info", "--heartbeat", "5s")
CACHED: Final = 200
"""So few that matches which are accepted on the way do not look like a leak."""
_GENEROUS: Final = ("--max-calls", "100000", "--max-streams", "5000")


@dataclass(frozen=True)
class Served:
    """A server under fire."""

    process: Process
    players: Players
    credentials: Mapping[str, Shown]
    """Every kind there is, the wrong ones too."""
    good: Sequence[str]
    """Those that are right."""
    methods: Sequence[Method]
    tape: Tape = field(default_factory=lambda: defaultdict(list))
    memory: Memory = field(default_factory=Memory)
    guarded: set[str] = field(default_factory=set)
    """Matches of the honest players."""

    @property
    def address(self) -> str:
        """Where it listens."""
        return self.process.address

    @property
    def pid(self) -> int:
        """Its process."""
        return self.process.running.process.pid


@dataclass(frozen=True)
class World:
    """Everything that is there."""

    store: Valkey
    servers: Sequence[Served]
    secrets: Sequence[bytes]
    """What no answer and no log may have."""
    told: Sequence[bytes]
    """What is told to whom it concerns, and never in an error or a log."""


@asynccontextmanager
async def world(
    folder: Path, rng: Random, moves: int = 12, cached: int = CACHED
) -> AsyncIterator[World]:
    """Servers with matches, of which they keep so many in memory."""
    async with AsyncExitStack() as stack:
        store = stack.enter_context(
            valkey("--appendfsync", "no", "--enable-debug-command", "yes", *USER)
        )
        made = credentials(folder)
        words = ("--redis", url_of(store), *_QUICK, "--cache-matches", str(cached))
        open_to_all = Process(folder / "open", *words)
        keyed = Process(folder / "keyed", *words, *made.words, *_GENEROUS)
        for process in (open_to_all, keyed):
            stack.push_async_callback(process.close)
        await asyncio.gather(open_to_all.start(), keyed.start())
        servers = [await _open(open_to_all), await _keyed(keyed, made)]
        for served in servers:
            async with connected(served.address) as line:
                for match in await play_everything(
                    line, served.players, served.tape, served.memory, rng, moves
                ):
                    served.guarded.add(match)
        yield World(store, servers, _secrets(store, made), _told(servers, made))


async def _open(process: Process) -> Served:
    names = ("ann", "bob", "cleo")
    shown = {name: ((b"authorization", f"Bearer dev:{name}".encode()),) for name in names}
    wrong = {
        "nothing": (),
        "garbage": ((b"authorization", b"Bearer dev:not a principal"),),
        "bot": ((b"authorization", b"Bearer dev:bot:random"),),
        "another scheme": ((b"authorization", b"Basic ZGV2"),),
        "two": (*shown["ann"], *shown["bob"]),
        "a page": (*shown["ann"], (b"origin", b"http://localhost")),
    }
    players = Players(shown["cleo"], shown["cleo"], shown["ann"], shown["bob"], is_open=True)
    return Served(
        process, players, {**shown, **wrong}, tuple(shown), await _methods(process.address)
    )


async def _keyed(process: Process, made: Credentials) -> Served:
    shown = {kind: _bytes(metadata) for kind, metadata in made.shown().items()}
    players = Players(shown["lobby"], shown["ops"], shown["ann"], shown["bob"], is_open=False)
    good = ("lobby", "ops", "ann", "bob")
    return Served(process, players, shown, good, await _methods(process.address))


def _bytes(metadata: Sequence[tuple[str, str]]) -> Shown:
    return tuple((name.encode(), value.encode()) for name, value in metadata)


async def _methods(address: str) -> Sequence[Method]:
    async with connected(address) as line:
        return await methods_of(line)


def _secrets(store: Valkey, made: Credentials) -> Sequence[bytes]:
    with store.client() as client:
        deployment = client.get(SECRET_KEY)
    assert isinstance(deployment, bytes)
    keys = [signer.secret for signer in made.file.keys.signing_keys]
    return [*forms(deployment), *(form for key in keys for form in forms(key)), PASSWORD.encode()]


def _told(servers: Sequence[Served], made: Credentials) -> Sequence[bytes]:
    api_keys = [key.encode() for key in (made.lobby, made.ops, made.rival)]
    tokens = [made.player(name, until=LATER)[0][1].encode() for name in ("ann", "bob")]
    return [*api_keys, *tokens]


def forms(secret: bytes) -> Sequence[bytes]:
    """A secret in every form in which it might get out."""
    return secret, secret.hex().encode(), base64.b64encode(secret)
