"""What a drawing shows besides the table: names, clocks, the status line, the viewer's cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.duration_pb2 import Duration

from gemwright_client.board.faces import BOXED, SMALL, WIDE, Size, entries, face
from gemwright_client.board.lines import (
    BLANK,
    SPACE,
    Block,
    Line,
    Span,
    beside,
    ends,
    fill,
    joined,
    text,
    width_of,
)
from gemwright_client.board.pen import Pen
from gemwright_client.pb.clock_pb2 import SeatClock, TimeControl
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_FINISHED,
    Match,
    MatchState,
)
from gemwright_client.pb.outcome_pb2 import Outcome
from gemwright_client.wording import end_keys, seat_name, state_key, winners_text

_ROOMY_WIDTH: Final = 100
_ROOMY_HEIGHT: Final = 28
_WIDE_WIDTH: Final = 120
_HAND_HEIGHT: Final = 33
_SHORTEST_NAME: Final = 3
_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
_ALWAYS_LOW: Final = 10.0
_LOW_PART: Final = 0.1
_MOST_LOW: Final = float(_HOUR)
_NAME: Final = 24
_LABEL: Final = 9


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn: a match at a moment, for one viewer; without a height, as high as it needs."""

    match: Match
    pen: Pen
    viewer_seat: int | None
    elapsed: float
    width: int
    height: int | None

    @property
    def is_roomy(self) -> bool:
        """Whether there is room for boxes."""
        return self.width >= _ROOMY_WIDTH and self._has_height(_ROOMY_HEIGHT)

    @property
    def has_boxed_hand(self) -> bool:
        """Whether there is room for boxes around the viewer's own cards too."""
        return self.is_roomy and self._has_height(_HAND_HEIGHT)

    @property
    def size(self) -> Size:
        """How cards are drawn."""
        if not self.is_roomy:
            return SMALL
        return WIDE if self.width >= _WIDE_WIDTH else BOXED

    def seats(self, count: int) -> Sequence[int]:
        """List the seats in their order around the table, the viewer's first."""
        first = self.viewer_seat or 0
        return [(first + place) % count for place in range(count)]

    def name(self, seat: int) -> str:
        """Name the player of a seat, with the seat's number where somebody has several."""
        name = seat_name(self.match, seat, self.pen.words, longest=None)
        return self.pen.glyphs.text(name)

    def is_to_act(self, seat: int) -> bool:
        """Whether the match waits for a seat."""
        match = self.match
        is_active = match.state == MATCH_STATE_ACTIVE and match.HasField("seat_to_act")
        return is_active and match.seat_to_act == seat

    def named(self, seat: int, width: int) -> Line:
        """Write the name of a seat, and mark the seat to act and the viewer's own."""
        glyphs = self.pen.glyphs
        sign = Span(f"{glyphs.turn} " if self.is_to_act(seat) else "  ", "strong")
        return (sign, self.name_span(seat, width - 2))

    def name_span(self, seat: int, width: int) -> Span:
        """Write the name of a seat in at most a width."""
        glyphs = self.pen.glyphs
        if seat != self.viewer_seat:
            return Span(glyphs.cut(self.name(seat), width), "title")
        name, you = self.name(seat), self.pen.say("short.you")
        if name == you:
            return Span(you, "mine")
        room = max(width - len(f" ({you})"), _SHORTEST_NAME)
        return Span(f"{glyphs.cut(name, room)} ({you})", "mine")

    def name_bar(self, seat: int, scores: Line, width: int) -> Line:
        """Write the line above what a seat has: its name, its scores, its clock."""
        rule = Span(self.pen.glyphs.horizontal, "dim")
        clock = clock_line(self.match, seat, self.elapsed, self.pen)
        right = joined([part for part in (scores, clock) if part], SPACE * 2)
        name = self.named(seat, width - width_of(right) - 4)
        return ends((*name, *SPACE), (*SPACE, *right), width, rule)

    def _has_height(self, height: int) -> bool:
        return self.height is None or self.height >= height


