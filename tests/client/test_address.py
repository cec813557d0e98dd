"""Addresses as people write them, and what is said of texts that are none."""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemwright_client import Client, SyncClient, Tls
from gemwright_client.errors import AddressUnusable, GemwrightError
from gemwright_client.network.address import DEFAULT_ADDRESS, Address, addresses_of, channel_to

NAMES: Final = st.from_regex(r"[a-z0-9]([a-z0-9.-]{0,20}[a-z0-9])?", fullmatch=True)
IPV6: Final = st.ip_addresses(v=6).map(str)
PORTS: Final = st.integers(1, 65_535)
SCHEMES: Final = st.sampled_from(["", "http://", "https://"])
SPACES: Final = st.sampled_from(["", " ", "\t", "  "])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("127.0.0.1:7373", Address("127.0.0.1", 7373, is_secure=False)),
        ("localhost", Address("localhost", 7373, is_secure=False)),
        ("games.example.org", Address("games.example.org", 7373, is_secure=False)),
        ("my_server:1", Address("my_server", 1, is_secure=False)),
        ("http://localhost/", Address("localhost", 7373, is_secure=False)),
        ("https://games.example.org", Address("games.example.org", 443, is_secure=True)),
        ("https://games.example.org:7373/", Address("games.example.org", 7373, is_secure=True)),
        ("[::1]:7373", Address("::1", 7373, is_secure=False)),
        ("[::1]", Address("::1", 7373, is_secure=False)),
        ("https://[2001:db8::1]", Address("2001:db8::1", 443, is_secure=True)),
        ("[fe80::1%eth0]:5", Address("fe80::1%eth0", 5, is_secure=False)),
    ],
)
def test_an_address_is_read(text: str, found: Address) -> None:
    assert addresses_of(text) == (found,)


def test_the_default_is_an_address() -> None:
    assert addresses_of(DEFAULT_ADDRESS) == (Address("127.0.0.1", 7373, is_secure=False),)


def test_certificates_make_an_address_secure_that_does_not_say() -> None:
    found = addresses_of("a,http://b,https://c", is_secure=True)
    assert [(one.host, one.port, one.is_secure) for one in found] == [
        ("a", 443, True),
        ("b", 7373, False),
        ("c", 443, True),
    ]


@given(st.lists(st.tuples(SCHEMES, st.one_of(NAMES, IPV6), PORTS, SPACES), min_size=1, max_size=4))
def test_any_list_of_servers_is_read_in_its_order(
    servers: list[tuple[str, str, int, str]],
) -> None:
    written = []
    for scheme, host, port, space in servers:
        place = f"[{host}]" if ":" in host else host
        written.append(f"{space}{scheme}{place}:{port}{space}")
    found = addresses_of(",".join(written))
    assert [(one.host, one.port) for one in found] == [(one[1], one[2]) for one in servers]
    assert [one.is_secure for one in found] == [one[0] == "https://" for one in servers]


@given(st.one_of(NAMES, IPV6), PORTS)
def test_the_text_of_an_address_is_an_address(host: str, port: int) -> None:
    address = Address(host, port, is_secure=False)
    assert addresses_of(str(address)) == (address,)


JUNK: Final = (
    "",
    " ",
    ",",
    "a,",
    ",a",
    ":7373",
    "a:0",
    "a:65536",
    "a:-1",
    "a:port",
    "a:7373:1",
    "a:٣",
    "a:" + "9" * 5000,
    "a b",
    "a/b",
    "a?b",
    "a\nb",
    "a\x00b",
    "ä.example.org",
    "::1",
    "fe80::1",
    "[::1",
    "::1]",
    "[]",
    "[]:1",
    "[a]",
    "[::1]a",
    "[::1]7373",
    "ftp://a",
    "HTTP//a",
    "://a",
    "http://",
    "http://http://a",
    "unix:/tmp/a",
    "dns:///a",
)


@pytest.mark.parametrize("text", JUNK)
def test_what_is_no_address_is_said_to_be_none(text: str) -> None:
    with pytest.raises(AddressUnusable) as caught:
        addresses_of(text)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, GemwrightError)
    assert "\n" not in str(caught.value)


@given(st.text())
def test_no_text_does_anything_else(text: str) -> None:
    try:
        found = addresses_of(text)
    except AddressUnusable:
        return
    assert all(one.host and 0 < one.port <= 65_535 for one in found)


@given(st.text(alphabet="a1:[].,/ @?%-h"))
def test_what_looks_like_an_address_is_one_or_none(text: str) -> None:
    try:
        found = addresses_of(text)
    except AddressUnusable:
        return
    assert addresses_of(",".join(map(str, found))) == tuple(
        Address(one.host, one.port, is_secure=False) for one in found
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("ftp://a", "http:// or https://"),
        ("a:port", "'port' is no port"),
        ("fe80::1", "in brackets"),
        ("a b", "such as 127.0.0.1:7373"),
    ],
)
def test_it_is_said_what_is_wrong(text: str, hint: str) -> None:
    with pytest.raises(AddressUnusable) as caught:
        addresses_of(text)
    assert hint in str(caught.value)
    assert text in str(caught.value)


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(AddressUnusable) as caught:
        addresses_of("https://ann:hush@games.example.org")
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("kind", [Client, SyncClient])
def test_a_client_is_not_made_without_an_address(kind: type) -> None:
    with pytest.raises(AddressUnusable):
        kind("no address")


def test_certificates_that_are_not_there_are_named(tmp_path: Path) -> None:
    (address,) = addresses_of("https://localhost")
    with pytest.raises(AddressUnusable, match=r"nowhere\.pem"):
        channel_to(address, Tls(ca=tmp_path / "nowhere.pem"))
