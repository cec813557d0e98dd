"""What a board is made of before anybody says what it is shown on: lines of spans with a style.

A style says what a span means, not how it looks: `plain` drops it, a terminal makes colours of it.
Letters and signs carry every meaning too, so that nothing is lost without colour.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

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
