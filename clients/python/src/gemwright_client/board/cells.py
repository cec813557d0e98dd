"""The board of Duel, five by five, and the bag beside it."""

from collections.abc import Sequence
from typing import Final

from gemwright_client.board.cards import Kind, counts_of, kind_of, only
from gemwright_client.board.layout import BLANK, SPACE, Block, joined, text, wrapped
from gemwright_client.board.pen import Pen
from gemwright_client.board.spans import Line, Span
from gemwright_client.pb.token_pb2 import TokenCounts

_SIDE: Final = 5
_COLUMNS: Final = "abcde"


def cell_rows(board: Sequence[int], pen: Pen) -> Block:
    """The cells with the names of their rows and columns."""
    head = text(f"  {' '.join(_COLUMNS)}", "label")
    return [head, *(joined((_row_name(row), *_row(board, row, pen)), SPACE) for row in _rows())]


def cell_grid(board: Sequence[int], pen: Pen) -> Block:
    """The cells between lines, with the names of their rows and columns."""
    glyphs, side = pen.glyphs, text(pen.glyphs.vertical, "dim")
    lines: list[Line] = [text(f"    {'   '.join(_COLUMNS)}", "label"), _rule(glyphs.top, pen)]
    for row in _rows():
        cells = joined(((*SPACE, *cell, *SPACE) for cell in _row(board, row, pen)), side)
        lines.append((*_row_name(row), *SPACE, *side, *cells, *side))
        lines.append(_rule(glyphs.middle if row + 1 < _SIDE else glyphs.bottom, pen))
    return lines


def bag_rows(tokens: TokenCounts, kinds: Sequence[Kind], pen: Pen, width: int) -> Block:
    """What the bag holds, in three lines."""
    bag = only(counts_of(tokens), kinds)
    some = [(pen.count(kind, number),) for kind, number in bag.items() if number]
    lines = wrapped(some, width, SPACE) or [text(pen.glyphs.empty, "dim")]
    head = (*text(pen.say("short.bag"), "label"), Span(f" {sum(bag.values())}"))
    return [head, *lines, *[BLANK] * (2 - len(lines))]


def _rows() -> range:
    return range(_SIDE)


def _row_name(row: int) -> Line:
    return text(str(row + 1), "label")


def _row(board: Sequence[int], row: int, pen: Pen) -> list[Line]:
    return [(pen.mark(kind_of(cell)),) for cell in board[row * _SIDE : (row + 1) * _SIDE]]


def _rule(corners: str, pen: Pen) -> Line:
    between = corners[1].join([pen.glyphs.horizontal * 3] * _SIDE)
    return text(f"  {corners[0]}{between}{corners[2]}", "dim")
