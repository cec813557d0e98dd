"""Cards, large as they lie on the table and small as they are owned; also backs and empty slots."""

from dataclasses import dataclass
from typing import Final, Protocol

from gemwright_client.board.cards import counts_of, kind_of
from gemwright_client.pb.catalog_service_pb2 import Card
from gemwright_client.picture.gems import (
    FAINT,
    INK,
    draw_counted,
    draw_crown,
    draw_gem,
    tint_of,
)
from gemwright_client.picture.svg import Drawing
from gemwright_client.words import Words

CARD_WIDTH: Final = 100
CARD_HEIGHT: Final = 118
TILE_HEIGHT: Final = 66
"""The height of royals and nobles."""
GAP: Final = 8
TILE_TINT: Final = "#ece2f4"
_TWO_LINES: Final = 28
_EDGE: Final = "#8a8577"
_ROUND: Final = 7
_BACKS: Final = {1: "#7fa88b", 2: "#c9a24d", 3: "#7896bd"}
_BACK: Final = "#9a948a"


class KnownCards(Protocol):
    """Cards by id: a mapping, or the `Cards` of a board."""

    def __getitem__(self, card: str, /) -> Card: ...

    def __contains__(self, card: str, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Sheet:
    """The drawing, and the words and cards that are needed for it."""

    drawing: Drawing
    words: Words
    cards: KnownCards

    def card(self, card_id: str) -> Card | None:
        """Return a card; None if it is unknown."""
        if card_id not in self.cards:
            return None
        return self.cards[card_id]


def draw_card(sheet: Sheet, card_id: str, x: float, y: float) -> None:
    """Draw a card of a deck or a counterfeiter, or an empty slot."""
    drawing = sheet.drawing
    card = _begun(sheet, card_id, x, y, CARD_HEIGHT)
    if card is None:
        return
    bonus = bonus_of(card)
    drawing.rect(x + 1, y + 1, CARD_WIDTH - 2, 28, fill=tint_of(bonus), radius=_ROUND)
    _draw_worth(drawing, card, x, y)
    if card.is_wild:
        draw_gem(drawing, sheet.words, "", x + CARD_WIDTH - 16, y + 15, 10, "*")
    elif bonus:
        for number in range(min(max(card.bonus_count, 1), 2)):
            left = x + CARD_WIDTH - 16 - 23 * number
            draw_gem(drawing, sheet.words, bonus, left, y + 15, 10)
    ability = ability_of(sheet.words, card)
    width = CARD_WIDTH - 10
    drawing.text(x + CARD_WIDTH / 2, y + 42, ability, 11, width=width, anchor="middle")
    _draw_cost(sheet, card, x, y + 62)
    drawing.text(x + 7, y + CARD_HEIGHT - 6, card_id, 9, width=70, fill=FAINT)
    _draw_level(drawing, card.level, x + CARD_WIDTH - 9, y + CARD_HEIGHT - 9)


def draw_tile(sheet: Sheet, card_id: str, x: float, y: float) -> None:
    """Draw a royal or a noble, or an empty slot."""
    drawing = sheet.drawing
    card = _begun(sheet, card_id, x, y, TILE_HEIGHT)
    if card is None:
        return
    drawing.rect(x + 1, y + 1, CARD_WIDTH - 2, 26, fill=TILE_TINT, radius=_ROUND)
    _draw_worth(drawing, card, x, y - 1)
    drawing.text(x + CARD_WIDTH - 7, y + 17, card_id, 9, width=50, anchor="end", fill=FAINT)
    ability = ability_of(sheet.words, card)
    width = CARD_WIDTH - 10
    drawing.text(x + CARD_WIDTH / 2, y + 50, ability, 12, width=width, anchor="middle")
    asked = [(kind, number) for kind, number in counts_of(card.cost).items() if number]
    step = (CARD_WIDTH - 4) / max(len(asked), 3)
    for place, (kind, number) in enumerate(asked):
        draw_counted(sheet.drawing, sheet.words, kind, number, x + 12 + step * place, y + 46, 7)


def draw_back(
    sheet: Sheet, level: int, text: str, x: float, y: float, *, width: float = CARD_WIDTH
) -> None:
    """Draw the back of a card or of a deck, with a text on it."""
    drawing, height = sheet.drawing, CARD_HEIGHT
    fill = _BACKS.get(level, _BACK)
    drawing.rect(x, y, width, height, fill=fill, stroke=_EDGE, radius=_ROUND)
    middle = x + width / 2
    drawing.rect(x + 6, y + 6, width - 12, height - 12, fill="none", stroke="#ffffff", radius=4)
    drawing.text(middle, y + height / 2 + 8, text, 22, anchor="middle", is_bold=True)
    _draw_level(drawing, level, middle + (level - 1) * 4, y + height - 18)


def draw_small(
    sheet: Sheet, card_id: str, x: float, y: float, width: float, height: float, fill: str
) -> None:
    """Draw an owned card: its id, its worth, its abilities."""
    drawing, card = sheet.drawing, sheet.card(card_id)
    drawing.rect(x, y, width, height, fill=fill, stroke=_EDGE, radius=3)
    drawing.text(x + 4, y + 12, card_id, 9, width=width - 22)
    if card is None:
        return
    if card.points:
        points = str(card.points)
        drawing.text(x + width - 4, y + 13, points, 12, anchor="end", is_bold=True)
    if card.bonus_count > 1:
        drawing.text(x + width - 18, y + 12, f"×{card.bonus_count}", 9, anchor="end")
    if height < _TWO_LINES:
        return
    for number in range(min(card.crowns, 3)):
        draw_crown(drawing, x + 10 + 13 * number, y + 21, 5)
    left = 5 + 13 * min(card.crowns, 3)
    ability = ability_of(sheet.words, card)
    drawing.text(x + left, y + 25, ability, 9, width=width - left - 2)


def bonus_of(card: Card) -> str:
    """Return the colour of a card's bonus, or of a counterfeiter's discount; empty for none."""
    return kind_of(card.bonus) or ""


def ability_of(words: Words, card: Card) -> str:
    """Name the abilities of a card, a word for each."""
    keys = [(ability, f"short.{ability}") for ability in card.abilities]
    return " ".join(words(key) if key in words else ability for ability, key in keys)


def _begun(sheet: Sheet, card_id: str, x: float, y: float, height: float) -> Card | None:
    """Draw the frame of a card and return the card; of an unknown one, draw only the id."""
    drawing, card = sheet.drawing, sheet.card(card_id)
    if card is not None:
        drawing.rect(x, y, CARD_WIDTH, height, fill="#ffffff", stroke=_EDGE, radius=_ROUND)
        return card
    drawing.rect(x, y, CARD_WIDTH, height, fill="none", stroke=_EDGE, radius=_ROUND, dashes="4 4")
    middle = x + CARD_WIDTH / 2
    drawing.text(middle, y + height / 2 + 4, card_id, 12, width=CARD_WIDTH - 8, anchor="middle")
    return None


def _draw_worth(drawing: Drawing, card: Card, x: float, y: float) -> None:
    """Draw the points, and a crown for each crown."""
    if card.points:
        drawing.text(x + 9, y + 22, str(card.points), 19, fill=INK, is_bold=True)
    left = x + (36 if card.points else 16)
    for number in range(min(card.crowns, 3)):
        draw_crown(drawing, left + 16 * number, y + 15, 7)


def _draw_cost(sheet: Sheet, card: Card, x: float, y: float) -> None:
    """Draw the cost, two kinds a row, and smaller if there are more than four."""
    cost = [(kind, number) for kind, number in counts_of(card.cost).items() if number]
    radius, step = (9.0, 23.0) if len(cost) <= 4 else (5.0, 11.5)
    for place, (kind, number) in enumerate(cost):
        down, right = divmod(place, 2)
        left, top = x + 18 + 47 * right, y + step * down
        draw_counted(sheet.drawing, sheet.words, kind, number, left, top, radius)


def _draw_level(drawing: Drawing, level: int, right: float, y: float) -> None:
    """Draw a dot for each level."""
    for number in range(min(max(level, 0), 3)):
        drawing.circle(right - 8 * number, y, 2.6, fill=INK, stroke="none")
