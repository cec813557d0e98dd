"""`gemwright-server keys`: what it prints, what it writes, what it refuses."""

import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from gemwright.auth.keys import SCOPES, SIGNS_AFTER
from gemwright.auth.tokens import find_api_key
from gemwright.commands import keys
from gemwright.matches.api import Scope
from gemwright.setting_kinds import LONGEST_PLAYER_TOKEN
from tests.app.process import clean_environment
from tests.app.process import command as words_of
from tests.auth.keyfiles import Keyfile

DAY = 86_400


@pytest.fixture
def file(tmp_path: Path) -> Keyfile:
    return Keyfile(tmp_path / "keys.json")


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that is refused: one line, and nothing for a script."""
    with pytest.raises(SystemExit) as ended:
        keys.main(words, {})
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("gemwright-server keys")
    assert said.err.count("\n") == 1
    return said.err


def test_the_scopes_are_those_of_the_runtime() -> None:
    assert set(SCOPES) == set(Scope)


def test_the_first_key_makes_the_file_for_its_owner_alone(file: Keyfile) -> None:
    text = file.api_key("lobby")
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert not [path for path in file.path.parent.iterdir() if path != file.path]
    found = find_api_key(file.keys, text)
    assert found is not None
    assert (found.owner, found.scopes) == ("lobby", ("matchmaker",))
    assert len(file.keys.signing_keys) == 1
    assert text not in file.path.read_text()
    assert text.split("_", 2)[2] not in file.path.read_text()


def test_a_second_key_leaves_the_first_and_the_signing_key(file: Keyfile) -> None:
    first = file.api_key("lobby")
    signing = file.keys.signing_keys
    second = file.api_key("ops", "operator", "matchmaker")
    found = [find_api_key(file.keys, text) for text in (first, second)]
    assert [key and key.scopes for key in found] == [
        ("matchmaker",),
        ("matchmaker", "operator"),
    ]
    assert file.keys.signing_keys == signing


def test_nothing_but_the_key_is_printed_for_scripts(file: Keyfile) -> None:
    ended = subprocess.run(
        words_of("keys", "new", "--owner", "lobby"),
        capture_output=True,
        text=True,
        check=True,
        env=clean_environment({"GEMWRIGHT_KEYS": str(file.path)}),
    )
    assert find_api_key(file.keys, ended.stdout.removesuffix("\n")) is not None
    assert ended.stdout.strip() not in ended.stderr
    assert "shown this once" in ended.stderr


def test_a_new_signing_key_signs_when_every_server_has_read_it(file: Keyfile) -> None:
    file.api_key("lobby")
    (old,) = file.keys.signing_keys
    begun = int(time.time())
    file.run("rotate")
    kept, new = file.keys.signing_keys
    assert kept.id == old.id
    assert begun + SIGNS_AFTER <= new.signs_from <= time.time() + SIGNS_AFTER
    assert file.keys.signer(new.signs_from - 1) == kept
    assert file.keys.signer(new.signs_from) == new
    assert kept.good_until is not None
    assert kept.good_until > new.signs_from + LONGEST_PLAYER_TOKEN
    file.run("rotate")
    assert file.keys.signing_keys[0] == kept


def test_signing_keys_that_are_over_go(file: Keyfile, monkeypatch: pytest.MonkeyPatch) -> None:
    file.api_key("lobby")
    file.run("rotate")
    old, new = file.keys.signing_keys
    assert old.good_until is not None
    now = float(old.good_until)
    monkeypatch.setattr(time, "time", lambda: now)
    file.run("rotate")
    assert [key.id for key in file.keys.signing_keys[:-1]] == [new.id]


def test_a_replaced_key_is_good_for_a_day_unless_said_otherwise(file: Keyfile) -> None:
    for words, overlap in (((), DAY), (("--overlap", "2h"), 7_200), (("--overlap", "0"), 0)):
        old = file.api_key("lobby", "operator")
        key_id = old.split("_")[1]
        now = time.time()
        text = file.run("rotate", "--id", key_id, *words).strip()
        new = find_api_key(file.keys, text)
        assert new is not None
        assert (new.owner, new.scopes, new.good_until) == ("lobby", ("operator",), None)
        ending = find_api_key(file.keys, old)
        assert ending is not None
        assert ending.good_until == pytest.approx(now + overlap, abs=2)


def test_the_list_shows_every_key_and_no_secret(file: Keyfile) -> None:
    texts = [file.api_key("lobby"), file.api_key("ops", "operator")]
    revoked = texts[0].split("_")[1]
    file.run("revoke", "--id", revoked)
    file.run("rotate")
    shown = file.run("list")
    for text in texts:
        assert text.split("_")[1] in shown
        assert text.split("_", 2)[2] not in shown
    (line,) = [line for line in shown.splitlines() if revoked in line]
    assert "ended" in line
    assert "lobby" in line
    assert shown.count("from ") == 1
    assert re.search(r"\d\d:\d\d:\d\dZ ", shown)


def test_who_reads_only_the_head_of_a_list_sees_no_traceback(file: Keyfile) -> None:
    file.api_key("lobby")
    reading, writing = os.pipe()
    os.close(reading)
    words = words_of("keys", "list", "--keys", str(file.path))
    ended = subprocess.run(
        words, stdout=writing, stderr=subprocess.PIPE, check=False, env=clean_environment()
    )
    os.close(writing)
    assert ended.returncode
    assert ended.stderr == b""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("list",), "--keys: which file? GEMWRIGHT_KEYS can say it too"),
        (("new", "--keys", "keys.json"), "the following arguments are required: --owner"),
        (("new", "--keys", "k", "--owner", "a b"), "--owner: 1 to 64 letters"),
        (("new", "--keys", "k", "--owner", "a" * 65), "--owner: 1 to 64 letters"),
        (("new", "--keys", "k", "--owner", "a", "--scope", "all"), "invalid choice: 'all'"),
        (("rotate", "--keys", "k", "--id", "x", "--overlap", "soon"), "'soon' is no time"),
        (("rotate", "--keys", "k", "--overlap", "1d"), "--overlap: only with --id"),
        (("rotate", "--keys", "/nowhere/keys.json"), "/nowhere/keys.json: no such file"),
        (("new", "--keys", "/nowhere/keys.json", "--owner", "a"), "no such file"),
    ],
)
def test_a_wrong_word_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert said in refused(capsys, *words)


def test_keys_that_are_none_or_still_needed_are_not_taken_away(
    file: Keyfile, capsys: pytest.CaptureFixture[str]
) -> None:
    over = file.api_key("lobby").split("_")[1]
    file.run("revoke", "--id", over)
    before, named = file.keys, ("--keys", str(file.path), "--id")
    signing = before.signing_keys[0].id
    assert "the newest signing key" in refused(capsys, "revoke", *named, signing)
    assert "no key has the id none" in refused(capsys, "revoke", *named, "none")
    assert "no API key has the id none" in refused(capsys, "rotate", *named, "none")
    assert "make a new one with keys new" in refused(capsys, "rotate", *named, over)
    assert file.keys == before


def test_help_explains_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("new", "rotate", "revoke", "list"):
        with pytest.raises(SystemExit):
            keys.main([name, "--help"], {})
        assert "--keys FILE" in capsys.readouterr().out
