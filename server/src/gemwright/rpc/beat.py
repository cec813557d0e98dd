"""When the work on a call begins: at once for whoever calls alone, in beats where many call.

Calls that begin together go the same way together: what each of them needs of the processor's
caches is there from the one before, and their changes leave for the store in one batch. Alternating
with everything else a server does, the same work takes half as long again.
"""

import asyncio
import math
from typing import Final

from gemwright.rpc.handlers.call import Call, Handlers, Unary

_SHARE_S: Final = 0.0005
"""Of a beat, for each call that begins with it: about what a server needs to serve one."""
_LONGEST_S: Final = 0.006
_NEWEST: Final = 0.1
"""The weight of the newest beat in the average."""
_ALONE: Final = 1.2
"""Calls of a beat, on average, up to which they count as coming alone."""


def lasting_s(company: float) -> float:
    """How long a beat of so many calls lasts, in seconds."""
    return 0.0 if company <= _ALONE else min(company * _SHARE_S, _LONGEST_S)


class Beat:
    """Has calls begin; while they come in company, each waits for the next beat."""

    def __init__(self) -> None:
        self._company = 1.0
        """How many calls a beat has, on average."""
        self._inside = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._began_at = -math.inf

    def kept(self, handlers: Handlers) -> Handlers:
        """The same handlers, with the answers of single calls given in beats."""
        return {
            name: self._unary(handler) if isinstance(handler, Unary) else handler
            for name, handler in handlers.items()
        }

    def _unary(self, handler: Unary) -> Unary:
        async def answer(content: bytes, call: Call) -> bytes:
            self._inside += 1
            try:
                if (turn := self._turn()) is not None:
                    await turn
                return await handler.answer(content, call)
            finally:
                self._inside -= 1

        return Unary(answer)

    def _turn(self) -> asyncio.Future[None] | None:
        """What to wait for; nothing for a call that may begin now, with those that are inside."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            now = loop.time()
            left = self._began_at + lasting_s(self._company) - now
            if left <= 0:
                self._note(self._inside, now)
                return None
            loop.call_later(left, self._begin)
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        return turn

    def _begin(self) -> None:
        """Have all that wait begin."""
        waiting, self._waiting = self._waiting, []
        self._note(len(waiting), asyncio.get_running_loop().time())
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)

    def _note(self, calls: int, now: float) -> None:
        self._company += (calls - self._company) * _NEWEST
        self._began_at = now
