"""`gemwright doctor`: what it finds out of each server, and its exit code."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from gemwright_client.cli.commands import doctor as examining
from gemwright_client.cli.commands.doctor import address_findings
from gemwright_client.local import PrivateServer
from gemwright_client.network.address import addresses_of
from gemwright_client.pb.catalog_service_pb2 import GetServerInfoResponse
from gemwright_client.words import words_of
from tests.app.certificates import authority, signed
from tests.app.process import ServerProcess
from tests.app.process import server as process
from tests.auth.keyfiles import keyfile
from tests.cli.listeners import nobody, silent, web
from tests.cli.newer import newer
from tests.cli.terminal import Terminal, gemwright
from tests.cli.typed import Ended, typed

QUICK = ("--patience", "500ms")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests, in development mode."""
    with PrivateServer() as private:
        yield private.address


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str]]:
    """A server with keys and limits, and an API key of it."""
    folder = tmp_path_factory.mktemp("keyed")
    keys = keyfile(folder)
    key = keys.api_key("us", "matchmaker")
    with process(folder, "--keys", str(keys.path), "--max-matches", "7") as running:
        yield running, key


def findings(ended: Ended) -> list[tuple[str, str]]:
    """The topic and the level of everything that `--json` tells."""
    (line,) = ended.lines
    found = json.loads(line)
    assert found["exitCode"] == ended.code
    return [(finding["topic"], finding["level"]) for finding in found["findings"]]


def test_a_server_in_development_mode_is_fine_and_said_to_be_one(server: str) -> None:
    ended = typed("doctor", "--token", "dev:ann", server=server)
    assert (ended.code, ended.err) == (0, "")
    assert ended.lines[0].startswith(f"ok       {server} answers without encryption, ")
    assert ended.lines[2].startswith("note     The server is in development mode")
    assert ended.lines[3].startswith("         That is right for trying things out")
    assert ended.lines[-2:] == [
        "ok       The token is good for: arranging matches, playing, operating the server.",
        "ok       The clock of this machine agrees with the server’s.",
    ]


def test_json_has_the_same_findings_as_one_object(server: str) -> None:
    ended = typed("doctor", "--json", "--token", "dev:ann", server=server)
    assert ended.err == ""
    assert findings(ended) == [
        ("connection", "ok"),
        ("version", "ok"),
        ("mode", "note"),
        ("data", "ok"),
        ("limits", "ok"),
        ("token", "ok"),
        ("clock", "ok"),
    ]


def test_without_a_token_one_is_told_what_is_allowed_all_the_same(server: str) -> None:
    ended = typed("doctor", server=server)
    assert ended.code == 0
    allowed = "arranging matches, operating the server."
    assert ended.lines[-3:] == [
        f"note     There is no token; without one this server allows: {allowed}",
        f"         {words_of('en')['cli.token_hint']}",
        "ok       The clock of this machine agrees with the server’s.",
    ]
    assert findings(typed("doctor", "--json", server=server))[-2:] == [
        ("token", "note"),
        ("clock", "ok"),
    ]


def test_without_a_token_a_server_with_keys_is_not_said_to_believe_names(
    keyed: tuple[ServerProcess, str],
) -> None:
    running, _ = keyed
    ended = typed("doctor", server=running.address)
    assert ended.code == 0
    assert ended.lines[-2].startswith("note     There is no token: what is open to everybody")
    assert ended.lines[-1].strip() == words_of("en")["cli.doctor_token_hint"]
    assert "dev:" not in ended.out
    unknown = typed("doctor", "--token", "nobodys", server=running.address)
    assert (unknown.code, "dev:" in unknown.out) == (4, False)


@pytest.mark.parametrize("columns", ["1", "8", "10"])
def test_a_terminal_may_be_narrow(server: str, columns: str) -> None:
    with Terminal(gemwright("doctor", "--server", server), environment={"COLUMNS": columns}) as run:
        assert run.ended() == 0, run.left


def test_a_server_with_keys_says_what_a_key_is_good_for(keyed: tuple[ServerProcess, str]) -> None:
    running, key = keyed
    ended = typed("doctor", "--token", key, server=running.address)
    assert ended.code == 0
    assert "ok       The server knows its callers by their keys and tokens." in ended.lines
    assert "ok       The token is good for: arranging matches." in ended.lines
    assert "matches 7." in ended.out
    assert key not in ended.out


def test_a_players_token_is_good_for_playing(keyed: tuple[ServerProcess, str]) -> None:
    running, key = keyed
    (token,) = typed("token", "ann", "--token", key, server=running.address).lines
    ended = typed("doctor", "--token", token, server=running.address)
    assert ended.lines[-1] == "ok       The token is good for: playing."


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_token_that_is_not_believed_ends_it_with_4(
    keyed: tuple[ServerProcess, str], form: tuple[str, ...]
) -> None:
    running, key = keyed
    ended = typed("doctor", *form, "--token", key[:-1] + "x", server=running.address)
    assert (ended.code, ended.err) == (4, "")
    assert "The server does not know this token" in ended.out
    assert key[:-1] not in ended.out


