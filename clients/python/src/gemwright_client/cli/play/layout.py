"""The lines of the screen: how high each part is, and what is in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from gemwright_client.board.drawing import board_lines
from gemwright_client.board.lines import (
    BLANK,
    SPACE,
    Line,
    Span,
    cut,
    fill,
    folded,
    in_letters,
    joined,
    text,
    width_of,
)
from gemwright_client.cli.play.choices import numbered
from gemwright_client.cli.play.dialogue import Dialogue

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
_LEAST_LIST: Final = 3
_MOST_STATUS: Final = 3
_MOST_MOVES: Final = 6
_GAP: Final = 2
_NARROWEST: Final = 10


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines above and below the one that is typed."""

    above: list[Line]
    below: list[Line]
    turned: int
    """Which page is shown of what is longer than its room."""


def layout_of(dialogue: Dialogue, line: str, width: int, height: int, turned: int) -> Layout:
    """Fill a screen of exactly this size; one row is left for what is typed."""
    status = _status(dialogue, width, height)
    rows = max(height - 1 - len(status), 0)
    match, listed = _match(dialogue, width, rows)
    if dialogue.page is None:
        below, turned = _list(dialogue, line, width, listed, turned)
        above = match
    else:
        below, _ = _list(dialogue, line, width, listed, 0)
        above, turned = _page(dialogue, dialogue.page, width, rows - listed, turned)
    glyphs = dialogue.pen.glyphs
    lines = [cut(in_letters(one, glyphs), width) for one in (*above, *status)]
    return Layout(lines, [cut(in_letters(one, glyphs), width) for one in below], turned)


def _status(dialogue: Dialogue, width: int, height: int) -> list[Line]:
    status = dialogue.status
    if len(status) > 1 and status[-1].style == "dim":  # a remark is not worth a line of the board
        status = dialogue.pen.shortened(status, width)
    lines = folded(status, width)[:_MOST_STATUS]
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        lines = [*folded(text(dialogue.pen.say("cli.too_small"), "bad"), width)[:1], *lines]
    return lines[: max(height - 2, 0)]


def _match(dialogue: Dialogue, width: int, rows: int) -> tuple[list[Line], int]:
    """Draw the board and the last moves; return them, and the rows left to the list.

    The board comes first, but leaves room for the newest move and three rows of the list.
    """
    listed = min(_LEAST_LIST, max(rows // 4, 1), rows)
    board = _board(dialogue, width, max(rows - listed - 1, 0))
    spare = max(rows - listed - 1 - len(board), 0)
    moves_shown = min(1 + spare // 3, _MOST_MOVES)
    listed += spare - (moves_shown - 1)
    room = max(rows - listed, 0)
    if dialogue.is_hidden:
        return [BLANK] * room, listed
    moves = [dialogue.pen.shortened(move, width) for move in dialogue.moves(moves_shown)]
    blank = [BLANK] * (room - len(board) - len(moves))
    return [*board, *blank, *moves][:room], listed


def _board(dialogue: Dialogue, width: int, height: int) -> list[Line]:
    live = dialogue.live
    return board_lines(
        live.match,
        live.seen.view,
        dialogue.pen.cards,
        dialogue.pen.words,
        viewer_seat=live.seat,
        width=width,
        height=height,
        elapsed=live.elapsed,
        glyphs=dialogue.pen.glyphs,
    )


def _page(
    dialogue: Dialogue, page: list[Line], width: int, room: int, turned: int
) -> tuple[list[Line], int]:
    """Return the rows of one part of a page, and which part it is."""
    lines = [row for line in page for row in folded(line, width)]
    rows = max(room - 1, 1)
    turned = min(turned, max(len(lines) - 1, 0) // rows)
    shown = lines[turned * rows :][:rows]
    left = len(lines) - turned * rows - len(shown)
    more = f"{dialogue.pen.say('cli.more', number=left)} (PgDn). " if left else ""
    hint = text(f"{more}{dialogue.pen.say('cli.close_page')}", "dim")
    return [*shown, *[BLANK] * (rows - len(shown)), hint][:room], turned


def _list(
    dialogue: Dialogue, line: str, width: int, rows: int, turned: int
) -> tuple[list[Line], int]:
    """Return the rows of one part of the choices, and which part it is."""
    choices = dialogue.shown(line) if dialogue.live.is_my_turn else []
    if not choices or not rows:
        return [BLANK] * rows, 0
    entries = numbered(choices)
    if dialogue.chosen(line) is not None:
        entries[0] = tuple(Span(span.text, span.style or "strong") for span in entries[0])
    return Listing(entries, width, rows, lambda left: _more(dialogue, left)).page(turned)


def _more(dialogue: Dialogue, left: int) -> Line:
    """Say how many entries are on other pages."""
    more = dialogue.pen.say("cli.more", number=left)
    return text(f"  {dialogue.pen.glyphs.ellipsis} {more} (PgDn)", "dim")


@dataclass(frozen=True, slots=True)
class Listing:
    """A list that is laid out in columns, and in pages where it is too long."""

    entries: Sequence[Line]
    width: int
    rows: int
    more: Callable[[int], Line]
    """Writes the last entry of a page, which says how many more there are."""

    def page(self, number: int) -> tuple[list[Line], int]:
        """Return the lines of a page, or of the last one if there are fewer, and its number."""
        *_, (number, lines) = enumerate(islice(self._pages(), number + 1))
        return lines, number

    def _pages(self) -> Iterator[list[Line]]:
        rest = self.entries
        while True:
            columns = self._columns(rest)
            number = self._number(rest, columns)
            yield self._laid_out(rest, columns)
            if number == len(rest):
                return
            rest = rest[number:]

    def _number(self, rest: Sequence[Line], columns: int) -> int:
        """Return how many of the entries fit on the next page."""
        places = columns * self.rows
        return len(rest) if len(rest) <= places else max(places - 1, 1)

    def _shown(self, rest: Sequence[Line], columns: int) -> Sequence[Line]:
        number = self._number(rest, columns)
        left = len(rest) - number
        return [*rest[:number], self.more(left)] if left else rest

    def _columns(self, rest: Sequence[Line]) -> int:
        """Return how many columns there is room for."""
        for columns in range(self.width // _NARROWEST, 1, -1):
            cell = max(map(width_of, self._shown(rest, columns)))
            if columns * (cell + _GAP) - _GAP <= self.width:
                return columns
        return 1

    def _laid_out(self, rest: Sequence[Line], columns: int) -> list[Line]:
        """Lay out the next page, row by row."""
        shown = self._shown(rest, columns)
        cell = max(map(width_of, shown))
        starts = range(0, len(shown), columns)
        lines = [_row(shown[start : start + columns], cell) for start in starts]
        return [*lines, *[BLANK] * (self.rows - len(lines))][: self.rows]


def _row(entries: Sequence[Line], cell: int) -> Line:
    return joined((fill(entry, cell) for entry in entries), SPACE * _GAP)