def clock_line(match: Match, seat: int, elapsed: float, pen: Pen) -> Line:
    """Write the time a seat has left, marked if it is short; nothing without clocks."""
    if seat >= len(match.clocks.seats):
        return ()
    clock = match.clocks.seats[seat]
    left = seconds_left(clock, elapsed)
    if left <= _low(match.time_control):
        return text(f"{duration_text(left, pen)}!", "bad")
    return text(duration_text(left, pen), "strong" if clock.is_running else "dim")


def seconds_left(clock: SeatClock, elapsed: float) -> float:
    """Return what is left on a clock, `elapsed` seconds after it was told."""
    left = _seconds(clock.remaining) - (elapsed if clock.is_running else 0.0)
    return max(left, 0.0)


def duration_text(seconds: float, pen: Pen) -> str:
    """Write a duration as a clock shows it: 0:09, 12:34, 1h05, 2d 3h."""
    whole = int(seconds)
    if whole >= _DAY:
        return pen.say("short.days", days=whole // _DAY, hours=whole % _DAY // _HOUR)
    if whole >= _HOUR:
        return f"{whole // _HOUR}h{whole % _HOUR // _MINUTE:02}"
    return f"{whole // _MINUTE}:{whole % _MINUTE:02}"


def _low(control: TimeControl) -> float:
    """Return below how many seconds time is short: a tenth of what a seat began with."""
    whole = max(
        _seconds(control.per_turn.limit),
        _seconds(control.bank.initial),
        float(control.per_move.days * _DAY),
    )
    return min(max(whole * _LOW_PART, _ALWAYS_LOW), _MOST_LOW)


def _seconds(duration: Duration) -> float:
    return duration.seconds + duration.nanos / 1e9


def status_line(scene: Scene, parts: Sequence[Line], outcome: Outcome | None) -> Line:
    """Write what is going on, or how the match ended."""
    match = scene.match
    ended = match.outcome if match.HasField("outcome") else outcome
    if ended is not None:
        parts = [text(_winners(scene, ended), "good"), *_reasons(ended, scene.pen)]
    elif match.state != MATCH_STATE_ACTIVE:
        parts = [_state(match.state, scene.pen)]
    line = joined(parts, text(f" {scene.pen.glyphs.dot} ", "dim"))
    return scene.pen.shortened(line, scene.width)


def deciding(scene: Scene, seat: int, key: str, left: int) -> Line:
    """Write who is to decide, and what."""
    pen = scene.pen
    words = f": {pen.say(key)}" if key in pen.words else ""
    times = f" {pen.glyphs.times}{left}" if left > 1 else ""
    sign = Span(f"{pen.glyphs.turn} ", "strong")
    return (sign, scene.name_span(seat, _NAME), Span(f"{words}{times}"))


def waiting_lines(scene: Scene) -> list[Line]:
    """Draw a match before the deal: who has come, and who has not."""
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
    return [text(pen.say(key)) for key in end_keys(outcome.reasons, pen.words)]


def _state(state: MatchState, pen: Pen) -> Line:
    key = state_key(state if state in MatchState.values() else MATCH_STATE_FINISHED)
    return text(pen.say(key) if key in pen.words else "", "strong")


def hand(scene: Scene, reserved: Sequence[str], looked_at: Sequence[str] = ()) -> Block:
    """Draw the cards that only the viewer sees: those looked at, and the reserve."""
    return [*_cards(scene, "short.looks", looked_at), *_cards(scene, "short.hand", reserved)]


def _cards(scene: Scene, key: str, cards: Sequence[str]) -> Block:
    if not cards:
        return []
    label = text(scene.pen.say(key), "mine")
    if not scene.has_boxed_hand:
        line = entries(cards, scene.pen, scene.width - _LABEL)
        has_room = width_of(line) <= scene.width - _LABEL
        return [(*fill(label, _LABEL), *line) if has_room else line]
    size = scene.size
    return beside(
        [([label], _LABEL), *((face(card, scene.pen, size), size.width) for card in cards)]
    )
