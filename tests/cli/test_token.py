"""`gemwright token`: it prints a token and nothing else, and the token is good."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gemwright_client import SyncClient
from gemwright_client.errors import NotAllowed
from gemwright_client.pb.matchmaker_service_pb2 import CreatePlayerTokenResponse
from tests.app.process import ServerProcess
from tests.app.process import server as keyed_server
from tests.auth.keyfiles import Keyfile, keyfile
from tests.cli.typed import Ended, run_line, typed


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keyfile:
    """The keys of the server of these tests."""
    return keyfile(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def api_key(keys: Keyfile) -> str:
    """A key that arranges matches."""
    return keys.api_key("us", "matchmaker")


@pytest.fixture(scope="module")
def running(
    tmp_path_factory: pytest.TempPathFactory, keys: Keyfile, api_key: str
) -> Iterator[ServerProcess]:
    """A server that knows its callers, and that key among them."""
    assert api_key
    with keyed_server(tmp_path_factory.mktemp("server"), "--keys", str(keys.path)) as process:
        yield process


def made(running: ServerProcess, key: str, *words: str) -> Ended:
    """What the command has printed."""
    return typed("token", *words, "--token", key, server=running.address)


def holds(expiry: datetime) -> timedelta:
    """For how long something holds."""
    return expiry.replace(tzinfo=UTC) - datetime.now(UTC)


def test_the_token_alone_is_printed_and_when_it_ends_is_remarked(
    running: ServerProcess, api_key: str
) -> None:
    ended = made(running, api_key, "ann")
    assert ended.code == 0
    (token,) = ended.lines
    assert ended.err.startswith("It holds until 20")
    assert token not in ended.err
    with SyncClient(running.address, token) as client, pytest.raises(NotAllowed):
        client.tokens.create("bob")


def test_a_token_holds_as_long_as_is_typed(running: ServerProcess, api_key: str) -> None:
    ended = made(running, api_key, "ann", "--ttl", "2d", "--json")
    made_token = ended.message(CreatePlayerTokenResponse)
    assert made_token.token
    left = holds(made_token.expire_time.ToDatetime())
    assert abs(left - timedelta(days=2)) < timedelta(minutes=1)
    assert ended.err == ""


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "Missing argument 'PRINCIPAL'"),
        (("ann", "--ttl", "1"), 2, "'1' is no time"),
        (("ann", "--ttl", "999d"), 1, "The server says: ttl: "),
        (("a b",), 1, "The server says: principal: "),
        (("bot:ann",), 1, "The server says: principal: "),
    ],
)
def test_what_can_be_no_token_is_refused(
    running: ServerProcess, api_key: str, words: tuple[str, ...], code: int, said: str
) -> None:
    ended = made(running, api_key, *words)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


def test_a_player_cannot_make_tokens(running: ServerProcess, api_key: str) -> None:
    (token,) = made(running, api_key, "ann").lines
    ended = made(running, token, "bob")
    assert (ended.code, ended.out) == (4, "")
    assert ended.err.startswith("gemwright: Your token does not allow this")


def test_a_token_fits_into_another_command(
    running: ServerProcess, api_key: str, tmp_path: Path
) -> None:
    line = 'gemwright doctor --token "$(gemwright token ann)"'
    settings = {"GEMWRIGHT_SERVER": running.address, "GEMWRIGHT_TOKEN": api_key}
    ended = run_line(line, tmp_path, more=settings)
    assert ended.code == 0
    assert "The token is good for: playing.\n" in ended.out
