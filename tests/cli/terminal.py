"""A command in a real pseudo-terminal, as somebody at a keyboard sees it: its screen, its colours.

    with Terminal(gemwright("play", "--data", str(folder))) as terminal:
        terminal.wait_for("1 take")
        terminal.enter("quit")
        assert terminal.ended() == 0
        assert "--match" in terminal.left

What is printed goes into a screen whenever the test waits for something; nothing is awaited for
longer than PATIENCE, and whoever waits in vain is told what the screen shows.
"""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pexpect
import pyte

PATIENCE: Final = 60.0
_GLANCE: Final = 0.1
_CHUNK: Final = 1 << 16
_SWITCH: Final = re.compile(rb"\x1b\[\?1049([hl])")
_HALF_SWITCH: Final = re.compile(rb"\x1b(\[(\?(1(0(49?)?)?)?)?)?\Z")
_NOT_INHERITED: Final = ("GEMWRIGHT_", "LC_", "LANG", "PROMPT_TOOLKIT_", "NO_COLOR", "COLORTERM")

ENTER: Final = "\r"
TAB: Final = "\t"
ESCAPE: Final = "\x1b"
UP: Final = "\x1b[A"
DOWN: Final = "\x1b[B"
PAGE_UP: Final = "\x1b[5~"
PAGE_DOWN: Final = "\x1b[6~"
BACKSPACE: Final = "\x7f"
CTRL_C: Final = "\x03"
CTRL_D: Final = "\x04"
CTRL_U: Final = "\x15"


def gemwright(*words: str) -> list[str]:
    """The words that start the command line."""
    return [sys.executable, "-m", "gemwright_client", *words]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This environment without what changes how a terminal is used: English, UTF-8, 256 colours."""
    found = os.environ.items()
    kept = {name: value for name, value in found if not name.startswith(_NOT_INHERITED)}
    return kept | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | dict(more or {})


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the screen; colours are names such as `default` or `red`, or six hex digits."""

    text: str
    foreground: str
    background: str
    is_bold: bool
    is_underlined: bool
    is_reversed: bool

    @property
    def is_coloured(self) -> bool:
        """Whether it has another colour than the terminal's own."""
        return (self.foreground, self.background) != ("default", "default")


