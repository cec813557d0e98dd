"""Checks keys, certificates and addresses before anything is started."""

import structlog

from gemwright.auth.certificates import read_certificates
from gemwright.auth.keyfile import read_keys
from gemwright.auth.keys import KeysRefused
from gemwright.settings import PROGRAM, Settings
from gemwright.start_error import StartError

log = structlog.stdlib.get_logger(__name__)


def refuse_strangers(settings: Settings) -> None:
    """Refuse to start if strangers could get in, or if no caller could be recognized."""
    try:
        if settings.keys is not None:
            read_keys(settings.keys)
        if settings.tls_cert and settings.tls_key:
            read_certificates(settings.tls_cert, settings.tls_key, settings.tls_client_ca)
    except KeysRefused as refused:
        raise StartError(str(refused)) from None
    strange = [
        one for one in (settings.listen, settings.http_address) if one and not one.is_loopback
    ]
    if not strange:
        return
    if settings.keys is None:
        raise StartError(
            f"listening on {strange[0]} needs keys, or anybody could play for everybody: "
            f"make them with {PROGRAM} keys new --keys FILE --owner NAME and start with "
            "--keys FILE, or listen on 127.0.0.1"
        )
    if settings.tls_cert is None:
        text = "keys and tokens travel readable: use --tls-cert, or TLS in front of the server"
        log.warning("tls_missing", text=text)
