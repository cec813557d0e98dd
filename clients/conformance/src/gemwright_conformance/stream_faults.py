"""The faults of streams. Where messages are counted, `heartbeat` and `going_away` are not."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from time import monotonic
from typing import Final

from google.protobuf.message import Message

from gemwright.pb.inbox_service_pb2 import (
    INBOX_RESET_REASON_HISTORY_LOST,
    InboxGoingAway,
    InboxReset,
    WatchInboxResponse,
)
from gemwright.pb.match_service_pb2 import (
    RESET_REASON_MATCH_EXPIRED,
    GoingAway,
    Reset,
    WatchMatchResponse,
)
from gemwright_conformance.future import unknown_message
from gemwright_conformance.incidents import Opening, StreamFault
from gemwright_conformance.journal import WATCH

_GRACE_S: Final = 15.0
"""How long a stopping server keeps a stream open that the client does not leave."""
_SIGNS_OF_LIFE: Final = ("heartbeat", "going_away")


async def plain(opening: Opening) -> AsyncGenerator[bytes, None]:
    """No fault."""
    async for message in opening.messages:
        yield message


def cut_in(after: int, part: float) -> StreamFault:
    """Cut the connection within the message after this many."""
    return _after(after, lambda opening, message: opening.cut_in(message, part))


def end(after: int) -> StreamFault:
    """End the stream without an error after this many messages."""
    return _after(after, lambda opening, message: _saying())


async def end_at_once(opening: Opening) -> AsyncGenerator[bytes, None]:
    """End the stream without any message."""
    async for message in _saying():
        yield message


def go_away(after: int) -> StreamFault:
    """Send going away after this many messages, and wait for the client to leave."""
    return _after(after, _leaving)


async def _leaving(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
    """Keep the stream open for a while, which exposes a client that waits for its end."""
    yield _farewell(opening).SerializeToString()
    async with aclosing(_numbered(opening)) as messages:
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_S):
                async for number, sign_of_life in messages:
                    if number is None:
                        yield sign_of_life


def _farewell(opening: Opening) -> Message:
    """The going away message, with the newest token."""
    token = opening.newest_token
    if opening.opened.method == WATCH:
        return WatchMatchResponse(going_away=GoingAway(), resume_token=token)
    return WatchInboxResponse(going_away=InboxGoingAway(), resume_token=token)


def fall_silent(after: int) -> StreamFault:
    """Send nothing more after this many messages, not even heartbeats."""
    return _after(after, _silence)


async def _silence(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
    opening.opened.silent_from = monotonic()
    await asyncio.Event().wait()
    yield message


def refuse(error: Exception) -> StreamFault:
    """Refuse the stream at once."""

    async def befall(opening: Opening) -> AsyncGenerator[bytes, None]:
        async for message in _saying():
            yield message
        raise error

    return befall


def expire(after: int) -> StreamFault:
    """Let the credential expire after this many messages."""
    return _after(after, _expiry)


async def _expiry(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
    async for nothing in _saying():
        yield nothing
    raise opening.scene.expire()


def reset(after: int, told: Reset) -> StreamFault:
    """Reset the watch after this many messages."""

    async def begin_anew(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
        yield WatchMatchResponse(reset=told).SerializeToString()
        async for first in opening.anew():
            yield first

    return _after(after, begin_anew)


def vanish(after: int) -> StreamFault:
    """Report the match as expired after this many messages."""
    gone = WatchMatchResponse(reset=Reset(reason=RESET_REASON_MATCH_EXPIRED))
    return _after(after, lambda opening, message: _saying(gone))


async def with_unknown_messages(opening: Opening) -> AsyncGenerator[bytes, None]:
    """Send a message of an unknown kind before and after every message."""
    async for _, message in _numbered(opening):
        yield unknown_message(opening)
        yield message
        yield unknown_message(opening)


async def with_stale_entries(opening: Opening) -> AsyncGenerator[bytes, None]:
    """Send every entry twice, and then the first entry of its match again."""
    first: dict[str, bytes] = {}
    async for message in opening.messages:
        yield message
        response = WatchInboxResponse.FromString(message)
        if response.HasField("entry"):
            same = WatchInboxResponse(entry=response.entry).SerializeToString()
            yield same
            yield first.setdefault(response.entry.match, same)


def begin_anew_without_one(after: int) -> StreamFault:
    """Reset the inbox after this many messages, and leave out one match from then on."""
    return _after(after, _anew_without_one)


async def _anew_without_one(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
    lost = InboxReset(reason=INBOX_RESET_REASON_HISTORY_LOST)
    yield WatchInboxResponse(reset=lost).SerializeToString()
    async for first in opening.anew():
        if WatchInboxResponse.FromString(first).entry.match != opening.scene.idle_match:
            yield first


def _after(
    after: int, then: Callable[[Opening, bytes], AsyncGenerator[bytes, None]]
) -> StreamFault:
    """Send this many messages, and then other ones in place of the rest."""

    async def befall(opening: Opening) -> AsyncGenerator[bytes, None]:
        async for number, message in _numbered(opening):
            if number == after:
                break
            yield message
        else:
            return
        async for other in then(opening, message):
            yield other

    return befall


async def _saying(*messages: Message) -> AsyncGenerator[bytes, None]:
    for message in messages:
        yield message.SerializeToString()


async def _numbered(opening: Opening) -> AsyncGenerator[tuple[int | None, bytes], None]:
    """Every message with the number of those before it; `_SIGNS_OF_LIFE` have no number."""
    kind = WatchMatchResponse if opening.opened.method == WATCH else WatchInboxResponse
    number = 0
    async for message in opening.messages:
        if kind.FromString(message).WhichOneof("message") in _SIGNS_OF_LIFE:
            yield None, message
        else:
            yield number, message
            number += 1
