"""A Valkey that fails: every call is answered clearly, and all goes on when it is well again.

A refusal means that nothing changed; an unknown outcome is cleared up by the same call again.
No answer says what the store is, where it is or what it said.
"""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
import redis

from gemwright.pb import matchmaker_service_pb2 as maker_pb
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import Update
from tests.service.callers import Caller, CallFailed, new_request_id
from tests.service.players import Watcher, seated, watching, with_open_seats
from tests.service.processes import Process, calls, processes, strict_valkey
from tests.service.stalls import paused, silent
from tests.valkey import Valkey, eventually

Call = Callable[[], Awaitable[object]]
STORE_WORDS: Final = re.compile(
    r"redis|valkey|unix:|\.sock|oom|maxmemory|readonly|replica|script|errno|loading", re.IGNORECASE
)
DURABLE: Final = ("--wait-aof", "on")
LONGEST_ANSWER: Final = 20.0
"""Seconds after which a call is answered even if the store says nothing."""


@dataclass
class Scene:
    """A match that is played and watched, and another that waits for players."""

    store: Valkey
    servers: list[Process]
    seats: list[Caller]
    match: str
    waiting: str
    join_token: str
    watcher: Watcher

    async def next_move(self, by: int = 0) -> Callable[[], Awaitable[Update]]:
        """A legal move, the same with the same request id however often it is made."""
        seat = (await self.seats[0].get(self.match)).match.seat_to_act
        sight = await self.seats[seat].get(self.match, seat)
        action, version = sight.legal_actions[0], sight.match.version
        caller, request_id = self.servers[by].caller(self.seats[seat].principal), new_request_id()
        return lambda: caller.act(self.match, seat, version, action, request_id)

    def writing_calls(self) -> dict[str, Call]:
        """Every call but a move that would change something."""
        caller = self.seats[0]
        return {
            "Resign": lambda: caller.resign(self.match, 0),
            "CreateMatch": lambda: caller.create(seated(GAME_DUEL, ["ann", "bob"])),
            "JoinMatch": lambda: caller.join(self.waiting, self.join_token),
            "CancelMatch": lambda: caller.cancel(self.waiting),
        }

    def reading_calls(self) -> dict[str, Call]:
        """Every call that asks the store and changes nothing."""
        caller = self.seats[0]
        return {
            "GetMatch": lambda: caller.get(self.match),
            "WatchMatch": lambda: anext(caller.watch(self.match)),
            "ListUpdates": lambda: caller.updates(self.match),
            "ListMatches": lambda: caller.matches(maker_pb.ListMatchesRequest()),
            "GetMatchRecord": lambda: caller.record(self.match),
        }

    def contents(self) -> dict[bytes, object]:
        """Everything that is stored."""
        with self.store.client() as client:
            return {key: content(client, key) for key in client.scan_iter()}

    def tell(self, *words: str) -> object:
        """A command to the store."""
        with self.store.client() as client:
            return client.execute_command(*words)

    async def check_it_goes_on(self) -> None:
        """Moves are taken and reach the watch, which is still the same one."""
        for _ in range(3):
            done = await (await self.next_move())()
            await self.watcher.reached(done.version)
        assert self.watcher.updates == await self.seats[0].updates(self.match)
        assert not self.watcher.resets


def content(client: redis.Redis, key: bytes) -> object:
    """What a key holds, whatever form the store keeps it in."""
    match client.type(key):
        case b"hash":
            return client.hgetall(key)
        case b"list":
            return client.lrange(key, 0, -1)
        case b"set":
            return client.smembers(key)
        case b"stream":
            return client.xrange(key)
        case b"zset":
            return client.zrange(key, 0, -1, withscores=True)
        case _:
            return client.get(key)


@asynccontextmanager
async def scene(
    folder: Path, number: int = 1, *words: str, server_words: Sequence[str] = ()
) -> AsyncIterator[Scene]:
    """A match at its beginning; the watch is on the last server."""
    with strict_valkey(*words) as store:
        async with processes(folder, number, *server_words, store=store) as servers:
            seats = [servers[0].caller(name) for name in ("ann", "bob")]
            made = await seats[0].create(seated(GAME_DUEL, ["ann", "bob"]))
            opened = await seats[0].create(with_open_seats(GAME_DUEL, 2))
            async with watching(servers[-1].caller("ann"), made.match.match, 0) as watcher:
                await watcher.reached(0)
                yield Scene(
                    *(store, servers, seats, made.match.match),
                    *(opened.match.match, opened.join_tokens[0].token, watcher),
                )


