"""A view of a match as text: lines of styled spans, or plain ASCII."""

from gemwright_client.board.cards import Cards
from gemwright_client.board.drawing import board_lines, view_text
from gemwright_client.board.glyphs import ASCII, UNICODE, Glyphs
from gemwright_client.board.lines import Line, Span, Style, plain, width_of

__all__ = [
    "ASCII",
    "UNICODE",
    "Cards",
    "Glyphs",
    "Line",
    "Span",
    "Style",
    "board_lines",
    "plain",
    "view_text",
    "width_of",
]
