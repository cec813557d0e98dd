"""A match as everybody who may look at it sees it, and what its end uncovers."""

from datetime import timedelta
from typing import Final

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from gemwright.matches import match as runtime
from gemwright.matches.charter import Charter
from gemwright.matches.stored import MatchState
from gemwright.pb.match_pb2 import Fairness, Match, Reveal, Seat, Spectators
from gemwright.rpc.convert.clocks import clocks_message, time_control_message
from gemwright.rpc.convert.games import MESSAGE_GAMES, options_message
from gemwright.rpc.convert.outcome import outcome_message
from gemwright.rpc.convert.scribe import STATES
from gemwright.rpc.convert.times import timestamp

_NO_BYTES: Final = b""


def match_message(match: runtime.Match, now_ms: int) -> Match:
    """The match, without its position, at a time of the store."""
    charter, outcome = match.charter, match.outcome
    return Match(
        match=match.match_id,
        game=MESSAGE_GAMES[charter.game],
        options=options_message(charter.game, charter.options),
        rules_version=charter.rules_version,
        state=STATES[match.status],
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
        end_time=timestamp(match.time_ms) if match.status.is_over else None,
        join_deadline=_join_deadline(match),
        rematch_of=charter.rematch_of,
    )


def reveal_message(match: runtime.Match) -> Reveal:
    """Seed and salt; only ever of a match that is over."""
    if not match.status.is_over:
        raise ValueError("the secrets of a match that is not over were asked for")
    return secrets_message(match)


def secrets_message(match: runtime.Match) -> Reveal:
    """Seed and salt wherever the match stands: for operators."""
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
    """Where a position was given the deal drew nothing, so that there is nothing to prove."""
    is_dealt_by_chance = charter.position is None
    return Fairness(
        commitment=charter.commitment if is_dealt_by_chance else _NO_BYTES,
        creator_entropy=charter.entropy,
        is_unverifiable=charter.is_unverifiable,
    )


def _join_deadline(match: runtime.Match) -> Timestamp | None:
    if match.status is not MatchState.WAITING:
        return None
    return timestamp(match.created_ms + match.charter.join_within_ms)
