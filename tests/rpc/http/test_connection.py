"""How long a connection may take to ask, and how many there may be."""

import asyncio
import http.client
import socket
import time
from collections.abc import AsyncGenerator
from contextlib import closing, suppress
from typing import Final

import pytest
from structlog.testing import capture_logs

from gemwright.rpc.calls import Call, Stream
from gemwright.rpc.http import connection
from tests.rpc.http.served import Served, served
from tests.rpc.http.test_origins import INFO
from tests.rpc.http.test_refusals import envelope
from tests.rpc.http.test_requests import JSON, WATCH, ask, asked, head
from tests.rpc.serving import MATCHES

SOON: Final = 0.3
PATIENCE: Final = 10.0
INBOX: Final = "/gemwright.v1.InboxService/WatchInbox"
STREAM: Final = "application/connect+json"
ANSWERED: Final = head(INFO, 2) + b"{}"


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests have little time."""
    monkeypatch.setattr(connection, "ARRIVE_S", SOON)


def opened(service: Served) -> socket.socket:
    """A connection of its own."""
    return socket.create_connection((service.http.host, service.http.port), PATIENCE)


def cut_after(line: socket.socket) -> float:
    """Wait until a connection is cut; after how many seconds."""
    begun = time.monotonic()
    with suppress(ConnectionError):
        while line.recv(4096):
            pass
    return time.monotonic() - begun


def trickle(line: socket.socket) -> None:
    """Send a body that takes for ever, though never long for a byte."""
    line.sendall(head(INFO, 1000))
    for _ in range(1000):
        line.sendall(b" ")
        time.sleep(SOON / 10)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST / HT",
        head(INFO, 100),
        head(INFO, 100) + b"{",
        head(WATCH, 100, STREAM) + envelope(0, 95, b"{"),
        head("/", 100) + b"{",
        head(INFO, 100, "text/plain") + b"{",
        ANSWERED + b"POST / HT",
        ANSWERED + head(INFO, 100) + b"{",
    ],
    ids=[
        "nothing",
        "half a head",
        "no body",
        "half a body",
        "half a message",
        "no call",
        "refused before its end",
        "half of a second",
        "half a second body",
    ],
)
def test_a_request_that_does_not_come_whole_in_time_is_cut(store_url: str, sent: bytes) -> None:
    def test(service: Served) -> None:
        with opened(service) as line:
            line.sendall(sent)
            assert SOON / 2 < cut_after(line) < PATIENCE

    asked(store_url, test)


def test_a_trickle_is_no_request(store_url: str) -> None:
    def test(service: Served) -> None:
        with opened(service) as line, pytest.raises(ConnectionError):
            trickle(line)

    asked(store_url, test)


def test_a_stream_outlives_it_however_slowly_it_is_read(store_url: str) -> None:
    def test(service: Served) -> None:
        with closing(http.client.HTTPConnection(service.http.host, service.http.port)) as line:
            headers = {"content-type": STREAM, "authorization": "Bearer dev:ann"}
            line.request("POST", INBOX, envelope(0, 2, b"{}"), headers)
            response = line.getresponse()
            begun = time.monotonic()
            while time.monotonic() < begun + 4 * SOON:
                assert response.read(1)
                time.sleep(SOON)

    asked(store_url, test)


def chunked(path: str, kind: str, body: bytes) -> bytes:
    """A request whose body comes in pieces, of which the last is none."""
    lines = (f"POST {path} HTTP/1.1", "host: localhost", f"content-type: {kind}")
    return "\r\n".join((*lines, "transfer-encoding: chunked", "", "")).encode() + body


@pytest.mark.parametrize("pause", [0.0, SOON / 3], ids=["at once", "after the answer"])
@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/plain"), (INFO, "application/grpc"), (INFO, "application/json")],
    ids=["page", "refused", "call"],
)
def test_what_is_no_http_ends_a_connection_without_an_alarm(
    store_url: str, caplog: pytest.LogCaptureFixture, path: str, kind: str, pause: float
) -> None:
    def test(service: Served) -> None:
        with opened(service) as line:
            if pause:
                line.sendall(chunked(path, kind, b"2\r\n{}\r\n"))
                time.sleep(pause)
                line.sendall(b"no length\r\n")
            else:
                line.sendall(chunked(path, kind, b"2\r\n{}\r\nno length\r\n"))
            assert cut_after(line) < PATIENCE

    asked(store_url, test)
    assert [one.levelname for one in caplog.records] == ["WARNING"], caplog.text


@pytest.mark.parametrize("other", ["websocket", "h2c"])
def test_who_offers_another_protocol_is_answered_in_this_one(
    store_url: str, caplog: pytest.LogCaptureFixture, other: str
) -> None:
    def test(service: Served) -> None:
        headers = {**JSON, "connection": "Upgrade", "upgrade": other}
        assert ask(service, "POST", INFO, headers, b"{}").status == 200

    asked(store_url, test)
    assert not caplog.records


def test_a_connection_that_has_asked_may_rest_for_longer(store_url: str) -> None:
    def test(service: Served) -> None:
        with closing(http.client.HTTPConnection(service.http.host, service.http.port)) as line:
            for _ in range(2):
                line.request("POST", INFO, b"{}", JSON)
                answer = line.getresponse()
                assert (answer.status, answer.getheader("connection")) == (200, None)
                answer.read()
                kept = line.sock
                time.sleep(2 * SOON)
                assert line.sock is kept

    asked(store_url, test)


def test_there_are_only_so_many(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "most_connections", lambda: 2)
    monkeypatch.setattr(connection, "ARRIVE_S", PATIENCE)

    def test(service: Served) -> None:
        with opened(service) as first, opened(service):
            with opened(service) as third:
                assert cut_after(third) < PATIENCE / 2
            first.sendall(ANSWERED)
            assert first.recv(4096).startswith(b"HTTP/1.1 200 ")

    assert "connection_refused" in asked(store_url, test)


def test_a_reader_that_has_stopped_is_cut_when_the_grace_is_over(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def endless(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        while True:
            yield bytes(65_536)
            await asyncio.sleep(0)

    async def test() -> None:
        others = {MATCHES: {"WatchMatch": Stream(endless)}}
        async with served(store_url, others=others) as service:
            reader, writer = await asyncio.open_connection(service.http.host, service.http.port)
            writer.write(head(WATCH, 5, "application/connect+proto") + envelope(0, 0))
            assert await reader.read(1)
            begun = time.monotonic()
        assert time.monotonic() - begun < PATIENCE
        writer.transport.abort()

    with capture_logs() as lines:
        asyncio.run(test())
    assert [line["code"] for line in lines if line["event"] == "call_ended"] == ["CANCELLED"]
    assert not caplog.records
