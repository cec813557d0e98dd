"""Clients of inboxes and of activity under test: they follow a stream from server to server.

Each insists on what the contract promises a client; what happens in the matches belongs elsewhere.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import grpc.aio

from gemwright.pb.inbox_service_pb2 import (
    InboxEntry,
    InboxResetReason,
    LeaseMatchRequest,
    LeaseMatchResponse,
    WatchInboxRequest,
    WatchInboxResponse,
)
from gemwright.pb.matchmaker_service_pb2 import (
    Activity,
    ActivityKind,
    ActivityResetReason,
    WatchActivityRequest,
    WatchActivityResponse,
)
from tests.service.callers import Caller, CallFailed
from tests.waiting import until_told

INBOX: Final = "/gemwright.v1.InboxService/"
ACTIVITY: Final = "/gemwright.v1.MatchmakerService/WatchActivity"
_CUT: Final = ("UNAVAILABLE", "CANCELLED")
"""How a stream ends that a client takes up again."""
_PAUSE: Final = 0.01


def watch_inbox(caller: Caller, token: str = "") -> AsyncGenerator[WatchInboxResponse, None]:
    """WatchInbox."""
    request = WatchInboxRequest(resume_token=token)
    return caller.stream(INBOX + "WatchInbox", request, WatchInboxResponse)


def watch_activity(
    caller: Caller, token: str = "", kinds: Sequence[ActivityKind] = ()
) -> AsyncGenerator[WatchActivityResponse, None]:
    """WatchActivity."""
    request = WatchActivityRequest(resume_token=token, kinds=kinds)
    return caller.stream(ACTIVITY, request, WatchActivityResponse)


async def lease(caller: Caller, match: str, holder: str, seconds: int) -> bool:
    """LeaseMatch."""
    request = LeaseMatchRequest(match=match, holder=holder)
    request.ttl.FromSeconds(seconds)
    answer = await caller.call(INBOX + "LeaseMatch", request, LeaseMatchResponse)
    return answer.is_granted


class Follower:
    """Follows a stream; one that is cut goes on at the next server."""

    def __init__(self, callers: Sequence[Caller]) -> None:
        self.callers = list(callers)
        self.cuts = 0
        self.token = ""
        self._changed = asyncio.Event()

    @property
    def caller(self) -> Caller:
        """At which server it is."""
        return self.callers[self.cuts % len(self.callers)]

    async def run(self) -> None:
        """Follow for ever, at one server after the other where a stream is cut."""
        while True:
            try:
                await self.follow_once()
            except CallFailed as failed:
                if failed.code not in _CUT:
                    raise
            except (grpc.aio.UsageError, asyncio.CancelledError):
                # Whoever stops a server closes the connections to it, and what is on them.
                if _is_cancelled():
                    raise
            await asyncio.sleep(_PAUSE)
            self.cuts += 1
            self.changed()

    async def follow_once(self) -> None:
        """Follow one stream to its end."""
        raise NotImplementedError

    def changed(self) -> None:
        """Something was received."""
        self._changed.set()

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something is so of what was received."""
        await until_told(self._changed, holds, what)


