"""Clocks that count down: what a seat has left, and whether that is little."""

from typing import Final

from google.protobuf.duration_pb2 import Duration

from gemwright_client.board.layout import text
from gemwright_client.board.pen import Pen
from gemwright_client.board.spans import Line
from gemwright_client.pb.clock_pb2 import SeatClock, TimeControl
from gemwright_client.pb.match_pb2 import Match

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
_ALWAYS_LOW: Final = 10.0
_LOW_PART: Final = 0.1
_MOST_LOW: Final = float(_HOUR)


def clock_line(match: Match, seat: int, elapsed: float, pen: Pen) -> Line:
    """What a seat has left, with a sign where that is little; nothing in a match without clocks."""
    if seat >= len(match.clocks.seats):
        return ()
    clock = match.clocks.seats[seat]
    left = seconds_left(clock, elapsed)
    if left <= _low(match.time_control):
        return text(f"{duration_text(left, pen)}!", "bad")
    return text(duration_text(left, pen), "strong" if clock.is_running else "dim")


def seconds_left(clock: SeatClock, elapsed: float) -> float:
    """What is left of a clock so long after it was told."""
    left = _seconds(clock.remaining) - (elapsed if clock.is_running else 0.0)
    return max(left, 0.0)


def duration_text(seconds: float, pen: Pen) -> str:
    """A duration as a clock shows it: 0:09, 12:34, 1h05, 2d 3h."""
    whole = int(seconds)
    if whole >= _DAY:
        return pen.say("short.days", days=whole // _DAY, hours=whole % _DAY // _HOUR)
    if whole >= _HOUR:
        return f"{whole // _HOUR}h{whole % _HOUR // _MINUTE:02}"
    return f"{whole // _MINUTE}:{whole % _MINUTE:02}"


def _low(control: TimeControl) -> float:
    """From how many seconds on time is short: a tenth of what a seat began with."""
    whole = max(
        _seconds(control.per_turn.limit),
        _seconds(control.bank.initial),
        float(control.per_move.days * _DAY),
    )
    return min(max(whole * _LOW_PART, _ALWAYS_LOW), _MOST_LOW)


def _seconds(duration: Duration) -> float:
    return duration.seconds + duration.nanos / 1e9
