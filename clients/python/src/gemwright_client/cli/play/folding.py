"""Styled lines cut into lines that fit, between words."""

import re
from collections.abc import Iterator
from typing import Final

from gemwright_client.board.glyphs import Glyphs
from gemwright_client.board.spans import Line, Span

_FIRST_COLUMN: Final = re.compile(r" *\S+(?: \S+)*  +(?=\S)")
"""What ends with more than one space, where something follows."""


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
