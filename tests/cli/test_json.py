"""`--json`: nothing but messages of the contract on the standard output, one a line."""

import json
from collections.abc import Iterator

import pytest
from google.protobuf.message import Message

from gemwright_client.local import PrivateServer
from gemwright_client.pb.catalog_service_pb2 import Card, GetServerInfoResponse, ListCardsResponse
from gemwright_client.pb.match_pb2 import Match, Update
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.pb.matchmaker_service_pb2 import (
    CreateMatchResponse,
    CreatePlayerTokenResponse,
    ListMatchesResponse,
)
from tests.cli.listeners import nobody
from tests.cli.newer import newer
from tests.cli.played import new
from tests.cli.typed import command, environment, run, typed

MATCH = "MATCH"
TWO = ("--game", "duel", "--seat", "ann", "--seat", "bob")
COMMANDS: tuple[tuple[tuple[str, ...], type[Message]], ...] = (
    (("match", "create", *TWO), CreateMatchResponse),
    (("match", "list"), Match),
    (("match", "show", MATCH), GetMatchResponse),
    (("match", "cancel", MATCH), Match),
    (("token", "ann"), CreatePlayerTokenResponse),
    (("cards", "red"), Card),
    (("history", MATCH), Update),
)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def named(words: tuple[str, ...], match: str) -> tuple[str, ...]:
    """The words with a match in their place for one."""
    return tuple(match if word == MATCH else word for word in words)


@pytest.mark.parametrize(("words", "kind"), COMMANDS)
def test_every_line_is_a_message_and_nothing_else_is_said(
    server: str, words: tuple[str, ...], kind: type[Message]
) -> None:
    match = new(server, rounds=1)
    ended = typed(*named(words, match), "--token", "dev:ann", "--json", server=server)
    assert (ended.code, ended.err) == (0, "")
    assert ended.messages(kind)


@pytest.mark.parametrize("words", [*(words for words, _ in COMMANDS if words[0] != "cards")])
def test_an_error_is_not_among_the_data(words: tuple[str, ...]) -> None:
    typed_words = (*named(words, "x" * 24), "--json", "--patience", "100ms")
    ended = typed(*typed_words, server=nobody())
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("gemwright: No server answers at ")


def test_the_lines_are_those_of_the_contracts_mapping(server: str) -> None:
    match = new(server)
    ended = typed("match", "show", match, "--token", "dev:ann", "--json", server=server)
    (found,) = map(json.loads, ended.lines)
    assert found["match"]["game"] == "GAME_DUEL"
    assert found["match"]["createTime"].endswith("Z")
    assert "seatToAct" in found["match"]


def test_what_a_terminal_would_obey_is_escaped_and_stays_what_it_is() -> None:
    name = "a\x1b[2J\x9b2J\u202eb\x7fé"
    match = Match(match="m")
    match.seats.add(principal=name)
    with newer({"MatchmakerService/ListMatches": ListMatchesResponse(matches=[match])}) as server:
        ended = typed("match", "list", "--json", server=server)
        ascii_only = typed("match", "list", "--json", server=server, encoding="ascii")
    assert ended.out.removesuffix("\n").isprintable()
    assert "é" in ended.out
    for told in (ended, ascii_only):
        assert told.message(Match).seats[0].principal == name


def test_values_of_a_newer_server_are_kept_as_numbers() -> None:
    content = Card(card="X-1").SerializeToString() + b"\x10\x63"  # the sort 99
    answer = ListCardsResponse(cards=[Card.FromString(content)])
    with newer({"CatalogService/ListCards": answer}) as server:
        ended = typed("cards", "--json", server=server)
    assert json.loads(ended.out) == {"card": "X-1", "sort": 99}


def test_the_doctors_findings_are_one_object() -> None:
    info = GetServerInfoResponse(server_version="\x1b[2J9")
    with newer({"CatalogService/GetServerInfo": info}) as server:
        ended = typed("doctor", "--json", server=server)
    (line,) = ended.lines
    assert line.isprintable()
    assert {"topic", "level", "text", "advice"} == set(json.loads(line)["findings"][0])


def test_lines_come_as_utf_8_through_a_pipe(server: str) -> None:
    ended = run(command("doctor", "--json", "--lang", "fr"), more={"GEMWRIGHT_SERVER": server})
    assert ended.code == 0
    assert "é" in ended.out
    assert "GEMWRIGHT_SERVER" not in environment()
