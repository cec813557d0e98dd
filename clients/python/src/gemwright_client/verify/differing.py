"""How a fold stops: at a difference, or at something it cannot read."""

from collections.abc import Iterable
from typing import Final

from gemwright_client.verify.verdict import Check

NOTHING: Final = "none"
"""An empty slot or cell, the top of an empty deck, a list without items."""


class Differs(Exception):
    """The record is not what the draws give."""

    def __init__(self, check: Check, expected: str, found: str) -> None:
        super().__init__(check, expected, found)
        self.check = check
        self.expected = expected
        self.found = found


class Unreadable(Exception):
    """An event of a later version, or one that names what there is not."""


def agree(check: Check, expected: str, found: str) -> None:
    """Stop unless the two are the same; a text that is not there is nothing."""
    if expected != (found or NOTHING):
        raise Differs(check, expected, found or NOTHING)


def listed(items: Iterable[str]) -> str:
    """A list as a difference has it."""
    return " ".join(item or NOTHING for item in items) or NOTHING


def checked(index: int, size: int) -> int:
    """An index that exists: a seat, a cell, a slot, a place."""
    if not 0 <= index < size:
        raise Unreadable
    return index
