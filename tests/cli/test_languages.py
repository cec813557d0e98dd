"""In which language the command line speaks, and how, where not every sign can be printed."""

from collections.abc import Iterator

import pytest

from gemwright_client.cli.output import plain_sign
from gemwright_client.local import PrivateServer
from gemwright_client.words import LANGUAGES, words_of
from tests.cli.listeners import nobody
from tests.cli.played import new
from tests.cli.typed import Ended, command, run, typed
from tests.client.catalogues import CATALOGUES

QUICK = ("match", "list", "--patience", "100ms")
WORDS = {
    "en": "No server answers",
    "fr": "Aucun serveur ne répond",
    "es": "Ningún servidor responde",
}
IN_ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es_MX@euro"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "es"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "es_ES.UTF-8"}, "es"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(variables: dict[str, str], language: str) -> None:
    assert WORDS[language] in typed(*QUICK, server=nobody(), more=variables).err


@pytest.mark.parametrize("language", WORDS)
def test_a_language_that_is_typed_goes_before_all_others(language: str) -> None:
    variables = {"LC_ALL": "fr_FR.UTF-8", "LANG": "es_ES.UTF-8"}
    ended = typed(*QUICK, "--lang", language, server=nobody(), more=variables)
    assert WORDS[language] in ended.err


def test_a_language_without_words_is_refused() -> None:
    ended = typed(*QUICK, "--lang", "de")
    assert (ended.code, ended.out) == (2, "")
    assert "'de' is not one of 'en', 'fr', " in ended.err


def test_matches_are_shown_in_the_language(server: str) -> None:
    shown = typed("match", "show", new(server, spectators=True), "--lang", "es", server=server)
    assert shown.code == 0
    state = words_of("es")["state.ACTIVE"]
    assert [line for line in shown.lines if line.startswith("Estado ") and line.endswith(state)]


def test_json_is_the_same_in_every_language(server: str) -> None:
    match = new(server, spectators=True)
    words = ("match", "show", match, "--json", "--lang")
    told = {typed(*words, language, server=server).out for language in LANGUAGES}
    assert len(told) == 1


def ascii_only(*words: str, server: str) -> Ended:
    """What a command prints where only ASCII can be printed."""
    ended = run(command(*words), more={**IN_ASCII, "GEMWRIGHT_SERVER": server})
    assert ended.out.isascii()
    assert ended.err.isascii()
    return ended


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_only_ascii_every_command_prints_that(server: str, language: str) -> None:
    match, spoken = new(server, spectators=True, rounds=1), ("--lang", language)
    for words in (
        ("cards", "counterfeiters"),
        ("match", "show", match),
        ("match", "list"),
        ("history", match),
        ("doctor", "--token", "dev:ann"),
    ):
        ended = ascii_only(*words, *spoken, server=server)
        assert (ended.code, ended.err) == (0, "")
        assert "?" not in ended.out.replace(" ? ", "")
    refused = ascii_only("match", "show", "x" * 24, *spoken, server=server)
    assert refused.code == 5
    assert len(refused.err.splitlines()) == 2


def test_letters_lose_their_accents_where_they_cannot_be_printed(server: str) -> None:
    ended = ascii_only("cards", "duel", "D1-04", "--lang", "fr", server=server)
    assert ended.lines[0].split()[-2:] == ["cout", "capacite"]
    latin = typed("cards", "duel", "D1-04", server=server, encoding="latin-1")
    assert "the card's colour" in latin.out
    assert "coût" in typed("cards", "--lang", "fr", server=server, encoding="latin-1").out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_the_catalogue_has_a_plain_one(language: str) -> None:
    signs = {sign for sign in "".join(CATALOGUES[language].values()) if not sign.isascii()}
    assert signs
    unknown = {sign for sign in signs if plain_sign(sign) == "?" and sign not in "¿"}
    assert not unknown


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_json_keeps_what_cannot_be_printed(server: str, encoding: str) -> None:
    words = ("doctor", "--json", "--lang", "fr")
    ended = typed(*words, server=server, encoding=encoding)
    assert (ended.code, ended.err) == (0, "")
    assert "\\u" in ended.out


def test_what_is_typed_in_no_encoding_is_refused(server: str) -> None:
    for words in (("match", "show", "\udcff"), ("token", "\udce9t\udce9")):
        ended = typed(*words, server=server)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err == "gemwright: What was typed is no text in UTF-8; nothing was sent.\n"
