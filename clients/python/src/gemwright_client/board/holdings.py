"""What a seat of Duel has, as everybody sees it, with and without The Counterfeiters."""

from collections.abc import Mapping, Sequence
from typing import Final

from gemwright_client.board.cards import Kind, colours_of, counts_of, only
from gemwright_client.board.layout import BLANK, SPACE, Block, fill, joined, text, wrapped
from gemwright_client.board.pen import Pen
from gemwright_client.board.scene import Scene
from gemwright_client.board.spans import Line, Span, Style, width_of
from gemwright_client.pb.duel_view_pb2 import DuelPlayer, DuelSeenReserve

_MOST_TOKENS: Final = 10
_LABEL: Final = 8
_ROYALS_GAP: Final = 2


def holding(
    scene: Scene, seat: int, player: DuelPlayer, kinds: Sequence[Kind], width: int
) -> Block:
    """What a seat has, in five lines, or more where it has many cards."""
    pen, cell = scene.pen, 4 if scene.is_roomy else 3
    tokens = only(counts_of(player.tokens), kinds)
    bonuses = pen.cells(colours_of(player.bonuses), cell)
    points = pen.cells(colours_of(player.colour_points), cell)
    room = width - _LABEL - 5 * cell - _ROYALS_GAP
    first, second, *others = _owned(player, room)
    reserve = _row("short.reserved", (*SPACE, *_reserve(player.reserved, pen)), pen)
    if others and width_of(reserve) + _ROYALS_GAP <= width - room:
        reserve = _with(fill(reserve, width - room - _ROYALS_GAP), others.pop(0))
    return [
        scene.name_bar(seat, _scores(player, pen), width),
        _row("short.tokens", (*pen.cells(tokens, cell), *_number(tokens)), pen),
        _row("short.bonuses", _with(bonuses, first), pen),
        _row("short.points", _with(points, second), pen),
        reserve,
        *((Span(" " * _LABEL), *other) for other in others),
    ]


def _owned(player: DuelPlayer, width: int) -> list[Line]:
    """Royal and counterfeiter cards in two lines or more."""
    cards = [text(card, "strong") for card in (*player.royals, *player.counterfeiters)]
    lines = wrapped(cards, width, SPACE)
    return [*lines, *[BLANK] * (2 - len(lines))]


def _scores(player: DuelPlayer, pen: Pen) -> Line:
    glyphs = pen.glyphs
    scores = (
        f"{glyphs.points}{player.points}",
        f"{glyphs.crown}{player.crowns}",
        f"{glyphs.privilege}{player.privileges}",
    )
    return text("  ".join(scores), "strong")


def _number(tokens: Mapping[Kind, int]) -> Line:
    """How many tokens of how many that may be kept."""
    number = sum(tokens.values())
    style: Style = "strong" if number >= _MOST_TOKENS else "dim"
    return (Span(f"{number}/{_MOST_TOKENS}".rjust(6), style),)


def _row(key: str, line: Line, pen: Pen) -> Line:
    return (*fill(text(pen.say(key), "label"), _LABEL), *line)


def _with(cells: Line, owned: Line) -> Line:
    return (*cells, Span(" " * _ROYALS_GAP), *owned) if owned else cells


def _reserve(reserved: Sequence[DuelSeenReserve], pen: Pen) -> Line:
    seen = [text(each.card) if each.card else (pen.back(each.level),) for each in reserved]
    return joined(seen, SPACE) if seen else text(pen.glyphs.empty, "dim")
