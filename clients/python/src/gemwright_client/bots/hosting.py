"""Playing every match of a principal: the inbox says where, and each match is seen to by itself.

Whatever fails is looked at again after a pause, from the beginning.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import aclosing
from typing import Final

from gemwright_client.address import DEFAULT_ADDRESS, Tls, Token
from gemwright_client.bots.asking import asking
from gemwright_client.bots.bot import BotSource
from gemwright_client.bots.deciding import Decider, Mistake, Tally
from gemwright_client.bots.leases import Leases
from gemwright_client.client import Client
from gemwright_client.errors import (
    AlreadyUsed,
    CallError,
    MatchNotFound,
    NotAllowed,
    ReplyUnusable,
    StaleVersion,
    WrongState,
)
from gemwright_client.inbox import Inbox
from gemwright_client.line import Pause
from gemwright_client.pb.inbox_service_pb2 import InboxEntry
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING

__all__ = ["Host", "Tally", "run_bot"]

LOOK_AGAIN_S: Final = 30.0
"""How often matches are looked at that still seem to ask: a store that lost a move tells nobody."""
_LIVE: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)
_OVERTAKEN: Final = (StaleVersion, AlreadyUsed)
"""Another move was quicker: perhaps our own, through another process."""
_SETTLED: Final = (WrongState, NotAllowed)
"""There is nothing to do, as after the end, which the inbox tells; or nothing can be done here."""

log: Final = logging.getLogger(__name__)


async def run_bot(
    bot: BotSource,
    address: str = DEFAULT_ADDRESS,
    token: Token = None,
    *,
    tls: Tls | None = None,
    processes: int = 0,
    stop: asyncio.Event | None = None,
    tally: Tally | None = None,
) -> None:
    """Play every match of the token's principal until `stop` is set or the task is cancelled.

    Seats that are kept for the principal are taken. A choice that takes long holds up only its own
    match: an `async` one is awaited, any other runs in one of 32 threads, or of so many
    `processes`. A mistake of the bot's, be it an exception or a choice that is not legal, is
    logged, and its match looked at again after a pause; so the clock, if there is one, decides.
    What the bot still thinks of at the end is dropped, and moves that are on their way arrive.
    Several programs may play for one principal: each match is seen to by one of them, and by
    another a few seconds after that one has ended.

    Raises `BotUnusable` for what is no bot, and `CallError` where the inbox cannot be followed: no
    server answers at first, or the token is not believed any more.
    """
    tally = Tally() if tally is None else tally
    async with Client(address, token, tls=tls) as client, asking(bot, processes) as ask:
        host = Host(client.inbox, Decider(client, ask, tally), tally)
        await host.run(asyncio.Event() if stop is None else stop)


class Host:
    """One bot at all its tables."""

    def __init__(self, inbox: Inbox, decider: Decider, tally: Tally) -> None:
        self._inbox = inbox
        self._decider = decider
        self._tally = tally
        self._leases = Leases(inbox)
        self._newest: dict[str, InboxEntry] = {}
        """Of each live match."""
        self._doubtful: set[str] = set()
        """Live matches that were not told of since the inbox began anew."""
        self._seen: dict[str, int] = {}
        """The versions at which nothing is left to do."""
        self._attended: dict[str, asyncio.Task[None]] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Play until told to stop; moves on their way still arrive."""
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                constant = (self._follow(), self._look_again(), self._leases.renew())
                works = [self._start(work) for work in constant]
                await stop.wait()
                for task in (*works, *self._attended.values()):
                    task.cancel()
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        finally:
            await self._decider.finish()

    def _start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        return self._group.create_task(work)

    async def _follow(self) -> None:
        async with aclosing(self._inbox.watch()) as messages:
            async for message in messages:
                match message.WhichOneof("message"):
                    case "reset":
                        self._doubtful = set(self._newest)
                        self._seen.clear()
                    case "entry":
                        self._take(message.entry)
                    case "complete":
                        for match in self._doubtful:
                            self._forget(match)
                        self._doubtful.clear()
                self._tally.matches = len(self._newest)

    def _take(self, entry: InboxEntry) -> None:
        self._doubtful.discard(entry.match)
        if entry.state in _LIVE:
            self._newest[entry.match] = entry
            self._attend(entry.match)
        else:
            self._tally.ended += self._forget(entry.match)

    def _forget(self, match: str) -> bool:
        self._seen.pop(match, None)
        self._leases.forget(match)
        return self._newest.pop(match, None) is not None

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            self._seen.clear()
            for match in list(self._newest):
                self._attend(match)

    def _attend(self, match: str) -> None:
        if match not in self._attended and self._asked(match) is not None:
            self._attended[match] = self._start(self._play(match))

    def _asked(self, match: str) -> InboxEntry | None:
        """What is wanted of us in a match, as far as is known and not yet seen to."""
        entry = self._newest.get(match)
        if entry is None or entry.version <= self._seen.get(match, -1):
            return None
        is_to_act = entry.HasField("seat_to_act") and entry.seat_to_act in entry.seats
        return entry if is_to_act or entry.state == MATCH_STATE_WAITING else None

    async def _play(self, match: str) -> None:
        """See to a match for as long as it asks for it."""
        pause = Pause()
        try:
            while (entry := self._asked(match)) is not None:
                try:
                    await self._see_to(entry)
                    pause.reset()
                except _OVERTAKEN:
                    continue  # the next look shows what has come of it
                except MatchNotFound:
                    self._forget(match)
                except _SETTLED as error:
                    log.info("match %s: %s", match, error)
                    self._settle(match, entry.version)
                except CallError as error:
                    log.warning("match %s: %s", match, error)
                    await asyncio.sleep(pause.after(error))
                except ReplyUnusable as error:
                    log.warning("match %s: %s", match, error)
                    await asyncio.sleep(pause.seconds())
                except Mistake as mistake:
                    self._tally.mistakes += 1
                    log.error("match %s: a mistake of the bot's", match, exc_info=mistake.__cause__)
                    await asyncio.sleep(pause.seconds())
        finally:
            del self._attended[match]

    async def _see_to(self, entry: InboxEntry) -> None:
        if entry.state == MATCH_STATE_WAITING:
            await self._decider.join(entry)
            self._settle(entry.match, entry.version)
        elif await self._leases.has(entry.match):
            with self._leases.wanted(entry.match):
                self._settle(entry.match, await self._decider.decide(entry))
        else:
            await asyncio.sleep(self._leases.seconds)  # unless it dies, another process acts

    def _settle(self, match: str, version: int) -> None:
        self._seen[match] = max(self._seen.get(match, -1), version)
