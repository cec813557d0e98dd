"""Plays the seats of all bots of all owners of a server, a few matches at a time."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final, TypeAlias

import structlog

from gemwright.bot_host.decision import Choose
from gemwright.bot_host.player import Bells, Player
from gemwright.bot_host.transports import Transport
from gemwright.matches.charter import BOT

AT_A_TIME: Final = 8
"""Matches in which a host acts at the same time."""
OWNERS_EVERY_S: Final = 5.0
"""How often the list of owners is read again."""
_HOLDER_BYTES: Final = 9

Connect: TypeAlias = Callable[[str, str], Transport]
"""Makes the transport of a bot, from an owner and a principal."""

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
    """Run the host meanwhile; if it fails, that is logged at once and stops nothing else."""
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
