"""Taking gems: three of different colours, or two of one (S-TAKE-1, S-TAKE-2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.kinds import GEMS, KINDS, Kind
from gemwright.engine.lanes import WITHOUT_GOLD, Lanes, count, held, pack_row
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Reason, Refusal
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.splendor.events import GemsTaken, Log
from gemwright.engine.splendor.limits import COLOURS_OF_A_TAKE, GEMS_FOR_A_PAIR
from gemwright.engine.splendor.state import State


@dataclass(frozen=True, slots=True)
class TakeGems:
    """Take gems of different colours (S-TAKE-1) or two of one (S-TAKE-2), named in any order."""

    colours: tuple[Kind, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", tuple(sorted(self.colours)))


TAKES: Final = {
    colours: TakeGems(colours)
    for colours in (
        *(
            different
            for number in range(COLOURS_OF_A_TAKE, 0, -1)
            for different in combinations(GEMS, number)
        ),
        *((colour, colour) for colour in GEMS),
    )
}
"""Every take there can be, by its colours."""
_GEMS_OF_TAKE: Final = {
    colours: pack_row(colours.count(kind) for kind in KINDS) for colours in TAKES
}


@cache
def takes_from(gems: Lanes) -> Mapping[tuple[Kind, ...], TakeGems]:
    """The takes that a supply of gems allows (S-TAKE-1, S-TAKE-2), by their colours."""
    there = held(gems)
    number = min(COLOURS_OF_A_TAKE, len(there))
    different = combinations(there, number) if number else ()
    pairs = ((colour, colour) for colour in there if count(gems, colour) >= GEMS_FOR_A_PAIR)
    return {colours: TAKES[colours] for colours in (*different, *pairs)}


def refuse_take(state: State, decision: Decision, action: TakeGems) -> Refusal | None:
    """The supply must allow the take, as far as there are colours (S-TAKE-1, S-TAKE-2)."""
    gems, colours = state.supply & WITHOUT_GOLD, action.colours
    if colours in takes_from(gems):
        return None
    if colours not in TAKES:
        rule = "S-TAKE-3" if Kind.GOLD in colours else "S-TAKE-1"
        return Refusal(Reason.MALFORMED, rule, "colours", kinds_text(colours))
    if len(set(colours)) < len(colours):
        return Refusal(Reason.PAIR_NEEDS_FOUR, "S-TAKE-2", "colours", colours[0].text)
    for colour in colours:
        if not count(gems, colour):
            return Refusal(Reason.KIND_NOT_THERE, "S-TAKE-1", "colours", colour.text)
    return Refusal(Reason.WRONG_NUMBER, "S-TAKE-1", "colours", kinds_text(colours))


def kinds_text(kinds: tuple[Kind, ...]) -> str:
    """The names of kinds in a row."""
    return " ".join(kind.text for kind in kinds)


def take_gems(state: State, action: TakeGems, chance: Chance, log: Log) -> None:
    """Gems go from the supply to the seat."""
    gems = _GEMS_OF_TAKE[action.colours]
    state.supply -= gems
    state.players[state.seat].tokens += gems
    state.passes = 0
    state.idle_turns += 1
    if log is not None:
        log.append(GemsTaken(state.seat, action.colours))


def take_text(action: TakeGems) -> str:
    """`take white blue red`."""
    return " ".join(["take", *(colour.text for colour in action.colours)])


def read_take(words: Words) -> TakeGems:
    """The colours, as many as there are."""
    colours = [words.kind()]
    while words.more:
        colours.append(words.kind())
    return TakeGems(tuple(colours))
