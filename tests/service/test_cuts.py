"""Streams cut a thousand times: what a watcher has received in the end is the log, once, in order.

They are cut from all sides while matches are played: a client gives up, a server goes without a
word and another with empty caches takes its place, the connections to the store are closed.
Processes that are killed have tests of their own.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Game
from gemwright.pb.match_pb2 import MATCH_STATE_FINISHED
from tests.service.callers import Caller
from tests.service.players import Watcher, play_randomly, seated, watching, with_open_seats
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.valkey import Store

CUTS: Final = 1_000
FEW_CUTS: Final = 200
LONGEST_PAUSE: Final = 0.02
NAMES: Final = ("ann", "bob", "cleo")
GAMES: Final[Sequence[tuple[Game, int]]] = (
    (GAME_DUEL, 2),
    (GAME_DUEL_COUNTERFEITERS, 2),
    (GAME_SPLENDOR, 2),
    (GAME_SPLENDOR, 3),
)


class Fragile:
    """A watcher that goes on whenever its stream was cut, by itself or by others."""

    def __init__(self, callers: Sequence[Caller], match: str, seat: int | None) -> None:
        self.watcher = Watcher(callers, match, seat)
        self.seat = seat
        self._stream: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Follow the match to its end."""
        while self.watcher.reveal is None:
            self._stream = asyncio.create_task(self.watcher.run())
            try:
                await asyncio.wait([self._stream])
            finally:
                self._stream.cancel()
            if self._stream.cancelled():
                self.watcher.cuts += 1
            else:
                self._stream.result()

    def cut(self) -> None:
        """Give the stream up, at the client."""
        if self._stream is not None:
            self._stream.cancel()


@dataclass
class Campaign:
    """Matches played at the first server and watched at all of them, until there were cuts enough.

    The first server stays; any other may be replaced.
    """

    servers: Servers
    store: Store
    wanted: int
    wake_ups: bool
    rng: Random = field(default_factory=lambda: Random(5))
    watching: list[Fragile] = field(default_factory=list)
    callers: dict[str | None, list[Caller]] = field(default_factory=dict)
    """A line to each server for each principal; changed in place when a server is replaced."""
    cuts: int = 0
    by_clients: int = 0
    servers_lost: int = 0
    connections_lost: int = 0
    is_played: bool = False

    @property
    def is_enough(self) -> bool:
        """Whether the streams were cut often enough."""
        return self.cuts + sum(one.watcher.cuts for one in self.watching) >= self.wanted

    async def run(self) -> None:
        """Play and cut."""
        for name in (*NAMES, None):
            self.callers[name] = [host.caller(name) for host in self.servers.hosts]
        async with asyncio.TaskGroup() as group:
            group.create_task(self._cut())
            try:
                async with asyncio.TaskGroup() as playing:
                    for game, seats in GAMES:
                        playing.create_task(self._play(game, seats))
            finally:
                self.is_played = True

    async def _play(self, game: Game, seats: int) -> None:
        """Match after match; what each watcher has received is judged at its end."""
        players = [self.callers[name][0] for name in NAMES[:seats]]
        while not self.is_enough:
            match = (await players[0].create(seated(game, NAMES[:seats]))).match.match
            followers = [
                Fragile(self.callers[NAMES[seat] if seat is not None else None], match, seat)
                for seat in (*range(seats), None, None)
            ]
            self.watching += followers
            async with asyncio.TaskGroup() as group:
                for follower in followers:
                    group.create_task(follower.run())
                await play_randomly(match, players, self.rng)
            for follower in followers:
                self.watching.remove(follower)
                self.cuts += follower.watcher.cuts
                caller = players[follower.seat or 0]
                if follower.seat is None:
                    caller = self.callers[None][0]
                await check(follower.watcher, caller, match, follower.seat)

    async def _cut(self) -> None:
        """Cut something, again and again.

        It is told to end, not cancelled: a server that starts can lose a cancellation, for on
        Python 3.11 the wait_for does with which redis-py sends.
        """
        causes = [self._cut_client] * 30 + [self._lose_connections] * 2 + [self._lose_server]
        while True:
            for cause in self.rng.sample(causes, len(causes)):
                await asyncio.sleep(self.rng.uniform(0, LONGEST_PAUSE))
                if self.is_played:
                    return
                await cause()

    async def _cut_client(self) -> None:
        if self.watching:
            self.rng.choice(self.watching).cut()
            self.by_clients += 1

    async def _lose_connections(self) -> None:
        kind = self.rng.choice(["normal", "pubsub"])
        for node in self.store.nodes:
            with node.client() as client:
                client.client_kill_filter(_type=kind)
        self.connections_lost += 1

    async def _lose_server(self) -> None:
        """A server goes without a word; its place in everybody's list is taken by a new one."""
        place = self.rng.randrange(1, len(self.servers.hosts))
        lost = self.servers.hosts[place]
        await self._put(await self.servers.start(wake_ups=self.wake_ups), place)
        await self.servers.stop(lost, grace=0)
        self.servers_lost += 1

    async def _put(self, host: Host, place: int) -> None:
        self.servers.hosts.remove(host)
        self.servers.hosts.insert(place, host)
        for name, line in self.callers.items():
            line[place] = host.caller(name)


