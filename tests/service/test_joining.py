"""Seats are filled with principals and their entropy; the last of them has the match dealt."""

import asyncio

import pytest

from gemwright.engine.record import read_record
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Action
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_WAITING,
)
from gemwright.pb.match_service_pb2 import JoinMatchResponse
from gemwright.pb.matchmaker_service_pb2 import CreateMatchResponse, SeatSpec
from tests.service.callers import CallFailed, failure_of
from tests.service.players import seated, watching, with_open_seats
from tests.service.replays import moments
from tests.service.servers import PATIENT, Host, Servers

DAY_MS = 24 * 3600 * 1000


async def waiting(host: Host, seats: int = 2) -> CreateMatchResponse:
    """A match with open seats."""
    return await host.caller().create(with_open_seats(GAME_SPLENDOR, seats))


@pytest.mark.servers(2, PATIENT)
async def test_the_last_join_deals_with_the_entropy_of_all(servers: Servers) -> None:
    one, other = servers.hosts
    request = with_open_seats(GAME_SPLENDOR, 3)
    request.entropy = b"creator"
    made = await one.caller().create(request)
    match, tokens = made.match.match, [token.token for token in made.join_tokens]
    names, parts = ["ann", "bob", "cleo"], [b"of ann", b"", bytes(range(32))]
    async with watching(other.caller(), match) as spectator:
        await spectator.reached(0)
        for seat in (1, 0, 2):
            host = (one, other)[seat % 2]
            joined = await host.caller(names[seat]).join(match, tokens[seat], parts[seat])
            assert joined.seat == seat
            assert joined.match.seats[seat].entropy == parts[seat]
            assert (joined.match.state == MATCH_STATE_ACTIVE) == (seat == 2)
        await spectator.reached(3)
        joins = [update.join for update in spectator.updates]
        assert [(j.seat, j.principal, j.entropy) for j in joins] == [
            (seat, names[seat], parts[seat]) for seat in (1, 0, 2)
        ]
        assert [len(update.events) for update in spectator.updates] == [0, 0, 1]
    dealt = [await other.caller(name).get(match) for name in names]
    history = [await one.caller(name).updates(match) for name in names]
    await one.caller("ann").resign(match, 0)
    await one.caller("bob").resign(match, 1)
    record = await other.caller().record(match)
    assert read_record(record.text).entropy == (b"creator", *parts)
    opening = moments(record)[0]
    assert opening.version == 3
    for seat in range(3):
        assert dealt[seat].view == opening.view(seat)
        assert history[seat][2].events[0].match_dealt.view == opening.view(seat)
        assert list(dealt[seat].legal_actions) == opening.legal_actions(seat)
    assert spectator.updates[2].events[0].match_dealt.view == opening.view(None)
    assert record.match.fairness.creator_entropy == b"creator"


async def test_a_seat_that_is_kept_is_filled_once_its_principal_has_come(servers: Servers) -> None:
    (host,) = servers.hosts
    request = seated(GAME_DUEL, ["ann", "bob"])
    request.seats[1].must_join = True
    made = await host.caller().create(request)
    assert made.match.state == MATCH_STATE_WAITING
    assert made.match.seats[1].principal == "bob"
    assert not made.match.seats[1].is_filled
    match = made.match.match
    assert (await failure_of(host.caller("eve").join(match))).reason == "NOT_YOUR_SEAT"
    joined = await host.caller("bob").join(match)
    assert joined.seat == 1
    assert joined.match.state == MATCH_STATE_ACTIVE


@pytest.mark.servers(2)
async def test_joining_again_gives_the_same_seat_and_changes_nothing(servers: Servers) -> None:
    one, other = (host.caller("ann") for host in servers.hosts)
    made = await waiting(servers.hosts[0])
    match, token = made.match.match, made.join_tokens[1].token
    first = await one.join(match, token, b"mine")
    assert await other.join(match, token, b"another") == first
    assert await one.join(match) == first
    assert (await one.get(match)).match.version == 1


