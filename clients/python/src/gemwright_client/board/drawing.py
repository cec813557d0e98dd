"""A match as lines of text: chooses the drawing of its game and fits it into the room there is."""

from typing import Final

from gemwright_client.board.cards import Cards
from gemwright_client.board.duel import duel_blocks
from gemwright_client.board.glyphs import ASCII, UNICODE, Glyphs
from gemwright_client.board.lines import Block, Line, plain, spread
from gemwright_client.board.pen import Pen
from gemwright_client.board.scene import Scene, waiting_lines
from gemwright_client.board.splendor import splendor_blocks
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import Match
from gemwright_client.words import Words

_LEAST_WIDTH: Final = 80


def board_lines(
    match: Match,
    view: View,
    cards: Cards,
    words: Words,
    *,
    viewer_seat: int | None,
    width: int = 80,
    height: int = 18,
    elapsed: float = 0.0,
    glyphs: Glyphs = UNICODE,
) -> list[Line]:
    """Draw the board in at most `height` lines of `width` columns, `elapsed` seconds after `match`.

    In fewer than 80 columns, the drawing for 80 is cut off.
    """
    pen = Pen(words, glyphs, cards)
    scene = Scene(match, pen, viewer_seat, elapsed, max(width, _LEAST_WIDTH), height)
    return spread(_blocks(scene, view), width, height)


def view_text(
    match: Match,
    view: View,
    cards: Cards,
    words: Words,
    *,
    viewer_seat: int | None = None,
    width: int = 80,
) -> str:
    """Draw the board as plain ASCII text, as high as it needs to be."""
    pen = Pen(words, ASCII, cards)
    scene = Scene(match, pen, viewer_seat, 0.0, max(width, _LEAST_WIDTH), None)
    return plain(spread(_blocks(scene, view), width, None))


def _blocks(scene: Scene, view: View) -> list[Block]:
    match view.WhichOneof("game"):
        case "duel":
            return duel_blocks(scene, view.duel)
        case "splendor":
            return splendor_blocks(scene, view.splendor)
        case _:
            return [waiting_lines(scene)]
