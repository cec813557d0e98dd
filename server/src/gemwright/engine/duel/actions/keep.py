"""Keeping one of the cards that were looked at with C-17 (C-ABL-10)."""

from dataclasses import dataclass
from itertools import permutations
from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.duel.cards import JEWELS
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.events import DugCardsReturned, Log
from gemwright.engine.duel.limits import MOST_DUG
from gemwright.engine.duel.moves import reserve_blind, set_deck
from gemwright.engine.duel.state import State
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class KeepDug:
    """Reserve one of the cards looked at, the others go to the bottom in this order.

    Cards are named by their place among those looked at, 0 for the one that was on top; `bottom`
    has its uppermost first. Others than the seat itself see it without places.
    """

    keep: int | None
    bottom: tuple[int, ...] = ()


CHOICES: Final = tuple(
    tuple(KeepDug(keep, tuple(bottom)) for keep, *bottom in permutations(range(number)))
    if number
    else ()
    for number in range(MOST_DUG + 1)
)
"""For each number of cards looked at: every way to keep one and order the others."""
HIDDEN_CHOICE: Final = KeepDug(None)
"""What others than the seat itself see of its choice."""


def list_keeps(state: State, decision: Decision) -> list[KeepDug]:
    """Every card that was looked at, with every order of the others (C-ABL-10)."""
    return [*CHOICES[len(state.dug)]]


def refuse_keep(state: State, decision: Decision, action: KeepDug) -> Refusal | None:
    """One card is kept, every other one goes to the bottom (C-ABL-10)."""
    if action in CHOICES[len(state.dug)]:
        return None
    places = f"{action.keep}, {action.bottom}"
    return Refusal(Reason.MALFORMED, "C-ABL-10", "bottom", places)


def keep_dug(state: State, action: KeepDug, chance: Chance, log: Log) -> None:
    """Reserve one of the cards looked at, the others go to the bottom as ordered (C-ABL-10)."""
    assert action.keep is not None
    dug, state.dug = state.dug, ()
    kept = dug[action.keep]
    level = JEWELS[kept].level
    set_deck(state, level, state.decks[level - 1] + tuple(dug[place] for place in action.bottom))
    reserve_blind(state, kept, log, is_dug=True)
    if log is not None:
        log.append(DugCardsReturned(state.seat, level, len(action.bottom)))


def keep_text(action: KeepDug) -> str:
    """`keep 2 bottom 3 1`, `keep` where the choice is hidden."""
    if action.keep is None:
        return "keep"
    below = " ".join(str(place + 1) for place in action.bottom)
    return f"keep {action.keep + 1}" + (f" bottom {below}" if below else "")


def read_keep(words: Words) -> KeepDug:
    """The place of the card that is kept, and those of the others in their order."""
    if not words.more:
        return HIDDEN_CHOICE
    keep = words.place("the place of a card")
    bottom = []
    if words.skip("bottom"):
        bottom.append(words.place("the place of a card"))
        while words.more:
            bottom.append(words.place("the place of a card"))
    return KeepDug(keep, tuple(bottom))
