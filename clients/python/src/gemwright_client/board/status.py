"""The first line of a drawing: what is going on, or how it ended; and a match that waits."""

from collections.abc import Sequence
from typing import Final

from gemwright_client.board.layout import BLANK, joined, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.scene import Scene
from gemwright_client.board.spans import Line, Span
from gemwright_client.names import winners_text
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_FINISHED, MatchState
from gemwright_client.pb.outcome_pb2 import EndReason, Outcome

_NAME: Final = 24


def status_line(scene: Scene, parts: Sequence[Line], outcome: Outcome | None) -> Line:
    """What is going on, or how it ended."""
    match = scene.match
    ended = match.outcome if match.HasField("outcome") else outcome
    if ended is not None:
        parts = [text(_winners(scene, ended), "good"), *_reasons(ended, scene.pen)]
    elif match.state != MATCH_STATE_ACTIVE:
        parts = [_state(match.state, scene.pen)]
    line = joined(parts, text(f" {scene.pen.glyphs.dot} ", "dim"))
    return scene.pen.shortened(line, scene.width)


def deciding(scene: Scene, seat: int, key: str, left: int) -> Line:
    """Who is to decide, and what."""
    pen = scene.pen
    words = f": {pen.say(key)}" if key in pen.words else ""
    times = f" {pen.glyphs.times}{left}" if left > 1 else ""
    sign = Span(f"{pen.glyphs.turn} ", "strong")
    return (sign, scene.name_span(seat, _NAME), Span(f"{words}{times}"))


def waiting_lines(scene: Scene) -> list[Line]:
    """A match without a view: who is there, who is missing."""
    pen = scene.pen
    lines: list[Line] = [status_line(scene, (), None), BLANK]
    for seat in scene.match.seats:
        here = Span(f"  {pen.say('has_come')}", "good")
        missing = Span(f"  {pen.say('has_not_come')}", "dim")
        name = scene.name_span(seat.seat, scene.width // 2)
        lines.append((Span("  "), name, here if seat.is_filled else missing))
    return lines


def _winners(scene: Scene, outcome: Outcome) -> str:
    pen, names = scene.pen, [scene.name(seat) for seat in outcome.winners]
    return pen.glyphs.text(winners_text(names, pen.words))


def _reasons(outcome: Outcome, pen: Pen) -> list[Line]:
    known = [reason for reason in outcome.reasons if reason in EndReason.values()]
    names = [EndReason.Name(reason).removeprefix("END_REASON_") for reason in known]
    return [text(pen.say(f"end.{name}")) for name in names if f"end.{name}" in pen.words]


def _state(state: MatchState, pen: Pen) -> Line:
    name = MatchState.Name(state if state in MatchState.values() else MATCH_STATE_FINISHED)
    key = f"state.{name.removeprefix('MATCH_STATE_')}"
    return text(pen.say(key) if key in pen.words else "", "strong")
