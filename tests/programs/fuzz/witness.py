"""An honest player of each server while it is under fire: everything it does must go well."""

import asyncio
from random import Random
from typing import Final

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from tests.programs.fuzz.hpack import Shown
from tests.programs.fuzz.world import Served
from tests.service.callers import Caller
from tests.service.players import Watcher, play_randomly, seated

_GAMES: Final = (GAME_DUEL, GAME_SPLENDOR, GAME_DUEL_COUNTERFEITERS)
_MOVES: Final = 4


class Witness:
    """Plays a match at a time, with a watcher on it that must see all of it."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._rng = Random(7)
        self._callers: list[Caller] = []
        self._maker: Caller | None = None
        self._watcher: Watcher | None = None
        self._task: asyncio.Task[None] | None = None
        self.matches: set[str] = set()
        """What it has played."""
        self._match = ""
        self.moves = 0

    async def sit_down(self) -> None:
        """Come in, on connections of its own."""
        players = self._served.players
        self._maker = self._caller(players.maker)
        self._callers = [self._caller(players.ann), self._caller(players.bob)]
        await self._begin()

    def _caller(self, shown: Shown) -> Caller:
        caller = self._served.process.caller()
        caller.metadata = tuple((name.decode(), value.decode()) for name, value in shown)
        return caller

    async def _begin(self) -> None:
        assert self._maker is not None
        game = _GAMES[len(self.matches) % len(_GAMES)]
        self._match = (await self._maker.create(seated(game, ["ann", "bob"]))).match.match
        self.matches.add(self._match)
        self._watcher = Watcher(self._callers[:1], self._match, 0)
        self._task = asyncio.create_task(self._watcher.run())

    async def play(self) -> None:
        """Make some moves; the watcher must see them, in order, and never be cut."""
        assert self._watcher is not None
        before = self._watcher.version
        version = await play_randomly(self._match, self._callers, self._rng, _MOVES)
        self.moves += max(version - max(before, 0), 0)
        await self._watcher.reached(version)
        assert not self._watcher.cuts
        assert not self._watcher.resets
        if self._watcher.reveal is not None:
            assert self._task is not None
            await self._task
            await self._begin()

    async def leave(self) -> None:
        """Go; whatever the watcher came across is raised."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
