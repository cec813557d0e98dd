"""The numbered list in columns, and in pages where it is longer than the room for it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from gemwright_client.board.lines import BLANK, SPACE, Line, fill, joined, width_of

_GAP: Final = 2
_NARROWEST: Final = 10


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, and the room for it."""

    entries: Sequence[Line]
    width: int
    rows: int
    more: Callable[[int], Line]
    """What stands in the last place of a page while so many entries come after it."""

    def page(self, number: int) -> tuple[list[Line], int]:
        """The lines of the page with that number, or of the last one; and its number."""
        *_, (number, lines) = enumerate(islice(self._pages(), number + 1))
        return lines, number

    def _pages(self) -> Iterator[list[Line]]:
        rest = self.entries
        while True:
            columns = self._columns(rest)
            number = self._number(rest, columns)
            yield self._laid_out(rest, columns)
            if number == len(rest):
                return
            rest = rest[number:]

    def _number(self, rest: Sequence[Line], columns: int) -> int:
        """How many of the entries come on the next page."""
        places = columns * self.rows
        return len(rest) if len(rest) <= places else max(places - 1, 1)

    def _shown(self, rest: Sequence[Line], columns: int) -> Sequence[Line]:
        number = self._number(rest, columns)
        left = len(rest) - number
        return [*rest[:number], self.more(left)] if left else rest

    def _columns(self, rest: Sequence[Line]) -> int:
        """As many columns as there is room for with what comes into them."""
        for columns in range(self.width // _NARROWEST, 1, -1):
            cell = max(map(width_of, self._shown(rest, columns)))
            if columns * (cell + _GAP) - _GAP <= self.width:
                return columns
        return 1

    def _laid_out(self, rest: Sequence[Line], columns: int) -> list[Line]:
        """The next page, row by row."""
        shown = self._shown(rest, columns)
        cell = max(map(width_of, shown))
        starts = range(0, len(shown), columns)
        lines = [_row(shown[start : start + columns], cell) for start in starts]
        return [*lines, *[BLANK] * (self.rows - len(lines))][: self.rows]


def _row(entries: Sequence[Line], cell: int) -> Line:
    return joined((fill(entry, cell) for entry in entries), SPACE * _GAP)
