"""What comes after a clock has run out: it becomes the timeout, unless it was done in time."""

import asyncio

import pytest

from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    Match,
)
from tests.service.callers import CallFailed, failure_of, new_request_id
from tests.service.clockwork import (
    BLIND,
    MINUTE,
    NAMES,
    callers,
    clocked,
    left,
    move,
    per_turn,
    running,
    splendor,
    timed_out,
)
from tests.service.servers import Host, Servers

pytestmark = pytest.mark.inside("moves the clock of a server")


async def late_duel(host: Host) -> Match:
    """A match in which the seat to act has no time left, which nobody has noticed yet."""
    made = await clocked(host, per_turn())
    await move(callers(host), made.match)
    host.move_clock(MINUTE)
    return (await host.caller().get(made.match)).match


@pytest.mark.parametrize("is_only_checked", [False, True])
@pytest.mark.servers(1, BLIND)
async def test_a_late_action_becomes_the_timeout(
    servers: Servers, *, is_only_checked: bool
) -> None:
    (host,) = servers.hosts
    made = await late_duel(host)
    seat, bob = made.seat_to_act, host.caller(NAMES[made.seat_to_act])
    assert left(made.clocks)[seat] == 0
    assert made.state == MATCH_STATE_ACTIVE
    action, request_id = (await bob.get(made.match)).legal_actions[0], new_request_id()
    for _ in range(2):
        late = bob.act(
            made.match, seat, 1, action, "" if is_only_checked else request_id,
            validate_only=is_only_checked,
        )  # fmt: skip
        assert (await failure_of(late)).reason == "STALE_VERSION"
    assert (await failure_of(bob.act(made.match, seat, 2, action))).reason == "MATCH_OVER"
    # The refused id was not remembered: another content under it is judged anew.
    assert (await failure_of(bob.resign(made.match, seat, request_id))).reason == "MATCH_OVER"
    (_, update) = await bob.updates(made.match)
    assert timed_out(update) == seat


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.servers(1, BLIND)
async def test_a_late_resignation_becomes_the_timeout(servers: Servers, seat: int) -> None:
    (host,) = servers.hosts
    made = await late_duel(host)
    late = host.caller(NAMES[seat]).resign(made.match, seat)
    assert (await failure_of(late)).reason == "MATCH_OVER"
    assert timed_out((await host.caller().updates(made.match))[-1]) == made.seat_to_act
    over = (await host.caller().get(made.match)).match
    assert list(over.outcome.winners) == [1 - made.seat_to_act]


@pytest.mark.servers(1, BLIND)
async def test_a_late_cancellation_becomes_the_timeout(servers: Servers) -> None:
    (host,) = servers.hosts
    late = await late_duel(host)
    assert (await failure_of(host.caller().cancel(late.match))).reason == "MATCH_OVER"
    assert timed_out((await host.caller().updates(late.match))[-1]) == late.seat_to_act
    other = (await clocked(host, per_turn())).match
    assert (await host.caller().cancel(other)).state == MATCH_STATE_CANCELLED


@pytest.mark.servers(1, BLIND)
async def test_a_late_resignation_of_another_seat_counts_after_the_timeout(
    servers: Servers,
) -> None:
    (host,) = servers.hosts
    made = await splendor(host, per_turn(), 4)
    host.move_clock(MINUTE)
    seat = (made.seat_to_act + 2) % 4
    done = await host.caller(NAMES[seat]).resign(made.match, seat)
    assert done.version == 2
    first = (await host.caller().updates(made.match))[0]
    assert timed_out(first) == made.seat_to_act
    assert running(done.clocks) == (made.seat_to_act + 1) % 4
    assert left(done.clocks)[seat] == MINUTE


@pytest.mark.servers(2, BLIND)
async def test_what_was_done_in_time_is_answered_after_the_timeout(servers: Servers) -> None:
    one, other = servers.hosts
    made = await clocked(one, per_turn())
    match, seat = made.match, made.seat_to_act
    name, request_id = NAMES[seat], new_request_id()
    action = (await one.caller(name).get(match)).legal_actions[0]
    done = await one.caller(name).act(match, seat, 0, action, request_id)
    for host in servers.hosts:
        host.move_clock(3 * MINUTE)
        again = await host.caller(name).act(match, seat, 0, action, request_id)
        assert again == done
    assert (await failure_of(one.caller().cancel(match))).reason == "MATCH_OVER"
    assert await other.caller(name).act(match, seat, 0, action, request_id) == done


@pytest.mark.servers(2, BLIND)
async def test_late_actions_at_two_servers_make_one_timeout(servers: Servers) -> None:
    made = await splendor(servers.hosts[0], per_turn(), 3)
    match, seat = made.match, made.seat_to_act
    name = NAMES[seat]
    action = (await servers.hosts[0].caller(name).get(match)).legal_actions[0]
    for host in servers.hosts:
        host.move_clock(MINUTE)
    late = [host.caller(name).act(match, seat, 0, action) for host in servers.hosts * 4]
    failed = await asyncio.gather(*late, return_exceptions=True)
    assert {isinstance(one, CallFailed) and one.reason for one in failed} == {"STALE_VERSION"}
    (update,) = await servers.hosts[0].caller().updates(match)
    assert timed_out(update) == seat
