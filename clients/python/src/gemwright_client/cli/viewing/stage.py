"""A whole terminal of lines that somebody else makes, and keys that somebody else understands."""

import asyncio
import signal
from collections.abc import Callable, Mapping
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import FormattedText, StyleAndTextTuples
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.shortcuts import print_formatted_text

from gemwright_client.board.lines import Line
from gemwright_client.cli.output import is_terminal
from gemwright_client.cli.play.styles import STYLES, colours_of_environment, formatted, has_screen

_SECOND: Final = 1.0
_ESCAPE_S: Final = 0.05
"""So long after Esc another key makes it the beginning of something else."""


def has_stage() -> bool:
    """Whether there is a terminal that can do more than lines; keys are read from it too."""
    return is_terminal() and has_screen()


class Stage:
    """Lines on the whole terminal until somebody presses q or Ctrl-C."""

    def __init__(
        self,
        draw: Callable[[int, int], list[Line]],
        keys: Mapping[str, Callable[[], None]],
        *,
        on_sign: Callable[[str], None] = lambda sign: None,
    ) -> None:
        self._draw = draw
        self._on_sign = on_sign
        """Called with a letter, digit or sign that is none of the keys."""
        self._is_closed = False
        self.is_interrupted = False
        """Whether it was left with Ctrl-C, or told to end."""
        self._app: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl(self._text, show_cursor=False))),
            key_bindings=self._bindings(keys),
            style=STYLES,
            color_depth=colours_of_environment(),
            full_screen=True,
            input=create_input(always_prefer_tty=True),
        )
        self._app.ttimeoutlen = _ESCAPE_S
        self._app.timeoutlen = _ESCAPE_S

    async def run(self, is_ticking: Callable[[], bool] = lambda: False) -> None:
        """Show the lines until it is left; anew each second while it ticks."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._interrupt)  # the terminal is to be put right
        ticking = asyncio.create_task(self._tick(is_ticking))
        try:
            await self._app.run_async(pre_run=self._begin, handle_sigint=False)
        finally:
            ticking.cancel()
            loop.remove_signal_handler(signal.SIGTERM)

    def redraw(self) -> None:
        """Show the lines anew."""
        self._app.invalidate()

    def close(self) -> None:
        """Give the terminal back, or do not take it."""
        self._is_closed = True
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def _begin(self) -> None:
        if self._is_closed:
            self._app.exit()

    async def _tick(self, is_ticking: Callable[[], bool]) -> None:
        while True:
            await asyncio.sleep(_SECOND)
            if is_ticking():
                self.redraw()

    def _text(self) -> StyleAndTextTuples:
        size = self._app.output.get_size()
        return formatted(self._draw(size.columns, size.rows))

    def _bindings(self, keys: Mapping[str, Callable[[], None]]) -> KeyBindings:
        bindings = KeyBindings()
        bindings.add(Keys.Any)(self._press)
        for key, action in keys.items():
            bindings.add(key)(_calling(action))
        bindings.add("q")(_calling(self.close))
        bindings.add("c-c")(_calling(self._interrupt))
        return bindings

    def _press(self, event: KeyPressEvent) -> None:
        self._on_sign(event.data)

    def _interrupt(self) -> None:
        self.is_interrupted = True
        self.close()


def print_lines(lines: list[Line]) -> None:
    """Leave lines on the terminal, as the stage shows them."""
    print_formatted_text(
        FormattedText(formatted(lines)), style=STYLES, color_depth=colours_of_environment()
    )


def _calling(action: Callable[[], None]) -> Callable[[KeyPressEvent], None]:
    def called(event: KeyPressEvent) -> None:
        action()

    return called
