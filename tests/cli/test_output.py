"""What people see: tables, names that servers send, and what a newer server knows better."""

import re
from collections.abc import Iterator

import pytest
from google.protobuf.message import Message

from gemwright_client.local import PrivateServer
from gemwright_client.pb.catalog_service_pb2 import GetServerInfoResponse, ListCardsResponse
from gemwright_client.pb.match_pb2 import Match, Update
from gemwright_client.pb.match_service_pb2 import GetMatchResponse, ListUpdatesResponse
from gemwright_client.pb.matchmaker_service_pb2 import CancelMatchResponse, ListMatchesResponse
from tests.cli.newer import newer
from tests.cli.played import new
from tests.cli.terminal import Terminal, gemwright
from tests.cli.typed import typed

ID = "x" * 24
EVIL = "a\x1b]0;owned\x07\x1b[2J\x9b1m\r\n\u202eb"
PLAIN = "a ]0;owned  [2J 1m   b"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def seen(columns: int, *words: str) -> tuple[int, str]:
    """The exit code of a command, and what it leaves on a terminal of so many columns."""
    size = {"COLUMNS": str(columns)}  # as many shells say too
    with Terminal(gemwright(*words), rows=60, columns=columns, environment=size) as terminal:
        return terminal.ended(), terminal.left


def answers(match: Match, *updates: Update) -> dict[str, Message]:
    """What a server answers that has one match."""
    return {
        "MatchService/GetMatch": GetMatchResponse(match=match),
        "MatchService/ListUpdates": ListUpdatesResponse(updates=updates),
        "MatchmakerService/ListMatches": ListMatchesResponse(matches=[match]),
        "MatchmakerService/CancelMatch": CancelMatchResponse(match=match),
        "CatalogService/ListCards": ListCardsResponse(),
    }


def test_names_do_nothing_to_a_terminal() -> None:
    match = Match(match=ID)
    match.seats.add(principal=EVIL, is_filled=True)
    update = Update(version=1)
    update.join.principal = EVIL[:12]
    with newer(answers(match, update)) as server:
        for words in (("match", "show", ID), ("match", "list"), ("history", ID)):
            ended = typed(*words, server=server)
            assert (ended.code, ended.err) == (0, "")
            assert ended.out.replace("\n", "").isprintable()
        assert PLAIN in typed("match", "show", ID, server=server).out
        assert PLAIN in typed("match", "list", server=server).out


def test_what_the_doctor_is_told_does_nothing_to_a_terminal() -> None:
    info = GetServerInfoResponse(server_version=EVIL)
    info.durability.warnings.append(EVIL)
    with newer({"CatalogService/GetServerInfo": info}) as server:
        piped = typed("doctor", server=server)
        with Terminal(gemwright("doctor", "--server", server)) as terminal:
            assert terminal.ended() == 0
            assert "owned" in terminal.left
            assert "problem" not in terminal.left
    assert piped.out.replace("\n", "").isprintable()


def tomorrows() -> Match:
    """A match of a game, in a state and with an end that are newer than this client."""
    content = Match(match=ID, version=3).SerializeToString()
    game, state, outcome = b"\x10\x63", b"\x28\x63", b"\x72\x03\x12\x01\x63"
    return Match.FromString(content + game + state + outcome)


def test_what_only_a_newer_server_knows_is_a_question_mark() -> None:
    with newer(answers(tomorrows(), Update(version=3))) as server:
        shown = typed("match", "show", ID, server=server)
        listed = typed("match", "list", server=server)
        cancelled = typed("match", "cancel", ID, server=server)
        told = typed("history", ID, server=server)
        actions = typed("history", ID, "--notation", server=server)
    for ended in (shown, listed, cancelled, told, actions):
        assert (ended.code, ended.err) == (0, "")
    assert shown.lines[1].split() == ["Game", "?"]
    assert shown.lines[2].split() == ["State", "?"]
    assert listed.lines[1].split()[1:4] == ["?", "?", "3"]
    assert cancelled.out == f"{ID}: ?\n"
    assert told.out == "   3  ?\n"
    assert actions.out == ""


def test_an_action_that_only_a_newer_server_knows_is_a_question_mark() -> None:
    update = Update(version=3)
    update.move.seat = 0
    update.move.action.duel.SetInParent()
    match = Match(match=ID)
    match.seats.add(principal="ann", is_filled=True)
    with newer(answers(match, update)) as server:
        told = typed("history", ID, server=server)
        actions = typed("history", ID, "--notation", server=server)
    assert (told.code, told.out) == (0, "   3  ann: ?\n")
    assert (actions.code, actions.out) == (0, "   3  ann: ?\n")


def test_a_call_that_the_server_does_not_know_is_told() -> None:
    with newer({}) as server:
        ended = typed("match", "list", server=server)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"gemwright: What answers at {server} is no Gemwright server")


@pytest.mark.parametrize("columns", [80, 50, 30])
def test_a_table_fits_into_the_terminal_and_ids_stay_whole(server: str, columns: int) -> None:
    match = new(server)
    code, shown = seen(columns, "match", "list", "--server", server)
    assert code == 0
    assert any(line.startswith(match) for line in shown.splitlines())
    assert max(map(len, shown.splitlines())) <= columns


def test_a_table_through_a_pipe_is_plain_and_whole(server: str) -> None:
    ended = typed("cards", "counterfeiters", server=server)
    assert "\x1b" not in ended.out
    assert max(map(len, ended.lines)) > 100
    column = ended.lines[0].index("ability")
    assert all(line[column - 1 : column] in ("", " ") for line in ended.lines)


def test_colours_are_for_terminals_and_may_be_switched_off(server: str) -> None:
    words = gemwright("doctor", "--server", server, "--token", "dev:ann")
    with Terminal(words) as coloured, Terminal(words, environment={"NO_COLOR": "1"}) as plain:
        assert coloured.ended() == plain.ended() == 0
        assert any(cell.is_coloured for cell in coloured.cells())
        assert not any(cell.is_coloured for cell in plain.cells())


@pytest.mark.parametrize("words", [("doctor", "--token", "dev:ann"), ("match", "show", "nope")])
def test_what_is_said_on_a_terminal_is_broken_between_words(
    server: str, words: tuple[str, ...]
) -> None:
    whole = typed(*words, "--server", server)
    code, shown = seen(60, *words, "--server", server)
    assert code == whole.code

    def unchanging(text: str) -> str:
        return re.sub(r"[0-9.]+ ms|trace \w+", "", " ".join(text.split()))

    assert unchanging(shown) == unchanging(whole.out + whole.err)
    assert max(map(len, shown.splitlines())) <= 60


def test_a_table_breaks_no_word_that_has_room(server: str) -> None:
    match = new(server)
    assert typed("match", "cancel", match, server=server).code == 0
    _, shown = seen(80, "match", "list", "--state", "cancelled", "--server", server)
    headings, line, *_ = shown.splitlines()
    assert " ".join(headings.split()) == "Match Game State Version Players Result Created"
    assert line.split()[:3] == [match, "Duel", "cancelled"]
