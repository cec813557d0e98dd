"""A stream that is followed over any number of cuts, on any server, with the resume tokens.

It also cuts itself at random. What the messages mean belongs to who follows.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final, Generic, TypeVar

from gemwright.pb.inbox_service_pb2 import WatchInboxRequest, WatchInboxResponse
from gemwright.pb.match_service_pb2 import WatchMatchRequest, WatchMatchResponse
from gemwright.pb.matchmaker_service_pb2 import WatchActivityRequest, WatchActivityResponse
from tests.programs.chaos.clients.servers import FIRST_PAUSE, Answer
from tests.programs.chaos.clients.work import Work
from tests.programs.chaos.journal import Kind

HARDLY_EVER: Final = 1e9
LONGEST_PAUSE: Final = 2.0
_FOR_GOOD: Final = ("MATCH_PRIVATE", "MATCH_NOT_FOUND")

ResponseT = TypeVar("ResponseT", WatchMatchResponse, WatchInboxResponse, WatchActivityResponse)


class Following(Generic[ResponseT]):
    """One follower."""

    def __init__(
        self,
        work: Work,
        name: str,
        principal: str,
        request: WatchMatchRequest | WatchInboxRequest | WatchActivityRequest,
        response: type[ResponseT],
        take: Callable[[ResponseT], bool],
    ) -> None:
        """`take` gets every message, and says whether it is the last one."""
        self._work = work
        self.name = f"{work.name}/{name}"
        self.principal = principal
        self._method = request.DESCRIPTOR.name.removesuffix("Request")
        self._request = request
        self._response: type[ResponseT] = response
        self._take: Callable[[ResponseT], bool] = take
        self._changed = asyncio.Event()
        self.lifetime: Callable[[], float] = lambda: HARDLY_EVER
        """After how many seconds the next stream is cut."""
        self.drag = 0.0
        """Seconds for which a slow reader dwells on a message."""
        self.is_over = False
        self.why = ""
        """Why it was given up, if it was."""

    async def run(self) -> None:
        """Follow to the end."""
        address = self._work.servers.other()
        pause = FIRST_PAUSE
        while not self.is_over:
            has_heard, end = await self._listen(address)
            if self.is_over:
                break
            pause = FIRST_PAUSE if has_heard else min(2 * pause, LONGEST_PAUSE)
            if end.reason in _FOR_GOOD:
                self.why = end.reason
                self._finish()
                break
            await asyncio.sleep(pause * self._work.rng.random())
            address = self._work.servers.other(address)

    async def begun(self) -> None:
        """Wait until it can be resumed."""
        await self.until(lambda: bool(self._request.resume_token))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so of what was heard, or nothing more will be."""
        while not holds() and not self.is_over:
            self._changed.clear()
            await self._changed.wait()

    async def completed(self, has_all: Callable[[], bool]) -> bool:
        """After the shift: wait until it has heard all; False if patience runs out before."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._work.shift.out_of_patience_at):
                await self.until(has_all)
        if self.is_over:
            return not self.why
        if is_complete := has_all():
            self._tell("complete")
        return is_complete

    async def _listen(self, address: str) -> tuple[bool, Answer]:
        """One stream: whether something came, and how it ended."""
        stream = self._work.servers.open(
            self._method, self.principal, self.name, self._request.SerializeToString(), address
        )
        clock = asyncio.get_running_loop().time
        cut_at = clock() + self.lifetime()
        has_heard = False
        while stream.end is None:
            patience = min(self._work.settings.silence, cut_at - clock())
            raw = await stream.read(max(patience, 0.0))
            if raw is None:
                break
            has_heard = True
            self._keep(self._response.FromString(raw))
            if self.drag and not self._work.shift.is_over:
                await self._work.shift.pause(self.drag)
        assert stream.end is not None
        return has_heard, stream.end

    def _keep(self, message: ResponseT) -> None:
        """Take a message, then its token: nothing is lost in between, for nothing is waited for."""
        is_last = self._take(message)
        if message.resume_token:
            self._request.resume_token = message.resume_token
        elif message.WhichOneof("message") == "reset" and self._method != "WatchActivity":
            # What comes next is complete in itself. Activity without a token would begin now.
            self._request.resume_token = ""
        if is_last:
            self._finish()
        self._changed.set()

    def _finish(self) -> None:
        self.is_over = True
        self._changed.set()
        self._tell(f"gave up: {self.why}" if self.why else "complete")

    def _tell(self, what: str) -> None:
        self._work.journal.write(Kind.DONE, what=what, whom=self.name)


def lifetimes(work: Work, streams: Callable[[], int]) -> Callable[[], float]:
    """How long streams live if there are so many, to be cut as often as the settings say."""

    def lifetime() -> float:
        if work.shift.is_over or not work.settings.cuts:
            return HARDLY_EVER
        return work.rng.expovariate(work.settings.cuts / max(streams(), 1))

    return lifetime


async def torn(work: Work) -> None:
    """Tear connections at random until the shift is over."""
    while work.settings.tears and not work.shift.is_over:
        await work.shift.pause(work.rng.expovariate(work.settings.tears))
        if not work.shift.is_over:
            work.servers.tear()


async def cancelled(tasks: Collection[asyncio.Task[None]]) -> None:
    """End tasks from this side; a mistake of theirs comes to light."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.result()
