"""A layer around the handlers: it notes every call and may inject a fault.

It lies below the transports, so that the same faults happen over each of them.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from time import monotonic

from gemwright.pb.inbox_service_pb2 import WatchInboxRequest, WatchInboxResponse
from gemwright.pb.match_service_pb2 import (
    GetMatchResponse,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright.rpc.calls import Call, Handlers, Stream, Unary
from gemwright_conformance import call_faults, stream_faults
from gemwright_conformance.incidents import CallFault, Incident, Opening, Scene, StreamFault
from gemwright_conformance.journal import (
    CHANGING,
    INBOX,
    WATCH,
    Heard,
    Journal,
    Listed,
    Opened,
    Sent,
)
from gemwright_conformance.refusing import refused


class Course:
    """The faults for the calls of one case, in order; calls after the last fault are plain."""

    def __init__(
        self,
        calls: Mapping[str, tuple[CallFault, ...]],
        streams: Mapping[str, tuple[StreamFault, ...]],
        answers: Callable[[str, bytes], bytes] | None = None,
    ) -> None:
        self._calls = {method: list(faults) for method, faults in calls.items()}
        self._streams = {method: list(faults) for method, faults in streams.items()}
        self._answers = answers

    def left(self) -> dict[str, int]:
        """How many faults are not used yet, by method."""
        numbers = {method: len(faults) for method, faults in self._calls.items()}
        numbers |= {method: len(faults) for method, faults in self._streams.items()}
        return {method: number for method, number in numbers.items() if number}

    def changed(self, method: str, content: bytes) -> bytes:
        """The bytes of an answer or message after the case's change."""
        return self._answers(method, content) if self._answers else content

    def next_of_call(self, method: str) -> CallFault:
        """The fault for the next call of a method."""
        waiting = self._calls.get(method)
        return waiting.pop(0) if waiting else call_faults.plain

    def next_of_stream(self, method: str) -> StreamFault:
        """The fault for the next stream of a method."""
        waiting = self._streams.get(method)
        return waiting.pop(0) if waiting else stream_faults.plain


class Layer:
    """Wraps the handlers; each case decides which faults it injects."""

    def __init__(self, scene: Callable[[], Scene], course: Callable[[], Course]) -> None:
        self._scene = scene
        self._course = course

    def around(self, handlers: Handlers) -> Handlers:
        """The handlers of a service inside this layer."""
        return {
            name: self._stream(name, handler)
            if isinstance(handler, Stream)
            else self._unary(name, handler)
            for name, handler in handlers.items()
        }

    def _unary(self, name: str, handler: Unary) -> Unary:
        async def answer(content: bytes, call: Call) -> bytes:
            scene, course = self._scene(), self._course()
            heard = Heard(name, content)
            if name in CHANGING:
                scene.journal.calls.append(heard)
            incident = Incident(heard, scene, lambda: handler.answer(content, call))
            try:
                answered = course.changed(name, await course.next_of_call(name)(incident))
            except asyncio.CancelledError:
                heard.lost()
                raise
            except Exception as error:
                heard.failed(refused(error))
                raise
            heard.answered(answered)
            _note_listed(scene.journal, name, answered)
            return answered

        return Unary(answer)

    def _stream(self, name: str, handler: Stream) -> Stream:
        def answers(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
            scene, course = self._scene(), self._course()
            token, first = _begun(name, content)
            opened = Opened(name, token)
            scene.journal.opened.append(opened)
            opening = Opening(
                opened,
                scene,
                handler.answers(content, call),
                lambda: handler.answers(first, call),
            )
            return _told(opening, course)

        return Stream(answers)


async def _told(opening: Opening, course: Course) -> AsyncGenerator[bytes, None]:
    """The messages of a stream, each noted before it is sent."""
    opened, journal = opening.opened, opening.scene.journal
    fault = course.next_of_stream(opened.method)
    try:
        async with aclosing(opening.messages), aclosing(fault(opening)) as messages:
            async for plain in messages:
                content = course.changed(opened.method, plain)
                _note_sent(journal, opened, content)
                yield content
    except Exception as error:
        opened.refused = refused(error)
        raise
    finally:
        opened.ended_at = monotonic()


def _note_sent(journal: Journal, opened: Opened, content: bytes) -> None:
    if opened.method == WATCH:
        message = WatchMatchResponse.FromString(content)
        opened.sent.append(Sent(monotonic(), message))
        version = (
            message.update.version if message.HasField("update") else message.snapshot.match.version
        )
        if message.legal_actions:
            journal.listed.append(Listed(version, tuple(message.legal_actions)))
    elif opened.method == INBOX:
        opened.sent.append(Sent(monotonic(), WatchInboxResponse.FromString(content)))


def _note_listed(journal: Journal, method: str, content: bytes) -> None:
    if method == "GetMatch":
        seen = GetMatchResponse.FromString(content)
        journal.listed.append(Listed(seen.match.version, tuple(seen.legal_actions)))


def _begun(method: str, content: bytes) -> tuple[str, bytes]:
    """The resume token of a stream's request, and the same request without it."""
    match method:
        case "WatchMatch":
            watch = WatchMatchRequest.FromString(content)
            token, watch.resume_token = watch.resume_token, ""
            return token, watch.SerializeToString()
        case "WatchInbox":
            inbox = WatchInboxRequest.FromString(content)
            return inbox.resume_token, WatchInboxRequest().SerializeToString()
        case _:
            return "", content
