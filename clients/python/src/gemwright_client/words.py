"""Every word that people read, in their language.

The terms of the games are the server's, which `terms/` links to; what only this client says is in
`words/`. A language is a file in each, and a new file is a new language. What the contract names
has a key of a family and that name: `ability.extra_turn` for an entry of `Card.abilities`,
`refusal.NOT_A_LINE` for a value. Nothing is worded in code.
"""

import json
import os
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

_PACKAGE: Final = files("gemwright_client")
_ENGLISH: Final = "en"
_FILE: Final = ".json"
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set decides."""
_END_OF_LANGUAGE: Final = re.compile(r"[-_.@]")


class Words:
    """The catalogue of one language."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key, with its placeholders filled."""
        return self._texts[key].format_map(values)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __getitem__(self, key: str) -> str:
        """Return the text of a key as it stands in the catalogue."""
        return self._texts[key]


def _languages() -> Mapping[str, Words]:
    names, found = {}, {}
    for file in (_PACKAGE / "words").iterdir():
        code = file.name.removesuffix(_FILE)
        game = json.loads((_PACKAGE / "terms" / file.name).read_text(encoding="utf-8"))
        names[code] = str(game["english_name"])
        found[code] = Words(code, game["terms"] | json.loads(file.read_text(encoding="utf-8")))
    return {
        code: found[code] for code in sorted(found, key=lambda one: (one != _ENGLISH, names[one]))
    }


def words_of(language: str) -> Words:
    """Return the words of a language; raises `ValueError` for an unknown one."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is none of {', '.join(LANGUAGES)}")
    return _WORDS[language]


def language_of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, or English."""
    wanted = next((environment[name] for name in _LOCALE_VARIABLES if environment.get(name)), "")
    language = _END_OF_LANGUAGE.split(wanted, maxsplit=1)[0].lower()
    return language if language in LANGUAGES else _ENGLISH


_WORDS: Final = _languages()
LANGUAGES: Final = tuple(_WORDS)
"""English first, the others by their English names."""
