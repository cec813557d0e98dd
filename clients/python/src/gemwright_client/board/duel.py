"""The table of Duel and of The Counterfeiters.

The board and the bag are on the left, the pyramid beside them, royal cards below, then what each
seat has. Counterfeiter cards lie beside the pyramid's top, where there is room.
"""

from collections.abc import Sequence
from typing import Final

from gemwright_client.board.cards import KINDS, Kind
from gemwright_client.board.cells import bag_rows, cell_grid, cell_rows
from gemwright_client.board.faces import DECK_WIDTH, levels, priced
from gemwright_client.board.hand import hand
from gemwright_client.board.holdings import holding
from gemwright_client.board.layout import BLANK, SPACE, Block, beside, joined, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.scene import Scene
from gemwright_client.board.spans import Line, Span
from gemwright_client.board.status import deciding, status_line
from gemwright_client.pb.duel_view_pb2 import DuelDecisionKind, DuelTable, DuelView

_LEVEL_ENDS: Final = (0, 5, 9, 12)
_POINTS_TO_WIN: Final = 20
_CROWNS_TO_WIN: Final = 10
_COLOUR_POINTS_TO_WIN: Final = 10
_LEFT: Final = 12
_ROOMY_LEFT: Final = 24
_ROYALS_LABEL: Final = 10


def duel_blocks(scene: Scene, view: DuelView) -> list[Block]:
    """The blocks of the drawing, from above to below."""
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
        known = decision.kind in DuelDecisionKind.values()
        name = DuelDecisionKind.Name(decision.kind) if known else ""
        key = f"decision.duel.{name.removeprefix('DUEL_DECISION_KIND_')}"
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
    """The kinds of token of the match: there is glassware only where there are counterfeiters."""
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
    """How many points and crowns win; it tells what the signs mean as well."""
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
