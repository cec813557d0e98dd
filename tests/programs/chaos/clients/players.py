"""The role that plays the seats of some players, and misbehaves now and then on purpose.

Their inboxes say where it is their turn. Each turn is one action, chosen from the legal ones.
"""

import asyncio
from typing import Final

from gemwright.pb.inbox_service_pb2 import InboxEntry, WatchInboxRequest, WatchInboxResponse
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Match
from gemwright.pb.match_service_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    JoinMatchRequest,
    ResignRequest,
    SubmitActionRequest,
)
from tests.programs.chaos.clients.following import Following, cancelled, torn
from tests.programs.chaos.clients.mischief import Mischief
from tests.programs.chaos.clients.pace import Pace
from tests.programs.chaos.clients.servers import Answer
from tests.programs.chaos.clients.work import Work
from tests.service.players import choose

_REMIND_EVERY: Final = 2.0
_INBOX_LIVES: Final = 60.0
_RESIGNS: Final = 0.002
_SLEEPS: Final = 0.01
_THINKS: Final = (0.02, 0.08)


class Player:
    """One of the players."""

    def __init__(
        self,
        work: Work,
        principal: str,
        group: asyncio.TaskGroup,
        pace: Pace,
        mischief: Mischief,
        unknown: list[str],
    ) -> None:
        self._work = work
        self._principal = principal
        self._group = group
        self._pace = pace
        self._mischief = mischief
        self._unknown = unknown
        self._entries: dict[str, InboxEntry] = {}
        """What asks something of it."""
        self._busy: set[str] = set()
        name, request = f"inbox/{principal}", WatchInboxRequest()
        self.inbox = Following(work, name, principal, request, WatchInboxResponse, self._take)
        self.inbox.lifetime = lambda: work.rng.expovariate(1 / _INBOX_LIVES)

    def _take(self, message: WatchInboxResponse) -> bool:
        entry = message.entry
        if message.HasField("reset"):
            self._entries.clear()
        elif message.HasField("entry"):
            self._entries.pop(entry.match, None)
            if _asks(entry):
                self._entries[entry.match] = entry
                self._attend(entry.match)
        return False

    def remind(self) -> None:
        """Look again at what should have been done by now."""
        for match in list(self._entries):
            self._attend(match)

    def _attend(self, match: str) -> None:
        if match not in self._busy and not self._work.shift.is_over:
            self._busy.add(match)
            self._group.create_task(self._do(match))

    async def _do(self, match: str) -> None:
        """What a match asks, until it asks nothing more or the same as before."""
        done = None
        while (entry := self._entries.get(match)) is not done and not self._work.shift.is_over:
            done = entry
            if entry is None:
                break
            if entry.state == MATCH_STATE_WAITING:
                await self._join(entry)
            else:
                await self._turn(match, entry.seat_to_act)
        self._busy.discard(match)

    async def _join(self, entry: InboxEntry) -> None:
        for seat in entry.seats:
            entropy = self._work.rng.randbytes(self._work.rng.randint(0, 32))
            request = JoinMatchRequest(match=entry.match, seat=seat, entropy=entropy)
            await self._insist("JoinMatch", request.SerializeToString())

    async def _turn(self, match: str, seat: int) -> None:
        request = GetMatchRequest(match=match, seat=seat).SerializeToString()
        answer = await self._insist("GetMatch", request)
        sight = GetMatchResponse.FromString(answer.message)
        if not sight.legal_actions:
            return
        await self._pace.next()
        await self._work.shift.pause(self._thinking(sight.match))
        if self._work.shift.is_over:
            return
        if self._work.chance(_RESIGNS):
            await self._resign(match, seat)
            return
        action = SubmitActionRequest(
            match=match,
            seat=seat,
            expected_version=sight.match.version,
            request_id=self._work.new_id(),
            action=choose(sight.legal_actions, self._work.rng),
        )
        await self._mischief.before(self._principal, action, sight)
        request = action.SerializeToString()
        rival = self._mischief.rival(action, sight)
        if rival is None:
            answer = await self._insist("SubmitAction", request)
        else:
            first = self._work.servers.other()
            other, sent = self._work.servers.other(first), rival.SerializeToString()
            answer, _ = await asyncio.gather(
                self._insist("SubmitAction", request, first),
                self._insist("SubmitAction", sent, other),
            )
        if answer.is_ok:
            await self._mischief.after(self._principal, action, sight)

    async def _resign(self, match: str, seat: int) -> None:
        request = ResignRequest(match=match, seat=seat, request_id=self._work.new_id())
        answer = await self._insist("Resign", request.SerializeToString())
        if answer.is_ok:
            self._mischief.remember("Resign", self._principal, request.SerializeToString())

    def _thinking(self, match: Match) -> float:
        """A little while; with a clock running at times for as long as it takes to run out."""
        clocks = match.clocks
        if clocks.seats and self._work.chance(_SLEEPS):
            remaining = clocks.seats[match.seat_to_act].remaining.ToMilliseconds() / 1000
            return remaining + self._work.rng.uniform(-0.1, 2.0)
        return self._work.rng.uniform(*_THINKS)

    async def _insist(self, method: str, request: bytes, address: str = "") -> Answer:
        answer = await self._work.servers.insist(method, self._principal, request, address)
        if not answer.is_known:
            self._unknown.append(f"{method} by {self._principal}: {answer.code}")
        return answer


def _asks(entry: InboxEntry) -> bool:
    """Whether a seat of the player is to act, or perhaps to be taken."""
    if entry.state == MATCH_STATE_WAITING:
        return True
    return entry.state == MATCH_STATE_ACTIVE and entry.seat_to_act in entry.seats


async def players(work: Work) -> list[str]:
    """The role."""
    unknown: list[str] = []
    pace = Pace(work)
    mischief = Mischief(work)
    async with asyncio.TaskGroup() as group:
        every = [
            Player(work, principal, group, pace, mischief, unknown)
            for principal in work.settings.principals
        ]
        tasks = [group.create_task(player.inbox.run()) for player in every]
        tasks += [group.create_task(mischief.run()), group.create_task(torn(work))]
        while not work.shift.is_over:
            await work.shift.pause(_REMIND_EVERY)
            for player in every:
                player.remind()
        await cancelled(tasks)
    return unknown
