"""The whole screen: board, moves and messages above, the line that is typed, the choices below."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)

from gemwright_client.cli.play.desk import Desk
from gemwright_client.cli.play.picture import Picture, picture
from gemwright_client.cli.play.styles import STYLES, colours_of_environment, formatted

_PROMPT: Final = "> "
_LONGEST_LINE: Final = 500
"""Signs; more has been pasted in error, and would take longer and longer to be looked through."""
_SECOND: Final = 1.0
_ESCAPE_S: Final = 0.05
"""So long after Esc another key makes it the beginning of something else."""


class Screen:
    """A desk on a terminal that can do more than lines."""

    def __init__(self, desk: Desk, history: Path | None) -> None:
        self._desk = desk
        self._turned = 0
        self._is_leaving = False
        kept: History = FileHistory(str(history)) if history else InMemoryHistory()
        self._buffer = Buffer(
            history=kept,
            multiline=False,
            on_text_changed=self._typed,
        )
        self._app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=STYLES,
            color_depth=colours_of_environment(),
            full_screen=True,
            mouse_support=False,
        )
        self._app.ttimeoutlen = _ESCAPE_S
        self._app.timeoutlen = _ESCAPE_S
        desk.on_change = self._changed

    async def run(self) -> None:
        """Show the desk until the player has had enough."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._desk.close)  # the terminal is to be put right
        ticking = asyncio.create_task(self._tick())
        try:
            await self._app.run_async(pre_run=self._changed, handle_sigint=False)
        finally:
            ticking.cancel()
            loop.remove_signal_handler(signal.SIGTERM)

    def _layout(self) -> Layout:
        above = FormattedTextControl(lambda: formatted(self._picture().above))
        below = FormattedTextControl(lambda: formatted(self._picture().below))
        typed = Window(BufferControl(self._buffer), height=1)
        prompt = Window(FormattedTextControl(_PROMPT), height=1, width=len(_PROMPT))
        rows = [
            Window(above, height=lambda: len(self._picture().above)),
            VSplit([prompt, typed]),
            Window(below),
        ]
        return Layout(HSplit(rows), focused_element=typed)

    def _picture(self) -> Picture:
        size = self._app.output.get_size()
        return picture(self._desk, self._buffer.text, size.columns, size.rows, self._turned)

    async def _tick(self) -> None:
        """Draw a running clock once a second."""
        while True:
            await asyncio.sleep(_SECOND)
            if any(clock.is_running for clock in self._desk.session.match.clocks.seats):
                self._app.invalidate()

    def _changed(self) -> None:
        if self._desk.is_closed and self._app.is_running and not self._app.is_done:
            self._app.exit()
        self._app.invalidate()

    def _typed(self, buffer: Buffer) -> None:
        if len(buffer.text) > _LONGEST_LINE:
            self._set(buffer.text[:_LONGEST_LINE])
            return
        self._turned = 0
        self._is_leaving = False
        self._do(self._desk.look_up(buffer.text))

    async def _enter(self, line: str) -> None:
        left = await self._desk.enter(line)
        if left and not self._buffer.text:
            self._set(left)
            self._desk.offer_to_mend()
        self._turned = 0
        self._app.invalidate()

    def _do(self, work: Coroutine[object, object, None]) -> None:
        """Have it done beside the keyboard."""
        self._app.create_background_task(work)

    def _set(self, line: str) -> None:
        self._buffer.set_document(Document(line, len(line)))

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        hidden = Condition(lambda: self._desk.is_hidden)
        bound: dict[str, Callable[[KeyPressEvent], None]] = {
            "enter": self._on_enter,
            "tab": self._on_tab,
            "escape": self._on_undo,
            "c-u": self._on_undo,
            "c-c": self._on_interrupt,
            "c-d": self._on_quit,
            "up": lambda event: self._buffer.history_backward(),
            "down": lambda event: self._buffer.history_forward(),
            "pageup": lambda event: self._turn(-1),
            "pagedown": lambda event: self._turn(1),
        }
        for key, handler in bound.items():
            keys.add(key)(handler)
        full = Condition(lambda: len(self._buffer.text) >= _LONGEST_LINE)
        keys.add(Keys.Any, filter=full)(lambda event: None)
        keys.add(Keys.Any, filter=hidden)(lambda event: self._desk.reveal())
        return keys

    def _on_enter(self, event: KeyPressEvent) -> None:
        line = self._buffer.text
        if line.strip():
            self._buffer.append_to_history()
        self._buffer.reset()
        self._do(self._enter(line))

    def _on_tab(self, event: KeyPressEvent) -> None:
        line = self._desk.completed(self._buffer.text)
        if line != self._buffer.text:
            self._set(line)
            return
        words = self._desk.continuations(line)
        self._desk.say("  ".join(words), "dim")

    def _on_undo(self, event: KeyPressEvent) -> None:
        self._buffer.reset()
        self._desk.undo()

    def _on_interrupt(self, event: KeyPressEvent) -> None:
        if self._is_leaving:
            self._on_quit(event)
            return
        self._on_undo(event)
        self._is_leaving = True
        self._desk.say(self._desk.pen.say("cli.quit_twice"))

    def _on_quit(self, event: KeyPressEvent) -> None:
        self._desk.close()

    def _turn(self, pages: int) -> None:
        self._turned = max(self._picture().turned + pages, 0)
