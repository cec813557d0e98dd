"""Tokens and signs: each kind has a shape of its own besides its colour, and a letter.

An unknown kind is a grey disc with a question mark.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from gemwright_client.picture.svg import Drawing, Point
from gemwright_client.words import Words

INK: Final = "#1f2430"
FAINT: Final = "#666b78"
_LIGHT: Final = "#ffffff"


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind is drawn; the corners are those of a gem of radius 1 around 0."""

    fill: str
    stroke: str
    letter: str
    tint: str
    """A light colour for large areas with dark text."""
    corners: tuple[Point, ...]
    """An empty tuple makes a disc."""
    drop: float = 0
    """How far below the middle the letter stands."""


def _ring(corners: int, turn: float = 0, size: float = 1) -> tuple[Point, ...]:
    """Compute a regular polygon, its first corner on top or turned by a part of a whole turn."""
    angles = [2 * pi * (number / corners + turn) - pi / 2 for number in range(corners)]
    return tuple((size * cos(angle), size * sin(angle)) for angle in angles)


def _star(points: int, inner: float) -> tuple[Point, ...]:
    outer, notches = _ring(points), _ring(points, 1 / (2 * points), inner)
    return tuple(corner for pair in zip(outer, notches, strict=True) for corner in pair)


_CUP: Final = ((-1.0, -0.85), (1.0, -0.85), (0.6, 0.9), (-0.6, 0.9))
_LOOKS: Final[Mapping[str, Look]] = {
    "white": Look("#ffffff", "#5a5f6b", INK, "#f4f4f0", _ring(4, size=1.12)),
    "blue": Look("#2667c9", "#143d7d", _LIGHT, "#cfe0f8", _ring(5, 0.5, 1.08), -0.04),
    "green": Look("#17804a", "#0b4c2a", _LIGHT, "#cdeedb", _ring(4, 0.125, 1.2)),
    "red": Look("#c93434", "#7c1717", _LIGHT, "#f8d5d2", _ring(3, size=1.25), 0.16),
    "black": Look("#2b2b33", "#000000", _LIGHT, "#cdcdd4", _ring(6, size=1.05)),
    "pearl": Look("#f6dcec", "#97487a", INK, "#faeaf4", ()),
    "gold": Look("#f2c230", "#8a6a08", INK, "#fbeebd", _star(8, 0.8)),
    "glassware": Look("#a9e4ea", "#25747c", INK, "#daf4f6", _CUP, -0.06),
}
_UNKNOWN: Final = Look("#c4c4c4", "#6d6d6d", INK, "#e6e2d8", ())
_POINTS: Final = _star(5, 0.45)
_CROWN: Final = ((-1, 0.8), (-1, -0.6), (-0.45, 0), (0, -0.9), (0.45, 0), (1, -0.6), (1, 0.8))


def tint_of(kind: str) -> str:
    """Return a light colour that goes with a kind; a neutral one for no kind."""
    return _LOOKS.get(kind, _UNKNOWN).tint


def draw_gem(
    drawing: Drawing, words: Words, kind: str, x: float, y: float, radius: float, sign: str = ""
) -> None:
    """Draw a token around a point, with its letter or another sign on it."""
    look = _LOOKS.get(kind, _UNKNOWN)
    if look.corners:
        corners = _placed(look.corners, x, y, radius)
        drawing.polygon(corners, fill=look.fill, stroke=look.stroke)
    else:
        drawing.circle(x, y, radius, fill=look.fill, stroke=look.stroke)
    letter = sign or (words(f"mark.{kind}") if f"mark.{kind}" in words else "?")
    foot = y + radius * (0.37 + look.drop)
    drawing.text(x, foot, letter, radius, anchor="middle", fill=look.letter, is_bold=True)


def draw_counted(
    drawing: Drawing, words: Words, kind: str, number: int, x: float, y: float, radius: float
) -> None:
    """Draw a token around a point, and beside it how many there are."""
    draw_gem(drawing, words, kind, x, y, radius)
    size = radius * 1.35
    ink = INK if number else FAINT
    drawing.text(x + radius * 1.5, y + size * 0.36, str(number), size, fill=ink, is_bold=number > 0)


def draw_points(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """Draw the sign of prestige points around a point."""
    drawing.polygon(_placed(_POINTS, x, y, radius), fill="#e0a92a", stroke="#8a6a08")


def draw_crown(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """Draw a crown around a point."""
    drawing.polygon(_placed(_CROWN, x, y, radius), fill="#8a57b5", stroke="#4d2a6b")


def draw_privilege(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """Draw a privilege, a scroll, around a point."""
    paper, line = "#efe0bd", "#7d6330"
    drawing.rect(x - radius, y - radius * 0.6, radius * 2, radius * 1.2, fill=paper, stroke=line)
    for side in (-1, 1):
        left, top = x + side * radius - radius * 0.22, y - radius * 0.85
        drawing.rect(left, top, radius * 0.44, radius * 1.7, fill=paper, stroke=line, radius=2)


def _placed(corners: Sequence[Point], x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * right, y + radius * down) for right, down in corners]
