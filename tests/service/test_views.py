"""Who may look at a match, from which seat, and how much of it behind a spectators' delay."""

from collections.abc import Awaitable
from dataclasses import replace
from random import Random

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING
from tests.service.callers import Caller, failure_of
from tests.service.players import play_randomly, seated, watching, with_open_seats
from tests.service.servers import BRISK, PATIENT, Host, Servers

DELAY_MS = 60_000
NAMES = ("ann", "bob")


def looks(caller: Caller, match: str, seat: int | None) -> list[Awaitable[object]]:
    """Every way of looking at a match that goes on."""
    return [
        caller.get(match, seat),
        caller.updates(match, seat),
        anext(caller.watch(match, seat)),
    ]


async def test_a_private_match_is_shown_to_its_seats_alone(servers: Servers) -> None:
    (host,) = servers.hosts
    request = seated(GAME_DUEL, NAMES, has_spectators=False)
    match = (await host.caller().create(request)).match.match
    for stranger in (host.caller(), host.caller("eve")):
        for look in [*looks(stranger, match, None), stranger.record(match)]:
            failed = await failure_of(look)
            assert (failed.code, failed.reason) == ("PERMISSION_DENIED", "MATCH_PRIVATE")
    for look in looks(host.caller("bob"), match, None):
        await look
    await host.caller("ann").resign(match, 0)
    assert (await failure_of(host.caller().record(match))).reason == "MATCH_PRIVATE"
    assert (await host.caller("bob").record(match)).text


async def test_a_private_match_that_waits_can_be_looked_at_but_not_watched(
    servers: Servers,
) -> None:
    (host,) = servers.hosts
    request = with_open_seats(GAME_DUEL, 2)
    request.spectators.allowed = False
    made = await host.caller().create(request)
    match, tokens = made.match.match, [one.token for one in made.join_tokens]
    eve = host.caller("eve")
    sight = await eve.get(match)
    assert sight.match.fairness.commitment == made.match.fairness.commitment
    assert not sight.HasField("viewer_seat")
    for look in (eve.updates(match), anext(eve.watch(match))):
        assert (await failure_of(look)).reason == "MATCH_PRIVATE"
    for name, token in zip(NAMES, tokens, strict=True):
        await host.caller(name).join(match, token)
    assert (await failure_of(eve.get(match))).reason == "MATCH_PRIVATE"


async def test_nobody_looks_from_the_seat_of_another(servers: Servers) -> None:
    (host,) = servers.hosts
    match = (await host.caller().create(seated(GAME_DUEL, NAMES))).match.match
    for caller in (host.caller("bob"), host.caller("eve"), host.caller()):
        for look in looks(caller, match, 0):
            failed = await failure_of(look)
            assert (failed.code, failed.reason) == ("PERMISSION_DENIED", "NOT_YOUR_SEAT")
    action = (await host.caller("ann").get(match)).legal_actions
    bob = host.caller("bob")
    calls = [bob.resign(match, 0), *(bob.act(match, 0, 0, one) for one in action[:1])]
    for call in calls:
        assert (await failure_of(call)).reason == "NOT_YOUR_SEAT"


async def test_a_principal_with_several_seats_looks_from_the_first_or_from_the_one_named(
    servers: Servers,
) -> None:
    ann = servers.hosts[0].caller("ann")
    request = seated(GAME_SPLENDOR, ["bob", "ann", "ann"])
    match = (await ann.create(request)).match.match
    assert (await ann.get(match)).viewer_seat == 1
    for seat in (1, 2):
        sight = await ann.get(match, seat)
        assert sight.viewer_seat == seat
        assert sight.view.splendor.private.seat == seat
        assert bool(sight.legal_actions) == (sight.match.seat_to_act == seat)
        watched = await anext(ann.watch(match, seat))
        assert watched.snapshot.view == sight.view


@pytest.mark.servers(2, PATIENT)
async def test_a_watch_that_goes_on_where_nothing_came_says_so_at_once(servers: Servers) -> None:
    one, other = servers.hosts
    match = (await one.caller().create(seated(GAME_DUEL, NAMES))).match.match
    token = (await one.caller().get(match)).resume_token
    stream = other.caller().watch(match, token=token)
    first = await anext(stream)
    assert first.HasField("heartbeat")
    assert first.resume_token == token
    await play_randomly(match, [one.caller(name) for name in NAMES], Random(1), 1)
    assert (await anext(stream)).update.version == 1


