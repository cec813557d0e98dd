"""Calls to the server that the host itself runs in: straight to the handlers, without a socket."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from random import getrandbits
from typing import Final

import structlog

from gemwright.rpc.botting.transport import CallFailed
from gemwright.rpc.errors import is_expected, kind_of, message_of, reason_name
from gemwright.rpc.handlers.call import Call, Handlers, Stream, Unary
from gemwright.runtime.api import Caller

_TRACE_BITS: Final = 64

log: Final = structlog.stdlib.get_logger(__name__)


class InsideTransport:
    """Calls handlers as one caller."""

    def __init__(self, services: Mapping[str, Handlers], caller: Caller) -> None:
        self._services = services
        self._caller = caller

    async def unary(self, method: str, content: bytes) -> bytes:
        """A call with one answer."""
        handler, call = self._handler(method), self._call()
        if not isinstance(handler, Unary):
            raise TypeError(f"{method} gives more than one answer")
        try:
            return await handler.answer(content, call)
        except Exception as error:
            raise _failed(method, call, error) from None

    async def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """A call with any number of answers."""
        handler, call = self._handler(method), self._call()
        if not isinstance(handler, Stream):
            raise TypeError(f"{method} gives one answer")
        try:
            async with aclosing(handler.answers(content, call)) as messages:
                async for message in messages:
                    yield message
        except Exception as error:
            raise _failed(method, call, error) from None

    def _handler(self, method: str) -> Unary | Stream:
        service, _, name = method.partition("/")
        return self._services[service][name]

    def _call(self) -> Call:
        return Call(self._caller, f"{getrandbits(_TRACE_BITS):016x}")


def inside(services: Mapping[str, Handlers]) -> Callable[[str, str], InsideTransport]:
    """How the bots of every owner call these services."""

    def connect(owner: str, principal: str) -> InsideTransport:
        return InsideTransport(services, Caller(principal=principal, owner=owner))

    return connect


def _failed(method: str, call: Call, error: Exception) -> CallFailed:
    if not is_expected(error):
        log.error("call_failed", method=method, **call.noted, trace=call.trace, exc_info=error)
    kind = kind_of(error)
    return CallFailed(kind.code, reason_name(kind), message_of(error))
