"""The client: where a program begins that plays, watches or arranges matches."""

from collections.abc import AsyncGenerator, Sequence
from types import TracebackType
from typing import Final, Self

from gemwright_client.inbox import Inbox
from gemwright_client.match import Match
from gemwright_client.matchmaking import Matches, Tokens
from gemwright_client.network.address import DEFAULT_ADDRESS, Credential, Tls, Token, addresses_of
from gemwright_client.network.calls import Line
from gemwright_client.pb.catalog_service_pb2 import (
    GameInfo,
    GetServerInfoRequest,
    GetServerInfoResponse,
    ListCardsRequest,
    ListCardsResponse,
    ListGamesRequest,
    ListGamesResponse,
    ListScenariosRequest,
    ListScenariosResponse,
    Scenario,
)
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import Match as MatchMessage
from gemwright_client.pb.match_pb2 import MatchState
from gemwright_client.pb.operator_service_pb2 import (
    AdjudicateMatchRequest,
    AdjudicateMatchResponse,
    EndMatchRequest,
    EndMatchResponse,
    FindMatchesRequest,
    FindMatchesResponse,
    InspectMatchRequest,
    InspectMatchResponse,
)

PATIENCE: Final = 30.0


class Client:
    """The client of one service: a token, and connections to its servers.

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
        """For operators: matches of all owners."""

    def match(self, match: str, seat: int | None = None) -> Match:
        """Make a handle on a match, seen from the seat named or the first the caller holds."""
        return Match(self._line, match, seat)

    def show(self, token: str) -> None:
        """Send another token from now on, as after joining with a join token."""
        self._credential.show_instead(token)

    async def close(self) -> None:
        """Close all connections; calls and streams that are under way fail."""
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


class Catalogue:
    """What a server tells everybody."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def info(self) -> GetServerInfoResponse:
        """Get the server's version, its limits, and what it promises about data."""
        return await self._line.call(
            "CatalogService/GetServerInfo", GetServerInfoRequest(), GetServerInfoResponse
        )

    async def games(self) -> list[GameInfo]:
        """List the games, and the defaults of their options."""
        answer = await self._line.call(
            "CatalogService/ListGames", ListGamesRequest(), ListGamesResponse
        )
        return list(answer.games)

    async def cards(self, game: Game, language: str = "en") -> ListCardsResponse:
        """List every card of a game, with words in a language."""
        request = ListCardsRequest(game=game, language=language)
        return await self._line.call("CatalogService/ListCards", request, ListCardsResponse)

    async def scenarios(self, language: str = "en") -> list[Scenario]:
        """List the prepared positions; only a server in development mode has any."""
        request = ListScenariosRequest(language=language)
        answer = await self._line.call(
            "CatalogService/ListScenarios", request, ListScenariosResponse
        )
        return list(answer.scenarios)


class Operator:
    """Matches of all owners; the server logs what is done, with the note given."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def find(
        self,
        owner: str,
        *,
        state: MatchState = MatchState.MATCH_STATE_UNSPECIFIED,
        game: Game = Game.GAME_UNSPECIFIED,
        principal: str = "",
    ) -> AsyncGenerator[MatchMessage, None]:
        """List the matches of an owner."""
        request = FindMatchesRequest(
            owner=owner, page_size=500, state=state, game=game, principal=principal
        )
        while True:
            page = await self._line.call(
                "OperatorService/FindMatches", request, FindMatchesResponse
            )
            for match in page.matches:
                yield match
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def inspect(self, match: str, *, note: str) -> InspectMatchResponse:
        """Get everything about a match, secrets included."""
        request = InspectMatchRequest(match=match, note=note)
        return await self._line.call("OperatorService/InspectMatch", request, InspectMatchResponse)

    async def end(self, match: str, *, note: str) -> MatchMessage:
        """End a match without an outcome."""
        request = EndMatchRequest(match=match, note=note)
        answer = await self._line.call("OperatorService/EndMatch", request, EndMatchResponse)
        return answer.match

    async def adjudicate(self, match: str, winners: Sequence[int], *, note: str) -> MatchMessage:
        """Decide a match; no winners mean a draw."""
        request = AdjudicateMatchRequest(match=match, winners=winners, note=note)
        answer = await self._line.call(
            "OperatorService/AdjudicateMatch", request, AdjudicateMatchResponse
        )
        return answer.match
