"""Tokens from cells of the board: a line of them, one for a privilege, one that a card allows."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.duel.abilities import ask_for_second_token, ask_to_take, rule_of
from gemwright.engine.duel.board import (
    CELL_COUNT,
    CELL_NAMES,
    LINES,
    SET_OF_LINE,
    SIDE,
    Cell,
    Cells,
    cell_text,
    cells_of,
    read_cell,
    set_of,
)
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.events import Log
from gemwright.engine.duel.moves import return_privilege, take_from_cell, take_privilege
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import Kind
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class TakeTokens:
    """Take the tokens of a line of cells, named in any order (D-TAKE-1)."""

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


@dataclass(frozen=True, slots=True)
class UsePrivilege:
    """Return a privilege and take the token of this cell (D-OPT-1)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class PickToken:
    """Take the token of this cell, as a card allows."""

    cell: Cell


# A line of tokens (D-TAKE-1).

_TAKE: Final = {line: TakeTokens(line) for line in LINES}


class _LinesOfRow(dict[Cells, tuple[TakeTokens, ...]]):
    """The takes whose first cell is in one row, by the cells that can be taken.

    A line is at most three rows deep, so the answer hangs on 15 cells; it is worked out when it is
    first asked for and then remembered.
    """

    def __init__(self, row: int) -> None:
        super().__init__()
        self._takes = [
            (set_of(line), take) for line, take in _TAKE.items() if line[0] // SIDE == row
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


def list_takes(cells: Cells) -> list[TakeTokens]:
    """Every line of these cells (D-TAKE-1)."""
    return [
        *_ROW_1[cells & _CELLS_1_TO_3],
        *_ROW_2[cells & _CELLS_2_TO_4],
        *_ROW_3[cells & _CELLS_3_TO_5],
        *_ROW_4[cells & _CELLS_4_TO_5],
        *_ROW_5[cells & _ROWS[4]],
    ]


def refuse_take(state: State, decision: Decision, action: TakeTokens) -> Refusal | None:
    """One to three tokens in an uninterrupted line, never gold (D-TAKE-1)."""
    rule, named = "D-TAKE-1", action.cells
    cells = SET_OF_LINE.get(named)
    if cells is not None:
        return _refuse_cells(state, cells, rule, "cells")
    if not named or any(not 0 <= cell < CELL_COUNT for cell in named):
        return Refusal(Reason.MALFORMED, rule, "cells", str(named))
    return Refusal(Reason.NOT_A_LINE, rule, "cells", " ".join(CELL_NAMES[c] for c in named))


def _refuse_cells(state: State, cells: Cells, rule: str, field: str) -> Refusal | None:
    """Each of these cells must hold a token that is not gold."""
    blocked = cells & ~state.takeable
    if not blocked:
        return None
    cell = cells_of(blocked)[0]
    has_gold = state.golds >> cell & 1
    reason = Reason.CELL_HAS_GOLD if has_gold else Reason.CELL_EMPTY
    return Refusal(reason, rule, field, CELL_NAMES[cell])


def take_tokens(state: State, action: TakeTokens, chance: Chance, log: Log) -> None:
    """Three of one colour or two pearls give the opponent a privilege (D-TAKE-2, C-GLA-1)."""
    state.has_acted = True
    kinds = [take_from_cell(state, cell, log) for cell in action.cells]
    has_three_alike = len(kinds) == 3 and kinds[0] is kinds[1] is kinds[2]
    if has_three_alike or kinds.count(Kind.PEARL) == 2:
        take_privilege(state, 1 - state.seat, log)


def take_text(action: TakeTokens) -> str:
    """`take c3 c4 c5`."""
    return "take " + " ".join(map(cell_text, action.cells))


def read_take(words: Words) -> TakeTokens:
    """The cells, as many as there are."""
    cells = [read_cell(words)]
    while words.more:
        cells.append(read_cell(words))
    return TakeTokens(tuple(cells))


# A token for a privilege (D-OPT-1).

_PRIVILEGE: Final = tuple(UsePrivilege(cell) for cell in range(CELL_COUNT))


def list_privileges(cells: Cells) -> list[UsePrivilege]:
    """One use of a privilege for each of these cells (D-OPT-1)."""
    return [use for row in _ROWS for use in _privileges_in_row(cells & row)]


@cache
def _privileges_in_row(cells: Cells) -> tuple[UsePrivilege, ...]:
    return tuple(_PRIVILEGE[cell] for cell in cells_of(cells))


def refuse_privilege(state: State, decision: Decision, action: UsePrivilege) -> Refusal | None:
    """A privilege takes a gem or pearl, before replenishing (D-OPT-1)."""
    rule = "D-OPT-1"
    if not 0 <= action.cell < CELL_COUNT:
        return Refusal(Reason.MALFORMED, rule, "cell", str(action.cell))
    if not state.players[state.seat].privileges:
        return Refusal(Reason.NO_PRIVILEGE, rule)
    if state.has_replenished:
        return Refusal(Reason.ALREADY_REPLENISHED, rule)
    return _refuse_cells(state, 1 << action.cell, rule, "cell")


def use_privilege(state: State, action: UsePrivilege, chance: Chance, log: Log) -> Decision | None:
    """Return a privilege, take a token (D-OPT-1); the first in a turn may take 2 (C-ABL-5)."""
    return_privilege(state, None, log)
    take_from_cell(state, action.cell, log)
    is_first = not state.has_used_privilege
    state.has_used_privilege = True
    return ask_for_second_token(state) if is_first else None


def privilege_text(action: UsePrivilege) -> str:
    """`privilege c3`."""
    return f"privilege {cell_text(action.cell)}"


def read_privilege(words: Words) -> UsePrivilege:
    """The cell."""
    return UsePrivilege(read_cell(words))


# A token that a card allows (D-ABL-2, C-ABL-5, C-ROY-3, C-ROY-6, C-ROY-7).

_PICK: Final = tuple(PickToken(cell) for cell in range(CELL_COUNT))


def list_picks(state: State, decision: Decision) -> list[PickToken]:
    """Every cell with a token of a kind that the card allows."""
    kinds = decision.kinds
    return [_PICK[cell] for cell, kind in enumerate(state.board) if kind in kinds]


def refuse_pick(state: State, decision: Decision, action: PickToken) -> Refusal | None:
    """The cell must hold a token of a kind that the card allows."""
    rule = rule_of(decision)
    if not 0 <= action.cell < CELL_COUNT:
        return Refusal(Reason.MALFORMED, rule, "cell", str(action.cell))
    kind = state.board[action.cell]
    if kind in decision.kinds:
        return None
    reason = Reason.CELL_EMPTY if kind is None else Reason.KIND_NOT_ALLOWED
    return Refusal(reason, rule, "cell", CELL_NAMES[action.cell])


def pick_token(state: State, action: PickToken, chance: Chance, log: Log) -> Decision | None:
    """Take a token as a card allows, and ask for the next one while more may follow."""
    asked = state.decision
    assert asked is not None
    kind = take_from_cell(state, action.cell, log)
    following = asked.after_taking(kind)
    return None if following is None else ask_to_take(state, following)


def pick_text(action: PickToken) -> str:
    """`pick c3`."""
    return f"pick {cell_text(action.cell)}"


def read_pick(words: Words) -> PickToken:
    """The cell."""
    return PickToken(read_cell(words))
