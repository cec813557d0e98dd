"""A match as everybody sees it."""

from dataclasses import replace

import pytest

from gemwright.contract.games import MESSAGE_GAMES, options_message, outcome_message
from gemwright.contract.matches import match_message, reveal_message, timestamp
from gemwright.matches.stored import MatchState
from gemwright.pb import match_pb2 as pb
from tests.rpc.rpc_matches import (
    BEGAN_MS,
    COMMIT,
    MATCH_ID,
    NAMES,
    SALT,
    SEED,
    STEP_MS,
    joined,
    played,
    waiting,
)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_that_waits_tells_until_when(name: str) -> None:
    match = waiting(name)
    assert match_message(match, 0) == pb.Match(
        match=MATCH_ID,
        game=MESSAGE_GAMES[name],
        options=options_message(name, match.charter.options),
        rules_version="1",
        state=pb.MATCH_STATE_WAITING,
        commit_id="0000000000000000",
        seats=[pb.Seat(seat=0, principal="ann", is_filled=True), pb.Seat(seat=1)],
        spectators=pb.Spectators(allowed=True),
        fairness=pb.Fairness(
            commitment=match.charter.commitment, creator_entropy=b"from the creator"
        ),
        create_time=timestamp(BEGAN_MS),
        join_deadline=timestamp(BEGAN_MS + 60_000),
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_match_that_runs_tells_who_must_act(name: str) -> None:
    match, _ = joined(name)
    message = match_message(match, 0)
    assert message.state == pb.MATCH_STATE_ACTIVE
    assert (message.version, message.commit_id) == (1, COMMIT.hex())
    assert message.HasField("seat_to_act")
    assert message.seat_to_act == match.seat_to_act
    assert message.start_time == timestamp(BEGAN_MS + STEP_MS)
    assert message.seats[1] == pb.Seat(seat=1, principal="bob", is_filled=True, entropy=b"from bob")
    assert not message.HasField("end_time")
    assert not message.HasField("join_deadline")
    assert not message.HasField("outcome")


@pytest.mark.parametrize("name", NAMES)
def test_a_match_that_is_finished_tells_who_won_and_when(name: str) -> None:
    *_, (match, _, _, _) = played(name)
    message = match_message(match, 0)
    assert match.outcome is not None
    assert message.outcome == outcome_message(match.outcome)
    assert message.end_time == timestamp(match.time_ms)
    assert message.state == pb.MATCH_STATE_FINISHED
    assert not message.HasField("seat_to_act")


def test_a_match_that_was_closed_has_an_end_and_no_outcome() -> None:
    message = match_message(replace(waiting("duel"), state=MatchState.NO_SHOW), 0)
    assert message.HasField("end_time")
    assert not message.HasField("outcome")
    assert not message.HasField("join_deadline")


def test_the_delay_of_spectators_is_told() -> None:
    match = waiting("duel")
    match = replace(match, charter=replace(match.charter, delay_ms=90_500))
    assert match_message(match, 0).spectators.delay.ToMilliseconds() == 90_500


def test_the_secrets_come_with_the_end_and_not_before() -> None:
    match, _ = joined("duel")
    with pytest.raises(ValueError, match="not over"):
        reveal_message(match)
    over = replace(match, state=MatchState.CANCELLED)
    assert reveal_message(over) == pb.Reveal(seed=SEED, salt=SALT)


def test_a_match_from_a_position_proves_nothing() -> None:
    match, _ = joined("duel")
    charter = replace(match.charter, position={}, is_unverifiable=True)
    over = replace(match, charter=charter, state=MatchState.CANCELLED)
    assert match_message(over, 0).fairness == pb.Fairness(
        creator_entropy=b"from the creator", is_unverifiable=True
    )
    assert reveal_message(over) == pb.Reveal()
