"""How the host of the bots bears what goes wrong between it and its server."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest
from structlog.testing import capture_logs

from gemwright.bot_host import player as player_module
from gemwright.bot_host.player import Bell, Bells, Pause, Player
from gemwright.bot_host.transports import CallFailed
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb.match_pb2 import MATCH_STATE_FINISHED
from gemwright.pb.match_service_pb2 import SubmitActionRequest
from tests.bot_host.scripted import MATCH, UNAVAILABLE, Scripted, first, played, run_until
from tests.event_loop import on_event_loop

UNKNOWN = CallFailed(UNAVAILABLE, "OUTCOME_UNKNOWN", "")
CUT = CallFailed(UNAVAILABLE, "", "connection reset")


def test_a_move_costs_a_lease_a_look_and_an_action() -> None:
    server = Scripted(moves=4)
    on_event_loop(played(server))
    assert server.calls == ["LeaseMatch", "GetMatch", "SubmitAction"] * 4


@pytest.mark.parametrize("took_effect", [True, False])
def test_an_action_whose_outcome_is_unknown_is_made_once(took_effect: bool) -> None:
    server = Scripted(moves=2)
    if took_effect:
        server.failures["SubmitAction"] = [UNKNOWN]
    else:
        server.refusals["SubmitAction"] = [UNKNOWN, CUT]
    on_event_loop(played(server))
    assert server.version == 2
    sent = list(dict.fromkeys(server.submitted))
    assert len(sent) == 2
    assert server.submitted == ([*sent] if took_effect else [sent[0]] * 3 + sent[1:])


@pytest.mark.parametrize("method", ["LeaseMatch", "GetMatch"])
def test_a_call_that_fails_is_made_again(method: str) -> None:
    server = Scripted(moves=2)
    server.refusals[method] = [CUT, CallFailed(UNAVAILABLE, "STORE_UNAVAILABLE", "")]
    on_event_loop(played(server))
    assert len(server.submitted) == 2


def test_a_move_that_another_host_has_made_otherwise_is_no_failure() -> None:
    server = Scripted(moves=2)
    server.failures["SubmitAction"] = [CallFailed(6, "REQUEST_ID_REUSED", "")]
    with capture_logs() as logs:
        on_event_loop(played(server))
    assert server.calls == ["LeaseMatch", "GetMatch", "SubmitAction"] * 2
    assert not logs


def test_a_stale_version_is_looked_at_again() -> None:
    server = Scripted(moves=2)
    server.refusals["SubmitAction"] = [CallFailed(10, "STALE_VERSION", "")]
    on_event_loop(played(server))
    assert server.calls.count("GetMatch") == 3


def test_a_match_of_another_host_is_left_alone_until_its_lease_may_be_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player_module, "LEASE_S", 0)
    server = Scripted(moves=1)
    server.lease_denials = 3
    on_event_loop(played(server))
    assert server.calls == ["LeaseMatch"] * 4 + ["GetMatch", "SubmitAction"]


async def test_a_cut_inbox_is_taken_up_with_its_token_and_after_a_reset_with_the_new_one() -> None:
    server = Scripted(moves=1)
    reset = inbox.WatchInboxResponse(reset=inbox.InboxReset())
    complete = inbox.WatchInboxResponse(complete=inbox.InboxComplete(), resume_token="whole")
    expired = CallFailed(16, "TOKEN_EXPIRED", "")
    server.streams = [
        [complete, CUT],
        [expired],
        [reset, CUT],
        [complete, CUT],
        [CallFailed(3, "INVALID_FIELD", "")],
    ]
    await played(server)
    assert server.tokens == ["", "whole", "whole", "", "whole", ""]


async def test_an_older_entry_does_not_overwrite_a_newer_one() -> None:
    server = Scripted(moves=1)
    newer = server.entry(version=7)
    newer.entry.ClearField("seat_to_act")
    server.streams = [[newer, server.entry(version=6)]]
    player = Player(server, first, "holder-1", asyncio.Semaphore(2))
    await run_until(player, lambda: asyncio.sleep(0.1))
    assert server.calls == []


@pytest.mark.parametrize("reason", ["MATCH_OVER", "MATCH_NOT_FOUND", "NOT_YOUR_SEAT"])
async def test_a_match_that_is_no_more_is_left_alone(reason: str) -> None:
    server = Scripted(moves=1)
    server.refusals["GetMatch"] = [CallFailed(9, reason, "")]
    player = Player(server, first, "holder-1", asyncio.Semaphore(2))
    await run_until(player, lambda: asyncio.sleep(0.3))
    assert server.calls == ["LeaseMatch", "GetMatch"]


async def test_the_end_of_a_match_is_the_end_of_all_that_is_kept_of_it() -> None:
    server = Scripted(moves=2)
    over = inbox.InboxEntry(match=MATCH, state=MATCH_STATE_FINISHED, version=1)
    server.streams = [[server.entry(), inbox.WatchInboxResponse(entry=over)]]
    player = Player(server, first, "holder-1", asyncio.Semaphore(2))
    await run_until(player, server.done.wait)
    assert server.calls.count("SubmitAction") == 2


async def test_a_lost_move_is_noticed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module, "LOOK_AGAIN_S", 0.1)
    server = Scripted(moves=2)
    state = server.state.copy()
    player = Player(server, first, "holder-1", asyncio.Semaphore(2))

    async def lose_a_move() -> None:
        while not server.submitted:
            await asyncio.sleep(0.01)
        server.version, server.state = 0, state
        await server.done.wait()

    server.streams = [[server.entry(), CUT]]
    await run_until(player, lose_a_move)
    assert len(server.submitted) >= 2


class Mistaken:
    """A bot that raises, or chooses what is not there."""

    def __init__(self, *, raises: bool) -> None:
        self._raises = raises

    def __call__(self, game: str, view: object, actions: Sequence[object], rng: Random) -> object:
        """No choice at all."""
        if self._raises:
            raise ZeroDivisionError
        return "surrender"


@pytest.mark.parametrize("raises", [True, False])
def test_a_mistaken_bot_plays_a_random_action_and_is_reported_once_a_match(raises: bool) -> None:
    server = Scripted(moves=5)
    with capture_logs() as logs:
        on_event_loop(played(server, Mistaken(raises=raises)))
    errors = [line for line in logs if line["log_level"] == "error"]
    assert [line["event"] for line in errors] == ["bot_mistaken"]
    assert errors[0]["match"] == MATCH
    assert len(server.submitted) == 5


def test_two_hosts_send_the_same_for_the_same_decision_and_another_id_for_another() -> None:
    def at_random(game: str, view: object, actions: Sequence[object], rng: Random) -> object:
        return rng.choice(actions)

    one, other = Scripted(moves=6), Scripted(moves=6)
    on_event_loop(played(one, at_random))
    on_event_loop(played(other, at_random))
    assert one.submitted == other.submitted
    ids = [SubmitActionRequest.FromString(sent).request_id for sent in one.submitted]
    assert len(set(ids)) == 6


def test_pauses_grow_up_to_a_limit_and_begin_anew_after_a_success() -> None:
    pause = Pause()
    pauses = [pause.after_failure() for _ in range(12)]
    assert pauses[0] <= 0.1
    assert all(5 <= seconds <= 10 for seconds in pauses[-3:])
    pause.reset()
    assert pause.after_failure() <= 0.1


async def test_a_bot_in_no_match_rests_until_the_bell_rings() -> None:
    server = Scripted(moves=1)
    complete = inbox.WatchInboxResponse(complete=inbox.InboxComplete(), resume_token="all-known")
    server.streams = [[complete]]
    bell = Bell()
    player = Player(server, first, "holder-1", asyncio.Semaphore(2), bell)

    async def ring_once_it_rests() -> None:
        await asyncio.sleep(0.2)
        assert server.tokens == [""]
        bell.ring()
        await server.done.wait()

    await run_until(player, ring_once_it_rests)
    assert server.tokens == ["", "all-known"]
    assert len(server.submitted) == 1


async def test_a_bell_that_rang_while_a_bot_looked_is_heard() -> None:
    bell = Bell()
    before = bell.times
    bell.ring()
    async with asyncio.timeout(1):
        await bell.wait(before, 60)


def test_a_bell_wakes_the_bot_that_was_given_a_seat_and_nobody_else() -> None:
    bells = Bells()
    mine = bells.of("acme", "bot:greedy")
    others = [bells.of("acme", "bot:random"), bells.of("zenith", "bot:greedy")]
    bells.ring("acme", "bot:greedy")
    bells.ring("acme", "bot:unknown")
    assert bells.of("acme", "bot:greedy") is mine
    assert mine.times == 1
    assert [bell.times for bell in others] == [0, 0]
