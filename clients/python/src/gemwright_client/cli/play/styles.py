"""How the styles of a board look in a terminal, dark or light.

Tokens have a ground of their own, so that a white letter on white cannot be; where there are no
colours, the letters say it all.
"""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Final

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from gemwright_client.board.glyphs import ASCII, UNICODE, Glyphs
from gemwright_client.board.lines import Line

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


def glyphs_of_environment(environment: Mapping[str, str] = os.environ) -> Glyphs:
    """The signs that the locale has letters for."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    everything, letters, default = (environment.get(name, "") for name in names)
    if not everything and letters in _COERCED and default in _PLAIN_LOCALES:
        return ASCII  # Python itself has set it in place of a locale without an encoding
    encoding = (everything or letters or default).partition(".")[2]
    return UNICODE if encoding.lower().replace("-", "").startswith("utf8") else ASCII


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the terminal can do more than lines."""
    return environment.get("TERM", "") not in _WITHOUT_SCREEN


def colours_of_environment(environment: Mapping[str, str] = os.environ) -> ColorDepth | None:
    """How many colours there are to be; None leaves it to the terminal."""
    terminal = environment.get("TERM", "")
    is_plain = environment.get("NO_COLOR") or _WITHOUT_COLOURS.fullmatch(terminal)
    return ColorDepth.DEPTH_1_BIT if is_plain else None


def formatted(lines: Sequence[Line]) -> StyleAndTextTuples:
    """The lines as the terminal's library takes them."""
    pieces: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            pieces.append(("", "\n"))
        pieces += [(f"class:{span.style}" if span.style else "", span.text) for span in line]
    return pieces
