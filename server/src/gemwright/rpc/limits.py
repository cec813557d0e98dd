"""Limits what one caller may ask of this process: its calls in a second, its open streams.

A limit of 0 means no limit, and costs nothing. Moves have a bucket of their own: a player who acts
in its turn never waits because of its other calls. A move that was refused or only checked counts
as a call, and a caller that has overdrawn its calls by many of those waits with moves too.
"""

import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager
from typing import Final, TypeAlias

from gemwright.matches.faults import LimitExceeded
from gemwright.rpc.calls import Call, Handlers, Stream, Unary

BURST_S: Final = 10.0
"""A caller can save up the calls of so many seconds."""
MOVES_FOR_CALLS: Final = 10
"""How many moves a caller may make in the time of one call."""
STREAM_RETRY_S: Final = 5.0
"""When to try again; the server cannot know when a caller will close a stream."""
MOST_CALLERS: Final = 100_000
_DEEPEST_S: Final = 2 * BURST_S
"""A bucket can be overdrawn by one filling at most."""
_HAIR_S: Final = 1e-6
MOVE: Final = "gemwright.v1.MatchService/SubmitAction"

Key: TypeAlias = tuple[str, ...]
"""Identifies a caller."""


class Allowances:
    """A token bucket for every caller, each held as the time at which it will be full.

    A caller that has not called for as long as a bucket takes to fill has a full one and is
    forgotten: what was not touched since the generation before the last is dropped.
    """

    def __init__(
        self, per_second: float, clock: Callable[[], float], most: int = MOST_CALLERS
    ) -> None:
        self._interval = 1 / per_second
        self._clock = clock
        self._most = most
        self._young: dict[Key, float] = {}
        self._old: dict[Key, float] = {}
        self._turned_at = clock()

    def __len__(self) -> int:
        """How many buckets are held."""
        return len(self._young) + len(self._old)

    def take(self, key: Key) -> float:
        """Take one and return 0, or return the seconds until there is one to take."""
        now = self._clock()
        full_at = self._full_at(key, now) + self._interval
        wait = full_at - now - BURST_S
        if wait > _HAIR_S:
            return wait
        self._keep(key, full_at, now)
        return 0.0

    def overdraft(self, key: Key) -> float:
        """The seconds for which a bucket stays overdrawn to the limit; 0 if it is not."""
        now = self._clock()
        wait = self._full_at(key, now) + self._interval - now - _DEEPEST_S
        return wait if wait > _HAIR_S else 0.0

    def charge(self, key: Key) -> None:
        """Take one even from an empty bucket."""
        now = self._clock()
        self._keep(key, min(self._full_at(key, now) + self._interval, now + _DEEPEST_S), now)

    def _full_at(self, key: Key, now: float) -> float:
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key, now)
        return found if found > now else now

    def _keep(self, key: Key, full_at: float, now: float) -> None:
        self._young[key] = full_at
        if now >= self._turned_at + _DEEPEST_S or len(self._young) > self._most:
            self._old, self._young, self._turned_at = self._young, {}, now


class Limiter:
    """Counts the calls and streams of each caller, and refuses too many."""

    def __init__(
        self, calls: int, streams: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._calls_text = f"the limit is {calls} calls in a second, saved up for {BURST_S:.0f} s"
        self._moves_text = (
            f"the limit is {calls * MOVES_FOR_CALLS} moves in a second, or {calls} that are refused"
        )
        self._streams_text = f"the limit is {streams} open streams: close one before the next"
        self._calls = Allowances(calls, clock) if calls else None
        self._moves = Allowances(calls * MOVES_FOR_CALLS, clock) if calls else None
        self._most_streams = streams
        self._streams: Counter[Key] = Counter()

    def limited(self, service: str, handlers: Handlers) -> Handlers:
        """The handlers of a service, each with its limits."""
        return {
            name: self._stream(handler)
            if isinstance(handler, Stream)
            else self._unary(f"{service}/{name}", handler)
            for name, handler in handlers.items()
        }

    def _unary(self, method: str, handler: Unary) -> Unary:
        if self._calls is None or self._moves is None:
            return handler
        if method == MOVE:
            return _move(handler, self._calls, self._moves, self._moves_text)

        async def answer(content: bytes, call: Call) -> bytes:
            self.count(key_of(call))
            return await handler.answer(content, call)

        return Unary(answer)

    def _stream(self, handler: Stream) -> Stream:
        if self._calls is None and not self._most_streams:
            return handler

        async def answers(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
            key = key_of(call)
            self.count(key)
            with self.open_stream(key):
                async with aclosing(handler.answers(content, call)) as messages:
                    async for message in messages:
                        yield message

        return Stream(answers)

    def count(self, key: Key) -> None:
        """Count a call."""
        if self._calls is not None and (wait := self._calls.take(key)):
            raise LimitExceeded(self._calls_text, wait)

    @contextmanager
    def open_stream(self, key: Key) -> Iterator[None]:
        """Count a stream while it is open."""
        if not self._most_streams:
            yield
            return
        if self._streams[key] >= self._most_streams:
            raise LimitExceeded(self._streams_text, STREAM_RETRY_S)
        self._streams[key] += 1
        try:
            yield
        finally:
            self._streams[key] -= 1
            if not self._streams[key]:
                del self._streams[key]


def _move(handler: Unary, calls: Allowances, moves: Allowances, text: str) -> Unary:
    """The handler of moves: each counts as a move; one refused or only checked also as a call."""

    async def answer(content: bytes, call: Call) -> bytes:
        key = key_of(call)
        if wait := calls.overdraft(key) or moves.take(key):
            raise LimitExceeded(text, wait)
        try:
            answered = await handler.answer(content, call)
        except BaseException:  # a caller must not save by cancelling its calls
            calls.charge(key)
            raise
        if not answered:  # it was only checked
            calls.charge(key)
        return answered

    return Unary(answer)


def key_of(call: Call) -> Key:
    """Who is counted: an API key, a player of an owner, or without credentials the address."""
    caller = call.caller
    if caller.principal is not None:
        return "player", caller.owner or "", caller.principal
    if caller.key_id:
        return "key", caller.key_id
    return "address", address_of(call.peer)


def address_of(peer: str) -> str:
    """The address of a peer as grpc names it, without the port."""
    return peer.rpartition(":")[0] or peer
