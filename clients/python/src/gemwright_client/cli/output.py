"""What commands print: with rich on a terminal, plain where the output goes elsewhere.

Data goes to the standard output, and with `--json` nothing else does; remarks go to the standard
error. Names come from servers, so nothing that is printed does anything to a terminal. What a
terminal or a pipe cannot encode becomes the nearest plain sign, and no command fails for it.
"""

import codecs
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from io import TextIOWrapper, UnsupportedOperation
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Final, TextIO, TypeAlias
from unicodedata import normalize

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

if TYPE_CHECKING:
    from rich.console import Console

_GAP: Final = 2
_STDOUT: Final = 1
_STDERR: Final = 2
_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
_REPLACING: Final = "gemwright"
_PLAIN: Final = {"’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "−": "-", "×": "x"}
_UNKNOWN: Final = "?"
Progress: TypeAlias = Callable[[int, int], None]
"""Called with how much is done, and of how much."""


def is_terminal() -> bool:
    """Tell whether the standard output is a terminal."""
    return sys.stdout.isatty()


def console() -> "Console":
    """Make rich's console on the standard output; it respects NO_COLOR and pipes."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def printable(text: str) -> str:
    """Make one line of a text, without control characters that would act on a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def say(text: str = "") -> None:
    """Print data, one line or several."""
    print("\n".join(printable(line) for line in text.split("\n")))


def remark(text: str) -> None:
    """Print a remark on the standard error; a failure to do so is ignored."""
    with suppress(OSError):
        for line in text.split("\n"):
            clean = printable(line)
            shown = folded_text(clean, columns()) if sys.stderr.isatty() else [clean]
            print("\n".join(shown), file=sys.stderr)


def say_json(message: Message) -> None:
    """Print a message on one line, in the contract's mapping to JSON."""
    _print_json(MessageToJson(message, indent=None, ensure_ascii=False))


def say_object(content: Mapping[str, object], to: TextIO | None = None) -> None:
    """Print another value as JSON on one line, to another stream if told."""
    _print_json(json.dumps(content, ensure_ascii=False), to)


def _print_json(text: str, to: TextIO | None = None) -> None:
    """Print JSON; what cannot be printed is escaped, so that the data stay the same."""
    encoding = getattr(to or sys.stdout, "encoding", None) or "utf-8"
    if not _is_printable(text, encoding):
        text = "".join(
            sign if _is_printable(sign, encoding) else json.dumps(sign)[1:-1] for sign in text
        )
    print(text, flush=to is not None or is_terminal(), file=to)


def _is_printable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return text.isprintable()


def say_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under headings: fitted to a terminal, or aligned and whole in plain text.

    The first column, of ids, is never broken.
    """
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

    screen = console()
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, _GAP, 0, 0))
    least = _least_widths(list(zip(headings, *rows, strict=True)), screen.width)
    for number, heading in enumerate(headings):
        table.add_column(
            heading, overflow="fold", no_wrap=number == 0, min_width=least[number] or None
        )
    for row in rows:
        table.add_row(*map(Text, row))
    screen.print(table)


def _least_widths(columns: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return how narrow each column may become without breaking words, or only the longest."""
    first, *others = [
        max(len(word) for cell in column for word in [*cell.split(), ""]) for column in columns
    ]
    room, most = width - first - _GAP * len(others), max(others)
    while most and sum(min(each, most) for each in others) > room:
        most -= 1
    return [first, *(min(each, most) for each in others)]


def folded_text(text: str, width: int) -> list[str]:
    """Break a text into lines for a terminal, between words only."""
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)


def columns() -> int:
    """Return how wide the terminal is."""
    return get_terminal_size().columns


def open_closed() -> None:
    """Open the null device in place of standard streams that are closed.

    Else the next file to be opened would get the number of one, and be printed to.
    """
    for name, mode in _STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


@contextmanager
def prints_are_remarks() -> Iterator[TextIO]:
    """Send what bots print to the standard error while the block runs, in child processes too.

    Data is to be printed on the stream that this gives.
    """
    stdout = sys.stdout
    stdout.flush()
    kept = os.dup(_STDOUT)
    os.dup2(_STDERR, _STDOUT)
    try:
        with redirect_stdout(sys.stderr):
            if _number(stdout) != _STDOUT:
                yield stdout
                return
            with open(kept, "w", encoding=stdout.encoding, closefd=False) as data:
                yield data
    finally:
        os.dup2(kept, _STDOUT)
        os.close(kept)


def _number(stream: TextIO) -> int | None:
    """Return the file descriptor of a stream, if it has one."""
    try:
        return stream.fileno()
    except UnsupportedOperation:
        return None


def print_plainly() -> None:
    """From now on, print plain signs for what the output cannot encode."""
    codecs.register_error(_REPLACING, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_REPLACING)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(map(plain_sign, signs)), error.end


def plain_sign(sign: str) -> str:
    """Return what stands for a sign in ASCII: letters lose their accents."""
    if sign in _PLAIN:
        return _PLAIN[sign]
    return normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii") or _UNKNOWN


@contextmanager
def bar() -> Iterator[Progress | None]:
    """Show a progress bar, which is gone at the end; None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task("", total=None)
        yield lambda done, total: drawn.update(task, completed=done, total=total)
