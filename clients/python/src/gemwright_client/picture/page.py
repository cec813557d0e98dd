"""The page that a picture is drawn on from top to bottom: its head, captions and panels."""

from collections.abc import Sequence
from typing import Final

from gemwright_client.pb.match_pb2 import Match
from gemwright_client.picture.cards import Sheet
from gemwright_client.picture.gems import FAINT
from gemwright_client.picture.headline import name_of
from gemwright_client.picture.players import Holding, draw_panel, panel_height

WIDTH: Final = 1200
MARGIN: Final = 20
CAPTION: Final = 24
_HEAD: Final = 74
_BETWEEN: Final = 14


class Page:
    """A page, and how far it is filled."""

    def __init__(self, sheet: Sheet, match: Match, viewer_seat: int | None) -> None:
        self.sheet = sheet
        self.match = match
        self.viewer_seat = viewer_seat
        self.bottom: float = MARGIN
        """Where the next part begins."""

    def reach(self, bottom: float) -> None:
        """Mark everything above as filled."""
        self.bottom = max(self.bottom, bottom + _BETWEEN)

    def draw_head(self, title: str, version: str, status: str) -> None:
        """Draw the head of the page."""
        drawing, right = self.sheet.drawing, WIDTH - MARGIN
        drawing.text(MARGIN, 34, title, 21, width=right - MARGIN - 180, is_bold=True)
        drawing.text(right, 34, version, 16, width=170, anchor="end", fill=FAINT)
        drawing.text(MARGIN, 60, status, 15, width=right - MARGIN)
        self.bottom = _HEAD

    def caption(self, text: str, x: float, y: float) -> None:
        """Draw the name of a part of the table."""
        self.sheet.drawing.text(x, y + 15, text[:1].upper() + text[1:], 13, fill=FAINT)

    def draw_panels(self, holdings: Sequence[Holding], across: int) -> None:
        """Draw what the seats have, so many panels beside each other."""
        width = (WIDTH - 2 * MARGIN - _BETWEEN * (across - 1)) / across
        for first in range(0, len(holdings), across):
            row = holdings[first : first + across]
            height = max(panel_height(holding, width) for holding in row)
            for place, holding in enumerate(row):
                x = MARGIN + place * (width + _BETWEEN)
                draw_panel(self.sheet, holding, x, self.bottom, width, height)
            self.reach(self.bottom + height)

    def draw_names(self) -> None:
        """Draw who has come and who has not, before the deal."""
        words = self.sheet.words
        for seat in self.match.seats:
            come = words("has_come" if seat.is_filled else "has_not_come")
            y, right = self.bottom + 24, WIDTH - MARGIN
            self.sheet.drawing.text(MARGIN, y, self.name(seat.seat), 16, width=700, is_bold=True)
            self.sheet.drawing.text(right, y, come, 14, width=400, anchor="end", fill=FAINT)
            self.reach(y)

    def name(self, seat: int) -> str:
        """Name the player of a seat."""
        return name_of(self.match, seat, self.sheet.words, self.viewer_seat)

    def is_to_act(self, seat: int) -> bool:
        """Tell whether the match waits for a seat."""
        return self.match.HasField("seat_to_act") and self.match.seat_to_act == seat

    @staticmethod
    def opened(seen: Sequence[tuple[int, str]], own: Sequence[str]) -> list[tuple[int, str]]:
        """List a reserve, with the cards that only its seat knows, if these are known."""
        known = [*own, *[""] * len(seen)]
        return [(level, card or mine) for (level, card), mine in zip(seen, known, strict=False)]
