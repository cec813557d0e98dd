"""Sends the calls of one turn of the event loop together, and gives each its own reply.

A batch is a pipeline without MULTI: its calls are independent, so one may fail and the others not.
What a call is about, and what its reply means, only the store knows.

Futures carry failures as results, so that asyncio does not complain about an exception that nobody
retrieved when a caller has been cancelled.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Final

import structlog
from redis.exceptions import MovedError, NoScriptError, RedisError

from gemwright.matches.store import StoreOutcomeUnknown, StoreUnavailable
from gemwright.redis.commands import packed
from gemwright.redis.keys import WAKE_CHANNEL, settled_key, wake_channel
from gemwright.redis.primaries import Link, Primaries
from gemwright.redis.wakes import Audience

_SHARE_S: Final = 0.0005
"""Time between two batches for each call in them: about what a server needs to serve a call."""
_LONGEST_S: Final = 0.003
_NEWEST: Final = 0.1
"""The weight of the newest batch in the average."""
_ALONE: Final = 1.2
"""Up to this many calls in a batch, on average, batches leave without waiting."""


class BatchPacing:
    """Spaces batches under load: batches that leave a little later are larger and cost less."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._company = 1.0
        self._sent_at = -math.inf
        self.step_s = 0.0
        """Seconds between two batches; 0 while calls come one by one."""

    def sending(self, calls: int) -> None:
        """Note that a batch of this many calls leaves now."""
        self._company += (calls - self._company) * _NEWEST
        self._sent_at = asyncio.get_running_loop().time()
        if self._company <= _ALONE:
            self.step_s = 0.0
        elif self._audience.has_others:  # each batch wakes all of them
            self.step_s = _LONGEST_S
        else:
            self.step_s = min(self._company * _SHARE_S, _LONGEST_S)

    async def keep(self) -> None:
        """Wait until the next batch may leave."""
        left = self._sent_at + self.step_s - asyncio.get_running_loop().time()
        if left > 0:
            await asyncio.sleep(left)


MOST_CALLS: Final = 512
"""In one batch; further calls go with the next."""

CONNECTIONS: Final = 1
"""Batches under way to a primary at a time: a second one makes batches smaller, not faster."""

FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 0.25
WAIT_SHARE: Final = 0.8
"""The part of the time-out that a write may spend waiting for replicas and disks."""

_ELSEWHERE: Final = (NoScriptError, MovedError)
"""Errors that mean a call did not reach the right server or script."""
_FAILURES: Final = (StoreUnavailable, StoreOutcomeUnknown)
_COMMAND: Final = attrgetter("command")

log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Batching:
    """How batches are sent."""

    process_id: bytes
    wake_ups: bool = True
    wait_replicas: int = 0
    wait_aof: bool = False
    timeout: float = 2.0
    patience: float = 2.0
    """How many seconds after its submission a call may still be sent again."""

    is_cluster: bool = False
    audience: Audience = field(default_factory=Audience)
    is_durable: bool = field(init=False)
    """Whether writes wait until replicas or disk have them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_durable", self.wait_replicas > 0 or self.wait_aof)

    def wake_up(self, tag: bytes, message: bytes) -> bytes:
        """The command that wakes the other processes; on a cluster through a bucket's primary."""
        if self.is_cluster:
            return packed((b"SPUBLISH", wake_channel(tag), message))
        return packed((b"PUBLISH", WAKE_CHANNEL, message))


@dataclass(slots=True, eq=False)
class Call:
    """One command, and the future of its reply."""

    tag: bytes
    """How its keys begin: the tag of a bucket, except for keys that belong to no match."""
    command: bytes
    reply: asyncio.Future[object]
    until: float
    writes: bool = False
    commits: bytes = b""
    """The id of the match it commits to; empty if it is no commit."""
    may_be_done: bool = field(default=False, init=False)
    """Whether it was sent before and got no reply."""

    def answer(self, reply: object) -> None:
        """Give the caller its reply, unless it was cancelled."""
        if isinstance(reply, RedisError):
            log.warning("redis_refused", error=type(reply).__name__)
            reply = self.failure()
        if not self.reply.done():
            self.reply.set_result(reply)

    def failure(self) -> StoreUnavailable | StoreOutcomeUnknown:
        """The error for a call that gets no reply."""
        if self.may_be_done and self.writes:
            return StoreOutcomeUnknown()
        return StoreUnavailable()


