"""Clocks and how much time the seats have, as messages; and what a creator asks for, as values."""

from typing import Final

from google.protobuf.duration_pb2 import Duration

from gemwright.matches.clocks import ClockKind, TimeControl
from gemwright.matches.stored import Clock
from gemwright.pb import clock_pb2 as pb
from gemwright.rpc.convert.times import MS, NS_OF_MS, timestamp

DAY_MS: Final = 24 * 3600 * MS


def clocks_message(clock: Clock | None, now_ms: int) -> pb.Clocks | None:
    """The clocks at a time of the store; nothing in a match without."""
    if clock is None:
        return None
    deadline_ms = clock.deadline_ms
    return pb.Clocks(
        seats=[
            pb.SeatClock(
                remaining=_duration(clock.left_at(seat, now_ms)), is_running=seat == clock.running
            )
            for seat in range(len(clock.left_ms))
        ],
        deadline=None if deadline_ms is None else timestamp(deadline_ms),
    )


def time_control_message(control: TimeControl | None) -> pb.TimeControl | None:
    """How much time the seats have; nothing in a match without clocks."""
    if control is None:
        return None
    first = _duration(control.first_ms)
    match control.kind:
        case ClockKind.PER_TURN:
            return pb.TimeControl(per_turn=pb.TimeControl.PerTurn(limit=first))
        case ClockKind.BANK:
            more = _duration(control.more_ms) if control.more_ms else None
            return pb.TimeControl(bank=pb.TimeControl.Bank(initial=first, increment=more))
        case ClockKind.PER_MOVE:
            days = control.first_ms // DAY_MS
            return pb.TimeControl(per_move=pb.TimeControl.PerMove(days=days))


def _duration(ms: int) -> Duration:
    seconds, rest = divmod(ms, MS)
    return Duration(seconds=seconds, nanos=rest * NS_OF_MS)
