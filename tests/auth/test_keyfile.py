"""The file of keys: who may read it, how it is replaced, what a server makes of one that is bad."""

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from gemwright.auth import keyring
from gemwright.auth.keyfile import change_keys, read_keys
from gemwright.auth.keyring import Keyring
from gemwright.auth.keys import Keys, KeysRefused, with_api_key, with_signing_key
from tests.auth.keyfiles import Keyfile, keyfile

COMMANDS = 8


@pytest.fixture
def file(tmp_path: Path) -> Keyfile:
    return keyfile(tmp_path)


def damage(file: Keyfile, content: str) -> None:
    """Write something else."""
    file.path.write_text(content)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "it is no file of keys"),
        ("[]", "it is no file of keys"),
        ("\udcff", "it is no file of keys"),
        ('{"format": 2, "keys": []}', "it has the format 2, this version reads 1"),
        ('{"format": 1, "api_keys": 5}', "it is no file of keys"),
        ('{"format": 1}', "it has no signing key"),
        ('{"format": 1, "more": ' + 9_999 * "[", "it is no file of keys"),
    ],
)
def test_a_file_of_something_else_is_refused(file: Keyfile, content: str, said: str) -> None:
    file.path.write_bytes(os.fsencode(content))
    with pytest.raises(KeysRefused, match=said):
        read_keys(file.path)


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda keys: replace(
            keys, signing_keys=(replace(keys.signing_keys[0], secret=b"a short one"),)
        ),
        lambda keys: replace(keys, api_keys=(replace(keys.api_keys[0], owner="one\0two"),)),
        lambda keys: replace(
            keys, api_keys=(*keys.api_keys, replace(keys.api_keys[0], owner="another"))
        ),
    ],
)
def test_keys_that_no_command_makes_are_refused(
    file: Keyfile, spoiled: Callable[[Keys], Keys]
) -> None:
    file.path.write_bytes(msgspec.json.encode(spoiled(file.keys)))
    with pytest.raises(KeysRefused, match="it has keys that keys new never makes"):
        read_keys(file.path)


@pytest.mark.parametrize("mode", [0o604, 0o602, 0o601, 0o666])
def test_a_file_that_everybody_can_open_is_refused(file: Keyfile, mode: int) -> None:
    file.path.chmod(mode)
    with pytest.raises(KeysRefused, match="chmod 600 it"):
        read_keys(file.path)


def test_a_file_that_is_not_there_is_told_with_the_way_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(KeysRefused, match="no such file or directory; keys new makes"):
        read_keys(tmp_path / "none.json")


def test_those_who_could_open_the_file_still_can(file: Keyfile) -> None:
    file.path.chmod(0o640)
    file.run("rotate")
    assert file.path.stat().st_mode & 0o777 == 0o640


def test_a_link_to_the_file_stays_one(file: Keyfile, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(file.path)
    Keyfile(link).run("rotate")
    assert link.is_symlink()
    assert len(file.keys.signing_keys) == 2


def test_commands_at_once_lose_no_change_of_each_other(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ready = threading.Barrier(COMMANDS)

    def change(number: int) -> None:
        def added(keys: Keys) -> Keys:
            keys = keys if keys.signing_keys else with_signing_key(keys, 0)
            return with_api_key(keys, f"owner-{number}", ("matchmaker",), 0)[0]

        ready.wait()
        change_keys(path, added, may_make=True)

    threads = [threading.Thread(target=change, args=(number,)) for number in range(COMMANDS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    owners = {key.owner for key in read_keys(path).api_keys}
    assert owners == {f"owner-{number}" for number in range(COMMANDS)}
    assert len(read_keys(path).signing_keys) == 1


def test_a_change_that_fails_leaves_the_file_as_it_was(file: Keyfile, tmp_path: Path) -> None:
    def impossible(keys: Keys) -> Keys:
        raise KeysRefused("it cannot be")

    before = file.path.read_bytes()
    with pytest.raises(KeysRefused, match="it cannot be"):
        change_keys(file.path, impossible, may_make=False)
    with pytest.raises(TypeError):
        change_keys(file.path, lambda keys: replace(keys, format=object()), may_make=False)  # type: ignore[arg-type] # what cannot be written
    assert file.path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file.path]


def test_no_secret_is_in_what_is_printed_of_keys(file: Keyfile) -> None:
    text = file.api_key("lobby")
    keys = file.keys
    said = repr(keys)
    assert repr(keys.signing_keys[0].secret) not in said
    assert repr(keys.api_keys[0].digest) not in said
    assert text.split("_", 2)[2] not in said


def test_a_ring_reads_its_file_again_when_it_changes_and_looks_once_a_second(
    file: Keyfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(keyring, "monotonic", lambda: now)
    ring = Keyring(file.path, pytest.fail)
    file.run("rotate")
    now += 0.9
    assert ring.look() == 0
    now += 0.2
    assert ring.look() == 1
    assert ring.keys == file.keys
    now += 1.0
    assert ring.look() == 1


def test_a_file_that_goes_bad_is_told_once_and_the_keys_are_kept(
    file: Keyfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "LOOK_EVERY", 0.0)
    complaints: list[str] = []
    ring = Keyring(file.path, complaints.append)
    good, content = ring.keys, file.path.read_bytes()
    file.path.unlink()
    for _ in range(3):
        assert ring.look() == 0
    assert len(complaints) == 1
    file.path.write_bytes(content)
    file.path.chmod(0o644)
    for _ in range(3):
        ring.look()
    assert len(complaints) == 2
    assert "chmod 600" in complaints[1]
    assert ring.keys == good
    file.path.chmod(0o600)
    file.run("rotate")
    ring.look()
    assert ring.keys == file.keys
    assert len(complaints) == 2
