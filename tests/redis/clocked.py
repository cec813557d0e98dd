"""One match with clocks on a real store, its time moved at will, and what the store keeps of it.

Time is moved by the store's offset, and outages are made by writing to the stamps of a bucket.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

import redis

from gemwright.matches.clocks import ClockKind, TimeControl
from gemwright.matches.store import CommitReply, Committed
from gemwright.matches.stored import NO_COMMIT, Change, Clock, ClockStep, MatchState, Stored
from gemwright.redis import keys
from gemwright.redis.store import RedisStore
from tests.redis.stores import change, match_id, new_match, open_store
from tests.valkey import Valkey

NAME: Final = match_id(1)
TAG: Final = keys.tag_of(NAME)
ALIVE: Final = keys.alive_key(TAG)
TIMERS: Final = keys.timers_key(TAG)
MINUTE: Final = 60_000
SLACK: Final = 4_000
"""What a test may take at most between two of its own steps, in milliseconds."""
LEASE: Final = 2_000

A_TURN: Final = TimeControl(ClockKind.PER_TURN, MINUTE)
A_BANK: Final = TimeControl(ClockKind.BANK, MINUTE, 5_000)
A_DAY: Final = TimeControl(ClockKind.PER_MOVE, 24 * 60 * MINUTE)


@dataclass
class Played:
    """A match with clocks, its store, and the last update."""

    store: RedisStore
    client: redis.Redis
    version: int = 0
    commit: bytes = NO_COMMIT

    async def create(self, control: TimeControl, running: int | None = 0, seats: int = 2) -> None:
        """Create it; the clock of a seat runs at once."""
        made = replace(new_match(NAME), clock=control.start(seats, running))
        assert await self.store.create(made)

    def next(
        self, seat: int | None, *, ended: bool = True, timeout: bool = False, request: str = ""
    ) -> Change:
        """An update after which a seat is to act."""
        made = change(NAME, self.version, self.commit, request)
        state = MatchState.FINISHED if seat is None else MatchState.ACTIVE
        return replace(made, clock=ClockStep(seat, ended, timeout), state=state)

    async def send(self, made: Change) -> CommitReply:
        """Commit an update."""
        reply = await self.store.commit(made)
        if isinstance(reply, Committed):
            self.version, self.commit = made.version + 1, made.new_commit
        return reply

    async def step(self, seat: int | None, *, ended: bool = True, timeout: bool = False) -> Clock:
        """Commit an update that must be taken; the clocks after it."""
        reply = await self.send(self.next(seat, ended=ended, timeout=timeout))
        assert isinstance(reply, Committed)
        assert reply.clock is not None
        return reply.clock

    async def loaded(self) -> Stored:
        """The match as it is stored."""
        found = await self.store.load(NAME)
        assert found is not None
        return found

    async def clock(self) -> Clock:
        """The clocks as they are stored."""
        found = (await self.loaded()).clock
        assert found is not None
        return found

    def alive(self) -> tuple[int, int]:
        """The stamp of the bucket, and its credit."""
        stamp, credit = self.client.hmget(ALIVE, "s", "c")
        return int(stamp or 0), int(credit or 0)

    def silent_for(self, ms: int) -> None:
        """Have the bucket unattended since so long, by the clock of the node."""
        self.client.hset(ALIVE, "s", int(time.time() * 1000) - ms)

    def deadline(self) -> int | None:
        """When the bucket's timer says that the clock runs out, in playing time."""
        score = self.client.zscore(TIMERS, NAME)
        return None if score is None else int(score)


@asynccontextmanager
async def playing(
    server: Valkey, control: TimeControl = A_TURN, running: int | None = 0, seats: int = 2
) -> AsyncIterator[Played]:
    """A match with clocks on an empty store."""
    async with open_store(server.url) as store:
        with server.client() as client:
            played = Played(store, client)
            await played.create(control, running, seats)
            yield played


@dataclass(frozen=True)
class Looked:
    """What a look at every bucket found."""

    due: tuple[str, ...]
    next_in_ms: int | None
    credits_ms: dict[int, int]


async def timers(store: RedisStore, most: int) -> Looked:
    """Look at every bucket."""
    looks = [store.timers(bucket, most, LEASE) for bucket in range(store.buckets)]
    found = {n: look for n, look in enumerate(await asyncio.gather(*looks)) if look is not None}
    return Looked(
        tuple(due for look in found.values() for due in look.due),
        min((look.next_in_ms for look in found.values()), default=None),
        {bucket: look.credit_ms for bucket, look in found.items()},
    )


def about(value: int, wanted: int) -> bool:
    """Whether time has gone from a value by no more than a test may take."""
    return wanted - SLACK <= value <= wanted


async def nothing_changes(at: Played, made: Change, wanted: type[CommitReply]) -> None:
    """An update is refused like that, and the match, its log and its timer stay."""
    before = {key: at.client.dump(key) for key in at.client.scan_iter() if key != ALIVE}
    assert isinstance(await at.send(made), wanted)
    assert {key: at.client.dump(key) for key in at.client.scan_iter() if key != ALIVE} == before
