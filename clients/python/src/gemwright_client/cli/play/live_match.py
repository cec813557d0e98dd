"""One match as somebody at a keyboard plays it: what is known of it, and what can be done.

It follows the match, acts in it, and knows whether the servers can be reached. There is no terminal
in here, and not a word of any language: whoever shows it is told what is new by a key.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, TypeAlias, TypeVar

from gemwright_client.cli.reachability import AGAIN_S, Reachability
from gemwright_client.errors import GemwrightError, LimitExceeded, Unavailable
from gemwright_client.match import Match, new_request_id
from gemwright_client.pb.clock_pb2 import Clocks
from gemwright_client.pb.game_pb2 import Action, Payment
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Update
from gemwright_client.pb.match_pb2 import Match as MatchMessage
from gemwright_client.pb.match_service_pb2 import (
    RESET_REASON_UNSPECIFIED,
    GetMatchResponse,
    ResetReason,
    WatchMatchResponse,
)
from gemwright_client.watch import SeenUpdates, lost

_KEPT_MOVES: Final = 60
_MOST_PAYMENTS: Final = 200

ResultT = TypeVar("ResultT")


Moment: TypeAlias = tuple[int, str, int]
"""Version, commit and seat."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that a player should hear of: a key of the catalogue, and what goes into it."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    is_bad: bool = False


