"""What a drawing is of: a match at a moment, for one viewer, in so much room."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gemwright_client.board.clocks import clock_line
from gemwright_client.board.faces import BOXED, SMALL, WIDE, Size
from gemwright_client.board.layout import SPACE, ends, joined
from gemwright_client.board.pen import Pen
from gemwright_client.board.spans import Line, Span, width_of
from gemwright_client.names import seat_name
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, Match

_ROOMY_WIDTH: Final = 100
_ROOMY_HEIGHT: Final = 28
_WIDE_WIDTH: Final = 120
_HAND_HEIGHT: Final = 33
_SHORTEST_NAME: Final = 3


@dataclass(frozen=True, slots=True)
class Scene:
    """A match at a moment, for one viewer; a height of none is as much as it takes."""

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
        """The seats in their order around the table, the viewer's first."""
        first = self.viewer_seat or 0
        return [(first + place) % count for place in range(count)]

    def name(self, seat: int) -> str:
        """Who has a seat; with the seat's number where somebody has several."""
        name = seat_name(self.match, seat, self.pen.words, longest=None)
        return self.pen.glyphs.text(name)

    def is_to_act(self, seat: int) -> bool:
        """Whether the match waits for a seat."""
        match = self.match
        is_active = match.state == MATCH_STATE_ACTIVE and match.HasField("seat_to_act")
        return is_active and match.seat_to_act == seat

    def named(self, seat: int, width: int) -> Line:
        """The name of a seat with its signs: whose turn it is, and which one is the viewer's."""
        glyphs = self.pen.glyphs
        sign = Span(f"{glyphs.turn} " if self.is_to_act(seat) else "  ", "strong")
        return (sign, self.name_span(seat, width - 2))

    def name_span(self, seat: int, width: int) -> Span:
        """The name of a seat in no more than a width."""
        glyphs = self.pen.glyphs
        if seat != self.viewer_seat:
            return Span(glyphs.cut(self.name(seat), width), "title")
        name, you = self.name(seat), self.pen.say("short.you")
        if name == you:
            return Span(you, "mine")
        room = max(width - len(f" ({you})"), _SHORTEST_NAME)
        return Span(f"{glyphs.cut(name, room)} ({you})", "mine")

    def name_bar(self, seat: int, scores: Line, width: int) -> Line:
        """The line at the head of what a seat has: its name, its scores, its clock."""
        rule = Span(self.pen.glyphs.horizontal, "dim")
        clock = clock_line(self.match, seat, self.elapsed, self.pen)
        right = joined([part for part in (scores, clock) if part], SPACE * 2)
        name = self.named(seat, width - width_of(right) - 4)
        return ends((*name, *SPACE), (*SPACE, *right), width, rule)

    def _has_height(self, height: int) -> bool:
        return self.height is None or self.height >= height