def _is_cancelled() -> bool:
    """Whether somebody wants this task to end."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Inbox(Follower):
    """The inbox of a principal, as its client has put it together."""

    def __init__(self, callers: Sequence[Caller]) -> None:
        super().__init__(callers)
        self.entries: dict[str, InboxEntry] = {}
        """The map."""
        self.messages: list[WatchInboxResponse] = []
        self.resets: list[InboxResetReason] = []
        self.completes = 0
        self.is_complete = False

    async def follow_once(self) -> None:
        """Follow one stream to its end."""
        self.is_complete = False
        async with aclosing(watch_inbox(self.caller, self.token)) as stream:
            async for message in stream:
                self._take(message)
                self.changed()

    def _take(self, message: WatchInboxResponse) -> None:
        self.messages.append(message)
        self.token = message.resume_token or self.token
        kind = message.WhichOneof("message")
        if kind == "reset":
            assert not message.resume_token
            self.resets.append(message.reset.reason)
            self.entries, self.token, self.is_complete = {}, "", False
        elif kind == "complete":
            assert message.resume_token
            self.completes += 1
            self.is_complete = True
        elif kind == "entry":
            self._enter(message.entry)

    def _enter(self, entry: InboxEntry) -> None:
        before = self.entries.get(entry.match)
        if before is not None:
            assert entry.version >= before.version, "an older version after a newer one"
            if entry.version == before.version:
                assert entry.commit_id == before.commit_id
        self.entries[entry.match] = entry

    def version(self, match: str) -> int:
        """The newest version of a match that was received; -1 for none."""
        return self.entries[match].version if match in self.entries else -1

    async def completed(self) -> None:
        """Wait until every match was sent."""
        await self.until(lambda: self.is_complete, "complete")

    async def reached(self, match: str, version: int) -> None:
        """Wait for a version of a match."""
        await self.until(lambda: self.version(match) >= version, f"version {version} of {match}")


@dataclass(frozen=True)
class Happened:
    """What tells one activity apart from every other."""

    kind: ActivityKind
    match: str
    version: int
    commit_id: str


class Activities(Follower):
    """What was told of an owner's matches."""

    def __init__(self, callers: Sequence[Caller], kinds: Sequence[ActivityKind] = ()) -> None:
        super().__init__(callers)
        self.kinds = kinds
        self.messages: list[WatchActivityResponse] = []
        self.happened: dict[Happened, Activity] = {}
        """Each once."""
        self.repeated = 0
        self.resets: list[ActivityResetReason] = []

    async def follow_once(self) -> None:
        """Follow one stream to its end."""
        async with aclosing(watch_activity(self.caller, self.token, self.kinds)) as stream:
            async for message in stream:
                self._take(message)
                self.changed()

    def _take(self, message: WatchActivityResponse) -> None:
        self.messages.append(message)
        self.token = message.resume_token or self.token
        kind = message.WhichOneof("message")
        if kind == "reset":
            self.resets.append(message.reset.reason)
        elif kind == "activity":
            said = message.activity
            name = Happened(said.kind, said.match, said.version, said.commit_id)
            self.repeated += name in self.happened
            assert self.happened.setdefault(name, said) == said, "told otherwise the second time"

    def versions(self, kind: ActivityKind, match: str) -> list[int]:
        """At which versions a kind of activity was told of a match."""
        told = self.happened.values()
        return sorted(one.version for one in told if (one.kind, one.match) == (kind, match))

    async def begun(self) -> None:
        """Wait until it can be resumed: what happens from then on is told."""
        await self.until(lambda: bool(self.token), "the first token")

    async def told(self, kind: ActivityKind, match: str, version: int) -> Activity:
        """Wait for an activity."""
        where = f"{ActivityKind.Name(kind)} of {match} at {version}"
        await self.until(lambda: version in self.versions(kind, match), where)
        told = self.happened.values()
        return next(
            one for one in told if (one.kind, one.match, one.version) == (kind, match, version)
        )


@asynccontextmanager
async def inbox_of(callers: Caller | Sequence[Caller]) -> AsyncIterator[Inbox]:
    """An inbox that is followed; if that fails, so does what is done meanwhile."""
    inbox = Inbox([callers] if isinstance(callers, Caller) else callers)
    async with _following(inbox):
        yield inbox


@asynccontextmanager
async def activity_of(
    callers: Caller | Sequence[Caller], kinds: Sequence[ActivityKind] = (), token: str = ""
) -> AsyncIterator[Activities]:
    """Activity that is followed; if that fails, so does what is done meanwhile."""
    activities = Activities([callers] if isinstance(callers, Caller) else callers, kinds)
    activities.token = token
    async with _following(activities):
        yield activities


@asynccontextmanager
async def _following(follower: Follower) -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as group:
        task = group.create_task(follower.run())
        yield
        task.cancel()
