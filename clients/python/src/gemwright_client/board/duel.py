"""The table of Duel and of The Counterfeiters.

The board and the bag are on the left, the pyramid beside them, royal cards below, then what each
seat has. Counterfeiter cards lie beside the pyramid's top, where there is room.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from gemwright_client.board.cards import KINDS, Kind, colours_of, counts_of, kind_of, only
from gemwright_client.board.faces import DECK_WIDTH, levels, priced
from gemwright_client.board.lines import (
    BLANK,
    SPACE,
    Block,
    Line,
    Span,
    Style,
    beside,
    fill,
    joined,
    text,
    width_of,
    wrapped,
)
from gemwright_client.board.pen import Pen
from gemwright_client.board.scene import Scene, deciding, hand, status_line
from gemwright_client.pb.duel_view_pb2 import (
    DuelPlayer,
    DuelSeenReserve,
    DuelTable,
    DuelView,
)
from gemwright_client.pb.token_pb2 import TokenCounts
from gemwright_client.wording import duel_decision_key

_LEVEL_ENDS: Final = (0, 5, 9, 12)
_POINTS_TO_WIN: Final = 20
_CROWNS_TO_WIN: Final = 10
_COLOUR_POINTS_TO_WIN: Final = 10
_LEFT: Final = 12
_ROOMY_LEFT: Final = 24
_ROYALS_LABEL: Final = 10
_SIDE: Final = 5
_COLUMNS: Final = "abcde"
_MOST_TOKENS: Final = 10
_LABEL: Final = 8
_ROYALS_GAP: Final = 2


def duel_blocks(scene: Scene, view: DuelView) -> list[Block]:
    """List the blocks of the drawing, from top to bottom."""
    private = view.private
    return [
        [_status(scene, view.table)],
        _table(scene, view.table),
        [*_players(scene, view.table), *hand(scene, private.reserved, private.dug)],
    ]


def _status(scene: Scene, table: DuelTable) -> Line:
    pen, decision = scene.pen, table.decision
    parts = [text(pen.say("turn_number", number=table.turn), "label")]
    if table.is_extra_turn_due:
        parts.append(text(pen.say("extra_turn_due"), "good"))
    if table.HasField("decision"):
        key = duel_decision_key(decision)
        looked_at = (Span(" "), pen.back(table.dug_level)) if table.HasField("dug_level") else ()
        parts.append((*deciding(scene, decision.seat, key, decision.left), *looked_at))
    return status_line(scene, parts, table.outcome if table.HasField("outcome") else None)


def _table(scene: Scene, table: DuelTable) -> Block:
    pen, size = scene.pen, scene.size
    left_width = _ROOMY_LEFT if scene.is_roomy else _LEFT
    board = cell_grid if scene.is_roomy else cell_rows
    left = [
        *board(table.board, pen),
        *bag_rows(table.bag, _kinds(table), pen, left_width - 1),
        _privileges(table, scene),
    ]
    rows = levels(_pyramid(table), table.deck_sizes, pen, size)
    extra = _counterfeiters(table, scene) if table.counterfeiters else _aims(pen)
    width = scene.width - left_width
    right = [
        *beside([(rows[0], DECK_WIDTH + 3 * size.width), (extra[: size.height], width)]),
        *beside([(rows[1], DECK_WIDTH + 4 * size.width), (extra[size.height :], width)]),
        *rows[2],
        *_royals(table, pen, width),
    ]
    return beside([(left, left_width), (right, width)])


def _kinds(table: DuelTable) -> Sequence[Kind]:
    """List the kinds of token of the match: only with counterfeiters is there glassware."""
    return KINDS if table.counterfeiters else KINDS[:-1]


def _privileges(table: DuelTable, scene: Scene) -> Line:
    pen = scene.pen
    word = pen.say("privileges" if scene.is_roomy else "short.privileges")
    return (Span(f"{pen.glyphs.privilege}{table.privileges}", "strong"), Span(f" {word}", "label"))


def _pyramid(table: DuelTable) -> list[Sequence[str]]:
    slots, ends = table.pyramid, _LEVEL_ENDS
    return [slots[ends[level] : ends[level + 1]] for level in range(3)]


def _royals(table: DuelTable, pen: Pen, width: int) -> Block:
    """The royal cards in two lines: what each is worth, and what it does."""
    size = table.royal_deck_size
    deck = text(f"{pen.glyphs.times}{size}", "dim") if size else BLANK
    label = [text(pen.say("short.royals"), "label"), deck]
    each = (width - _ROYALS_LABEL) // max(len(table.royals), 1)
    faces = [(_royal(royal, pen), each) for royal in table.royals]
    return beside([(label, _ROYALS_LABEL), *faces])


def _royal(royal: str, pen: Pen) -> Block:
    if not royal:
        return [text(pen.glyphs.empty, "dim")]
    card = pen.cards[royal]
    head = joined((text(royal, "strong"), pen.points(card.points)), SPACE)
    return [head, (*SPACE, *pen.abilities(card))]


def _counterfeiters(table: DuelTable, scene: Scene) -> Block:
    """The counterfeiter cards, each in a line, and what is left of their deck."""
    pen, roomy = scene.pen, scene.is_roomy
    empty = text(pen.glyphs.empty, "dim")
    deck = (
        Span(pen.say("picture.counterfeiters" if roomy else "short.counterfeiters"), "label"),
        Span(f" {pen.glyphs.times}{table.counterfeiter_deck_size}", "dim"),
    )
    cards = [priced(pen.cards[slot], pen) if slot else empty for slot in table.counterfeiters]
    return [*cards, deck]


def _aims(pen: Pen) -> Block:
    """Show how many points and crowns win, which also explains their signs."""
    glyphs = pen.glyphs
    points = f"{glyphs.points}{_POINTS_TO_WIN} {pen.say('short.points')}"
    crowns = f"{glyphs.crown}{_CROWNS_TO_WIN} {pen.say('short.crowns')}"
    in_colour = f"{glyphs.points}{_COLOUR_POINTS_TO_WIN} {pen.say('in_one_colour')}"
    return [
        text(pen.say("to_win"), "label"),
        text(f" {points} {crowns}", "dim"),
        text(f" {in_colour}", "dim"),
    ]


def _players(scene: Scene, table: DuelTable) -> Block:
    width, kinds = (scene.width - 3) // 2, _kinds(table)
    panels = [
        (holding(scene, seat, table.players[seat], kinds, width), width)
        for seat in scene.seats(len(table.players))
    ]
    return beside(panels, text(f" {scene.pen.glyphs.vertical} ", "dim"))


def cell_rows(board: Sequence[int], pen: Pen) -> Block:
    """Draw the cells with the names of their rows and columns."""
    head = text(f"  {' '.join(_COLUMNS)}", "label")
    return [head, *(joined((_row_name(row), *_row(board, row, pen)), SPACE) for row in _rows())]


def cell_grid(board: Sequence[int], pen: Pen) -> Block:
    """Draw the cells as a ruled grid, with the names of their rows and columns."""
    glyphs, side = pen.glyphs, text(pen.glyphs.vertical, "dim")
    lines: list[Line] = [text(f"    {'   '.join(_COLUMNS)}", "label"), _rule(glyphs.top, pen)]
    for row in _rows():
        cells = joined(((*SPACE, *cell, *SPACE) for cell in _row(board, row, pen)), side)
        lines.append((*_row_name(row), *SPACE, *side, *cells, *side))
        lines.append(_rule(glyphs.middle if row + 1 < _SIDE else glyphs.bottom, pen))
    return lines


def bag_rows(tokens: TokenCounts, kinds: Sequence[Kind], pen: Pen, width: int) -> Block:
    """Show what the bag holds, in three lines."""
    bag = only(counts_of(tokens), kinds)
    some = [(pen.count(kind, number),) for kind, number in bag.items() if number]
    lines = wrapped(some, width, SPACE) or [text(pen.glyphs.empty, "dim")]
    head = (*text(pen.say("short.bag"), "label"), Span(f" {sum(bag.values())}"))
    return [head, *lines, *[BLANK] * (2 - len(lines))]


def _rows() -> range:
    return range(_SIDE)


def _row_name(row: int) -> Line:
    return text(str(row + 1), "label")


def _row(board: Sequence[int], row: int, pen: Pen) -> list[Line]:
    return [(pen.mark(kind_of(cell)),) for cell in board[row * _SIDE : (row + 1) * _SIDE]]


def _rule(corners: str, pen: Pen) -> Line:
    between = corners[1].join([pen.glyphs.horizontal * 3] * _SIDE)
    return text(f"  {corners[0]}{between}{corners[2]}", "dim")


def holding(
    scene: Scene, seat: int, player: DuelPlayer, kinds: Sequence[Kind], width: int
) -> Block:
    """Show what a seat has, in five lines, or more where it has many cards."""
    pen, cell = scene.pen, 4 if scene.is_roomy else 3
    tokens = only(counts_of(player.tokens), kinds)
    bonuses = pen.cells(colours_of(player.bonuses), cell)
    points = pen.cells(colours_of(player.colour_points), cell)
    room = width - _LABEL - 5 * cell - _ROYALS_GAP
    first, second, *others = _owned(player, room)
    reserve = _labelled("short.reserved", (*SPACE, *_reserve(player.reserved, pen)), pen)
    if others and width_of(reserve) + _ROYALS_GAP <= width - room:
        reserve = _with(fill(reserve, width - room - _ROYALS_GAP), others.pop(0))
    return [
        scene.name_bar(seat, _scores(player, pen), width),
        _labelled("short.tokens", (*pen.cells(tokens, cell), *_number(tokens)), pen),
        _labelled("short.bonuses", _with(bonuses, first), pen),
        _labelled("short.points", _with(points, second), pen),
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
    """Show how many tokens a seat has, and how many it may keep."""
    number = sum(tokens.values())
    style: Style = "strong" if number >= _MOST_TOKENS else "dim"
    return (Span(f"{number}/{_MOST_TOKENS}".rjust(6), style),)


def _labelled(key: str, line: Line, pen: Pen) -> Line:
    return (*fill(text(pen.say(key), "label"), _LABEL), *line)


def _with(cells: Line, owned: Line) -> Line:
    return (*cells, Span(" " * _ROYALS_GAP), *owned) if owned else cells


def _reserve(reserved: Sequence[DuelSeenReserve], pen: Pen) -> Line:
    seen = [text(each.card) if each.card else (pen.back(each.level),) for each in reserved]
    return joined(seen, SPACE) if seen else text(pen.glyphs.empty, "dim")
