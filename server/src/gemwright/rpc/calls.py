"""One call: who makes it, how long its credential is good, its handler, its line in the log.

The listeners receive and send the bytes: gRPC's, and `http/` for browsers.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import getrandbits
from typing import Final, Protocol, TypeAlias, TypeVar

import structlog
from google.protobuf.message import DecodeError, Message
from google.rpc import code_pb2 as codes
from google.rpc.status_pb2 import Status

from gemwright.contract.errors import is_expected, kind_of, reason_name, status_of
from gemwright.matches.api import Caller, Scope
from gemwright.matches.faults import (
    CredentialsMissing,
    Draining,
    InvalidField,
    ScopeMissing,
    TokenExpired,
)
from gemwright.rpc.auth import Identity, Metadata


@dataclass(slots=True)
class Call:
    """One call; handlers note here what the log should say of it."""

    caller: Caller
    trace: str
    noted: dict[str, str | int] = field(default_factory=dict)
    peer: str = ""
    """The address of a caller that does not say who it is."""

    @property
    def owner(self) -> str:
        """The owner that calls; raises if the caller lacks the scope `matchmaker`."""
        return self.needs_scope(Scope.MATCHMAKER)

    def needs_scope(self, scope: Scope) -> str:
        """The owner that calls; raises if the caller lacks the scope."""
        if self.caller.owner is None:
            raise CredentialsMissing
        if scope not in self.caller.scopes:
            raise ScopeMissing(f"this call needs an API key with the scope {scope}")
        return self.caller.owner

    def needs_principal(self) -> None:
        """Refuse an API key, and a caller without credentials."""
        if self.caller.principal is None:
            if self.caller.key_id:
                raise ScopeMissing("this call needs a player token; this is an API key")
            raise CredentialsMissing

    def note(self, match: str, seat: int | None = None) -> None:
        """Say which match the call is about."""
        self.noted["match"] = match
        if seat is not None:
            self.noted["seat"] = seat


@dataclass(frozen=True, slots=True)
class Unary:
    """A handler that gives one answer, from bytes to bytes."""

    answer: Callable[[bytes, Call], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Stream:
    """A handler that gives any number of answers."""

    answers: Callable[[bytes, Call], AsyncGenerator[bytes, None]]


Handlers: TypeAlias = Mapping[str, Unary | Stream]
"""The calls of a service by their names."""
RequestT = TypeVar("RequestT", bound=Message)


def unary(
    kind: type[RequestT], handler: Callable[[RequestT, Call], Awaitable[bytes | Message]]
) -> Unary:
    """A handler of requests of this kind, with the reading and writing of bytes around it."""

    async def answer(content: bytes, call: Call) -> bytes:
        answered = await handler(parsed(kind, content), call)
        return answered if isinstance(answered, bytes) else answered.SerializeToString()

    return Unary(answer)


def stream(
    kind: type[RequestT], handler: Callable[[RequestT, Call], AsyncGenerator[bytes, None]]
) -> Stream:
    """A handler of requests of this kind that gives any number of answers."""

    def answers(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        return handler(parsed(kind, content), call)

    return Stream(answers)


def parsed(kind: type[RequestT], content: bytes) -> RequestT:
    """Parse a request; raises `InvalidField`."""
    try:
        return kind.FromString(content)
    except DecodeError:
        raise InvalidField(("", f"these bytes are no {kind.DESCRIPTOR.name}")) from None


class CallMeter(Protocol):
    """Counts calls; each method is called once for each event."""

    def ended(self, method: str, code: str, seconds: float | None) -> None:
        """A call ended with a status; a stream has no duration worth comparing."""
        ...

    def opened(self, method: str) -> None:
        """A stream began."""
        ...

    def closed(self, method: str) -> None:
        """A stream that began has ended."""
        ...


class NoCallMeter:
    """Counts nothing."""

    def ended(self, method: str, code: str, seconds: float | None) -> None:
        """Not counted."""

    def opened(self, method: str) -> None:
        """Not counted."""

    def closed(self, method: str) -> None:
        """Not counted."""


_MS: Final = 1000
_TRACE_BITS: Final = 64
_NOBODY: Final = Caller()
_OK: Final = codes.Code.Name(codes.OK)
_CANCELLED: Final = codes.Code.Name(codes.CANCELLED)

log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class CallLog:
    """What the log will say of a call."""

    method: str
    meter: CallMeter
    is_stream: bool
    call: Call
    began: float = field(default_factory=time.perf_counter)
    messages: int | None = None
    is_written: bool = False

    def begin(self) -> None:
        """Start the time when the request is here: a slow sender is not part of the duration."""
        self.began = time.perf_counter()

    def open(self) -> None:
        """Note that a stream begins to send messages."""
        self.messages = 0
        self.meter.opened(self.method)

    def sending(self) -> None:
        """Count a message before it is written: a caller may read it and leave before we know."""
        assert self.messages is not None
        self.messages += 1

    def left(self) -> None:
        """Note that the caller is gone."""
        self.end(_CANCELLED)

    def refused(self, code: str) -> None:
        """Note that a listener could not read the call and refused it by itself."""
        self.end(code)

    def failed(self, error: Exception) -> Status:
        """Log the error, with a traceback if the server is at fault; return the caller's status."""
        kind = kind_of(error)
        name = codes.Code.Name(kind.code)
        self.end(name, reason_name(kind), None if is_expected(error) else error)
        return status_of(error, self.call.trace)

    def end(self, code: str = _OK, reason: str = "", error: Exception | None = None) -> None:
        """Write the line of a call that has ended, well unless the arguments say otherwise."""
        self.is_written = True
        seconds = time.perf_counter() - self.began
        self.meter.ended(self.method, code, None if self.is_stream else seconds)
        said: dict[str, object] = {"method": self.method, **self.call.noted, "code": code}
        if reason:
            said["reason"] = reason
        if self.messages is not None:
            said["messages"] = self.messages
            self.meter.closed(self.method)
        said["duration_ms"] = round(seconds * _MS, 1)
        said["trace"] = self.call.trace
        if error is None:
            log.info("call_ended", **said)
        else:
            log.error("call_failed", **said, exc_info=error)


