"""`gemwright history`: its three forms, of a running match and of one that is over."""

from collections.abc import Iterator

import pytest

from gemwright_client import SyncClient, action_text, parse_action
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.match_pb2 import Update
from tests.cli.played import act, finished, new
from tests.cli.typed import Ended, typed

ANN = ("--token", "dev:ann")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


@pytest.fixture(scope="module")
def running(server: str) -> str:
    """A match that is three moves old; nobody watches."""
    return new(server, rounds=3)


@pytest.fixture(scope="module")
def over(server: str) -> str:
    """A match that everybody may watch, and that bob has given up."""
    return finished(server)


def told(server: str, *words: str) -> Ended:
    """A history that could be told."""
    ended = typed("history", *words, server=server)
    assert (ended.code, ended.err) == (0, "")
    return ended


def test_every_update_is_a_line_that_begins_with_its_version(server: str, running: str) -> None:
    lines = told(server, running, *ANN).lines
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert all(": " in line for line in lines)
    assert {line.split()[1] for line in lines} <= {"ann:", "bob:"}


def test_the_history_of_a_match_that_is_over_says_how_it_ended(server: str, over: str) -> None:
    assert told(server, over).lines[-1] == "   3  bob: resigned; ann wins"


def test_in_notation_every_line_is_an_action_that_can_be_read(server: str, over: str) -> None:
    lines = told(server, over, "--notation").lines
    assert len(lines) == 2
    for line in lines:
        action = line.partition(": ")[2]
        assert action_text(parse_action(action, GAME_DUEL)) == action


def test_json_has_the_updates(server: str, running: str) -> None:
    updates = told(server, running, *ANN, "--json").messages(Update)
    with SyncClient(server, "dev:ann") as client:
        assert updates == list(client.match(running).history())


def test_the_text_is_the_record_of_a_match_that_is_over(server: str, over: str) -> None:
    with SyncClient(server) as client:
        record = client.match(over).record()
    assert told(server, over, "--text").out == record.text.rstrip("\n") + "\n"


def test_there_is_no_record_before_the_end(server: str, running: str) -> None:
    ended = typed("history", running, "--text", *ANN, server=server)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("gemwright: The match is not over yet")


@pytest.mark.parametrize("form", [(), ("--notation",), ("--json",)])
def test_a_history_may_begin_after_a_version(
    server: str, running: str, form: tuple[str, ...]
) -> None:
    whole = told(server, running, *ANN, *form).lines
    assert told(server, running, *ANN, *form, "--after", "2").lines == whole[2:]
    assert told(server, running, *ANN, *form, "--after", "99").lines == []


@pytest.mark.parametrize(
    "forms", [("--notation", "--json"), ("--text", "--json"), ("--text", "--after", "1")]
)
def test_there_is_one_form_at_a_time(server: str, over: str, forms: tuple[str, ...]) -> None:
    ended = typed("history", over, *forms, server=server)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("gemwright: Only one of --notation, --text and --json")


def test_a_history_is_seen_from_ones_own_seat(server: str) -> None:
    match = new(server)
    act(server, match)
    assert told(server, match, *ANN, "--seat", "1").lines
    other = typed("history", match, *ANN, "--seat", "2", server=server)
    assert (other.code, other.out) == (4, "")
    assert other.err.startswith("gemwright: This seat is not yours")


def test_spectators_get_the_history_where_they_may_watch(server: str) -> None:
    match = new(server, spectators=True, rounds=1)
    assert len(told(server, match).lines) == 1
    assert len(told(server, match, "--token", "dev:eve").lines) == 1


@pytest.mark.parametrize("form", [(), ("--notation",), ("--json",), ("--text",)])
@pytest.mark.parametrize("who", [(), ("--token", "dev:eve")])
def test_a_private_match_tells_strangers_nothing(
    server: str, running: str, form: tuple[str, ...], who: tuple[str, ...]
) -> None:
    ended = typed("history", running, *form, *who, server=server)
    assert (ended.code, ended.out) == (4, "")
    assert ended.err.startswith("gemwright: This match has no spectators")


def test_a_history_is_told_in_the_language_of_the_user(server: str, over: str) -> None:
    assert "ann gagne" in told(server, over, "--lang", "fr").out
    actions = told(server, over, "--notation", "--lang", "fr").out
    assert actions == told(server, over, "--notation").out
