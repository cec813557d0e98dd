"""Lines of styled spans, which every drawing is made of: cut, filled, joined, folded, spread.

A style says what a span means, not how it looks: `plain` drops it, a terminal makes colours of it.
Letters and signs carry every meaning too, so that nothing is lost without colour. Nothing here
knows a game.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gemwright_client.board.glyphs import Glyphs

Style: TypeAlias = Literal[
    "",
    "white",
    "blue",
    "green",
    "red",
    "black",
    "pearl",
    "gold",
    "glassware",
    "title",
    "label",  # names of cells, rows, columns
    "dim",  # what matters less
    "strong",
    "mine",  # the viewer's own
    "good",
    "bad",
]
_FIRST_COLUMN: Final = re.compile(r" *\S+(?: \S+)*  +(?=\S)")
"""A first column: it ends with at least two spaces, and something follows."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line in one style."""

    text: str
    style: Style = ""


Line: TypeAlias = tuple[Span, ...]


def plain(lines: Iterable[Line]) -> str:
    """Return the lines as text without styles."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def width_of(line: Sequence[Span]) -> int:
    """Count the columns of a line; every sign used is one column wide."""
    return sum(len(span.text) for span in line)


Block = Sequence[Line]
BLANK: Final[Line] = ()
SPACE: Final[Line] = (Span(" "),)


def text(words: str, style: Style = "") -> Line:
    """Make a line of one span."""
    return (Span(words, style),)


def cut(line: Line, width: int) -> Line:
    """Cut the line off at a width."""
    left, spans = width, list[Span]()
    for span in line:
        if left <= 0:
            break
        spans.append(span if len(span.text) <= left else Span(span.text[:left], span.style))
        left -= len(span.text)
    return tuple(spans)


def fill(line: Line, width: int) -> Line:
    """Cut or fill the line to exactly a width."""
    short = cut(line, width)
    missing = width - width_of(short)
    return (*short, Span(" " * missing)) if missing else short


def joined(lines: Iterable[Line], separator: Line) -> Line:
    """Join lines to one, with a separator between them."""
    spans: list[Span] = []
    for line in lines:
        if spans:
            spans.extend(separator)
        spans.extend(line)
    return tuple(spans)


def ends(left: Line, right: Line, width: int, between: Span) -> Line:
    """Put one line at each end of a width, and fill the space between with a sign."""
    room = width - width_of(right)
    left = cut(left, room)
    sign = Span(between.text * (room - width_of(left)), between.style)
    return (*left, sign, *right) if sign.text else (*left, *right)


def beside(blocks: Sequence[tuple[Block, int]], gap: Line = ()) -> list[Line]:
    """Put blocks beside each other, each in its width."""
    height = max((len(block) for block, _ in blocks), default=0)
    return [
        joined((fill(row_of(block, row), width) for block, width in blocks), gap)
        for row in range(height)
    ]


def row_of(block: Block, row: int) -> Line:
    """Return a row of a block; rows below its end are blank."""
    return block[row] if row < len(block) else BLANK


def wrapped(items: Sequence[Line], width: int, separator: Line) -> list[Line]:
    """Put the items into as many lines as they need."""
    lines: list[Line] = []
    for item in items:
        if lines and width_of(lines[-1]) + width_of(separator) + width_of(item) <= width:
            lines[-1] = (*lines[-1], *separator, *item)
        else:
            lines.append(item)
    return lines


def spread(blocks: Sequence[Block], width: int, height: int | None) -> list[Line]:
    """Put blocks below each other, with blank lines between them as far as there is room."""
    blocks = [block for block in blocks if block]
    spare = 0 if height is None else height - sum(len(block) for block in blocks)
    lines: list[Line] = []
    for block in blocks:
        if lines and (height is None or spare > 0):
            lines.append(BLANK)
            spare -= 1
        lines.extend(cut(line, width) for line in block)
    return lines if height is None else lines[: max(height, 0)]


def folded(line: Line, width: int) -> list[Line]:
    """Break a line between words into lines that are no wider than `width`.

    Where it has two columns, the second goes on below itself.
    """
    margin = _margin(line, width)
    rows: list[list[Span]] = [[]]
    used = 0
    for piece in _pieces(line, width - margin):
        if used > margin and used + len(piece.text.rstrip()) > width:
            rows.append([Span(" " * margin)] if margin else [])
            used = margin
        rows[-1].append(piece)
        used += len(piece.text)
    return [_trimmed(row, width) for row in rows]


def in_letters(line: Line, glyphs: Glyphs) -> Line:
    """Return the line, in ASCII where these signs are ASCII."""
    if not glyphs.is_ascii:
        return line
    return tuple(Span(glyphs.text(span.text), span.style) for span in line)


def _margin(line: Line, width: int) -> int:
    """Find where the second column begins; 0 if there is none, or it is the narrower one."""
    found = _FIRST_COLUMN.match("".join(span.text for span in line))
    return found.end() if found and found.end() <= width // 2 else 0


def _pieces(line: Line, width: int) -> Iterator[Span]:
    """Split the line into words and spaces; a word wider than a line comes in parts."""
    for span in line:
        rest = span.text
        while rest:
            word = rest[: len(rest) - len(rest.lstrip(" "))] or rest.split(" ", 1)[0]
            word = word[:width]
            yield Span(word, span.style)
            rest = rest[len(word) :]


def _trimmed(row: list[Span], width: int) -> Line:
    """Cut off what is wider than a line: spaces behind the last word."""
    left = width
    kept: list[Span] = []
    for span in row:
        if left > 0:
            kept.append(Span(span.text[:left], span.style))
            left -= len(span.text)
    return tuple(kept)
