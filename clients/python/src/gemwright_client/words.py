"""Every word that people read, in their language; the server's catalogue serves the same.

`words/` has one flat catalogue for each language, from key to text, the same bytes as the server's.
What the contract names has a key of a family and that name: `ability.extra_turn` for an entry of
`Card.abilities`, `refusal.NOT_A_LINE` for a value. Nothing is worded in code.
"""

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "fr", "es")
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set decides."""
_END_OF_LANGUAGE: Final = re.compile(r"[-_.@]")


class Words:
    """The catalogue of one language."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, its placeholders filled."""
        return self._texts[key].format_map(values)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __getitem__(self, key: str) -> str:
        """The text of a key as it stands in the catalogue."""
        return self._texts[key]


@cache
def words_of(language: str) -> Words:
    """The words of a language; raises `ValueError` where there are none."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is none of {', '.join(LANGUAGES)}")
    path = files("gemwright_client") / "words" / f"{language}.json"
    return Words(language, json.loads(path.read_text(encoding="utf-8")))


def language_of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, as far as there is one; else English."""
    wanted = next((environment[name] for name in _LOCALE_VARIABLES if environment.get(name)), "")
    language = _END_OF_LANGUAGE.split(wanted, maxsplit=1)[0].lower()
    return language if language in LANGUAGES else LANGUAGES[0]
