"""What can befall a stream. Signs of life are not counted where messages are."""

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
"""For so long a server that stops bears those who stay."""
_SIGNS_OF_LIFE: Final = ("heartbeat", "going_away")


async def plain(opening: Opening) -> AsyncGenerator[bytes, None]:
    """Nothing."""
    async for message in opening.messages:
        yield message


def cut_in(after: int, part: float) -> StreamFault:
    """After so many messages, the connection is cut within the next one."""
    return _after(after, lambda opening, message: opening.cut_in(message, part))


def end(after: int) -> StreamFault:
    """After so many messages the stream ends, as if all were well."""
    return _after(after, lambda opening, message: _saying())


async def end_at_once(opening: Opening) -> AsyncGenerator[bytes, None]:
    """Nothing comes, and the stream ends."""
    async for message in _saying():
        yield message


def go_away(after: int) -> StreamFault:
    """After so many messages the server says that it stops, and waits to be left."""
    return _after(after, _leaving)


async def _leaving(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
    """The stream lives on for a while, so that who waits for its end is seen to wait."""
    yield _farewell(opening).SerializeToString()
    async with aclosing(_numbered(opening)) as messages:
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_S):
                async for number, sign_of_life in messages:
                    if number is None:
                        yield sign_of_life


def _farewell(opening: Opening) -> Message:
    """What a server says that stops: the newest token goes with it."""
    token = opening.newest_token
    if opening.opened.method == WATCH:
        return WatchMatchResponse(going_away=GoingAway(), resume_token=token)
    return WatchInboxResponse(going_away=InboxGoingAway(), resume_token=token)


def fall_silent(after: int) -> StreamFault:
    """After so many messages nothing comes any more, no sign of life either."""
    return _after(after, _silence)


async def _silence(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
    opening.opened.silent_from = monotonic()
    await asyncio.Event().wait()
    yield message


def refuse(error: Exception) -> StreamFault:
    """It is refused at once."""

    async def befall(opening: Opening) -> AsyncGenerator[bytes, None]:
        async for message in _saying():
            yield message
        raise error

    return befall


def expire(after: int) -> StreamFault:
    """After so many messages the credential expires."""
    return _after(after, _expiry)


async def _expiry(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
    async for nothing in _saying():
        yield nothing
    raise opening.scene.expire()


def reset(after: int, told: Reset) -> StreamFault:
    """After so many messages the watch begins anew."""

    async def begin_anew(opening: Opening, message: bytes) -> AsyncGenerator[bytes, None]:
        yield WatchMatchResponse(reset=told).SerializeToString()
        async for first in opening.anew():
            yield first

    return _after(after, begin_anew)


def vanish(after: int) -> StreamFault:
    """After so many messages the match is gone."""
    gone = WatchMatchResponse(reset=Reset(reason=RESET_REASON_MATCH_EXPIRED))
    return _after(after, lambda opening, message: _saying(gone))


async def with_unknown_messages(opening: Opening) -> AsyncGenerator[bytes, None]:
    """Before and after every message comes one of the future."""
    async for _, message in _numbered(opening):
        yield unknown_message(opening)
        yield message
        yield unknown_message(opening)


async def with_stale_entries(opening: Opening) -> AsyncGenerator[bytes, None]:
    """After every entry comes the same again, and the first there was of its match."""
    first: dict[str, bytes] = {}
    async for message in opening.messages:
        yield message
        response = WatchInboxResponse.FromString(message)
        if response.HasField("entry"):
            same = WatchInboxResponse(entry=response.entry).SerializeToString()
            yield same
            yield first.setdefault(response.entry.match, same)


def begin_anew_without_one(after: int) -> StreamFault:
    """After so many messages the inbox begins anew, and one match is not in it any more."""
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
    """So many messages come, and instead of the next one and all others something else."""

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
    """Every message with how many came before it; signs of life have no number."""
    kind = WatchMatchResponse if opening.opened.method == WATCH else WatchInboxResponse
    number = 0
    async for message in opening.messages:
        if kind.FromString(message).WhichOneof("message") in _SIGNS_OF_LIFE:
            yield None, message
        else:
            yield number, message
            number += 1
