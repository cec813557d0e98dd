"""A match printed line by line in ASCII, for pipes and for simple terminals.

Lines from a pipe wait for their turn, and the board is printed before each.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from signal import SIGINT
from threading import Thread
from typing import Final, TextIO

from gemwright_client.board.drawing import board_lines
from gemwright_client.board.lines import (
    BLANK,
    Line,
    fill,
    folded,
    in_letters,
    joined,
    plain,
    text,
    width_of,
)
from gemwright_client.cli.play.choices import numbered
from gemwright_client.cli.play.dialogue import Dialogue
from gemwright_client.cli.play.live_match import Moment
from gemwright_client.cli.play.typed_line import COMMANDS, quoted, words_in

_WIDTH: Final = 80
_GAP: Final = 2
_MOST_LISTED: Final = 8
"""Choices listed on a terminal: more would scroll the board away."""
_PROMPT: Final = "> "
_CURTAIN: Final = 60
"""Blank lines that hide the cards of one player from the next."""


class Reading:
    """Reads the lines of a file as they come, and None after the last."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        if isinstance(file, TextIOWrapper):
            file.reconfigure(errors="replace")
        # A thread that reads from a keyboard cannot be cancelled, only end with the process.
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(RuntimeError):  # the event loop is closed
            with suppress(OSError, ValueError):  # the terminal is gone
                for line in self._file:
                    self._loop.call_soon_threadsafe(self.lines.put_nowait, line.rstrip("\n"))
            self._loop.call_soon_threadsafe(self.lines.put_nowait, None)


class LineMode:
    """A dialogue that is printed line by line."""

    def __init__(
        self, dialogue: Dialogue, file: TextIO, write: Callable[[str], None] = print
    ) -> None:
        self._dialogue = dialogue
        self._file = file
        self._write = write
        self._is_piped = not file.isatty()
        self._changed = asyncio.Event()
        self._drawn: Moment | None = None
        self._printed = 0
        self._said = ""
        dialogue.on_change = self._changed.set

    async def run(self) -> None:
        """Play until the match is over, the lines end, or the player leaves."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(SIGINT, self._dialogue.close)
        try:
            reading = Reading(self._file)
            self._printed = max(self._dialogue.live.match.version - 1, 0)
            while (line := await self._next(reading)) is not None:
                await self._enter(line)
            self._tell_moves()
        finally:
            loop.remove_signal_handler(SIGINT)

    async def _next(self, reading: Reading) -> str | None:
        """Return the next line once it may be entered; None at the end."""
        getting = asyncio.create_task(reading.lines.get())
        try:
            while not self._dialogue.is_closed and not self._dialogue.live.has_ended:
                self._changed.clear()
                self._show()
                if getting.done() and self._is_for_now(getting.result()):
                    return getting.result()
                await self._wait(getting)
        finally:
            getting.cancel()
        return None

    def _is_for_now(self, line: str | None) -> bool:
        """Tell whether a line may be entered now: moves from a pipe wait for their turn."""
        if line is None or not self._is_piped or self._dialogue.live.is_my_turn:
            return True
        return words_in(line) in ([command] for command in COMMANDS)

    async def _wait(self, task: "asyncio.Task[str] | asyncio.Task[str | None]") -> None:
        """Wait until the task is done or something has changed."""
        changing = asyncio.create_task(self._changed.wait())
        waiting = {changing} if task.done() else {changing, task}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changing.cancel()

    async def _enter(self, line: str) -> None:
        dialogue = self._dialogue
        if self._is_piped:
            self._print([text(f"{_PROMPT}{quoted(line)}")])
        self._said, before = "", dialogue.shown("")
        entering = asyncio.create_task(dialogue.enter(line))
        try:
            while not entering.done() and not dialogue.is_closed:
                self._changed.clear()
                if dialogue.live.is_lost:
                    self._tell_status()
                await self._wait(entering)
        finally:
            entering.cancel()
        left = entering.result() if entering.done() else ""
        if dialogue.page is not None:
            self._print(dialogue.page)
            dialogue.page = None
        if left or (dialogue.live.moment == self._drawn and dialogue.shown("") != before):
            self._list(left)

    def _show(self) -> None:
        """Print what has changed since it was printed."""
        dialogue, live = self._dialogue, self._dialogue.live
        if dialogue.is_hidden and self._is_piped:
            dialogue.reveal()
        self._tell_moves()
        if live.is_my_turn and live.moment != self._drawn and not dialogue.is_hidden:
            self._drawn = live.moment
            self._print([BLANK, *self._board(), BLANK])
            self._list("")
        self._tell_status()

    def _tell_moves(self) -> None:
        dialogue = self._dialogue
        if dialogue.is_hidden:
            return
        new = [update for update in dialogue.live.moves if update.version > self._printed]
        self._print(dialogue.moves(len(new)))
        self._printed = max([self._printed, *(update.version for update in new)])

    def _tell_status(self) -> None:
        said = plain([in_letters(self._dialogue.status, self._dialogue.pen.glyphs)])
        if said == self._said:
            return
        self._said = said
        if self._dialogue.is_hidden:
            self._print([BLANK] * _CURTAIN)
        self._print([text(said)])

    def _board(self) -> list[Line]:
        live, pen = self._dialogue.live, self._dialogue.pen
        return board_lines(
            live.match,
            live.seen.view,
            pen.cards,
            pen.words,
            viewer_seat=live.seat,
            width=_WIDTH,
            elapsed=live.elapsed,
            glyphs=pen.glyphs,
        )

    def _list(self, line: str) -> None:
        """Print the choices that are left, in columns; all of them if the input is a pipe."""
        choices = self._dialogue.shown(line)
        left = 0 if self._is_piped else max(len(choices) - _MOST_LISTED, 0)
        entries = numbered(choices)[: len(choices) - left]
        if not entries:
            return
        cell = max(map(width_of, entries)) + _GAP
        columns = max((_WIDTH + _GAP) // cell, 1)
        for at in range(0, len(entries), columns):
            self._print([joined((fill(one, cell) for one in entries[at : at + columns]), ())])
        if left:
            self._print([self._more(left, "" if line else str(len(choices)))])

    def _more(self, left: int, all_left: str) -> Line:
        """Say how many choices are not printed, and at first how to find them."""
        say = self._dialogue.pen.say
        more = f"... {say('cli.more', number=left)} (?)"
        return text(f"{more}. {say('cli.several', number=all_left)}" if all_left else more)

    def _print(self, lines: list[Line]) -> None:
        glyphs = self._dialogue.pen.glyphs
        for line in lines:
            for row in folded(in_letters(line, glyphs), _WIDTH):
                self._write(plain([row]))
        sys.stdout.flush()
