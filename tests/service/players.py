"""Clients under test: who follows a match, and who plays it at random.

A watcher insists on what the contract promises a client: a snapshot first, then every update once,
in order, over any number of cuts and servers.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from random import Random
from typing import Final

from gemwright.pb.game_pb2 import Action, Game
from gemwright.pb.match_pb2 import Reveal, Spectators, Update
from gemwright.pb.match_service_pb2 import ResetReason, Snapshot, WatchMatchResponse
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, OpenSeat, SeatSpec
from tests.service.callers import Caller, CallFailed, new_request_id
from tests.waiting import until_told

_CUT: Final = ("UNAVAILABLE", "CANCELLED")
"""How a stream ends that a client takes up again."""
_PAUSE: Final = 0.01


def seated(
    game: Game, principals: Sequence[str], *, has_spectators: bool = True
) -> CreateMatchRequest:
    """A request for a match that begins at once, every seat filled."""
    return CreateMatchRequest(
        request_id=new_request_id(),
        game=game,
        seats=[SeatSpec(principal=principal) for principal in principals],
        spectators=Spectators(allowed=has_spectators),
    )


def with_open_seats(game: Game, seats: int) -> CreateMatchRequest:
    """A request for a match that anybody with a join token can enter."""
    return CreateMatchRequest(
        request_id=new_request_id(),
        game=game,
        seats=[SeatSpec(open=OpenSeat()) for _ in range(seats)],
        spectators=Spectators(allowed=True),
    )


def choose(actions: Sequence[Action], rng: Random) -> Action:
    """A random action; half of the time a purchase where there is one, to get to the end."""
    purchases = [action for action in actions if _is_purchase(action)]
    return rng.choice(purchases if purchases and rng.random() < 0.5 else actions)


def _is_purchase(action: Action) -> bool:
    family = action.duel if action.HasField("duel") else action.splendor
    return (family.WhichOneof("action") or "").startswith("buy")


async def play_randomly(
    match: str, callers: Sequence[Caller], rng: Random, most: int = 10_000
) -> int:
    """Play a match on at random, one caller for each seat; the version that is reached."""
    known = (await callers[0].get(match)).match
    version = known.version
    while most and known.HasField("seat_to_act"):
        seat, most = known.seat_to_act, most - 1
        sight = await callers[seat].get(match, seat)
        await callers[seat].act(match, seat, sight.match.version, choose(sight.legal_actions, rng))
        known = (await callers[seat].get(match, seat)).match
        version = known.version
    return version


class Watcher:
    """Follows a match for one viewer."""

    def __init__(self, callers: Sequence[Caller], match: str, seat: int | None) -> None:
        self._callers = callers
        self._match = match
        self._seat = seat
        self.messages: list[WatchMatchResponse] = []
        """Everything received."""
        self.snapshots: list[Snapshot] = []
        self.updates: list[Update] = []
        """Since the last snapshot."""
        self.legal: dict[int, list[Action]] = {}
        """What came beside the snapshot or update of each version."""
        self.resets: list[ResetReason] = []
        self.cuts = 0
        self.reveal: Reveal | None = None
        self.token = ""
        self._must_begin = True
        self._changed = asyncio.Event()

    @property
    def version(self) -> int:
        """How far it has got; -1 before the first snapshot."""
        if self.updates:
            return self.updates[-1].version
        return self.snapshots[-1].match.version if self.snapshots else -1

    async def run(self) -> None:
        """Follow the match to its end, at one server after the other where a stream is cut."""
        while self.reveal is None:
            caller = self._callers[self.cuts % len(self._callers)]
            try:
                async with aclosing(caller.watch(self._match, self._seat, self.token)) as stream:
                    async for message in stream:
                        self._take(message)
            except CallFailed as failed:
                if failed.code not in _CUT:
                    raise
                await asyncio.sleep(_PAUSE)
            if self.reveal is None:
                self.cuts += 1

    def _take(self, message: WatchMatchResponse) -> None:
        assert self.reveal is None, "the reveal is the last message"
        self.messages.append(message)
        kind = message.WhichOneof("message")
        if kind == "reset":
            assert not message.resume_token
            self.resets.append(message.reset.reason)
            self.token, self._must_begin = "", True
            return
        assert self._must_begin == (kind == "snapshot"), f"{kind} at version {self.version}"
        assert message.resume_token
        self.token = message.resume_token
        if kind == "snapshot":
            self._must_begin = False
            self.snapshots.append(message.snapshot)
            self.updates = []
        elif kind == "update":
            assert message.update.version == self.version + 1
            self.updates.append(message.update)
        elif kind == "reveal":
            self.reveal = message.reveal
        if kind in ("snapshot", "update"):
            self.legal[self.version] = list(message.legal_actions)
        else:
            assert not message.legal_actions
        self._changed.set()

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something is so of what was received."""
        await until_told(self._changed, holds, what, lambda: f"at {self.version}")

    async def ended(self) -> None:
        """Wait for the last message."""
        await self.until(lambda: self.reveal is not None, "the reveal")

    async def reached(self, version: int) -> None:
        """Wait until it has got that far."""
        await self.until(lambda: self.version >= version, f"version {version}")


@asynccontextmanager
async def watching(
    callers: Caller | Sequence[Caller], match: str, seat: int | None = None
) -> AsyncIterator[Watcher]:
    """A watcher at work; if it fails, so does what is done meanwhile."""
    several = [callers] if isinstance(callers, Caller) else callers
    watcher = Watcher(several, match, seat)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(watcher.run())
        yield watcher
        task.cancel()
