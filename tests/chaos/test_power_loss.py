"""What a loss of power leaves of a store, by the trace of its flushes, and what that loses."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.programs.chaos.power.trace import Disk, Untraceable
from tests.programs.chaos.power.tracing import TracedStore
from tests.programs.chaos.stores import SingleStore

FILE = "appendonly.aof.1.incr.aof"
SLOW_FLUSH_US = 500_000


def left(folder: Path, before: int, really: bytes, calls: Sequence[str]) -> bytes:
    """What is left of a file of which so much was flushed before, after these calls."""
    store = folder / "store"
    store.mkdir()
    file = store / FILE
    file.write_bytes(really[:before])
    disk = Disk.of(store)
    file.write_bytes(really)
    trace = folder / "trace"
    told = [call.replace("FILE", f"9<{file}>") for call in calls]
    trace.write_text("".join(f"{line}\n" for line in told), encoding="utf-8")
    disk.follow(trace)
    disk.lose_power()
    return file.read_bytes()


def test_what_was_written_and_not_flushed_is_lost(tmp_path: Path) -> None:
    calls = [
        '1 0.1 write(FILE, ""..., 2) = 2',
        "2 0.2 fdatasync(FILE) = 0",
        '1 0.3 write(FILE, ""..., 2) = 2',
    ]
    assert left(tmp_path, 1, b"abcde", calls) == b"abc"


def test_what_was_written_during_a_flush_is_lost(tmp_path: Path) -> None:
    calls = [
        '1 0.1 write(FILE, ""..., 2) = 2',
        "2 0.2 fdatasync(FILE <unfinished ...>",
        '1 0.3 write(FILE, ""..., 2) = 2',
        "2 0.4 <... fdatasync resumed>) = 0",
    ]
    assert left(tmp_path, 1, b"abcde", calls) == b"abc"


@pytest.mark.parametrize("end", ["+++ killed by SIGKILL +++", "<... fdatasync resumed>) = ?"])
def test_a_flush_that_has_not_returned_keeps_nothing(tmp_path: Path, end: str) -> None:
    calls = [
        '1 0.1 write(FILE, ""..., 2) = 2',
        "2 0.2 fdatasync(FILE <unfinished ...>",
        f"2 0.3 {end}",
    ]
    assert left(tmp_path, 1, b"abc", calls) == b"a"


def test_a_flush_that_failed_keeps_nothing(tmp_path: Path) -> None:
    calls = [
        '1 0.1 write(FILE, ""..., 2) = 2',
        "2 0.2 fdatasync(FILE) = -1 EIO (Input/output error)",
    ]
    assert left(tmp_path, 1, b"abc", calls) == b"a"


@pytest.mark.parametrize(
    "call", ['1 0.1 write(FILE, ""..., 1) = 1', '1 0.1 pwrite64(FILE, ""..., 2, 1) = 2', "nonsense"]
)
def test_a_trace_that_does_not_add_up_is_refused(tmp_path: Path, call: str) -> None:
    with pytest.raises(Untraceable):
        left(tmp_path, 1, b"abc", [call])


def test_a_new_name_is_lost_until_its_folder_is_flushed(tmp_path: Path) -> None:
    disk = Disk.of(tmp_path)
    new = tmp_path / "manifest"
    new.write_bytes(b"abc")
    opened = f'1 0.1 openat(AT_FDCWD</>, "temp", O_WRONLY|O_CREAT, 0644) = 9<{tmp_path}/temp>'
    written = f'1 0.2 write(9<{tmp_path}/temp>, ""..., 3) = 3\n1 0.3 fsync(9<{tmp_path}/temp>) = 0'
    moved = '1 0.4 rename("temp", "manifest") = 0'
    trace = tmp_path.parent / f"{tmp_path.name}.trace"
    trace.write_text(f"{opened}\n{written}\n{moved}\n", encoding="utf-8")
    disk.follow(trace)
    assert disk.kept == {}
    trace.write_text(f"1 0.5 fsync(8<{tmp_path}>) = 0\n", encoding="utf-8")
    disk.follow(trace)
    disk.lose_power()
    assert new.read_bytes() == b"abc"


@pytest.mark.power
@pytest.mark.parametrize(("fsync", "are_kept"), [("always", True), ("no", False)])
def test_a_store_that_flushes_keeps_what_it_answers_and_one_that_does_not_loses_it(
    tmp_path: Path, fsync: str, are_kept: bool
) -> None:
    with closing(SingleStore(tmp_path, fsync)) as store:
        traced = TracedStore(store.node)
        traced.start()
        with store.node.client() as client:
            for number in range(50):
                client.set(f"key-{number}", number)
        traced.lose_power()
        store.start()
        with store.node.client() as client:
            assert client.dbsize() == (50 if are_kept else 0)


@pytest.mark.power
def test_a_kill_in_the_middle_of_a_flush_loses_what_was_answered_meanwhile(tmp_path: Path) -> None:
    with closing(SingleStore(tmp_path, "everysec")) as store:
        TracedStore(store.node).start(slow_flush_us=SLOW_FLUSH_US)
        with store.node.client() as client:
            answered = 0
            while not client.info("persistence")["aof_buffer_length"]:
                client.set(f"key-{answered}", answered)
                answered += 1
        store.node.kill()
        store.start()
        with store.node.client() as client:
            assert client.dbsize() == answered - 1


@pytest.mark.power
def test_this_valkey_says_too_early_that_a_change_is_on_disk(tmp_path: Path) -> None:
    """If this fails, Valkey was mended, and the docs and the server's warning are to follow."""
    with closing(SingleStore(tmp_path, "everysec")) as store:
        traced = TracedStore(store.node)
        traced.start()
        with store.node.client() as client:
            for number in range(5):  # all within a second, of which one at most begins a flush
                client.set(f"key-{number}", number)
                assert client.execute_command("WAITAOF", 1, 0, 1500) == [1, 0]
        traced.lose_power()
        store.start()
        with store.node.client() as client:
            assert client.dbsize() < 5
