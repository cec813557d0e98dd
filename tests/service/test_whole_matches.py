"""Whole matches over the wire, held against the engine's own account of them.

Snapshot and updates together are what GetMatch says at every version; legal actions are the
engine's, beside the messages of the seat to act alone.
"""

from contextlib import AsyncExitStack
from itertools import pairwise
from random import Random

import pytest

from gemwright.contract.games import outcome_message
from gemwright.engine.fairness import commitment
from gemwright.engine.record import read_record, replay
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Game
from gemwright.pb.match_pb2 import MATCH_STATE_FINISHED, MatchRecord, Update
from gemwright.pb.match_service_pb2 import GetMatchResponse
from tests.service.callers import Caller
from tests.service.players import Watcher, choose, play_randomly, seated, watching
from tests.service.replays import Moment, moments
from tests.service.servers import BRISK, PATIENT, Host, Servers

GAMES = [
    pytest.param(GAME_DUEL, 2, id="duel"),
    pytest.param(GAME_DUEL_COUNTERFEITERS, 2, id="counterfeiters"),
    pytest.param(GAME_SPLENDOR, 2, id="splendor-2"),
    pytest.param(GAME_SPLENDOR, 3, id="splendor-3"),
    pytest.param(GAME_SPLENDOR, 4, id="splendor-4"),
]
PRINCIPALS = ("ann", "bob", "cleo", "dan")


class Seen:
    """One viewer of a match that is played elsewhere: what it was told, and what it asked for."""

    def __init__(self, caller: Caller, viewer: int | None, watcher: Watcher) -> None:
        self.caller = caller
        self.viewer = viewer
        self.watcher = watcher
        self.sights: dict[int, GetMatchResponse] = {}

    async def look(self, match: str, version: int) -> GetMatchResponse:
        """Wait for a version and ask for the match while it stands at it."""
        await self.watcher.reached(version)
        sight = await self.caller.get(match, self.viewer)
        assert sight.match.version == version
        self.sights[version] = sight
        return sight


async def play_watched(
    match: str, movers: list[Caller], seen: list[Seen], other: Caller, rng: Random
) -> None:
    """Play a match to its end, with everybody looking at every version of it."""
    version = (await other.get(match)).match.version
    while True:
        sights = [await one.look(match, version) for one in seen]
        assert (await other.get(match)).match == sights[-1].match
        if not sights[0].match.HasField("seat_to_act"):
            return
        seat = sights[0].match.seat_to_act
        action = choose(seen[seat].watcher.legal[version], rng)
        done = await movers[seat].act(match, seat, version, action)
        version += 1
        await seen[seat].watcher.reached(version)
        assert done == seen[seat].watcher.updates[-1]


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize(
    "do_alternate",
    [
        pytest.param(False, id="one-server", marks=pytest.mark.long),
        pytest.param(True, id="alternating"),
    ],
)
@pytest.mark.servers(3, PATIENT)
async def test_snapshot_and_updates_are_what_the_engine_says_at_every_version(
    servers: Servers, game: Game, seats: int, do_alternate: bool
) -> None:
    async with AsyncExitStack() as stack:
        playing, watched, third = servers.hosts
        principals = PRINCIPALS[:seats]
        made = await playing.caller().create(seated(game, principals))
        match = made.match.match
        seen = []
        for viewer, name in [*enumerate(principals), (None, None)]:
            caller = watched.caller(name)
            watcher = await stack.enter_async_context(watching(caller, match, viewer))
            seen.append(Seen(caller, viewer, watcher))
        hosts = [playing, third] if do_alternate else [playing]
        movers = [hosts[n % len(hosts)].caller(name) for n, name in enumerate(principals)]
        await play_watched(match, movers, seen, playing.caller(), Random(seats))
        record = await third.caller().record(match)
        for one in seen:
            await one.watcher.ended()
            check_told(one, moments(record))
            assert one.watcher.reveal == record.reveal == one.sights[max(one.sights)].reveal
            check_pages(one.watcher, await one.caller.updates(match, one.viewer, page_size=7))
        check_record(record)


