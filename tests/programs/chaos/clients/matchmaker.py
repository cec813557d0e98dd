"""The role that makes the matches of a chaos run, and keeps so many of them alive.

It creates them one by one and in batches, repeats what was not answered and now and then what was,
fills open seats, and cancels a match now and then. Who plays them belongs elsewhere.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Final

from gemwright.pb.error_pb2 import ErrorReason
from gemwright.pb.match_pb2 import (
    MATCH_STATE_FINISHED,
    Match,
)
from gemwright.pb.match_service_pb2 import JoinMatchRequest
from gemwright.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    BatchCreateMatchesRequest,
    BatchCreateMatchesResponse,
    CancelMatchRequest,
    CreateMatchRequest,
    CreateMatchResponse,
    WatchActivityRequest,
    WatchActivityResponse,
)
from tests.programs.chaos.clients.following import Following, cancelled
from tests.programs.chaos.clients.listing import ALIVE, alive
from tests.programs.chaos.clients.new_matches import new_match
from tests.programs.chaos.clients.servers import Answer
from tests.programs.chaos.clients.work import OWNER, Work

_LOOK_EVERY: Final = 0.3
_COUNT_EVERY: Final = 15.0
_MOST_AT_ONCE: Final = 6
_BATCH: Final = 0.5
_REPEATED: Final = 0.15
_REMATCH: Final = 0.05
_CANCELLED: Final = 0.03
_GUEST: Final = 0.5
_TOO_OLD: Final = 240.0


class Matchmaker:
    """Knows which matches are alive, as far as it was told."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._alive: dict[str, float] = {}
        """Since when."""
        self._finished = ""
        """A match that can be played again."""
        self._expected = 0
        """So many are being created."""
        self._unknown: list[str] = []

    async def run(self) -> list[str]:
        """Keep matches alive; the calls that never got an answer."""
        work = self._work
        request = WatchActivityRequest(kinds=[ACTIVITY_KIND_MATCH_ENDED])
        following = Following(work, "ended", OWNER, request, WatchActivityResponse, self._take)
        async with asyncio.TaskGroup() as group:
            told = group.create_task(following.run())
            counting = group.create_task(self._count())
            while not work.shift.is_over:
                self._fill(group)
                self._clear(group)
                await work.shift.pause(_LOOK_EVERY)
            await cancelled([told, counting])
        return self._unknown

    def _take(self, message: WatchActivityResponse) -> bool:
        if message.HasField("activity"):
            self._alive.pop(message.activity.match, None)
            if message.activity.state == MATCH_STATE_FINISHED:
                self._finished = message.activity.match
        return False

    async def _count(self) -> None:
        """Ask for all that are alive, for a cut or a loss may have hidden an end."""
        while True:
            begun = self._now()
            found = await alive(self._work)
            if found is not None:
                names = [match.match for match in found]
                born = {match: at for match, at in self._alive.items() if at >= begun}
                self._alive = {match: self._alive.get(match, begun) for match in names} | born
            await self._work.shift.pause(_COUNT_EVERY)

    def _fill(self, group: asyncio.TaskGroup) -> None:
        """Begin to create what is missing."""
        missing = self._work.settings.matches - len(self._alive) - self._expected
        requests = [self._request() for _ in range(min(missing, _MOST_AT_ONCE))]
        if len(requests) > 1 and self._work.chance(_BATCH):
            self._begin(group, self._create_batch(requests), len(requests))
        else:
            for request in requests:
                self._begin(group, self._create(request), 1)

    def _begin(
        self, group: asyncio.TaskGroup, doing: Coroutine[None, None, None], matches: int
    ) -> None:
        """Do something beside, which may bring so many matches."""
        self._expected += matches

        def count(_: asyncio.Task[None]) -> None:
            self._expected -= matches

        group.create_task(doing).add_done_callback(count)

    def _request(self) -> CreateMatchRequest:
        work = self._work
        if self._finished and work.chance(_REMATCH):
            before, self._finished = self._finished, ""
            return CreateMatchRequest(request_id=work.new_id(), rematch_of=before)
        return new_match(work.rng, work.new_id(), work.settings.principals)

    async def _create(self, request: CreateMatchRequest) -> None:
        answer = await self._insist("CreateMatch", request.SerializeToString())
        if answer.is_ok:
            await self._welcome(request, CreateMatchResponse.FromString(answer.message))
            await self._perhaps_again("CreateMatch", request.SerializeToString())

    async def _create_batch(self, requests: list[CreateMatchRequest]) -> None:
        """Create some at once, and one by one what became of none is known."""
        batch = BatchCreateMatchesRequest(requests=requests).SerializeToString()
        answer = await self._insist("BatchCreateMatches", batch)
        if not answer.is_ok:
            return
        results = BatchCreateMatchesResponse.FromString(answer.message).results
        for request, result in zip(requests, results, strict=True):
            if result.HasField("created"):
                await self._welcome(request, result.created)
            else:
                reason = ErrorReason.Name(result.failure.reason).removeprefix("ERROR_REASON_")
                if not Answer("UNAVAILABLE", reason).is_known:
                    await self._create(request)
        await self._perhaps_again("BatchCreateMatches", batch)

    async def _welcome(self, request: CreateMatchRequest, created: CreateMatchResponse) -> None:
        """Count a new match in, and see to it that its open seats are filled."""
        match = created.match
        if match.state in ALIVE:
            self._alive[match.match] = self._now()
        guests = self._guests(match)
        for token in created.join_tokens:
            joining = JoinMatchRequest(
                match=match.match,
                join_token=token.token,
                entropy=self._work.rng.randbytes(self._work.rng.randint(0, 32)),
            ).SerializeToString()
            guest = next(guests)
            await self._insist("JoinMatch", joining, guest)
            await self._perhaps_again("JoinMatch", joining, guest)

    def _guests(self, match: Match) -> Iterator[str]:
        """Who comes to the open seats: players, or in a match with clocks somebody unheard of."""
        seated = {seat.principal for seat in match.seats}
        others = [name for name in self._work.settings.principals if name not in seated]
        self._work.rng.shuffle(others)
        if match.HasField("time_control") and self._work.chance(_GUEST):
            yield ""
        yield from others
        while True:
            yield match.seats[0].principal

    def _clear(self, group: asyncio.TaskGroup) -> None:
        """Cancel a match now and then, and what plays on for too long."""
        work = self._work
        old = [match for match, at in self._alive.items() if self._now() - at > _TOO_OLD]
        if self._alive and work.chance(_CANCELLED):
            old.append(work.rng.choice(list(self._alive)))
        for match in old:
            self._alive.pop(match, None)
            self._begin(group, self._cancel(match), 0)

    async def _cancel(self, match: str) -> None:
        request = CancelMatchRequest(match=match).SerializeToString()
        await self._insist("CancelMatch", request)
        await self._perhaps_again("CancelMatch", request)

    async def _insist(self, method: str, request: bytes, principal: str = OWNER) -> Answer:
        answer = await self._work.servers.insist(method, principal, request)
        if not answer.is_known:
            self._unknown.append(f"{method} by {principal or 'a guest'}: {answer.code}")
        return answer

    async def _perhaps_again(self, method: str, request: bytes, principal: str = OWNER) -> None:
        """Now and then repeat what was answered; the answer is on record."""
        if self._work.chance(_REPEATED):
            await self._work.shift.pause(self._work.rng.uniform(0.0, 5.0))
            await self._insist(method, request, principal)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


async def matchmaker(work: Work) -> list[str]:
    """The role."""
    return await Matchmaker(work).run()
