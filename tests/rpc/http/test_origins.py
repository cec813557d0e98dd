"""Which pages may call, and that no other page can drive a server that believes what it is told."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from gemwright.settings import Settings
from tests.auth.keyfiles import keyfile
from tests.rpc.http.served import Served
from tests.rpc.http.test_requests import GET, JSON, Answer, ask, asked

INFO: Final = "/gemwright.v1.CatalogService/GetServerInfo"
FRIEND: Final = "https://play.example"
STRANGER: Final = "https://elsewhere.example"
NAMED: Final = replace(Settings(), http_origins=(FRIEND,))


def call(service: Served, headers: Mapping[str, str]) -> Answer:
    """A call that everybody may make."""
    return ask(service, "POST", INFO, {**JSON, **headers}, b"{}")


def test_a_program_needs_no_origin(store_url: str) -> None:
    asked(store_url, lambda service: _is_answered(call(service, {})))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_a_page_of_the_servers_own_may_call(store_url: str, host: str) -> None:
    def test(service: Served) -> None:
        place = f"{host}:{service.http.port}"
        answer = call(service, {"host": place, "origin": f"http://{place}"})
        _is_answered(answer)
        assert "access-control-allow-origin" not in answer.headers

    asked(store_url, test)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": STRANGER},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://localhost:5173"},
        # A name of theirs that leads here: to a browser the page is of the same origin.
        {"origin": "http://elsewhere.example:7374", "host": "elsewhere.example:7374"},
        {"host": "elsewhere.example:7374"},
        {"host": "["},
        {"host": "elsewhere.example@localhost"},
        {"host": "localhost/elsewhere.example"},
        {"host": "localhost?"},
        {"host": "localhost:"},
        {"host": "localhost:x"},
        {"host": "localhost localhost"},
        {"origin": "elsewhere://localhost", "host": "localhost"},
        {"origin": "file://localhost", "host": "localhost"},
        {"origin": "http://ann@localhost", "host": "localhost"},
        {"origin": "http://localhost/", "host": "localhost"},
        {"origin": "//localhost", "host": "localhost"},
        {"origin": "localhost", "host": "localhost"},
        {"origin": "", "host": "localhost"},
    ],
)
def test_no_other_page_can_drive_development_mode(
    store_url: str, headers: Mapping[str, str]
) -> None:
    def test(service: Served) -> None:
        answer = call(service, headers)
        code, message = answer.error
        assert (answer.status, code) == (401, "unauthenticated")
        assert "--http-origins" in message
        assert "access-control-allow-origin" not in answer.headers

    asked(store_url, test)


def test_a_page_of_a_named_origin_may_call(store_url: str) -> None:
    def test(service: Served) -> None:
        answer = call(service, {"origin": FRIEND, "authorization": "Bearer dev:ann"})
        _is_answered(answer)
        assert answer.headers["access-control-allow-origin"] == FRIEND
        assert "grpc-status" in answer.headers["access-control-expose-headers"]
        assert "Origin" in answer.headers["vary"]

    asked(store_url, test, NAMED)


def test_an_error_can_be_read_by_a_page_of_a_named_origin(store_url: str) -> None:
    def test(service: Served) -> None:
        answer = ask(service, "POST", GET, {**JSON, "origin": FRIEND}, b"{}")
        assert answer.status == 400
        assert answer.headers["access-control-allow-origin"] == FRIEND

    asked(store_url, test, NAMED)


def test_a_browser_that_asks_before_it_calls_is_told_what_it_may_send(store_url: str) -> None:
    def test(service: Served) -> None:
        asks = {"access-control-request-method": "POST"}
        friend = ask(service, "OPTIONS", INFO, {**asks, "origin": FRIEND})
        assert friend.status == 204
        assert friend.headers["access-control-allow-origin"] == FRIEND
        assert friend.headers["access-control-allow-methods"] == "POST"
        for name in ("authorization", "connect-protocol-version", "x-grpc-web"):
            assert name in friend.headers["access-control-allow-headers"]
        stranger = ask(service, "OPTIONS", INFO, {**asks, "origin": STRANGER})
        assert not [name for name in stranger.headers if name.startswith("access-control")]

    asked(store_url, test, NAMED)


def test_with_keys_a_stranger_gets_an_answer_that_its_browser_keeps_from_it(
    store_url: str, tmp_path: Path
) -> None:
    settings = replace(NAMED, keys=keyfile(tmp_path).path)

    def test(service: Served) -> None:
        answer = call(service, {"origin": STRANGER})
        _is_answered(answer)
        assert "access-control-allow-origin" not in answer.headers

    asked(store_url, test, settings)


def _is_answered(answer: Answer) -> None:
    assert answer.status == 200, answer.body
