"""The words: complete, the same in every language, and each in one file."""

import json
import re
import unicodedata
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Final

import pytest

from gemwright import languages
from gemwright_client.pb import catalog_service_pb2
from gemwright_client.words import LANGUAGES, language_of_environment, words_of
from tests.client.catalogues import (
    ABILITIES,
    CATALOGUES,
    CLIENT_WORDS,
    COMMAND_LINE,
    ENUMS,
    PRINTED,
    ROOT,
    SCENARIOS,
    SERVER_WORDS,
    TABLE,
    TABLE_WORDS,
    TERMS,
    keys_of_contract,
    placeholders,
    values_of,
)
from tests.event_loop import on_event_loop
from tests.service.servers import servers_on

SERVED_WORDS: Final = ROOT / "server" / "src" / "gemwright" / "web" / "words"
KINDS: Final = {"terms": TERMS, "scenarios": SCENARIOS, "cli": COMMAND_LINE, "table": TABLE}
PRINTED_LANGUAGES: Final = ("en", "fr", "es")
"""Those of the printed rules, whose terms the glossary has."""
GLOSSARY: Final = ROOT / "docs" / "glossary.md"
LIST_CARDS: Final = "/gemwright.v1.CatalogService/ListCards"
WIDEST_SHORT: Final = 8


def filled(text: str) -> str:
    """The text with a number of two digits in every place."""
    return text.format_map(dict.fromkeys(placeholders(text), 42))


def without_accents(text: str) -> str:
    return unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode().upper()


def texts_under(language: str, prefix: str) -> dict[str, str]:
    texts = CATALOGUES[language]
    return {key: text for key, text in texts.items() if key.startswith(prefix)}


def test_a_language_is_a_file_in_every_folder_of_words() -> None:
    expected = {f"{language}.json" for language in LANGUAGES}
    for folder in (SERVER_WORDS, CLIENT_WORDS, TABLE_WORDS, SERVED_WORDS):
        assert {path.name for path in folder.iterdir()} == expected


def test_english_is_first_and_the_server_has_the_same_order() -> None:
    assert LANGUAGES[:3] == ("en", "fr", "es")
    assert tuple(languages.LANGUAGES) == LANGUAGES


def test_the_table_lists_the_languages_with_their_names() -> None:
    list_of_table = TABLE_WORDS.parent / "language" / "languages.ts"
    listed = re.findall(r'^  (\w+): "(.+)",$', list_of_table.read_text("utf-8"), re.MULTILINE)
    names = {
        language: json.loads((SERVER_WORDS / f"{language}.json").read_text("utf-8"))["name"]
        for language in LANGUAGES
    }
    assert listed == [*names.items()]


def test_no_key_stands_in_two_files() -> None:
    parts = (TERMS["en"], COMMAND_LINE["en"], TABLE["en"])
    assert len(CATALOGUES["en"]) == sum(map(len, parts))
    assert {key.partition(".")[0] for key in COMMAND_LINE["en"]} == {"cli"}
    assert {key.partition(".")[0] for key in TABLE["en"]} == {"table"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_keys_in_the_same_order(language: str, kind: str) -> None:
    english, other = KINDS[kind]["en"], KINDS[kind][language]
    assert english.keys() == other.keys(), f"not in both: {english.keys() ^ other.keys()}"
    assert list(other) == list(english)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_placeholders(language: str) -> None:
    wrong = {
        key: text
        for key, text in CATALOGUES[language].items()
        if placeholders(text) != placeholders(CATALOGUES["en"].get(key, text))
    }
    assert not wrong, f"other placeholders than in English: {wrong}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    texts = [*CATALOGUES[language].items(), *SCENARIOS[language].items()]
    assert [key for key, text in texts if not text.strip()] == []


def test_every_value_of_the_contract_and_every_ability_has_its_text() -> None:
    missing = sorted({*keys_of_contract(), *PRINTED} - CATALOGUES["en"].keys())
    assert not missing, f"without a text: {missing}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_forms_fit_a_card_and_differ(language: str) -> None:
    shorts = texts_under(language, "short.")
    shown = {key: filled(text) for key, text in shorts.items()}
    long = {key: text for key, text in shown.items() if len(text) > WIDEST_SHORT}
    assert not long, f"too long: {long}"
    of_abilities = [shorts[f"short.{ability}"] for ability in sorted(ABILITIES)]
    assert sorted(set(of_abilities)) == sorted(of_abilities)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_token_has_a_letter_of_its_own(language: str) -> None:
    kinds = [name.lower() for name in values_of(ENUMS["TokenKind"])]
    marks = {kind: CATALOGUES[language][f"mark.{kind}"] for kind in kinds}
    assert len(set(marks.values())) == len(kinds), marks
    for kind, mark in marks.items():
        assert mark in ascii_uppercase, kind
        assert len(mark) == 1, kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_errors_are_whole_sentences(language: str) -> None:
    sentences = texts_under(language, "refusal.") | texts_under(language, "error.")
    wrong = [
        key for key, text in sentences.items() if not (text[0].isupper() and text.endswith("."))
    ]
    assert not wrong, f"no whole sentences: {wrong}"


@pytest.mark.parametrize(("column", "language"), [*enumerate(PRINTED_LANGUAGES, start=2)])
def test_every_term_of_the_glossary_is_in_the_catalogue(column: int, language: str) -> None:
    lines = [line.split("|") for line in GLOSSARY.read_text(encoding="utf-8").splitlines()]
    rows = [line for line in lines if len(line) > len(PRINTED_LANGUAGES) + 1][2:]
    cells = [row[column] for row in rows]
    terms = {term.strip(" *").casefold() for cell in cells for term in cell.split(",")}
    texts = CATALOGUES[language]
    words = {texts[key].casefold() for key in PRINTED}
    assert len(terms) > len(rows) // 2
    assert terms - words == set()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es.UTF-8"}, "es"),
        ({"LANG": "fr@euro"}, "fr"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "FR_fr"}, "fr"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fro_FR"}, "en"),
        ({}, "en"),
        ({"LC_ALL": "es_ES.UTF-8", "LC_MESSAGES": "en_GB", "LANG": "fr_FR"}, "es"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "es_ES"}, "fr"),
    ],
)
def test_the_environment_says_which_language(environment: Mapping[str, str], language: str) -> None:
    assert language_of_environment(environment) == language


def test_a_language_without_words_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="'de' is none of en, "):
        words_of("de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_say_the_texts_of_their_language(language: str) -> None:
    words = words_of(language)
    assert words.language == language
    texts = TERMS[language] | COMMAND_LINE[language]
    assert {key: words[key] for key in texts} == texts
    assert words("pearl") == texts["pearl"]
    assert "pearl" in words
    assert "pearls of wisdom" not in words


@pytest.mark.parametrize("language", ["", *LANGUAGES])
def test_a_server_tells_the_terms_and_after_them_the_words_of_the_table(
    store_url: str, language: str
) -> None:
    async def served() -> list[list[tuple[str, str]]]:
        async with servers_on(store_url) as servers:
            caller = servers.hosts[0].caller()
            answers = [
                await caller.call(
                    LIST_CARDS,
                    catalog_service_pb2.ListCardsRequest(game=f"GAME_{game}", language=language),
                    catalog_service_pb2.ListCardsResponse,
                )
                for game in values_of(ENUMS["Game"])
            ]
            return [[(term.key, term.text) for term in answer.terms] for answer in answers]

    expected = [*TERMS[language or "en"].items(), *TABLE[language or "en"].items()]
    for terms in on_event_loop(served()):
        assert terms == expected
