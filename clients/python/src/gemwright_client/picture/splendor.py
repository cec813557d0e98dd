"""The picture of Splendor."""

from typing import Final

from gemwright_client.board.cards import COLOURS, Kind, colours_of, counts_of, only
from gemwright_client.pb.splendor_view_pb2 import SplendorPlayer, SplendorTable, SplendorView
from gemwright_client.picture.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    GAP,
    TILE_HEIGHT,
    TILE_TINT,
    Sheet,
    bonus_of,
    draw_back,
    draw_card,
    draw_small,
    draw_tile,
)
from gemwright_client.picture.gems import draw_counted
from gemwright_client.picture.page import CAPTION, MARGIN, WIDTH, Page
from gemwright_client.picture.players import Column, Holding

_KINDS: Final[tuple[Kind, ...]] = (*COLOURS, "gold")
_TABLE: Final = 270
_DECK: Final = 64
_SLOTS: Final = 4
_NOBLES: Final = _TABLE + _DECK + GAP + _SLOTS * (CARD_WIDTH + GAP) + 44
_SMALL: Final = 18
_ACROSS: Final = {2: 2, 3: 3}


def draw_splendor(page: Page, view: SplendorView) -> None:
    """Draw the table, then what each seat has, then what has left the match."""
    table, top = view.table, page.bottom
    _draw_supply(page, table, top)
    page.reach(max(_draw_face_up(page, table, top), _draw_nobles(page, table, top)))
    seats = range(len(table.players))
    page.draw_panels([_holding(page, view, seat) for seat in seats], _ACROSS.get(len(seats), 2))
    _draw_removed(page, table)


def _draw_supply(page: Page, table: SplendorTable, top: float) -> None:
    sheet = page.sheet
    page.caption(sheet.words("picture.supply"), MARGIN, top)
    supply = only(counts_of(table.supply), _KINDS).items()
    for place, (kind, number) in enumerate(supply):
        row, column = divmod(place, 2)
        x, y = MARGIN + 34 + 110 * column, top + CAPTION + 50 + 90 * row
        draw_counted(sheet.drawing, sheet.words, kind, number, x, y, 26)


def _draw_face_up(page: Page, table: SplendorTable, top: float) -> float:
    """Draw the face-up cards, level 3 on top, each row beside its deck; return where they end."""
    sheet = page.sheet
    page.caption(sheet.words("picture.face_up"), _TABLE, top)
    y = top + CAPTION
    for level in (3, 2, 1):
        if level <= len(table.deck_sizes):
            number = str(table.deck_sizes[level - 1])
            draw_back(sheet, level, number, _TABLE, y, width=_DECK)
        first = _SLOTS * (level - 1)
        for place, card in enumerate(table.face_up[first : first + _SLOTS]):
            draw_card(sheet, card, _TABLE + _DECK + GAP + place * (CARD_WIDTH + GAP), y)
        y += CARD_HEIGHT + GAP
    return y


def _draw_nobles(page: Page, table: SplendorTable, top: float) -> float:
    """Draw the nobles on the table; return where they end."""
    page.caption(page.sheet.words("picture.nobles"), _NOBLES, top)
    y = top + CAPTION
    for place, noble in enumerate(table.nobles):
        row, column = divmod(place, 3)
        x = _NOBLES + column * (CARD_WIDTH + GAP)
        draw_tile(page.sheet, noble, x, y + row * (TILE_HEIGHT + GAP))
    return y + (TILE_HEIGHT + GAP) * -(-len(table.nobles) // 3)


def _draw_removed(page: Page, table: SplendorTable) -> None:
    """Draw what left the match with seats that dropped out."""
    cards = [entry.card or "?" for entry in table.removed_cards]
    gone = [*cards, *table.removed_nobles]
    if not gone:
        return
    top, step = page.bottom, 84
    page.caption(page.sheet.words("picture.removed"), MARGIN, top)
    across = (WIDTH - 2 * MARGIN) // step
    for place, card in enumerate(gone):
        row, column = divmod(place, across)
        x, y = MARGIN + step * column, top + CAPTION + (_SMALL + 4) * row
        draw_small(page.sheet, card, x, y, step - 6, _SMALL, TILE_TINT)
    page.reach(top + CAPTION + (_SMALL + 4) * -(-len(gone) // across))


def _holding(page: Page, view: SplendorView, seat: int) -> Holding:
    player, private = view.table.players[seat], view.private
    is_own = view.HasField("private") and private.seat == seat
    own = list(private.reserved) if is_own else []
    seen = [(entry.level, entry.card) for entry in player.reserved]
    return Holding(
        name=page.name(seat),
        note=page.sheet.words("dropped_out") if player.dropped_out else "",
        is_to_act=page.is_to_act(seat),
        is_viewer=seat == page.viewer_seat,
        is_winner=seat in page.match.outcome.winners,
        points=player.points,
        crowns=None,
        privileges=None,
        tokens=list(only(counts_of(player.tokens), _KINDS).items()),
        columns=_columns(page.sheet, player),
        tiles=player.nobles,
        reserved=page.opened(seen, own),
        small_height=_SMALL,
    )


def _columns(sheet: Sheet, player: SplendorPlayer) -> list[Column]:
    """Sort the cards into a column for each colour, and one for unknown cards."""
    cards: dict[str, list[str]] = {kind: [] for kind in colours_of(player.bonuses)}
    others: list[str] = []
    for card_id in player.cards:
        card = sheet.card(card_id)
        cards.get(bonus_of(card) if card else "", others).append(card_id)
    columns = [
        Column(kind, bonuses, cards[kind]) for kind, bonuses in colours_of(player.bonuses).items()
    ]
    return [*columns, Column("", 0, others)] if others else columns
