"""What commands have in common: settings of the environment, tokens, and what is never told."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemwright_client import Client
from gemwright_client.cli.options import Service
from gemwright_client.errors import TokenExpired
from gemwright_client.local import PrivateServer
from gemwright_client.pb.match_pb2 import Match
from tests.app.certificates import authority, signed
from tests.app.process import ServerProcess
from tests.app.process import server as process
from tests.auth.keyfiles import keyfile
from tests.cli.listeners import nobody
from tests.cli.typed import Ended, typed
from tests.waiting import until

LIST = ("match", "list", "--json")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str]]:
    """A server with keys, and an API key of it."""
    folder = tmp_path_factory.mktemp("keyed")
    keys = keyfile(folder)
    key = keys.api_key("us", "matchmaker")
    with process(folder, "--keys", str(keys.path)) as running:
        yield running, key


def is_done(ended: Ended) -> bool:
    """Whether a command went well and said nothing else than data."""
    return (ended.code, ended.err) == (0, "")


def test_the_server_may_stand_in_the_environment(server: str) -> None:
    assert is_done(typed(*LIST, more={"GEMWRIGHT_SERVER": server}))
    away = {"GEMWRIGHT_SERVER": nobody(), "GEMWRIGHT_PATIENCE": "100ms"}
    assert typed(*LIST, more=away).code == 3
    assert is_done(typed(*LIST, "--server", server, more=away))


def test_the_patience_may_stand_in_the_environment(server: str) -> None:
    ended = typed(*LIST, server=server, more={"GEMWRIGHT_PATIENCE": "soon"})
    assert ended.code == 2
    assert "'soon' is no time" in ended.err


def test_the_token_may_stand_in_the_environment_or_in_a_file(
    keyed: tuple[ServerProcess, str], tmp_path: Path
) -> None:
    running, key = keyed
    file = tmp_path / "token"
    file.write_text(f"\n  {key}\n", encoding="ascii")
    for more in ({"GEMWRIGHT_TOKEN": key}, {"GEMWRIGHT_TOKEN_FILE": str(file)}):
        assert is_done(typed(*LIST, server=running.address, more=more))
    assert is_done(typed(*LIST, "--token-file", str(file), server=running.address))


def test_a_token_that_is_typed_goes_before_one_of_the_environment(
    keyed: tuple[ServerProcess, str], tmp_path: Path
) -> None:
    running, key = keyed
    file = tmp_path / "token"
    file.write_text(key, encoding="ascii")
    for word, more in (
        (("--token", key), {"GEMWRIGHT_TOKEN": "other"}),
        (("--token", key), {"GEMWRIGHT_TOKEN_FILE": str(tmp_path / "none")}),
        (("--token-file", str(file)), {"GEMWRIGHT_TOKEN": "other"}),
    ):
        assert is_done(typed(*LIST, *word, server=running.address, more=more))


def test_two_tokens_of_the_same_right_are_refused(tmp_path: Path) -> None:
    both = {"GEMWRIGHT_TOKEN": "secret-word", "GEMWRIGHT_TOKEN_FILE": str(tmp_path / "file")}
    for ended in (
        typed(*LIST, more=both),
        typed(*LIST, "--token", "secret-word", "--token-file", str(tmp_path / "file")),
    ):
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.startswith("gemwright: Two tokens are given")
        assert "secret-word" not in ended.err


def test_an_empty_variable_is_none(server: str) -> None:
    empty = {"GEMWRIGHT_TOKEN": "", "GEMWRIGHT_TOKEN_FILE": "", "GEMWRIGHT_PATIENCE": ""}
    assert is_done(typed(*LIST, server=server, more=empty))


def test_a_file_without_a_token_is_told(server: str, tmp_path: Path) -> None:
    empty, none = tmp_path / "empty", tmp_path / "none"
    binary, folder = tmp_path / "binary", tmp_path
    empty.write_text("\n")
    binary.write_bytes(b"\xff\xfe")
    for path, code, said in (
        (empty, 1, "is empty"),
        (none, 1, "cannot be read: No such file or directory"),
        (folder, 1, "cannot be read: Is a directory"),
        (binary, 2, "This is no token"),
    ):
        ended = typed(*LIST, "--token-file", str(path), server=server)
        assert (ended.code, ended.out) == (code, "")
        assert said in ended.err


@pytest.mark.parametrize("debug", [(), ("--debug",)])
@pytest.mark.parametrize("token", ["secret word", "sécret-word", "secret\nword", "secret-word"])
def test_a_token_is_never_repeated(
    keyed: tuple[ServerProcess, str], tmp_path: Path, token: str, debug: tuple[str, ...]
) -> None:
    running, _ = keyed
    file = tmp_path / "token"
    file.write_text(token, encoding="utf-8")
    for given in (("--token", token), ("--token-file", str(file))):
        for words in (("match", "list"), ("doctor",), ("token", "ann")):
            ended = typed(*words, *given, *debug, server=running.address)
            assert ended.code in (2, 4)
            assert "cret" not in (ended.out + ended.err).replace(str(tmp_path), "")


def test_a_token_file_is_read_again_when_the_token_has_expired(
    keyed: tuple[ServerProcess, str], tmp_path: Path
) -> None:
    running, key = keyed
    words = ("token", "ann", "--token", key, "--ttl")
    (short,) = typed(*words, "1s", server=running.address).lines
    (long,) = typed(*words, "1h", server=running.address).lines
    match, file = made(running.address, key), tmp_path / "token"

    async def is_expired() -> bool:
        async with Client(running.address, short) as client:
            try:
                await client.match(match).get()
            except TokenExpired:
                return True
        return False

    async def test() -> int:
        file.write_text(short, encoding="ascii")
        async with Service(running.address, token_file=file).client() as client:
            await client.match(match).get()
            await until(is_expired, "the token expires")
            file.write_text(long, encoding="ascii")
            return (await client.match(match).get()).viewer_seat

    assert asyncio.run(test()) == 0


def made(address: str, key: str) -> str:
    """A match of ann's; the id."""
    words = ("match", "create", "--game", "duel", "--seat", "ann", "--seat", "bob", "--json")
    assert typed(*words, "--token", key, server=address).code == 0
    return typed("match", "list", "--json", "--token", key, server=address).message(Match).match


def test_an_authority_encrypts_and_is_named_to_the_next_command(tmp_path: Path) -> None:
    ours = authority(tmp_path, "our authority")
    pair, client = signed(tmp_path, "server", ours), signed(tmp_path, "client", ours)
    words = ("--tls-cert", str(pair.cert), "--tls-key", str(pair.key))
    known = ("--certificate", str(client.cert), "--key", str(client.key))
    with process(tmp_path, *words, "--tls-client-ca", str(ours.cert)) as running:
        create = ("match", "create", "--game", "duel", "--seat", "ann", "--seat", "open")
        ended = typed(*create, "--ca", str(ours.cert), *known, server=running.address)
        stranger = ("--ca", str(ours.cert), "--patience", "300ms")
        assert typed(*LIST, *stranger, server=running.address).code == 3
    assert is_done(ended)
    way = f"--server {running.address} --ca '{ours.cert}' --certificate {client.cert}"
    assert ended.lines[-1].endswith(f"{way} --key {client.key}")


def test_switches_are_typed_without_a_value() -> None:
    shown = typed("match", "create", "--help").out
    switches = [line for line in shown.splitlines() if "--spectators" in line or "--debug" in line]
    assert len(switches) == 2
    assert not any("<bool>" in line for line in switches)