class Gate:
    """Admits and logs calls, whichever listener they arrive at."""

    def __init__(self, identity: Identity, meter: CallMeter | None = None) -> None:
        self._identity = identity
        self._meter = meter or NoCallMeter()
        self.is_draining = False

    def call_log(self, method: str, *, is_stream: bool = False) -> CallLog:
        """The log of a call that begins."""
        call = Call(_NOBODY, f"{getrandbits(_TRACE_BITS):016x}")
        return CallLog(method, self._meter, is_stream, call)

    def let_in(self, call: Call, metadata: Metadata, peer: Callable[[], str]) -> None:
        """Find out who calls; a caller without credentials is known by its address."""
        if self.is_draining:
            raise Draining
        call.caller = caller = self._identity.identify(metadata)
        if caller.principal is None:
            call.peer = peer()
        if caller.key_id:
            call.noted["owner"], call.noted["key_id"] = caller.owner or "", caller.key_id

    def credential(self, caller: Caller, metadata: Metadata) -> "StreamCredential":
        """The credential of an open stream, to be checked again."""
        return StreamCredential(self._identity, metadata, caller)


class StreamCredential:
    """The credential of an open stream; when it ends, so does the stream."""

    def __init__(self, identity: Identity, metadata: Metadata, caller: Caller) -> None:
        self._identity = identity
        self._metadata = metadata
        self._generation = identity.generation
        self._due = _due(caller)
        self._timer: asyncio.Timeout | None = None

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Cancel what runs inside when the credential ends."""
        self._timer = timer = asyncio.timeout_at(self._due)
        try:
            async with timer:
                yield
        except TimeoutError:
            if not timer.expired():
                raise
            self._identity.identify(self._metadata)
            raise TokenExpired from None  # the clocks differ a little
        finally:
            self._timer = None

    def check(self) -> None:
        """Raise if the accepted credentials have changed and this is no longer one of them."""
        if self._identity.generation == self._generation:
            return
        self._generation = self._identity.generation
        self._due = _due(self._identity.identify(self._metadata))
        if self._timer is not None:
            self._timer.reschedule(self._due)


def _due(caller: Caller) -> float | None:
    """When the credential ends, by the clock of the event loop."""
    if caller.expires_at is None:
        return None
    return asyncio.get_running_loop().time() + caller.expires_at - time.time()
