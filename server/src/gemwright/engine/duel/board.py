"""The five by five board: its cells, its lines, and which of them can be taken.

A set of cells is one integer with a bit for each cell, so that a whole line is tested at once.
Cell 0 is the corner in row 0, the edge beside the privileges; cell 12 is the centre. In text a cell
is its column a to e and its row 1 to 5: `a1` is cell 0, `c3` the centre.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from gemwright.engine.duel.limits import LONGEST_LINE
from gemwright.engine.notation import Words

Cell: TypeAlias = int
Cells: TypeAlias = int
"""A set of cells: bit n stands for cell n."""

SIDE: Final = 5
CELL_COUNT: Final = SIDE * SIDE
ALL_CELLS: Final[Cells] = (1 << CELL_COUNT) - 1
CELL_NAMES: Final = tuple(f"{'abcde'[cell % SIDE]}{cell // SIDE + 1}" for cell in range(CELL_COUNT))
CELL_OF_NAME: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}

_DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


@lru_cache(maxsize=4096)
def cells_of(cells: Cells) -> tuple[Cell, ...]:
    """The cells of a set, in order; cached, because the few golds on a board make few sets."""
    return tuple(cell for cell in range(CELL_COUNT) if cells >> cell & 1)


def set_of(cells: tuple[Cell, ...]) -> Cells:
    """The set of these cells."""
    together = 0
    for cell in cells:
        together |= 1 << cell
    return together


def _lines() -> Iterator[tuple[Cell, ...]]:
    for start in range(CELL_COUNT):
        yield (start,)
        row, column = divmod(start, SIDE)
        for down, right in _DIRECTIONS:
            line = [start]
            for step in range(1, LONGEST_LINE):
                next_row, next_column = row + down * step, column + right * step
                if not (next_row < SIDE and 0 <= next_column < SIDE):
                    break
                line.append(next_row * SIDE + next_column)
                yield tuple(line)


LINES: Final = tuple(sorted(_lines(), key=lambda line: (line[0], len(line), line)))
"""Every line of one to three adjacent cells (D-TAKE-1), each once, its cells in order."""

SET_OF_LINE: Final = {line: set_of(line) for line in LINES}


def cell_text(cell: Cell) -> str:
    """The name of a cell, or what was given instead of one."""
    return CELL_NAMES[cell] if 0 <= cell < CELL_COUNT else f"?{cell}"


def read_cell(words: Words) -> Cell:
    """The next word as a cell."""
    return CELL_OF_NAME[words.one_of(CELL_OF_NAME, "a cell such as c3")]
