"""The Valkey of our own: it starts, it keeps, it goes with its server, it says what is wrong."""

import asyncio
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from gemwright.redis import embedded
from gemwright.redis.embedded import Embedded, embedded_valkey
from gemwright.start_error import StartError
from tests.valkey import PATIENCE, eventually, is_alive

ROOM = 1_000
"""Bytes that a full disk still has."""


def run(folder: Path, fsync: str = "everysec") -> None:
    """Start and stop."""

    async def main() -> None:
        async with embedded_valkey(folder, fsync):
            pass

    asyncio.run(main())


async def process_of(running: Embedded) -> int:
    """The process id of Valkey itself."""
    async with Redis.from_url(running.url) as client:
        return int((await client.info("server"))["process_id"])


def test_what_was_written_is_there_after_the_next_start(tmp_path: Path) -> None:
    async def main(value: bytes | None) -> bytes | str | None:
        async with embedded_valkey(tmp_path) as running, Redis.from_url(running.url) as client:
            if value:
                await client.set("key", value)
            return await client.get("key")

    asyncio.run(main(b"kept"))
    assert asyncio.run(main(None)) == b"kept"


def test_it_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    async def main() -> dict[str | None, str | None]:
        async with (
            embedded_valkey(tmp_path, "always") as running,
            Redis.from_url(running.url) as client,
        ):
            return await client.config_get(
                "appendonly", "appendfsync", "maxmemory-policy", "port", "save"
            )

    assert asyncio.run(main()) == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
        "port": "0",
        "save": "",
    }


def test_nothing_but_the_data_is_left_behind(tmp_path: Path) -> None:
    async def main() -> tuple[int, Path]:
        async with embedded_valkey(tmp_path / "data") as running:
            return await process_of(running), Path(running.url.removeprefix("unix://"))

    process, socket = asyncio.run(main())
    assert not is_alive(process)
    assert not socket.parent.exists()
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert {path.name for path in (tmp_path / "data").iterdir()} == {
        "appendonlydir",
        "format",
        "lock",
    }


def test_a_folder_with_a_long_and_odd_name_will_do(tmp_path: Path) -> None:
    run(tmp_path / ("deep" * 30) / 'with "quotes", spaces and ünlaut' / "data")


def test_a_folder_for_temporary_files_with_a_long_name_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("deep" * 30)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    run(tmp_path / "data")
    assert list(long.iterdir()) == []


def test_the_end_of_valkey_is_noticed(tmp_path: Path) -> None:
    async def main() -> int:
        async with embedded_valkey(tmp_path) as running:
            os.kill(await process_of(running), signal.SIGKILL)
            return await asyncio.wait_for(running.exited, 10)

    assert asyncio.run(main()) == 128 + signal.SIGKILL


def test_a_killed_supervisor_leaves_no_valkey_behind(tmp_path: Path) -> None:
    async def main() -> int:
        async with embedded_valkey(tmp_path) as running:
            process = await process_of(running)
            os.kill(os.getpgid(process), signal.SIGKILL)
        return process

    process = asyncio.run(main())
    eventually(lambda: not is_alive(process), "Valkey is gone")


def test_a_killed_valkey_has_what_it_answered(tmp_path: Path) -> None:
    async def write() -> None:
        async with embedded_valkey(tmp_path) as running, Redis.from_url(running.url) as client:
            await client.set("key", b"kept")
            os.kill(await process_of(running), signal.SIGKILL)
            await running.exited

    async def read() -> bytes | str | None:
        async with embedded_valkey(tmp_path) as running, Redis.from_url(running.url) as client:
            return await client.get("key")

    asyncio.run(write())
    assert asyncio.run(read()) == b"kept"


def test_a_full_disk_leaves_no_gap_that_cannot_be_read_again(tmp_path: Path) -> None:
    """This Valkey alone would leave one: see tests/chaos/test_stores.py."""

    async def write() -> int:
        async with embedded_valkey(tmp_path) as running, Redis.from_url(running.url) as client:
            await written_anew(client, 0)  # it leaves gaps only in files that it began itself
            process, folder = await process_of(running), tmp_path / "appendonlydir"
            longest = max(file.stat().st_size for file in folder.iterdir())
            resource.prlimit(process, resource.RLIMIT_FSIZE, (longest + ROOM, -1))
            with pytest.raises(ResponseError, match="MISCONF"):
                await count_on(client)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (-1, -1))
            await written_anew(client, 1)
            return int(await client.incr("count"))

    async def read() -> int:
        async with embedded_valkey(tmp_path) as running, Redis.from_url(running.url) as client:
            return int(await client.get("count") or 0)

    assert asyncio.run(write()) == asyncio.run(read())


