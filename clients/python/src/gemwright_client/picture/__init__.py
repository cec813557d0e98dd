"""A view as a picture: one SVG file that needs nothing else, of plain shapes and words.

The same input makes the same bytes. It knows no rules, and draws only what the view says.
"""

from typing import Final

from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import Match
from gemwright_client.picture.cards import KnownCards, Sheet
from gemwright_client.picture.duel import draw_duel
from gemwright_client.picture.headline import BETWEEN, status_of, story_of, title_of
from gemwright_client.picture.page import WIDTH, Page
from gemwright_client.picture.splendor import draw_splendor
from gemwright_client.picture.svg import Drawing
from gemwright_client.words import Words

__all__ = ["picture"]

_GROUND: Final = "#f6f3ec"


def picture(
    match: Match,
    view: View,
    cards: KnownCards,
    words: Words,
    *,
    viewer_seat: int | None = None,
    width: int = WIDTH,
) -> str:
    """Draw the match as an SVG file of this width in pixels; without a view, only its seats."""
    drawing = Drawing()
    page = Page(Sheet(drawing, words, cards), match, viewer_seat)
    title, version = title_of(match, words), words("picture.version", version=match.version)
    status = status_of(match, view, words, viewer_seat)
    page.draw_head(title, version, status)
    if view.HasField("duel"):
        draw_duel(page, view.duel)
    elif view.HasField("splendor"):
        draw_splendor(page, view.splendor)
    else:
        page.draw_names()
    said = BETWEEN.join([title, version, status])
    story = story_of(match, view, words, viewer_seat)
    return drawing.document(WIDTH, page.bottom, width, said, story, _GROUND)
