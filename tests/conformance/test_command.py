"""`gemwright-conformance` as a command: what it takes, and drivers that are none."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gemwright_conformance import command as conformance
from gemwright_conformance.cases import CASES
from gemwright_conformance.requirements import REQUIREMENTS
from tests.app.process import PATIENCE, clean_environment, refused
from tests.conformance.judgements import SUITE, judgement

PLAIN = ("--case", "plain", "--patience", "2s")
WRITES_ITS_PID = "import os, pathlib, sys; pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))"
HANGS = f"{WRITES_ITS_PID}; import time; time.sleep(600)"
HAS_A_CHILD_THAT_HANGS = (
    "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[2], sys.argv[1]])"
)


def is_alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def until_gone(pid: int) -> None:
    """Wait until a process is gone."""
    give_up = time.monotonic() + PATIENCE
    while is_alive(pid):
        assert time.monotonic() < give_up
        time.sleep(0.02)


def pid_in(path: Path) -> int:
    """The number that a process has written."""
    give_up = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_text(encoding="utf-8")):
        assert time.monotonic() < give_up
        time.sleep(0.02)
    return int(path.read_text(encoding="utf-8"))


def test_help_says_what_a_driver_is_and_where_the_rest_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as ended:
        conformance.main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "gemwright-conformance [options] -- COMMAND ..." in text
    assert "clients/conformance/README.md" in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_server_says_where_it_is_now() -> None:
    code, said = refused("conformance", "--", "true")
    assert code == 2
    assert "pip install gemwright-conformance" in said


def test_list_has_every_case_and_every_requirement(capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [line.split()[0] for line in lines if line[:1].strip()]
    assert names == [*(case.name for case in CASES), *REQUIREMENTS]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "COMMAND: it is needed"),
        (("--", "no-such-command-anywhere"), "no-such-command-anywhere: there is no such command"),
        (("--case", "sunshine", "--", "true"), "--case: invalid choice: 'sunshine'"),
        (("--patience", "long", "--", "true"), "--patience"),
    ],
    ids=["nothing", "no-command", "no-case", "no-time"],
)
def test_a_wrong_command_line_is_refused_in_a_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        conformance.main(words)
    assert ended.value.code == 2
    text = capsys.readouterr().err
    assert said in text
    assert text.count("\n") == 1


@pytest.mark.long
def test_a_program_that_is_no_driver_meets_nothing() -> None:
    found = judgement([sys.executable, "-c", "print('hello')"], *PLAIN)
    assert "it said what is no JSON object: hello" in found.text
    assert found.of("met") == set()
    assert found.code == 1


@pytest.mark.long
def test_the_last_words_of_a_driver_that_fails_are_shown() -> None:
    found = judgement([sys.executable, "-c", "raise ValueError('my mistake')"], *PLAIN)
    assert "| ValueError: my mistake" in found.text
    assert "it ended with exit code 1" in found.text


@pytest.mark.long
def test_a_driver_that_never_ends_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    driver = [sys.executable, "-c", HAS_A_CHILD_THAT_HANGS, str(pid), HANGS]
    found = judgement(driver, *PLAIN)
    assert "it did not end by itself" in found.text
    until_gone(pid_in(pid))


@pytest.mark.long
def test_whoever_stops_it_leaves_no_driver_and_has_no_judgement(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    words = (*SUITE, "--", sys.executable, "-c", HANGS, str(pid))
    with subprocess.Popen(words, text=True, env=clean_environment()) as running:
        driver = pid_in(pid)
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) == 1
    until_gone(driver)
