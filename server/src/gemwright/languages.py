"""The languages of the server: each is a file of `words/` and one of the table's, in `web/words/`.

A new file is a new language: nothing else lists them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

_FILE: Final = ".json"


@dataclass(frozen=True, slots=True)
class Language:
    """Every text of the server in one language."""

    english_name: str
    terms: Mapping[str, str]
    """What any client may say of a game, and after that what the table says."""
    scenarios: Mapping[str, str]
    """What there is to see in each scenario."""


def _languages() -> Mapping[str, Language]:
    folder = files("gemwright") / "words"
    codes = [file.name.removesuffix(_FILE) for file in folder.iterdir()]
    found = {code: _read(code) for code in codes}
    codes.sort(key=lambda code: (code != ENGLISH, found[code].english_name))
    return {code: found[code] for code in codes}


def _read(code: str) -> Language:
    package = files("gemwright")
    said = json.loads((package / "words" / f"{code}{_FILE}").read_text(encoding="utf-8"))
    table = json.loads((package / "web" / "words" / f"{code}{_FILE}").read_text(encoding="utf-8"))
    return Language(said["english_name"], said["terms"] | table, said["scenarios"])


ENGLISH: Final = "en"
"""The language of those who ask for none."""
LANGUAGES: Final = _languages()
"""By their codes: English first, the others by their English names."""
