"""The page that says what one can type."""

from typing import Final

from gemwright_client.board.layout import BLANK, fill, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.spans import Line

_LEFT: Final = 22
_ROWS: Final = (
    ("take c3 c4 · D2 · red", "cli.help_move"),
    ("12", "cli.help_number"),
    ("buy D2-07 pay", "cli.help_pay"),
    ("?  ·  ? D2-07", "cli.help_why"),
    ("moves", "cli.help_moves"),
    ("undo · Esc · Ctrl-U", "cli.help_undo"),
    ("Tab  ·  ↑ ↓", "cli.help_keys"),
    ("PgUp · PgDn", "cli.help_scroll"),
    ("resign", "cli.help_resign"),
    ("quit · Ctrl-D", "cli.help_quit"),
)


def help_page(pen: Pen) -> list[Line]:
    """What one can type."""
    title: list[Line] = [text(pen.say("cli.help"), "title"), BLANK]
    return [*title, *(_row(pen.glyphs.text(typed), pen.say(key)) for typed, key in _ROWS)]


def _row(typed: str, meaning: str) -> Line:
    return (*fill(text(typed, "strong"), _LEFT), *text(meaning))
