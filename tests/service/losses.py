"""Two servers whose answers a test can have lost, and moves to be lost and sent again.

Each server stands behind a proxy that loses what Redis answers. Nothing wakes them, so that each is
behind whenever the other has done something.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from google.protobuf.message import Message

from gemwright.pb.game_pb2 import (
    Action,
)
from gemwright.pb.match_pb2 import Update
from gemwright.pb.matchmaker_service_pb2 import (
    ListMatchesRequest,
)
from tests.redis.cutting_proxy import CuttingProxy, cutting_proxy
from tests.service.callers import Caller
from tests.service.players import choose
from tests.service.servers import PATIENT, Host, Servers, servers_on
from tests.valkey import Valkey
from tests.waiting import until

SEATED: Final = ("ann", "bob")
NEVER: Final = 1_000_000
"""More answers than come through."""
Call: TypeAlias = Callable[[int], Awaitable[Message]]
"""One call with one request, at the server of a number; the same for each retry."""


class Loss(Enum):
    """How a client comes to have no answer."""

    ON_THE_WAY = auto()
    """The server has answered; nobody has heard it."""
    RESENT = auto()
    """Redis has answered; the server asks again, and its answer is lost too."""
    CANCELLED = auto()
    """Redis has answered and went away, and the client has given up before it came back."""


@dataclass
class Stage:
    """Two servers and the proxies before their store."""

    servers: Servers
    proxies: list[CuttingProxy]
    store: Valkey

    @property
    def hosts(self) -> list[Host]:
        """Both servers."""
        return self.servers.hosts

    async def lose(self, at: int, call: Call, loss: Loss, answers: int = 0) -> None:
        """Call and have the answer lost; `answers` of Redis come through before one is lost."""
        proxy, before = self.proxies[at], self.proxies[at].dropped
        if loss is not Loss.ON_THE_WAY:
            proxy.drop_replies_after(answers)
        proxy.is_down = loss is Loss.CANCELLED
        calling = asyncio.ensure_future(call(at))
        if loss is Loss.CANCELLED:
            await until(lambda: proxy.dropped > before or calling.done(), "an answer is lost")
            calling.cancel()
        with suppress(asyncio.CancelledError):
            await calling
        proxy.is_down = False
        proxy.drop_replies_after(NEVER)
        assert proxy.dropped > before or answers or loss is Loss.ON_THE_WAY


@asynccontextmanager
async def stage(store: Valkey, folder: Path) -> AsyncIterator[Stage]:
    """Two servers that nothing wakes, each with a line to the store that is open."""
    async with (
        cutting_proxy(folder / "first", store.socket) as first,
        cutting_proxy(folder / "second", store.socket) as second,
        servers_on(store.url, 0, PATIENT) as servers,
    ):
        for proxy in (first, second):
            host = await servers.start(url=proxy.url, wake_ups=False)
            assert await host.caller().matches(ListMatchesRequest()) == []
        yield Stage(servers, [first, second], store)


class Move(NamedTuple):
    """An action and all that its retry needs."""

    match: str
    seat: int
    version: int
    action: Action
    request_id: str

    async def at(self, line: list[Caller]) -> Update:
        """Send it, for the first time or again."""
        caller = line[self.seat]
        return await caller.act(self.match, self.seat, self.version, self.action, self.request_id)


def lines_of(hosts: list[Host]) -> list[list[Caller]]:
    """Both seats, at each server."""
    return [[host.caller(name) for name in SEATED] for host in hosts]


async def next_move(match: str, line: list[Caller], rng: Random, request_id: str) -> Move:
    """What the seat to act does next."""
    seat = (await line[0].get(match)).match.seat_to_act
    sight = await line[seat].get(match, seat)
    return Move(match, seat, sight.match.version, choose(sight.legal_actions, rng), request_id)


async def number_of_matches(staged: Stage) -> int:
    """How many there are."""
    return len(await staged.hosts[0].caller().matches(ListMatchesRequest()))


async def version_of(staged: Stage, match: str) -> int:
    """How many updates the log of a match has."""
    log = await staged.hosts[1].caller().updates(match)
    assert [update.version for update in log] == list(range(1, len(log) + 1))
    return len(log)