async def count_on(client: Redis) -> None:
    """Write until that is refused."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await client.incr("count")


async def written_anew(client: Redis, times: int) -> None:
    """Have the file written anew, or wait until that has been done so often."""
    if not times:
        await client.bgrewriteaof()
    async with asyncio.timeout(PATIENCE):
        while True:
            told = await client.info("persistence")
            is_done = not told["aof_rewrite_in_progress"] and told["aof_rewrites"] > times
            if is_done and told["aof_last_write_status"] == "ok":
                return
            await asyncio.sleep(0.05)  # between two looks; the time-out ends it


SERVER = """\
import asyncio, sys
from pathlib import Path
from gemwright.process.logs import set_up_logs
from gemwright.redis.embedded import embedded_valkey
from redis.asyncio import Redis

async def main():
    async with embedded_valkey(Path(sys.argv[1])) as running, Redis.from_url(running.url) as client:
        print((await client.info("server"))["process_id"], flush=True)
        await asyncio.Event().wait()

set_up_logs("error", "json")
asyncio.run(main())
"""


@contextmanager
def other_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that runs Valkey on a folder, and the process id of that Valkey."""
    command = [sys.executable, "-c", SERVER, str(folder)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.kill()


def test_valkey_goes_when_its_server_is_killed(tmp_path: Path) -> None:
    with other_process(tmp_path) as (process, valkey):
        assert is_alive(valkey)
        process.kill()
        eventually(lambda: not is_alive(valkey), "Valkey is gone")


def test_the_folder_of_a_killed_server_can_be_used_at_once(tmp_path: Path) -> None:
    with other_process(tmp_path) as (process, valkey):
        process.kill()
        run(tmp_path)
        assert not is_alive(valkey)


def test_a_folder_is_in_use_as_long_as_a_valkey_writes_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LOCK_PATIENCE", 0.1)
    with other_process(tmp_path) as (process, valkey):
        os.kill(valkey, signal.SIGSTOP)  # it cannot follow its server now
        try:
            process.kill()
            process.wait()
            with pytest.raises(StartError, match="is in use by another server"):
                run(tmp_path)
        finally:
            os.kill(valkey, signal.SIGCONT)
        eventually(lambda: not is_alive(valkey), "Valkey is gone")


def test_a_folder_in_use_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LOCK_PATIENCE", 0.1)
    with other_process(tmp_path) as (_, valkey):
        with pytest.raises(StartError, match="is in use by another server") as refused:
            run(tmp_path)
        assert str(tmp_path) in str(refused.value)
        assert is_alive(valkey)


def test_ctrl_c_does_not_reach_valkey(tmp_path: Path) -> None:
    with other_process(tmp_path) as (process, valkey):
        assert os.getpgid(valkey) != os.getpgid(process.pid)
        assert os.getsid(valkey) != os.getsid(process.pid)


def make_file(folder: Path) -> None:
    folder.write_text("a file", encoding="utf-8")


def make_newer(folder: Path) -> None:
    folder.mkdir()
    (folder / "format").write_text("gemwright data 2\n", encoding="utf-8")


def make_binary(folder: Path) -> None:
    folder.mkdir()
    (folder / "format").write_bytes(b"\xff\xfe")


def make_foreign(folder: Path) -> None:
    folder.mkdir()
    (folder / "holiday.jpg").write_bytes(b"")


def make_unreadable_history(folder: Path) -> None:
    run(folder)
    for path in (folder / "appendonlydir").glob("*.manifest"):
        path.write_text("nonsense\n", encoding="utf-8")


def make_lock_a_folder(folder: Path) -> None:
    (folder / "lock").mkdir(parents=True)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (make_file, "is not a folder; name another"),
        (make_newer, "was written by another version ('gemwright data 2'"),
        (make_binary, "format cannot be read"),
        (make_foreign, "holds other files (holiday.jpg)"),
        (make_unreadable_history, "Valkey did not start on"),
        (make_lock_a_folder, "cannot be used: Is a directory"),
    ],
)
def test_a_folder_that_will_not_do_is_refused_in_one_line(
    make: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    make(tmp_path / "data")
    with pytest.raises(StartError) as refused:
        run(tmp_path / "data")
    assert said in str(refused.value)
    assert str(tmp_path / "data") in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    make_file(tmp_path / "data")
    with pytest.raises(StartError, match="is not a folder"):
        run(tmp_path / "data" / "below")
