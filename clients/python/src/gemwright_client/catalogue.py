"""What anybody may ask a server: what it is, its games, their cards and words."""

from gemwright_client.line import Line
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


class Catalogue:
    """What a server tells everybody."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def info(self) -> GetServerInfoResponse:
        """Version, limits, and what is promised about data."""
        return await self._line.call(
            "CatalogService/GetServerInfo", GetServerInfoRequest(), GetServerInfoResponse
        )

    async def games(self) -> list[GameInfo]:
        """The games, and the defaults of their options."""
        answer = await self._line.call(
            "CatalogService/ListGames", ListGamesRequest(), ListGamesResponse
        )
        return list(answer.games)

    async def cards(self, game: Game, language: str = "en") -> ListCardsResponse:
        """Every card of a game, and its words in a language."""
        request = ListCardsRequest(game=game, language=language)
        return await self._line.call("CatalogService/ListCards", request, ListCardsResponse)

    async def scenarios(self, language: str = "en") -> list[Scenario]:
        """The prepared positions; only a server in development mode has any."""
        request = ListScenariosRequest(language=language)
        answer = await self._line.call(
            "CatalogService/ListScenarios", request, ListScenariosResponse
        )
        return list(answer.scenarios)
