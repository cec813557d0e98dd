"""The panel that shows what a seat has, the same for every game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gemwright_client.picture.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    GAP,
    TILE_TINT,
    Sheet,
    draw_back,
    draw_card,
    draw_small,
)
from gemwright_client.picture.gems import (
    FAINT,
    draw_counted,
    draw_crown,
    draw_gem,
    draw_points,
    draw_privilege,
    tint_of,
)

_PADDING: Final = 14
_HEAD: Final = 44
_TOKENS: Final = 36
_COLUMN_HEAD: Final = 28
_CAPTION: Final = 20
_APART: Final = 5
_FIGURE: Final = 68
_PANEL: Final = "#ffffff"


@dataclass(frozen=True, slots=True)
class Column:
    """The purchased cards that count for one colour, or for none."""

    kind: str
    bonuses: int
    cards: Sequence[str]
    points: int | None = None
    """The points of these cards, in games where points by colour count."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat has."""

    name: str
    note: str
    """A word beside the name, or an empty text."""
    is_to_act: bool
    is_viewer: bool
    is_winner: bool
    points: int
    crowns: int | None
    """None where the game has no crowns."""
    privileges: int | None
    """None where the game has no privileges."""
    tokens: Sequence[tuple[str, int]]
    columns: Sequence[Column]
    tiles: Sequence[str]
    """Royals, counterfeiters or nobles."""
    reserved: Sequence[tuple[int, str]]
    """Level and id; an empty id where only the seat knows it."""
    small_height: float
    """The height of a purchased card."""


def panel_height(holding: Holding, width: float) -> float:
    """Return the height that a panel needs."""
    step = holding.small_height + 4
    longest = max(len(column.cards) for column in holding.columns)
    height = _HEAD + _TOKENS + _COLUMN_HEAD + step * longest
    height += _APART + step * _rows(len(holding.tiles), len(holding.columns))
    if holding.reserved:
        height += (CARD_HEIGHT + GAP) * _rows(len(holding.reserved), _cards_in(width))
        height += _CAPTION - GAP
    return height + _PADDING


def draw_panel(
    sheet: Sheet, holding: Holding, x: float, y: float, width: float, height: float
) -> None:
    """Draw a seat's panel."""
    edge = "#2667c9" if holding.is_viewer else "#c9c2b4"
    sheet.drawing.rect(x, y, width, height, fill=_PANEL, stroke=edge, radius=10)
    _draw_head(sheet, holding, x, y, width)
    left, inner = x + _PADDING, width - 2 * _PADDING
    top = y + _HEAD
    step = inner / len(holding.tokens)
    for place, (kind, number) in enumerate(holding.tokens):
        draw_counted(
            sheet.drawing, sheet.words, kind, number, left + 14 + step * place, top + 14, 12
        )
    top += _TOKENS
    top = _draw_columns(sheet, holding, left, top, inner)
    top = _draw_tiles(sheet, holding, left, top, inner)
    _draw_reserve(sheet, holding, left, top, width)


def _draw_head(sheet: Sheet, holding: Holding, x: float, y: float, width: float) -> None:
    drawing = sheet.drawing
    fill = "#fbeebd" if holding.is_winner else "#f1ede4"
    drawing.rect(x + 1, y + 1, width - 2, _HEAD - 10, fill=fill, radius=9)
    left = x + _PADDING
    if holding.is_to_act:
        drawing.polygon(
            [(left, y + 10), (left + 12, y + 18), (left, y + 26)], fill="#c93434", stroke="#7c1717"
        )
        left += 20
    right = x + width - 6
    figures = [holding.points, holding.crowns, holding.privileges]
    signs = (draw_points, draw_crown, draw_privilege)
    for sign, number in reversed(list(zip(signs, figures, strict=True))):
        if number is not None:
            right -= _FIGURE
            sign(drawing, right + 12, y + 18, 8.5)
            drawing.text(right + 28, y + 25, str(number), 18, is_bold=True)
    room = right - left - 8
    if holding.note:
        drawing.text(right - 4, y + 23, holding.note, 12, width=150, anchor="end", fill=FAINT)
        room -= 156
    drawing.text(left, y + 24, holding.name, 16, width=room, is_bold=True)


def _draw_columns(sheet: Sheet, holding: Holding, x: float, y: float, width: float) -> float:
    """Draw the purchased cards by colour; return where they end."""
    drawing, step = sheet.drawing, width / len(holding.columns)
    down = holding.small_height + 4
    for place, column in enumerate(holding.columns):
        left = x + step * place
        fill = tint_of(column.kind)
        if column.kind:
            draw_gem(drawing, sheet.words, column.kind, left + 11, y + 12, 9)
            drawing.text(left + 24, y + 18, f"+{column.bonuses}", 15, is_bold=True)
        if column.points is not None:
            draw_points(drawing, left + step - 30, y + 12, 6)
            drawing.text(left + step - 21, y + 16, str(column.points), 12)
        for row, card in enumerate(column.cards):
            top = y + _COLUMN_HEAD + down * row
            draw_small(sheet, card, left, top, step - 6, holding.small_height, fill)
    return y + _COLUMN_HEAD + down * max(len(column.cards) for column in holding.columns)


def _draw_tiles(sheet: Sheet, holding: Holding, x: float, y: float, width: float) -> float:
    """Draw royals, counterfeiters and nobles; return where they end."""
    across = len(holding.columns)
    y += _APART
    step, down = width / across, holding.small_height + 4
    for place, card in enumerate(holding.tiles):
        row, column = divmod(place, across)
        left, top = x + step * column, y + down * row
        draw_small(sheet, card, left, top, step - 6, holding.small_height, TILE_TINT)
    return y + down * _rows(len(holding.tiles), across)


def _draw_reserve(sheet: Sheet, holding: Holding, x: float, y: float, width: float) -> None:
    if not holding.reserved:
        return
    sheet.drawing.text(x, y + 14, sheet.words("picture.reserved"), 12, width=width, fill=FAINT)
    across = _cards_in(width)
    for place, (level, card) in enumerate(holding.reserved):
        row, column = divmod(place, across)
        left, top = x + (CARD_WIDTH + GAP) * column, y + _CAPTION + (CARD_HEIGHT + GAP) * row
        if card:
            draw_card(sheet, card, left, top)
        else:
            draw_back(sheet, level, "?", left, top)


def _cards_in(width: float) -> int:
    return max(1, int((width - 2 * _PADDING + GAP) // (CARD_WIDTH + GAP)))


def _rows(number: int, across: int) -> int:
    return -(-number // across)
