"""The signs of a board that are no words, and what becomes of letters where only ASCII will do."""

import unicodedata
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One sign a purpose, each one column wide but for the colour one chooses."""

    points: str
    crown: str
    privilege: str
    empty: str
    wild: str
    turn: str
    times: str
    ellipsis: str
    dot: str
    horizontal: str
    vertical: str
    top: str
    middle: str
    bottom: str
    is_ascii: bool

    def text(self, text: str) -> str:
        """A text in letters that these signs go with."""
        return ascii_text(text) if self.is_ascii else text

    def cut(self, text: str, width: int) -> str:
        """The text, shortened where it is wider than that."""
        if len(text) <= width:
            return text
        return (text[: max(width - 1, 0)] + self.ellipsis)[:width]


UNICODE: Final = Glyphs(
    points="✦",
    crown="♛",
    privilege="⚑",
    empty="·",
    wild="◇",
    turn="▶",
    times="×",
    ellipsis="…",
    dot="·",
    horizontal="─",
    vertical="│",
    top="┌┬┐",
    middle="├┼┤",
    bottom="└┴┘",
    is_ascii=False,
)
ASCII: Final = Glyphs(
    points="*",
    crown="^",
    privilege="&",
    empty=".",
    wild="any",
    turn=">",
    times="x",
    ellipsis="~",
    dot="-",
    horizontal="-",
    vertical="|",
    top="+++",
    middle="+++",
    bottom="+++",
    is_ascii=True,
)

_SPELT_OUT: Final = {
    ord("œ"): "oe",
    ord("Œ"): "OE",
    ord("æ"): "ae",
    ord("Æ"): "AE",
    ord("’"): "'",
    ord("«"): '"',
    ord("»"): '"',
    ord("“"): '"',
    ord("”"): '"',
    ord("–"): "-",
    ord("—"): "-",
    ord("−"): "-",
    ord("×"): "x",
    ord("·"): "-",
    ord("…"): "...",
    ord("↑"): "Up",
    ord("↓"): "Down",
    ord("¿"): "",
    ord("¡"): "",
    ord("\u00a0"): " ",
    ord("\u202f"): " ",
}


def ascii_text(text: str) -> str:
    """The text in ASCII: letters without their accents, and a question mark for what has none."""
    spelt = unicodedata.normalize("NFKD", text.translate(_SPELT_OUT))
    bare = "".join(sign for sign in spelt if not unicodedata.combining(sign))
    return bare.encode("ascii", "replace").decode("ascii")
