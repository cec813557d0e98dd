"""The page of development mode: what is served of it, and to whom."""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from gemwright.settings import Settings
from tests.auth.keyfiles import keyfile
from tests.rpc.http.served import Served
from tests.rpc.http.test_requests import ask, asked


def test_the_page_is_served_at_the_top(store_url: str) -> None:
    def test(service: Served) -> None:
        page = ask(service, "GET", "/")
        assert page.status == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert b"<!doctype html>" in page.body.lower()
        assert page.body == ask(service, "GET", "/index.html").body
        head = ask(service, "HEAD", "/")
        assert (head.body, head.headers["content-length"]) == (b"", str(len(page.body)))

    asked(store_url, test)


def test_no_other_page_can_be_put_around_it(store_url: str) -> None:
    def test(service: Served) -> None:
        policy = ask(service, "GET", "/").headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy

    asked(store_url, test)


def test_it_comes_packed_to_those_who_can_unpack_it(store_url: str) -> None:
    def test(service: Served) -> None:
        packed = ask(service, "GET", "/", {"accept-encoding": "gzip, br"})
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == ask(service, "GET", "/").body

    asked(store_url, test)


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
        ("br, *;q=0", False),
        ("identity", False),
        ("identity, gzip;q=0.5", False),
        ("notgzip", False),
        ("gzip;q=much", False),
        ("GZIP;Q=0.1", True),
        ("*", True),
        ("identity;q=0.5, gzip", True),
        ("identity;q=0, *;q=0.1", True),
    ],
)
def test_a_weight_of_nought_refuses(store_url: str, accepted: str, *, is_packed: bool) -> None:
    def test(service: Served) -> None:
        headers = ask(service, "GET", "/", {"accept-encoding": accepted}).headers
        assert ("content-encoding" in headers) == is_packed

    asked(store_url, test)


def test_what_a_browser_has_is_not_sent_again(store_url: str) -> None:
    def test(service: Served) -> None:
        tag = ask(service, "GET", "/").headers["etag"]
        again = ask(service, "GET", "/", {"if-none-match": tag})
        assert (again.status, again.body) == (304, b"")
        assert "content-length" not in again.headers, "it would be that of the page"

    asked(store_url, test)


def test_with_keys_there_is_no_page(store_url: str, tmp_path: Path) -> None:
    def test(service: Served) -> None:
        answer = ask(service, "GET", "/")
        assert answer.status == 404
        assert b"/gemwright.v1." in answer.body

    asked(store_url, test, replace(Settings(), keys=keyfile(tmp_path).path))