async def check(watcher: Watcher, caller: Caller, match: str, seat: int | None) -> None:
    """All that was received is one snapshot and the log from there on."""
    log = await caller.updates(match, seat)
    assert [update.version for update in log] == list(range(1, len(log) + 1))
    assert not watcher.resets
    (snapshot,) = watcher.snapshots
    assert watcher.updates == log[snapshot.match.version :]
    told = [one.update for one in watcher.messages if one.HasField("update")]
    assert told == watcher.updates


@pytest.mark.inside("loses more servers than can be started")
@pytest.mark.parametrize(
    ("wake_ups", "wanted"),
    [
        pytest.param(True, FEW_CUTS, id="woken"),
        pytest.param(False, FEW_CUTS, id="polling"),
        pytest.param(True, CUTS, id="again-and-again", marks=pytest.mark.long),
    ],
)
async def test_streams_cut_at_random_are_the_log_once_each_in_order(
    store_url: str, running_store: Store, wake_ups: bool, wanted: int
) -> None:
    async with servers_on(store_url, 4, BRISK, wake_ups=wake_ups) as servers:
        campaign = Campaign(servers, running_store, wanted, wake_ups)
        await campaign.run()
        assert campaign.cuts >= wanted
        assert campaign.by_clients > campaign.servers_lost > 0
        assert campaign.connections_lost > 0


@pytest.mark.servers(2, PATIENT)
async def test_a_watcher_whose_line_is_closed_under_it_goes_on(servers: Servers) -> None:
    """It is cancelled with its line; a task that is cancelled would end without a word."""
    first, second = servers.hosts
    players = [second.caller(name) for name in NAMES[:2]]
    match = (await players[0].create(seated(GAME_DUEL, NAMES[:2]))).match.match
    async with watching([first.caller(), players[0]], match) as watcher:
        await watcher.reached(0)
        await first.leave()
        await watcher.reached(await play_randomly(match, players, Random(1), 3))
        assert watcher.cuts


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.servers(3, BRISK, wake_ups=False)
async def test_without_any_wake_ups_streams_are_complete(
    servers: Servers, game: Game, seats: int
) -> None:
    async with AsyncExitStack() as stack:
        names = NAMES[:seats]
        players = [servers.hosts[0].caller(name) for name in names]
        match = (await players[0].create(seated(game, names))).match.match
        told = []
        for host in servers.hosts:
            for seat, name in [*enumerate(names), (None, None)]:
                caller = host.caller(name)
                watcher = await stack.enter_async_context(watching(caller, match, seat))
                told.append((watcher, caller, seat))
        await play_randomly(match, players, Random(game))
        for watcher, caller, seat in told:
            await watcher.ended()
            assert not watcher.cuts
            await check(watcher, caller, match, seat)


@pytest.mark.servers(2, PATIENT)
async def test_watchers_see_a_match_filled_dealt_and_played_at_other_servers(
    servers: Servers,
) -> None:
    """A server that has held the match since before the deal must not play on from there."""
    async with AsyncExitStack() as stack:
        first, second = servers.hosts
        made = await first.caller().create(with_open_seats(GAME_SPLENDOR, 3))
        match, tokens = made.match.match, [shown.token for shown in made.join_tokens]
        told = []
        for seat, name in enumerate(NAMES[:2]):
            caller = second.caller(name)
            await caller.join(match, tokens[seat])
            watcher = await stack.enter_async_context(watching(caller, match, seat))
            await watcher.reached(seat + 1)
            told.append((watcher, caller, seat))
        await first.caller(NAMES[2]).join(match, tokens[2])
        await play_randomly(match, [first.caller(name) for name in NAMES], Random(1))
        for watcher, caller, seat in told:
            await watcher.ended()
            assert not watcher.cuts
            await check(watcher, caller, match, seat)
        assert (await first.caller().get(match)).match.state == MATCH_STATE_FINISHED
