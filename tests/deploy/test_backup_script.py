"""deploy/backup.sh: a copy that is taken while the files are rewritten is whole all the same."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.valkey import Valkey, valkey

ROOT = Path(__file__).parents[2]
SYSTEM = "/usr/bin:/bin"

DISTURBING = """\
#!/bin/sh
ask() {{ {python} {root}/tests/valkey_cli.py {socket} "$@"; }}
PATH={system}
cp "$@" || exit 1
echo >>{calls}
if [ "$(wc -l <{calls})" -eq {number} ]; then
  ask bgrewriteaof
  until ask info persistence | grep -q ^aof_rewrite_in_progress:0; do :; done
  ask rpush list after
fi >/dev/null
"""
"""A `cp` that has the files rewritten, and more written to them, when it has copied the nth."""


def backup(data: Path, copy: Path, path: str = SYSTEM) -> subprocess.CompletedProcess[str]:
    """Run the script; what it says."""
    return subprocess.run(
        [ROOT / "deploy/backup.sh", data, copy],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def restored(copy: Path) -> list[bytes]:
    """What a store has that starts on the copy."""
    store = Valkey(copy)
    try:
        store.start()
        with store.client() as client:
            return list(client.lrange("list", 0, -1))
    finally:
        store.kill()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_files_that_are_rewritten_meanwhile_are_copied_again(number: int, tmp_path: Path) -> None:
    """Each time it copies three: the manifest, then the base and what came after it."""
    calls = tmp_path / "calls"
    with valkey() as store:
        with store.client() as client:
            client.rpush("list", "before")
        text = DISTURBING.format(
            python=sys.executable,
            root=ROOT,
            socket=store.socket,
            calls=calls,
            number=number,
            system=SYSTEM,
        )
        (tmp_path / "cp").write_text(text, encoding="utf-8")
        (tmp_path / "cp").chmod(0o700)
        done = backup(store.folder, tmp_path / "copy", f"{tmp_path}:{SYSTEM}")
        assert (done.returncode, done.stderr) == (0, "")
    assert len(calls.read_text(encoding="utf-8")) > 3
    assert restored(tmp_path / "copy") == [b"before", b"after"]


def test_a_folder_without_an_append_only_file_is_refused(tmp_path: Path) -> None:
    done = backup(tmp_path, tmp_path / "copy")
    assert done.returncode == 1
    assert done.stderr == f"there is no {tmp_path}/appendonlydir\n"
    assert not (tmp_path / "copy").exists()


def test_a_backup_is_never_written_over(tmp_path: Path) -> None:
    with valkey() as store:
        (tmp_path / "copy").mkdir()
        (tmp_path / "copy" / "precious").touch()
        assert backup(store.folder, tmp_path / "copy").returncode != 0
        assert [path.name for path in (tmp_path / "copy").iterdir()] == ["precious"]


def test_who_leaves_a_folder_out_is_told_what_it_wants() -> None:
    told = subprocess.run(
        [ROOT / "deploy/backup.sh", "data"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert told.stderr.startswith("usage: ")
    assert told.stderr.endswith("DATA BACKUP\n")
