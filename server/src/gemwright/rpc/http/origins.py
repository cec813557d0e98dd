"""Which pages may call: those of this server, and those of the origins that were named.

Calls of other pages are not refused here: without a permission, the browser keeps the answer from
the page. Development mode believes every caller, so it does refuse: calls of other pages reach it
with their origin.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from connectrpc.request import Headers

Fields = list[tuple[bytes, bytes]]

_AUTHORIZATION: Final = "authorization"
_ORIGIN: Final = "origin"
_THIS_MACHINE: Final = re.compile(
    r"(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE
)
_PAGE: Final = re.compile(r"https?://([^/?#@\s]+)", re.IGNORECASE)
"""The origin of a page that came over HTTP."""
_MAY_SEND: Final = (
    "authorization, content-type, connect-protocol-version, connect-timeout-ms, "
    "grpc-timeout, x-grpc-web, x-user-agent"
)
_MAY_READ: Final = "grpc-status, grpc-message, grpc-status-details-bin"
_REMEMBER_S: Final = "7200"


class Origins:
    """Judges where a call comes from by its Origin and Host."""

    def __init__(self, named: Sequence[str], *, is_development: bool) -> None:
        self._named = frozenset(named)
        self._is_development = is_development

    def metadata(self, headers: Headers) -> list[tuple[str, str | bytes]]:
        """The credentials of a call, and the origin of a page that may not call."""
        found: list[tuple[str, str | bytes]] = []
        found += [(key, value) for key, value in headers.allitems() if key == _AUTHORIZATION]
        origin, host = headers.get(_ORIGIN), headers.get("host", "")
        if origin in self._named:
            return found
        # A foreign DNS name that points here makes a foreign page look like ours.
        if self._is_development and not _THIS_MACHINE.fullmatch(host):
            return [*found, (_ORIGIN, origin or host)]
        if origin is not None and _place_of(origin) != host:
            found.append((_ORIGIN, origin))
        return found

    def permission(self, origin: str | None, *, is_asked: bool = False) -> Fields:
        """The fields that tell a browser that a page of a named origin may read the answer."""
        if origin is None or origin not in self._named:
            return [(b"vary", b"Origin")] if self._named else []
        fields = {
            "access-control-allow-origin": origin,
            "access-control-expose-headers": _MAY_READ,
            "vary": "Origin",
        }
        if is_asked:
            fields["access-control-allow-methods"] = "POST"
            fields["access-control-allow-headers"] = _MAY_SEND
            fields["access-control-max-age"] = _REMEMBER_S
        return encoded(fields.items())


def encoded(fields: Iterable[tuple[str, str]]) -> Fields:
    """Header fields as ASGI has them."""
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields]


def _place_of(origin: str) -> str | None:
    """Host and port of a page's origin, in the form of a Host field."""
    found = _PAGE.fullmatch(origin)
    return found[1] if found else None
