"""The signs on a board, in Unicode or in ASCII, and texts turned into ASCII."""

import unicodedata
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of signs; each is one column wide, except that of a wild card in ASCII."""

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
        """Return the text, in ASCII where these signs are ASCII."""
        return ascii_text(text) if self.is_ascii else text

    def cut(self, text: str, width: int) -> str:
        """Shorten the text to a width, with a sign at its end."""
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
    """Turn a text into ASCII: without accents, and with question marks for unknown signs."""
    spelt = unicodedata.normalize("NFKD", text.translate(_SPELT_OUT))
    bare = "".join(sign for sign in spelt if not unicodedata.combining(sign))
    return bare.encode("ascii", "replace").decode("ascii")
