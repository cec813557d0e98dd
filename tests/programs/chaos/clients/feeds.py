"""The role that follows the feeds: the inbox of every player, and the activity of the owner.

In the end it has been told of every match, or says of which it was not.
"""

import asyncio
from collections.abc import Callable

from gemwright.pb.inbox_service_pb2 import WatchInboxRequest, WatchInboxResponse
from gemwright.pb.match_pb2 import Match
from gemwright.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    WatchActivityRequest,
    WatchActivityResponse,
)
from tests.programs.chaos.clients.following import (
    Following,
    ResponseT,
    cancelled,
    lifetimes,
    torn,
)
from tests.programs.chaos.clients.listing import ALIVE, listed, unsettled
from tests.programs.chaos.clients.work import OWNER, Work


class Inbox:
    """What a player was told: of each match the version."""

    def __init__(self, work: Work, principal: str) -> None:
        self._principal = principal
        self._versions: dict[str, int] = {}
        name, request = f"inbox/{principal}", WatchInboxRequest()
        self.following = Following(work, name, principal, request, WatchInboxResponse, self._take)

    def _take(self, message: WatchInboxResponse) -> bool:
        if message.HasField("entry"):
            self._versions[message.entry.match] = message.entry.version
        elif message.HasField("reset"):
            self._versions.clear()
        return False

    def lacks(self, match: Match) -> bool:
        """Whether it should have been told of a match as it is, and was not."""
        is_mine = any(seat.principal == self._principal for seat in match.seats)
        return is_mine and self._versions.get(match.match, -1) < match.version


class Endings:
    """What the owner was told: which matches ended."""

    def __init__(self, work: Work, name: str, request: WatchActivityRequest) -> None:
        self._ended: set[str] = set()
        name = f"activity/{name}"
        self.following = Following(work, name, OWNER, request, WatchActivityResponse, self._take)

    def _take(self, message: WatchActivityResponse) -> bool:
        activity = message.activity
        if message.HasField("activity") and activity.kind == ACTIVITY_KIND_MATCH_ENDED:
            self._ended.add(activity.match)
        return False

    def lacks(self, match: Match) -> bool:
        """Whether a match is over, and it was not told."""
        return match.state not in ALIVE and match.match not in self._ended


class Feeds:
    """All that are followed."""

    def __init__(self, work: Work) -> None:
        self._work = work
        only_ends = WatchActivityRequest(kinds=[ACTIVITY_KIND_MATCH_ENDED])
        self._inboxes = [Inbox(work, principal) for principal in work.settings.principals]
        self._endings = [
            Endings(work, "all", WatchActivityRequest()),
            Endings(work, "ended", only_ends),
        ]
        self._over_before: set[str] = set()
        """Ends of which the activity need not tell: it began later."""

    async def run(self) -> list[str]:
        """Follow them; what was not told in the end."""
        streams = len(self._inboxes) + len(self._endings)
        lifetime = lifetimes(self._work, lambda: streams)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(torn(self._work))]
            for inbox in self._inboxes:
                inbox.following.lifetime = lifetime
                tasks.append(group.create_task(inbox.following.run()))
            for feed in self._endings:
                feed.following.lifetime = lifetime
                tasks.append(group.create_task(feed.following.run()))
            tasks.append(group.create_task(self._look_back()))
            await self._work.shift.ended()
            complaints = await self._complaints()
            await cancelled(tasks)
        return complaints

    async def _look_back(self) -> None:
        """Once the activity has begun, see which matches are over already."""
        for feed in self._endings:
            await feed.following.begun()
        while (found := await listed(self._work)) is None:
            pass
        self._over_before = {match.match for match in found if match.state not in ALIVE}

    async def _complaints(self) -> list[str]:
        """What is still not told when patience has run out."""
        complaints = await unsettled(self._work)
        matches = await listed(self._work)
        if matches is None:
            return [*complaints, "the matches cannot be listed"]
        since = [match for match in matches if match.match not in self._over_before]
        told = [self._told(inbox.following, inbox.lacks, matches) for inbox in self._inboxes]
        told += [self._told(feed.following, feed.lacks, since) for feed in self._endings]
        complaints += await asyncio.gather(*told)
        return list(filter(None, complaints))

    async def _told(
        self, following: Following[ResponseT], lacks: Callable[[Match], bool], matches: list[Match]
    ) -> str:
        """Wait until it was told all; what it was not."""
        missing = list(filter(lacks, matches))

        def is_complete() -> bool:
            missing[:] = filter(lacks, missing)
            return not missing

        if await following.completed(is_complete):
            return ""
        return f"{following.name} was not told of {' '.join(match.match for match in missing)}"


async def feeds(work: Work) -> list[str]:
    """The role."""
    return await Feeds(work).run()
