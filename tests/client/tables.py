"""Matches for the public client, and players who play them through it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from random import Random
from typing import Final, TypeVar

from gemwright_client import Client, Match, Missed, action_text
from gemwright_client.pb.game_pb2 import GAME_DUEL, Action, Game
from gemwright_client.pb.match_pb2 import Spectators, Update
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchRequest, SeatSpec
from tests.valkey import PATIENCE
from tests.waiting import until_told

NAMES: Final = ("ann", "bob")
MANY: Final = 10_000

T = TypeVar("T")


def request_for(names: Sequence[str] = NAMES, game: Game = GAME_DUEL) -> CreateMatchRequest:
    """A match that begins at once, and that everybody may watch."""
    seats = [SeatSpec(principal=name) for name in names]
    return CreateMatchRequest(game=game, seats=seats, spectators=Spectators(allowed=True))


async def new_match(client: Client, names: Sequence[str] = NAMES, game: Game = GAME_DUEL) -> str:
    """The id of one."""
    return (await client.matches.create(request_for(names, game))).match.match


def choose(actions: Sequence[Action], rng: Random) -> Action:
    """A random action; half of the time a purchase where there is one, to get to the end."""
    purchases = [action for action in actions if action_text(action).startswith("buy")]
    return rng.choice(purchases if purchases and rng.random() < 0.5 else actions)


@asynccontextmanager
async def clients(
    address: str, names: Sequence[str] = NAMES, patience: float = PATIENCE
) -> AsyncIterator[list[Client]]:
    """A client for each player."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(Client(address, f"dev:{name}", patience=patience))
            for name in names
        ]


async def played(
    players: Sequence[Client], match: str, rng: Random, most: int = MANY
) -> list[Update]:
    """Play on at random; what the acts have answered."""
    handles = [player.match(match, seat) for seat, player in enumerate(players)]
    answers: list[Update] = []
    while len(answers) < most:
        state = (await handles[0].get()).match
        if not state.HasField("seat_to_act"):
            break
        handle = handles[state.seat_to_act]
        answers.append(await handle.act(choose(await handle.legal_actions(), rng)))
    return answers


async def history(client: Client, match: str, seat: int | None = None) -> list[Update]:
    """The log as a seat sees it."""
    return [update async for update in client.match(match, seat).history()]


class Reader:
    """Somebody who reads the updates of a match as they come."""

    def __init__(self, match: Match, after: int | None = None) -> None:
        self._match = match
        self._after = after
        self.said: list[Update | Missed] = []
        self.has_ended = False
        self._changed = asyncio.Event()

    @property
    def versions(self) -> list[int]:
        """Of the updates that were received."""
        return [one.version for one in self.updates]

    @property
    def updates(self) -> list[Update]:
        """All that was received but what was missed."""
        return [one for one in self.said if isinstance(one, Update)]

    @property
    def missed(self) -> list[Missed]:
        """What was said of resets."""
        return [one for one in self.said if isinstance(one, Missed)]

    async def run(self) -> None:
        """Read to the end."""
        async with aclosing(self._match.updates(self._after)) as updates:
            async for update in updates:
                self.said.append(update)
                self._changed.set()
        self.has_ended = True
        self._changed.set()

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something is so of what was received."""
        await until_told(self._changed, holds, what, lambda: self.said[-3:])

    async def reached(self, version: int) -> None:
        """Wait for a version."""
        await self.until(lambda: version in self.versions, f"version {version}")

    async def ended(self) -> None:
        """Wait for the end of the match."""
        await self.until(lambda: self.has_ended, "the end")


@asynccontextmanager
async def reading(match: Match, after: int | None = 0) -> AsyncIterator[Reader]:
    """A reader at work, from the first update on unless told otherwise."""
    reader = Reader(match, after)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(reader.run())
        yield reader
        task.cancel()
