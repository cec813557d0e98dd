"""Passing, and the limit of turns without a purchase."""

import pytest

from gemwright.engine import splendor
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from gemwright.engine.splendor.events import NobleReceived, TurnPassed
from gemwright.engine.splendor.state import State
from tests.engine.splendor.positions import (
    assert_refused,
    bonuses,
    outcome_of,
    play,
    position,
    texts,
)

# Each of these cards costs gems of both hands below.
NOT_AFFORDABLE = {
    1: ["S1-01", "S1-02", "S1-03", "S1-33"],
    2: ["S2-10", "S2-14", "S2-19", "S2-20"],
    3: ["S3-01", "S3-05", "S3-07", "S3-09"],
}
LIGHT = {"white": 4, "blue": 4, "green": 2}
DARK = {"green": 2, "red": 4, "black": 4}


def stuck(cards: list[str] | None = None, **extra: object) -> State:
    """No gem in the supply, both reserves full, no card within reach of anybody."""
    return position(
        tokens={0: LIGHT, 1: DARK},
        cards={0: cards or []},
        reserved={0: ["S3-02", "S3-10", "S3-18"], 1: ["S3-06", "S3-08", "S3-14"]},
        face_up=NOT_AFFORDABLE,
        noble_row=["N-3", "N-5", "N-10"],
        extra=extra,
    )


@pytest.mark.rule("S-PASS-1")
def test_pass_is_the_only_legal_action_where_nothing_is_possible() -> None:
    assert texts(stuck()) == ["pass"]


@pytest.mark.rule("S-PASS-1")
@pytest.mark.parametrize(
    "state",
    [
        position(),
        position(
            tokens={0: LIGHT, 1: DARK},
            reserved={0: ["S3-02", "S3-10"], 1: ["S3-06", "S3-08", "S3-14"]},
            face_up=NOT_AFFORDABLE,
        ),
        position(
            tokens={0: LIGHT, 1: DARK},
            reserved={0: ["S3-02", "S3-10", "S1-23"]},
            face_up=NOT_AFFORDABLE,
        ),
    ],
    ids=["a take", "a reservation", "a purchase"],
)
def test_pass_is_refused_where_something_is_possible(state: State) -> None:
    assert_refused(state, "pass", Reason.PASS_NOT_ALLOWED, "S-PASS-1")


@pytest.mark.rule("S-PASS-1")
def test_the_turn_goes_on_after_a_pass() -> None:
    state = stuck()
    log = play(state, "pass")
    assert log[0] == TurnPassed(0)
    assert (state.seat, state.passes, state.idle_turns) == (1, 1, 1)


@pytest.mark.rule("S-PASS-1")
def test_a_noble_may_come_after_a_pass() -> None:
    state = stuck(cards=bonuses(white=4, blue=4))
    log = play(state, "pass")
    assert NobleReceived(0, "N-3") in log


@pytest.mark.rule("S-PASS-1")
@pytest.mark.parametrize("seat", [0, 1])
def test_passes_in_a_row_by_every_seat_from_any_seat_end_the_match(seat: int) -> None:
    state = stuck(seat=seat)
    play(state, "pass")
    assert splendor.outcome(state) is None
    play(state, "pass")
    outcome = outcome_of(state)
    assert outcome.endings == (EndReason.ALL_PASSED,)


@pytest.mark.rule("S-PASS-1")
def test_after_all_have_passed_the_scores_decide() -> None:
    state = stuck(cards=["S2-18"])
    play(state, "pass", "pass")
    outcome = outcome_of(state)
    assert outcome.winners == (0,)


@pytest.mark.rule("S-PASS-1")
@pytest.mark.parametrize("line", ["take white blue green", "reserve S1-01", "buy S1-23"])
def test_any_other_action_begins_the_count_of_passes_anew(line: str) -> None:
    state = position(
        seats=3,
        face_up={1: ["S1-01", "S1-23"]},
        tokens={0: {"blue": 3}},
        extra={"passes": 2, "idle_turns": 2},
    )
    play(state, line)
    assert state.passes == 0


@pytest.mark.rule("S-X-1")
def test_after_the_limit_of_turns_without_a_purchase_the_scores_decide() -> None:
    state = position(cards={1: ["S1-08"]}, limit=3, extra={"idle_turns": 1})
    play(state, "take white blue green")
    assert splendor.outcome(state) is None
    play(state, "reserve S1-01")
    outcome = outcome_of(state)
    assert outcome.endings == (EndReason.NO_PROGRESS,)
    assert outcome.winners == (1,)


@pytest.mark.rule("S-X-1")
def test_the_limit_counts_the_turns_of_all_players_together() -> None:
    state = position(seats=4, limit=4)
    for _ in range(3):
        play(state, "take white blue green")
        assert splendor.outcome(state) is None
    play(state, "take white blue green")
    assert splendor.outcome(state) is not None


@pytest.mark.rule("S-X-1")
def test_the_limit_counts_passes() -> None:
    state = stuck(options={"seats": 2, "first_seat": None, "no_progress_limit": 1})
    play(state, "pass")
    outcome = outcome_of(state)
    assert outcome.endings == (EndReason.NO_PROGRESS,)


@pytest.mark.rule("S-X-1")
def test_a_purchase_begins_the_count_anew() -> None:
    state = position(
        face_up={1: ["S1-23"]}, tokens={0: {"blue": 3}}, limit=3, extra={"idle_turns": 2}
    )
    play(state, "buy S1-23")
    assert state.idle_turns == 0
    assert splendor.outcome(state) is None


@pytest.mark.rule("S-X-1")
def test_the_limit_is_100_turns_unless_the_options_say_otherwise() -> None:
    state = position(extra={"idle_turns": 99})
    play(state, "take white blue green")
    assert splendor.outcome(state) is not None


@pytest.mark.rule("S-X-1")
def test_without_a_limit_the_match_goes_on() -> None:
    state = position(limit=None, extra={"idle_turns": 99})
    play(state, "take white blue green")
    assert splendor.outcome(state) is None


@pytest.mark.rule("S-X-1", "S-PASS-1")
def test_every_reason_that_holds_is_told() -> None:
    state = stuck(
        passes=1,
        idle_turns=1,
        options={"seats": 2, "first_seat": None, "no_progress_limit": 2},
    )
    play(state, "pass")
    outcome = outcome_of(state)
    assert outcome.endings == (EndReason.ALL_PASSED, EndReason.NO_PROGRESS)
