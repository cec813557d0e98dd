"""What a fault gets: one call or stream, and what can be done to it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from gemwright.matches.faults import Draining
from gemwright_conformance.journal import Heard, Journal, Opened

_GONE_S: Final = 0.5
"""How long a call lasts whose connection was cut and which is not cancelled."""
_ARRIVED_S: Final = 0.1
"""How long a message takes to arrive that was shorter than assumed and therefore not cut."""


class Scene(Protocol):
    """What a fault can use."""

    @property
    def journal(self) -> Journal:
        """What the server received and sent in this case."""
        ...

    @property
    def idle_match(self) -> str:
        """The match in which nothing happens while there are others."""
        ...

    def cut(self) -> None:
        """Cut every connection of the client."""
        ...

    def cut_after(self, left: int) -> None:
        """Let this many bytes of the server through, then cut the connection they came on."""
        ...

    def be_out_for(self, seconds: float) -> None:
        """Cut every connection and refuse new ones for a while."""
        ...

    def expire(self) -> Exception:
        """Let the client's credential expire, and return the error for calls with it."""
        ...

    async def rival_resigns(self) -> None:
        """Let a rival resign."""
        ...

    async def keep(self) -> None:
        """Remember the content of the store."""
        ...

    async def lose(self) -> None:
        """Let the store lose everything since `keep`."""
        ...


@dataclass(frozen=True, slots=True)
class Incident:
    """One call, and a way to its real answer."""

    heard: Heard
    scene: Scene
    go: Callable[[], Awaitable[bytes]]
    """Does the call without a fault."""

    async def cut(self) -> bytes:
        """Cut the connection; nothing can be answered after that."""
        self.heard.lost()
        self.scene.cut()
        await asyncio.sleep(_GONE_S)
        raise Draining

    async def hang(self) -> bytes:
        """Answer nothing until the client stops waiting."""
        self.heard.is_hung = True
        try:
            await asyncio.Event().wait()
        finally:
            self.heard.lost()
        raise AssertionError


@dataclass(frozen=True, slots=True)
class Opening:
    """One stream, with the messages that it would send."""

    opened: Opened
    scene: Scene
    messages: AsyncGenerator[bytes, None]
    anew: Callable[[], AsyncGenerator[bytes, None]]
    """The same stream, from the beginning."""

    @property
    def newest_token(self) -> str:
        """The newest resume token that was sent to the client."""
        tokens = [self.opened.token, *(one.token for one in self.opened.sent if one.token)]
        return tokens[-1]

    async def cut_in(self, message: bytes, part: float) -> AsyncGenerator[bytes, None]:
        """Send this part of a message and cut the connection."""
        self.opened.is_cut = True
        self.scene.cut_after(max(1, round(len(message) * part)))
        yield message
        await asyncio.sleep(_ARRIVED_S)
        self.scene.cut()
        await asyncio.sleep(_GONE_S)
        raise Draining


CallFault: TypeAlias = Callable[[Incident], Awaitable[bytes]]
"""The fault of one call."""
StreamFault: TypeAlias = Callable[[Opening], AsyncGenerator[bytes, None]]
"""The fault of one stream."""
