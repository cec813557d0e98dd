"""One call or stream to which something may happen, and what can be done about it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from gemwright.matches.faults import Draining
from gemwright_conformance.journal import Heard, Journal, Opened

_GONE_S: Final = 0.5
"""After so long a call whose connection was cut ends, where nobody has cancelled it."""
_ARRIVED_S: Final = 0.1
"""After so long a message has arrived that was to be cut, but was shorter than was thought."""


class Scene(Protocol):
    """What those who befall calls can reach."""

    @property
    def journal(self) -> Journal:
        """What the server heard in this case."""
        ...

    @property
    def idle_match(self) -> str:
        """The match in which nothing happens while there are others."""
        ...

    def cut(self) -> None:
        """Cut every connection of the client's."""
        ...

    def cut_after(self, left: int) -> None:
        """Likewise, after so many bytes."""
        ...

    def be_out_for(self, seconds: float) -> None:
        """Cut everything, and let nobody connect for a while."""
        ...

    def expire(self) -> Exception:
        """Let the client's credential expire; what its calls are refused with from now on."""
        ...

    async def rival_resigns(self) -> None:
        """Let a rival give up."""
        ...

    async def keep(self) -> None:
        """Remember all that the store holds."""
        ...

    async def lose(self) -> None:
        """Let the store lose all since then."""
        ...


@dataclass(frozen=True, slots=True)
class Incident:
    """One call, and what it would be answered."""

    heard: Heard
    scene: Scene
    go: Callable[[], Awaitable[bytes]]
    """Has the call done, as if nothing had happened."""

    async def cut(self) -> bytes:
        """Cut the connection; there is nobody to answer any more."""
        self.heard.lost()
        self.scene.cut()
        await asyncio.sleep(_GONE_S)
        raise Draining

    async def hang(self) -> bytes:
        """Answer nothing for as long as anybody waits."""
        self.heard.is_hung = True
        try:
            await asyncio.Event().wait()
        finally:
            self.heard.lost()
        raise AssertionError


@dataclass(frozen=True, slots=True)
class Opening:
    """One stream, and what would be sent in it."""

    opened: Opened
    scene: Scene
    messages: AsyncGenerator[bytes, None]
    anew: Callable[[], AsyncGenerator[bytes, None]]
    """The same stream, from the beginning."""

    @property
    def newest_token(self) -> str:
        """Where the client stands, as far as it was told."""
        tokens = [self.opened.token, *(one.token for one in self.opened.sent if one.token)]
        return tokens[-1]

    async def cut_in(self, message: bytes, part: float) -> AsyncGenerator[bytes, None]:
        """Send so much of a message and cut the connection."""
        self.opened.is_cut = True
        self.scene.cut_after(max(1, round(len(message) * part)))
        yield message
        await asyncio.sleep(_ARRIVED_S)
        self.scene.cut()
        await asyncio.sleep(_GONE_S)
        raise Draining


CallFault: TypeAlias = Callable[[Incident], Awaitable[bytes]]
"""What befalls one call."""
StreamFault: TypeAlias = Callable[[Opening], AsyncGenerator[bytes, None]]
"""What befalls one stream."""
