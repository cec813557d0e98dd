"""Where servers are, and who calls: addresses, TLS and its files, credentials.

Files of certificates are checked before gRPC has them. gRPC itself ends the process where such a
file is empty, and reports other faults as a server that does not answer; and instead of an empty
file of authorities it believes those of the system.
"""

import asyncio
import inspect
import re
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv6Address
from pathlib import Path
from typing import Final, TypeAlias

import grpc
import grpc.aio

from gemwright_client.errors import AddressUnusable

DEFAULT_ADDRESS: Final = "127.0.0.1:7373"
_PORT: Final = 7373
_SECURE_PORT: Final = 443
_MOST_PORT: Final = 65_535
_MOST_DIGITS: Final = 5
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+", re.ASCII)
Token: TypeAlias = str | Callable[[], str | Awaitable[str]] | None
"""A token; or a function that gives one, called at first and whenever one has expired."""
# A server allows a ping every 5 s. A phone in a lift must notice that its connection is dead, and
# must not wait minutes before it tries again.
_OPTIONS: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 5_000),
    ("grpc.max_receive_message_length", -1),
    ("grpc.enable_retries", 0),  # this library repeats calls itself, with the same request id
)
_MOST_BYTES: Final = 10_000_000
"""The rest of a file is not read, because it may have no end."""
_BEGINNING: Final = b"-----BEGIN "


@dataclass(frozen=True, slots=True)
class Tls:
    """The certificates of a connection, where the system's own roots are not enough."""

    ca: Path | None = None
    """The authorities to trust instead of the system's; PEM."""
    certificate: Path | None = None
    """The client's own certificate, for mutual TLS; PEM."""
    key: Path | None = None
    """Its key; PEM."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of one server."""

    host: str
    port: int
    is_secure: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def addresses_of(text: str, *, is_secure: bool = False) -> tuple[Address, ...]:
    """Read one or several addresses, as in `host:port,https://host`; raises `AddressUnusable`."""
    return tuple(_address(part.strip(), is_secure=is_secure) for part in text.split(","))


def _address(text: str, *, is_secure: bool) -> Address:
    if "@" in text:  # which is not repeated, for it may be a password
        raise AddressUnusable("an address has no user in it; show a token instead")
    scheme, found, rest = text.rpartition("://")
    if found and scheme not in ("http", "https"):
        raise AddressUnusable(f"{text!r}: http:// or https:// is expected, or neither")
    is_secure = scheme == "https" or (is_secure and scheme != "http")
    default = _SECURE_PORT if is_secure else _PORT
    rest = rest.removesuffix("/")
    if rest.startswith("["):
        host, bracket, after = rest[1:].partition("]")
        is_good = bool(bracket) and after[:1] in ("", ":") and _is_ipv6(host)
        port = after[1:]
    else:
        host, _, port = rest.partition(":")
        is_good = _NAME.fullmatch(host) is not None
    if not is_good:
        raise AddressUnusable(f"{text!r} is no address such as 127.0.0.1:7373")
    return Address(host, _port(text, port) if port else default, is_secure)


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return text.isascii() and text.isprintable()


def _port(text: str, port: str) -> int:
    if ":" in port:
        raise AddressUnusable(f"{text!r}: an IPv6 address stands in brackets, [::1]:7373")
    is_number = port.isascii() and port.isdecimal() and len(port) <= _MOST_DIGITS
    if not is_number or not 0 < int(port) <= _MOST_PORT:
        raise AddressUnusable(f"{text!r}: {port!r} is no port")
    return int(port)


def channel_to(address: Address, tls: Tls | None) -> grpc.aio.Channel:
    """Make a channel, which connects when it is first used."""
    if not address.is_secure:
        return grpc.aio.insecure_channel(str(address), options=_OPTIONS)
    known = credentials(tls.ca, tls.certificate, tls.key) if tls else grpc.ssl_channel_credentials()
    return grpc.aio.secure_channel(str(address), known, options=_OPTIONS)


class Credential:
    """The token that a client sends, and how it gets another one."""

    def __init__(self, token: Token) -> None:
        self._source = token
        self._now = token.strip() if isinstance(token, str) else None
        self._asking: asyncio.Task[None] | None = None

    def show_instead(self, token: str) -> None:
        """Send another token from now on."""
        self._source, self._now = token, token.strip()

    async def current(self) -> str | None:
        """Return the token to send; None for none."""
        if self._now is None and self._source is not None:
            await self.renew(None)
        return self._now

    async def renew(self, expired: str | None) -> bool:
        """Get another token in place of an expired one; tell whether there is one now."""
        if self._now == expired and callable(self._source):
            if self._asking is None:  # of many calls that notice at once, only one asks
                self._asking = asyncio.create_task(self._ask(self._source))
            await asyncio.shield(self._asking)
        return self._now != expired

    async def _ask(self, source: Callable[[], str | Awaitable[str]]) -> None:
        try:
            given = source()
            token: object = await given if inspect.isawaitable(given) else given
            if not isinstance(token, str):  # which is not repeated, for it may be a token
                raise TypeError(f"what gives a token gave no text but {type(token).__name__}")
            if self._source is source:  # no other token was shown meanwhile
                self._now = token.strip()
        finally:
            self._asking = None


def credentials(
    ca: Path | None, certificate: Path | None, key: Path | None
) -> grpc.ChannelCredentials:
    """Make gRPC's credentials of these files; raises `AddressUnusable`."""
    roots, private, own = (_content(path) if path else None for path in (ca, key, certificate))
    if roots is not None:
        _check_authorities(ca, roots)
    if (
        certificate and key and certificate.is_file() and key.is_file()
    ):  # not pipes, which can be read only once
        _check_pair(certificate, key)
    return grpc.ssl_channel_credentials(roots, private, own)


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
    except OSError as error:
        raise AddressUnusable(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise AddressUnusable(f"{path}: {error}") from None
    if _BEGINNING not in content:
        raise AddressUnusable(f"{path}: this is no PEM file")
    return content


def _check_authorities(path: Path | None, content: bytes) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(
            cadata=content.decode("ascii", errors="replace")
        )
    except (ssl.SSLError, ValueError):
        raise AddressUnusable(f"{path}: there is no certificate in it") from None


def _check_pair(certificate: Path, key: Path) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(certificate, key, password="")
    except (ssl.SSLError, ValueError):
        raise AddressUnusable(
            f"{certificate} and {key} are not a certificate and its key, not encrypted"
        ) from None
