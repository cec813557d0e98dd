"""A bar for somebody who watches a series on a terminal."""

import sys
from typing import Final

_WIDTH: Final = 40


def on_terminal(done: int, total: int) -> None:
    """Draw how far it is on standard error; nothing where that is no terminal."""
    if sys.stderr.isatty():
        bar = "#" * (_WIDTH * done // total)
        end = "\n" if done == total else ""
        print(f"\r[{bar:<{_WIDTH}}] {done}/{total}", end=end, file=sys.stderr, flush=True)
