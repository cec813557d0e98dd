"""What a terminal can show: its signs and colours, and a whole screen of lines.

Tokens have a background of their own, so that white on white cannot be; where there are no
colours, the letters say the same.
"""

import asyncio
import os
import re
import signal
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import FormattedText, StyleAndTextTuples
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from gemwright_client.board.glyphs import ASCII, UNICODE, Glyphs
from gemwright_client.board.lines import Line
from gemwright_client.cli.output import is_terminal

_COERCED: Final = ("C.UTF-8", "C.utf8", "UTF-8")
_PLAIN_LOCALES: Final = ("", "C", "POSIX")
_WITHOUT_SCREEN: Final = ("", "dumb", "unknown")
_WITHOUT_COLOURS: Final = re.compile(r"vt\d.*|.*-m|.*-mono")
"""The names of terminals that can do bold and reversed letters, but no colours."""
STYLES: Final = Style.from_dict(
    {
        "white": "bg:#eeeeee #000000",
        "blue": "bg:#0055cc #ffffff",
        "green": "bg:#00875f #ffffff",
        "red": "bg:#cc2222 #ffffff",
        "black": "bg:#303030 #ffffff",
        "pearl": "bg:#ffafd7 #000000",
        "gold": "bg:#ffd700 #000000",
        "glassware": "bg:#87d7d7 #000000",
        "title": "bold",
        "label": "#808080",
        "dim": "#808080",
        "strong": "bold",
        "mine": "bold underline",
        "good": "bold #00875f",
        "bad": "bold #d70000",
        "chosen": "reverse",
    }
)
_SECOND: Final = 1.0
_ESCAPE_S: Final = 0.05
"""How long after Esc another key still belongs to the same sequence."""


def glyphs_of_environment(environment: Mapping[str, str] = os.environ) -> Glyphs:
    """Return the signs that the locale can encode."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    everything, letters, default = (environment.get(name, "") for name in names)
    if not everything and letters in _COERCED and default in _PLAIN_LOCALES:
        return ASCII  # set by Python itself, in place of a locale without an encoding
    encoding = (everything or letters or default).partition(".")[2]
    return UNICODE if encoding.lower().replace("-", "").startswith("utf8") else ASCII


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the terminal can do more than print lines."""
    return environment.get("TERM", "") not in _WITHOUT_SCREEN


def colours_of_environment(environment: Mapping[str, str] = os.environ) -> ColorDepth | None:
    """Return how many colours to use; None leaves it to the terminal."""
    terminal = environment.get("TERM", "")
    is_plain = environment.get("NO_COLOR") or _WITHOUT_COLOURS.fullmatch(terminal)
    return ColorDepth.DEPTH_1_BIT if is_plain else None


def formatted(lines: Sequence[Line]) -> StyleAndTextTuples:
    """Convert lines to what prompt_toolkit takes."""
    pieces: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            pieces.append(("", "\n"))
        pieces += [(f"class:{span.style}" if span.style else "", span.text) for span in line]
    return pieces


def is_screen() -> bool:
    """Tell whether the standard output is a terminal that can do more than print lines."""
    return is_terminal() and has_screen()


class FullScreen:
    """Shows lines on the whole terminal until somebody presses q or Ctrl-C."""

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
        """Show the lines until it is closed; redraw them each second while it ticks."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._interrupt)  # so that the terminal is restored
        ticking = asyncio.create_task(self._tick(is_ticking))
        try:
            await self._app.run_async(pre_run=self._begin, handle_sigint=False)
        finally:
            ticking.cancel()
            loop.remove_signal_handler(signal.SIGTERM)

    def redraw(self) -> None:
        """Draw the lines again."""
        self._app.invalidate()

    def close(self) -> None:
        """Close the screen, even before it has begun."""
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
    """Print lines on the terminal in their styles."""
    print_formatted_text(
        FormattedText(formatted(lines)), style=STYLES, color_depth=colours_of_environment()
    )


def _calling(action: Callable[[], None]) -> Callable[[KeyPressEvent], None]:
    def called(event: KeyPressEvent) -> None:
        action()

    return called
