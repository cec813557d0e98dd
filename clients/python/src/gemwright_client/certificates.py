"""Files of certificates, checked before gRPC has them.

gRPC itself ends the process where such a file is empty, and calls others a server that does not
answer; and of an empty file of authorities it believes those of the system.
"""

import ssl
from pathlib import Path
from typing import Final

import grpc

from gemwright_client.errors import AddressUnusable

_MOST_BYTES: Final = 10_000_000
"""Whatever is behind them is not read, for there are files without an end."""
_BEGINNING: Final = b"-----BEGIN "


def credentials(
    ca: Path | None, certificate: Path | None, key: Path | None
) -> grpc.ChannelCredentials:
    """What gRPC takes for these files; raises `AddressUnusable`."""
    roots, private, own = (_content(path) if path else None for path in (ca, key, certificate))
    if roots is not None:
        _check_authorities(ca, roots)
    if certificate and key and certificate.is_file() and key.is_file():  # no pipes: read once only
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
