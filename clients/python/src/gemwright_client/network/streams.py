"""Streams that are resumed wherever they break, at any of the servers.

A stream that has begun is resumed for as long as it takes, because a phone may be offline for
long; one that has never begun is given up like a call. A server that is silent for longer
than two heartbeats is taken for dead. Attempts that bring nothing are repeated ever less often.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from time import monotonic
from typing import Final, Generic, TypeVar

from google.protobuf.message import Message

from gemwright_client.errors import (
    CallError,
    Facts,
    LimitExceeded,
    TokenExpired,
    Unavailable,
    Unreachable,
)
from gemwright_client.network.calls import Line, Pause
from gemwright_client.pb.catalog_service_pb2 import GetServerInfoRequest, GetServerInfoResponse

_SILENCES: Final = 2
_MOST_RENEWALS: Final = 3
"""How many fresh tokens in a row may be refused as expired."""
_GOING_AWAY: Final = "going_away"
_LASTING_S: Final = 10.0
"""A stream that was open for so long counts as a success, even without news."""

AnswerT = TypeVar("AnswerT", bound=Message)


class ResumedStream(Generic[AnswerT]):
    """One stream, over any number of cuts."""

    def __init__(
        self,
        line: Line,
        method: str,
        answer: type[AnswerT],
        request: Callable[[], Message],
    ) -> None:
        self._line = line
        self._method = method
        self._answer = answer
        self._request = request
        """Makes a request to go on after the newest message that was taken."""
        self._pause = Pause()
        self._has_begun = False
        self._give_up = 0.0
        self._renewals = 0

    async def messages(self) -> AsyncGenerator[AnswerT, None]:
        """Yield the messages without an end: the reader knows which is the last."""
        self._give_up = monotonic() + self._line.patience
        while True:
            at, token = self._line.at, await self._line.token()
            asked, since = self._next_request(), monotonic()
            try:
                async with aclosing(self._once(token)) as stream:
                    async for message in stream:
                        yield message
                if not self._got_on(asked, since):
                    await self._line.rest(self._pause.seconds())
                self._line.go_on_from(at)
            except TokenExpired:
                self._renewals += 1
                if self._renewals > _MOST_RENEWALS or not await self._line.renew(token):
                    raise
            except (Unavailable, LimitExceeded) as error:
                self._got_on(asked, since)
                await self._wait(error)
                self._line.go_on_from(at)

    async def _once(self, token: str | None) -> AsyncGenerator[AnswerT, None]:
        """Yield the messages of one server, until it goes away."""
        silence = _SILENCES * await self._heartbeat()
        opened = self._line.stream(self._method, self._request(), self._answer, token)
        async with aclosing(opened) as stream:
            while True:
                message = await _next(stream, silence)
                self._began()
                yield message
                if message.WhichOneof("message") == _GOING_AWAY:
                    return

    def _began(self) -> None:
        self._has_begun = True
        self._renewals = 0

    def _next_request(self) -> bytes:
        """Return the next request: whether it has changed tells whether there was news."""
        return self._request().SerializeToString()

    def _got_on(self, asked: bytes, since: float) -> bool:
        """Tell whether a stream brought news or lasted; if so, pauses are short again."""
        got_on = self._next_request() != asked or monotonic() - since > _LASTING_S
        if got_on:
            self._pause.reset()
        return got_on

    async def _wait(self, error: CallError) -> None:
        """Wait before the next attempt; raise the error if there is to be none."""
        if self._line.is_closed:
            raise error
        seconds = self._pause.after(error)
        if not self._has_begun:
            is_limit = isinstance(error, LimitExceeded)
            if is_limit or monotonic() + seconds > self._give_up:
                raise error
        await self._line.rest(seconds)

    async def _heartbeat(self) -> float:
        """Return the seconds between two heartbeats of these servers."""
        if self._line.heartbeat is None:
            info = await self._line.call(
                "CatalogService/GetServerInfo", GetServerInfoRequest(), GetServerInfoResponse
            )
            self._line.heartbeat = max(1.0, info.limits.heartbeat_seconds)
        return self._line.heartbeat


async def _next(stream: AsyncGenerator[AnswerT, None], silence: float) -> AnswerT:
    """Return the next message; raises `Unreachable` after too long a silence or at the end."""
    try:
        async with asyncio.timeout(silence):
            return await anext(stream)
    except StopAsyncIteration:
        raise Unreachable(Facts("", "CANCELLED", "the stream ended")) from None
    except TimeoutError:
        text = f"silent for {silence:.0f} s"
        raise Unreachable(Facts("", "DEADLINE_EXCEEDED", text)) from None
