"""What is no call of ours over HTTP: a clear answer each time, nothing in the log of errors."""

import asyncio
import gzip
import http.client
import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Final

import pytest
from structlog.testing import capture_logs

from gemwright.pb import matchmaker_service_pb2 as made
from gemwright.rpc.http.codecs import (
    MOST_VALUES,
    NO_JSON,
    TOO_MANY_VALUES,
    WRONG_VALUE,
    JsonCodec,
)
from gemwright.settings import Settings
from tests.rpc.http.served import Served, served

GET: Final = "/gemwright.v1.MatchService/GetMatch"
WATCH: Final = "/gemwright.v1.MatchService/WatchMatch"
SUBMIT: Final = "/gemwright.v1.MatchService/SubmitAction"
JSON: Final = {"content-type": "application/json"}
GZIP: Final = {**JSON, "content-encoding": "gzip"}
BINARY: Final = {"content-type": "application/proto"}
SHORT: Final = replace(Settings(), max_message_bytes=1000)


class Answer:
    """What came back."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def error(self) -> tuple[str, str]:
        """Code and message of an error of Connect's."""
        found = json.loads(self.body)
        return found["code"], found["message"]


def ask(
    service: Served,
    method: str,
    path: str,
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
) -> Answer:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection(service.http.host, service.http.port, timeout=10)
    try:
        connection.request(method, path, body, dict(headers or {}))
        return Answer(connection.getresponse())
    finally:
        connection.close()


def head(path: str, length: int, kind: str = "application/json") -> bytes:
    """The head of a call whose body has that length."""
    lines = (f"POST {path} HTTP/1.1", "host: localhost", f"content-type: {kind}")
    return "\r\n".join((*lines, f"content-length: {length}", "", "")).encode()


def asked(
    store_url: str, test: Callable[[Served], None], settings: Settings | None = None
) -> list[str]:
    """Run requests against a service; what its log says of calls and connections."""

    async def run() -> None:
        async with served(store_url, settings) as service:
            await asyncio.to_thread(test, service)

    with capture_logs() as lines:
        asyncio.run(run())
    return [line["event"] for line in lines if line["event"].startswith(("call", "connection"))]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"{", NO_JSON),
        (b'"x"', NO_JSON),
        (b"\xff", NO_JSON),
        (b"[" * 100_000, NO_JSON),
        (b'{"action":' * (MOST_VALUES // 2), NO_JSON),
        (b'{"zones": [' + b"{}," * MOST_VALUES + b"{}]}", TOO_MANY_VALUES),
        (b'{"zones": [' + b"0," * MOST_VALUES + b"0]}", TOO_MANY_VALUES),
        (b'{"match": "a", "match": "b"}', NO_JSON),
        (b'{"seat": "first"}', f"seat: {WRONG_VALUE}"),
        (b'{"seat": 1.5}', f"seat: {WRONG_VALUE}"),
        (b'{"seat": "at SubmitActionRequest.match"}', f"seat: {WRONG_VALUE}"),
        (
            b'{"action": {"duel": {"takeTokens": {"cells": [3, true]}}}}',
            f"action.duel.takeTokens.cells[1]: {WRONG_VALUE}",
        ),
        (b'{"action": {"duel": 3}}', f"action.duel: {WRONG_VALUE}"),
    ],
    ids=[
        "cut",
        "no object",
        "no text",
        "lists",
        "deep",
        "messages",
        "numbers",
        "twice",
        "no number",
        "a fraction",
        "another place",
        "in a list",
        "no message",
    ],
)
def test_json_that_is_no_request_is_refused_with_the_field(
    store_url: str, body: bytes, complaint: str
) -> None:
    def test(service: Served) -> None:
        answer = ask(service, "POST", SUBMIT, JSON, body)
        assert answer.status == 400
        code, message = answer.error
        assert code == "invalid_argument"
        assert message == f"{complaint} [INVALID_FIELD]"

    assert asked(store_url, test) == ["call_ended"]


def test_the_longest_batch_has_fewer_values_than_json_may() -> None:
    one = {
        "requestId": "0b9bb2a6-3f05-4d5e-8d2f-1f6f0a3f9d21",
        "game": "GAME_SPLENDOR",
        "options": {"splendor": {}},
        "seats": [{"principal": "ann", "mustJoin": True}, {"open": {}}, {"open": {}}, {"open": {}}],
        "spectators": {"allowed": True, "delay": "60s"},
        "joinTimeout": "300s",
        "timeControl": {"bank": {"initial": "600s", "increment": "5s"}},
    }
    batch = json.dumps({"requests": [one] * 500}).encode()
    read = JsonCodec().decode(batch, made.BatchCreateMatchesRequest).content()
    assert len(made.BatchCreateMatchesRequest.FromString(read).requests) == 500


