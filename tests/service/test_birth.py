"""A match that the store loses before its first update, and that the same request creates again.

It has the same id and the same version 0, and another deal: its birth has a name of its own.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Game
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE
from gemwright.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    GetMatchResponse,
    WatchMatchResponse,
)
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, CreateMatchResponse
from tests.service.backups import Backup
from tests.service.callers import Caller
from tests.service.players import play_randomly, seated, watching, with_open_seats
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.valkey import Store

NAMES: Final = ("ann", "bob")
VIEWERS: Final[tuple[tuple[str | None, int | None], ...]] = (("ann", 0), ("bob", 1), (None, None))
MOVES: Final = 6
games = pytest.mark.parametrize("game", [GAME_DUEL, GAME_SPLENDOR], ids=["duel", "splendor"])


@dataclass
class Birth:
    """A match that was lost and created again; both servers know the lost one."""

    servers: Servers
    match: str
    lost: list[GetMatchResponse]
    """What the viewers saw of the lost one."""
    made: CreateMatchResponse
    """The answer to the request, the second time."""

    @property
    def hosts(self) -> list[Host]:
        """The servers."""
        return self.servers.hosts


async def sights(host: Host, match: str) -> list[GetMatchResponse]:
    """What every viewer sees."""
    return [await host.caller(name).get(match, seat) for name, seat in VIEWERS]


def again(request: CreateMatchRequest) -> CreateMatchRequest:
    """The same request."""
    return CreateMatchRequest.FromString(request.SerializeToString())


@asynccontextmanager
async def reborn(url: str, store: Store, game: Game) -> AsyncIterator[Birth]:
    """Such a match, dealt at once, on two servers that tell each other nothing."""
    async with servers_on(url, 2, PATIENT, wake_ups=False) as servers:
        first, second = servers.hosts
        request = seated(game, NAMES)
        empty = Backup.of(store)
        match = (await first.caller().create(again(request))).match.match
        lost = await sights(first, match)
        assert await sights(second, match) == lost
        empty.restore(store)
        made = await second.caller().create(again(request))
        assert made.match.match == match
        yield Birth(servers, match, lost, made)


@games
async def test_it_is_another_match_and_every_server_shows_it_alike(
    store_url: str, running_store: Store, game: Game
) -> None:
    async with reborn(store_url, running_store, game) as birth:
        first, second = [await sights(host, birth.match) for host in birth.hosts]
        assert first == second
        assert first[0].match == birth.made.match
        for before, after in zip(birth.lost, first, strict=True):
            assert before.match.version == after.match.version == 0
            assert before.match.commit_id
            assert after.match.commit_id
            assert before.match.commit_id != after.match.commit_id
            assert before.match.fairness.commitment != after.match.fairness.commitment
            assert before.view != after.view
            assert before.resume_token != after.resume_token


@games
@pytest.mark.servers(2, PATIENT)
async def test_a_match_has_a_commit_id_from_the_start_and_keeps_it(
    servers: Servers, game: Game
) -> None:
    ids = set()
    for request in (seated(game, NAMES), with_open_seats(game, 2), seated(game, NAMES)):
        made = [await host.caller().create(again(request)) for host in servers.hosts]
        assert made[0] == made[1]
        seen = [await host.caller().get(made[0].match.match) for host in servers.hosts]
        assert {one.match.commit_id for one in seen} == {made[0].match.commit_id}
        ids.add(made[0].match.commit_id)
    assert len(ids) == 3
    assert all(any(one) for one in ids)


async def first_two(caller: Caller, match: str, token: str) -> list[WatchMatchResponse]:
    """How a resumed watch begins."""
    async with aclosing(caller.watch(match, token=token)) as stream:
        return [await anext(stream), await anext(stream)]


@games
@pytest.mark.parametrize("moves", [0, MOVES])
async def test_a_token_of_the_lost_birth_is_not_continued(
    store_url: str, running_store: Store, game: Game, moves: int
) -> None:
    async with reborn(store_url, running_store, game) as birth:
        players = [birth.hosts[1].caller(name) for name in NAMES]
        await play_randomly(birth.match, players, Random(1), moves)
        for host in birth.hosts:
            for (name, seat), lost in zip(VIEWERS, birth.lost, strict=True):
                caller = host.caller(name)
                told = await first_two(caller, birth.match, lost.resume_token)
                assert told[0].reset.reason == RESET_REASON_HISTORY_LOST
                seen = await caller.get(birth.match, seat)
                assert told[1].snapshot.match == seen.match
                assert told[1].snapshot.match.version == moves
                assert told[1].snapshot.view == seen.view


@games
async def test_it_is_played_on_at_a_server_that_held_the_lost_one(
    store_url: str, running_store: Store, game: Game
) -> None:
    async with reborn(store_url, running_store, game) as birth:
        lines = [[host.caller(name) for name in NAMES] for host in birth.hosts]
        # The first move is decided at the server that has seen nothing of the new birth.
        seat = birth.made.match.seat_to_act
        action = (await lines[1][seat].get(birth.match, seat)).legal_actions[0]
        done = await lines[0][seat].act(birth.match, seat, 0, action)
        assert done.version == 1
        await play_randomly(birth.match, lines[0], Random(1), MOVES)
        first, second = [await sights(host, birth.match) for host in birth.hosts]
        assert first == second
        await lines[0][0].resign(birth.match, 0)
        records = [await line[1].record(birth.match) for line in lines]
        assert records[0] == records[1]
        assert records[0].reveal.seed
        assert records[0].match.fairness.commitment == birth.made.match.fairness.commitment


@pytest.mark.servers(2, BRISK, wake_ups=False)
async def test_who_watches_meanwhile_is_told_and_goes_on_with_the_new_one(
    servers: Servers, running_store: Store
) -> None:
    first, second = servers.hosts
    request = seated(GAME_DUEL, NAMES)
    empty = Backup.of(running_store)
    match = (await first.caller().create(again(request))).match.match
    lost = Backup.of(running_store)
    empty.restore(running_store)
    made = await second.caller().create(again(request))
    newborn = Backup.of(running_store)
    lost.restore(running_store)
    async with watching(first.caller("ann"), match, 0) as watcher:
        await watcher.reached(0)
        newborn.restore(running_store)
        await watcher.until(lambda: len(watcher.snapshots) == 2, "the new match")
        assert watcher.resets == [RESET_REASON_HISTORY_LOST]
        before, after = [one.match for one in watcher.snapshots]
        assert before.fairness.commitment != after.fairness.commitment
        assert after == made.match
        players = [second.caller(name) for name in NAMES]
        await play_randomly(match, players, Random(1), MOVES)
        await players[1].resign(match, 1)
        await watcher.ended()
        assert watcher.updates == await players[0].updates(match, 0)
        assert len(watcher.updates) == MOVES + 1
        assert len(watcher.resets) == 1


@pytest.mark.servers(2, PATIENT, wake_ups=False)
async def test_who_joins_at_a_server_that_held_the_lost_one_joins_the_new_one(
    servers: Servers, running_store: Store
) -> None:
    first, second = servers.hosts
    request = with_open_seats(GAME_SPLENDOR, 2)
    empty = Backup.of(running_store)
    lost = await first.caller().create(again(request))
    empty.restore(running_store)
    made = await second.caller().create(again(request))
    assert made.join_tokens == lost.join_tokens
    assert made.match.fairness.commitment != lost.match.fairness.commitment
    match = made.match.match
    for name, token in zip(NAMES, made.join_tokens, strict=True):
        joined = await first.caller(name).join(match, token.token)
        assert joined.match.fairness.commitment == made.match.fairness.commitment
    now = await sights(first, match)
    assert now == await sights(second, match)
    assert now[0].match.state == MATCH_STATE_ACTIVE
