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

from gemwright_client.cli.play.dialogue import Dialogue
from gemwright_client.cli.play.layout import Layout as ScreenLayout
from gemwright_client.cli.play.layout import layout_of
from gemwright_client.cli.terminal import STYLES, colours_of_environment, formatted

_PROMPT: Final = "> "
_LONGEST_LINE: Final = 500
"""In characters; more was pasted by mistake, and would be slow to interpret."""
_SECOND: Final = 1.0
_ESCAPE_S: Final = 0.05
"""How long after Esc another key still belongs to the same sequence."""


class Screen:
    """A dialogue on a whole terminal."""

    def __init__(self, dialogue: Dialogue, history: Path | None) -> None:
        self._dialogue = dialogue
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
        dialogue.on_change = self._changed

    async def run(self) -> None:
        """Show the dialogue until the player leaves."""
        loop = asyncio.get_running_loop()
        # So that the terminal is restored.
        loop.add_signal_handler(signal.SIGTERM, self._dialogue.close)
        ticking = asyncio.create_task(self._tick())
        try:
            await self._app.run_async(pre_run=self._changed, handle_sigint=False)
        finally:
            ticking.cancel()
            loop.remove_signal_handler(signal.SIGTERM)

    def _layout(self) -> Layout:
        above = FormattedTextControl(lambda: formatted(self._lines().above))
        below = FormattedTextControl(lambda: formatted(self._lines().below))
        typed = Window(BufferControl(self._buffer), height=1)
        prompt = Window(FormattedTextControl(_PROMPT), height=1, width=len(_PROMPT))
        rows = [
            Window(above, height=lambda: len(self._lines().above)),
            VSplit([prompt, typed]),
            Window(below),
        ]
        return Layout(HSplit(rows), focused_element=typed)

    def _lines(self) -> ScreenLayout:
        size = self._app.output.get_size()
        return layout_of(self._dialogue, self._buffer.text, size.columns, size.rows, self._turned)

    async def _tick(self) -> None:
        """Draw a running clock once a second."""
        while True:
            await asyncio.sleep(_SECOND)
            if any(clock.is_running for clock in self._dialogue.live.match.clocks.seats):
                self._app.invalidate()

    def _changed(self) -> None:
        if self._dialogue.is_closed and self._app.is_running and not self._app.is_done:
            self._app.exit()
        self._app.invalidate()

    def _typed(self, buffer: Buffer) -> None:
        if len(buffer.text) > _LONGEST_LINE:
            self._set(buffer.text[:_LONGEST_LINE])
            return
        self._turned = 0
        self._is_leaving = False
        self._do(self._dialogue.look_up(buffer.text))

    async def _enter(self, line: str) -> None:
        left = await self._dialogue.enter(line)
        if left and not self._buffer.text:
            self._set(left)
            self._dialogue.offer_to_mend()
        self._turned = 0
        self._app.invalidate()

    def _do(self, work: Coroutine[object, object, None]) -> None:
        """Run work in the background."""
        self._app.create_background_task(work)

    def _set(self, line: str) -> None:
        self._buffer.set_document(Document(line, len(line)))

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        hidden = Condition(lambda: self._dialogue.is_hidden)
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
        keys.add(Keys.Any, filter=hidden)(lambda event: self._dialogue.reveal())
        return keys

    def _on_enter(self, event: KeyPressEvent) -> None:
        line = self._buffer.text
        if line.strip():
            self._buffer.append_to_history()
        self._buffer.reset()
        self._do(self._enter(line))

    def _on_tab(self, event: KeyPressEvent) -> None:
        line = self._dialogue.completed(self._buffer.text)
        if line != self._buffer.text:
            self._set(line)
            return
        words = self._dialogue.continuations(line)
        self._dialogue.say("  ".join(words), "dim")

    def _on_undo(self, event: KeyPressEvent) -> None:
        self._buffer.reset()
        self._dialogue.undo()

    def _on_interrupt(self, event: KeyPressEvent) -> None:
        if self._is_leaving:
            self._on_quit(event)
            return
        self._on_undo(event)
        self._is_leaving = True
        self._dialogue.say(self._dialogue.pen.say("cli.quit_twice"))

    def _on_quit(self, event: KeyPressEvent) -> None:
        self._dialogue.close()

    def _turn(self, pages: int) -> None:
        self._turned = max(self._lines().turned + pages, 0)