@pytest.mark.servers(2, replace(BRISK, heartbeat_s=0.05))
async def test_a_quiet_watch_gets_heartbeats_with_tokens_that_are_good(servers: Servers) -> None:
    one, other = servers.hosts
    match = (await one.caller().create(seated(GAME_DUEL, NAMES))).match.match
    async with watching([one.caller(), other.caller()], match) as watcher:
        await watcher.until(
            lambda: sum(one.HasField("heartbeat") for one in watcher.messages) > 2,
            "heartbeats",
        )
        assert watcher.messages[-1].heartbeat.HasField("time")
        await servers.stop(one)
        await play_randomly(match, [other.caller(name) for name in NAMES], Random(1), 3)
        await watcher.reached(3)
        assert watcher.cuts == 1
        assert not watcher.resets


async def delayed(host: Host) -> str:
    """A match whose spectators are a minute behind."""
    request = seated(GAME_DUEL, NAMES)
    request.spectators.delay.FromMilliseconds(DELAY_MS)
    return (await host.caller().create(request)).match.match


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.servers(2)
async def test_spectators_see_nothing_newer_than_their_delay(servers: Servers) -> None:
    one, other = servers.hosts
    match = await delayed(one)
    players = [one.caller(name) for name in NAMES]
    spectator = other.caller()
    opening = await spectator.get(match)
    async with watching(spectator, match) as watcher:
        await watcher.reached(0)
        assert await play_randomly(match, players, Random(1), 5) == 5
        sight = await players[0].get(match)
        one.move_clock(DELAY_MS // 2)
        assert await play_randomly(match, players, Random(2), 5) == 10
        assert await spectator.get(match) == opening
        assert not await spectator.updates(match)
        other.move_clock(DELAY_MS + DELAY_MS // 4)
        await watcher.reached(5)
        seen = await spectator.get(match)
        assert seen.match.version == 5
        assert seen.match == sight.match
        assert seen.view.duel.table == sight.view.duel.table
        assert not seen.legal_actions
        listed = await spectator.updates(match)
        assert [one.version for one in listed] == [1, 2, 3, 4, 5]
        assert listed == watcher.updates
        assert not await spectator.updates(match, after=5)
        assert (await other.caller("ann").get(match)).match.version == 10
        await players[0].resign(match, 0)
        await watcher.ended()
        assert watcher.updates == await spectator.updates(match)
        assert len(watcher.updates) == 11
        assert not watcher.resets
    assert (await spectator.get(match)).match.version == 11
    assert not any(watcher.legal.values())


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.servers(2)
async def test_behind_their_delay_spectators_see_a_match_that_still_waits(servers: Servers) -> None:
    one, other = servers.hosts
    request = with_open_seats(GAME_DUEL, 2)
    request.spectators.delay.FromMilliseconds(DELAY_MS)
    made = await one.caller().create(request)
    match = made.match.match
    for name, token in zip(NAMES, made.join_tokens, strict=True):
        await one.caller(name).join(match, token.token, b"secret so far")
    now = (await one.caller("ann").get(match)).match
    assert now.state == MATCH_STATE_ACTIVE
    behind = await other.caller().get(match)
    assert behind.match == made.match
    assert behind.match.state == MATCH_STATE_WAITING
    assert not behind.HasField("view")
    assert (await anext(other.caller().watch(match))).snapshot.match == made.match
    other.move_clock(2 * DELAY_MS)
    assert (await other.caller().get(match)).match == now


@pytest.mark.parametrize("is_watching", [False, True])
@pytest.mark.servers(2, PATIENT)
async def test_a_spectator_catches_up_when_the_match_ends(
    servers: Servers, is_watching: bool
) -> None:
    one, other = servers.hosts
    match = await delayed(one)
    players = [one.caller(name) for name in NAMES]
    token = (await other.caller().get(match)).resume_token if not is_watching else ""
    async with watching(other.caller(), match) as watcher:
        if is_watching:
            await watcher.reached(0)
        version = await play_randomly(match, players, Random(4))
        await watcher.ended()
        assert watcher.version == version
    later = [message async for message in other.caller().watch(match, None, token)]
    told = [message.update.version for message in later if message.HasField("update")]
    assert told == (list(range(1, version + 1)) if token else [])
    assert later[-1].reveal.seed
