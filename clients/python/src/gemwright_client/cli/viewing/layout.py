"""A board, the moves under it and the last lines, in exactly so many rows and columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gemwright_client.board.drawing import board_lines
from gemwright_client.board.lines import BLANK, Line, cut, folded, in_letters, text
from gemwright_client.board.pen import Pen
from gemwright_client.cli.play.layout import LEAST_HEIGHT, LEAST_WIDTH
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import Match

_FEW_MOVES: Final = 6
"""Moves shown under a board that could use the room; with more, a blank line comes first."""
_GAP: Final = 1
_BOARD: Final = 18
"""The lines that a board needs in 80 columns."""
_ROOMY: Final = 34
"""The most lines that a board uses."""
_ROOMY_WIDTH: Final = 120


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match at a moment, for one viewer."""

    match: Match
    view: View
    pen: Pen
    viewer_seat: int | None
    elapsed: float = 0.0


def screen_lines(
    shown: ShownMatch, moves: Sequence[Line], foot: Sequence[Line], width: int, height: int
) -> list[Line]:
    """The whole screen: the board, the newest moves, the foot at the bottom."""
    last = _foot(foot, shown.pen, width, height)
    room = max(height - len(last), 0)
    drawn = shown_board(shown, width, max(room - _least_for_moves(room, width), 0))
    rows = room - len(drawn)
    newest = _newest(moves, width, max(rows - _GAP, min(rows, _FEW_MOVES)))
    blank = [BLANK] * (rows - len(newest))
    glyphs = shown.pen.glyphs
    return [cut(in_letters(line, glyphs), width) for line in (*drawn, *blank, *newest, *last)]


def shown_board(shown: ShownMatch, width: int, height: int) -> list[Line]:
    """The board alone, in at most so many rows."""
    return board_lines(
        shown.match,
        shown.view,
        shown.pen.cards,
        shown.pen.words,
        viewer_seat=shown.viewer_seat,
        width=width,
        height=height,
        elapsed=shown.elapsed,
        glyphs=shown.pen.glyphs,
    )


def numbered(version: int, line: Line) -> Line:
    """Write what happened, with the number of the version."""
    return (*text(f"{version:4}  ", "dim"), *line)


def _foot(foot: Sequence[Line], pen: Pen, width: int, height: int) -> list[Line]:
    lines = [row for line in foot for row in folded(line, width)]
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        lines = [*folded(text(pen.say("cli.too_small"), "bad"), width)[:1], *lines]
    return lines[: max(height - 2, 1)]


def _least_for_moves(room: int, width: int) -> int:
    """Return how many rows are kept for moves."""
    if room > _ROOMY and width >= _ROOMY_WIDTH:
        return room - _ROOMY
    return max(min(room - _BOARD, _FEW_MOVES), 1)


def _newest(moves: Sequence[Line], width: int, rows: int) -> list[Line]:
    """Return the last moves in so many rows; the first of them may be cut off."""
    lines = [row for move in moves[-rows:] for row in folded(move, width)] if rows else []
    return lines[-rows:] if rows else []
