"""Matches spread over the three primaries of a real cluster, and what the loss of one does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from gemwright.matches.limits import Limits
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import MATCH_STATE_WAITING, Update
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, ListMatchesRequest
from gemwright.redis.keys import tag_of
from tests.service.callers import CALL_PATIENCE, Caller, CallFailed, failure_of, new_request_id
from tests.service.players import Watcher, choose, play_randomly, seated, watching, with_open_seats
from tests.service.servers import BRISK, PATIENT, Servers, servers_on
from tests.service.stalls import gone
from tests.service.stubborn import answer_or_failure
from tests.valkey import Cluster, Valkey, cluster

MATCHES: Final = 12
PLAYERS: Final = ("ann", "bob")
MOVES: Final = 3
LONG_AFTER_MS: Final = 60 * 60 * 1000
"""When nobody may join any more."""
GONE: Final = ("STORE_UNAVAILABLE", "OUTCOME_UNKNOWN")
"""What a move is told whose primary is gone; the latter if it may have been on its way."""

Move = Callable[[], Awaitable[Update]]


@dataclass
class Scene:
    """Two servers on a cluster, and matches on each of its primaries."""

    store: Cluster
    table: Servers
    matches: list[str]

    def seats(self, host: int) -> list[Caller]:
        """The players at one of the servers."""
        return [self.table.hosts[host].caller(principal) for principal in PLAYERS]

    def matches_on(self, node: Valkey) -> list[str]:
        """Those whose keys lie on one primary."""
        return [one for one in self.matches if self.store.holder_of(tag_of(one)) is node]

    async def next_move(self, match: str, rng: Random) -> Move:
        """Any legal move, at the first server, the same however often it is made."""
        seats = self.seats(0)
        seat = (await seats[0].get(match)).match.seat_to_act
        sight = await seats[seat].get(match, seat)
        action, version = choose(sight.legal_actions, rng), sight.match.version
        request_id = new_request_id()
        return lambda: seats[seat].act(match, seat, version, action, request_id)


@asynccontextmanager
async def scene(store: Cluster, limits: Limits = PATIENT) -> AsyncIterator[Scene]:
    """Two servers, and matches on all primaries that are made in one batch."""
    async with servers_on(store.url, 2, limits) as servers:
        requests = [seated(GAME_DUEL, PLAYERS) for _ in range(MATCHES)]
        for number, request in enumerate(requests):
            request.request_id = f"number-{number}"  # it decides where the match lies
        results = await servers.hosts[0].caller("maker").create_batch(requests)
        assert [one.WhichOneof("result") for one in results] == ["created"] * MATCHES
        at = Scene(store, servers, [one.created.match.match for one in results])
        assert all(map(at.matches_on, store.nodes))
        yield at


@pytest.fixture(scope="module")
def running() -> Iterator[Cluster]:
    """One cluster for all tests of this file: to start one takes seconds."""
    with cluster() as store:
        yield store


@pytest.fixture
def store(running: Cluster) -> Cluster:
    """The same one, emptied, once all its primaries are there."""
    running.settle()
    for node in running.nodes:
        with node.client() as client:
            client.flushall()
    return running


async def test_matches_on_all_primaries_are_listed_by_each_server(store: Cluster) -> None:
    async with scene(store) as at:
        for host in at.table.hosts:
            request = ListMatchesRequest(page_size=5)
            found = await host.caller("maker").matches(request)
            assert sorted(one.match for one in found) == sorted(at.matches)


async def test_a_match_on_each_primary_is_played_at_one_server_and_seen_at_once_at_the_other(
    store: Cluster,
) -> None:
    async with scene(store) as at:
        chosen = [at.matches_on(node)[0] for node in at.store.nodes]
        await asyncio.gather(*(whole_match(at, match) for match in chosen))


async def whole_match(at: Scene, match: str) -> None:
    """Play to the end; only wake-ups can tell the watcher in time."""
    async with watching(at.table.hosts[1].caller(), match) as watcher:
        await watcher.reached(0)
        last = await play_randomly(match, at.seats(0), Random(match))
        await watcher.ended()
        assert watcher.version == last
        assert watcher.updates == await at.table.hosts[0].caller().updates(match)
        assert not watcher.cuts
        record = await at.seats(1)[0].record(match)
        assert len(record.updates) == last


async def test_a_primary_that_dies_takes_only_its_own_matches_with_it(store: Cluster) -> None:
    async with scene(store) as at:
        dead, *alive = at.store.nodes
        lost = at.matches_on(dead)[0]
        kept = [at.matches_on(node)[0] for node in alive]
        async with AsyncExitStack() as stack:
            spectator = at.table.hosts[1].caller()
            watchers = [
                await stack.enter_async_context(watching(spectator, match)) for match in kept
            ]
            for watcher in watchers:
                await watcher.reached(0)
            move = await at.next_move(lost, Random(1))
            with gone(dead):
                telling = asyncio.create_task(told_of_the_loss(at, lost, move))
                await go_on(at, kept, watchers)
                assert not telling.done(), "nobody waits for those who wait for the lost primary"
                await telling
                await go_on(at, kept, watchers)
                assert not any(watcher.cuts for watcher in watchers)
        assert (await until_it_is_back(move)).version == 1
        assert len(await at.table.hosts[1].caller().updates(lost)) == 1


async def test_matches_on_the_primaries_that_are_left_are_looked_after_when_due(
    store: Cluster,
) -> None:
    async with servers_on(store.url, 1, BRISK) as servers:
        maker = servers.hosts[0].caller("maker")
        made = [await maker.create(waiting(number)) for number in range(MATCHES)]
        names = [one.match.match for one in made]
        dead = store.nodes[-1]
        kept = [one for one in names if store.holder_of(tag_of(one)) is not dead]
        assert 0 < len(kept) < MATCHES
        with gone(dead):
            servers.hosts[0].move_clock(LONG_AFTER_MS)
            async with asyncio.timeout(CALL_PATIENCE):
                while MATCH_STATE_WAITING in [await maker.state(one) for one in kept]:
                    await asyncio.sleep(0.05)


def waiting(number: int) -> CreateMatchRequest:
    """A request for a match that nobody joins; its number decides where it lies."""
    request = with_open_seats(GAME_DUEL, 2)
    request.request_id = f"waiting-{number}"
    return request


async def go_on(at: Scene, matches: Sequence[str], watchers: Sequence[Watcher]) -> None:
    """Moves are made, and seen at the other server."""
    for number in range(MOVES):
        for match, watcher in zip(matches, watchers, strict=True):
            done = await (await at.next_move(match, Random(number)))()
            await watcher.reached(done.version)


async def told_of_the_loss(at: Scene, match: str, move: Move) -> None:
    """Every call that needs the lost primary is told so, at both servers."""
    asked: list[Awaitable[object]] = []
    for host in at.table.hosts:
        ann, maker = host.caller("ann"), host.caller("maker")
        asked += [ann.get(match), ann.updates(match), ann.resign(match, 0)]
        asked += [anext(ann.watch(match)), maker.matches(ListMatchesRequest())]
    moved, *failed = await asyncio.gather(*map(failure_of, (move(), *asked)))
    assert moved.reason in GONE
    reasons = [(one.code, one.reason) for one in failed]
    assert reasons == [("UNAVAILABLE", "STORE_UNAVAILABLE")] * len(asked)


async def until_it_is_back(move: Move) -> Update:
    """Make the same move until it is taken; until then every answer is that the store is gone."""
    while True:
        made = await answer_or_failure(move)
        if not isinstance(made, CallFailed):
            return made
        assert made.reason in GONE
        await asyncio.sleep(0.05)
