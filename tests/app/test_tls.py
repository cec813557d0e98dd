"""TLS and mutual TLS of the server process, and which settings of callers it refuses."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import grpc
import pytest

from gemwright.auth.admission import refuse_strangers
from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.settings import read_settings
from gemwright.start_error import StartError
from tests.app.certificates import Pair, authority, signed
from tests.app.process import PATIENCE, ServerProcess, refused, server
from tests.auth.keyfiles import Keyfile, bearer, keyfile
from tests.valkey import eventually

INFO = "/gemwright.v1.CatalogService/GetServerInfo"
BIN = Path(sys.executable).parent
LIST = "/gemwright.v1.MatchmakerService/ListMatches"


class Files(NamedTuple):
    """Everything that a server with TLS is given."""

    roots: Pair
    server: Pair
    client: Pair
    strange_roots: Pair
    strange_client: Pair
    keys: Keyfile

    @property
    def words(self) -> tuple[str, ...]:
        """Its command line."""
        pair = ("--tls-cert", str(self.server.cert), "--tls-key", str(self.server.key))
        return ("--keys", str(self.keys.path), *pair)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("certificates")
    roots, strange = authority(folder, "roots"), authority(folder, "strange-roots")
    return Files(
        roots,
        signed(folder, "server", roots),
        signed(folder, "client", roots),
        strange,
        signed(folder, "strange-client", strange),
        keyfile(folder),
    )


@pytest.fixture(scope="module")
def running(files: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that asks for no certificate."""
    with server(tmp_path_factory.mktemp("tls"), *files.words) as process:
        yield process


@pytest.fixture(scope="module")
def mutual(files: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that asks for one."""
    folder = tmp_path_factory.mktemp("mutual")
    with server(folder, *files.words, "--tls-client-ca", str(files.roots.cert)) as process:
        yield process


def channel(process: ServerProcess, roots: Pair | None, client: Pair | None = None) -> grpc.Channel:
    """A connection as a client makes it."""
    if roots is None:
        return grpc.insecure_channel(process.address)
    pair = (client.key.read_bytes(), client.cert.read_bytes()) if client else (None, None)
    credentials = grpc.ssl_channel_credentials(roots.cert.read_bytes(), *pair)
    return grpc.secure_channel(process.address, credentials)


def info(
    process: ServerProcess, roots: Pair | None, client: Pair | None = None
) -> catalog.GetServerInfoResponse:
    """What a server says of itself."""
    with channel(process, roots, client) as line:
        run: grpc.UnaryUnaryMultiCallable[bytes, catalog.GetServerInfoResponse]
        run = line.unary_unary(INFO, response_deserializer=catalog.GetServerInfoResponse.FromString)
        return run(b"", timeout=PATIENCE)


def test_who_trusts_the_certificate_is_answered(running: ServerProcess, files: Files) -> None:
    assert not info(running, files.roots).is_development_mode
    assert f"keys from {files.keys.path}, TLS\n" in running.welcome
    assert f"https://{running.address}/" in running.welcome
    assert "development" not in running.welcome


def test_what_it_says_to_try_works(
    running: ServerProcess, mutual: ServerProcess, files: Files
) -> None:
    own = f"--cert {files.client.cert} --key {files.client.key}"
    for process in (running, mutual):
        told = process.welcome.partition("Try:\n")[2]
        words = told.replace(".venv/bin", str(BIN)).replace("--cert FILE --key FILE", own)
        tried = subprocess.run(
            words, shell=True, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert "GAME_DUEL" in tried.stdout, tried.stderr


def test_who_trusts_another_or_speaks_openly_is_not(running: ServerProcess, files: Files) -> None:
    for roots in (files.strange_roots, None):
        with pytest.raises(grpc.RpcError) as failed:
            info(running, roots)
        assert failed.value.code() is grpc.StatusCode.UNAVAILABLE


def test_credentials_travel_inside(running: ServerProcess, files: Files) -> None:
    lobby = files.keys.api_key("lobby")
    with channel(running, files.roots) as line:
        run: grpc.UnaryUnaryMultiCallable[bytes, bytes] = line.unary_unary(LIST)

        def is_known() -> bool:
            try:
                return run(b"", metadata=bearer(lobby), timeout=PATIENCE) == b""
            except grpc.RpcError:
                return False

        eventually(is_known, "the server reads the new key")


def test_mutual_tls_lets_in_those_whose_certificate_is_signed(
    mutual: ServerProcess, files: Files
) -> None:
    assert info(mutual, files.roots, files.client).server_version
    assert "TLS with certificates of clients" in mutual.welcome
    for client in (None, files.strange_client):
        with pytest.raises(grpc.RpcError) as failed:
            info(mutual, files.roots, client)
        assert failed.value.code() is grpc.StatusCode.UNAVAILABLE


def test_an_address_others_can_reach_is_served_with_keys_and_warned_of_without_tls(
    files: Files, tmp_path: Path
) -> None:
    keys = ("--keys", str(files.keys.path))
    with server(tmp_path, "--listen", "0.0.0.0:0", *keys) as process:
        assert "tls_missing" in process.log.read_text(encoding="utf-8")
        assert f"keys from {files.keys.path}, no TLS\n" in process.welcome


def test_files_that_do_not_fit_are_refused(files: Files, tmp_path: Path) -> None:
    nonsense, locked = tmp_path / "nonsense.pem", tmp_path / "keys.json"
    nonsense.write_text("nothing")
    locked.write_bytes(files.keys.path.read_bytes())
    locked.chmod(0o644)
    cert, key = ("--tls-cert", str(files.server.cert)), ("--tls-key", str(files.server.key))
    for words, said in (
        ((*cert, "--tls-key", str(files.client.key)), "no certificate and its private key"),
        (("--tls-cert", str(nonsense), *key), "no certificate and its private key"),
        (("--tls-cert", "/nowhere.pem", *key), "/nowhere.pem: no such file"),
        ((*cert, *key, "--tls-client-ca", str(nonsense)), "no certificates in PEM"),
        (("--keys", "/nowhere.json"), "/nowhere.json: no such file"),
        (("--keys", str(nonsense)), "nonsense.pem: "),
        (("--keys", str(locked)), "chmod 600 it"),
    ):
        with pytest.raises(StartError) as told:
            refuse_strangers(read_settings(words, {}))
        assert said in str(told.value)
        assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tls-cert", "a"), "--tls-cert and --tls-key: each needs the other"),
        (("--tls-key", "a"), "--tls-cert and --tls-key: each needs the other"),
        (("--tls-client-ca", "a"), "--tls-client-ca: only with --tls-cert and --tls-key"),
        (("--player-token-ttl", "31d"), "--player-token-ttl: from 1s to 30d"),
        (("--player-token-ttl", "999ms"), "--player-token-ttl: from 1s to 30d"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        read_settings(words, {})
    assert capsys.readouterr().err == f"gemwright-server: {said}\n"


def test_a_server_that_is_refused_says_so_in_one_line_and_makes_nothing(tmp_path: Path) -> None:
    code, text = refused("--data", str(tmp_path / "data"), "--keys", "/nowhere.json")
    assert (code, text.count("\n")) == (1, 1)
    assert text.startswith("gemwright-server: /nowhere.json: no such file")
    assert not (tmp_path / "data").exists()
