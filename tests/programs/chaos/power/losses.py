"""Losses of power under load: what was answered and is gone, against what is promised.

A server and its clients live on while the machine of their store loses power again and again,
each time at a random moment. What is lost is told from the answers that clients have in a journal.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from gemwright.pb.match_service_pb2 import RESET_REASON_HISTORY_LOST
from tests.programs.chaos.power.load import Answered, Load
from tests.programs.chaos.power.tracing import TracedStore
from tests.programs.chaos.stores import SingleStore
from tests.service.processes import Process

PLAYERS: Final = 8
MOVES: Final = 30
"""Answered before power is lost again, at least."""
LIFE_S: Final = (0.2, 2.6)
"""How long they play after that: every moment between two flushes comes up."""
REWRITE: Final = "200kb"
"""From which size the append-only file is rewritten: often enough to be caught at it."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What may be lost."""

    fsync: str
    words: tuple[str, ...]
    most_s: float
    """How long before the loss an answer may have come that is lost; 0 for none."""


class Policy(Enum):
    """When a store has what it answers on disk, and what is promised then."""

    ALWAYS = Promise("always", (), 0.0)
    EVERYSEC = Promise("everysec", (), 2.0)
    WAITING = Promise("everysec", ("--wait-aof", "on"), 2.0)
    """Each answer waits until Valkey says that it is on disk, which this Valkey says too early."""
    NEVER = Promise("no", (), float("inf"))
    """Nothing is promised: if nothing is lost either, the measuring is wrong."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One loss of power."""

    actions: int
    """That were answered and are gone."""
    seconds: float
    """Since the oldest of them was answered."""
    ahead: int
    """Watchers that had seen more than is left."""


@dataclass(slots=True)
class Losses:
    """What came of all of them."""

    policy: Policy
    losses: list[Loss] = field(default_factory=list)
    answered: int = 0
    flushes: int = 0
    moves: int = 0
    """Files given another name: Valkey does so when it rewrites its file."""
    late: int = 0
    """Answers on their way at a loss that players got after it: they are gone too."""
    resets: int = 0
    findings: list[str] = field(default_factory=list)

    def add(self, loss: Loss) -> None:
        """One more, judged."""
        self.losses.append(loss)
        if loss.actions and loss.seconds >= self.policy.value.most_s:
            self.findings.append(
                f"loss {len(self.losses)}: {loss.actions} answered actions of up to "
                f"{loss.seconds:.3f} s before are gone"
            )

    def figures(self) -> dict[str, float]:
        """What was counted."""
        seconds = [loss.seconds for loss in self.losses]
        actions = [loss.actions for loss in self.losses]
        return {
            "actions: answered": self.answered,
            "actions: lost": sum(actions),
            "actions: lost at once, half of the times at most": median(actions),
            "actions: lost at once, at most": max(actions),
            "actions: answered after a loss of what was on its way": self.late,
            "window: seconds, half of the times at most": round(median(seconds), 3),
            "window: seconds, at most": round(max(seconds), 3),
            "watchers: told HISTORY_LOST": self.resets,
            "trace: flushes": self.flushes,
            "trace: renames": self.moves,
        }


async def power_losses(folder: Path, policy: Policy, losses: int, seed: int) -> Losses:
    """Lose power so often under players, and tell what that lost."""
    folder.mkdir(parents=True)
    result = Losses(policy)
    promise = policy.value
    with closing(SingleStore(folder / "store", promise.fsync)) as store:
        traced = TracedStore(store.node)
        await asyncio.to_thread(traced.start)
        server = Process(folder / "server", "--redis", store.url, *promise.words)
        try:
            await server.start()
            load = Load([server], PLAYERS, folder / "journals" / "players-1-0.jsonl")
            async with load.playing():
                outages = _Outages(traced, load, Random(seed), result)
                for _ in range(losses):
                    await outages.one()
            await outages.check_the_end()
            server.check_log()
        finally:
            await server.close()
        result.answered = len(load.answered())
        result.flushes, result.moves = traced.flushes, traced.moves
    if policy is Policy.NEVER and not any(loss.actions for loss in result.losses):
        result.findings.append("a store that never flushes has lost nothing: the trace is wrong")
    return result


class _Outages:
    """One loss of power after the other."""

    def __init__(self, store: TracedStore, load: Load, rng: Random, result: Losses) -> None:
        self._store = store
        self._load = load
        self._rng = rng
        self._result = result
        self._lost: set[Answered] = set()
        self._outages: list[float] = []
        self._checked = 0
        """How many answers there were at the last loss."""

    async def one(self) -> None:
        """Lose power in the middle of play, come back, and see what is gone."""
        await self._load.more_than(self._checked + MOVES)
        await asyncio.sleep(self._rng.uniform(*LIFE_S))  # the moment is what the seed chooses
        at = await asyncio.to_thread(self._store.lose_power)
        answered = self._load.answered()
        earlier = list(self._outages)
        self._outages.append(at)
        seen = {match: len(self._load.watcher(match).resets) for match in _matches(answered)}
        await asyncio.to_thread(self._store.start)
        self._store.node.configure("auto-aof-rewrite-min-size", REWRITE)
        gone = await self._load.missing(answered[self._checked :])
        self._checked = len(answered)
        self._lost |= set(gone)
        missing = [one for one in gone if not self._is_late(one, earlier)]
        ahead = 0
        for match in sorted(_matches(missing)):
            ahead += await self._was_told(match, seen[match])
        oldest = min((one.at for one in missing), default=at)
        self._result.add(Loss(len(missing), max(0.0, at - oldest), ahead))

    async def _was_told(self, match: str, resets: int) -> bool:
        """Wait until the watcher of a match that was cut short knows it; False if it need not."""
        watcher = self._load.watcher(match)
        if watcher.reveal is not None or not await self._load.log(match):
            return False  # it has seen the end, or there is no match any more
        await watcher.until(lambda: len(watcher.resets) > resets, f"{match} is told")
        if watcher.resets[resets] != RESET_REASON_HISTORY_LOST:
            self._result.findings.append(f"{match}: reset for {watcher.resets[resets]}")
        self._result.resets += 1
        return True

    async def check_the_end(self) -> None:
        """What was not lost is there to the last."""
        answered = [one for one in self._load.answered() if one not in self._lost]
        for one in await self._load.missing(answered):
            if not self._is_late(one, self._outages):
                self._result.findings.append(f"{one.match}: version {one.version} vanished later")

    def _is_late(self, one: Answered, outages: Sequence[float]) -> bool:
        """Whether what is gone was under way at a loss, and its answer came when that was over."""
        is_late = any(one.called < outage < one.at for outage in outages)
        if is_late and self._result.policy.value.most_s == 0:
            self._result.findings.append(f"{one.match}: version {one.version} was answered late")
        self._result.late += is_late
        return is_late


def _matches(answered: Iterable[Answered]) -> set[str]:
    return {one.match for one in answered}
