"""Several processes on one port: they share the work, die, come back and end together."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import grpc.aio
import pytest

from gemwright.app import COLLECT
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.process.orders import Report, read_report
from gemwright.process.workers import LONGEST_PAUSE, next_pause
from tests.app.process import PATIENCE, ServerProcess, clean_environment, command, server
from tests.app.test_server import events, only_line, valkey_of
from tests.event_loop import on_event_loop
from tests.service.callers import Caller
from tests.service.players import play_randomly, seated
from tests.service.processes import CHANNEL, Process
from tests.service.stubborn import Stage, list_games
from tests.valkey import eventually, is_alive, valkey

WORKERS = ("--workers", "2")
CONNECTIONS = 16
"""So many that one worker does not get all: the kernel deals connections at random."""


def started(log: Sequence[dict[str, object]]) -> dict[int, int]:
    """The process of every worker, the latest of each."""
    serving = [event for event in log if event["event"] == "serving"]
    return {int(str(event["worker"])): int(str(event["pid"])) for event in serving}


def family(folder: Path) -> set[int]:
    """Every process that was started with a folder for its data, Valkey included."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(folder).encode() in path.read_bytes():
                found.add(int(path.parent.name))
    return {pid for pid in found if is_alive(pid)}


@contextmanager
def served(folder: Path, *words: str) -> Iterator[ServerProcess]:
    """Two workers; in the end nothing of them may be left."""
    with server(folder, *WORKERS, *words) as running:
        yield running
        if running.process.poll() is None:
            running.stop()
    eventually(lambda: not family(folder), "every process of the server is gone")


def connections(address: str, principal: str, number: int = CONNECTIONS) -> list[Caller]:
    """A principal on the line many times."""
    return [
        Caller(grpc.aio.insecure_channel(address, options=CHANNEL), principal)
        for _ in range(number)
    ]


