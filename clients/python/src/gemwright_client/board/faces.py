"""Cards as they lie on the table: in three short lines, in a box, or in one line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gemwright_client.board.cards import level_name
from gemwright_client.board.lines import (
    BLANK,
    SPACE,
    Block,
    Line,
    Span,
    beside,
    ends,
    fill,
    joined,
    text,
    width_of,
)
from gemwright_client.board.pen import Pen
from gemwright_client.pb.catalog_service_pb2 import Card


@dataclass(frozen=True, slots=True)
class Size:
    """How much room a card takes, with the gap behind it."""

    width: int
    height: int
    is_boxed: bool


SMALL: Final = Size(13, 3, is_boxed=False)
BOXED: Final = Size(14, 5, is_boxed=True)
WIDE: Final = Size(18, 5, is_boxed=True)

DECK_WIDTH: Final = 4
_ID_WIDTH: Final = 6
_BONUS_WIDTH: Final = 2
_POINTS_WIDTH: Final = 2
_LONG_COST: Final = 8


def levels(
    rows: Sequence[Sequence[str]], deck_sizes: Sequence[int], pen: Pen, size: Size
) -> list[Block]:
    """Draw the rows of cards, the highest level first, each beside its deck and equally high."""
    drawn: list[Block] = []
    for level in range(len(rows), 0, -1):
        deck = _deck(level, deck_sizes[level - 1], pen) if level <= len(deck_sizes) else []
        faces = [(face(card, pen, size), size.width) for card in rows[level - 1]]
        block = beside([(deck, DECK_WIDTH), *faces])
        drawn.append([*block, *[BLANK] * size.height][: size.height])
    return drawn


def face(card: str, pen: Pen, size: Size) -> Block:
    """Draw a card, or an empty slot."""
    if not card:
        return _empty(pen, size)
    return _boxed(pen.cards[card], pen, size) if size.is_boxed else _small(pen.cards[card], pen)


def entries(cards: Sequence[str], pen: Pen, width: int) -> Line:
    """Draw cards in one line, with as much detail as there is room for."""
    line: Line = ()
    for detail in (2, 1, 0):
        gap = text("   " if detail else "  ")
        line = joined((_entry(pen.cards[card], pen, detail) for card in cards), gap)
        if width_of(line) <= width:
            break
    return line


def priced(card: Card, pen: Pen) -> Line:
    """Draw a counterfeiter card in one line: what it costs, and what it does."""
    name = fill(text(card.card, "strong"), _ID_WIDTH - 1)
    return (*name, *fill(pen.cost(card), _LONG_COST + 1), *pen.abilities(card))


def _small(card: Card, pen: Pen) -> Block:
    """Draw a card in three lines: its id and worth, its cost, its abilities."""
    name, bonus = fill(text(card.card, "strong"), _ID_WIDTH), pen.bonus(card)
    if width_of(bonus) > _BONUS_WIDTH:  # a wild bonus is a word in ASCII: the worth follows it
        head = (*name, *bonus, *SPACE, *pen.worth(card))
    else:
        points = fill(pen.points(card.points), _POINTS_WIDTH)
        head = (*name, *fill(bonus, _BONUS_WIDTH), *points, *pen.crowns(card.crowns))
    return [head, (*SPACE, *pen.cost(card)), (*SPACE, *pen.abilities(card))]


def _boxed(card: Card, pen: Pen, size: Size) -> Block:
    glyphs, inside = pen.glyphs, size.width - 3
    margin = SPACE if size == WIDE else ()
    room = inside - 2 * len(margin)
    kind = pen.bonus_kind(card) if size == WIDE else None
    colour = (*SPACE, Span(pen.say(kind), kind)) if kind else ()
    rows = (
        ends((*pen.bonus(card), *colour), pen.worth(card), room, Span(" ")),
        pen.cost(card),
        pen.abilities(card),
    )
    side = text(glyphs.vertical, "dim")
    top = f" {glyphs.horizontal * (inside - len(card.card) - 3)}{glyphs.top[2]}"
    head = Span(f"{glyphs.top[0]}{glyphs.horizontal} ", "dim")
    return [
        (head, Span(card.card, "strong"), Span(top, "dim")),
        *((*side, *margin, *fill(row, room), *margin, *side) for row in rows),
        text(f"{glyphs.bottom[0]}{glyphs.horizontal * inside}{glyphs.bottom[2]}", "dim"),
    ]


def _empty(pen: Pen, size: Size) -> Block:
    dot = text(f"{' ' * (size.width // 2 - 1)}{pen.glyphs.empty}", "dim")
    return [*[BLANK] * (size.height // 2), dot]


def _entry(card: Card, pen: Pen, detail: int) -> Line:
    """Draw a card in one line, in more or less detail."""
    name = text(card.card, "strong")
    if detail == 0:
        return (*name, *SPACE, *pen.cost(card, ""))
    worth = pen.worth(card)
    parts = [name, (*pen.bonus(card), *(SPACE if worth else ()), *worth), pen.cost(card)]
    if detail > 1 and card.abilities:
        parts.append(pen.abilities(card))
    return joined(parts, SPACE)


def _deck(level: int, size: int, pen: Pen) -> Block:
    return [text(level_name(level), "label"), text(f"{pen.glyphs.times}{size}", "dim")]
