"""One match with the players against the client under test, who call the server from inside."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import Final

from gemwright.bot_host.transports import CallFailed, InsideTransport
from gemwright.matches.api import Caller, Scope
from gemwright.pb.game_pb2 import Game
from gemwright.pb.match_service_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    ResignRequest,
    SubmitActionRequest,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright.pb.matchmaker_service_pb2 import (
    CreateMatchRequest,
    CreateMatchResponse,
    SeatSpec,
)
from gemwright.rpc.calls import Handlers
from gemwright_conformance.credentials import OWNER

_MATCHES: Final = "gemwright.v1.MatchService"
_MATCHMAKER: Final = "gemwright.v1.MatchmakerService"


class Player:
    """One seat, played from inside the server; it always plays the first legal action."""

    def __init__(self, services: Mapping[str, Handlers], principal: str, match: str, seat: int):
        self._calls = InsideTransport(services, Caller(principal, OWNER))
        self._match = match
        self.seat: Final = seat

    async def get(self) -> GetMatchResponse:
        """The match as this seat sees it."""
        request = GetMatchRequest(match=self._match, seat=self.seat)
        content = await self._calls.unary(f"{_MATCHES}/GetMatch", request.SerializeToString())
        return GetMatchResponse.FromString(content)

    async def play(self) -> None:
        """Act whenever it is this seat's turn, until the match ends."""
        request = WatchMatchRequest(match=self._match, seat=self.seat).SerializeToString()
        async for content in self._calls.stream(f"{_MATCHES}/WatchMatch", request):
            message = WatchMatchResponse.FromString(content)
            if message.legal_actions:
                await self.act()

    async def act(self) -> None:
        """Play the first legal action, if there is one."""
        seen = await self.get()
        if not seen.legal_actions:
            return
        request = SubmitActionRequest(
            match=self._match,
            seat=self.seat,
            expected_version=seen.match.version,
            request_id=token_hex(),
            action=seen.legal_actions[0],
        )
        with suppress(CallFailed):  # the match has gone on: another update is on its way
            await self._calls.unary(f"{_MATCHES}/SubmitAction", request.SerializeToString())

    async def resign(self) -> None:
        """Resign from the match."""
        request = ResignRequest(match=self._match, seat=self.seat, request_id=token_hex())
        await self._calls.unary(f"{_MATCHES}/Resign", request.SerializeToString())


class Table:
    """One match: the client has the first seat, the others are played here."""

    def __init__(self, services: Mapping[str, Handlers], match: str, principals: list[str]) -> None:
        self.match: Final = match
        self.client: Final = principals[0]
        """A player for the client's seat."""
        self.players: Final = [
            Player(services, principal, match, seat) for seat, principal in enumerate(principals)
        ]

    @property
    def rivals(self) -> list[Player]:
        """The players against the client."""
        return self.players[1:]

    async def go_on(self) -> int:
        """Let the seat to act do so, even the client's, and return the version after it."""
        seen = await self.players[0].get()
        await self.players[seen.match.seat_to_act].act()
        return seen.match.version + 1

    @asynccontextmanager
    async def played(self) -> AsyncIterator[None]:
        """Let the rivals play inside this context."""
        playing = [asyncio.create_task(rival.play()) for rival in self.rivals]
        try:
            yield
        finally:
            for task in playing:
                task.cancel()
            await asyncio.wait(playing)


async def laid(services: Mapping[str, Handlers], game: Game, principal: str, rivals: int) -> Table:
    """Create a match with the client."""
    principals = [principal, *(f"rival-{number}" for number in range(1, rivals + 1))]
    request = CreateMatchRequest(
        request_id=token_hex(),
        game=game,
        seats=[SeatSpec(principal=name) for name in principals],
    )
    owner = InsideTransport(services, Caller(owner=OWNER, scopes=frozenset(Scope), key_id=OWNER))
    content = await owner.unary(f"{_MATCHMAKER}/CreateMatch", request.SerializeToString())
    return Table(services, CreateMatchResponse.FromString(content).match.match, principals)
