"""One decision: look at the match, ask the bot, send what it chose.

The id of a request follows from the decision it answers, so that a move is played once, however
often it is sent and whoever else plays for the same principal.
"""

import asyncio
import hashlib
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Final

from gemwright_client.bots.asking import Ask
from gemwright_client.client import Client
from gemwright_client.errors import ActionRefused, InvalidRequest
from gemwright_client.notation import match_legal
from gemwright_client.pb.game_pb2 import Action
from gemwright_client.pb.inbox_service_pb2 import InboxEntry
from gemwright_client.pb.match_pb2 import Match
from gemwright_client.pb.match_service_pb2 import GetMatchResponse

LAST_WORDS_S: Final = 5.0
"""How long moves that are on their way are waited for at the end."""
_ID_LENGTH: Final = 32


@dataclass(slots=True)
class Tally:
    """What a bot has done so far."""

    matches: int = 0
    """Matches that are live now."""
    ended: int = 0
    """Matches that ended meanwhile."""
    moves: int = 0
    """Moves that were accepted; one that another process sent too counts there as well."""
    mistakes: int = 0
    """Choices that failed, by an exception or because they were refused."""


class Mistake(Exception):
    """The bot's: its choice failed, or is none that can be played. The cause says why."""


class Decider:
    """Makes the decisions of one bot."""

    def __init__(self, client: Client, ask: Ask, tally: Tally) -> None:
        self._client = client
        self._ask = ask
        self._tally = tally
        self._on_the_way: set[asyncio.Task[object]] = set()
        """Moves that are being sent."""

    async def decide(self, entry: InboxEntry) -> int:
        """Act where one of our seats must; the version at which nothing is left to do."""
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
        """Wait until a move arrives; it does so too if nobody waits any more."""
        task = asyncio.create_task(call)
        self._on_the_way.add(task)
        task.add_done_callback(self._arrived)
        await asyncio.shield(task)

    def _arrived(self, task: asyncio.Task[object]) -> None:
        self._on_the_way.discard(task)
        if not task.cancelled() and task.exception() is None:
            self._tally.moves += 1

    async def join(self, entry: InboxEntry) -> None:
        """Take the seats that are kept for us."""
        known = (await self._client.match(entry.match).get()).match
        for seat in entry.seats:
            if not known.seats[seat].is_filled:
                await self._client.match(entry.match, seat).join()

    async def finish(self) -> None:
        """Let moves that are on their way arrive."""
        if self._on_the_way:
            _, late = await asyncio.wait(self._on_the_way, timeout=LAST_WORDS_S)
            for sending in late:
                sending.cancel()


def _is_asked(match: Match, seats: Sequence[int]) -> bool:
    """Whether one of these seats must act."""
    return match.HasField("seat_to_act") and match.seat_to_act in seats


def request_id_of(sight: GetMatchResponse) -> str:
    """The id of the one request that answers what a seat is asked now."""
    match = sight.match
    parts = (match.match, str(match.version), match.commit_id, str(sight.viewer_seat))
    return f"bot-{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:_ID_LENGTH]}"
