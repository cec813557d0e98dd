"""The picture of Duel and of The Counterfeiters."""

from collections.abc import Sequence
from typing import Final

from gemwright_client.board.cards import KINDS, Kind, colours_of, counts_of, kind_of, only
from gemwright_client.pb.duel_view_pb2 import DuelPlayer, DuelTable, DuelView
from gemwright_client.picture.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    GAP,
    TILE_HEIGHT,
    draw_back,
    draw_card,
    draw_tile,
)
from gemwright_client.picture.gems import (
    FAINT,
    draw_counted,
    draw_gem,
    draw_privilege,
)
from gemwright_client.picture.page import CAPTION, MARGIN, Page
from gemwright_client.picture.players import Column, Holding

_COLUMNS: Final = "abcde"
_SIDE: Final = 5
_CELL: Final = 56
_PYRAMID: Final = MARGIN + _SIDE * _CELL + 24
_DECK: Final = 64
_RIGHT: Final = _PYRAMID + _DECK + GAP + 5 * (CARD_WIDTH + GAP) + 12
_LEVELS: Final = (range(5), range(5, 9), range(9, 12))
_SMALL: Final = 31


def draw_duel(page: Page, view: DuelView) -> None:
    """Draw the table, then what each seat has."""
    table = view.table
    top = page.bottom
    kinds = _kinds(table)
    _draw_board(page, table, top)
    below = _draw_bag(page, table, kinds, top + CAPTION + _SIDE * _CELL + 10)
    _draw_privileges(page, table, below)
    pyramid = _draw_dug(page, view, _draw_pyramid(page, table, top))
    right = _draw_right(page, table, top)
    page.reach(max(below + 44, pyramid, right))
    holdings = [_holding(page, view, seat, kinds) for seat in range(len(table.players))]
    page.draw_panels(holdings, 2)


def _kinds(table: DuelTable) -> list[Kind]:
    """List the kinds of token of the game; there is glassware only with counterfeiters."""
    everywhere = [table.bag, *(player.tokens for player in table.players)]
    has_glassware = bool(table.counterfeiters) or any(counts.glassware for counts in everywhere)
    return [kind for kind in KINDS if kind != "glassware" or has_glassware]


def _draw_board(page: Page, table: DuelTable, top: float) -> None:
    sheet = page.sheet
    page.caption(sheet.words("board"), MARGIN, top)
    for cell, kind in enumerate(table.board[: _SIDE * _SIDE]):
        row, column = divmod(cell, _SIDE)
        x, y = MARGIN + _CELL * column, top + CAPTION + _CELL * row
        sheet.drawing.rect(x, y, _CELL, _CELL, fill="#e9e3d6", stroke="#b9b09e")
        sheet.drawing.text(x + 4, y + 11, f"{_COLUMNS[column]}{row + 1}", 9, fill=FAINT)
        if kind:
            name = kind_of(kind) or ""
            draw_gem(sheet.drawing, sheet.words, name, x + _CELL / 2 + 3, y + _CELL / 2 + 3, 18)


def _draw_bag(page: Page, table: DuelTable, kinds: Sequence[Kind], top: float) -> float:
    """Draw what is in the bag; return where that ends."""
    sheet = page.sheet
    page.caption(sheet.words("bag"), MARGIN, top)
    numbers = only(counts_of(table.bag), kinds).items()
    for place, (kind, number) in enumerate(numbers):
        row, column = divmod(place, 4)
        x, y = MARGIN + 14 + 70 * column, top + CAPTION + 12 + 28 * row
        draw_counted(sheet.drawing, sheet.words, kind, number, x, y, 11)
    return top + CAPTION + 62


def _draw_privileges(page: Page, table: DuelTable, top: float) -> None:
    sheet = page.sheet
    page.caption(f"{sheet.words('privileges')}: {table.privileges}", MARGIN, top)
    for place in range(min(table.privileges, 3)):
        draw_privilege(sheet.drawing, MARGIN + 150 + 32 * place, top + 10, 11)


