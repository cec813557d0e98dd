"""Inboxes and activity while servers die: five hundred matches on one stream, and real processes.

The stream moves on from server to server; the map it ends with is what ListMatches says, and every
end was told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR
from gemwright.pb.inbox_service_pb2 import InboxEntry
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_FINISHED
from gemwright.pb.matchmaker_service_pb2 import ACTIVITY_KIND_MATCH_ENDED, ListMatchesRequest
from gemwright.redis.keys import tag_of
from tests.service.callers import Caller, CallFailed, failure_of
from tests.service.inboxes import Activities, Inbox, activity_of, inbox_of, watch_inbox
from tests.service.players import choose, seated
from tests.service.processes import processes, strict_valkey
from tests.service.servers import BRISK, Servers, servers_on
from tests.service.stalls import gone
from tests.service.test_inbox import matches_of
from tests.valkey import PATIENCE, cluster

MATCHES: Final = 500
PLAYERS: Final = 6
DEATHS: Final = 6
LIFE: Final = 1.5
"""Seconds between two deaths."""
NO_MATTER: Final = ("UNAVAILABLE", "CANCELLED", "ABORTED", "FAILED_PRECONDITION")
OTHERS: Final = ("bob", "cleo", "dan", "eve")


class Crowd:
    """Everybody who plays with ann, at whichever servers there are."""

    def __init__(self, callers: Callable[[str], Sequence[Caller]], rng: Random) -> None:
        self._callers = callers
        self._rng = rng
        self.matches: list[str] = []
        self.moves = 0
        self.ends = 0
        self.is_enough = False

    async def anywhere(self, principal: str, call: Callable[[Caller], Awaitable[object]]) -> None:
        """A call at a random server; one that dies, or a move that comes too late, is no matter."""
        try:
            await call(self._rng.choice(self._callers(principal)))
        except CallFailed as failed:
            if failed.code not in NO_MATTER:
                raise
            await asyncio.sleep(0.02)

    async def create(self, number: int) -> None:
        """So many matches more, in one call."""
        games = (GAME_DUEL, GAME_SPLENDOR)
        requests = [
            seated(self._rng.choice(games), self._rng.sample(["ann", self._rng.choice(OTHERS)], 2))
            for _ in range(number)
        ]

        async def call(caller: Caller) -> None:
            made = await caller.create_batch(requests)
            self.matches += [
                one.created.match.match for one in made if one.WhichOneof("result") == "created"
            ]

        await self.anywhere("maker", call)

    async def play(self) -> None:
        """Something random in one match after the other, until it is enough."""
        while not self.is_enough:
            match = self._rng.choice(self.matches)
            if self._rng.random() < 0.02:
                await self.create(3)
            else:
                await self.anywhere("ann", partial(self._act, match))

    async def _act(self, match: str, caller: Caller) -> None:
        known = (await caller.get(match)).match
        if known.state != MATCH_STATE_ACTIVE:
            return
        seat = known.seat_to_act
        player = Caller(caller.channel, known.seats[seat].principal)
        if self._rng.random() < 0.04:
            await player.resign(match, seat)
            self.ends += 1
            return
        sight = await player.get(match, seat)
        if sight.legal_actions:
            action = choose(sight.legal_actions, self._rng)
            await player.act(match, seat, sight.match.version, action)
            self.moves += 1


async def same_as_listed(inbox: Inbox, caller: Caller) -> dict[str, InboxEntry]:
    """Wait until the map is what ListMatches says."""
    listed = await matches_of(caller)
    await inbox.until(lambda: inbox.entries == listed, "the map is what ListMatches says")
    return listed


async def every_end_is_told(told: Activities, caller: Caller) -> int:
    """Wait until all that is finished was told of."""
    request = ListMatchesRequest(state=MATCH_STATE_FINISHED, page_size=500)
    ended = {(one.match, one.version, one.commit_id) for one in await caller.matches(request)}

    def names() -> set[tuple[str, int, str]]:
        return {(one.match, one.version, one.commit_id) for one in told.happened}

    await told.until(lambda: names() >= ended, "every end")
    assert names() == ended
    return len(ended)


class Lines:
    """A connection to each server there is, for each principal that calls."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._made: dict[tuple[str, str], Caller] = {}

    def of(self, principal: str) -> list[Caller]:
        """To all servers that run now."""
        for host in self._servers.hosts:
            if (host.address, principal) not in self._made:
                self._made[host.address, principal] = host.caller(principal)
        return [self._made[host.address, principal] for host in self._servers.hosts]


