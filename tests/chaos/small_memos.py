"""`python -m tests.chaos.small_memos [server words]`: the real server, whose memos are soon full.

What a server remembers of values it has worked out is bounded, but takes hours to fill; meanwhile
its memory grows as it should. Here each memo holds few values, so what still grows is a leak.
"""

import functools
import sys
from typing import Final, TypeVar

MOST: Final = 64

T = TypeVar("T")


def keep_memos_small() -> None:
    """Bound every memo that is made from here on; one without a bound stays so: it might leak."""
    memo = functools.lru_cache

    def small_memo(maxsize: object = MOST, typed: bool = False) -> object:
        if isinstance(maxsize, int):
            return memo(min(maxsize, MOST), typed)
        if maxsize is None:
            return memo(None, typed)
        assert callable(maxsize), maxsize  # without parentheses
        return memo(MOST, typed)(maxsize)

    functools.lru_cache = small_memo  # type: ignore[assignment]


def main() -> int:
    """Serve as ever; the exit code."""
    keep_memos_small()
    from gemwright import __main__ as server  # only now: memos are made when they are defined

    return server.main()


if __name__ == "__main__":
    sys.exit(main())
