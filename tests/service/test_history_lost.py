"""A store that is rolled back under running servers: what was lost is said, and nothing is mixed.

Twenty updates are played, acknowledged and watched, and then gone. Every server has the lost match
in its caches, and the numbers of the lost versions come again, with the same moves or with others.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from enum import Enum, auto
from random import Random
from typing import Final, NamedTuple

import pytest

from gemwright.engine.record import read_record, replay
from gemwright.pb.error_pb2 import StaleVersion
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Action, Game
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_FINISHED, Update
from gemwright.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    RESET_REASON_MATCH_EXPIRED,
    GetMatchResponse,
    ListUpdatesRequest,
    ListUpdatesResponse,
    WatchMatchResponse,
)
from tests.service.backups import Backup
from tests.service.callers import Caller, CallFailed, new_request_id
from tests.service.players import Watcher, choose, seated, watching
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.valkey import Store

SEATED: Final = ("ann", "bob")
LIST: Final = "/gemwright.v1.MatchService/ListUpdates"
KEPT: Final = 12
LOST: Final = 20
GAMES = pytest.mark.parametrize("game", [GAME_DUEL, GAME_SPLENDOR], ids=["duel", "splendor"])


class Noticed(Enum):
    """How a server that has lost updates in its caches comes to look."""

    WOKEN = auto()
    """By other servers, at the first update."""
    POLLING = auto()
    """By itself, soon."""
    LATE = auto()
    """By itself, when others have long played on and the lost versions are there again."""


LIMITS: Final = {
    Noticed.WOKEN: PATIENT,
    Noticed.POLLING: BRISK,
    Noticed.LATE: replace(PATIENT, poll_s=0.6),
}
NOTICED = pytest.mark.parametrize("noticed", Noticed, ids=lambda how: how.name.lower())


class Done(NamedTuple):
    """One action that was acknowledged, and all that its retry needs."""

    seat: int
    version: int
    action: Action
    request_id: str
    update: Update


class Players:
    """Both seats of a match, at every server in turn."""

    def __init__(self, hosts: Sequence[Host], match: str) -> None:
        self.match = match
        self.lines = [[host.caller(name) for name in SEATED] for host in hosts]
        self.done: list[Done] = []
        """What still holds."""

    def at(self, turn: int) -> list[Caller]:
        """Both seats at the server whose turn it is."""
        return self.lines[turn % len(self.lines)]

    async def play(self, number: int, rng: Random) -> None:
        """So many random actions."""
        for _ in range(number):
            sight = await self.at(len(self.done))[0].get(self.match)
            seat = sight.match.seat_to_act
            sight = await self.at(len(self.done))[seat].get(self.match, seat)
            await self.act(choose(sight.legal_actions, rng), new_request_id(), seat)

    async def repeat(self, lost: Sequence[Done]) -> None:
        """The same actions under the same ids once more."""
        for done in lost:
            await self.act(done.action, done.request_id, done.seat)

    async def act(self, action: Action, request_id: str, seat: int) -> None:
        """One action, which must make the next version."""
        version = len(self.done)
        caller = self.at(version)[seat]
        update = await caller.act(self.match, seat, version, action, request_id)
        assert update.version == version + 1
        self.done.append(Done(seat, version, action, request_id, update))

    def go_on_at(self, host: Host) -> None:
        """Play at this server alone from now on."""
        self.lines = [[host.caller(name) for name in SEATED]]

    async def sights(self, seat: int) -> list[GetMatchResponse]:
        """The match as every server tells a seat that it is."""
        return [await line[seat].get(self.match, seat) for line in self.lines]

    def forget(self) -> list[Done]:
        """Take back what the store has lost."""
        lost, self.done = self.done[KEPT:], self.done[:KEPT]
        return lost


async def dealt(servers: Servers, game: Game) -> Players:
    """A match on its way: the same deal each time, so that it is long enough each time."""
    request = seated(game, SEATED)
    request.request_id, request.seed = "rolled-back", bytes(31) + b"\x02"
    made = await servers.hosts[0].caller().create(request)
    players = Players(servers.hosts, made.match.match)
    await players.play(KEPT, Random(game))
    return players


async def check_log(players: Players) -> None:
    """Every server has exactly the updates that hold, for every seat."""
    for line in players.lines:
        for seat, caller in enumerate(line):
            log = await caller.updates(players.match, seat, page_size=7)
            assert [one.version for one in log] == list(range(1, len(players.done) + 1))
            names = [one.commit_id for one in log]
            assert names == [done.update.commit_id for done in players.done]
            own = [one for one in log if one.move.seat == seat]
            assert own == [done.update for done in players.done if done.seat == seat]


@GAMES
@NOTICED
@pytest.mark.parametrize("is_same", [False, True], ids=["other-moves", "same-moves"])
async def test_watchers_of_lost_updates_are_told_and_see_one_history_from_then_on(
    store_url: str, running_store: Store, game: Game, noticed: Noticed, is_same: bool
) -> None:
    limits, wake_ups = LIMITS[noticed], noticed is Noticed.WOKEN
    async with (
        servers_on(store_url, 3, limits, wake_ups=wake_ups) as servers,
        AsyncExitStack() as stack,
    ):
        players = await dealt(servers, game)
        watchers = []
        for host in servers.hosts:
            for seat, name in ((0, "ann"), (1, "bob"), (None, None)):
                caller = host.caller(name)
                watcher = await stack.enter_async_context(watching(caller, players.match, seat))
                watchers.append((caller, seat, watcher))
        backup = Backup.of(running_store)
        await players.play(LOST, Random(1))
        for _, _, watcher in watchers:
            await watcher.reached(KEPT + LOST)
        backup.restore(running_store)
        lost = players.forget()
        if noticed is Noticed.LATE:
            players.go_on_at(await servers.start(wake_ups=False))
        if is_same:
            await players.repeat(lost)
        await players.play(5 if is_same else LOST + 5, Random(2))
        for old, new in zip(lost, players.done[KEPT:], strict=False):
            assert old.update.commit_id != new.update.commit_id
            assert old.action == new.action or not is_same
        await players.lines[0][0].resign(players.match, 0)
        for caller, seat, watcher in watchers:
            await watcher.ended()
            check_told(watcher, await caller.updates(players.match, seat))
            assert watcher.version == len(players.done) + 1


def check_told(watcher: Watcher, log: list[Update]) -> None:
    """One reset, and before and after it a history each, the latter that of the log."""
    assert watcher.resets == [RESET_REASON_HISTORY_LOST]
    before, after = watcher.snapshots
    reset = next(n for n, one in enumerate(watcher.messages) if one.HasField("reset"))
    told = [one.update.version for one in watcher.messages[:reset] if one.HasField("update")]
    assert told == list(range(before.match.version + 1, KEPT + LOST + 1))
    assert watcher.updates == log[after.match.version :]
    assert log[after.match.version - 1].commit_id == after.match.commit_id


@GAMES
@pytest.mark.servers(3, PATIENT, wake_ups=False)
async def test_every_server_shows_the_match_as_it_was_and_goes_on_from_there(
    servers: Servers, running_store: Store, game: Game
) -> None:
    players = await dealt(servers, game)
    before = [await players.sights(seat) for seat in (0, 1)]
    backup = Backup.of(running_store)
    await players.play(LOST, Random(1))
    await players.sights(0)
    backup.restore(running_store)
    lost = players.forget()
    assert [await players.sights(seat) for seat in (0, 1)] == before
    await check_log(players)
    await players.play(LOST + 5, Random(2))
    sights = await players.sights(0)
    assert {sight.match.version for sight in sights} == {KEPT + LOST + 5}
    assert all(sight == sights[0] for sight in sights)
    await check_log(players)
    await check_record(players, lost)


async def check_record(players: Players, lost: Sequence[Done]) -> None:
    """The record is of the match that was played on, and replays to its outcome."""
    await players.lines[1][1].resign(players.match, 1)
    records = [await line[0].record(players.match) for line in players.lines]
    assert all(record == records[0] for record in records)
    record = records[0]
    names = [update.commit_id for update in record.updates]
    assert names[:-1] == [done.update.commit_id for done in players.done]
    assert not {done.update.commit_id for done in lost} & set(names)
    assert len(read_record(record.text).lines) == len(names)
    replay(read_record(record.text))


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.servers(3, PATIENT, wake_ups=False)
async def test_a_warm_server_judges_by_what_the_store_has_and_not_by_what_was_lost(
    servers: Servers, running_store: Store, first: int
) -> None:
    players = await dealt(servers, GAME_DUEL)
    backup = Backup.of(running_store)
    await players.play(LOST, Random(1))
    ahead = (await players.sights(0))[0].match
    backup.restore(running_store)
    lost = players.forget()
    seat = ahead.seat_to_act
    caller = players.lines[first][seat]
    with pytest.raises(CallFailed) as caught:
        await caller.act(players.match, seat, ahead.version, lost[-1].action)
    assert caught.value.reason == "STALE_VERSION"
    assert caught.value.detail(StaleVersion).current_version == KEPT
    kept = players.done[-1]
    caller = players.lines[first][kept.seat]
    again = await caller.act(players.match, kept.seat, kept.version, kept.action, kept.request_id)
    assert again == kept.update
    one = lost[0]
    caller = players.lines[first][one.seat]
    update = await caller.act(players.match, one.seat, one.version, one.action, one.request_id)
    assert update.commit_id != one.update.commit_id
    assert list(update.events) == list(one.update.events)


async def take(stream_of: Caller, match: str, token: str, number: int) -> list[WatchMatchResponse]:
    """The first messages of a watch, without heartbeats."""
    messages: list[WatchMatchResponse] = []
    async with aclosing(stream_of.watch(match, token=token)) as stream:
        async for message in stream:
            if not message.HasField("heartbeat"):
                messages.append(message)
            if len(messages) == number:
                return messages
    raise AssertionError("the watch has ended")


@GAMES
@pytest.mark.parametrize("is_new", [True, False], ids=["new-watch", "resumed"])
async def test_who_has_seen_nothing_of_what_was_lost_goes_on_beside_those_who_have(
    store_url: str, running_store: Store, game: Game, is_new: bool
) -> None:
    """The window that a server keeps for its watchers still ends with lost updates then."""
    limits = replace(PATIENT, poll_s=1.0)
    async with (
        servers_on(store_url, 2, limits, wake_ups=False) as servers,
        AsyncExitStack() as stack,
    ):
        players = await dealt(servers, game)
        spectators = [host.caller() for host in servers.hosts]
        token = "" if is_new else (await spectators[0].get(players.match)).resume_token
        for caller in spectators:
            watcher = await stack.enter_async_context(watching(caller, players.match))
            await watcher.reached(KEPT)
        backup = Backup.of(running_store)
        await players.play(LOST, Random(1))
        backup.restore(running_store)
        players.forget()
        number = is_new + LOST + 5
        async with asyncio.TaskGroup() as group:
            latecomers = [
                group.create_task(take(caller, players.match, token, number))
                for caller in spectators
            ]
            for caller in spectators * 2:
                assert (await caller.get(players.match)).match.version == KEPT
            await players.play(LOST + 5, Random(2))
        log = await spectators[0].updates(players.match)
        for latecomer in latecomers:
            told = latecomer.result()
            assert [message.HasField("snapshot") for message in told[:1]] == [is_new]
            assert [message.update for message in told[is_new:]] == log[KEPT:]


@GAMES
@pytest.mark.servers(2, PATIENT, wake_ups=False)
async def test_a_token_of_a_lost_update_is_refused_even_if_its_version_exists_again(
    servers: Servers, running_store: Store, game: Game
) -> None:
    players = await dealt(servers, game)
    spectators = [host.caller() for host in servers.hosts]
    kept = (await spectators[0].get(players.match)).resume_token
    backup = Backup.of(running_store)
    await players.play(LOST, Random(1))
    lost = (await spectators[0].get(players.match)).resume_token
    backup.restore(running_store)
    await players.repeat(players.forget())
    now = KEPT + LOST
    for caller in spectators:
        reset, snapshot = await take(caller, players.match, lost, 2)
        assert reset.reset.reason == RESET_REASON_HISTORY_LOST
        assert snapshot.snapshot.match.version == now
        assert snapshot.snapshot.match.commit_id == players.done[-1].update.commit_id
        told = await take(caller, players.match, kept, LOST)
        log = await caller.updates(players.match)
        assert [message.update for message in told] == log[KEPT:]


@pytest.mark.servers(2, BRISK)
async def test_a_match_that_ended_and_was_rolled_back_is_played_to_another_end(
    servers: Servers, running_store: Store
) -> None:
    async with AsyncExitStack() as stack:
        players = await dealt(servers, GAME_DUEL)
        backup = Backup.of(running_store)
        ann, bob = players.lines[0]
        spectator = servers.hosts[1].caller()
        watcher = await stack.enter_async_context(watching(spectator, players.match))
        await ann.resign(players.match, 0)
        await watcher.ended()
        backup.restore(running_store)
        for caller in (ann, bob, spectator):
            sight = await caller.get(players.match)
            assert sight.match.state == MATCH_STATE_ACTIVE
            assert not sight.HasField("reveal")
        reset, snapshot = await take(spectator, players.match, watcher.token, 2)
        assert reset.reset.reason == RESET_REASON_HISTORY_LOST
        assert snapshot.snapshot.match.version == KEPT
        await bob.resign(players.match, 1)
        record = await spectator.record(players.match)
        assert record.match.state == MATCH_STATE_FINISHED
        assert record.match.outcome.winners == [0]


@pytest.mark.servers(2, PATIENT)
async def test_a_match_that_was_lost_as_a_whole_is_told_to_be_gone(
    servers: Servers, running_store: Store
) -> None:
    backup = Backup.of(running_store)
    players = await dealt(servers, GAME_DUEL)
    tokens = [sight.resume_token for sight in await players.sights(0)]
    backup.restore(running_store)
    for line, token in zip(players.lines, tokens, strict=True):
        with pytest.raises(CallFailed) as caught:
            await line[0].get(players.match)
        assert caught.value.reason == "MATCH_NOT_FOUND"
        with pytest.raises(CallFailed) as caught:
            await line[0].resign(players.match, 0)
        assert caught.value.reason == "MATCH_NOT_FOUND"
        (reset,) = await take(line[0], players.match, token, 1)
        assert reset.reset.reason == RESET_REASON_MATCH_EXPIRED


async def page_of(caller: Caller, match: str, size: int, token: str = "") -> ListUpdatesResponse:
    """One page of the history."""
    request = ListUpdatesRequest(match=match, page_size=size, page_token=token)
    return await caller.call(LIST, request, ListUpdatesResponse)


@pytest.mark.servers(2, PATIENT)
async def test_a_list_is_not_continued_with_pages_of_another_history(
    servers: Servers, running_store: Store
) -> None:
    players = await dealt(servers, GAME_DUEL)
    backup = Backup.of(running_store)
    await players.play(LOST, Random(1))
    pages = [
        await page_of(players.lines[0][0], players.match, size)
        for size in (KEPT - 1, KEPT, KEPT + 1)
    ]
    backup.restore(running_store)
    players.forget()
    await players.play(LOST, Random(2))
    for line in players.lines:
        for page in pages[:2]:
            token = page.next_page_token
            rest = await page_of(line[0], players.match, 100, token)
            names = [one.commit_id for one in (*page.updates, *rest.updates)]
            assert names == [done.update.commit_id for done in players.done]
        token = pages[2].next_page_token
        with pytest.raises(CallFailed) as caught:
            await page_of(line[0], players.match, 100, token)
        assert caught.value.reason == "STALE_VERSION"


@pytest.mark.servers(2, PATIENT)
async def test_a_list_of_what_came_after_a_lost_version_is_empty(
    servers: Servers, running_store: Store
) -> None:
    players = await dealt(servers, GAME_DUEL)
    backup = Backup.of(running_store)
    await players.play(LOST, Random(1))
    backup.restore(running_store)
    for line in players.lines:
        assert await line[0].updates(players.match, 0, after=KEPT + LOST) == []
        assert await line[0].updates(players.match, 0, after=KEPT) == []
