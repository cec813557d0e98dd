"""How a match ended, in a sentence, and how one comes back to a match that has not."""

import shlex
from collections.abc import Sequence

from gemwright_client.board.pen import Pen
from gemwright_client.board.telling import seat_name
from gemwright_client.pb.match_pb2 import Match, MatchState
from gemwright_client.pb.outcome_pb2 import EndReason


def result_text(match: Match, pen: Pen) -> str:
    """Who has won and why; or what became of a match without an outcome."""
    if not match.HasField("outcome"):
        known = match.state in MatchState.values()
        state = MatchState.Name(match.state).removeprefix("MATCH_STATE_") if known else ""
        key = f"state.{state}"
        return pen.say(key).capitalize() + "." if key in pen.words else ""
    names = [pen.glyphs.text(seat_name(match, seat, pen.words)) for seat in match.outcome.winners]
    return " ".join([f"{_winners(names, pen)}.", *_reasons(match.outcome.reasons, pen)])


def command_text(words: Sequence[str]) -> str:
    """A command as one types it."""
    return shlex.join(words)


def _winners(names: Sequence[str], pen: Pen) -> str:
    if not names:
        return pen.say("draw").capitalize()
    if len(names) == 1:
        return pen.say("wins", name=names[0])
    return pen.say("win_together", names=", ".join(names))


def _reasons(reasons: Sequence[int], pen: Pen) -> list[str]:
    known = [EndReason.ValueType(each) for each in reasons if each in EndReason.values()]
    keys = [f"end.{EndReason.Name(each).removeprefix('END_REASON_')}" for each in known]
    return [pen.say(key) for key in keys if key in pen.words]
