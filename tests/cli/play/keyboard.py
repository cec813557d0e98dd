"""Somebody who plays at a keyboard and knows of the match only what the screen shows."""

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Final

from tests.cli.terminal import (
    CTRL_U,
    DOWN,
    ESCAPE,
    PAGE_DOWN,
    TAB,
    UP,
    Terminal,
    environment,
    gemwright,
)
from tests.valkey import eventually

OVER: Final = "The match is over; type quit."
ON_ITS_WAY: Final = "Your move is on its way"
BACK: Final = "Enter goes back to the board."
DATA: Final = "data"
_ENTRY: Final = re.compile(r"(?:^|  ) *(\d+) ([a-z]\S*(?: \S+)*)", re.MULTILINE)
_PROMPT: Final = re.compile(r"^>(?: (.*))?$", re.MULTILINE)
_TURN: Final = re.compile(r"^turn (\d+) ", re.MULTILINE)
_WAY_BACK: Final = re.compile(r"^  gemwright (play --match (\S+).*(?:\n.+)*)", re.MULTILINE)
_MOST_MOVES: Final = 600


@dataclass(frozen=True, slots=True)
class Shown:
    """What a screen shows, taken apart."""

    text: str

    @property
    def above(self) -> str:
        """The board and what is told."""
        found = _PROMPT.search(self.text)
        return self.text[: found.start()] if found else self.text

    @property
    def below(self) -> str:
        """The list."""
        found = _PROMPT.search(self.text)
        return self.text[found.end() :] if found else ""

    @property
    def typed(self) -> str:
        """The line that is being typed."""
        found = _PROMPT.search(self.text)
        return (found[1] or "") if found else ""

    @property
    def told(self) -> str:
        """All that stands above the line, as if nothing had been folded."""
        return " ".join(self.above.split())

    @property
    def status(self) -> str:
        """The line above the one that is typed."""
        return self.above.rstrip("\n").rpartition("\n")[2]

    @property
    def entries(self) -> Mapping[int, str]:
        """The numbered list: notation by number."""
        return {int(number): notation for number, notation in _ENTRY.findall(self.below)}

    @property
    def turn(self) -> int:
        """The turn by the first line."""
        found = _TURN.search(self.text)
        return int(found[1]) if found else 0

    @property
    def holdings(self) -> list[str]:
        """The turn, and what everybody has."""
        lines = self.text.splitlines()
        return [line for number, line in enumerate(lines) if number == 0 or "tokens  " in line]

    @property
    def position(self) -> list[str]:
        """What no move leaves as it is."""
        return [*self.holdings, *self.entries.values()]

    @property
    def is_asking(self) -> bool:
        """Whether it is the player's turn, with nothing typed and nothing under way."""
        return ON_ITS_WAY not in self.text and not self.typed and 1 in self.entries

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return OVER in self.told


@contextmanager
def room() -> Iterator[Path]:
    """A folder for all that `gemwright play` leaves behind; nothing but its data may stay.

    The store of the server has a socket in it: its name may not be long.
    """
    with tempfile.TemporaryDirectory(prefix="gw-", dir="/tmp") as name:
        folder = Path(name)
        yield folder
        eventually(lambda: not processes_of(folder), "no process is left")
        assert set(os.listdir(folder)) <= {DATA}


def processes_of(folder: Path) -> list[int]:
    """The processes whose temporary files go into a folder: all of `gemwright play` there."""
    mark = f"TMPDIR={folder}".encode()
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended meanwhile, or is somebody else's
            if mark in environ.read_bytes().split(b"\0"):
                found.append(int(environ.parent.name))
    return found


@contextmanager
def table(
    folder: Path,
    *words: str,
    rows: int = 24,
    columns: int = 80,
    more: Mapping[str, str] | None = None,
) -> Iterator[Terminal]:
    """`gemwright play` in a terminal, with its own server and every file of both in a folder."""
    made = {"XDG_DATA_HOME": str(folder / DATA), "TMPDIR": str(folder), **(more or {})}
    command = gemwright("play", *words)
    with Terminal(command, rows=rows, columns=columns, environment=environment(made)) as terminal:
        yield terminal


