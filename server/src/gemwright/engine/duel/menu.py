"""Every action that is listed often, built once: listing picks from these tables."""

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import Final

from gemwright.engine.duel.actions import (
    BuyCard,
    BuyCounterfeiter,
    BuyReserved,
    Claim,
    Discard,
    Done,
    DrawTokens,
    KeepDug,
    Pass,
    PickToken,
    Replenish,
    ReserveCard,
    ReserveFromDeck,
    StealToken,
    Stop,
    TakeCounterfeiter,
    TakeRoyal,
    TakeTokens,
    UsePrivilege,
)
from gemwright.engine.duel.board import CELL_COUNT, LINES, SIDE, Cell, Cells, cells_of, set_of
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, LEVELS, ROYALS, CardId
from gemwright.engine.kinds import GEMS, KINDS, Kind

MOST_RESERVED: Final = 5
COLOURS: Final = (None, *GEMS)
GOLD_CELLS: Final[tuple[Cell | None, ...]] = (None, *range(CELL_COUNT))

TAKE: Final = {line: TakeTokens(line) for line in LINES}
PRIVILEGE: Final = tuple(UsePrivilege(cell) for cell in range(CELL_COUNT))
PICK: Final = tuple(PickToken(cell) for cell in range(CELL_COUNT))
STEAL: Final = tuple(StealToken(kind) for kind in KINDS)
DISCARD: Final = tuple(Discard(kind) for kind in KINDS)
BUY: Final[dict[CardId, Mapping[Kind | None, BuyCard | BuyCounterfeiter]]] = {
    **{card: {colour: BuyCard(card, colour) for colour in COLOURS} for card in JEWELS},
    **{card: {None: BuyCounterfeiter(card)} for card in COUNTERFEITERS},
}
BUY_RESERVED: Final[tuple[Mapping[Kind | None, BuyReserved], ...]] = tuple(
    {colour: BuyReserved(slot, colour) for colour in COLOURS} for slot in range(MOST_RESERVED)
)
RESERVE: Final = {gold: {card: ReserveCard(card, gold) for card in JEWELS} for gold in GOLD_CELLS}
RESERVE_FROM_DECK: Final = {
    gold: {level: ReserveFromDeck(level, gold) for level in LEVELS} for gold in GOLD_CELLS
}
TAKE_ROYAL: Final = {card: TakeRoyal(card) for card in ROYALS}
TAKE_COUNTERFEITER: Final = {card: TakeCounterfeiter(card) for card in COUNTERFEITERS}
TAKE_FROM_COUNTERFEITER_DECK: Final = TakeCounterfeiter(None)
DRAW: Final = tuple(DrawTokens(number) for number in range(3))
KEEP_DUG: Final = tuple(
    tuple(KeepDug(keep, tuple(bottom)) for keep, *bottom in permutations(range(number)))
    if number
    else ()
    for number in range(4)
)
"""For each number of cards looked at: every way to keep one and order the others."""
REPLENISH: Final = Replenish()
CLAIM: Final = Claim()
PASS: Final = Pass()
STOP: Final = Stop()
DONE: Final = Done()

_ROW: Final = (1 << SIDE) - 1
_THREE_ROWS: Final = (1 << 3 * SIDE) - 1
_ROW_STARTS: Final = tuple(row * SIDE for row in range(SIDE))
_TAKES_BY_ROW: Final = tuple(
    [(set_of(line), take) for line, take in TAKE.items() if line[0] // SIDE == row]
    for row in range(SIDE)
)


def takes_within(cells: Cells) -> list[TakeTokens]:
    """Every line of these cells (D-TAKE-1)."""
    takes: list[TakeTokens] = []
    for start in _ROW_STARTS:
        takes += _takes_from_row(start, cells & (_THREE_ROWS << start))
    return takes


@cache
def _takes_from_row(start: Cell, cells: Cells) -> tuple[TakeTokens, ...]:
    """The lines whose first cell is in the row beginning here.

    They are at most three rows deep, so the answer hangs on 15 cells and is soon remembered.
    """
    return tuple(take for line, take in _TAKES_BY_ROW[start // SIDE] if line & cells == line)


def privileges_within(cells: Cells) -> list[UsePrivilege]:
    """One use of a privilege for each of these cells (D-OPT-1)."""
    uses: list[UsePrivilege] = []
    for start in _ROW_STARTS:
        uses += _privileges_in_row(cells & (_ROW << start))
    return uses


@cache
def _privileges_in_row(cells: Cells) -> tuple[UsePrivilege, ...]:
    return tuple(PRIVILEGE[cell] for cell in cells_of(cells))
