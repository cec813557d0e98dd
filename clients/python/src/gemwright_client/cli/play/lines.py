"""The match line by line, in plain ASCII: for pipes, and for terminals that cannot do better.

Whoever sends moves through a pipe gets the board before each of them; lines wait for their turn.
"""

import asyncio
import sys
from collections.abc import Callable
from threading import Thread
from typing import Final, TextIO

from gemwright_client.board.drawing import board_lines
from gemwright_client.board.layout import BLANK, fill, joined, text
from gemwright_client.board.spans import Line, plain, width_of
from gemwright_client.cli.play.desk import Desk, numbered
from gemwright_client.cli.play.folding import folded, in_letters

_WIDTH: Final = 80
_GAP: Final = 2
_PROMPT: Final = "> "
_CURTAIN: Final = 60
"""Blank lines between two players at one keyboard."""


class Reading:
    """The lines of a file, as they come; None after the last one."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        # A thread that waits for a keyboard cannot be called back: the process ends without it.
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._file:
                self._loop.call_soon_threadsafe(self.lines.put_nowait, line.rstrip("\n"))
            self._loop.call_soon_threadsafe(self.lines.put_nowait, None)
        except (RuntimeError, ValueError):
            return  # nobody waits for lines any more


class LineMode:
    """A desk as lines."""

    def __init__(self, desk: Desk, file: TextIO, write: Callable[[str], None] = print) -> None:
        self._desk = desk
        self._file = file
        self._write = write
        self._is_piped = not file.isatty()
        self._changed = asyncio.Event()
        self._drawn: tuple[int, str, int] | None = None
        self._told = 0
        self._said = ""
        desk.on_change = self._changed.set

    async def run(self) -> None:
        """Play until the match is over, the lines end, or the player has had enough."""
        reading = Reading(self._file)
        self._told = max(self._desk.session.match.version - 1, 0)
        while not self._desk.is_closed and not self._desk.session.has_ended:
            self._changed.clear()
            self._show()
            line = await self._next(reading)
            if line is None:
                return
            if isinstance(line, str):
                await self._enter(line)

    async def _next(self, reading: Reading) -> str | asyncio.Event | None:
        """The next line to be entered; or the event, where something has changed before."""
        if self._is_piped:
            if not self._desk.session.is_my_turn:
                await self._changed.wait()
                return self._changed
            return await reading.lines.get()
        getting = asyncio.create_task(reading.lines.get())
        changing = asyncio.create_task(self._changed.wait())
        await asyncio.wait({getting, changing}, return_when=asyncio.FIRST_COMPLETED)
        changing.cancel()
        if getting.done():
            return getting.result()
        getting.cancel()
        return self._changed

    async def _enter(self, line: str) -> None:
        desk = self._desk
        if self._is_piped:
            self._write(f"{_PROMPT}{line}")
        left = await desk.enter(line)
        if desk.page is not None:
            self._print(desk.page)
            desk.page = None
        if left:
            self._list(left)

    def _show(self) -> None:
        """Print what has changed since it was printed."""
        desk, session = self._desk, self._desk.session
        if desk.is_hidden and self._is_piped:
            desk.reveal()
        self._tell_moves()
        at = (session.match.version, session.match.commit_id, session.seat)
        if session.is_my_turn and at != self._drawn and not desk.is_hidden and not session.is_busy:
            self._drawn = at
            self._print([BLANK, *self._board(), BLANK])
            self._list("")
        self._tell_status()

    def _tell_moves(self) -> None:
        desk = self._desk
        if desk.is_hidden:
            return
        new = [update for update in desk.session.moves if update.version > self._told]
        self._print(desk.moves(len(new)))
        self._told = max([self._told, *(update.version for update in new)])

    def _tell_status(self) -> None:
        said = plain([in_letters(self._desk.status, self._desk.pen.glyphs)])
        if said == self._said:
            return
        self._said = said
        if self._desk.is_hidden:
            self._print([BLANK] * _CURTAIN)
        self._print([text(said)])

    def _board(self) -> list[Line]:
        session, pen = self._desk.session, self._desk.pen
        return board_lines(
            session.match,
            session.seen.view,
            pen.cards,
            pen.words,
            viewer_seat=session.seat,
            width=_WIDTH,
            elapsed=session.elapsed,
            glyphs=pen.glyphs,
        )

    def _list(self, line: str) -> None:
        """Print the choices that are left, in columns."""
        entries = numbered(self._desk.shown(line))
        if not entries:
            return
        cell = max(map(width_of, entries)) + _GAP
        columns = max((_WIDTH + _GAP) // cell, 1)
        for at in range(0, len(entries), columns):
            self._print([joined((fill(one, cell) for one in entries[at : at + columns]), ())])

    def _print(self, lines: list[Line]) -> None:
        glyphs = self._desk.pen.glyphs
        for line in lines:
            for row in folded(in_letters(line, glyphs), _WIDTH):
                self._write(plain([row]))
        sys.stdout.flush()