async def failure_of(call: Call) -> CallFailed:
    """How a call fails, which it must, in time and without a word about the store."""
    async with asyncio.timeout(LONGEST_ANSWER):
        with pytest.raises(CallFailed) as failed:
            await call()
    said = failed.value.status.SerializeToString().decode("latin-1")
    assert not STORE_WORDS.search(said), said
    assert failed.value.code == "UNAVAILABLE", failed.value
    return failed.value


FAULTS: Final = {
    "out-of-memory": ("CONFIG SET maxmemory 1mb", "CONFIG SET maxmemory 0"),
    "read-only": ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
    "without-replicas": (
        "CONFIG SET min-replicas-to-write 1",
        "CONFIG SET min-replicas-to-write 0",
    ),
    "without-rights": ("ACL SETUSER server -evalsha", "ACL SETUSER server +evalsha"),
}


async def test_a_store_that_takes_no_writes_is_told_and_nothing_changes(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        for fault, (breaking, mending) in FAULTS.items():
            move, made = await at.next_move(), at.watcher.version
            before = at.contents()
            at.tell(*breaking.split())
            for call in (move, *at.writing_calls().values()):
                assert (await failure_of(call)).reason == "STORE_UNAVAILABLE", fault
            assert at.contents() == before, fault
            at.tell(*mending.split())
            assert (await move()).version == made + 1, fault
            await at.check_it_goes_on()
        assert at.watcher.cuts == 0
        at.servers[0].signal(signal.SIGTERM)
        await at.servers[0].ended()
        for method in ("SubmitAction", *at.writing_calls()):
            ended = calls(at.servers[0].log(), method)
            told = [(call["code"], call["reason"]) for call in ended if "reason" in call]
            assert told == [("UNAVAILABLE", "STORE_UNAVAILABLE")] * len(FAULTS)
        await at.servers[0].start()


async def test_only_what_was_done_waits_for_a_disk_that_is_full(tmp_path: Path) -> None:
    """With `--wait-aof` an answer that nothing was done, or would be, is given at once."""
    async with scene(tmp_path, 1, "--appendfsync", "always", server_words=DURABLE) as at:
        move = await at.next_move()
        done = await move()
        caller = at.seats[done.move.seat]
        seat, sight = done.move.seat, (await at.seats[0].get(at.match)).match.seat_to_act
        legal = (await at.seats[sight].get(at.match, sight)).legal_actions[0]
        at.tell(*FAULTS["out-of-memory"][0].split())
        assert (await refused(lambda: caller.act(at.match, seat, 0, legal))) == "STALE_VERSION"
        late = 1 - sight
        other = at.seats[late]
        told = await refused(lambda: other.act(at.match, late, 1, legal))
        assert told == "ACTION_REFUSED"
        await at.seats[sight].act(at.match, sight, 1, legal, validate_only=True)
        assert (await failure_of(move)).reason == "OUTCOME_UNKNOWN"
        at.tell(*FAULTS["out-of-memory"][1].split())
        assert await move() == done


async def refused(call: Call) -> str:
    """The reason of a refusal, which comes in time."""
    async with asyncio.timeout(LONGEST_ANSWER):
        with pytest.raises(CallFailed) as failed:
            await call()
    return failed.value.reason


async def test_scripts_that_are_gone_are_brought_back_unnoticed(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        for flushed in range(1, 4):
            move = await at.next_move()
            at.tell("SCRIPT", "FLUSH")
            reading = [at.seats[0].get(at.match) for _ in range(8)]
            done, _ = await asyncio.gather(move(), asyncio.gather(*reading))
            assert done.version == flushed
        await at.check_it_goes_on()
        assert at.watcher.cuts == 0


async def test_connections_that_break_are_made_again_unnoticed(tmp_path: Path) -> None:
    async with scene(tmp_path, 2) as at:
        for number in range(1, 21):
            move = await at.next_move(by=number % 2)
            done, _ = await asyncio.gather(move(), asyncio.to_thread(cut_all, at))
            assert done.version == number
        eventually(lambda: subscribers(at) == 2, "both servers hear wake-ups again")
        await at.check_it_goes_on()
        assert at.watcher.cuts == 0


def cut_all(at: Scene) -> None:
    """Break every connection of the servers to the store."""
    at.tell("CLIENT", "KILL", "USER", "server")


def subscribers(at: Scene) -> int:
    """How many servers wait for wake-ups."""
    with at.store.client() as client:
        return sum(number for _, number in client.pubsub_numsub(*client.pubsub_channels()))


@pytest.mark.parametrize("stalled", [silent, paused])
async def test_a_move_whose_outcome_is_unknown_is_made_once_by_repeating_it(
    tmp_path: Path, stalled: Callable[[Valkey], AbstractContextManager[None]]
) -> None:
    async with scene(tmp_path) as at:
        move = await at.next_move()
        with stalled(at.store):
            assert (await failure_of(move)).reason == "OUTCOME_UNKNOWN"
        first = await move()
        assert first.version == 1
        assert [await move() for _ in range(3)] == [first] * 3
        assert await at.seats[0].updates(at.match, page_size=10) != []
        await at.check_it_goes_on()
        assert at.watcher.version == 4


async def test_a_store_that_says_nothing_is_told_by_every_call_that_reads(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        with silent(at.store):
            failed = await asyncio.gather(*map(failure_of, at.reading_calls().values()))
        assert {one.reason for one in failed} == {"STORE_UNAVAILABLE"}
        await at.check_it_goes_on()


async def test_whoever_is_told_that_nothing_changed_can_rely_on_it(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        for name in ("CreateMatch", "JoinMatch", "CancelMatch", "Resign"):
            before = at.contents()
            with silent(at.store):
                failed = await failure_of(at.writing_calls()[name])
            await at.seats[0].get(at.match)
            assert (failed.reason == "OUTCOME_UNKNOWN") == (at.contents() != before), name


async def test_a_short_silence_of_the_store_is_waited_out(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        move = await at.next_move()
        with silent(at.store):
            moving = asyncio.ensure_future(move())
            await asyncio.sleep(1)
            assert not moving.done()
        assert (await moving).version == 1
        await at.check_it_goes_on()
        assert at.watcher.cuts == 0


async def test_a_store_that_is_gone_is_told_and_found_again(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        move = await at.next_move()
        at.store.kill()
        assert (await failure_of(move)).reason in ("OUTCOME_UNKNOWN", "STORE_UNAVAILABLE")
        asked = at.reading_calls() | at.writing_calls()
        failed = await asyncio.gather(*map(failure_of, asked.values()))
        assert {one.reason for one in failed} == {"STORE_UNAVAILABLE"}
        await asyncio.to_thread(at.store.start)
        assert (await move()).version == 1
        await at.check_it_goes_on()


async def test_a_store_that_still_loads_its_data_is_told(tmp_path: Path) -> None:
    # So slowly that it takes longer than anybody waits, until the test has seen enough.
    slow = ("--key-load-delay", "10000", "--loading-process-events-interval-bytes", "1024")
    async with scene(tmp_path) as at:
        move = await at.next_move()
        fill(at)
        before = at.contents()
        words = (*at.store.words, *slow)
        restarting = asyncio.create_task(asyncio.to_thread(at.store.restart, *words))
        await asyncio.to_thread(eventually, lambda: is_loading(at.store), "it loads its data")
        assert (await failure_of(move)).reason in ("OUTCOME_UNKNOWN", "STORE_UNAVAILABLE")
        asked = at.reading_calls() | at.writing_calls()
        failed = await asyncio.gather(*map(failure_of, asked.values()))
        assert {one.reason for one in failed} == {"STORE_UNAVAILABLE"}
        at.tell("CONFIG", "SET", "key-load-delay", "0")
        await restarting
        assert at.contents() == before
        assert (await move()).version == 1
        await at.check_it_goes_on()


def fill(at: Scene) -> None:
    """Have the store keep much in a form that it loads key by key."""
    with at.store.client() as client:
        for number in range(1_500):
            client.set(f"filler-{number}", "." * 2_000)
        client.bgrewriteaof()
        eventually(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "it is kept")


def is_loading(store: Valkey) -> bool:
    """Whether a store has started and is not ready yet."""
    try:
        with store.client() as client:
            client.ping()
    except redis.BusyLoadingError:
        return True
    except redis.ConnectionError:
        return False
    return False
