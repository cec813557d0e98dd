"""Every action that is listed often, built once: listing picks from these tables."""

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import Final

from gemwright.engine.duel.actions import (
    Action,
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


class _LinesOfRow(dict[Cells, tuple[TakeTokens, ...]]):
    """The takes whose first cell is in one row, by the cells that can be taken.

    A line is at most three rows deep, so the answer hangs on 15 cells; it is worked out when it is
    first asked for and then remembered.
    """

    def __init__(self, row: int) -> None:
        super().__init__()
        self._takes = [
            (set_of(line), take) for line, take in TAKE.items() if line[0] // SIDE == row
        ]

    def __missing__(self, cells: Cells) -> tuple[TakeTokens, ...]:
        found = tuple(take for line, take in self._takes if line & cells == line)
        self[cells] = found
        return found


_ROWS: Final = tuple(((1 << SIDE) - 1) << row * SIDE for row in range(SIDE))
_ROW_1, _ROW_2, _ROW_3, _ROW_4, _ROW_5 = (_LinesOfRow(row) for row in range(SIDE))
_CELLS_1_TO_3: Final = _ROWS[0] | _ROWS[1] | _ROWS[2]
_CELLS_2_TO_4: Final = _ROWS[1] | _ROWS[2] | _ROWS[3]
_CELLS_3_TO_5: Final = _ROWS[2] | _ROWS[3] | _ROWS[4]
_CELLS_4_TO_5: Final = _ROWS[3] | _ROWS[4]


def takes_within(cells: Cells) -> list[Action]:
    """Every line of these cells (D-TAKE-1)."""
    return [
        *_ROW_1[cells & _CELLS_1_TO_3],
        *_ROW_2[cells & _CELLS_2_TO_4],
        *_ROW_3[cells & _CELLS_3_TO_5],
        *_ROW_4[cells & _CELLS_4_TO_5],
        *_ROW_5[cells & _ROWS[4]],
    ]


def privileges_within(cells: Cells) -> list[UsePrivilege]:
    """One use of a privilege for each of these cells (D-OPT-1)."""
    return [use for row in _ROWS for use in _privileges_in_row(cells & row)]


@cache
def _privileges_in_row(cells: Cells) -> tuple[UsePrivilege, ...]:
    return tuple(PRIVILEGE[cell] for cell in cells_of(cells))
