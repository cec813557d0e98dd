"""The decisions a match can wait for: who must decide what."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gemwright.engine.splendor.cards import NobleId
from gemwright.engine.splendor.limits import COLOURS_OF_A_TAKE, SEATS


class DecisionKind(StrEnum):
    """What is to be decided."""

    TURN = "turn"
    """One of the actions of a turn."""
    DISCARD = "discard"
    """Return a piece to the supply (S-END-1)."""
    NOBLE = "noble"
    """Choose one of several nobles (S-NOB-1)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One pending decision. All of it is public.

    `left` is how many pieces are still to be returned (DISCARD), `nobles` the nobles to choose
    from (NOBLE).
    """

    kind: DecisionKind
    seat: int
    left: int = 1
    nobles: tuple[NobleId, ...] = ()


TURN_OF: Final = tuple(Decision(DecisionKind.TURN, seat) for seat in range(max(SEATS)))
DISCARD_OF: Final = tuple(
    tuple(Decision(DecisionKind.DISCARD, seat, left) for left in range(COLOURS_OF_A_TAKE + 1))
    for seat in range(max(SEATS))
)
"""By seat and by the number of pieces still to be returned."""