async def close(callers: Sequence[Caller]) -> None:
    for caller in callers:
        await caller.channel.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for the tests that leave it running."""
    with served(tmp_path_factory.mktemp("running")) as found:
        yield found


def test_calls_reach_all_workers_and_a_match_is_played_through_any(
    running: ServerProcess,
) -> None:
    async def test() -> None:
        ann, bob = connections(running.address, "ann"), connections(running.address, "bob")
        for caller in (*ann, *bob):
            await list_games(caller)
        match = (await ann[0].create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
        for one, other in zip(ann, bob, strict=True):
            await play_randomly(match, [one, other], Random(1), most=1)
        assert (await bob[0].get(match)).match.version == CONNECTIONS
        await close([*ann, *bob])

    def answering() -> set[object]:
        return {line["worker"] for line in events(running) if line["event"] == "call_ended"}

    assert "workers  2, on the one port" in running.welcome
    on_event_loop(test())
    eventually(lambda: answering() == {1, 2}, "both workers have answered")


def test_every_worker_has_the_settings_of_a_server_alone(running: ServerProcess) -> None:
    serving = [event for event in events(running) if event["event"] == "serving"]
    assert {event["worker"] for event in serving} == {1, 2}
    for event in serving:
        assert event["address"] == running.address
        assert event["collect"] == list(COLLECT)
        assert int(str(event["frozen"])) > 10_000
        environment = Path(f"/proc/{event['pid']}/environ").read_bytes().split(b"\0")
        assert b"GRPC_EXPERIMENTS=-event_engine_listener" in environment


def test_a_signal_to_the_whole_group_reaches_a_worker_once(running: ServerProcess) -> None:
    group = os.getpgid(running.process.pid)
    assert all(os.getpgid(pid) == pid != group for pid in started(events(running)).values())


@pytest.mark.parametrize("words", [(), WORKERS], ids=["alone", "several"])
def test_a_port_that_others_share_is_taken(
    running: ServerProcess, words: tuple[str, ...], tmp_path: Path
) -> None:
    said = only_line((*words, "--listen", running.address, "--data", str(tmp_path)))
    assert said == (
        f"gemwright-server: cannot listen on {running.address}: address already in use; "
        "choose another with --listen"
    )


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    async def test() -> None:
        process = Process(tmp_path / "server", *WORKERS, "--fsync", "always")
        await process.start()
        try:
            stage = Stage([process] * 4, GAME_DUEL, ["ann", "bob"])
            is_enough = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                group.create_task(stage.play_until(is_enough, Random(5)))
                for worker in (1, 2):
                    await asyncio.sleep(0.3)
                    await asyncio.to_thread(kill_worker, process, worker)
                is_enough.set()
            assert stage.moves
            assert stage.failures or stage.cuts
            died = [line for line in process.log() if line["event"] == "worker_died"]
            assert [line["worker"] for line in died] == [1, 2]
            assert {line["code"] for line in died} == {-signal.SIGKILL}
            assert {line["reason"] for line in died} == {signal.strsignal(signal.SIGKILL)}
            process.signal(signal.SIGTERM)
            assert await process.ended() == 0
        finally:
            await process.close()

    on_event_loop(test())
    assert not family(tmp_path)


def kill_worker(process: Process, worker: int) -> None:
    """SIGKILL a worker and wait until it is replaced."""
    killed = started(process.log())[worker]
    os.kill(killed, signal.SIGKILL)
    eventually(lambda: started(process.log())[worker] != killed, "it is replaced")


def test_nothing_outlives_a_supervisor_that_is_killed_but_the_data(tmp_path: Path) -> None:
    async def create(address: str) -> str:
        (ann,) = callers = connections(address, "ann", 1)
        match = (await ann.create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
        await play_randomly(match, [ann], Random(1), most=0)
        await close(callers)
        return match

    async def find(address: str, match: str) -> None:
        (bob,) = callers = connections(address, "bob", 1)
        assert (await bob.get(match, 1)).match.match == match
        await close(callers)

    words = ("--fsync", "always", "--metrics", "127.0.0.1:0")
    with served(tmp_path, *words) as running:
        match = on_event_loop(create(running.address))
        workers, folder = started(events(running)), figures_of(running)
        assert len(family(tmp_path)) >= 4  # the supervisor, two workers, Valkey
        process = valkey_of(running)
        os.kill(workers[1], signal.SIGSTOP)  # if it had the pipe of Valkey, it would keep it now
        running.stop(signal.SIGKILL)
        eventually(lambda: not is_alive(process), "Valkey is gone")
        os.kill(workers[1], signal.SIGCONT)
        # Again at once, at the same address: it waits for what is left of the first one.
        again = ("--listen", running.address, *words)
        with served(tmp_path, *again) as restarted:
            assert restarted.address == running.address
            assert not any(map(is_alive, workers.values()))
            assert not folder.exists()
            on_event_loop(find(restarted.address, match))
            assert restarted.stop() == 0


def figures_of(running: ServerProcess) -> Path:
    """The folder into which the workers write their figures."""
    pid = started(events(running))[1]
    environment = Path(f"/proc/{pid}/environ").read_text(encoding="utf-8").split("\0")
    (found,) = [one for one in environment if one.startswith("PROMETHEUS_MULTIPROC_DIR=")]
    folder = Path(found.partition("=")[2])
    assert folder.stat().st_mode & 0o077 == 0
    assert any(folder.iterdir())
    return folder


def test_a_signal_lets_every_worker_say_goodbye(tmp_path: Path) -> None:
    async def test(running: ServerProcess) -> None:
        callers = connections(running.address, "ann")
        match = (await callers[0].create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
        streams = [caller.watch(match, 0) for caller in callers]
        for stream in streams:
            assert (await anext(stream)).HasField("snapshot")
        running.process.send_signal(signal.SIGINT)
        for stream in streams:
            assert (await anext(stream)).HasField("going_away")
            assert [message async for message in stream] == []
        await close(callers)

    with served(tmp_path) as running:
        process = valkey_of(running)
        on_event_loop(test(running))
        assert running.process.wait(PATIENCE) == 0
        assert not is_alive(process)
        assert not family(tmp_path)
        stopped = [line.get("worker") for line in events(running) if line["event"] == "stopped"]
        assert sorted(stopped[:-1], key=str) == [1, 2]
        assert stopped[-1] is None


@pytest.mark.long
def test_a_second_signal_does_not_wait_for_workers(tmp_path: Path) -> None:
    with served(tmp_path, "--metrics", "127.0.0.1:0") as running:
        (first, *_), folder = started(events(running)).values(), figures_of(running)
        os.kill(first, signal.SIGSTOP)  # it cannot stop in order now
        running.process.terminate()
        eventually(lambda: "stopping" in running.log.read_text(encoding="utf-8"), "it stops")
        assert running.stop() == 128 + signal.SIGTERM
        assert not folder.exists()
        eventually(lambda: not family(tmp_path), "every process is gone")


def test_workers_end_when_their_valkey_dies(tmp_path: Path) -> None:
    with served(tmp_path) as running:
        os.kill(valkey_of(running), signal.SIGKILL)
        assert running.process.wait(PATIENCE) == 1
        assert "valkey_died" in {event["event"] for event in events(running)}
        assert not family(tmp_path)


def test_what_only_a_worker_finds_out_is_told_in_one_line(tmp_path: Path) -> None:
    with valkey() as store:
        with store.client() as client:
            client.set("gemwright:secret", b"too short")
        words = (*WORKERS, "--listen", "127.0.0.1:0", "--redis", store.url)
        assert "holds no usable secret" in only_line(words)
        assert len(family(store.folder)) == 1  # the store itself


def test_what_else_a_worker_prints_is_no_report() -> None:
    assert read_report(b"hello\n") is None
    assert read_report(b'{"event": "serving"}\n') is None
    assert read_report(b'{"refused": ""}\n') == Report("")
    assert read_report(b"") is None


@pytest.mark.long
def test_workers_that_die_again_and_again_at_the_start_are_given_up(tmp_path: Path) -> None:
    # A module of the name that every worker imports first, and that ends it without a word.
    (tmp_path / "structlog.py").write_text(
        "import os, sys\nif 'gemwright.process.worker' in sys.orig_argv: os._exit(9)\n"
        "sys.path.remove(os.path.dirname(__file__))\ndel sys.modules['structlog']\n"
        "import structlog\n",
        encoding="utf-8",
    )
    ended = subprocess.run(
        command(*WORKERS, "--listen", "127.0.0.1:0", "--data", str(tmp_path / "data")),
        env=clean_environment({"PYTHONPATH": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "ended 5 times before it served" in ended.stderr.splitlines()[-1]
    assert not family(tmp_path)


def test_a_worker_that_dies_early_waits_longer_each_time() -> None:
    pauses = [next_pause(0.0, lived=0.5)]
    while pauses[-1] < LONGEST_PAUSE:
        pauses.append(next_pause(pauses[-1], lived=0.5))
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0]
    assert next_pause(5.0, lived=60.0) == 0.1


def test_a_supervisor_knows_nothing_of_grpc() -> None:
    asked = (
        "import sys, gemwright.process.supervisor; print({'grpc', 'gemwright.pb'} & {*sys.modules})"
    )
    ended = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert (ended.stdout, ended.stderr) == ("set()\n", "")
