"""The client: where a program begins that plays, watches or arranges matches."""

from types import TracebackType
from typing import Final, Self

from gemwright_client.address import DEFAULT_ADDRESS, Credential, Tls, Token, addresses_of
from gemwright_client.catalogue import Catalogue
from gemwright_client.inbox import Inbox
from gemwright_client.line import Line
from gemwright_client.match import Match
from gemwright_client.matchmaking import Matches, Tokens
from gemwright_client.operating import Operator

PATIENCE: Final = 30.0


class Client:
    """One caller on the line to the servers of one service.

    The address is `host:port`, or several with commas between, of which another is called where
    one does not answer; `https://` in front, or `tls`, encrypts. The token is the caller's API key
    or player token, or a function, plain or async, that gives one and is asked again when it has
    expired. A call is repeated for `patience` seconds before it fails.
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        token: Token = None,
        *,
        tls: Tls | None = None,
        patience: float = PATIENCE,
    ) -> None:
        addresses = addresses_of(address, is_secure=tls is not None)
        self._credential = Credential(token)
        self._line = Line(addresses, self._credential, tls, patience)
        self.matches: Final = Matches(self._line)
        """For a matchmaker: create, find, cancel, follow."""
        self.tokens: Final = Tokens(self._line)
        """For a matchmaker: credentials of players."""
        self.inbox: Final = Inbox(self._line)
        """All matches of the caller in one stream."""
        self.catalogue: Final = Catalogue(self._line)
        """What the server is, its games, cards and words."""
        self.operator: Final = Operator(self._line)
        """For who runs the server: matches of all owners."""

    def match(self, match: str, seat: int | None = None) -> Match:
        """A handle on a match, seen from a seat: the one named, or the first the caller holds."""
        return Match(self._line, match, seat)

    def show(self, token: str) -> None:
        """Show another token from now on, as after joining with a join token."""
        self._credential.show_instead(token)

    async def close(self) -> None:
        """Hang up; calls and streams that are under way fail."""
        await self._line.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
