"""The kinds of token, shared by all games. A game that lacks a kind simply never has one."""

from enum import IntEnum
from typing import Final


class Kind(IntEnum):
    """One kind of token. The order is the order of every list, payment and pool of tokens."""

    WHITE = 0
    BLUE = 1
    GREEN = 2
    RED = 3
    BLACK = 4
    PEARL = 5
    GOLD = 6
    GLASSWARE = 7

    @property
    def text(self) -> str:
        """The name used in notation and in positions."""
        return TEXTS[self]


KINDS: Final = tuple(Kind)
TEXTS: Final = tuple(kind.name.lower() for kind in KINDS)
"""The names, by kind, for where many are written at once."""
GEMS: Final = (Kind.WHITE, Kind.BLUE, Kind.GREEN, Kind.RED, Kind.BLACK)
KIND_OF_TEXT: Final = {kind.text: kind for kind in KINDS}