def test_a_token_file_that_cannot_be_read_is_a_finding(server: str, tmp_path: Path) -> None:
    ended = typed("doctor", "--json", "--token-file", str(tmp_path / "none"), server=server)
    assert (ended.code, ended.err) == (4, "")
    assert findings(ended)[-1] == ("token", "problem")


def test_a_token_that_cannot_be_one_is_refused_before_anything_is_found(server: str) -> None:
    ended = typed("doctor", "--token", "not this one", server=server)
    assert (ended.code, ended.out) == (2, "")
    assert "not this one" not in ended.err


def test_where_nobody_answers_it_ends_with_3() -> None:
    address = nobody()
    ended = typed("doctor", *QUICK, server=address)
    assert (ended.code, ended.err) == (3, "")
    assert ended.lines == [
        f"problem  No server answers at {address}: Connection refused",
        "         Is it running? Start one with gemwright-server, or name another with --server.",
    ]
    assert findings(typed("doctor", "--json", *QUICK, server=address)) == [
        ("connection", "problem")
    ]


def test_of_several_servers_each_is_asked(server: str) -> None:
    away = nobody()
    ended = typed("doctor", "--json", *QUICK, "--token", "dev:ann", server=f"{away},{server}")
    assert ended.code == 3
    assert findings(ended)[:3] == [
        ("connection", "problem"),
        ("connection", "ok"),
        ("version", "ok"),
    ]
    assert findings(ended)[-2:] == [("token", "ok"), ("clock", "ok")]
    again = server.replace("127.0.0.1", "localhost")
    both = findings(typed("doctor", "--json", server=f"{server},{again}"))
    assert [topic for topic, _ in both].count("connection") == 2
    assert [topic for topic, _ in both].count("mode") == 1


def test_who_is_silent_is_not_waited_for(server: str) -> None:
    with silent() as address:
        ended = typed("doctor", *QUICK, server=address)
    assert ended.code == 3
    assert ended.lines[0].startswith(f"problem  No server answers at {address}: ")


def test_what_is_no_server_of_ours_is_asked_about_encryption(server: str) -> None:
    with web() as address:
        ended = typed("doctor", *QUICK, server=address)
    assert ended.code == 3
    assert ended.lines[1].strip().startswith("Does it use encryption or not?")
    encrypted = typed("doctor", *QUICK, server=f"https://{server}")
    assert encrypted.code == 3
    assert encrypted.lines[1].strip().startswith("Does it use encryption or not?")


def test_a_server_with_a_certificate_is_known_by_its_authority(tmp_path: Path) -> None:
    ours, theirs = authority(tmp_path, "ours"), authority(tmp_path, "theirs")
    pair = signed(tmp_path, "server", ours)
    words = ("--tls-cert", str(pair.cert), "--tls-key", str(pair.key))
    with process(tmp_path, *words) as running:
        good = typed("doctor", "--ca", str(ours.cert), server=running.address)
        wrong = typed("doctor", *QUICK, "--ca", str(theirs.cert), server=running.address)
        clear = typed("doctor", *QUICK, server=running.address)
    assert good.code == 0
    assert good.lines[0].startswith(f"ok       {running.address} answers encrypted (TLS), ")
    assert (wrong.code, clear.code) == (3, 3)
    assert "--ca names the authority to believe" in wrong.out


def test_another_version_is_noted() -> None:
    info = GetServerInfoResponse(server_version="9.0.0")
    with newer({"CatalogService/GetServerInfo": info}) as address:
        ended = typed("doctor", server=address)
    assert ended.code == 0
    assert "note     The server is version 9.0.0, this client " in ended.out
    assert "pip install 'gemwright-client==9.0.0'" in ended.out


def test_clear_text_is_noted_where_it_leaves_the_machine() -> None:
    def topics(text: str) -> list[str]:
        (address,) = addresses_of(text)
        found = address_findings(address, GetServerInfoResponse(), words_of("en"))
        return [finding.topic for finding in found]

    assert topics("192.0.2.1:7373") == ["version", "encryption"]
    assert topics("example.org") == ["version", "encryption"]
    for near in ("127.0.0.1", "[::1]", "localhost", "https://example.org"):
        assert topics(near) == ["version"]


def test_clocks_that_disagree_are_noted(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examining, "CLOCK_TOLERANCE", timedelta(seconds=-1))
    ended = typed("doctor", "--token", "dev:ann", server=server)
    assert ended.code == 0
    note = "note     The clocks of this machine and of the server are 0 s apart."
    assert note in ended.lines


def test_it_speaks_the_language_of_the_user(server: str) -> None:
    ended = typed("doctor", "--lang", "fr", server=server)
    assert f" {server} répond " in ended.lines[0]
