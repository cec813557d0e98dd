"""Who calls: read from the metadata of a call, the same way for every call.

Development mode believes what it is told, so no web page may drive it: browsers send an Origin with
what they are made to send, and such calls are refused.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Protocol

from gemwright.runtime.api import Caller
from gemwright.runtime.faults import CredentialsInvalid
from gemwright.runtime.ids import PRINCIPAL

DEVELOPMENT_OWNER: Final = "dev"
_AUTHORIZATION: Final = "authorization"
_ORIGIN: Final = "origin"
_BEARER: Final = re.compile(r"bearer +dev:(.*)", re.IGNORECASE | re.DOTALL)


class Identity(Protocol):
    """A way of knowing who calls."""

    def identify(self, metadata: Iterable[tuple[str, str | bytes]]) -> Caller:
        """The caller; raises `CredentialsInvalid`."""
        ...


class DevelopmentIdentity:
    """Believes `Bearer dev:<principal>`; whoever says nothing is a spectator."""

    def identify(self, metadata: Iterable[tuple[str, str | bytes]]) -> Caller:
        """The caller, who owns every match of development mode."""
        shown: str | bytes | None = None
        for key, value in metadata:
            if key == _ORIGIN:
                raise CredentialsInvalid("development mode answers no web page")
            if key == _AUTHORIZATION:
                if shown is not None:
                    raise CredentialsInvalid
                shown = value
        return _believed(shown)


@lru_cache(maxsize=4096)
def _believed(shown: str | bytes | None) -> Caller:
    """The caller that a credential names; the few callers of a server come again and again."""
    if shown is None:
        return Caller(owner=DEVELOPMENT_OWNER)
    found = _BEARER.fullmatch(shown) if isinstance(shown, str) else None
    if found is None or not PRINCIPAL.fullmatch(found[1]):
        raise CredentialsInvalid
    return Caller(principal=found[1], owner=DEVELOPMENT_OWNER)
