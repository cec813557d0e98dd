"""What a matchmaker calls: matches, and tokens for their players."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from datetime import timedelta
from time import monotonic

import grpc

from gemwright_client.errors import CallError
from gemwright_client.match import new_request_id
from gemwright_client.network.calls import Line, Pause
from gemwright_client.network.streams import ResumedStream
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import Match, MatchState
from gemwright_client.pb.matchmaker_service_pb2 import (
    ActivityKind,
    BatchCreateMatchesRequest,
    BatchCreateMatchesResponse,
    CancelMatchRequest,
    CancelMatchResponse,
    CreateMatchRequest,
    CreateMatchResponse,
    CreateMatchResult,
    CreatePlayerTokenRequest,
    CreatePlayerTokenResponse,
    ListMatchesRequest,
    ListMatchesResponse,
    WatchActivityRequest,
    WatchActivityResponse,
)


class Matches:
    """The matches of an owner."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def create(self, request: CreateMatchRequest) -> CreateMatchResponse:
        """Create a match; a request without an id gets a new one."""
        return await self._line.call(
            "MatchmakerService/CreateMatch", _named(request), CreateMatchResponse
        )

    async def create_many(self, requests: Iterable[CreateMatchRequest]) -> list[CreateMatchResult]:
        """Create up to 500 matches independently; return a result for each, in their order.

        Those that failed because of the server's store are tried again, as a call would be.
        """
        named = [_named(request) for request in requests]
        pause, give_up = Pause(), monotonic() + self._line.patience
        asked = self._line.at
        results = await self._create_many(named)
        while again := [at for at, result in enumerate(results) if _is_unavailable(result)]:
            wait = pause.seconds()
            if monotonic() + wait > give_up:
                break
            self._line.go_on_from(asked)
            await self._line.rest(wait)
            asked = self._line.at
            try:
                found = await self._create_many([named[at] for at in again])
            except CallError:
                break  # the results of the others are known, and kept
            for at, result in zip(again, found, strict=False):
                results[at] = result
        return results

    async def _create_many(self, requests: list[CreateMatchRequest]) -> list[CreateMatchResult]:
        batch = BatchCreateMatchesRequest(requests=requests)
        answer = await self._line.call(
            "MatchmakerService/BatchCreateMatches", batch, BatchCreateMatchesResponse
        )
        return list(answer.results)

    async def find(
        self,
        *,
        state: MatchState = MatchState.MATCH_STATE_UNSPECIFIED,
        game: Game = Game.GAME_UNSPECIFIED,
        principal: str = "",
    ) -> AsyncGenerator[Match, None]:
        """List the matches of the owner, each once, in no particular order."""
        request = ListMatchesRequest(page_size=500, state=state, game=game, principal=principal)
        while True:
            page = await self._line.call(
                "MatchmakerService/ListMatches", request, ListMatchesResponse
            )
            for match in page.matches:
                yield match
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def cancel(self, match: str) -> Match:
        """End a match without an outcome."""
        request = CancelMatchRequest(match=match)
        answer = await self._line.call(
            "MatchmakerService/CancelMatch", request, CancelMatchResponse
        )
        return answer.match

    async def activity(
        self, *, kinds: Sequence[ActivityKind] = (), resume_token: str = ""
    ) -> AsyncGenerator[WatchActivityResponse, None]:
        """Yield what happens in the matches from now on, or after a token; each at least once.

        Store the newest `resume_token` that is not empty together with your results.
        """
        request = WatchActivityRequest(resume_token=resume_token, kinds=kinds)
        following = ResumedStream(
            self._line, "MatchmakerService/WatchActivity", WatchActivityResponse, lambda: request
        )
        async with aclosing(following.messages()) as messages:
            async for message in messages:
                request.resume_token = message.resume_token or request.resume_token
                if message.WhichOneof("message") != "going_away":
                    yield message


class Tokens:
    """Credentials for players."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def create(
        self, principal: str, *, ttl: timedelta | None = None
    ) -> CreatePlayerTokenResponse:
        """Make a token for a principal in the owner's matches."""
        request = CreatePlayerTokenRequest(principal=principal)
        if ttl is not None:
            request.ttl.FromTimedelta(ttl)
        return await self._line.call(
            "MatchmakerService/CreatePlayerToken", request, CreatePlayerTokenResponse
        )


def _is_unavailable(result: CreateMatchResult) -> bool:
    """Tell whether the store failed, so that the match may or may not exist."""
    code: int = grpc.StatusCode.UNAVAILABLE.value[0]
    return result.HasField("failure") and result.failure.code == code


def _named(request: CreateMatchRequest) -> CreateMatchRequest:
    """Return the request with an id; the caller's own message is not changed."""
    if request.request_id:
        return request
    named = CreateMatchRequest()
    named.CopyFrom(request)
    named.request_id = new_request_id()
    return named
