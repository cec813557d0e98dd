"""The role that watches every match: from each seat that a player holds, and as a spectator.

Some read slowly. In the end each has read what there was to read, or is named.
"""

import asyncio
from collections.abc import Iterable
from typing import Final

from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, Match, Seat
from gemwright.pb.match_service_pb2 import (
    RESET_REASON_MATCH_EXPIRED,
    GetMatchRequest,
    GetMatchResponse,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_READY,
    WatchActivityRequest,
    WatchActivityResponse,
)
from tests.programs.chaos.clients.following import Following, cancelled, lifetimes, torn
from tests.programs.chaos.clients.listing import ALIVE, alive, unsettled
from tests.programs.chaos.clients.work import OWNER, Work

_LIST_EVERY: Final = 5.0
_SLOW: Final = 0.05
_BOT: Final = "bot:"


class Watcher:
    """One viewer of one match."""

    def __init__(self, work: Work, match: str, seat: int | None, principal: str) -> None:
        self._work = work
        self._version = -1
        self._match = match
        self._seat = seat
        viewer = "spectator" if seat is None else f"seat {seat}"
        request = WatchMatchRequest(match=match, seat=seat)
        self.following = Following(
            work, f"{match}/{viewer}", principal, request, WatchMatchResponse, self._take
        )
        if work.chance(_SLOW):
            self.following.drag = work.rng.uniform(0.2, 1.0)

    def _take(self, message: WatchMatchResponse) -> bool:
        if message.HasField("snapshot"):
            self._version = message.snapshot.match.version
        elif message.HasField("update"):
            self._version = message.update.version
        elif message.HasField("reset"):
            self._version = -1
            return message.reset.reason == RESET_REASON_MATCH_EXPIRED
        return message.HasField("reveal")

    async def complaint(self) -> str:
        """Ask what the newest is, wait for it, and say so if it does not come."""
        principal = self.following.principal
        request = GetMatchRequest(match=self._match, seat=self._seat).SerializeToString()
        answer = await self._work.servers.insist("GetMatch", principal, request)
        if not answer.is_ok:
            return "" if answer.is_known else f"{self.following.name}: {answer.code}"
        match = GetMatchResponse.FromString(answer.message).match
        is_open = match.state in ALIVE

        def has_all() -> bool:
            return self.following.is_over or (is_open and self._version >= match.version)

        if await self.following.completed(has_all) or self.following.why:
            return ""
        return f"{self.following.name} is at {self._version} of {match.version}"


class Watchers:
    """All of them."""

    def __init__(self, work: Work, group: asyncio.TaskGroup) -> None:
        self._work = work
        self._group = group
        self._known: set[tuple[str, int | None]] = set()
        self._watchers: dict[Watcher, asyncio.Task[None]] = {}
        self._lifetime = lifetimes(work, lambda: len(self._watchers))

    async def learn(self) -> None:
        """Ask every few seconds which matches there are."""
        while not self._work.shift.is_over:
            for match in await alive(self._work) or ():
                self._welcome(match)
            await self._work.shift.pause(_LIST_EVERY)

    def take(self, message: WatchActivityResponse) -> bool:
        """Learn of a match that begins."""
        if message.HasField("activity"):
            self._watch_seats(message.activity.match, message.activity.seats)
            self._watch(message.activity.match, None, "")
        return False

    def _welcome(self, match: Match) -> None:
        if match.state == MATCH_STATE_ACTIVE:
            self._watch_seats(match.match, match.seats)
        if match.spectators.allowed:
            self._watch(match.match, None, "")

    def _watch_seats(self, match: str, seats: Iterable[Seat]) -> None:
        for seat in seats:
            if not seat.principal.startswith(_BOT):
                self._watch(match, seat.seat, seat.principal)

    def _watch(self, match: str, seat: int | None, principal: str) -> None:
        if (match, seat) in self._known:
            return
        self._known.add((match, seat))
        watcher = Watcher(self._work, match, seat, principal)
        watcher.following.lifetime = self._lifetime
        self._watchers[watcher] = self._group.create_task(self._follow(watcher))

    async def _follow(self, watcher: Watcher) -> None:
        await watcher.following.run()
        del self._watchers[watcher]

    async def complaints(self) -> list[str]:
        """Let each read on to the newest; who could not."""
        complaints = await unsettled(self._work)
        complaints += await asyncio.gather(*(watcher.complaint() for watcher in self._watchers))
        return list(filter(None, complaints))

    async def leave(self) -> None:
        """Close every stream."""
        await cancelled(list(self._watchers.values()))


async def watchers(work: Work) -> list[str]:
    """The role."""
    async with asyncio.TaskGroup() as group:
        every = Watchers(work, group)
        request = WatchActivityRequest(kinds=[ACTIVITY_KIND_MATCH_READY])
        told = Following(work, "ready", OWNER, request, WatchActivityResponse, every.take)
        tasks = [
            group.create_task(told.run()),
            group.create_task(every.learn()),
            group.create_task(torn(work)),
        ]
        await work.shift.ended()
        complaints = await every.complaints()
        await every.leave()
        await cancelled(tasks)
    return complaints
