"""The run itself: batches of hostile calls, and after each a look at everything that must hold."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final

from google.protobuf.message import DecodeError, Message

from tests.programs.fuzz.abuse import Crowd
from tests.programs.fuzz.judge import Held, LogReader, Verdicts, held_by, judge
from tests.programs.fuzz.line import Answer, Line, Stream, connect, connected
from tests.programs.fuzz.shots import Gunner, Shot
from tests.programs.fuzz.standing import Accepted, Snapshot, complaints, snapshot
from tests.programs.fuzz.turns import new_tables, turns_of
from tests.programs.fuzz.witness import Witness
from tests.programs.fuzz.world import Served, World

BATCH: Final = 1_000
_AT_ONCE: Final = 48
_LINES: Final = 4
_ABUSES: Final = 15
"""Bad connections for each batch and server."""
_OPEN_STREAMS: Final = 400
_ALONE_FOR: Final = 0.5
_PATIENCE: Final = 60.0
_FEWEST_TABLES: Final = 3
_ENOUGH: Final = 20
"""Mistakes after which there is no use in going on."""


@dataclass
class Changes:
    """What was accepted in a batch."""

    changed: set[str] = field(default_factory=set)
    created: set[str] = field(default_factory=set)
    is_any_unknown: bool = False

    def note(self, shot: Shot, messages: Sequence[Message], *, is_answered: bool) -> None:
        """A call that was answered, or broken off so that nobody knows."""
        if shot.method is None or shot.method.is_reading:
            return
        request = _request(shot)
        if request is not None and getattr(request, "validate_only", False) and is_answered:
            return
        if request is not None:
            self.changed.update(_matches_in(request))
        for message in messages:
            self.created.update(_matches_in(message))
        self.is_any_unknown |= not is_answered

    def accepted(self) -> Accepted:
        """The same for the store to be compared."""
        return Accepted(self.changed, self.created, self.is_any_unknown)


def _request(shot: Shot) -> Message | None:
    """What a server reads in a shot."""
    assert shot.method is not None
    try:
        return shot.method.request.FromString(shot.message or shot.body[5:])
    except DecodeError:
        return None


def _matches_in(message: Message) -> set[str]:
    """Every id of a match that a message has."""
    found: set[str] = set()
    for field_, value in message.ListFields():
        rows = value if field_.is_repeated else (value,)
        if field_.message_type is not None:
            for row in rows:
                found |= _matches_in(row)
        elif field_.name == "match":
            found.add(value)
    return found


class Front:
    """The lines to one server, and the calls on them."""

    def __init__(self, world: World, served: Served, rng: Random, verdicts: Verdicts) -> None:
        self._world = world
        self.served = served
        self._rng = rng
        self._verdicts = verdicts
        self._gunner = Gunner(served, rng)
        self._lines: list[Line] = []
        self._open: deque[tuple[Shot, Stream]] = deque()
        self.crowd = Crowd(served.address, rng)
        self.log = LogReader(served)
        self.witness = Witness(served)
        self.changes = Changes()
        self._tables = set(served.guarded)
        """Matches of the honest players that are not over."""

    async def fire(self) -> None:
        """Make a call and judge its end; streams stay open beside the others."""
        shot = self._gunner.shot()
        if shot.is_alone:
            await self._fire_alone(shot)
            return
        stream = (await self._line()).call(shot.headers, shot.body, ends=shot.ends)
        if not shot.ends or (shot.method is not None and shot.method.has_many_answers):
            self._open.append((shot, stream))
            if len(self._open) > _OPEN_STREAMS:
                self._settle(*self._open.popleft())
            return
        async with asyncio.timeout(_PATIENCE):
            await stream.ended()
        self._judge(shot, stream.answer)

    async def _fire_alone(self, shot: Shot) -> None:
        async with connected(self.served.address) as line:
            stream = line.call(shot.headers, shot.body, ends=shot.ends)
            try:
                async with asyncio.timeout(_ALONE_FOR):
                    await stream.begun()
            except TimeoutError:
                self._verdicts.count(shot, "no answer")
                self.changes.note(shot, (), is_answered=False)
                return
            self._judge(shot, stream.answer)

    def _settle(self, shot: Shot, stream: Stream) -> None:
        """Judge a stream by what it has said so far, and read no more of it."""
        if not stream.answer.is_over:
            stream.cancel()
            self._verdicts.count(shot, "still open")
            if shot.message is None or not shot.ends:
                self.changes.note(shot, (), is_answered=False)
            return
        self._judge(shot, stream.answer)

    def _judge(self, shot: Shot, answer: Answer) -> None:
        messages = judge(self._world, shot, answer, self._verdicts)
        if answer.status == 0:
            self.changes.note(shot, messages, is_answered=True)
        elif answer.status is None:
            self.changes.note(shot, (), is_answered=False)

    async def _line(self) -> Line:
        self._lines = [line for line in self._lines if line.is_open]
        while len(self._lines) < _LINES:
            self._lines.append(await connect(self.served.address))
        return self._rng.choice(self._lines)

    async def look_round(self) -> None:
        """Find out whose turn it is in the matches of the honest players."""
        line, served = await self._line(), self.served
        found = await turns_of(line, served.players, sorted(self._tables))
        self._tables = {turn.match for turn in found}
        if len(found) < _FEWEST_TABLES:
            fresh = await new_tables(line, served.players)
            self._tables.update(fresh)
            self.changes.created.update(fresh)
        self._gunner.turns = found

    async def misbehave(self) -> None:
        """Open a connection that is up to no good."""
        served = self.served
        path = self._rng.choice(list(served.tape))
        who = served.credentials[self._rng.choice(served.good)]
        _, message = self._rng.choice(served.tape[path])
        await self.crowd.join(path, who, message)
        if not any(method.path == path and method.is_reading for method in served.methods):
            # Most of them do what they say, if they say all of it.
            (method,) = (one for one in served.methods if one.path == path)
            shot = Shot("abuse", path, method, b"", b"", message)
            self.changes.note(shot, (), is_answered=False)

    def settle_all(self) -> None:
        """Judge every stream that is still open."""
        while self._open:
            self._settle(*self._open.popleft())

    def leave(self) -> None:
        """Close everything."""
        self.settle_all()
        self.crowd.disperse()
        for line in self._lines:
            line.close()


@dataclass
class Report:
    """What came of a run."""

    verdicts: Verdicts = field(default_factory=Verdicts)
    calls: int = 0
    seconds: float = 0.0
    memory_kb: list[list[int]] = field(default_factory=list)
    """Of every server, after every batch."""
    held_before: list[Held] = field(default_factory=list)
    held_after: list[Held] = field(default_factory=list)
    abuses: int = 0
    moves: int = 0
    """Made by the honest players meanwhile."""


async def run(world: World, calls: int, seed: int, batch: int = BATCH) -> Report:
    """Fire so many calls at the servers of a world."""
    report = Report()
    fronts = [
        Front(world, served, Random(f"{seed}:{number}"), report.verdicts)
        for number, served in enumerate(world.servers)
    ]
    report.held_before = [held_by(served.pid) for served in world.servers]
    began = time.monotonic()
    async with _witnessed(fronts):
        before = await asyncio.to_thread(snapshot, world.store)
        while report.calls < calls and len(report.verdicts.found) < _ENOUGH:
            before = await _batch(world, fronts, min(batch, calls - report.calls), report, before)
    report.seconds = time.monotonic() - began
    for front in fronts:
        front.leave()
        report.abuses += front.crowd.said.total()
        report.moves += front.witness.moves
    return report


@asynccontextmanager
async def _witnessed(fronts: Sequence[Front]) -> AsyncIterator[None]:
    """Honest players at work on every server."""
    try:
        for front in fronts:
            await front.witness.sit_down()
        yield
    finally:
        for front in fronts:
            await front.witness.leave()


async def _batch(
    world: World, fronts: Sequence[Front], number: int, report: Report, before: Snapshot
) -> Snapshot:
    """So many calls, and a look at everything."""
    for front in fronts:
        front.changes = Changes()
        await front.look_round()
    left = iter(range(number))

    async def shoot(front: Front) -> None:
        for _ in left:
            await front.fire()

    async with asyncio.TaskGroup() as group:
        for front in fronts:
            group.create_task(front.witness.play())
            for _ in range(min(_ABUSES, number // 50)):
                group.create_task(front.misbehave())
        for place in range(_AT_ONCE):
            group.create_task(shoot(fronts[place % len(fronts)]))
    report.calls += number
    return await _look(world, fronts, report, before)


async def _look(
    world: World, fronts: Sequence[Front], report: Report, before: Snapshot
) -> Snapshot:
    """What the batch has left behind."""
    after = await asyncio.to_thread(snapshot, world.store)
    merged = Changes()
    for front in fronts:
        merged.changed |= front.changes.changed | front.witness.matches
        merged.created |= front.changes.created | front.witness.matches
        merged.is_any_unknown |= front.changes.is_any_unknown
    for text in complaints(before, after, merged.accepted()):
        report.verdicts.complain(text)
    for front in fronts:
        for text in front.log.mistakes((*world.secrets, *world.told)):
            report.verdicts.complain(text)
    report.memory_kb.append([held_by(front.served.pid).memory_kb for front in fronts])
    return after