@pytest.mark.long
@pytest.mark.servers(3, BRISK)
async def test_five_hundred_matches_on_one_stream_while_servers_are_killed(
    servers: Servers,
) -> None:
    crowd = Crowd(Lines(servers).of, Random(1))
    await crowd.create(MATCHES)
    assert len(crowd.matches) == MATCHES
    streams = [host.caller("ann") for host in servers.hosts]
    watchers = [host.caller("maker") for host in servers.hosts]
    async with (
        inbox_of(streams) as inbox,
        activity_of(watchers, [ACTIVITY_KIND_MATCH_ENDED]) as told,
    ):
        await inbox.completed()
        await told.begun()
        async with asyncio.TaskGroup() as group:
            for _ in range(PLAYERS):
                group.create_task(crowd.play())
            for _ in range(DEATHS):
                await asyncio.sleep(LIFE)
                host = await servers.start()
                inbox.callers.append(host.caller("ann"))
                told.callers.append(host.caller("maker"))
                await servers.stop(servers.hosts[0], grace=0)
            crowd.is_enough = True
        ann = servers.hosts[0].caller("ann")
        assert len(await same_as_listed(inbox, ann)) >= MATCHES
        assert await every_end_is_told(told, ann) >= crowd.ends > 0
        assert inbox.cuts >= 3
        assert told.cuts >= 3
        assert not inbox.resets
        assert not told.resets
        assert crowd.moves > MATCHES / 5


@pytest.mark.long
async def test_kills_of_processes_lose_nothing_of_an_inbox_and_no_end(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as servers:
            crowd = Crowd(lambda name: [server.caller(name) for server in servers], Random(2))
            await crowd.create(20)
            async with (
                inbox_of([server.caller("ann") for server in servers]) as inbox,
                activity_of(
                    [server.caller("maker") for server in servers], [ACTIVITY_KIND_MATCH_ENDED]
                ) as told,
            ):
                await inbox.completed()
                await told.begun()
                async with asyncio.TaskGroup() as group:
                    for _ in range(2):
                        group.create_task(crowd.play())
                    for number in range(4):
                        await asyncio.sleep(0.5)
                        await servers[number % 2].kill()
                        await servers[number % 2].start()
                    crowd.is_enough = True
                ann = servers[0].caller("ann")
                await same_as_listed(inbox, ann)
                await every_end_is_told(told, ann)
                assert inbox.cuts
                assert told.cuts
                assert not inbox.resets
                assert not told.resets


@pytest.mark.long
async def test_a_primary_that_is_away_takes_only_its_own_matches_from_an_inbox() -> None:
    with cluster() as store:
        async with servers_on(store.url, 2, BRISK) as servers:
            crowd = Crowd(Lines(servers).of, Random(3))
            await crowd.create(24)
            lost = [one for one in crowd.matches if store.holder_of(tag_of(one)) is store.nodes[0]]
            kept = [one for one in crowd.matches if one not in lost]
            assert lost
            ann = servers.hosts[1].caller("ann")
            async with (
                inbox_of(ann) as inbox,
                activity_of(ann, [ACTIVITY_KIND_MATCH_ENDED]) as told,
            ):
                await inbox.completed()
                await told.begun()
                with gone(store.nodes[0]):
                    failed = await failure_of(anext(watch_inbox(ann)))
                    assert failed.reason == "STORE_UNAVAILABLE"
                    for match in kept:
                        await resigned(servers, match)
                        await inbox.reached(match, 1)
                        await told.told(ACTIVITY_KIND_MATCH_ENDED, match, 1)
                store.settle()
                for match in lost:
                    await resigned(servers, match)
                    await inbox.reached(match, 1)
                    await told.told(ACTIVITY_KIND_MATCH_ENDED, match, 1)
                assert not inbox.cuts
                assert not inbox.resets
                assert not told.resets


async def resigned(servers: Servers, match: str) -> None:
    """Have ann give up, however long it takes the store to be there again."""
    ann = servers.hosts[0].caller("ann")
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                seats = (await ann.get(match)).match.seats
                await ann.resign(match, [one.principal for one in seats].index("ann"), "giving-up")
            except CallFailed as failed:
                if failed.code != "UNAVAILABLE":
                    raise
                await asyncio.sleep(0.05)
            else:
                return