def check_told(seen: Seen, told: list[Moment]) -> None:
    """What a viewer was told is what the engine says it may know."""
    viewer, watcher = seen.viewer, seen.watcher
    assert not watcher.resets
    assert not watcher.cuts
    assert len(watcher.updates) == len(told) - 1
    assert watcher.snapshots[0].view == told[0].view(viewer)
    assert watcher.snapshots[0].HasField("viewer_seat") == (viewer is not None)
    for moment in told:
        sight = seen.sights[moment.version]
        assert sight.view == moment.view(viewer)
        assert list(sight.legal_actions) == moment.legal_actions(viewer)
        assert watcher.legal[moment.version] == moment.legal_actions(viewer)
        assert sight.match.HasField("seat_to_act") == (moment.to_move is not None)
    for update, (before, after) in zip(watcher.updates, pairwise(told), strict=True):
        check_update(update, before, after, viewer)


def check_update(update: Update, before: Moment, after: Moment, viewer: int | None) -> None:
    """An update tells what was done, and leads from the view before it to the one after it."""
    game = after.game
    assert update.version == after.version
    assert update.move.seat == after.seat
    assert update.move.action == after.shown_action(viewer)
    assert list(update.events) == after.shown_events(viewer)
    followed = game.follow(game.view(before.state, viewer), game.project(after.events, viewer))
    assert followed == game.view(after.state, viewer)


def check_pages(watcher: Watcher, listed: list[Update]) -> None:
    """The history in pages is what the watch told."""
    assert listed == watcher.updates


def check_record(record: MatchRecord) -> None:
    """The record replays to the outcome it names, and the deal is the one committed to."""
    played = read_record(record.text)
    assert record.match.state == MATCH_STATE_FINISHED
    state = replay(played)
    told = moments(record)
    outcome = told[-1].game.outcome(state)
    assert outcome is not None
    assert record.match.outcome == outcome_message(outcome)
    assert isinstance(played.options, dict)
    assert played.seed == record.reveal.seed
    assert record.match.fairness.commitment == commitment(
        record.match.match,
        played.game,
        played.options,
        record.match.rules_version,
        record.reveal.salt,
        record.reveal.seed,
    )
    assert not record.match.fairness.is_unverifiable
    for update, moment in zip(record.updates, told[1:], strict=True):
        assert update.version == moment.version
        assert update.move.action == moment.shown_action(moment.seat)
        assert list(update.events) == moment.all_events()


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.servers(2, PATIENT)
async def test_a_slow_watcher_gets_every_update_of_a_match_that_was_played_in_a_burst(
    servers: Servers, game: Game, seats: int
) -> None:
    playing, watched = servers.hosts
    principals = PRINCIPALS[:seats]
    made = await playing.caller().create(seated(game, principals))
    match = made.match.match
    caller = watched.caller(principals[-1])
    stream = caller.watch(match)
    first = await anext(stream)
    assert first.HasField("snapshot")
    version = await play_randomly(match, callers(playing, principals), Random(game))
    later = [message async for message in stream]
    told = [one.update.version for one in later if one.HasField("update")]
    assert told == list(range(1, version + 1))
    assert later[-1].HasField("reveal")


@pytest.mark.servers(2, BRISK, wake_ups=False)
async def test_without_wake_ups_watchers_elsewhere_are_served_by_reading_on(
    servers: Servers,
) -> None:
    async with AsyncExitStack() as stack:
        playing, watched = servers.hosts
        made = await playing.caller().create(seated(GAME_DUEL, PRINCIPALS[:2]))
        match = made.match.match
        players = callers(playing, PRINCIPALS[:2])
        watchers = [
            await stack.enter_async_context(watching(watched.caller(name), match))
            for name in PRINCIPALS[:2]
        ]
        for most in (20, 20, 1000):
            version = await play_randomly(match, players, Random(most), most)
            for player, watcher in zip(players, watchers, strict=True):
                await watcher.reached(version)
                legal = (await player.get(match)).legal_actions
                assert watcher.legal[version] == list(legal)
        for watcher in watchers:
            await watcher.ended()
            assert not watcher.cuts


def callers(host: Host, principals: tuple[str, ...]) -> list[Caller]:
    """One caller for each seat."""
    return [host.caller(principal) for principal in principals]
