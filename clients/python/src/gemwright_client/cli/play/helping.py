"""The page that says what one can type."""

from typing import Final

from gemwright_client.board.layout import BLANK, fill, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.spans import Line

_LEFT: Final = 23
_EXAMPLES: Final = (
    ("D2-07", "take c3 c4 · D2 · red"),
    ("S2-07", "take red blue · S2"),
)
"""A card of each family of games, and what one can type there."""
_ROWS: Final = (
    ("{moves}", "cli.help_move"),
    ("12", "cli.help_number"),
    ("buy {card} pay", "cli.help_pay"),
    ("? · ? {card}", "cli.help_why"),
    ("moves", "cli.help_moves"),
    ("undo · Esc · Ctrl-U", "cli.help_undo"),
    ("Tab · Up · Down", "cli.help_keys"),
    ("PgUp · PgDn", "cli.help_scroll"),
    ("resign", "cli.help_resign"),
    ("quit · Ctrl-D", "cli.help_quit"),
)


def help_page(pen: Pen) -> list[Line]:
    """What one can type."""
    card, moves = example_of(pen)
    title: list[Line] = [text(pen.say("cli.help"), "title"), BLANK]
    rows = [(typed.format(card=card, moves=moves), key) for typed, key in _ROWS]
    return [*title, *(_row(pen.glyphs.text(typed), pen.say(key)) for typed, key in rows)]


def example_of(pen: Pen) -> tuple[str, str]:
    """A card of the game that is played, and what one can type there."""
    return next((each for each in _EXAMPLES if each[0] in pen.cards), _EXAMPLES[0])


def _row(typed: str, meaning: str) -> Line:
    return (*fill(text(typed, "strong"), _LEFT), *text(meaning))
