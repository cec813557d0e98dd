"""Holds the clocks of a log against each other and against the outages of the storm.

A clock is charged no more than has passed, less the outages that are given back; it runs out no
earlier; and every clock that has run out has its timeout, once.
"""

from collections.abc import Sequence
from typing import Final

from gemwright_client.pb.clock_pb2 import Clocks, TimeControl
from gemwright_client.pb.match_pb2 import MatchRecord, Update
from gemwright_client.pb.outcome_pb2 import FORFEIT_REASON_TIMEOUT
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.storming import Outage, Storm
from tests.programs.chaos.check.times import seconds

EXACT_S: Final = 0.002
"""Times of the contract are in milliseconds."""
SLACK_S: Final = 0.25
"""Between a kill being told in the journal and the last thing that the killed one did."""
OVERDUE_S: Final = 10.0
"""A clock that ran out so long ago and has no timeout never will."""


class Timing:
    """Judges the clocks of one match after the other."""

    def __init__(self, storm: Storm, wall: float, findings: Findings) -> None:
        self._given_back = [one.moved(wall) for one in storm.outages if one.is_given_back]
        absences = [one.moved(wall) for one in storm.absences]
        self._long_absences = [one for one in absences if one.is_given_back]
        self._short_absences = [one for one in absences if not one.is_given_back]
        self._wall = wall
        self.findings = findings
        self.late: list[float] = []
        """How long after its time each timer fired."""
        self.late_beyond_outages: list[float] = []
        """The same, less the time in which nobody was there to see to it."""

    def judge(self, record: MatchRecord, asked_at: float) -> None:
        """The clocks of a match, which was asked for at that time of the journals."""
        if not record.match.HasField("time_control"):
            return
        twice = doubled_timeouts(record)
        last: Update | None = None
        for update in record.updates:
            if update.version in twice:
                self._complain(record, f"seat {update.forfeit.seat} ran out of time twice")
            else:
                self._step(record, last or _dealt(record, update), update)
            last = update
        clocks = record.match.clocks
        if clocks.HasField("deadline"):
            overdue = asked_at + self._wall - seconds(clocks.deadline)
            if overdue > OVERDUE_S:
                self._complain(
                    record, f"a clock ran out {overdue:.1f} s ago and nothing came of it"
                )

    def _step(self, record: MatchRecord, last: Update, update: Update) -> None:
        running = _running(last.clocks)
        if running is None:
            return
        passed = seconds(update.time) - seconds(last.time)
        away = _overlap(self._given_back, seconds(last.time), seconds(update.time))
        had = seconds(last.clocks.seats[running].remaining)
        if is_timeout(update):
            late = passed - had
            if late < -EXACT_S:
                self._complain(record, f"version {update.version} timed out {-late:.3f} s early")
            elif late < away - SLACK_S:
                text = f"charged {away - late:.3f} of {away:.3f} s in which no server was there"
                self._complain(record, f"version {update.version}: {text}")
            else:
                self.late.append(late - away)
                self._excuse(late, seconds(last.time), seconds(update.time))
        else:
            charged = had - self._left(record.match.time_control, last, update, running)
            if charged > passed - away + (SLACK_S if away else EXACT_S):
                text = f"charged {charged:.3f} s of {passed:.3f}, {away:.3f} without a server"
                self._complain(record, f"version {update.version}: {text}")

    def _excuse(self, late: float, begin: float, end: float) -> None:
        """Take from a lateness what nobody who was there is to blame for."""
        late = max(late - _overlap(self._long_absences, begin, end), 0.0)
        self.late_beyond_outages.append(late - _overlap(self._short_absences, end - late, end))

    def _left(self, control: TimeControl, last: Update, update: Update, running: int) -> float:
        """What the seat had left when it was done; all it had where a turn gives it anew."""
        left = seconds(update.clocks.seats[running].remaining)
        if _running(update.clocks) == running and not _is_turn_over(update):
            return left
        if _running(update.clocks) is None:
            return left
        if control.HasField("bank"):
            return left - seconds(control.bank.increment)
        return seconds(last.clocks.seats[running].remaining)

    def _complain(self, record: MatchRecord, text: str) -> None:
        self.findings.add(Promise.TIMER, record.match.match, text)


def doubled_timeouts(record: MatchRecord) -> set[int]:
    """The versions in which a seat ran out of time that had run out of it before."""
    gone: set[int] = set()
    found: set[int] = set()
    for update in record.updates:
        if is_timeout(update):
            if update.forfeit.seat in gone:
                found.add(update.version)
            gone.add(update.forfeit.seat)
    return found


def _overlap(outages: Sequence[Outage], begin: float, end: float) -> float:
    """How much of a time was an outage."""
    overlaps = (min(end, one.end) - max(begin, one.begin) for one in outages)
    return sum(overlap for overlap in overlaps if overlap > 0)


def _dealt(record: MatchRecord, first: Update) -> Update:
    """What the deal would be if it were an update: every seat has all its time."""
    match = record.match
    dealt = Update()
    dealt.time.CopyFrom(match.start_time)
    control = match.time_control
    runs = first.move.seat if first.HasField("move") else first.forfeit.seat
    if first.HasField("move") or is_timeout(first):
        for seat in match.seats:
            clock = dealt.clocks.seats.add(is_running=seat.seat == runs)
            match control.WhichOneof("control"):
                case "bank":
                    clock.remaining.CopyFrom(control.bank.initial)
                case "per_turn":
                    clock.remaining.CopyFrom(control.per_turn.limit)
                case _:
                    clock.remaining.FromSeconds(control.per_move.days * 86_400)
    return dealt


def is_timeout(update: Update) -> bool:
    """Whether a clock ran out."""
    return update.HasField("forfeit") and update.forfeit.reason == FORFEIT_REASON_TIMEOUT


def _running(clocks: Clocks) -> int | None:
    """Whose clock runs."""
    return next((seat for seat, clock in enumerate(clocks.seats) if clock.is_running), None)


def _is_turn_over(update: Update) -> bool:
    return any(
        (event.splendor if event.HasField("splendor") else event.duel).HasField("turn_ended")
        for event in update.events
    )
