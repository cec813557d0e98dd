"""TLS: reads a server's certificate, and who signs those of its clients, and checks them at once.

Python's own TLS checks them, because grpc reports only later that it cannot use them.
"""

import ssl
from dataclasses import dataclass, field
from pathlib import Path

from gemwright.auth.keys import KeysRefused


@dataclass(frozen=True, slots=True)
class Certificates:
    """The content of the files, in PEM."""

    chain: bytes
    key: bytes = field(repr=False)
    client_roots: bytes | None
    """Who signs the certificates of clients; None if clients need none."""


def read_certificates(chain: Path, key: Path, client_roots: Path | None) -> Certificates:
    """The certificates in these files; raises `KeysRefused`."""
    found = Certificates(
        _content(chain), _content(key), None if client_roots is None else _content(client_roots)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # A key with a password is refused: there may be nobody to type it.
        context.load_cert_chain(chain, key, password=lambda: "")
    except (ssl.SSLError, ValueError):
        raise KeysRefused(f"{chain}, {key}: no certificate and its private key, in PEM") from None
    if client_roots is not None:
        try:
            context.load_verify_locations(client_roots)
        except (ssl.SSLError, ValueError):
            raise KeysRefused(f"{client_roots}: no certificates in PEM") from None
    return found


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise KeysRefused(f"{path}: {(error.strerror or 'it cannot be read').lower()}") from None
