"""`python -m tests.programs.chaos.small_memos [server words]`: the server, its memos soon full.

What a server remembers of values it has worked out is bounded, by a number or by the rules of the
games, but takes hours to fill; meanwhile its memory grows as it should. Here each memo holds few
values, so what still grows is a leak.
"""

import functools
import sys
from collections.abc import Callable
from typing import Final, TypeVar

MOST: Final = 64
FEW: Final = 4
"""Of what takes a hundred kilobytes each: archives that were played again."""
RULES: Final = "gemwright.engine."
"""Where memos without a number are bounded: there are only so many boards and piles of gems."""

T = TypeVar("T")


def keep_memos_small() -> None:
    """Bound every memo that is made from here on; one without a bound stays so: it might leak."""
    memo = functools.lru_cache

    def small_memo(maxsize: object = MOST, typed: bool = False) -> object:
        if isinstance(maxsize, int):
            return memo(min(maxsize, MOST), typed)
        if maxsize is None:
            return lambda function: memo(_bound_of(function), typed)(function)
        assert callable(maxsize), maxsize  # without parentheses
        return memo(MOST, typed)(maxsize)

    # Modules that are imported from here on take it for Python's own; its overloads are not needed.
    functools.lru_cache = small_memo  # type: ignore[assignment]


def _bound_of(function: Callable[[T], object]) -> int | None:
    return MOST if function.__module__.startswith(RULES) else None


def keep_tables_small() -> None:
    """Likewise for what is remembered without a memo of Python's."""
    from gemwright.contract import watch
    from gemwright.engine.duel.actions.take import _LinesOfRow
    from gemwright.matches.watch import history

    sound = _LinesOfRow.__missing__

    def missing(lines: _LinesOfRow, cells: int) -> object:
        if len(lines) >= MOST:
            lines.clear()
        return sound(lines, cells)

    owners: tuple[tuple[object, str, object], ...] = (
        (_LinesOfRow, "__missing__", missing),
        (watch, "_MOST_KNOWN", MOST),
        (history, "_KEPT", FEW),
    )
    for owner, name, small in owners:
        assert hasattr(owner, name)
        setattr(owner, name, small)


def main() -> int:
    """Serve as ever; the exit code."""
    keep_memos_small()
    keep_tables_small()
    from gemwright import __main__ as server  # only now: memos are made when they are defined

    return server.main()


if __name__ == "__main__":
    sys.exit(main())