async def test_who_has_two_seats_kept_names_them_and_a_retry_fills_no_other(
    servers: Servers,
) -> None:
    ann = servers.hosts[0].caller("ann")
    kept = [SeatSpec(principal="ann", must_join=True) for _ in range(2)]
    request = seated(GAME_DUEL, ["ann", "ann"])
    del request.seats[:]
    request.seats.extend(kept)
    match = (await ann.create(request)).match.match
    for _ in range(2):
        joined = await ann.join(match)
        assert (joined.seat, joined.match.state) == (0, MATCH_STATE_WAITING)
    joined = await ann.join(match, seat=1)
    assert (joined.seat, joined.match.state) == (1, MATCH_STATE_ACTIVE)
    assert (await failure_of(servers.hosts[0].caller("bob").join(match, seat=1))).reason == (
        "NOT_YOUR_SEAT"
    )


async def test_a_token_is_good_for_no_other_seat_than_its_own(servers: Servers) -> None:
    ann = servers.hosts[0].caller("ann")
    made = await ann.create(with_open_seats(GAME_DUEL, 2))
    failed = await failure_of(ann.join(made.match.match, made.join_tokens[0].token, seat=1))
    assert failed.reason == "JOIN_TOKEN_INVALID"
    joined = await ann.join(made.match.match, made.join_tokens[0].token, seat=0)
    assert joined.seat == 0


@pytest.mark.servers(2)
async def test_a_token_opens_its_own_seat_of_its_own_match_for_one_principal(
    servers: Servers,
) -> None:
    one, other = servers.hosts
    made, strange = await waiting(one), await waiting(one)
    match, token = made.match.match, made.join_tokens[0].token
    eve = other.caller("eve")
    for wrong in ("wrong", strange.join_tokens[0].token):
        failed = await failure_of(eve.join(match, wrong))
        assert (failed.code, failed.reason) == ("PERMISSION_DENIED", "JOIN_TOKEN_INVALID")
    await one.caller("ann").join(match, token)
    assert (await failure_of(eve.join(match, token))).reason == "JOIN_TOKEN_INVALID"
    assert (await failure_of(other.caller().join(match))).reason == "CREDENTIALS_MISSING"
    seats = (await eve.get(match)).match.seats
    assert [seat.principal for seat in seats] == ["ann", ""]


@pytest.mark.servers(2, PATIENT)
async def test_of_many_that_show_a_token_at_once_one_gets_the_seat_and_the_deal_is_made_once(
    servers: Servers,
) -> None:
    made = await waiting(servers.hosts[0], 3)
    match = made.match.match
    async with watching(servers.hosts[0].caller(), match) as watcher:
        await watcher.reached(0)
        joins = [
            servers.hosts[n % 2].caller(f"p{n}").join(match, made.join_tokens[n % 3].token)
            for n in range(24)
        ]
        results = await asyncio.gather(*joins, return_exceptions=True)
        await watcher.reached(3)
    seated_now = [result for result in results if isinstance(result, JoinMatchResponse)]
    assert sorted(one.seat for one in seated_now) == [0, 1, 2]
    failures = [result for result in results if isinstance(result, CallFailed)]
    assert {one.reason for one in failures} == {"JOIN_TOKEN_INVALID"}
    assert len(failures) == 21
    dealt = [update for update in watcher.updates if update.events]
    assert [update.version for update in dealt] == [3]
    sights = [await host.caller().get(match) for host in servers.hosts]
    assert sights[0] == sights[1]
    assert sights[0].match.version == 3


async def test_nobody_acts_before_the_deal(servers: Servers) -> None:
    (host,) = servers.hosts
    made, ann = await waiting(host), host.caller("ann")
    match = made.match.match
    await ann.join(match, made.join_tokens[0].token)
    act = ann.act(match, 0, 1, Action(splendor={"pass_turn": {}}))
    assert (await failure_of(act)).reason == "MATCH_WAITING"
    assert (await failure_of(ann.resign(match, 0))).reason == "MATCH_WAITING"
