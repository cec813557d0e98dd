"""Playing every match of a principal: the inbox says which, and each match is played by itself.

Whatever fails is looked at again after a pause, from the beginning. The id of a request follows
from the decision it answers, so that a move is played once, however often it is sent and whoever
else plays for the same principal.
"""

import asyncio
import hashlib
import logging
from collections.abc import Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from gemwright_client.bots.bot import BotSource
from gemwright_client.bots.choosing import Ask, asking
from gemwright_client.bots.leases import Leases
from gemwright_client.client import Client
from gemwright_client.errors import (
    ActionRefused,
    AlreadyUsed,
    CallError,
    InvalidRequest,
    MatchNotFound,
    NotAllowed,
    ReplyUnusable,
    StaleVersion,
    WrongState,
)
from gemwright_client.inbox import Inbox
from gemwright_client.network.address import DEFAULT_ADDRESS, Tls, Token
from gemwright_client.network.calls import Pause
from gemwright_client.notation import match_legal
from gemwright_client.pb.game_pb2 import Action
from gemwright_client.pb.inbox_service_pb2 import InboxEntry
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Match
from gemwright_client.pb.match_service_pb2 import GetMatchResponse

LAST_WORDS_S: Final = 5.0
"""How long moves that are being sent are waited for at the end."""
_ID_LENGTH: Final = 32
LOOK_AGAIN_S: Final = 30.0
"""How often waiting matches are looked at again: nobody is told when a store loses a move."""
_LIVE: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)
_OVERTAKEN: Final = (StaleVersion, AlreadyUsed)
"""Another move came first: perhaps our own, through another process."""
_SETTLED: Final = (WrongState, NotAllowed)
"""There is nothing to do, as after the end of a match, or nothing that is allowed."""
log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Tally:
    """What a bot has done so far."""

    matches: int = 0
    """Matches that are live now."""
    ended: int = 0
    """Matches that ended meanwhile."""
    moves: int = 0
    """Moves that were accepted; if two processes send the same one, both count it."""
    mistakes: int = 0
    """Choices that failed, by an exception or because they were refused."""


class Mistake(Exception):
    """A mistake of the bot's: its choice failed or cannot be played. The cause says why."""


class Decider:
    """Makes the decisions of one bot."""

    def __init__(self, client: Client, ask: Ask, tally: Tally) -> None:
        self._client = client
        self._ask = ask
        self._tally = tally
        self._on_the_way: set[asyncio.Task[object]] = set()
        """The moves that are being sent."""

    async def decide(self, entry: InboxEntry) -> int:
        """Act if one of our seats must; return the version at which nothing is left to do."""
        handle = self._client.match(entry.match, entry.seat_to_act)
        sight = await handle.get()
        if _is_asked(sight.match, entry.seats) and not sight.legal_actions:
            handle = self._client.match(entry.match, sight.match.seat_to_act)
            sight = await handle.get()
        if sight.legal_actions:
            action = await self._choice(sight)
            try:
                await self._sent(handle.act(action, request_id=request_id_of(sight)))
            except (ActionRefused, InvalidRequest) as error:
                raise Mistake from error
        return sight.match.version

    async def _choice(self, sight: GetMatchResponse) -> Action:
        actions = list(sight.legal_actions)
        try:
            choice = await self._ask(sight.view, actions)
            if isinstance(choice, str):
                return match_legal(choice, sight.legal_actions, sight.match.game)
        except Exception as error:
            raise Mistake from error
        return choice

    async def _sent(self, call: Coroutine[object, object, object]) -> None:
        """Wait until a move was sent; it is sent even if nobody waits any more."""
        task = asyncio.create_task(call)
        self._on_the_way.add(task)
        task.add_done_callback(self._arrived)
        await asyncio.shield(task)

    def _arrived(self, task: asyncio.Task[object]) -> None:
        self._on_the_way.discard(task)
        if not task.cancelled() and task.exception() is None:
            self._tally.moves += 1

    async def join(self, entry: InboxEntry) -> None:
        """Fill the seats that are kept for this principal."""
        known = (await self._client.match(entry.match).get()).match
        for seat in entry.seats:
            if not known.seats[seat].is_filled:
                await self._client.match(entry.match, seat).join()

    async def finish(self) -> None:
        """Wait for moves that are being sent."""
        if self._on_the_way:
            _, late = await asyncio.wait(self._on_the_way, timeout=LAST_WORDS_S)
            for sending in late:
                sending.cancel()


def _is_asked(match: Match, seats: Sequence[int]) -> bool:
    """Tell whether one of these seats must act."""
    return match.HasField("seat_to_act") and match.seat_to_act in seats


def request_id_of(sight: GetMatchResponse) -> str:
    """Return the id of the one request that answers what a seat is asked now."""
    match = sight.match
    parts = (match.match, str(match.version), match.commit_id, str(sight.viewer_seat))
    return f"bot-{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:_ID_LENGTH]}"


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
        runner = Runner(client.inbox, Decider(client, ask, tally), tally)
        await runner.run(asyncio.Event() if stop is None else stop)


class Runner:
    """One bot in all its matches."""

    def __init__(self, inbox: Inbox, decider: Decider, tally: Tally) -> None:
        self._inbox = inbox
        self._decider = decider
        self._tally = tally
        self._leases = Leases(inbox)
        self._newest: dict[str, InboxEntry] = {}
        """The newest entry of each live match."""
        self._doubtful: set[str] = set()
        """Live matches of which the inbox has not told since its reset."""
        self._seen: dict[str, int] = {}
        """The version of each match at which nothing is left to do."""
        self._attended: dict[str, asyncio.Task[None]] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Play until told to stop; moves that are being sent still arrive."""
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
        """Return the entry of a match that waits for us and was not dealt with yet."""
        entry = self._newest.get(match)
        if entry is None or entry.version <= self._seen.get(match, -1):
            return None
        is_to_act = entry.HasField("seat_to_act") and entry.seat_to_act in entry.seats
        return entry if is_to_act or entry.state == MATCH_STATE_WAITING else None

    async def _play(self, match: str) -> None:
        """Play in a match for as long as it waits for us."""
        pause = Pause()
        try:
            while (entry := self._asked(match)) is not None:
                try:
                    await self._see_to(entry)
                    pause.reset()
                except _OVERTAKEN:
                    continue  # the next look shows what happened
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
            await asyncio.sleep(self._leases.seconds)  # who has the lease acts, unless it dies

    def _settle(self, match: str, version: int) -> None:
        self._seen[match] = max(self._seen.get(match, -1), version)