class LiveMatch:
    """A match, seen and played from the seats of one keyboard."""

    def __init__(
        self,
        handles: Mapping[int, Match],
        seen: GetMatchResponse,
        probe: Callable[[], Awaitable[object]],
    ) -> None:
        self._handles = handles
        self._probe = probe
        self._reachability = Reachability(self._ask, self._tell)
        self._refreshing = asyncio.Lock()
        self._reset: ResetReason = RESET_REASON_UNSPECIFIED
        first = next(iter(handles))
        self._log = SeenUpdates(handles[first].history)
        self._watched = handles[first]
        self.seat = first
        """The seat that is looked from."""
        self.seen = seen
        """The match as that seat knows it."""
        self.moves: deque[Update] = deque(maxlen=_KEPT_MOVES)
        """The newest updates."""
        self.told_at = monotonic()
        """When the clocks were right."""
        self.is_busy = False
        """Whether something that was sent has no answer yet."""
        self.failure: GemwrightError | None = None
        """Why the match cannot be followed any more."""
        self.on_news: Callable[[News], None] = lambda news: None
        """Called with what a player should hear of."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after every change."""

    @property
    def match(self) -> MatchMessage:
        """The match as it was seen last."""
        return self.seen.match

    @property
    def legal(self) -> Sequence[Action]:
        """What can be done now; nothing unless it is this keyboard's turn."""
        return self.seen.legal_actions

    @property
    def seats(self) -> Sequence[int]:
        """The seats of this keyboard."""
        return tuple(self._handles)

    @property
    def moment(self) -> Moment:
        """What tells one decision at this keyboard from the next."""
        return self.match.version, self.match.commit_id, self.seat

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.match.state not in (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)

    @property
    def is_my_turn(self) -> bool:
        """Whether the match waits for this keyboard."""
        return bool(self.legal) and not self.is_over

    @property
    def has_ended(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.is_over or self.failure is not None

    @property
    def is_lost(self) -> bool:
        """Whether the servers do not answer."""
        return self._reachability.is_lost

    @property
    def elapsed(self) -> float:
        """Seconds since the clocks were right."""
        return monotonic() - self.told_at

    async def recall(self) -> None:
        """Have the newest moves from the beginning, before anything is followed."""
        self.moves.extend(await self._moves(self.match, self.seat))

    async def follow(self) -> None:
        """Keep up with the match until it is over, or cannot be followed any more."""
        async with self._reachability.kept():
            try:
                await self._insisted(self._watch)
            except GemwrightError as error:
                self.failure = error
        self.on_change()

    async def act(self, action: Action) -> None:
        """Act for the seat; an action whose fate is not known is sent again until it is."""
        handle, version, request = self._handle, self.match.version, new_request_id()

        async def sent() -> Update:
            return await handle.act(action, expected_version=version, request_id=request)

        await self._send(sent)

    async def resign(self) -> None:
        """Give the match up for the seat."""
        handle, request = self._handle, new_request_id()

        async def sent() -> Update:
            return await handle.resign(request_id=request)

        await self._send(sent)

    async def validate(self, action: Action) -> None:
        """Raise what acting so would raise."""
        await self._handle.validate(action, expected_version=self.match.version)

    async def payments(self, purchase: Action) -> list[Payment]:
        """The exact payments of a listed purchase, as far as anybody reads them."""
        found: list[Payment] = []
        async with aclosing(self._handle.payments(purchase)) as payments:
            async for payment in payments:
                found.append(payment)
                if len(found) == _MOST_PAYMENTS:
                    break
        return found

    @property
    def _handle(self) -> Match:
        return self._handles[self.seat]

    async def _send(self, sent: Callable[[], Awaitable[Update]]) -> None:
        self.is_busy = True
        self.on_change()
        try:
            update = await self._insisted(sent)
            self._note(update)
            await self._refresh()
        finally:
            self.is_busy = False
            self.on_change()

    async def _insisted(self, call: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """The answer of something that can be called again, however long it takes to get one."""
        while True:
            try:
                answer = await call()
            except Unavailable:
                self._reachability.lose()
                await asyncio.sleep(AGAIN_S)
            except LimitExceeded as error:
                await asyncio.sleep(error.retry_after or AGAIN_S)
            else:
                self._reachability.heard()
                return answer

    async def _watch(self) -> None:
        async with aclosing(self._watched.watch()) as messages:
            async for message in messages:
                self._reachability.is_eager = False
                self._reachability.heard()
                await self._take(message)
                self.on_change()
        if not self.is_over:  # a reset was the last message: a look says why
            await self._refresh()

    async def _take(self, message: WatchMatchResponse) -> None:
        match message.WhichOneof("message"):
            case "snapshot":
                await self._begin(message.snapshot.match)
            case "update":
                self._note(message.update)
                if message.update.version > self.match.version:
                    await self._refresh()
            case "clocks":
                self._set_clocks(message.clocks)
            case "reset":
                self._reset = message.reset.reason
                self.on_news(News(f"reset.{lost(self._reset).reason}", is_bad=True))
            case "reveal":
                await self._refresh()

    async def _begin(self, match: MatchMessage) -> None:
        """Begin with the match as it is; after a reset, say what was not seen."""
        if self._reset:
            reason, self._reset = self._reset, RESET_REASON_UNSPECIFIED
            missed = (await self._insisted(lambda: self._log.missed(reason, match))).versions
            self.moves.clear()
            if missed:
                told = {"first": missed.start, "last": missed.stop - 1}
                self.on_news(News("cli.not_seen", told, is_bad=True))
        else:
            self._log.begin(match)
        await self._refresh()

    def _note(self, update: Update) -> None:
        """Keep an update if it is the next one; looking at the match brings all others."""
        self._log.takes(update)
        if update.version == self._newest + 1 and len(self._handles) == 1:
            self.moves.append(update)

    @property
    def _newest(self) -> int:
        return self.moves[-1].version if self.moves else 0

    def _set_clocks(self, clocks: Clocks) -> None:
        self.match.clocks.CopyFrom(clocks)
        self.told_at = monotonic()

    async def _refresh(self) -> None:
        """Look at the match, from the seat that must act if it is one of ours."""
        async with self._refreshing:
            seat = self.seat
            seen = await self._insisted(self._handles[seat].get)
            if seen.match.HasField("seat_to_act") and seen.match.seat_to_act in self._handles:
                seat = seen.match.seat_to_act
            if seat != self.seat:
                seen = await self._insisted(self._handles[seat].get)
            moves = await self._insisted(lambda: self._moves(seen.match, seat))
            self.seat, self.seen, self.told_at = seat, seen, monotonic()
            self.moves.clear()
            self.moves.extend(moves)

    async def _moves(self, match: MatchMessage, seat: int) -> list[Update]:
        """The newest moves as a seat knows them: another one at the keyboard knew other cards."""
        if len(self._handles) == 1 and self._newest == match.version:
            return list(self.moves)
        before = max(match.version - _KEPT_MOVES, 0)
        async with aclosing(self._handles[seat].history(before)) as updates:
            return [update async for update in updates]

    async def _ask(self) -> None:
        """Ask the servers whether they are there; where they have been lost, look at the match."""
        await self._probe()
        if self._reachability.is_eager:
            await self._refresh()

    def _tell(self, is_there: bool) -> None:
        """Tell that the servers are gone, or that they are back; the watch says neither."""
        if is_there:
            self.on_news(News("cli.back"))
        else:
            # Until the watch tells something: it may rest by now.
            self._reachability.is_eager = True
        self.on_change()
