"""A drawing as SVG text: a few shapes with absolute coordinates, and nothing to be fetched.

There are no groups and no transformations, and nothing knows a game.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]

FONT: Final = "'DejaVu Sans', Verdana, 'Segoe UI', system-ui, sans-serif"
_EM: Final = 0.62
"""The width of a letter: the average in the widest sentences."""
_BOLD_EM: Final = 0.7
_WIDE_EM: Final = 1.05
_CUT: Final = "…"


class Drawing:
    """A list of elements; later ones lie above earlier ones."""

    def __init__(self) -> None:
        self._elements: list[str] = []

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str,
        stroke: str = "none",
        radius: float = 0,
        dashes: str = "",
    ) -> None:
        """Draw a rectangle with rounded corners."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._elements.append(
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}"'
            f' height="{_number(height)}" rx="{_number(radius)}" fill="{fill}"'
            f' stroke="{stroke}"{dashed}/>'
        )

    def circle(self, x: float, y: float, radius: float, *, fill: str, stroke: str) -> None:
        """Draw a circle around a point."""
        self._elements.append(
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"'
            f' fill="{fill}" stroke="{stroke}"/>'
        )

    def polygon(self, points: Sequence[Point], *, fill: str, stroke: str) -> None:
        """Draw a closed line through these points."""
        at = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._elements.append(f'<polygon points="{at}" fill="{fill}" stroke="{stroke}"/>')

    def text(
        self,
        x: float,
        y: float,
        content: str,
        size: float,
        *,
        width: float = 0,
        anchor: Anchor = "start",
        fill: str = "#1f2430",
        is_bold: bool = False,
    ) -> None:
        """Write one line with its foot at `y`, shortened if a width is given."""
        if width:
            content = fitted(content, size, width, is_bold=is_bold)
        weight = ' font-weight="bold"' if is_bold else ""
        self._elements.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
            f' text-anchor="{anchor}" fill="{fill}"{weight}>{_clean(content)}</text>'
        )

    def document(
        self, width: float, height: float, shown: int, title: str, story: str, ground: str
    ) -> str:
        """Return the whole file, `width` by `height` units large and shown `shown` pixels wide."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{shown}"'
            f' height="{round(height * shown / width)}"'
            f' viewBox="0 0 {_number(width)} {_number(height)}" role="img"'
            f' aria-labelledby="title story" font-family={quoteattr(FONT)}>'
        )
        said = [f'<title id="title">{_clean(title)}</title>']
        said.append(f'<desc id="story">{_clean(story)}</desc>')
        said.append(f'<rect width="100%" height="100%" fill="{ground}"/>')
        first = '<?xml version="1.0" encoding="UTF-8"?>'
        return "\n".join([first, head, *said, *self._elements, "</svg>\n"])


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Estimate the greatest width of a line in the fonts that may be used."""
    em = _BOLD_EM if is_bold else _EM
    return size * sum(_WIDE_EM if _is_wide(sign) else em for sign in text)


def fitted(text: str, size: float, width: float, *, is_bold: bool = False) -> str:
    """Shorten the text to a width, with a sign at its end."""
    if text_width(text, size, is_bold=is_bold) <= width:
        return text
    while text and text_width(text + _CUT, size, is_bold=is_bold) > width:
        text = text[:-1]
    return text.rstrip() + _CUT


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF" or sign in "MW@%"


def _number(value: float) -> str:
    """Write a number without needless digits, so that equal places have equal texts."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _clean(text: str) -> str:
    """Escape the text for XML, and replace signs that XML does not allow."""
    return escape("".join(sign if _is_allowed(sign) else "�" for sign in text))


def _is_allowed(sign: str) -> bool:
    return sign in "\t\n\r" or (
        " " <= sign <= "\ud7ff" or "\ue000" <= sign <= "\ufffd" or sign >= "\U00010000"
    )
