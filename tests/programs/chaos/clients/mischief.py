"""What players do on purpose that they should not: the service must not be impressed.

Each thing is done in a small share of the turns. Whether the answers are right is not judged here.
"""

import asyncio
from heapq import heappop, heappush
from typing import Final

from gemwright.pb.game_pb2 import Action
from gemwright.pb.match_service_pb2 import GetMatchResponse, SubmitActionRequest
from tests.programs.chaos.clients.work import Work

_DOUBLE: Final = 0.04
_RIVAL: Final = 0.04
_STALE: Final = 0.02
_UNLISTED: Final = 0.02
_VALIDATED: Final = 0.02
_REUSED: Final = 0.02
_REPEATED: Final = 0.04
_LATER: Final = (0.0, 30.0)
_MOST_REMEMBERED: Final = 200


class Mischief:
    """The bad habits of all players of a process."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._seen: dict[int, Action] = {}
        """Of each game an action that was legal once, somewhere."""
        self._remembered: list[tuple[float, str, str, bytes]] = []
        """What is to be repeated: when, the method, who, what."""

    async def run(self) -> None:
        """Repeat much later what was answered."""
        while True:
            now = asyncio.get_running_loop().time()
            while self._remembered and self._remembered[0][0] <= now:
                _, method, principal, request = heappop(self._remembered)
                await self._work.servers.call(method, principal, request)
            await asyncio.sleep(0.5)

    def remember(self, method: str, principal: str, request: bytes) -> None:
        """Have an answered request repeated."""
        if len(self._remembered) < _MOST_REMEMBERED:
            at = asyncio.get_running_loop().time() + self._work.rng.uniform(*_LATER)
            heappush(self._remembered, (at, method, principal, request))

    def rival(
        self, action: SubmitActionRequest, sight: GetMatchResponse
    ) -> SubmitActionRequest | None:
        """What another server gets at the same moment, if anything: the same, or another action."""
        if self._work.chance(_DOUBLE):
            return action
        if not self._work.chance(_RIVAL):
            return None
        rival = SubmitActionRequest()
        rival.CopyFrom(action)
        rival.request_id = self._work.new_id()
        rival.action.CopyFrom(self._work.rng.choice(sight.legal_actions))
        return rival

    async def before(
        self, principal: str, action: SubmitActionRequest, sight: GetMatchResponse
    ) -> None:
        """Before an action: something stale, something that is not listed, or only a check."""
        chance = self._work.chance
        if chance(_STALE):
            by = self._work.rng.choice((-1, 1))
            version = max(action.expected_version + by, 0)
            await self._send(principal, action, SubmitActionRequest(expected_version=version))
        seen = self._seen.get(sight.match.game)
        if chance(_UNLISTED) and seen is not None and seen not in sight.legal_actions:
            await self._send(principal, action, SubmitActionRequest(action=seen))
        if chance(_VALIDATED):
            await self._send(principal, action, SubmitActionRequest(validate_only=True))
        self._seen[sight.match.game] = action.action

    async def after(
        self, principal: str, action: SubmitActionRequest, sight: GetMatchResponse
    ) -> None:
        """After an action that was accepted: its id again, for another one or for the same."""
        if self._work.chance(_REUSED):
            await self._send(principal, action, self._other(action, sight), is_new=False)
        if self._work.chance(_REPEATED):
            self.remember("SubmitAction", principal, action.SerializeToString())

    def _other(self, action: SubmitActionRequest, sight: GetMatchResponse) -> SubmitActionRequest:
        """Something else that could be meant by the same id."""
        others = [other for other in sight.legal_actions if other != action.action]
        if others and self._work.chance(0.5):
            return SubmitActionRequest(action=self._work.rng.choice(others))
        return SubmitActionRequest(expected_version=action.expected_version + 1)

    async def _send(
        self,
        principal: str,
        action: SubmitActionRequest,
        change: SubmitActionRequest,
        *,
        is_new: bool = True,
    ) -> None:
        """Send an action with a change, to one server, once."""
        sent = SubmitActionRequest()
        sent.CopyFrom(action)
        if change.HasField("action"):
            sent.ClearField("action")
        sent.MergeFrom(change)
        if is_new:
            sent.request_id = self._work.new_id()
        await self._work.servers.call("SubmitAction", principal, sent.SerializeToString())
