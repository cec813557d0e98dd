"""The decisions a match can wait for: who must decide what, and which card caused it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from gemwright.engine.duel.cards import CardId
from gemwright.engine.kinds import KINDS, Kind

ANY_BUT_GOLD: Final = tuple(kind for kind in KINDS if kind is not Kind.GOLD)


class DecisionKind(StrEnum):
    """What is to be decided."""

    TURN = "turn"
    """Optional actions, then the mandatory one."""
    TAKE = "take"
    """Take a token from a cell of the board."""
    STEAL = "steal"
    RESERVE = "reserve"
    """Reserve a card without taking gold."""
    ROYAL = "royal"
    """Take a royal card for crowns."""
    COUNTERFEITER = "counterfeiter"
    """Take a counterfeiter card at no cost."""
    DRAW = "draw"
    """Name how many tokens to draw from the bag."""
    WINDOW = "window"
    """Use abilities at the end of the turn (C-ABL-10)."""
    DIG = "dig"
    """Reserve one of the cards looked at, and put the others at the bottom."""
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Decision:
    """One pending decision. All of it is public.

    `card` caused it (None means a rule did). `kinds` may be chosen now (TAKE, STEAL, DISCARD), and
    at most `left` are still to be chosen. `again` has, for TAKE, the kinds of which another one of
    the same kind may follow; None means any kind may follow. `can_stop` says whether `stop`
    is an answer.
    """

    kind: DecisionKind
    seat: int
    card: CardId | None = None
    kinds: tuple[Kind, ...] = ()
    left: int = 1
    again: tuple[Kind, ...] | None = None
    can_stop: bool = False

    def after_taking(self, kind: Kind) -> "Decision | None":
        """For TAKE: the next decision after a token of this kind is taken, or None."""
        may_follow = self.again is None or kind in self.again
        if self.left == 1 or not may_follow:
            return None
        return replace(
            self,
            kinds=self.kinds if self.again is None else (kind,),
            left=self.left - 1,
            again=self.again and (kind,),
            can_stop=True,
        )


TURN_OF: Final = (Decision(DecisionKind.TURN, 0), Decision(DecisionKind.TURN, 1))