def _draw_pyramid(page: Page, table: DuelTable, top: float) -> float:
    """Draw the face-up cards, level 3 on top, each row beside its deck; return where they end."""
    sheet = page.sheet
    page.caption(sheet.words("pyramid"), _PYRAMID, top)
    y = top + CAPTION
    for level in (3, 2, 1):
        slots = _LEVELS[level - 1]
        if level <= len(table.deck_sizes):
            number = str(table.deck_sizes[level - 1])
            draw_back(sheet, level, number, _PYRAMID, y, width=_DECK)
        left = _PYRAMID + _DECK + GAP + (5 - len(slots)) * (CARD_WIDTH + GAP) / 2
        for place, card in enumerate(table.pyramid[slots.start : slots.stop]):
            draw_card(sheet, card, left + place * (CARD_WIDTH + GAP), y)
        y += CARD_HEIGHT + GAP
    return y


def _draw_right(page: Page, table: DuelTable, top: float) -> float:
    """Draw royals and counterfeiters; return where they end."""
    sheet = page.sheet
    page.caption(_with_deck(page, "picture.royals", table.royal_deck_size), _RIGHT, top)
    y = top + CAPTION
    for place, card in enumerate(table.royals):
        row, column = divmod(place, 2)
        x = _RIGHT + column * (CARD_WIDTH + GAP)
        draw_tile(sheet, card, x, y + row * (TILE_HEIGHT + GAP))
    y += (TILE_HEIGHT + GAP) * -(-len(table.royals) // 2)
    if table.counterfeiters:
        caption = _with_deck(page, "picture.counterfeiters", table.counterfeiter_deck_size)
        page.caption(caption, _RIGHT, y + 4)
        y += CAPTION + 4
        for place, card in enumerate(table.counterfeiters):
            row, column = divmod(place, 2)
            x = _RIGHT + column * (CARD_WIDTH + GAP)
            draw_card(sheet, card, x, y + row * (CARD_HEIGHT + GAP))
        y += (CARD_HEIGHT + GAP) * -(-len(table.counterfeiters) // 2)
    return y


def _draw_dug(page: Page, view: DuelView, top: float) -> float:
    """Draw the cards that the viewer is looking at; return where they end."""
    sheet, table = page.sheet, view.table
    if not table.HasField("dug_level"):
        return top
    words = sheet.words
    caption = f"{words('picture.dug')}: {words('level')} {table.dug_level}"
    page.caption(caption, _PYRAMID, top)
    for place, card in enumerate(view.private.dug):
        x = _PYRAMID + _DECK + GAP + place * (CARD_WIDTH + GAP)
        draw_card(sheet, card, x, top + CAPTION)
    return top + CAPTION + (CARD_HEIGHT if view.private.dug else 0)


def _with_deck(page: Page, key: str, size: int) -> str:
    words = page.sheet.words
    return f"{words(key)} · {words('deck')} {size}" if size else words(key)


def _holding(page: Page, view: DuelView, seat: int, kinds: Sequence[Kind]) -> Holding:
    player, private = view.table.players[seat], view.private
    is_own = view.HasField("private") and private.seat == seat
    own = list(private.reserved) if is_own else []
    seen = [(entry.level, entry.card) for entry in player.reserved]
    return Holding(
        name=page.name(seat),
        note="",
        is_to_act=page.is_to_act(seat),
        is_viewer=seat == page.viewer_seat,
        is_winner=seat in page.match.outcome.winners,
        points=player.points,
        crowns=player.crowns,
        privileges=player.privileges,
        tokens=list(only(counts_of(player.tokens), kinds).items()),
        columns=_columns(player),
        tiles=[*player.royals, *player.counterfeiters],
        reserved=page.opened(seen, own),
        small_height=_SMALL,
    )


def _columns(player: DuelPlayer) -> list[Column]:
    """Sort the cards into a column for each colour, and one for cards without a colour."""
    cards: dict[str, list[str]] = {kind: [] for kind in colours_of(player.bonuses)}
    others: list[str] = []
    for owned in player.cards:
        cards.get(kind_of(owned.colour) or "", others).append(owned.card)
    points = colours_of(player.colour_points)
    columns = [
        Column(kind, bonuses, cards[kind], points[kind])
        for kind, bonuses in colours_of(player.bonuses).items()
    ]
    return [*columns, Column("", 0, others)]
