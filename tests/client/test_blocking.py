"""The client without `await`: the same surface, iterators, threads, and an end without a hang."""

import asyncio
import gc
import inspect
import signal
import subprocess
import sys
import textwrap
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, TypeVar

import pytest

from gemwright_client import Client, SyncClient, SyncMatch, blocking
from gemwright_client.client import Catalogue, Operator
from gemwright_client.errors import CallError, MatchNotFound, Unreachable
from gemwright_client.inbox import Inbox
from gemwright_client.local import PrivateServer
from gemwright_client.match import Match
from gemwright_client.matchmaking import Matches, Tokens
from gemwright_client.pb.match_pb2 import Update
from tests.client.tables import request_for
from tests.valkey import PATIENCE, eventually

T = TypeVar("T")

PAIRS: Final = (
    (Client, SyncClient),
    (Match, SyncMatch),
    (Matches, blocking.SyncMatches),
    (Tokens, blocking.SyncTokens),
    (Inbox, blocking.SyncInbox),
    (Catalogue, blocking.SyncCatalogue),
    (Operator, blocking.SyncOperator),
)
SOON: Final = 10.0
"""Seconds in which a program ends that has nothing left to do."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in a process of its own."""
    with PrivateServer() as server:
        yield server.address


def new_match(client: SyncClient, names: Sequence[str] = ("ann", "bob")) -> SyncMatch:
    """A match that has begun."""
    return client.match(client.matches.create(request_for(names)).match.match)


def public(kind: type) -> dict[str, object]:
    """What a class offers, but its own beginning and end."""
    return {name: found for name, found in vars(kind).items() if not name.startswith("_")}


# --- The same surface


@pytest.mark.parametrize(("kind", "sync"), PAIRS, ids=lambda kind: kind.__name__)
def test_every_call_has_its_counterpart_and_there_is_nothing_else(kind: type, sync: type) -> None:
    ours, theirs = set(public(sync)), set(public(kind))
    assert ours - theirs <= {"id"}  # which is an attribute of the other
    assert theirs <= ours


@pytest.mark.parametrize(("kind", "sync"), PAIRS, ids=lambda kind: kind.__name__)
def test_counterparts_take_and_say_the_same(kind: type, sync: type) -> None:
    for name, method in public(kind).items():
        if not callable(method) or isinstance(method, property):
            continue
        other = getattr(sync, name)
        taken = list(inspect.signature(method).parameters.values())[1:]
        assert list(inspect.signature(other).parameters.values())[1:] == taken
        assert not inspect.iscoroutinefunction(other)
        assert other.__doc__ is not None


def test_both_clients_are_made_in_the_same_way() -> None:
    assert inspect.signature(Client.__init__) == inspect.signature(SyncClient.__init__)
    attributes = {name for name in vars(Client("localhost")) if not name.startswith("_")}
    with SyncClient("localhost") as sync:
        assert {name for name in vars(sync) if not name.startswith("_")} == attributes


# --- Calls and iterators


def test_a_match_is_played_and_read(address: str) -> None:
    with SyncClient(address, "dev:ann") as ann, SyncClient(address, "dev:bob") as bob:
        match = new_match(ann)
        handles = (match, bob.match(match.id))
        for _ in range(4):
            handle = next(handle for handle in handles if handle.legal_actions())
            handle.act(handle.legal_actions()[0])
        match.resign()
        told = list(match.updates(after=0))
        assert told == list(match.history())
        versions = [one.version for one in told if isinstance(one, Update)]
        assert versions == [1, 2, 3, 4, 5]
        assert match.record().match.match == match.id


def test_errors_are_those_of_the_other_client(address: str) -> None:
    with SyncClient(address, "dev:ann") as ann, pytest.raises(MatchNotFound):
        ann.match("a" * 24).get()


def test_an_iterator_that_is_closed_ends_its_stream(address: str) -> None:
    with SyncClient(address, "dev:ann") as ann:
        match = new_match(ann)
        for _ in range(3):
            messages = match.watch()
            assert next(messages).HasField("snapshot")
            assert isinstance(messages, Iterator)
            messages.close()  # type: ignore[attr-defined]
            assert list(messages) == []


