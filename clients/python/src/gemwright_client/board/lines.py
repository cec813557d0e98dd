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
    "dim",  # of no use now
    "strong",
    "mine",  # the viewer's own
    "good",
    "bad",
]
_FIRST_COLUMN: Final = re.compile(r" *\S+(?: \S+)*  +(?=\S)")
"""What ends with more than one space, where something follows."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line in one style."""

    text: str
    style: Style = ""


Line: TypeAlias = tuple[Span, ...]


def plain(lines: Iterable[Line]) -> str:
    """The lines as text."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def width_of(line: Sequence[Span]) -> int:
    """How many columns a line takes; every sign used is one column wide."""
    return sum(len(span.text) for span in line)


Block = Sequence[Line]
BLANK: Final[Line] = ()
SPACE: Final[Line] = (Span(" "),)


def text(words: str, style: Style = "") -> Line:
    """A line of one span."""
    return (Span(words, style),)


def cut(line: Line, width: int) -> Line:
    """The line up to a width."""
    left, spans = width, list[Span]()
    for span in line:
        if left <= 0:
            break
        spans.append(span if len(span.text) <= left else Span(span.text[:left], span.style))
        left -= len(span.text)
    return tuple(spans)


def fill(line: Line, width: int) -> Line:
    """The line at exactly a width."""
    short = cut(line, width)
    missing = width - width_of(short)
    return (*short, Span(" " * missing)) if missing else short


def joined(lines: Iterable[Line], separator: Line) -> Line:
    """The lines one after the other in one."""
    spans: list[Span] = []
    for line in lines:
        if spans:
            spans.extend(separator)
        spans.extend(line)
    return tuple(spans)


def ends(left: Line, right: Line, width: int, between: Span) -> Line:
    """One line at each end of a width, and a sign again and again between them."""
    room = width - width_of(right)
    left = cut(left, room)
    sign = Span(between.text * (room - width_of(left)), between.style)
    return (*left, sign, *right) if sign.text else (*left, *right)


def beside(blocks: Sequence[tuple[Block, int]], gap: Line = ()) -> list[Line]:
    """Blocks beside each other, each in its width."""
    height = max((len(block) for block, _ in blocks), default=0)
    return [
        joined((fill(row_of(block, row), width) for block, width in blocks), gap)
        for row in range(height)
    ]


def row_of(block: Block, row: int) -> Line:
    """A line of a block, blank below its end."""
    return block[row] if row < len(block) else BLANK


def wrapped(items: Sequence[Line], width: int, separator: Line) -> list[Line]:
    """The items in as many lines as they need."""
    lines: list[Line] = []
    for item in items:
        if lines and width_of(lines[-1]) + width_of(separator) + width_of(item) <= width:
            lines[-1] = (*lines[-1], *separator, *item)
        else:
            lines.append(item)
    return lines


def spread(blocks: Sequence[Block], width: int, height: int | None) -> list[Line]:
    """The blocks below each other, with blank lines between them as far as there is room."""
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
    """The line as one line or several, none wider than that.

    What stands in two columns goes on in the second.
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
    """The line in letters that go with these signs."""
    if not glyphs.is_ascii:
        return line
    return tuple(Span(glyphs.text(span.text), span.style) for span in line)


def _margin(line: Line, width: int) -> int:
    """Where the second column begins, if there is one and it is the wider one."""
    found = _FIRST_COLUMN.match("".join(span.text for span in line))
    return found.end() if found and found.end() <= width // 2 else 0


def _pieces(line: Line, width: int) -> Iterator[Span]:
    """Word by word, each with the space behind it; a word wider than a line in parts."""
    for span in line:
        rest = span.text
        while rest:
            word = rest[: len(rest) - len(rest.lstrip(" "))] or rest.split(" ", 1)[0]
            word = word[:width]
            yield Span(word, span.style)
            rest = rest[len(word) :]


def _trimmed(row: list[Span], width: int) -> Line:
    """Without spaces at its ends that only stood between words."""
    left = width
    kept: list[Span] = []
    for span in row:
        if left > 0:
            kept.append(Span(span.text[:left], span.style))
            left -= len(span.text)
    return tuple(kept)