class Batcher:
    """Sends all calls to one primary."""

    def __init__(
        self,
        link: Callable[[], Link],
        batching: Batching,
        again: Callable[[list[Call]], Awaitable[None]],
    ) -> None:
        self._link = link
        self._batching = batching
        self._again = again
        self._waiting: list[Call] = []
        self._asked = asyncio.Event()
        self._is_over = False
        self._pace = BatchPacing(batching.audience)
        self._pause = FIRST_PAUSE

    def submit(self, call: Call) -> None:
        """Send a call with the next batch."""
        if self._is_over:
            call.answer(call.failure())
            return
        self._waiting.append(call)
        self._asked.set()

    async def run(self) -> None:
        """Send batch after batch on one connection, until cancelled."""
        batch: list[Call] = []
        link = self._link()
        try:
            while True:
                # This task runs on only after all others that are ready: they add to the batch.
                await self._asked.wait()
                await self._pace.keep()
                batch, self._waiting = self._waiting[:MOST_CALLS], self._waiting[MOST_CALLS:]
                if not self._waiting:
                    self._asked.clear()
                if batch:
                    self._pace.sending(len(batch))
                    await self._serve(link, batch)
        finally:
            self._is_over = True
            for call in batch + self._waiting:
                call.answer(call.failure())
            await link.close()

    async def _serve(self, link: Link, calls: list[Call]) -> None:
        try:
            async with asyncio.timeout(self._batching.timeout):
                await link.open()
                left = await self._exchange(link, calls)
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("redis_call_failed", error=type(error).__name__)
            await link.close()
            await self._repeat([call for call in calls if not call.reply.done()])
        else:
            self._pause = FIRST_PAUSE
            if left:
                await self._again(left)

    async def _repeat(self, calls: list[Call]) -> None:
        """Send again what may be sent again: a commit is stored once, however often it is sent."""
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        now = asyncio.get_running_loop().time()
        for call in calls:
            if now >= call.until:
                call.answer(call.failure())
        await self._again([call for call in calls if now < call.until])

    async def _exchange(self, link: Link, calls: list[Call]) -> list[Call]:
        """Send calls and hand out the replies; return the calls that must be sent again."""
        is_durable = self._batching.is_durable
        telling = self._telling(calls)
        closing = telling + self._settling(calls) if is_durable else telling
        replies: list[object] = []
        try:
            await link.send(b"".join([*map(_COMMAND, calls), *closing]))
            for _ in range(len(calls) + len(closing)):
                replies.append(await link.read())
        except BaseException:
            if not is_durable:
                self._hand_out(calls, replies)
            for call in calls:
                call.may_be_done = True
            raise
        if telling and not self._batching.is_cluster:
            received = replies[len(calls)]
            self._batching.audience.counted(received if isinstance(received, int) else 0)
        settling = replies[len(calls) + len(telling) :]
        if is_durable and not self._is_settled(settling):
            moved = next((reply for reply in settling if isinstance(reply, MovedError)), None)
            _withhold(calls, replies, moved)
        left = self._hand_out(calls, replies)
        if link.has_refused:
            # Scripts may be gone, or this may no longer be a primary: opening it again finds out.
            await link.close()
        return left

    def _hand_out(self, calls: list[Call], replies: list[object]) -> list[Call]:
        """Give each call its reply; return those that must be sent again, perhaps elsewhere."""
        left = []
        for call, reply in zip(calls, replies, strict=False):
            if isinstance(reply, _ELSEWHERE) and not self._is_late(call):
                left.append(call)
            else:
                call.answer(reply)
        return left

    def _is_late(self, call: Call) -> bool:
        return asyncio.get_running_loop().time() >= call.until

    def _telling(self, calls: list[Call]) -> list[bytes]:
        """One wake-up for all commits, if any other process listens."""
        batching = self._batching
        committed: dict[bytes, bytes] = {}
        for call in calls:
            if call.commits:
                committed[call.commits] = call.tag
        if not committed or not batching.wake_ups:
            return []
        if not batching.audience.is_worth_telling(asyncio.get_running_loop().time()):
            return []
        message = batching.process_id + b" ".join(committed)
        return [batching.wake_up(next(iter(committed.values())), message)]

    def _settling(self, calls: list[Call]) -> list[bytes]:
        """The commands that wait until replicas and disk have the writes, if there are any."""
        batching, closing = self._batching, []
        if tag := _written(calls):
            # A repeated call finds its work done and writes nothing; WAIT needs a write here.
            closing.append(packed((b"SET", settled_key(tag), b"")))
            within = b"%d" % (1000 * batching.timeout * WAIT_SHARE)
            if batching.wait_replicas:
                closing.append(packed((b"WAIT", b"%d" % batching.wait_replicas, within)))
            if batching.wait_aof:
                closing.append(packed((b"WAITAOF", b"1", b"0", within)))
        return closing

    def _is_settled(self, replies: list[object]) -> bool:
        """Whether replicas and disk have the writes, by the last replies of a batch."""
        if any(isinstance(reply, RedisError) for reply in replies):
            return False  # nothing was written that could be waited for
        if self._batching.wait_aof and replies:
            disks = replies.pop()
            if not isinstance(disks, list) or disks[0] != 1:
                return False
        if self._batching.wait_replicas and replies:
            replicas = replies.pop()
            return isinstance(replicas, int) and replicas >= self._batching.wait_replicas
        return True


