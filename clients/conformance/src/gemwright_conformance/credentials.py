"""The suite's own credentials, which are valid until a case lets them expire."""

from typing import Final

from gemwright.matches.api import Caller
from gemwright.matches.faults import CredentialsInvalid, CredentialsMissing, TokenExpired
from gemwright.rpc.auth import Metadata, PlayerToken

OWNER: Final = "conformance"
_BEARER: Final = "bearer "


class Credentials:
    """An `Identity` that accepts the newest token of each principal."""

    def __init__(self) -> None:
        self._principals: dict[str, str] = {}
        """The principal of every token that was ever given."""
        self._newest: dict[str, str] = {}

    @property
    def generation(self) -> int:
        """A number that changes whenever a token expires."""
        return len(self._principals)

    def give(self, principal: str) -> str:
        """A new token for a principal; the one before expires."""
        token = f"conformance-{principal}-{len(self._principals)}"
        self._principals[token] = principal
        self._newest[principal] = token
        return token

    def identify(self, metadata: Metadata) -> Caller:
        """The caller by its token."""
        shown = next((value for key, value in metadata if key == "authorization"), None)
        if shown is None:
            return Caller()
        token = str(shown)[len(_BEARER) :]
        if str(shown)[: len(_BEARER)].lower() != _BEARER or token not in self._principals:
            raise CredentialsInvalid
        principal = self._principals[token]
        if self._newest[principal] != token:
            raise TokenExpired
        return Caller(principal, OWNER)

    def mint(self, owner: str, principal: str, ttl: float | None = None) -> PlayerToken:
        """Never called in a conformance run, because the suite gives every token."""
        raise CredentialsMissing