class _Screen:
    """A screen of a terminal; the library for it says nothing of its types."""

    def __init__(self, rows: int, columns: int) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)

    def feed(self, data: bytes) -> None:
        """Show what a command has printed."""
        self._stream.feed(data)

    def resize(self, rows: int, columns: int) -> None:
        """Another size."""
        self._screen.resize(rows, columns)

    @property
    def lines(self) -> list[str]:
        """Its rows, without the spaces at their ends."""
        return [str(line).rstrip() for line in self._screen.display]

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the column in which one types."""
        return int(self._screen.cursor.y), int(self._screen.cursor.x)

    @property
    def is_being_drawn(self) -> bool:
        """Whether there is no cursor, as while a screen is being drawn."""
        return bool(self._screen.cursor.hidden)

    def cell(self, row: int, column: int) -> Cell:
        """One place."""
        sign = self._screen.buffer[row][column]
        return Cell(
            str(sign.data),
            str(sign.fg),
            str(sign.bg),
            bool(sign.bold),
            bool(sign.underscore),
            bool(sign.reverse),
        )


class Terminal:
    """A command that runs in a terminal of so many rows and columns."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        rows: int = 24,
        columns: int = 80,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self._size = (rows, columns)
        self._normal = self._shown = _Screen(rows, columns)
        self._half = b""
        self.sent = b""
        """Everything that the command has printed, as it came."""
        self._child: pexpect.spawn[bytes] = pexpect.spawn(
            command[0],
            list(command[1:]),
            dimensions=(rows, columns),
            env=_environment(environment),
            cwd=None if folder is None else str(folder),
            timeout=PATIENCE,
        )
        self._child.delaybeforesend = None
        assert self._child.pid is not None
        self.process = self._child.pid
        """The process id of the command."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(pexpect.ExceptionPexpect):
            self._child.close(force=True)

    @property
    def lines(self) -> list[str]:
        """The rows of what is shown, without the spaces at their ends."""
        return self._shown.lines

    @property
    def text(self) -> str:
        """What is shown."""
        return "\n".join(self.lines)

    @property
    def left(self) -> str:
        """What stands on the normal screen: there a full screen leaves what is to stay."""
        return "\n".join(self._normal.lines).rstrip()

    @property
    def is_full_screen(self) -> bool:
        """Whether the command has a screen of its own now."""
        return self._shown is not self._normal

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the column in which one types."""
        return self._shown.cursor

    def cell(self, row: int, column: int) -> Cell:
        """One place of what is shown."""
        return self._shown.cell(row, column)

    def cells(self) -> Iterator[Cell]:
        """Every place of what is shown."""
        rows, columns = self._size
        return (self.cell(row, column) for row in range(rows) for column in range(columns))

    def cell_of(self, text: str) -> Cell:
        """The place where a text begins that is shown."""
        row, line = next((row, line) for row, line in enumerate(self.lines) if text in line)
        return self.cell(row, line.index(text))

    def send(self, keys: str) -> None:
        """Press keys."""
        self._child.send(keys.encode())

    def enter(self, line: str) -> None:
        """Type a line and press Enter."""
        self.send(line + ENTER)

    def resize(self, rows: int, columns: int) -> None:
        """Give the window another size."""
        self._size = (rows, columns)
        for screen in {self._normal, self._shown}:
            screen.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def signal(self, number: int) -> None:
        """Send the command a signal."""
        os.kill(self.process, number)

    def hang_up(self) -> None:
        """Close the window, as one closes it with the mouse."""
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, self._child.fileno())
        os.close(nowhere)

    def wait_for(self, text: str, *, patience: float = PATIENCE) -> str:
        """Wait until a text is shown; all that is shown then."""
        return self.wait_until(lambda shown: text in shown, repr(text), patience=patience)

    def wait_until(
        self, is_so: Callable[[str], bool], what: str, *, patience: float = PATIENCE
    ) -> str:
        """Wait until it is so of what is shown, with nothing half drawn; all that is shown then."""
        until = time.monotonic() + patience
        while True:
            is_quiet = not self._read(_GLANCE)
            if (is_quiet or not self._shown.is_being_drawn) and is_so(self.text):
                return self.text
            if time.monotonic() > until:
                raise AssertionError(f"{what} did not come; the screen:\n{self.text}")
            if is_quiet and not self._child.isalive() and not self._read(0.0):
                raise AssertionError(f"ended before {what} came; the screen:\n{self.text}")

    def ended(self, *, patience: float = PATIENCE) -> int:
        """Wait until the command has ended; its exit code, or less than 0 for a signal's number."""
        until = time.monotonic() + patience
        while self._child.isalive() or self._read(0.0):
            if not self._read(_GLANCE):
                time.sleep(0.01)  # after the last of its output, reading waits no longer
            if time.monotonic() > until:
                raise AssertionError(f"it did not end; the screen:\n{self.text}")
        if self._child.exitstatus is not None:
            return int(self._child.exitstatus)
        return -int(self._child.signalstatus or signal.SIGKILL)

    def _read(self, patience: float) -> bool:
        """Show what has come, or comes within a moment; whether there was anything."""
        if self._child.closed:
            return False
        try:
            data = self._child.read_nonblocking(_CHUNK, patience)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        self.sent += data
        self._show(self._half + data)
        return True

    def _show(self, data: bytes) -> None:
        """Show it on the normal screen, or on the one that the command has asked for."""
        half = _HALF_SWITCH.search(data)
        self._half = half[0] if half else b""
        pieces = _SWITCH.split(data.removesuffix(self._half))
        self._shown.feed(pieces[0])
        for switch, piece in zip(pieces[1::2], pieces[2::2], strict=True):
            self._shown = _Screen(*self._size) if switch == b"h" else self._normal
            self._shown.feed(piece)


_environment = environment
