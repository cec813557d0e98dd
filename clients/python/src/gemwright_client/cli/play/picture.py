"""What is on the screen, as lines: which part gets how much of the height, and what is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gemwright_client.board.drawing import board_lines
from gemwright_client.board.layout import BLANK, cut, fill, joined, text
from gemwright_client.board.spans import Line, Span, width_of
from gemwright_client.cli.play.desk import Desk, numbered
from gemwright_client.cli.play.folding import folded, in_letters
from gemwright_client.cli.play.interpreting import chosen

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
_BOARD: Final = 18
"""The lines that a board needs in 80 columns."""
_ROOMY: Final = 34
_ROOMY_WIDTH: Final = 120
_MOST_STATUS: Final = 3
_MOST_MOVES: Final = 6
_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the screen but the line that is typed, which is between the two."""

    above: list[Line]
    below: list[Line]


def picture(desk: Desk, line: str, width: int, height: int, turned: int) -> Picture:
    """The screen in exactly so many columns and rows, one of them for what is typed."""
    status = _status(desk, width, height)
    rows = max(height - 1 - len(status), 0)
    listed = min(_rows_for_list(rows), rows)
    below = _list(desk, line, width, listed, turned)
    room = rows - listed
    above = _page(desk, width, room, turned) if desk.page is not None else _match(desk, width, room)
    glyphs = desk.pen.glyphs
    lines = [cut(in_letters(one, glyphs), width) for one in (*above, *status)]
    return Picture(lines, [cut(in_letters(one, glyphs), width) for one in below])


def _status(desk: Desk, width: int, height: int) -> list[Line]:
    lines = folded(desk.status, width)[:_MOST_STATUS]
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        lines = [*folded(text(desk.pen.say("cli.too_small"), "bad"), width)[:1], *lines]
    return lines[: max(height - 2, 0)]


def _rows_for_list(rows: int) -> int:
    """Board and newest move come first, then the list."""
    if rows >= _ROOMY + 5:
        return max(rows - _ROOMY - _MOST_MOVES, 3)
    spare = rows - _BOARD - 1
    if spare <= 3:
        return min(3, max(rows // 4, 1)) if spare < 3 else 3
    return 3 + (spare - 3) * 2 // 3


def _match(desk: Desk, width: int, room: int) -> list[Line]:
    """The board and the last moves."""
    if desk.is_hidden:
        return [BLANK] * room
    needed = _ROOMY if room > _ROOMY and width >= _ROOMY_WIDTH else _BOARD
    moves = desk.moves(min(max(room - needed, 1), _MOST_MOVES))
    session = desk.session
    board = board_lines(
        session.match,
        session.seen.view,
        desk.pen.cards,
        desk.pen.words,
        viewer_seat=session.seat,
        width=width,
        height=max(room - len(moves), 0),
        elapsed=session.elapsed,
        glyphs=desk.pen.glyphs,
    )
    blank = [BLANK] * (room - len(board) - len(moves))
    return [*board, *blank, *moves][:room]


def _page(desk: Desk, width: int, room: int, turned: int) -> list[Line]:
    lines = [row for line in desk.page or () for row in folded(line, width)]
    rows = max(room - 1, 0)
    first = min(turned * rows, max(len(lines) - rows, 0))
    shown = lines[first : first + rows]
    left = len(lines) - first - rows
    more = f"{desk.pen.say('cli.more', number=left)} (PgDn). " if left > 0 else ""
    hint = text(f"{more}{desk.pen.say('cli.close_page')}", "dim")
    return [*shown, *[BLANK] * (rows - len(shown)), hint][:room]


def _list(desk: Desk, line: str, width: int, rows: int, turned: int) -> list[Line]:
    """The choices that are left, in columns, row by row."""
    choices = desk.shown(line) if desk.session.is_my_turn else []
    if not choices or not rows:
        return [BLANK] * rows
    entries = numbered(choices)
    if chosen(choices, line) is not None:
        entries[0] = tuple(Span(span.text, span.style or "strong") for span in entries[0])
    cell = min(max(map(width_of, entries)), width)
    columns = max((width + _GAP) // (cell + _GAP), 1)
    size = columns * rows
    first = min(turned, (len(entries) - 1) // size) * size
    shown = entries[first : first + size]
    left = len(entries) - first - size
    if left > 0:
        more = f"  {desk.pen.glyphs.ellipsis} {desk.pen.say('cli.more', number=left + 1)} (PgDn)"
        shown[-1] = text(more, "dim")
    lines = [_row(shown[at : at + columns], cell) for at in range(0, len(shown), columns)]
    return [*lines, *[BLANK] * (rows - len(lines))]


def _row(entries: Sequence[Line], cell: int) -> Line:
    return joined((fill(entry, cell) for entry in entries), text(" " * _GAP))
