"""When the work on a call begins: at once, but in a crowd at intervals, many calls together.

Calls that begin together run the same code one after the other: each finds what it needs in the
processor's caches, and their changes go to the store in one batch. Mixed with everything else that
a server does, the same work takes a quarter longer.
"""

import asyncio
import math
from typing import Final

from gemwright.rpc.calls import Call, Handlers, Unary

_CROWD: Final = 6.0
"""Up to so many calls under way, on average, each begins at once."""
_SHARE_S: Final = 0.0005
"""How much longer an interval is for each call beyond that."""
_LONGEST_S: Final = 0.006
_NEWEST: Final = 0.1
"""The weight of the newest interval in the average."""


def lasting_s(company: float) -> float:
    """How long an interval lasts, in seconds, with so many calls under way."""
    return min(max(company - _CROWD, 0.0) * _SHARE_S, _LONGEST_S)


class CallPacing:
    """Has calls begin; in a crowd, each waits for the next interval."""

    def __init__(self) -> None:
        self._company = 0.0
        """How many calls are under way when an interval begins, on average."""
        self._inside = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._began_at = -math.inf
        self._lasting_s = 0.0

    def kept(self, handlers: Handlers) -> Handlers:
        """The same handlers, with pacing for calls that have one answer."""
        return {
            name: self._unary(handler) if isinstance(handler, Unary) else handler
            for name, handler in handlers.items()
        }

    def _unary(self, handler: Unary) -> Unary:
        async def answer(content: bytes, call: Call) -> bytes:
            self._inside += 1
            try:
                if (turn := self._next_turn()) is not None:
                    await turn
                return await handler.answer(content, call)
            finally:
                self._inside -= 1

        return Unary(answer)

    def _next_turn(self) -> asyncio.Future[None] | None:
        """What a call must wait for; None if it may begin now."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            now = loop.time()
            left = self._began_at + self._lasting_s - now
            if left <= 0:
                self._note(now)
                return None
            loop.call_later(left, self._begin)
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        return turn

    def _begin(self) -> None:
        """Have all waiting calls begin."""
        waiting, self._waiting = self._waiting, []
        self._note(asyncio.get_running_loop().time())
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)

    def _note(self, now: float) -> None:
        self._company += (self._inside - self._company) * _NEWEST
        self._lasting_s = lasting_s(self._company)
        self._began_at = now
