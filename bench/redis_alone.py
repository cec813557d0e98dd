"""What a Redis has to do for the service: its own processor time for each kind of call.

The calls are those of the product, made by its own modules with what it stored of a match that was
played. They come in batches on one connection, as from a busy server, and a second time one by one.
A second divided by the time of a call is how many of them one primary stands.
"""

import argparse
import asyncio
import json
import secrets
import statistics
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import uvloop
from redis.asyncio import Redis

import machine
from gemwright.matches.ids import new_commit
from gemwright.matches.stored import (
    COMMIT_BYTES,
    Change,
    ClockStep,
    MatchState,
    NewNotice,
    Part,
    RequestKey,
)
from gemwright.process.logs import set_up_logs
from gemwright.redis import commands, keys
from gemwright.redis.primaries import SINGLE, Link, Primaries
from gemwright.redis.wakes import PROCESS_ID_BYTES
from load_line import connected
from load_matches import create_matches
from load_play import Table
from service_plan import STAMP_BYTES
from service_processes import Served, product

BATCH: Final = 32
LISTENERS: Final = (1, 8, 64)
MOVES: Final = 30
"""The number of moves after which a match's stored values are taken."""
_NOW: Final = b"0"
_MARKS_KEPT: Final = b"%d" % (7 * 24 * 3600 * 1000)
_DIGEST_BYTES: Final = 8
_NOTICE_HEAD_BYTES: Final = 13 + COMMIT_BYTES
"""What the script puts in front of the notice of a match without clocks."""
_SETTLE_S: Final = 0.2
_A_LOT: Final = 65_536
_CLOCK_STEP: Final = ClockStep(0, has_turn_ended=True)


@dataclass(slots=True)
class Stand:
    """A match with its newest version and commit id."""

    match_id: str
    version: int
    commit: bytes


@dataclass(frozen=True, slots=True)
class Load:
    """Calls of all kinds on some matches."""

    change: Change
    """A move as the product stored it; its match and version are replaced."""
    plain: Sequence[Stand]
    timed: Sequence[Stand]

    def commits(self, stands: Sequence[Stand], clock: ClockStep | None = None) -> list[bytes]:
        """A move in each match."""
        calls, commit = [], new_commit()
        for stand in stands:
            request = RequestKey(0, str(secrets.token_hex(16)), bytes(_DIGEST_BYTES))
            change = replace(
                self.change,
                match_id=stand.match_id,
                version=stand.version,
                commit=stand.commit,
                new_commit=commit,
                request=request,
                clock=clock,
            )
            calls.append(commands.update(change, _NOW, _MARKS_KEPT))
            stand.version, stand.commit = stand.version + 1, commit
        return calls

    def kinds(self) -> dict[str, Callable[[], list[bytes]]]:
        """The measured kinds of call: a name, and a function that makes the calls of a round."""
        return {
            "commit": lambda: self.commits(self.plain),
            "commit_with_clocks": lambda: self.commits(self.timed, _CLOCK_STEP),
            "look_at_quiet_match": lambda: [_look(stand) for stand in self.plain],
            "load_match": lambda: [_load(stand) for stand in self.plain],
        }


def _look(stand: Stand) -> bytes:
    """The call that a server makes every few seconds for each match that is watched there."""
    tag, match = keys.tag_of(stand.match_id), stand.match_id.encode()
    names = (keys.match_key(tag, match), keys.log_key(tag, match))
    return commands.READ.call(names, (_NOW, b"%d" % stand.version, b"100"))


def _load(stand: Stand) -> bytes:
    tag, match = keys.tag_of(stand.match_id), stand.match_id.encode()
    return commands.LOAD.call((keys.match_key(tag, match), keys.alive_key(tag)), (_NOW,))


class Valkey:
    """The Valkey that is measured, and a connection to it."""

    def __init__(self, pid: int, link: Link) -> None:
        self._pid = pid
        self._link = link

    async def cost_us(self, calls: Sequence[bytes], batch: int) -> float:
        """Its processor time for one of these calls, in microseconds."""
        before = machine.cpu_s(self._pid)
        for start in range(0, len(calls), batch):
            part = calls[start : start + batch]
            await self._link.send(b"".join(part))
            for _ in part:
                self._check(await self._link.read())
        return (machine.cpu_s(self._pid) - before) / len(calls) * 1e6

    def _check(self, reply: object) -> None:
        is_refused = isinstance(reply, list) and not reply[0]
        if isinstance(reply, Exception) or reply is None or is_refused:
            raise RuntimeError("Redis does not do what it is asked for")

    async def idle_share(self, seconds: float) -> float:
        """The part of a core that it takes without any calls."""
        before = machine.cpu_s(self._pid)
        await asyncio.sleep(seconds)
        return (machine.cpu_s(self._pid) - before) / seconds


