"""Signs that the terminal, or whatever else is written to, does not have.

Words come in UTF-8, and a terminal with an older encoding, or a pipe in the locale C, cannot print
all of them. What it cannot print becomes the nearest plain sign, and no command fails for it.
"""

import codecs
import sys
from io import TextIOWrapper
from typing import Final
from unicodedata import normalize

_REPLACING: Final = "gemwright"
_PLAIN: Final = {"’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "−": "-", "×": "x"}
_UNKNOWN: Final = "?"


def print_plainly() -> None:
    """From now on, print what cannot be printed as it is in plain signs."""
    codecs.register_error(_REPLACING, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_REPLACING)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(map(plain_sign, signs)), error.end


def plain_sign(sign: str) -> str:
    """What stands for a sign in ASCII: letters lose their accents."""
    if sign in _PLAIN:
        return _PLAIN[sign]
    return normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii") or _UNKNOWN
