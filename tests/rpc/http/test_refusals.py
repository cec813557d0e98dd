"""What is refused before anybody has read it is logged and counted, once, like any other call."""

import asyncio
import socket
import struct
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import pytest
from structlog.testing import capture_logs

from gemwright.settings import Settings
from tests.rpc.http.served import Served, served
from tests.rpc.http.test_requests import BINARY, GET, JSON, SHORT, WATCH, ask, asked, head
from tests.rpc.test_metering import Tally

STREAM: Final = {"content-type": "application/connect+json"}
WEB: Final = {"content-type": "application/grpc-web+proto"}


def envelope(flags: int, length: int, content: bytes = b"") -> bytes:
    """A message of a stream, with any length written on it."""
    return struct.pack(">BI", flags, length) + content


def refused(store_url: str, test: Callable[[Served], None]) -> list[tuple[str, ...]]:
    """Run a service for one request; what the log says of it, which is what the meter was told."""
    tally = Tally()

    async def run() -> None:
        async with served(store_url, SHORT, meter=tally) as service:
            await asyncio.to_thread(test, service)
            await asyncio.wait_for(tally.has_ended.wait(), 10)

    with capture_logs() as lines:
        asyncio.run(run())
    ended = [line for line in lines if "call" in line["event"]]
    assert [line["event"] for line in ended] == ["call_ended"]
    told: list[tuple[str, ...]] = [("ended", line["method"], line["code"]) for line in ended]
    assert told == tally.told
    return told


@pytest.mark.parametrize(
    ("path", "headers", "body", "code"),
    [
        (GET, JSON, b" " * 2000, "RESOURCE_EXHAUSTED"),
        (GET, WEB, envelope(0, 2000), "RESOURCE_EXHAUSTED"),
        (WATCH, STREAM, envelope(0, 2000), "RESOURCE_EXHAUSTED"),
        (WATCH, WEB, envelope(0, 2000), "RESOURCE_EXHAUSTED"),
        (WATCH, STREAM, envelope(0x80, 2, b"{}"), "INVALID_ARGUMENT"),
        (WATCH, STREAM, envelope(0, 2, b"{"), "INVALID_ARGUMENT"),
        (WATCH, STREAM, b"", "UNIMPLEMENTED"),
        (WATCH, STREAM, 2 * envelope(0, 2, b"{}"), "UNIMPLEMENTED"),
        (GET, {**JSON, "content-encoding": "zip"}, b"{}", "UNIMPLEMENTED"),
        (WATCH, {**STREAM, "connect-content-encoding": "zip"}, b"", "UNIMPLEMENTED"),
        (GET, {**JSON, "content-encoding": "gzip"}, b"{}", "INVALID_ARGUMENT"),
        (GET, {**JSON, "connect-timeout-ms": "soon"}, b"{}", "INVALID_ARGUMENT"),
        (GET, {**WEB, "grpc-timeout": "soon"}, b"", "INVALID_ARGUMENT"),
        (GET, {**JSON, "connect-protocol-version": "2"}, b"{}", "INVALID_ARGUMENT"),
        (GET, {"content-type": "application/xml"}, b"{}", "INVALID_ARGUMENT"),
        (GET, {"content-type": "application/grpc"}, b"", "INVALID_ARGUMENT"),
        (GET, JSON, b"{", "INVALID_ARGUMENT"),
        (GET, BINARY, b"\xff", "INVALID_ARGUMENT"),
    ],
)
def test_every_refusal_is_logged_and_counted_once(
    store_url: str, path: str, headers: Mapping[str, str], body: bytes, code: str
) -> None:
    def test(service: Served) -> None:
        ask(service, "POST", path, headers, body)

    assert refused(store_url, test) == [("ended", path[1:], code)]


def test_another_method_than_post_is_refused(store_url: str) -> None:
    def test(service: Served) -> None:
        assert ask(service, "GET", f"{GET}?encoding=json&message={{}}").status == 405

    assert refused(store_url, test) == [("ended", GET[1:], "INVALID_ARGUMENT")]


def test_who_leaves_before_all_is_said_has_left(store_url: str) -> None:
    def test(service: Served) -> None:
        with socket.create_connection((service.http.host, service.http.port)) as line:
            line.sendall(head(GET, 100) + b"{")

    assert refused(store_url, test) == [("ended", GET[1:], "CANCELLED")]


@pytest.mark.parametrize(
    ("path", "headers", "body"),
    [(GET, JSON, b"{"), (GET, BINARY, b"\xff"), (WATCH, STREAM, envelope(0, 1, b"{"))],
    ids=["JSON", "bytes", "stream"],
)
def test_what_cannot_be_read_counts_as_a_call(
    store_url: str, path: str, headers: Mapping[str, str], body: bytes
) -> None:
    def test(service: Served) -> None:
        answers = [ask(service, "POST", path, headers, body).body for _ in range(15)]
        assert b"INVALID_FIELD" in answers[0]
        assert b"LIMIT_EXCEEDED" in answers[-1]

    asked(store_url, test, replace(Settings(), max_calls=1))
