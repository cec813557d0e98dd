"""Clocks as values: when they run out, what is left, and what an update means for them."""

import pytest

from gemwright.matches.clocks import ClockKind, TimeControl, step
from gemwright.matches.stored import Clock, ClockStart, ClockStep

RUNNING = Clock(credit_ms=50, running=1, since_ms=1_000, left_ms=(300, 200))
STANDING = Clock(credit_ms=50, running=None, since_ms=1_000, left_ms=(300, 200))


def test_a_running_clock_runs_out_when_its_time_and_the_credit_have_passed() -> None:
    assert RUNNING.deadline_ms == 1_000 + 200 + 50
    assert not RUNNING.has_run_out(1_249)
    assert RUNNING.has_run_out(1_250)
    assert RUNNING.has_run_out(9_999)


def test_a_clock_that_does_not_run_never_runs_out() -> None:
    assert STANDING.deadline_ms is None
    assert not STANDING.has_run_out(10**15)


@pytest.mark.parametrize(
    ("now_ms", "left_ms"),
    [(0, 200), (1_050, 200), (1_051, 199), (1_249, 1), (1_250, 0), (9_999, 0)],
)
def test_what_is_left_goes_down_with_time_from_what_there_was_to_nothing(
    now_ms: int, left_ms: int
) -> None:
    assert RUNNING.left_at(1, now_ms) == left_ms
    assert RUNNING.left_at(0, now_ms) == 300
    assert STANDING.left_at(1, now_ms) == 200


def test_a_credit_below_nothing_brings_the_deadline_nearer() -> None:
    """The clock of the node was set back: its time is earlier, the rest is not."""
    clock = Clock(-500, 0, 1_000, (300,))
    assert clock.deadline_ms == 800
    assert clock.left_at(0, 600) == 200


@pytest.mark.parametrize(
    ("control", "words"),
    [
        (TimeControl(ClockKind.PER_TURN, 60_000), "t:60000:0"),
        (TimeControl(ClockKind.BANK, 300_000, 2_000), "b:300000:2000"),
        (TimeControl(ClockKind.PER_MOVE, 86_400_000), "d:86400000:0"),
    ],
)
def test_the_store_is_told_kind_time_and_increment(control: TimeControl, words: str) -> None:
    assert control.start(3, 2) == ClockStart(words, 3, 2)
    assert control.start(2, None) == ClockStart(words, 2, None)


@pytest.mark.parametrize("seat", [None, 0, 3])
@pytest.mark.parametrize("is_timeout", [False, True])
def test_a_turn_has_ended_when_another_is_played_or_none(
    seat: int | None, *, is_timeout: bool
) -> None:
    assert step(4, 4, seat, is_timeout=is_timeout) == ClockStep(seat, False, is_timeout)
    assert step(4, 5, seat, is_timeout=is_timeout) == ClockStep(seat, True, is_timeout)
    assert step(None, 0, seat, is_timeout=is_timeout) == ClockStep(seat, True, is_timeout)
    assert step(4, None, seat, is_timeout=is_timeout) == ClockStep(seat, True, is_timeout)
