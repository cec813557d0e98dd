"""Players who never give up: they repeat a call, at one server after the other, until answered.

They insist on what a client may rely on then: one answer for one request id, and nothing that was
acknowledged is ever missing, in another place or doubled.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from itertools import count
from random import Random
from typing import Final, TypeVar

from gemwright.pb import catalog_service_pb2 as catalog_pb
from gemwright.pb.game_pb2 import Game
from gemwright.pb.match_pb2 import Update
from tests.service.callers import Caller, CallFailed, new_request_id
from tests.service.players import Watcher, choose, seated, watching
from tests.service.processes import Process

PAUSE: Final = 0.02
REASONS: Final = ("", "DRAINING", "OUTCOME_UNKNOWN", "STORE_UNAVAILABLE")
"""What a call may be answered by instead while servers and stores die; "" is no answer."""

T = TypeVar("T")


class Stubborn:
    """One seat's player, who repeats."""

    def __init__(self, callers: Sequence[Caller], first: int = 0) -> None:
        self.callers = callers
        self.acknowledged: list[Update] = []
        self.failures: list[CallFailed] = []
        self._at = first

    async def insist(self, call: Callable[[Caller], Awaitable[T]]) -> T:
        """The answer to a call, whoever gives it in the end."""
        while True:
            try:
                return await call(self.callers[self._at % len(self.callers)])
            except CallFailed as failed:
                if failed.code != "UNAVAILABLE" or failed.reason not in REASONS:
                    raise
                self.failures.append(failed)
            self._at += 1
            await asyncio.sleep(PAUSE)

    async def act(self, match: str, seat: int, rng: Random) -> bool:
        """Play one action, whatever it takes; False if the match is over."""
        sight = await self.insist(lambda caller: caller.get(match, seat))
        if not sight.legal_actions:
            return False
        action, version = choose(sight.legal_actions, rng), sight.match.version
        request_id = new_request_id()
        update = await self.insist(
            lambda caller: caller.act(match, seat, version, action, request_id)
        )
        self.acknowledged.append(update)
        return True

    async def updates(self, match: str, seat: int) -> list[Update]:
        """The history as a seat sees it."""
        return await self.insist(lambda caller: caller.updates(match, seat))


class Stage:
    """Servers, and principals who play one match after the other on them."""

    def __init__(self, servers: Sequence[Process], game: Game, principals: Sequence[str]) -> None:
        self._game = game
        self._principals = principals
        self._lines = [[server.caller(name) for server in servers] for name in principals]
        self.failures: list[CallFailed] = []
        self.moves = 0
        self.cuts = 0

    async def play_until(self, is_enough: asyncio.Event, rng: Random) -> None:
        """Play match after match, and judge each."""
        for number in count():
            await self._play(is_enough, rng, number)
            if is_enough.is_set():
                return

    async def _play(self, is_enough: asyncio.Event, rng: Random, number: int) -> None:
        players = [Stubborn(line, number + seat) for seat, line in enumerate(self._lines)]
        request = seated(self._game, self._principals)
        made = await players[0].insist(lambda caller: caller.create(request))
        match, seat = made.match.match, made.match.seat_to_act
        async with AsyncExitStack() as stack:
            watchers = [
                await stack.enter_async_context(watching(line, match, seat))
                for seat, line in enumerate(self._lines)
            ]
            while await players[seat].act(match, seat, rng):
                state = await players[seat].insist(lambda caller: caller.get(match))
                seat = state.match.seat_to_act
                if is_enough.is_set():
                    break
            await self._judge(match, players, watchers)

    async def _judge(
        self, match: str, players: Sequence[Stubborn], watchers: Sequence[Watcher]
    ) -> None:
        """The log is what was acknowledged, once each, and what was watched."""
        for seat, (player, watcher) in enumerate(zip(players, watchers, strict=True)):
            log = await player.updates(match, seat)
            assert [one for one in log if one.move.seat == seat] == player.acknowledged
            await watcher.reached(len(log))
            assert watcher.updates == log[watcher.snapshots[0].match.version :]
            assert not watcher.resets
            self.moves += len(player.acknowledged)
            self.failures += player.failures
            self.cuts += watcher.cuts


async def begun(
    caller: Caller, made: Sequence[Callable[[], Awaitable[T]]]
) -> list[asyncio.Task[T | CallFailed]]:
    """Calls on a connection that stands; a call made after them was answered already."""
    await list_games(caller)
    calling = [asyncio.create_task(answer_or_failure(one)) for one in made]
    await asyncio.sleep(0)
    await list_games(caller)
    return calling


async def list_games(caller: Caller) -> None:
    """A call that needs no store."""
    path = "/gemwright.v1.CatalogService/ListGames"
    await caller.call(path, catalog_pb.ListGamesRequest(), catalog_pb.ListGamesResponse)


async def answer_or_failure(make: Callable[[], Awaitable[T]]) -> T | CallFailed:
    """The answer to a call, or how it failed."""
    try:
        return await make()
    except CallFailed as failed:
        return failed