PACKED: Final = gzip.compress(b'{"match": "aaaaaaaaaaaaaaaaaaaaaaaa"}')


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (PACKED, "not_found"),
        (b"", "invalid_argument"),
        (PACKED[:-1], "invalid_argument"),
        # Each of many would be a copy of all that is left, and nobody answered for seconds.
        (gzip.compress(b"") + PACKED, "invalid_argument"),
        (gzip.compress(b" " * 1_000_000), "resource_exhausted"),
    ],
    ids=["whole", "nothing", "cut", "several", "a bomb"],
)
def test_a_request_may_be_packed_once(store_url: str, body: bytes, code: str) -> None:
    def test(service: Served) -> None:
        assert ask(service, "POST", GET, GZIP, body).error[0] == code

    assert asked(store_url, test, SHORT) == ["call_ended"]


def test_bytes_that_are_no_request_are_refused(store_url: str) -> None:
    def test(service: Served) -> None:
        answer = ask(service, "POST", GET, BINARY, b"\xff\xff")
        assert answer.error == (
            "invalid_argument",
            "these bytes are no GetMatchRequest [INVALID_FIELD]",
        )

    assert asked(store_url, test) == ["call_ended"]


def test_fields_of_a_newer_client_are_left_out(store_url: str) -> None:
    def test(service: Served) -> None:
        body = b'{"match": "aaaaaaaaaaaaaaaaaaaaaaaa", "mood": "good"}'
        assert ask(service, "POST", GET, JSON, body).error[0] == "not_found"

    asked(store_url, test)


def test_a_request_that_is_too_long_is_not_read(store_url: str) -> None:
    def test(service: Served) -> None:
        answer = ask(service, "POST", GET, JSON, b" " * 2000)
        assert answer.error == ("resource_exhausted", "message is larger than configured max 1000")

    assert asked(store_url, test, SHORT) == ["call_ended"]


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", GET, {}, 405),
        ("PUT", GET, JSON, 405),
        ("POST", "/gemwright.v1.MatchService/GetMatches", JSON, 404),
        ("POST", "/gemwright.v2.MatchService/GetMatch", JSON, 404),
        ("POST", GET, {"content-type": "text/plain"}, 415),
        ("POST", GET, {}, 415),
        ("POST", WATCH, JSON, 415),
        ("POST", GET, {"content-type": "application/grpc"}, 415),
        ("POST", GET, {**JSON, "authorization": "Bearer dev:\xe4"}, 415),
        ("POST", GET, {**JSON, "content-encoding": "zip"}, 501),
        ("POST", "/", {}, 405),
        ("GET", "/nothing.js", {}, 404),
        ("GET", "/../pyproject.toml", {}, 404),
        ("GET", "/__init__.py", {}, 404),
    ],
)
def test_what_is_no_call_is_told_so(
    store_url: str, method: str, path: str, headers: Mapping[str, str], status: int
) -> None:
    def test(service: Served) -> None:
        answer = ask(service, method, path, headers, b"{}")
        assert answer.status == status
        assert answer.body, "a number alone helps nobody"

    assert asked(store_url, test) == (["call_ended"] if path in (GET, WATCH) else [])


def test_an_answer_without_a_body_tells_no_length(store_url: str) -> None:
    def test(service: Served) -> None:
        answer = ask(service, "OPTIONS", GET)
        assert (answer.status, answer.headers.get("content-length")) == (204, None)

    asked(store_url, test)


@pytest.mark.parametrize(
    "sent",
    [
        (("content-type", "application/grpc"), ("content-type", "application/json")),
        (("origin", "http://localhost"), ("origin", "http://elsewhere"), *JSON.items()),
        (("x-one", "\xff"), ("x-one", "a"), *JSON.items()),
    ],
    ids=["kind", "origin", "no text"],
)
def test_what_two_readers_could_take_for_different_things_is_refused(
    store_url: str, sent: tuple[tuple[str, str], ...]
) -> None:
    def test(service: Served) -> None:
        with closing(http.client.HTTPConnection(service.http.host, service.http.port)) as line:
            line.putrequest("POST", GET)
            for name, value in (*sent, ("content-length", "2")):
                line.putheader(name, value.encode("latin-1"))
            line.endheaders(b"{}")
            assert line.getresponse().status == 415

    assert asked(store_url, test) == ["call_ended"]
