"""What the check makes of clocks: what a seat was charged, and timers that never fire."""

import pytest

from gemwright_client.pb.match_pb2 import MatchRecord
from gemwright_client.pb.outcome_pb2 import FORFEIT_REASON_TIMEOUT
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.storming import Outage, Storm
from tests.programs.chaos.check.timing import OVERDUE_S, Timing

DEALT = 1000
BANK = 60
INCREMENT = 2
OUTAGE = Outage(DEALT + 2.0, DEALT + 8.0)


def record() -> MatchRecord:
    """A match of two with clocks, just dealt."""
    made = MatchRecord()
    match = made.match
    match.start_time.FromSeconds(DEALT)
    match.time_control.bank.initial.FromSeconds(BANK)
    match.time_control.bank.increment.FromSeconds(INCREMENT)
    for seat in range(2):
        match.seats.add(seat=seat)
    return made


def with_move(after: int, left: int) -> MatchRecord:
    """The same after a turn of the first seat, which then has so much left."""
    made = record()
    update = made.updates.add(version=1)
    update.time.FromSeconds(DEALT + after)
    update.move.seat = 0
    update.events.add().duel.turn_ended.seat = 0
    update.clocks.seats.add().remaining.FromSeconds(left)
    update.clocks.seats.add(is_running=True).remaining.FromSeconds(BANK)
    return made


def with_timeout(after: int) -> MatchRecord:
    """The same after the first seat ran out of time."""
    made = record()
    update = made.updates.add(version=1)
    update.time.FromSeconds(DEALT + after)
    update.forfeit.seat = 0
    update.forfeit.reason = FORFEIT_REASON_TIMEOUT
    return made


def judged(made: MatchRecord, *outages: Outage, asked_at: float = DEALT) -> Timing:
    """The judgement on a match; its findings are in it."""
    timing = Timing(Storm(outages=list(outages), absences=list(outages)), 0.0, Findings())
    timing.judge(made, asked_at)
    return timing


@pytest.mark.parametrize(
    ("left", "outages", "is_broken"),
    [
        (BANK - 10 + INCREMENT, [], False),
        (BANK - 11 + INCREMENT, [], True),
        (BANK - 10 + INCREMENT, [OUTAGE], True),
        (BANK - 4 + INCREMENT, [OUTAGE], False),
        (BANK - 10 + INCREMENT, [Outage(DEALT + 2.0, DEALT + 6.0)], False),
    ],
)
def test_a_turn_is_charged_no_more_than_was_played(
    left: int, outages: list[Outage], is_broken: bool
) -> None:
    timing = judged(with_move(10, left), *outages)
    assert timing.findings.counts[Promise.TIMER] == is_broken


@pytest.mark.parametrize(
    ("after", "outages", "is_broken"),
    [
        (BANK, [], False),
        (BANK - 1, [], True),
        (BANK, [OUTAGE], True),
        (BANK + 6, [OUTAGE], False),
    ],
)
def test_time_runs_out_no_earlier_than_it_is_played(
    after: int, outages: list[Outage], is_broken: bool
) -> None:
    timing = judged(with_timeout(after), *outages)
    assert timing.findings.counts[Promise.TIMER] == is_broken


def test_lateness_beyond_outages_is_told_apart() -> None:
    away = Outage(DEALT + BANK - 1.0, DEALT + BANK + 3.0)
    timing = judged(with_timeout(BANK + 4), away)
    assert timing.late == [4]
    assert timing.late_beyond_outages == [1]


@pytest.mark.parametrize(("overdue", "is_broken"), [(OVERDUE_S - 1, False), (OVERDUE_S + 1, True)])
def test_a_timer_that_never_fires_is_seen(overdue: float, is_broken: bool) -> None:
    made = with_move(10, BANK - 10 + INCREMENT)
    made.match.clocks.deadline.FromSeconds(DEALT + 10 + BANK)
    timing = judged(made, asked_at=DEALT + 10 + BANK + overdue)
    assert timing.findings.counts[Promise.TIMER] == is_broken
