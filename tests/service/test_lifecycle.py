"""Time runs out, somebody gives up: how matches end other than by their play."""

from random import Random

import pytest
from google.rpc.error_details_pb2 import BadRequest

from gemwright.contract.games import position_message
from gemwright.engine import GAMES
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Action, Game
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ABANDONED,
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
    MATCH_STATE_NO_SHOW,
)
from gemwright.pb.outcome_pb2 import (
    END_REASON_BLOCKING_CLAIM,
    END_REASON_RESIGNATION,
    FORFEIT_REASON_RESIGNATION,
)
from tests.engine.duel.test_blocking_claim import blocked
from tests.service.callers import Caller, failure_of, new_request_id
from tests.service.players import play_randomly, seated, watching, with_open_seats
from tests.service.replays import moments
from tests.service.servers import BRISK, PATIENT, Servers

DAY_MS = 24 * 3600 * 1000


# --- Time runs out


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.servers(1, BRISK)
async def test_seats_that_are_unfilled_at_the_deadline_are_a_no_show(servers: Servers) -> None:
    (host,) = servers.hosts
    request = with_open_seats(GAME_SPLENDOR, 3)
    request.join_timeout.FromSeconds(60)
    made = await host.caller().create(request)
    match = made.match.match
    await host.caller("ann").join(match, made.join_tokens[1].token)
    async with watching(host.caller(), match) as watcher:
        await watcher.reached(1)
        host.move_clock(60_000)
        await watcher.ended()
        (closed,) = watcher.updates
        assert closed.close.state == MATCH_STATE_NO_SHOW
        assert list(closed.close.absent_seats) == [0, 2]
    sight = await host.caller().get(match)
    assert sight.match.state == MATCH_STATE_NO_SHOW
    assert sight.match.HasField("end_time")
    assert not sight.match.HasField("outcome")
    assert not (await host.caller().record(match)).text


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.servers(2, PATIENT)
async def test_nobody_joins_after_the_deadline_even_where_nobody_has_swept(
    servers: Servers,
) -> None:
    one, late = servers.hosts
    made = await one.caller().create(with_open_seats(GAME_SPLENDOR, 2))
    late.move_clock(600_000)
    bob = late.caller("bob")
    failed = await failure_of(bob.join(made.match.match, made.join_tokens[1].token))
    assert failed.reason == "MATCH_OVER"
    assert await one.caller().state(made.match.match) == MATCH_STATE_NO_SHOW


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.servers(1, BRISK)
async def test_a_match_in_which_nobody_moves_for_too_long_is_abandoned(servers: Servers) -> None:
    (host,) = servers.hosts
    match = (await host.caller().create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
    callers = [host.caller("ann"), host.caller("bob")]
    for _ in range(3):
        host.move_clock(29 * DAY_MS)
        await play_randomly(match, callers, Random(1), most=1)
    # A server of a month later: on this one an answer of before may still be on its way.
    await servers.stop(host)
    ann = (await servers.start(clock_ahead_ms=(3 * 29 + 31) * DAY_MS)).caller("ann")
    async with watching(ann, match, 0) as watcher:
        await watcher.ended()
        assert watcher.updates[-1].version == 4
        assert watcher.updates[-1].close.state == MATCH_STATE_ABANDONED
        assert not watcher.updates[-1].close.absent_seats
    record = await ann.record(match)
    assert record.match.state == MATCH_STATE_ABANDONED
    assert not record.match.HasField("outcome")
    assert len(moments(record)) == 4


# --- Ended by somebody


async def cancel_fails(caller: Caller, match: str) -> str:
    return (await failure_of(caller.cancel(match))).reason


@pytest.mark.servers(2)
async def test_an_owner_cancels_what_is_not_over(servers: Servers) -> None:
    one, other = servers.hosts
    waits = (await one.caller().create(with_open_seats(GAME_DUEL, 2))).match.match
    begun = await one.caller().create(seated(GAME_DUEL, ["ann", "bob"]))
    for match in (waits, begun.match.match):
        async with watching(one.caller("ann"), match) as watcher:
            await watcher.reached(0)
            cancelled = await other.caller().cancel(match)
            assert cancelled.state == MATCH_STATE_CANCELLED
            assert await one.caller().cancel(match) == cancelled
            await watcher.ended()
            assert watcher.updates[-1].close.state == MATCH_STATE_CANCELLED
            assert cancelled == (await one.caller().get(match)).match
    seat = begun.match.seat_to_act
    act = one.caller(["ann", "bob"][seat]).resign(begun.match.match, seat)
    assert (await failure_of(act)).reason == "MATCH_OVER"
    over = (await one.caller().create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
    await one.caller("ann").resign(over, 0)
    assert await cancel_fails(other.caller(), over) == "MATCH_OVER"
    assert await cancel_fails(other.caller(), "a" * 24) == "MATCH_NOT_FOUND"


@pytest.mark.servers(2)
async def test_a_seat_resigns_whose_ever_turn_it_is_once_for_each_request_id(
    servers: Servers,
) -> None:
    one, other = servers.hosts
    made = (await one.caller().create(seated(GAME_DUEL, ["ann", "bob"]))).match
    seat = 1 - made.seat_to_act
    name, request_id = ["ann", "bob"][seat], new_request_id()
    eve = other.caller("eve").resign(made.match, seat)
    assert (await failure_of(eve)).reason == "NOT_YOUR_SEAT"
    done = await one.caller(name).resign(made.match, seat, request_id)
    assert done.forfeit.seat == seat
    assert done.forfeit.reason == FORFEIT_REASON_RESIGNATION
    assert await other.caller(name).resign(made.match, seat, request_id) == done
    again = await failure_of(other.caller(name).resign(made.match, seat))
    assert again.reason == "MATCH_OVER"
    match = (await other.caller(name).get(made.match)).match
    assert match.state == MATCH_STATE_FINISHED
    assert list(match.outcome.winners) == [1 - seat]
    assert list(match.outcome.reasons) == [END_REASON_RESIGNATION]


async def test_splendor_of_three_goes_on_without_the_seat_that_resigned(servers: Servers) -> None:
    names = ["ann", "bob", "cleo"]
    callers = [servers.hosts[0].caller(name) for name in names]
    made = (await callers[0].create(seated(GAME_SPLENDOR, names))).match
    version = await play_randomly(made.match, callers, Random(2), most=7)
    seat = (await callers[0].get(made.match)).match.seat_to_act
    await callers[seat].resign(made.match, seat)
    sight = await callers[0].get(made.match)
    assert sight.match.state == MATCH_STATE_ACTIVE
    assert sight.match.version == version + 1
    assert sight.match.seat_to_act != seat
    assert sight.view.splendor.table.players[seat].dropped_out == 1
    again = await failure_of(callers[seat].resign(made.match, seat))
    assert again.code == "FAILED_PRECONDITION"
    await play_randomly(made.match, callers, Random(3))
    record = await callers[seat].record(made.match)
    assert record.match.state == MATCH_STATE_FINISHED
    told = moments(record)
    assert [one.seat for one in told if one.action is None] == [None, seat]


async def test_a_blocked_seat_claims_the_win(servers: Servers) -> None:
    (host,) = servers.hosts
    state = blocked(3, can_claim=True)
    request = seated(GAME_DUEL, ["ann", "bob"])
    request.position.CopyFrom(position_message("duel", GAMES["duel"].to_data(state)))
    match = (await host.caller().create(request)).match.match
    bob = host.caller("bob")
    actions = (await bob.get(match)).legal_actions
    (claim,) = (one for one in actions if one.duel.HasField("claim"))
    await bob.act(match, 1, 0, claim)
    outcome = (await bob.get(match)).match.outcome
    assert list(outcome.winners) == [1]
    assert list(outcome.reasons) == [END_REASON_BLOCKING_CLAIM]


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (GAME_SPLENDOR, Action(duel={"replenish": {}})),
        (GAME_DUEL, Action(splendor={"pass_turn": {}})),
    ],
)
async def test_an_action_in_the_messages_of_another_game_is_malformed(
    servers: Servers, game: Game, action: Action
) -> None:
    ann = servers.hosts[0].caller("ann")
    made = (await ann.create(seated(game, ["ann", "ann"]))).match
    match, seat = made.match, made.seat_to_act
    for call in (
        ann.act(match, seat, 0, action),
        ann.act(match, seat, 0, action, validate_only=True),
        ann.payments(match, seat, action),
    ):
        failed = await failure_of(call)
        assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", "INVALID_FIELD")
        assert failed.detail(BadRequest).field_violations[0].field == "action"
    assert (await ann.get(match)).match == made
