"""The parts of a match that are the same for every viewer, its clocks, and its reveal."""

from datetime import timedelta
from typing import Final

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from gemwright.contract.games import MESSAGE_GAMES, options_message, outcome_message
from gemwright.contract.vocabulary import words_of
from gemwright.matches import match as runtime
from gemwright.matches.charter import Charter
from gemwright.matches.clocks import ClockKind, TimeControl
from gemwright.matches.stored import Clock, MatchState
from gemwright.pb import clock_pb2 as clocks
from gemwright.pb import match_pb2 as pb
from gemwright.pb.match_pb2 import Fairness, Match, Reveal, Seat, Spectators

MS: Final = 1000
NS_OF_MS: Final = 1_000_000
DAY_MS: Final = 24 * 3600 * MS
STATES: Final = words_of(pb.MatchState, MatchState)
"""The contract's word for each match state."""
_NO_BYTES: Final = b""


def match_message(match: runtime.Match, now_ms: int) -> Match:
    """The match without its position, at a given store time."""
    charter, outcome = match.charter, match.outcome
    return Match(
        match=match.match_id,
        game=MESSAGE_GAMES[charter.game],
        options=options_message(charter.game, charter.options),
        rules_version=charter.rules_version,
        state=STATES[match.state],
        version=match.version,
        commit_id=commit_text(match.commit),
        seats=_seats(match),
        seat_to_act=match.seat_to_act,
        spectators=_spectators(charter),
        time_control=time_control_message(charter.time_control),
        clocks=clocks_message(match.clock, now_ms),
        fairness=_fairness(charter),
        outcome=None if outcome is None else outcome_message(outcome),
        create_time=timestamp(match.created_ms),
        start_time=None if match.started_ms is None else timestamp(match.started_ms),
        end_time=timestamp(match.time_ms) if match.state.is_over else None,
        join_deadline=_join_deadline(match),
        rematch_of=charter.rematch_of,
    )


def reveal_message(match: runtime.Match) -> Reveal:
    """Seed and salt of a match that is over."""
    if not match.state.is_over:
        raise ValueError("the secrets of a match that is not over were asked for")
    return secrets_message(match)


def secrets_message(match: runtime.Match) -> Reveal:
    """Seed and salt in any match state: for operators only."""
    if match.charter.position is not None:
        return Reveal()
    return Reveal(seed=match.charter.seed, salt=match.charter.salt)


def commit_text(commit: bytes) -> str:
    """A commit id as clients see it."""
    return commit.hex()


def _seats(match: runtime.Match) -> list[Seat]:
    return [
        Seat(
            seat=number,
            principal=holder.principal,
            is_filled=holder.is_filled,
            entropy=holder.entropy,
        )
        for number, holder in enumerate(match.roster)
    ]


def _spectators(charter: Charter) -> Spectators:
    delay = Duration()
    delay.FromTimedelta(timedelta(milliseconds=charter.delay_ms))
    return Spectators(allowed=charter.has_spectators, delay=delay if charter.delay_ms else None)


def _fairness(charter: Charter) -> Fairness:
    """What proves the deal; a match from a given position drew nothing, so it has no commitment."""
    is_dealt_by_chance = charter.position is None
    return Fairness(
        commitment=charter.commitment if is_dealt_by_chance else _NO_BYTES,
        creator_entropy=charter.entropy,
        is_unverifiable=charter.is_unverifiable,
    )


def _join_deadline(match: runtime.Match) -> Timestamp | None:
    if match.state is not MatchState.WAITING:
        return None
    return timestamp(match.created_ms + match.charter.join_within_ms)


def timestamp(time_ms: int) -> Timestamp:
    """A store time as a message."""
    seconds, ms = divmod(time_ms, MS)
    return Timestamp(seconds=seconds, nanos=ms * NS_OF_MS)


def clocks_message(clock: Clock | None, now_ms: int) -> clocks.Clocks | None:
    """The clocks at a given store time; None in a match without clocks."""
    if clock is None:
        return None
    deadline_ms = clock.deadline_ms
    return clocks.Clocks(
        seats=[
            clocks.SeatClock(
                remaining=_duration(clock.left_at(seat, now_ms)), is_running=seat == clock.running
            )
            for seat in range(len(clock.left_ms))
        ],
        deadline=None if deadline_ms is None else timestamp(deadline_ms),
    )


def time_control_message(control: TimeControl | None) -> clocks.TimeControl | None:
    """The time control; None in a match without clocks."""
    if control is None:
        return None
    first = _duration(control.first_ms)
    match control.kind:
        case ClockKind.PER_TURN:
            return clocks.TimeControl(per_turn=clocks.TimeControl.PerTurn(limit=first))
        case ClockKind.BANK:
            more = _duration(control.more_ms) if control.more_ms else None
            return clocks.TimeControl(bank=clocks.TimeControl.Bank(initial=first, increment=more))
        case ClockKind.PER_MOVE:
            days = control.first_ms // DAY_MS
            return clocks.TimeControl(per_move=clocks.TimeControl.PerMove(days=days))


def _duration(ms: int) -> Duration:
    seconds, rest = divmod(ms, MS)
    return Duration(seconds=seconds, nanos=rest * NS_OF_MS)
