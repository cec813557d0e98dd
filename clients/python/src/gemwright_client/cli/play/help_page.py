"""The page that says what one can type, and what the signs on the board mean."""

from typing import Final

from gemwright_client.board.cards import COLOURS, Kind
from gemwright_client.board.lines import BLANK, SPACE, Line, fill, joined, text
from gemwright_client.board.pen import Pen

_LEFT: Final = 23
_EXAMPLES: Final = (
    ("D2-07", "take c3 c4 · D2 · red"),
    ("S2-07", "take red blue · S2"),
)
"""For each family of games a card, and examples of what can be typed."""
_A_CARD_OF_SPLENDOR: Final = "S2-07"
_A_COUNTERFEITER: Final = "C-01"
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


def help_page(pen: Pen, match: str) -> list[Line]:
    """Write what can be typed in this match, and what the signs mean."""
    card, moves = example_of(pen)
    name = text(f"   {pen.say('cli.heading_match')} {match}", "dim")
    title: list[Line] = [(*text(pen.say("cli.help"), "title"), *name), BLANK]
    rows = [(typed.format(card=card, moves=moves), key) for typed, key in _ROWS]
    typing = [_row(pen.glyphs.text(typed), pen.say(key)) for typed, key in rows]
    return [*title, *typing, BLANK, *_legend(pen)]


def _legend(pen: Pen) -> list[Line]:
    """List every mark and sign, with the word for it."""
    kinds = [(pen.mark(kind), kind) for kind in _kinds(pen)]
    marks = [(mark, *text(f" {pen.say(kind)}")) for mark, kind in kinds]
    signs = [text(f"{sign} {pen.say(key)}") for sign, key in _signs(pen)]
    return [joined(row, (*SPACE, *SPACE)) for row in (marks, signs)]


def _kinds(pen: Pen) -> tuple[Kind, ...]:
    """List the kinds of token that the game has."""
    if _A_CARD_OF_SPLENDOR in pen.cards:
        return (*COLOURS, "gold")
    glassware: tuple[Kind, ...] = ("glassware",) if _A_COUNTERFEITER in pen.cards else ()
    return (*COLOURS, "pearl", "gold", *glassware)


def _signs(pen: Pen) -> list[tuple[str, str]]:
    points = (pen.glyphs.points, "short.points")
    if _A_CARD_OF_SPLENDOR in pen.cards:
        return [points]
    return [
        points,
        (pen.glyphs.crown, "short.crowns"),
        (pen.glyphs.privilege, "privileges"),
        (pen.glyphs.wild, "cli.any_colour"),
        ("-", "cli.no_bonus"),
    ]


def example_of(pen: Pen) -> tuple[str, str]:
    """Return a card of the game that is played, and examples of what can be typed."""
    return next((each for each in _EXAMPLES if each[0] in pen.cards), _EXAMPLES[0])


def _row(typed: str, meaning: str) -> Line:
    return (*fill(text(typed, "strong"), _LEFT), *text(meaning))