def test_an_iterator_that_nobody_has_any_more_is_closed(address: str) -> None:
    closed = threading.Event()

    async def forever() -> AsyncGenerator[int, None]:
        try:
            while True:
                yield 1
        finally:
            closed.set()

    loop = blocking._Loop()
    numbers = loop.each(forever())
    assert next(numbers) == 1
    del numbers
    gc.collect()
    assert closed.wait(SOON)


def test_an_iterator_that_was_never_begun_is_no_call(address: str) -> None:
    with SyncClient("127.0.0.1:1", "dev:ann") as ann:
        del address
        updates = ann.match("m").updates()
        assert iter(updates) is updates


# --- Threads


def test_any_number_of_threads_may_call(address: str) -> None:
    with SyncClient(address, "dev:ann") as ann, ThreadPoolExecutor(20) as pool:
        made = list(pool.map(lambda _: new_match(ann).id, range(60)))
        assert len(set(made)) == 60
        assert {one.match for one in ann.matches.find()} >= set(made)


def test_one_thread_reads_while_another_acts(address: str) -> None:
    with SyncClient(address, "dev:ann") as ann, ThreadPoolExecutor(2) as pool:
        match = new_match(ann, ["ann", "ann"])
        readers = [pool.submit(list, match.updates(after=0)) for _ in range(2)]
        for _ in range(3):
            seat = match.get().match.seat_to_act
            handle = ann.match(match.id, seat)
            handle.act(handle.legal_actions()[0])
        match.resign()
        for reader in readers:
            told = [one.version for one in reader.result(SOON) if isinstance(one, Update)]
            assert told == [1, 2, 3, 4]


def test_a_running_event_loop_is_no_obstacle(address: str) -> None:
    async def cell() -> int:
        with SyncClient(address, "dev:ann") as ann:
            match = new_match(ann)
            match.resign()
            return len(list(match.updates(after=0)))

    assert asyncio.run(cell()) == 1


def test_both_clients_live_in_one_process(address: str) -> None:
    async def beside(sync: SyncClient) -> None:
        async with Client(address, "dev:ann") as client:
            for _ in range(20):
                theirs = await asyncio.to_thread(sync.catalogue.games)
                assert theirs == await client.catalogue.games()

    with SyncClient(address, "dev:ann") as sync:
        asyncio.run(beside(sync))


# --- The end


def test_a_closed_client_says_so(address: str) -> None:
    with SyncClient(address, "dev:ann") as ann:
        match = new_match(ann)
        messages = match.watch()
        next(messages)
    ann.close()
    calls: list[Callable[[], object]] = [
        match.get,
        ann.catalogue.games,
        lambda: list(match.updates()),
        lambda: next(messages),
    ]
    for call in calls:
        with pytest.raises(Unreachable, match="the client is closed"):
            call()


def test_calls_of_other_threads_end_with_the_client(address: str) -> None:
    ann = SyncClient(address, "dev:ann")
    match = new_match(ann)
    begun = threading.Barrier(5)

    def read() -> CallError | None:
        messages = match.watch()
        next(messages)
        begun.wait(SOON)
        try:
            next(messages)
        except CallError as error:
            return error
        return None

    with ThreadPoolExecutor(4) as pool:
        reading = [pool.submit(read) for _ in range(4)]
        begun.wait(SOON)
        ann.close()
        for one in reading:
            assert "the client is closed" in str(one.result(SOON))


def test_a_fork_is_told_that_it_has_no_client(address: str) -> None:
    text = (
        "import os\n"
        "match.get()\n"
        "child = os.fork()\n"
        "try:\n"
        "    match.get()\n"
        "except RuntimeError as error:\n"
        "    print(error, flush=True)\n"
        "ann.close()\n"
        "if not child: os._exit(0)\n"
        "print('child', os.waitpid(child, 0)[1])\n"
    )
    with program(address, text) as process:
        said, _ = process.communicate(timeout=SOON)
    assert said.splitlines() == [
        "the client is of the process that forked this one; make another",
        "child 0",
    ]


