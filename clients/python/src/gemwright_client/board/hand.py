"""The cards that the viewer alone sees: those it looks at, and its reserve."""

from collections.abc import Sequence
from typing import Final

from gemwright_client.board.faces import entries, face
from gemwright_client.board.layout import Block, beside, fill, text
from gemwright_client.board.scene import Scene
from gemwright_client.board.spans import width_of

_LABEL: Final = 9


def hand(scene: Scene, reserved: Sequence[str], looked_at: Sequence[str] = ()) -> Block:
    """What the viewer holds, with all that is on it."""
    return [*_cards(scene, "short.looks", looked_at), *_cards(scene, "short.hand", reserved)]


def _cards(scene: Scene, key: str, cards: Sequence[str]) -> Block:
    if not cards:
        return []
    label = text(scene.pen.say(key), "mine")
    if not scene.has_boxed_hand:
        line = entries(cards, scene.pen, scene.width - _LABEL)
        has_room = width_of(line) <= scene.width - _LABEL
        return [(*fill(label, _LABEL), *line) if has_room else line]
    size = scene.size
    return beside(
        [([label], _LABEL), *((face(card, scene.pen, size), size.width) for card in cards)]
    )
