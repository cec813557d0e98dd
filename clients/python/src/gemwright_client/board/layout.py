"""Lines cut, filled up, put beside each other and spread over a height; nothing of a game."""

from collections.abc import Iterable, Sequence
from typing import Final

from gemwright_client.board.spans import Line, Span, Style, width_of

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
