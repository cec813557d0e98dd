"""Short English for what a person reads of a match: numbers of things, cards, tokens."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from gemwright.engine.kinds import KINDS

WIDTH: Final = 80
"""What every terminal has; fixed, so that a match prints the same everywhere."""
_UNBROKEN: Final = "\u00a0"
"""A space at which no line ends."""


def number_of(number: int, thing: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def those(numbers: Iterable[tuple[int, str]]) -> str:
    """`2 points 1 crown`, without what there is none of."""
    return " ".join(number_of(number, thing) for number, thing in numbers if number)


def row_text(cards: Iterable[str | None]) -> str:
    """A row of cards, a dash for an empty slot."""
    return " ".join(card or "-" for card in cards)


def tokens_of(tokens: Sequence[int]) -> str:
    """`2 white 1 gold`."""
    return " ".join(
        f"{number} {kind.text}" for kind, number in zip(KINDS, tokens, strict=True) if number
    )


def unbroken(text: str) -> str:
    """The text such that `paragraph` keeps it on one line."""
    return text.replace(" ", _UNBROKEN)


def paragraph(head: str, text: str) -> str:
    """The text in lines that fit, below each other behind the head."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
        break_long_words=False,
    ).replace(_UNBROKEN, " ")
