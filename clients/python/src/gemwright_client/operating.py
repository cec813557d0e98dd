"""What an operator calls: matches of every owner."""

from collections.abc import AsyncGenerator, Sequence

from gemwright_client.line import Line
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import Match, MatchState
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


class Operator:
    """Matches of all owners; what is done is noted in the server's log, with the note given."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def find(
        self,
        owner: str,
        *,
        state: MatchState = MatchState.MATCH_STATE_UNSPECIFIED,
        game: Game = Game.GAME_UNSPECIFIED,
        principal: str = "",
    ) -> AsyncGenerator[Match, None]:
        """The matches of an owner."""
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
        """Everything about a match, secrets included."""
        request = InspectMatchRequest(match=match, note=note)
        return await self._line.call("OperatorService/InspectMatch", request, InspectMatchResponse)

    async def end(self, match: str, *, note: str) -> Match:
        """End a match without an outcome."""
        request = EndMatchRequest(match=match, note=note)
        answer = await self._line.call("OperatorService/EndMatch", request, EndMatchResponse)
        return answer.match

    async def adjudicate(self, match: str, winners: Sequence[int], *, note: str) -> Match:
        """Decide a match; no winners mean a draw."""
        request = AdjudicateMatchRequest(match=match, winners=winners, note=note)
        answer = await self._line.call(
            "OperatorService/AdjudicateMatch", request, AdjudicateMatchResponse
        )
        return answer.match
