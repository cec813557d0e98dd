"""Playing every match of a principal: the inbox says where, `GetMatch` what, the bot decides.

The id of a request follows from the decision it answers, so that a move is played once, however
often it is sent and whoever else plays for the same principal. Whatever fails is looked at again
after a pause, from the beginning.
"""

import asyncio
import hashlib
import logging
from collections.abc import Coroutine
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from gemwright_client.address import DEFAULT_ADDRESS, Tls, Token
from gemwright_client.bots.asking import Ask, asking
from gemwright_client.bots.bot import Bot
from gemwright_client.client import Client
from gemwright_client.errors import (
    AlreadyUsed,
    MatchNotFound,
    NotAllowed,
    StaleVersion,
    Unavailable,
    WrongState,
)
from gemwright_client.line import Pause
from gemwright_client.pb.inbox_service_pb2 import InboxEntry
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING
from gemwright_client.pb.match_service_pb2 import GetMatchResponse

LOOK_AGAIN_S: Final = 30.0
"""How often matches are looked at that still seem to ask: a store that lost a move tells nobody."""
LAST_WORDS_S: Final = 5.0
"""How long moves that are on their way are waited for at the end."""
_LIVE: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)
_OVERTAKEN: Final = (StaleVersion, AlreadyUsed)
"""Another move was quicker: perhaps our own, through another process."""
_ID_LENGTH: Final = 32
_GONE: Final = (MatchNotFound, WrongState, NotAllowed)

log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Tally:
    """What a bot has done so far."""

    matches: int = 0
    """Matches that are live now."""
    ended: int = 0
    moves: int = 0
    mistakes: int = 0
    """Moves that failed, by an exception or by a choice that was refused."""


async def run_bot(
    bot: Bot,
    address: str = DEFAULT_ADDRESS,
    token: Token = None,
    *,
    tls: Tls | None = None,
    processes: int = 0,
    stop: asyncio.Event | None = None,
    tally: Tally | None = None,
) -> None:
    """Play every match of the token's principal until `stop` is set or the task is cancelled.

    A choice that takes long holds up only its own match: an `async` one is awaited, any other runs
    in threads, or in so many `processes`. A mistake of the bot's is logged, and its match looked at
    again after a pause.
    """
    async with Client(address, token, tls=tls) as client, asking(bot, processes) as ask:
        await Host(client, ask, tally or Tally()).run(stop or asyncio.Event())


class Host:
    """One bot at all its tables."""

    def __init__(self, client: Client, ask: Ask, tally: Tally) -> None:
        self._client = client
        self._ask = ask
        self._tally = tally
        self._newest: dict[str, InboxEntry] = {}
        """Of each live match."""
        self._seen: dict[str, int] = {}
        """The versions at which nothing is left to do."""
        self._attended: dict[str, asyncio.Task[None]] = {}
        self._on_the_way: set[asyncio.Task[object]] = set()
        """Moves that are being sent."""

    async def run(self, stop: asyncio.Event) -> None:
        """Play until told to stop; moves on their way still arrive."""
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                works = [self._start(self._follow()), self._start(self._look_again())]
                await stop.wait()
                for task in (*works, *self._attended.values()):
                    task.cancel()
        finally:
            if self._on_the_way:
                _, late = await asyncio.wait(self._on_the_way, timeout=LAST_WORDS_S)
                for sending in late:
                    sending.cancel()

    def _start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        return self._group.create_task(work)

    async def _follow(self) -> None:
        async with aclosing(self._client.inbox.watch()) as messages:
            async for message in messages:
                match message.WhichOneof("message"):
                    case "reset":
                        self._newest.clear()
                        self._seen.clear()
                    case "entry":
                        self._take(message.entry)
                self._tally.matches = len(self._newest)

    def _take(self, entry: InboxEntry) -> None:
        if entry.state in _LIVE:
            self._newest[entry.match] = entry
            self._attend(entry.match)
        else:
            self._tally.ended += self._forget(entry.match)

    def _forget(self, match: str) -> bool:
        self._seen.pop(match, None)
        return self._newest.pop(match, None) is not None

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            self._seen.clear()
            for match in list(self._newest):
                self._attend(match)

    def _attend(self, match: str) -> None:
        if match not in self._attended and self._seat_asked(match) is not None:
            self._attended[match] = self._start(self._play(match))

    def _seat_asked(self, match: str) -> int | None:
        """The seat of ours that must act, as far as is known and not yet seen to."""
        entry = self._newest.get(match)
        if entry is None or entry.version <= self._seen.get(match, -1):
            return None
        is_ours = entry.HasField("seat_to_act") and entry.seat_to_act in entry.seats
        return entry.seat_to_act if is_ours else None

    async def _play(self, match: str) -> None:
        """Act in a match for as long as it asks for it."""
        pause = Pause()
        try:
            while (seat := self._seat_asked(match)) is not None:
                try:
                    await self._act(match, seat)
                    pause.reset()
                except _OVERTAKEN:
                    continue  # the next look shows what has come of it
                except _GONE:
                    self._forget(match)
                except Unavailable as error:
                    log.warning("match %s: %s", match, error)
                    await asyncio.sleep(pause.seconds())
                except Exception:
                    self._tally.mistakes += 1
                    log.exception("match %s: the bot has made a mistake", match)
                    await asyncio.sleep(pause.seconds())
        finally:
            del self._attended[match]

    async def _act(self, match: str, seat: int) -> None:
        handle = self._client.match(match, seat)
        sight = await handle.get()
        if sight.legal_actions:
            choice = await self._ask(sight.view, list(sight.legal_actions))
            await self._sent(handle.act(choice, request_id=request_id_of(sight)))
            self._tally.moves += 1
        self._seen[match] = max(self._seen.get(match, -1), sight.match.version)

    async def _sent(self, call: Coroutine[object, object, object]) -> None:
        """Wait for a move to arrive; it does so too if nobody waits any more."""
        task = asyncio.create_task(call)
        self._on_the_way.add(task)
        task.add_done_callback(self._arrived)
        await asyncio.shield(task)

    def _arrived(self, task: asyncio.Task[object]) -> None:
        self._on_the_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it is told


def request_id_of(sight: GetMatchResponse) -> str:
    """The id of the one request that answers what a seat is asked now."""
    match = sight.match
    parts = (match.match, str(match.version), match.commit_id, str(sight.viewer_seat))
    return f"bot-{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:_ID_LENGTH]}"
