"""What every door does with a call: who calls, until when, one line in the log.

How bytes come and go is the business of the doors: `adapter.py` for gRPC, `http/` for browsers.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import getrandbits
from typing import Final

import structlog
from google.rpc import code_pb2 as codes
from google.rpc.status_pb2 import Status

from gemwright.rpc.errors import is_expected, kind_of, reason_name, status_of
from gemwright.rpc.handlers.call import Call
from gemwright.rpc.identity import Identity, Metadata
from gemwright.rpc.metering import CallMeter, NoCallMeter
from gemwright.runtime.api import Caller
from gemwright.runtime.faults import Draining, TokenExpired

_MS: Final = 1000
_TRACE_BITS: Final = 64
_NOBODY: Final = Caller()
_OK: Final = codes.Code.Name(codes.OK)
_CANCELLED: Final = codes.Code.Name(codes.CANCELLED)

log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class Line:
    """What the log will say of a call."""

    method: str
    meter: CallMeter
    is_stream: bool = False
    call: Call = field(default_factory=lambda: Call(_NOBODY, f"{getrandbits(_TRACE_BITS):016x}"))
    began: float = field(default_factory=time.perf_counter)
    messages: int | None = None
    is_written: bool = False

    def begin(self) -> None:
        """The request has come: what took its caller long is no part of what it took."""
        self.began = time.perf_counter()

    def open(self) -> None:
        """The messages of a stream begin."""
        self.messages = 0
        self.meter.opened(self.method)

    def sending(self) -> None:
        """Count a message before it is written: a caller may read it and leave before we know."""
        assert self.messages is not None
        self.messages += 1

    def answered(self) -> None:
        """The call ended as it should."""
        self._write(_OK)

    def left(self) -> None:
        """Whoever called is gone."""
        self._write(_CANCELLED)

    def refused(self, code: str) -> None:
        """A door that could not read the call told its caller so by itself."""
        self._write(code)

    def failed(self, error: Exception) -> Status:
        """What to tell the caller; of a mistake of the server's the log says where it was made."""
        kind = kind_of(error)
        name = codes.Code.Name(kind.code)
        self._write(name, reason_name(kind), None if is_expected(error) else error)
        return status_of(error, self.call.trace)

    def _write(self, code: str, reason: str = "", error: Exception | None = None) -> None:
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


class Reception:
    """Lets calls in and sees them out, whichever door they come by."""

    def __init__(self, identity: Identity, meter: CallMeter | None = None) -> None:
        self._identity = identity
        self._meter = meter or NoCallMeter()
        self.is_draining = False

    def line(self, method: str, *, is_stream: bool = False) -> Line:
        """The line of a call that begins."""
        return Line(method, self._meter, is_stream)

    def let_in(self, call: Call, metadata: Metadata, peer: Callable[[], str]) -> None:
        """Find out who calls; a caller that does not say is known by its address."""
        if self.is_draining:
            raise Draining
        call.caller = caller = self._identity.identify(metadata)
        if caller.principal is None:
            call.peer = peer()
        if caller.key_id:
            call.noted["owner"], call.noted["key_id"] = caller.owner or "", caller.key_id

    def standing(self, caller: Caller, metadata: Metadata) -> "Standing":
        """Who has a stream open, to be looked at again."""
        return Standing(self._identity, metadata, caller)


class Standing:
    """Who has a stream open, for as long as the credential is good."""

    def __init__(self, identity: Identity, metadata: Metadata, caller: Caller) -> None:
        self._identity = identity
        self._metadata = metadata
        self._generation = identity.generation
        self._due = _due(caller)
        self._timer: asyncio.Timeout | None = None

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Cut what is done inside when the credential ends."""
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
        """Refuse to go on if what is believed has changed, and the credential is none any more."""
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
