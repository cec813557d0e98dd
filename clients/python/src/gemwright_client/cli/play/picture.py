"""What is on the screen, as lines: which part gets how much of the height, and what is in it."""

from dataclasses import dataclass
from typing import Final

from gemwright_client.board.drawing import board_lines
from gemwright_client.board.lines import BLANK, Line, Span, cut, folded, in_letters, text
from gemwright_client.cli.play.desk import Desk, numbered
from gemwright_client.cli.play.listing import Listing

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
_LEAST_LIST: Final = 3
_MOST_STATUS: Final = 3
_MOST_MOVES: Final = 6


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the screen but the line that is typed, which is between the two."""

    above: list[Line]
    below: list[Line]
    turned: int
    """The page that is shown of what is longer than its room."""


def picture(desk: Desk, line: str, width: int, height: int, turned: int) -> Picture:
    """The screen in exactly so many columns and rows, one of them for what is typed."""
    status = _status(desk, width, height)
    rows = max(height - 1 - len(status), 0)
    match, listed = _match(desk, width, rows)
    if desk.page is None:
        below, turned = _list(desk, line, width, listed, turned)
        above = match
    else:
        below, _ = _list(desk, line, width, listed, 0)
        above, turned = _page(desk, desk.page, width, rows - listed, turned)
    glyphs = desk.pen.glyphs
    lines = [cut(in_letters(one, glyphs), width) for one in (*above, *status)]
    return Picture(lines, [cut(in_letters(one, glyphs), width) for one in below], turned)


def _status(desk: Desk, width: int, height: int) -> list[Line]:
    status = desk.status
    if len(status) > 1 and status[-1].style == "dim":  # a remark, not worth a line of the board
        status = desk.pen.shortened(status, width)
    lines = folded(status, width)[:_MOST_STATUS]
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        lines = [*folded(text(desk.pen.say("cli.too_small"), "bad"), width)[:1], *lines]
    return lines[: max(height - 2, 0)]


def _match(desk: Desk, width: int, rows: int) -> tuple[list[Line], int]:
    """The board and the last moves, and the rows that they leave to the list.

    The board comes first, but for the newest move and the beginning of the list.
    """
    listed = min(_LEAST_LIST, max(rows // 4, 1), rows)
    board = _board(desk, width, max(rows - listed - 1, 0))
    spare = max(rows - listed - 1 - len(board), 0)
    told = min(1 + spare // 3, _MOST_MOVES)
    listed += spare - (told - 1)
    room = max(rows - listed, 0)
    if desk.is_hidden:
        return [BLANK] * room, listed
    moves = [desk.pen.shortened(move, width) for move in desk.moves(told)]
    blank = [BLANK] * (room - len(board) - len(moves))
    return [*board, *blank, *moves][:room], listed


def _board(desk: Desk, width: int, height: int) -> list[Line]:
    session = desk.session
    return board_lines(
        session.match,
        session.seen.view,
        desk.pen.cards,
        desk.pen.words,
        viewer_seat=session.seat,
        width=width,
        height=height,
        elapsed=session.elapsed,
        glyphs=desk.pen.glyphs,
    )


def _page(
    desk: Desk, page: list[Line], width: int, room: int, turned: int
) -> tuple[list[Line], int]:
    """A part of what is to be read, and which one it is."""
    lines = [row for line in page for row in folded(line, width)]
    rows = max(room - 1, 1)
    turned = min(turned, max(len(lines) - 1, 0) // rows)
    shown = lines[turned * rows :][:rows]
    left = len(lines) - turned * rows - len(shown)
    more = f"{desk.pen.say('cli.more', number=left)} (PgDn). " if left else ""
    hint = text(f"{more}{desk.pen.say('cli.close_page')}", "dim")
    return [*shown, *[BLANK] * (rows - len(shown)), hint][:room], turned


def _list(desk: Desk, line: str, width: int, rows: int, turned: int) -> tuple[list[Line], int]:
    """A part of the choices that are left, and which one it is."""
    choices = desk.shown(line) if desk.session.is_my_turn else []
    if not choices or not rows:
        return [BLANK] * rows, 0
    entries = numbered(choices)
    if desk.chosen(line) is not None:
        entries[0] = tuple(Span(span.text, span.style or "strong") for span in entries[0])
    return Listing(entries, width, rows, lambda left: _more(desk, left)).page(turned)


def _more(desk: Desk, left: int) -> Line:
    """What is told of entries that come on other pages."""
    more = desk.pen.say("cli.more", number=left)
    return text(f"  {desk.pen.glyphs.ellipsis} {more} (PgDn)", "dim")