@asynccontextmanager
async def listening(url: str, count: int) -> AsyncIterator[None]:
    """Open this many connections that receive every wake-up."""
    path, subscribe = (
        url.removeprefix("unix://"),
        commands.packed((b"SUBSCRIBE", keys.WAKE_CHANNEL)),
    )
    hearing = []
    for _ in range(count):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(subscribe)
        await reader.read(_A_LOT)
        hearing.append((asyncio.create_task(_hear(reader)), writer))
    try:
        yield
    finally:
        for task, writer in hearing:
            task.cancel()
            writer.close()


async def _hear(reader: asyncio.StreamReader) -> None:
    while await reader.read(_A_LOT):
        pass


async def a_move(served: Served, redis: Redis, rng: Random) -> Change:
    """The values that the product stores for a move in the middle of a match."""
    [name] = await create_matches(served.address, 1)
    async with connected(served.address) as line:
        table = Table(line, name)
        await table.open()
        while table.version < MOVES:
            await table.move(rng)
    tag, match = keys.tag_of(name), name.encode()
    position, notice = await redis.hmget(keys.match_key(tag, match), [Part.POSITION, "w"])
    update = await redis.lindex(keys.log_key(tag, match), -1)
    assert isinstance(position, bytes)
    assert isinstance(notice, bytes)
    assert isinstance(update, bytes)
    return Change(
        match_id=name,
        version=table.version,
        commit=b"",
        new_commit=b"",
        state=MatchState.ACTIVE,
        parts={Part.POSITION: position},
        update=update[STAMP_BYTES:],
        notice=NewNotice(notice[_NOTICE_HEAD_BYTES:], is_mark=False),
    )


async def stands_of(redis: Redis, names: Sequence[str]) -> list[Stand]:
    """The stands of new matches."""
    found = []
    for name in names:
        commit = await redis.hget(keys.match_key(keys.tag_of(name), name.encode()), "c")
        assert isinstance(commit, bytes)
        found.append(Stand(name, 0, commit))
    return found


async def heard_us(served: Served, valkey: Valkey, wake_ups: Sequence[bytes]) -> float:
    """Processor time of a server for a wake-up that does not concern it; many come in a row."""
    before = served.cpu_s()
    await valkey.cost_us(wake_ups, 1)
    await asyncio.sleep(_SETTLE_S)
    return (served.cpu_s() - before) / len(wake_ups) * 1e6


async def run(matches: int, rounds: int, idle_s: float) -> dict[str, float]:
    """Measure every kind of call, in batches and one by one."""
    rng = Random(1)
    figures: dict[str, float] = {}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gemwright-bench-")))
        served = await stack.enter_async_context(product(folder))
        redis = await stack.enter_async_context(Redis.from_url(served.redis))
        plain = await create_matches(served.address, matches)
        timed = await create_matches(served.address, matches, has_clocks=True)
        load = Load(
            await a_move(served, redis, rng),
            await stands_of(redis, plain),
            await stands_of(redis, timed),
        )
        link = Primaries(redis).link(SINGLE)
        await link.open()
        stack.push_async_callback(link.close)
        valkey = Valkey(served.valkey, link)
        figures["idle_server_us_a_second"] = await valkey.idle_share(idle_s) * 1e6
        for batch in (BATCH, 1):
            for name, calls in load.kinds().items():
                costs = [await valkey.cost_us(calls(), batch) for _ in range(rounds)]
                figures[f"{name}_us_in_{batch}"] = statistics.median(costs)
        wake_up = commands.packed(
            (b"PUBLISH", keys.WAKE_CHANNEL, bytes(PROCESS_ID_BYTES) + load.change.match_id.encode())
        )
        figures["wake_up_us_of_server"] = statistics.median(
            [await heard_us(served, valkey, [wake_up] * matches) for _ in range(rounds)]
        )
        for count in LISTENERS:
            async with listening(served.redis, count - 1):  # the server receives them too
                costs = [await valkey.cost_us([wake_up] * matches, 1) for _ in range(rounds)]
            figures[f"wake_up_of_{count}_us"] = statistics.median(costs)
    return figures


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less exact")
    parser.add_argument("--matches", type=int, default=1_000, help="how many (default 1000)")
    parser.add_argument("--rounds", type=int, help="one call for each match, so often (default 15)")
    parser.add_argument("--json", action="store_true", help="print one object on the last line")
    arguments = parser.parse_args()
    set_up_logs("warning", "console")
    rounds = arguments.rounds or (5 if arguments.quick else 15)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(run(arguments.matches, rounds, 1.0 if arguments.quick else 10.0))
    for name, us in figures.items():
        print(f"{name:32} {us:8.1f} µs")
    if arguments.json:
        print(json.dumps({name: round(us, 2) for name, us in figures.items()}))


if __name__ == "__main__":
    main()
