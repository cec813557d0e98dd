"""Plays the seats of bots: all bots of all owners of a server, so many matches at a time."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final, TypeAlias

import structlog

from gemwright.bot_host.decision import Choose
from gemwright.bot_host.player import Player
from gemwright.bot_host.transports import Transport
from gemwright.matches.charter import BOT


class Bell:
    """Rung when its bot is given a seat, which then looks for itself."""

    def __init__(self) -> None:
        self.times = 0
        """How often it has been rung."""
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake everybody who waits."""
        self.times += 1
        rung, self._rung = self._rung, asyncio.Event()
        rung.set()

    async def wait(self, times: int, seconds: float) -> None:
        """Until it has been rung more often than so many times, or that long."""
        if self.times == times:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._rung.wait()


class Bells:
    """One for each bot of each owner that is played here."""

    def __init__(self) -> None:
        self._bells: dict[tuple[str, str], Bell] = {}

    def of(self, owner: str, principal: str) -> Bell:
        """That of one bot."""
        return self._bells.setdefault((owner, principal), Bell())

    def ring(self, owner: str, principal: str) -> None:
        """Wake a bot, if it is played here."""
        bell = self._bells.get((owner, principal))
        if bell is not None:
            bell.ring()


AT_A_TIME: Final = 8
"""Matches in which a host acts at the same time."""
OWNERS_EVERY_S: Final = 5.0
"""How often the owners are looked at anew."""
_HOLDER_BYTES: Final = 9

Connect: TypeAlias = Callable[[str, str], Transport]
"""The calls of a bot: from an owner and a principal."""

log: Final = structlog.stdlib.get_logger(__name__)


class BotHost:
    """Plays the seats of bots until it is cancelled."""

    def __init__(
        self,
        bots: Mapping[str, Choose],
        owners: Callable[[], Collection[str]],
        connect: Connect,
        bells: Bells | None = None,
    ) -> None:
        self._bells = bells
        self._bots = bots
        self._owners = owners
        self._connect = connect
        self._holder = f"bots-{secrets.token_hex(_HOLDER_BYTES)}"
        self._room = asyncio.Semaphore(AT_A_TIME)
        self._playing: dict[str, list[asyncio.Task[None]]] = {}

    async def run(self) -> None:
        """Play for every owner there is, as they come and go."""
        async with asyncio.TaskGroup() as group:
            while True:
                owners = set(self._owners())
                for owner in owners - self._playing.keys():
                    self._playing[owner] = self._begin(owner, group)
                for owner in self._playing.keys() - owners:
                    for task in self._playing.pop(owner):
                        task.cancel()
                await asyncio.sleep(OWNERS_EVERY_S)

    def _begin(self, owner: str, group: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
        log.info("bots_began", owner=owner, holder=self._holder)
        return [
            group.create_task(self._player(owner, name, choose).run())
            for name, choose in self._bots.items()
        ]

    def _player(self, owner: str, name: str, choose: Choose) -> Player:
        principal = f"{BOT}{name}"
        bell = self._bells.of(owner, principal) if self._bells else None
        return Player(self._connect(owner, principal), choose, self._holder, self._room, bell)


@asynccontextmanager
async def hosting(host: BotHost) -> AsyncIterator[None]:
    """The host at work; a mistake of it is logged at once, and takes nothing else down."""
    work = asyncio.create_task(_logged(host))
    try:
        yield
    finally:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


async def _logged(host: BotHost) -> None:
    try:
        await host.run()
    except Exception:
        log.exception("bot_host_failed")
