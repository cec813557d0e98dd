"""Players and watchers on a server whose store loses power, and what the players were answered.

Each player holds all seats of one match after the other, of every game in turn. Its calls are in a
journal: what counts as lost is told from the answers it got, and from nothing a server remembers.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from gemwright.pb.match_pb2 import Update
from gemwright.pb.match_service_pb2 import SubmitActionRequest, SubmitActionResponse
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest
from tests.programs.chaos.journal import Journal, Kind
from tests.service.callers import Caller, CallFailed, new_request_id
from tests.service.players import Watcher, choose, seated
from tests.service.processes import Process
from tests.valkey import PATIENCE

SUBMIT: Final = "/gemwright.v1.MatchService/SubmitAction"
GAMES: Final = (GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR)
PLAYER: Final = "ann"
PAUSE: Final = 0.02
BEHIND: Final = ("STALE_VERSION", "ACTION_REFUSED", "MATCH_OVER")
"""What an action is told that was decided on a version which is lost, or on an old one."""
GONE: Final = ("MATCH_NOT_FOUND", "MATCH_EXPIRED")
"""What calls are told of a match that is lost whole."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answered:
    """An action that a player was told is made."""

    match: str
    version: int
    commit: str
    called: float
    at: float
    """When it was called and when the answer came, on the clock of journals."""


class Player:
    """All seats of a match, at every server in turn; it repeats a call until it is answered."""

    def __init__(self, servers: Sequence[Process], journal: Journal, number: int) -> None:
        self._callers = [server.caller(PLAYER) for server in servers]
        self._journal = journal
        self._rng = Random(number)
        self._turn = number
        self.watchers: dict[str, Watcher] = {}
        """By their matches."""
        self.answered: list[Answered] = []
        self.unknown = 0
        """Calls of which nobody can say what came of them."""

    async def play_until(self, is_enough: asyncio.Event) -> None:
        """Play one match after the other, each with a watcher."""
        async with asyncio.TaskGroup() as group:
            following = []
            while not is_enough.is_set():
                self._turn += 1
                match = await self._create(seated(GAMES[self._turn % len(GAMES)], [PLAYER, PLAYER]))
                self.watchers[match] = Watcher(self._callers, match, None)
                following.append(group.create_task(_follow(self.watchers[match])))
                while not is_enough.is_set() and await self._act(match):
                    pass
            for task in following:
                task.cancel()

    async def _create(self, request: CreateMatchRequest) -> str:
        made = await self._insist(lambda caller: caller.create(request))
        return made.match.match

    async def _act(self, match: str) -> bool:
        """Make a move if there is one now; False if the match is over or lost."""
        try:
            state = (await self._insist(lambda caller: caller.get(match))).match
            if not state.HasField("seat_to_act"):
                return False
            seat = state.seat_to_act
            sight = await self._insist(lambda caller: caller.get(match, seat))
            if sight.legal_actions:
                request = SubmitActionRequest(
                    match=match,
                    seat=seat,
                    expected_version=sight.match.version,
                    request_id=new_request_id(),
                    action=choose(sight.legal_actions, self._rng),
                )
                await self._insist(lambda caller: self._submit(caller, request))
        except CallFailed as failed:
            if failed.reason in GONE:
                return False
            if failed.reason not in BEHIND:
                raise
        return True

    async def _submit(self, caller: Caller, request: SubmitActionRequest) -> None:
        """One attempt, in the journal before it is made and when it is answered."""
        number, write, called = self._journal.number(), self._journal.write, time.monotonic()
        write(Kind.CALLED, number, method=SUBMIT, message=request.SerializeToString())
        try:
            answer = await caller.call(SUBMIT, request, SubmitActionResponse)
        except CallFailed as failed:
            write(Kind.ANSWERED, number, method=SUBMIT, code=failed.code, reason=failed.reason)
            raise
        made = answer.update
        write(Kind.ANSWERED, number, method=SUBMIT, code="OK", message=answer.SerializeToString())
        self.answered.append(
            Answered(request.match, made.version, made.commit_id, called, time.monotonic())
        )

    async def _insist(self, call: Callable[[Caller], Awaitable[T]]) -> T:
        while True:
            try:
                return await call(self._callers[self._turn % len(self._callers)])
            except CallFailed as failed:
                if failed.code != "UNAVAILABLE":
                    raise
                self.unknown += failed.reason == "OUTCOME_UNKNOWN"
            self._turn += 1
            await asyncio.sleep(PAUSE)


class Load:
    """Players at work until told that it is enough."""

    def __init__(self, servers: Sequence[Process], players: int, journal: Path) -> None:
        self._journal = Journal(journal)
        self._caller = servers[0].caller(PLAYER)
        self.players = [Player(servers, self._journal, number) for number in range(players)]
        self._is_enough = asyncio.Event()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Have them play; if one fails, so does what is done meanwhile."""
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.play_until(self._is_enough))
            yield
            self._is_enough.set()
        self._journal.close()

    @property
    def unknown(self) -> int:
        """How many calls came to nothing certain."""
        return sum(player.unknown for player in self.players)

    def answered(self) -> list[Answered]:
        """Every action that a player was told is made, in the order of the answers."""
        every = [one for player in self.players for one in player.answered]
        return sorted(every, key=lambda one: one.at)

    def watcher(self, match: str) -> Watcher:
        """Who follows a match."""
        return next(one.watchers[match] for one in self.players if match in one.watchers)

    async def log(self, match: str) -> list[Update]:
        """All that the store has of a match now; nothing if it has no such match."""
        while True:
            try:
                return await self._caller.updates(match)
            except CallFailed as failed:
                if failed.reason in GONE:
                    return []
                if failed.code != "UNAVAILABLE":
                    raise
            await asyncio.sleep(PAUSE)

    async def missing(self, answered: Sequence[Answered]) -> list[Answered]:
        """Those of the answered actions that are not in the log, under version and commit id."""
        held: dict[str, set[tuple[int, str]]] = {}
        for match in {one.match for one in answered}:
            held[match] = {(update.version, update.commit_id) for update in await self.log(match)}
        return [one for one in answered if (one.version, one.commit) not in held[one.match]]

    async def more_than(self, number: int) -> None:
        """Wait until so many actions have been answered."""
        async with asyncio.timeout(PATIENCE):
            while sum(len(player.answered) for player in self.players) <= number:
                await asyncio.sleep(PAUSE)


async def _follow(watcher: Watcher) -> None:
    """Follow to the end of the match, or until the store has lost it."""
    try:
        await watcher.run()
    except CallFailed as failed:
        if failed.reason not in GONE:
            raise
