"""The table of Splendor for two to four seats: cards, supply and nobles, and two lines a seat."""

from typing import Final

from gemwright_client.board.cards import COLOURS, Kind, colours_of, counts_of, only
from gemwright_client.board.faces import DECK_WIDTH, levels
from gemwright_client.board.lines import BLANK, SPACE, Block, Line, Span, beside, fill, joined, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.scene import Scene, clock_line, deciding, hand, status_line
from gemwright_client.pb.splendor_view_pb2 import SplendorPlayer, SplendorTable, SplendorView
from gemwright_client.wording import splendor_decision_key

_LEVELS: Final = 3
_ROW: Final = 4
_PIECES: Final[tuple[Kind, ...]] = (*COLOURS, "gold")
_NAME: Final = 18
_POINTS: Final = 4
_LABEL: Final = 8
_CELL: Final = 3
_COUNTS: Final = 24


def splendor_blocks(scene: Scene, view: SplendorView) -> list[Block]:
    """List the blocks of the drawing, from top to bottom."""
    table = view.table
    seats = [_player(scene, seat, table.players[seat]) for seat in scene.seats(len(table.players))]
    return [
        [_status(scene, table)],
        _table(scene, table),
        *(seats if scene.has_boxed_hand else [[line for block in seats for line in block]]),
        hand(scene, view.private.reserved),
    ]


def _status(scene: Scene, table: SplendorTable) -> Line:
    pen, decision = scene.pen, table.decision
    parts = [text(pen.say("turn_number", number=table.turn), "label")]
    if table.is_last_round:
        parts.append(text(pen.say("last_round"), "bad"))
    if table.HasField("decision"):
        key = splendor_decision_key(decision)
        parts.append(deciding(scene, decision.seat, key, decision.left))
    return status_line(scene, parts, table.outcome if table.HasField("outcome") else None)


def _table(scene: Scene, table: SplendorTable) -> Block:
    """The cards, and beside them the supply and the nobles."""
    pen, size = scene.pen, scene.size
    rows = [table.face_up[_ROW * level : _ROW * (level + 1)] for level in range(_LEVELS)]
    drawn = levels(rows, table.deck_sizes, pen, size)
    cards = [line for row in drawn for line in row]
    if not size.is_boxed:
        cards.pop()  # cards of Splendor have no abilities, so their last line is a gap
    width = DECK_WIDTH + _ROW * size.width + 2
    supply = _supply(table, pen)
    side = [*supply, *_nobles(table, pen, len(cards) - len(supply))]
    return beside([(cards, width), (side, scene.width - width)])


def _supply(table: SplendorTable, pen: Pen) -> Block:
    supply = only(counts_of(table.supply), _PIECES)
    return [text(pen.say("short.supply"), "label"), pen.cells(supply, _CELL)]


def _nobles(table: SplendorTable, pen: Pen, height: int) -> Block:
    """Draw the nobles, with a gap above them if there is room for one."""
    gap = [BLANK] if len(table.nobles) + 2 <= height else []
    lines: list[Line] = [*gap, text(pen.say("short.nobles"), "label")]
    for noble in table.nobles:
        card = pen.cards[noble]
        name = fill(text(noble, "strong"), 4)
        lines.append((*SPACE, *joined((name, pen.points(card.points), pen.cost(card)), SPACE)))
    return lines


def _player(scene: Scene, seat: int, player: SplendorPlayer) -> Block:
    """Draw what a seat has, as everybody sees it."""
    pen = scene.pen
    tokens = only(counts_of(player.tokens), _PIECES)
    number = Span(f" ={sum(tokens.values())}", "dim")
    clock = clock_line(scene.match, seat, scene.elapsed, pen)
    nobles = joined((text(noble, "strong") for noble in player.nobles), SPACE)
    return [
        (
            *fill(scene.named(seat, _NAME - 1), _NAME),
            *fill(text(f"{pen.glyphs.points}{player.points}", "strong"), _POINTS),
            *_label(pen, "short.tokens"),
            *fill((*pen.cells(tokens, _CELL), number), _COUNTS),
            *_label(pen, "short.reserved"),
            *SPACE,
            *_reserve(pen, player),
        ),
        (
            *fill((Span("  "), *_clock_line(player, clock, pen)), _NAME + _POINTS),
            *_label(pen, "short.bonuses"),
            *fill(pen.cells(colours_of(player.bonuses), _CELL), _COUNTS),
            *_label(pen, "short.nobles"),
            *SPACE,
            *(nobles or text(pen.glyphs.empty, "dim")),
        ),
    ]


def _clock_line(player: SplendorPlayer, clock: Line, pen: Pen) -> Line:
    return text(pen.say("dropped_out"), "bad") if player.dropped_out else clock


def _label(pen: Pen, key: str) -> Line:
    return fill(text(pen.say(key), "label"), _LABEL)


def _reserve(pen: Pen, player: SplendorPlayer) -> Line:
    seen = [text(each.card) if each.card else (pen.back(each.level),) for each in player.reserved]
    return joined(seen, SPACE) if seen else text(pen.glyphs.empty, "dim")