def asked(terminal: Terminal, after: Shown | None = None) -> Shown:
    """Wait for the player's turn, or the end of the match, if told after another such moment."""

    def is_so(text: str) -> bool:
        shown = Shown(text)
        is_new = after is None or shown.position != after.position
        return is_new and (shown.is_over or shown.is_asking)

    return Shown(terminal.wait_until(is_so, "a turn of the player"))


def way_back(left: str) -> list[str]:
    """The command that the normal screen tells to come back with, without the program's name."""
    found = _WAY_BACK.search(left)
    assert found, left
    return found[1].replace("\n", "").split()


class Keyboard:
    """Plays what the list begins with, each time in another of the ways there are."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._ways = cycle(
            (self._number, self._notation, self._words, self._tab, self._history, self._asking)
        )
        self.used: set[str] = set()
        """The ways that have been used."""

    def play(self) -> Shown:
        """Play to the end; what is shown then."""
        shown = asked(self._terminal)
        for _ in range(_MOST_MOVES):
            if shown.is_over:
                return shown
            shown = self.move(shown)
        raise AssertionError(f"there is no end:\n{shown.text}")

    def move(self, shown: Shown) -> Shown:
        """Play one move; what is shown when it is the player's turn again."""
        if shown.entries[1].startswith("buy") and "pay" not in self.used:
            self._pay(shown)
        else:
            next(self._ways)(shown)
        return asked(self._terminal, after=shown)

    def _number(self, shown: Shown) -> None:
        """By the number."""
        self.used.add("number")
        self._terminal.enter("1")

    def _notation(self, shown: Shown) -> None:
        """By the notation, after a half typed line that was taken back."""
        self.used.add("notation")
        self._terminal.send("take whi")
        self._typed("take whi")
        self._terminal.send(ESCAPE)
        self._typed("")
        self._terminal.enter(shown.entries[1])

    def _words(self, shown: Shown) -> None:
        """By its words, the last one first; by the number where they leave others too."""
        self.used.add("words")
        line = " ".join(reversed(shown.entries[1].split()))
        self._terminal.send(line)
        self._typed(line)
        left = Shown(self._terminal.wait_for(line)).entries
        self._terminal.enter("" if len(left) == 1 else f"{CTRL_U}1")

    def _tab(self, shown: Shown) -> None:
        """Word by word, each completed where that is certain."""
        self.used.add("tab")
        line = ""
        for word in shown.entries[1].split():
            beginning = word[:-1] if len(word) > 2 else word
            self._terminal.send(beginning)
            self._typed(f"{line}{beginning}".strip())
            self._terminal.send(TAB)
            self._terminal.send(CTRL_U)
            line = f"{line}{word} "
            self._terminal.send(line)
            self._typed(line.strip())
        self._terminal.send("\r")

    def _history(self, shown: Shown) -> None:
        """By a line from before that is changed: it is shown again with the arrow, then cleared."""
        self.used.add("history")
        self._terminal.send(UP)
        self._terminal.wait_until(lambda text: Shown(text).typed != "", "an earlier line")
        self._terminal.send(DOWN)
        self._typed("")
        self._terminal.enter("1")

    def _asking(self, shown: Shown) -> None:
        """By the number, after a look at what is possible."""
        self.used.add("asking")
        self._terminal.enter("?")
        self._terminal.wait_for(BACK)
        self._terminal.send(PAGE_DOWN)
        self._terminal.enter("")
        self._terminal.wait_until(lambda text: BACK not in text, "the board")
        self._terminal.enter("1")

    def _pay(self, shown: Shown) -> None:
        """By a purchase whose exact payments are looked at first."""
        self.used.add("pay")
        self._terminal.send(f"{shown.entries[1]} pay")
        self._terminal.wait_until(
            lambda text: " pay " in Shown(text).entries.get(1, ""), "the payments"
        )
        self._terminal.send("\r")
        self._terminal.wait_for("Choose how to pay; undo goes back.")
        self._terminal.enter("1")

    def _typed(self, line: str) -> None:
        self._terminal.wait_until(lambda text: Shown(text).typed == line, f"the line {line!r}")