def test_a_token_that_is_asked_for_in_vain_does_not_hold_the_end(address: str) -> None:
    async def never() -> str:
        asked.set()
        await asyncio.Event().wait()
        return ""

    asked = threading.Event()
    ann = SyncClient(address, never)
    with ThreadPoolExecutor(1) as pool:
        calling = pool.submit(ann.catalogue.games)
        assert asked.wait(SOON)
        ann.close()
        assert "the client is closed" in str(calling.exception(SOON))


def test_a_token_function_that_calls_its_own_client_is_told(address: str) -> None:
    def token() -> str:
        ann.catalogue.games()
        return "dev:ann"

    with SyncClient(address, token) as ann, pytest.raises(RuntimeError, match="gives a token"):
        ann.catalogue.games()


def test_no_thread_is_left_of_a_client_that_was_forgotten(address: str) -> None:
    before = set(threading.enumerate())
    ann = SyncClient(address, "dev:ann")
    match = new_match(ann)
    gone = weakref.ref(ann)
    del ann
    gc.collect()
    assert gone() is None
    assert match.get().match.match == match.id  # a handle is enough to go on
    del match
    gc.collect()
    eventually(lambda: not ours(before), "the thread has ended")


def ours(before: set[threading.Thread]) -> list[threading.Thread]:
    """Threads of clients that were not there before."""
    now = set(threading.enumerate()) - before
    return [thread for thread in now if thread.name == "gemwright"]


@contextmanager
def program(address: str, text: str) -> Iterator[subprocess.Popen[str]]:
    """A program with a client `ann` and a match of hers."""
    begin = f"""
        import sys, threading
        from gemwright_client import SyncClient
        from gemwright_client.pb.game_pb2 import GAME_DUEL
        from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchRequest, SeatSpec
        ann = SyncClient({address!r}, "dev:ann")
        far = SyncClient("192.0.2.1:1", "dev:ann")
        seats = [SeatSpec(principal="ann"), SeatSpec(principal="bob")]
        match = ann.match(
            ann.matches.create(CreateMatchRequest(game=GAME_DUEL, seats=seats)).match.match
        )
    """
    words = [sys.executable, "-W", "error", "-c", textwrap.dedent(begin) + textwrap.dedent(text)]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


ENDS: Final = {
    "nothing closed": "print('done')",
    "iterator open": "updates = match.watch(); next(updates); print('done')",
    "iterator half read": "for update in match.watch():\n    print('done')\n    break",
    "iterator in a cycle": (
        "class Box: pass\nbox = Box(); box.me = box; box.it = match.watch(); next(box.it)\n"
        "del match, ann\nprint('done')"
    ),
    "reader thread": (
        "done = threading.Event()\n"
        "def read():\n"
        "    for message in match.watch():\n"
        "        print('done', flush=True)\n"
        "        done.set()\n"
        "threading.Thread(target=read, daemon=True).start()\n"
        "done.wait()"
    ),
    "exit code": "print('done'); sys.exit(0)",
}


@pytest.mark.parametrize("text", ENDS.values(), ids=ENDS)
def test_a_program_ends_that_closes_nothing(address: str, text: str) -> None:
    with program(address, text) as process:
        said, complained = process.communicate(timeout=PATIENCE)
    assert said.strip() == "done"
    assert process.returncode == 0
    assert complained == ""


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("for message in match.watch(): print('go', flush=True)", "in an iterator"),
        (
            "threading.Timer(0.3, print, ['go'], {'flush': True}).start(); far.catalogue.games()",
            "in a call",
        ),
    ],
    ids=["iterator", "call"],
)
def test_control_c_ends_what_is_waited_for(address: str, text: str, where: str) -> None:
    told = (
        "try:\n"
        f"{textwrap.indent(text, '    ')}\n"
        "except KeyboardInterrupt:\n"
        f"    print('interrupted {where}', flush=True)\n"
        "    match.resign()\n"
        "    print(len(list(match.history())))\n"
    )
    with program(address, told) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "go\n"
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=PATIENCE)
    assert said.splitlines() == [f"interrupted {where}", "1"]
    assert complained == ""
    assert process.returncode == 0
