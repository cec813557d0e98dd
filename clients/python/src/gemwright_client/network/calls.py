"""Sending calls to the servers: every call of the client goes through a `Line`.

What is safe to send twice is sent again, the same bytes, until an answer comes or patience ends:
after `UNAVAILABLE`, after a deadline, after a broken connection, which look alike from here; and
once a limit of the server's has passed. Every call that changes a match carries a request id or
changes nothing the second time. Nothing else is sent again, except once with a fresh token where
the one before had expired.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from random import uniform
from time import monotonic
from typing import Final, TypeVar

import grpc.aio
from google.protobuf.message import DecodeError, Message

from gemwright_client.errors import (
    CallError,
    Facts,
    LimitExceeded,
    NotAuthenticated,
    ReplyUnusable,
    TokenExpired,
    Unavailable,
    Unreachable,
)
from gemwright_client.network.address import Address, Credential, Tls, channel_to
from gemwright_client.network.status import call_error

ATTEMPT_S: Final = 5.0
"""How long one attempt of a call may take."""
_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 10.0
_SPREAD: Final = 1.5
_PREFIX: Final = "/gemwright.v1."
_CLOSED: Final = "the client is closed"

AnswerT = TypeVar("AnswerT", bound=Message)


class Pause:
    """How long to wait before another attempt: longer each time, with some randomness."""

    def __init__(self) -> None:
        self._next = _FIRST_PAUSE_S

    def seconds(self) -> float:
        """Return how many seconds to wait now."""
        now = self._next
        self._next = min(2 * now, _LONGEST_PAUSE_S)
        return uniform(now / 2, now)

    def after(self, error: CallError) -> float:
        """Return how many seconds to wait, at least as long as the server asks for."""
        return max(self.seconds(), (error.facts.retry_after or 0.0) * uniform(1.0, _SPREAD))

    def reset(self) -> None:
        """Begin with short pauses again, after a success."""
        self._next = _FIRST_PAUSE_S


class Line:
    """Sends calls to one of several servers, and to the next when it does not answer."""

    def __init__(
        self,
        addresses: tuple[Address, ...],
        credential: Credential,
        tls: Tls | None,
        patience: float,
    ) -> None:
        self._addresses = addresses
        self._credential = credential
        self._tls = tls
        self.patience = patience
        """Seconds for which a call is tried."""
        self._channels: dict[int, grpc.aio.Channel] = {}
        self._open: set[grpc.aio.Call] = set()
        """Calls and streams that are under way."""
        self._at = 0
        self._closed = asyncio.Event()
        self.heartbeat: float | None = None
        """Seconds between two signs of life of a stream, once known."""

    @property
    def is_closed(self) -> bool:
        """Whether the client is closed."""
        return self._closed.is_set()

    async def close(self) -> None:
        """Close all connections; calls that are under way fail."""
        self._closed.set()
        for call in tuple(self._open):  # with gRPC 1.75 streams outlive their channel
            call.cancel()
        for channel in self._channels.values():
            await channel.close()

    async def call(self, method: str, request: Message, answer: type[AnswerT]) -> AnswerT:
        """Call a method such as `MatchService/GetMatch`; raises `CallError`."""
        content = request.SerializeToString()
        pause, give_up = Pause(), monotonic() + self.patience
        has_renewed = False
        while True:
            token, at = await self._credential.current(), self._at
            seconds = min(ATTEMPT_S, max(give_up - monotonic(), _FIRST_PAUSE_S))
            try:
                return await self._attempt(method, content, answer, token, seconds)
            except TokenExpired:
                if has_renewed or not await self._credential.renew(token):
                    raise
                has_renewed = True
            except (Unavailable, LimitExceeded) as error:
                wait = pause.after(error)
                if self.is_closed or monotonic() + wait > give_up:
                    raise
                self.go_on_from(at)
                await self.rest(wait)

    async def rest(self, seconds: float) -> None:
        """Wait before another attempt, or until the client is closed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closed.wait()

    def go_on_from(self, at: int) -> None:
        """Use the next server from now on, unless that has happened already."""
        if self._at == at:
            self._at = (at + 1) % len(self._addresses)

    @property
    def at(self) -> int:
        """The index of the server that is used now."""
        return self._at

    async def renew(self, expired: str | None) -> bool:
        """Get another token in place of an expired one; tell whether there is one now."""
        return await self._credential.renew(expired)

    async def token(self) -> str | None:
        """Return the token that is sent now."""
        return await self._credential.current()

    async def _attempt(
        self,
        method: str,
        content: bytes,
        answer: type[AnswerT],
        token: str | None,
        seconds: float,
    ) -> AnswerT:
        opened = self._channel().unary_unary(
            _PREFIX + method, request_serializer=_as_it_is, response_deserializer=_as_it_is
        )
        call = opened(content, metadata=_metadata(token), timeout=seconds)
        self._open.add(call)
        try:
            received = await call
        except grpc.aio.AioRpcError as error:
            raise call_error(error) from None
        except asyncio.CancelledError:
            self._raise_if_cut()
            raise
        finally:
            self._open.discard(call)
        return _read(answer, received)

    async def stream(
        self, method: str, request: Message, answer: type[AnswerT], token: str | None
    ) -> AsyncGenerator[AnswerT, None]:
        """Yield the messages of a stream, without resuming it; closing the iterator cancels it."""
        opened = self._channel().unary_stream(
            _PREFIX + method, request_serializer=_as_it_is, response_deserializer=_as_it_is
        )
        call = opened(request.SerializeToString(), metadata=_metadata(token))
        self._open.add(call)
        try:
            async for received in call:
                yield _read(answer, received)
        except grpc.aio.AioRpcError as error:
            raise call_error(error) from None
        except asyncio.CancelledError:
            self._raise_if_cut()
            raise
        finally:
            self._open.discard(call)
            call.cancel()

    def _channel(self) -> grpc.aio.Channel:
        if self.is_closed:
            raise Unreachable(Facts("", "CANCELLED", _CLOSED))
        if self._at not in self._channels:
            self._channels[self._at] = channel_to(self._addresses[self._at], self._tls)
        return self._channels[self._at]

    def _raise_if_cut(self) -> None:
        """Raise `Unreachable` if the call ended with its channel; not if the task was cancelled."""
        task = asyncio.current_task()
        if task is not None and not task.cancelling():
            text = _CLOSED if self.is_closed else "the connection was closed"
            raise Unreachable(Facts("", "CANCELLED", text)) from None


def _metadata(token: str | None) -> tuple[tuple[str, str], ...]:
    if token is None:
        return ()
    if not (token.isascii() and token.isprintable()):
        text = "the token has letters or signs that no token has"
        raise NotAuthenticated(Facts("CREDENTIALS_INVALID", "UNAUTHENTICATED", text))
    return (("authorization", f"Bearer {token}"),)


def _as_it_is(content: bytes) -> bytes:
    return content


def _read(answer: type[AnswerT], content: bytes) -> AnswerT:
    try:
        return answer.FromString(content)
    except DecodeError:
        raise ReplyUnusable(f"an answer that is no {answer.DESCRIPTOR.name}") from None
