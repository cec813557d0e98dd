"""A match that is followed and played from the seats of one keyboard.

It knows whether the servers can be reached. It knows no terminal and no language: what it reports
has the key of a text.
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
    """Something to tell the player: the key of a text, and the values in it."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    is_bad: bool = False


class LiveMatch:
    """A match as one or several seats at one keyboard see it, and what they do."""

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
        """The seat whose view is shown."""
        self.seen = seen
        """The match as that seat knows it."""
        self.moves: deque[Update] = deque(maxlen=_KEPT_MOVES)
        """The newest updates."""
        self.clocks_at = monotonic()
        """When the clocks were last told."""
        self.is_busy = False
        """Whether an action that was sent has no answer yet."""
        self.failure: GemwrightError | None = None
        """Why the match cannot be followed any more."""
        self.on_news: Callable[[News], None] = lambda news: None
        """Called with what to tell the player."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after every change."""

    @property
    def match(self) -> MatchMessage:
        """The match as it was seen last."""
        return self.seen.match

    @property
    def legal(self) -> Sequence[Action]:
        """The legal actions; none unless it is this keyboard's turn."""
        return self.seen.legal_actions

    @property
    def seats(self) -> Sequence[int]:
        """The seats of this keyboard."""
        return tuple(self._handles)

    @property
    def moment(self) -> Moment:
        """Identifies one decision at this keyboard."""
        return self.match.version, self.match.commit_id, self.seat

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
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
        """Seconds since the clocks were last told."""
        return monotonic() - self.clocks_at

    async def recall(self) -> None:
        """Load the newest moves, before the match is followed."""
        self.moves.extend(await self._moves(self.match, self.seat))

    async def follow(self) -> None:
        """Follow the match until it is over, or cannot be followed any more."""
        async with self._reachability.kept():
            try:
                await self._insisted(self._watch)
            except GemwrightError as error:
                self.failure = error
        self.on_change()

    async def act(self, action: Action) -> None:
        """Act for the seat; send the action again until its fate is known."""
        handle, version, request = self._handle, self.match.version, new_request_id()

        async def sent() -> Update:
            return await handle.act(action, expected_version=version, request_id=request)

        await self._send(sent)

    async def resign(self) -> None:
        """Resign for the seat."""
        handle, request = self._handle, new_request_id()

        async def sent() -> Update:
            return await handle.resign(request_id=request)

        await self._send(sent)

    async def validate(self, action: Action) -> None:
        """Raise what this action would raise."""
        await self._handle.validate(action, expected_version=self.match.version)

    async def payments(self, purchase: Action) -> list[Payment]:
        """List the exact payments for a purchase, up to a limit."""
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
        """Call something that may be repeated, until there is an answer."""
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
        if not self.is_over:  # the last message was a reset: a look says why
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
        """Begin with the match as it is; after a reset, report what was not seen."""
        if self._reset:
            reason, self._reset = self._reset, RESET_REASON_UNSPECIFIED
            missed = (await self._insisted(lambda: self._log.missed(reason, match))).versions
            self.moves.clear()
            if missed:
                numbers = {"first": missed.start, "last": missed.stop - 1}
                self.on_news(News("cli.not_seen", numbers, is_bad=True))
        else:
            self._log.begin(match)
        await self._refresh()

    def _note(self, update: Update) -> None:
        """Keep an update if it is the next one; `_refresh` brings all others."""
        self._log.takes(update)
        if update.version == self._newest + 1 and len(self._handles) == 1:
            self.moves.append(update)

    @property
    def _newest(self) -> int:
        return self.moves[-1].version if self.moves else 0

    def _set_clocks(self, clocks: Clocks) -> None:
        self.match.clocks.CopyFrom(clocks)
        self.clocks_at = monotonic()

    async def _refresh(self) -> None:
        """Get the match as it is now, from the seat to act if that is one of ours."""
        async with self._refreshing:
            seat = self.seat
            seen = await self._insisted(self._handles[seat].get)
            if seen.match.HasField("seat_to_act") and seen.match.seat_to_act in self._handles:
                seat = seen.match.seat_to_act
            if seat != self.seat:
                seen = await self._insisted(self._handles[seat].get)
            moves = await self._insisted(lambda: self._moves(seen.match, seat))
            self.seat, self.seen, self.clocks_at = seat, seen, monotonic()
            self.moves.clear()
            self.moves.extend(moves)

    async def _moves(self, match: MatchMessage, seat: int) -> list[Update]:
        """Get the newest moves as this seat may know them."""
        if len(self._handles) == 1 and self._newest == match.version:
            return list(self.moves)
        before = max(match.version - _KEPT_MOVES, 0)
        async with aclosing(self._handles[seat].history(before)) as updates:
            return [update async for update in updates]

    async def _ask(self) -> None:
        """Ask the servers whether they are there; after a loss, look at the match too."""
        await self._probe()
        if self._reachability.is_eager:
            await self._refresh()

    def _tell(self, is_there: bool) -> None:
        """Report that the servers are gone or back; the watch says neither."""
        if is_there:
            self.on_news(News("cli.back"))
        else:
            # Ask often until the watch brings a message: it pauses between its attempts.
            self._reachability.is_eager = True
        self.on_change()
