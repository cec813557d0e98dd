"""The door for browsers of a real process: where it is, how it ends, TLS, several workers."""

import http.client
import json
import re
import signal
import socket
import ssl
import struct
import time
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.app.certificates import authority, signed
from tests.app.process import PATIENCE, ServerProcess, refused, server
from tests.app.test_server import events
from tests.auth.keyfiles import keyfile
from tests.rpc.http.test_requests import head

INFO: Final = "/gemwright.v1.CatalogService/GetServerInfo"
INBOX: Final = "/gemwright.v1.InboxService/WatchInbox"
JSON: Final = {"content-type": "application/json"}
STREAM: Final = {"content-type": "application/connect+json", "authorization": "Bearer dev:ann"}
ANYWHERE: Final = ("--http", "127.0.0.1:0")


def place_of(running: ServerProcess) -> tuple[str, int]:
    """Where the server says that browsers find it."""
    found = re.search(r"^  (?:web|http) +https?://([^:/]+):(\d+)/?$", running.welcome, re.MULTILINE)
    assert found, running.welcome
    return found[1], int(found[2])


def asked(connection: http.client.HTTPConnection) -> dict[str, object]:
    """What a server says of itself."""
    connection.request("POST", INFO, b"{}", JSON)
    response = connection.getresponse()
    assert response.status == 200
    told: dict[str, object] = json.loads(response.read())
    return told


def opened(
    running: ServerProcess, trusting: ssl.SSLContext | None = None
) -> closing[http.client.HTTPConnection]:
    """A connection to a server, with TLS or without."""
    place = place_of(running)
    if trusting is None:
        return closing(http.client.HTTPConnection(*place, timeout=PATIENCE))
    return closing(http.client.HTTPSConnection(*place, context=trusting, timeout=PATIENCE))


def info(running: ServerProcess, trusting: ssl.SSLContext | None = None) -> dict[str, object]:
    """The same on a connection of its own."""
    with opened(running, trusting) as connection:
        return asked(connection)


def test_development_mode_serves_browsers_without_being_told(tmp_path: Path) -> None:
    with server(tmp_path, "--http", "auto") as running:
        assert info(running)["isDevelopmentMode"]


def test_with_keys_it_serves_them_only_if_told(tmp_path: Path) -> None:
    words = ("--keys", str(keyfile(tmp_path).path))
    with server(tmp_path, "--http", "auto", *words) as running:
        assert "http://" not in running.welcome.partition("Try:")[0]
    with server(tmp_path, *ANYWHERE, *words) as running:
        assert "isDevelopmentMode" not in info(running)


def test_the_welcome_promises_a_page_only_where_there_is_one(tmp_path: Path) -> None:
    keys = ("--keys", str(keyfile(tmp_path).path))
    for words, name, status in (((), "web", 200), (keys, "http", 404)):
        with server(tmp_path, *ANYWHERE, *words) as running, opened(running) as connection:
            assert re.search(rf"^  {name} +http://", running.welcome, re.MULTILINE)
            connection.request("GET", "/")
            assert connection.getresponse().status == status


def test_elsewhere_than_on_this_machine_it_needs_keys() -> None:
    code, said = refused("--listen", "127.0.0.1:0", "--http", "0.0.0.0:0")
    assert code == 1
    assert said.startswith("gemwright-server: listening on 0.0.0.0:0 needs keys")


def test_a_taken_address_is_told_with_the_option_that_chooses_another(tmp_path: Path) -> None:
    with server(tmp_path, *ANYWHERE) as running:
        host, port = place_of(running)
        code, said = refused("--listen", "127.0.0.1:0", "--http", f"{host}:{port}")
    assert code == 1
    assert said.endswith("address already in use; choose another with --http\n")


def test_a_signal_tells_streams_to_go_elsewhere_and_ends_them(tmp_path: Path) -> None:
    with server(tmp_path, *ANYWHERE) as running:
        with opened(running) as connection:
            connection.request("POST", INBOX, struct.pack(">BI", 0, 2) + b"{}", STREAM)
            response = connection.getresponse()
            messages = [_message(response)]
            running.process.send_signal(signal.SIGTERM)
            while messages[-1][0] == 0:
                messages.append(_message(response))
        assert "goingAway" in messages[-2][1]
        assert "error" not in messages[-1][1]
        assert running.process.wait(PATIENCE) == 0


def test_whoever_keeps_a_connection_does_not_keep_the_server(tmp_path: Path) -> None:
    words = (*ANYWHERE, "--grace", "60s")
    with server(tmp_path, *words) as running, opened(running) as connection:
        asked(connection)
        begun = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - begun < 20


@pytest.mark.parametrize(
    "sent",
    [b"", b"POST / HT", head(INFO, 100), head(INFO, 100) + b"{", head(INFO, 100, "text/plain")],
    ids=["nothing", "half a head", "no body", "half a body", "refused before its end"],
)
def test_a_request_that_has_not_come_whole_does_not_keep_the_server(
    tmp_path: Path, sent: bytes
) -> None:
    with (
        server(tmp_path, *ANYWHERE, "--grace", "60s") as running,
        socket.create_connection(place_of(running)) as line,
    ):
        line.sendall(sent)
        info(running)  # so that it has read what was sent before
        begun = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - begun < 20
        assert_no_mistake(running)


def assert_no_mistake(running: ServerProcess) -> None:
    """Nothing in the log that would wake somebody."""
    alarms = [one for one in events(running) if one["level"] in ("warning", "error", "critical")]
    assert not alarms, alarms


def _message(response: http.client.HTTPResponse) -> tuple[int, dict[str, object]]:
    """One message of a stream, and whether it is the last."""
    flags, length = struct.unpack(">BI", response.read(5))
    return flags, json.loads(response.read(length))


def test_tls_holds_for_browsers_too(tmp_path: Path) -> None:
    roots = authority(tmp_path, "roots")
    pair, client = signed(tmp_path, "server", roots), signed(tmp_path, "client", roots)
    words = ("--keys", str(keyfile(tmp_path).path), *ANYWHERE)
    own = ("--tls-cert", str(pair.cert), "--tls-key", str(pair.key))
    trusting = ssl.create_default_context(cafile=roots.cert)
    with server(tmp_path, *words, *own) as running:
        assert "  http     https://" in running.welcome
        assert info(running, trusting)
    with server(tmp_path, *words, *own, "--tls-client-ca", str(roots.cert)) as running:
        with pytest.raises((ssl.SSLError, ConnectionError)):
            info(running, trusting)
        trusting.load_cert_chain(client.cert, client.key)
        assert info(running, trusting)


def test_workers_share_the_port_for_browsers(tmp_path: Path) -> None:
    with server(tmp_path, *ANYWHERE, "--workers", "2") as running:
        for _ in range(20):
            assert info(running)["isDevelopmentMode"]
