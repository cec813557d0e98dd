"""What commands print: with rich on a terminal, plain where the output goes elsewhere.

Data goes to the standard output, and with `--json` nothing else does; remarks go to the standard
error.
"""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

from gemwright_client.cli.complaints import printable

if TYPE_CHECKING:
    from rich.console import Console


def is_terminal() -> bool:
    """Whether somebody looks at the standard output."""
    return sys.stdout.isatty()


def console() -> "Console":
    """The standard output for rich, which knows by itself of NO_COLOR and of pipes."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def say(text: str = "") -> None:
    """Print a line of data."""
    print(text)


def remark(text: str) -> None:
    """Print a line that is no data."""
    print(text, file=sys.stderr)


def say_json(message: Message) -> None:
    """Print a message on one line, in the contract's mapping to JSON."""
    text = MessageToJson(message, indent=None, ensure_ascii=False)
    print(text, flush=is_terminal())


def say_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under headings: fitted to a terminal, or aligned and complete in plain text."""
    clean = [[printable(cell) for cell in row] for row in rows]
    if is_terminal():
        _draw(headings, clean)
        return
    lines = [list(headings), *clean]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def _draw(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", no_wrap=number == 0)  # ids stay whole
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)
