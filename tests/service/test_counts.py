"""What the runtime tells of watches, commits and clocks to those who count."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from gemwright.contract.updates import WireUpdateEncoder
from gemwright.matches.api import Caller, GoingAway, Reset, ResetReason, Snapshot, WatchMessage
from gemwright.matches.feeds.notices import ActivityKinds
from gemwright.matches.limits import Limits
from gemwright.matches.matches import Matches
from gemwright.matches.store import StoreOutcomeUnknown
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.redis.connect import connected
from gemwright.redis.store import RedisStore
from tests.service.clockwork import MINUTE, PUNCTUAL, SLACK, clocked, move, per_turn
from tests.service.players import seated
from tests.service.processes import strict_valkey, url_of
from tests.service.servers import PATIENT, servers_on
from tests.service.stalls import silent
from tests.valkey import PATIENCE

ANN = Caller(principal="ann", owner="dev")
LATE_MS = 250


class Tally:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.resumes = self.conflicts = self.unknown = 0
        self.resets: list[str] = []
        self.late_ms: list[int] = []
        self.has_fired = asyncio.Event()

    def resumed(self) -> None:
        """One more."""
        self.resumes += 1

    def reset(self, reason: str) -> None:
        """One more."""
        self.resets.append(reason)

    def conflicted(self) -> None:
        """One more."""
        self.conflicts += 1

    def outcome_unknown(self) -> None:
        """One more."""
        self.unknown += 1

    def timer_fired(self, late_ms: int) -> None:
        """One more."""
        self.late_ms.append(late_ms)
        self.has_fired.set()


@asynccontextmanager
async def counting(
    url: str, limits: Limits = PATIENT
) -> AsyncIterator[tuple[Tally, RedisStore, Matches]]:
    """A runtime whose counts can be seen, beside whatever else uses the store."""
    tally = Tally()
    async with (
        connected(url) as connection,
        RedisStore(connection.client) as store,
        Matches(
            store, WireUpdateEncoder(), limits, bytes(32), is_development=True, counts=tally
        ) as runtime,
    ):
        yield tally, store, runtime


async def test_a_watch_that_goes_on_is_a_resume_and_one_that_cannot_is_a_reset(
    store_url: str,
) -> None:
    async def first(runtime: Matches, match: str, seat: int, token: str) -> WatchMessage:
        async with aclosing(runtime.watching.watch(ANN, match, seat, token)) as watch:
            return await anext(watch)

    async with servers_on(store_url) as servers:
        made = await servers.hosts[0].caller("ann").create(seated(GAME_DUEL, ["ann", "ann"]))
        match = made.match.match
    async with counting(store_url) as (tally, _, runtime):
        sight = await first(runtime, match, 0, "")
        assert isinstance(sight, Snapshot)
        assert (tally.resumes, tally.resets) == (0, [])
        reset = await first(runtime, match, 1, sight.token)
        assert reset == Reset(ResetReason.IDENTITY_CHANGED)
        assert (tally.resumes, tally.resets) == (0, ["IDENTITY_CHANGED"])
        resuming = runtime.watching.watch(ANN, match, 0, sight.token)
        runtime.drain()
        async with aclosing(resuming):
            await anext(resuming)
        assert (tally.resumes, tally.resets) == (1, ["IDENTITY_CHANGED"])


async def test_the_watches_of_feeds_are_counted_likewise(store_url: str) -> None:
    async def token_of(watch: AsyncIterator[object]) -> str:
        """What a server that stops says at once."""
        *_, last = [told async for told in watch]
        assert isinstance(last, GoingAway)
        return last.token

    async with counting(store_url) as (tally, _, runtime):
        runtime.drain()
        inbox = await token_of(runtime.inboxes.watch(ANN, ""))
        activity = await token_of(runtime.activity.watch("dev", ActivityKinds.ENDED, ""))
        assert (tally.resumes, tally.resets) == (0, [])
        for owner in ("dev", "rival"):
            await token_of(runtime.inboxes.watch(Caller(principal="ann", owner=owner), inbox))
            await token_of(runtime.activity.watch(owner, ActivityKinds.ENDED, activity))
        assert (tally.resumes, tally.resets) == (2, ["TOKEN_TOO_OLD"] * 2)


async def test_a_commit_that_comes_after_another_is_a_conflict(store_url: str) -> None:
    async with servers_on(store_url) as servers, counting(store_url) as (tally, _, runtime):
        ann = servers.hosts[0].caller("ann")
        match = (await ann.create(seated(GAME_DUEL, ["ann", "ann"]))).match.match
        await runtime.watching.snapshot(ANN, match, 0)  # and from now on it holds an old one
        await move([ann, ann], match)
        assert not tally.conflicts
        assert (await runtime.playing.resign(ANN, match, 0, "request-0001")).update.version == 2
        assert (tally.conflicts, tally.unknown) == (1, 0)


async def test_a_commit_that_the_store_does_not_answer_is_an_unknown_outcome() -> None:
    with strict_valkey() as store:
        url = url_of(store)
        async with servers_on(url) as servers, counting(url) as (tally, _, runtime):
            ann = servers.hosts[0].caller("ann")
            match = (await ann.create(seated(GAME_DUEL, ["ann", "ann"]))).match.match
            await runtime.watching.snapshot(ANN, match, 0)
            with silent(store), pytest.raises(StoreOutcomeUnknown):
                await runtime.playing.resign(ANN, match, 0, "request-0001")
            assert (tally.conflicts, tally.unknown) == (0, 1)


async def test_a_timer_is_as_late_as_its_clock_was_told_after_the_deadline(store_url: str) -> None:
    async with servers_on(store_url, 1, PATIENT) as servers:
        await clocked(servers.hosts[0], per_turn(MINUTE))
        async with counting(store_url, PUNCTUAL) as (tally, store, _):
            store.time_offset_ms += MINUTE + LATE_MS
            async with asyncio.timeout(PATIENCE):
                await tally.has_fired.wait()
            (late_ms,) = tally.late_ms
            assert LATE_MS <= late_ms <= LATE_MS + SLACK