def _written(calls: list[Call]) -> bytes:
    return next((call.tag for call in calls if call.writes), b"")


def _withhold(calls: list[Call], replies: list[object], moved: MovedError | None) -> None:
    """Replace the replies of writes that are not durable yet: by a failure, or by the MOVED error.

    MOVED says that the bucket is no longer here; the calls are then sent again elsewhere.
    """
    for place, call in enumerate(calls):
        if call.writes and not isinstance(replies[place], RedisError):
            call.may_be_done = True
            replies[place] = moved or call.failure()


class Batchers:
    """A batcher for each primary, found by the tag of a key."""

    def __init__(
        self, primaries: Primaries, batching: Batching, start: Callable[[Batcher], None]
    ) -> None:
        self._primaries = primaries
        self._batching = batching
        self._start = start
        self._by_name: dict[str, Batcher] = {}
        self._by_tag: dict[bytes, Batcher] = {}

    async def call(
        self, tag: bytes, command: bytes, *, writes: bool = False, commits: bytes = b""
    ) -> object:
        """The reply to a command; raises StoreUnavailable or StoreOutcomeUnknown without one."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._batching.patience
        call = Call(tag, command, loop.create_future(), until, writes, commits)
        batcher = self._by_tag.get(tag)
        if batcher is None:
            self._submit(call)
        else:
            batcher.submit(call)
        reply = await call.reply
        if isinstance(reply, _FAILURES):
            raise reply
        return reply

    def _submit(self, call: Call) -> None:
        batcher = self._by_tag.get(call.tag)
        if batcher is None:
            try:
                batcher = self._find(call.tag)
            except RedisError:
                call.answer(call.failure())
                return
        batcher.submit(call)

    def _find(self, tag: bytes) -> Batcher:
        """The batcher of the primary that holds a key, made if it is the first for that primary."""
        name = self._primaries.holder_of(tag)
        if name not in self._by_name:
            link = partial(self._primaries.link, name)
            batcher = self._by_name[name] = Batcher(link, self._batching, self._again)
            for _ in range(CONNECTIONS):
                self._start(batcher)
        if tag.startswith(b"{"):  # tags of buckets are few
            self._by_tag[tag] = self._by_name[name]
        return self._by_name[name]

    async def _again(self, calls: list[Call]) -> None:
        """Submit calls again, to the primaries that hold their keys now."""
        if calls and self._primaries.is_cluster:
            with suppress(RedisError, OSError, TimeoutError):
                async with asyncio.timeout(self._batching.timeout):
                    await self._primaries.refresh(calls[0].tag)
            self._by_tag.clear()
        for call in calls:
            self._submit(call)
