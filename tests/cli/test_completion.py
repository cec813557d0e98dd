"""Completing in a shell: what typer puts there is installed, and every word is completed."""

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.cli.typed import command, run, run_line

HEAVY: Final = frozenset(("gemwright", "gemwright_client.rules", "prompt_toolkit"))
"""What takes long to import, and only commands need that are carried out."""
LOADED: Final = """
import atexit, json, sys
from gemwright_client.__main__ import main
atexit.register(lambda: print(json.dumps([*sys.modules])))
main({words})
"""


def asked(line: str, shell: str = "bash") -> dict[str, str]:
    """The environment in which a shell asks how the last word of a line can go on."""
    return {
        "_GEMWRIGHT_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }


def completed(line: str, shell: str = "bash") -> list[str]:
    """All that the last word of a line can become."""
    ended = run(command(), more=asked(line, shell))
    assert ended.err == ""
    return [found.partition("\t")[0] for found in ended.lines]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("gemwright ma", ["match"]),
        ("gemwright match ca", ["cancel"]),
        ("gemwright bot ", ["run"]),
        ("gemwright play --lan", ["--lang"]),
        ("gemwright match create --must", ["--must-join"]),
        ("gemwright play --game ", ["duel", "counterfeiters", "splendor"]),
        ("gemwright arena --game s", ["splendor"]),
        ("gemwright arena ", ["greedy", "random"]),
        ("gemwright arena mybot:MyBot r", ["random"]),
        ("gemwright doctor --lang ", ["en", "fr", "es"]),
        ("gemwright cards c", ["counterfeiters"]),
    ],
)
def test_words_are_completed(line: str, found: list[str]) -> None:
    assert completed(line) == found


def test_fish_is_told_the_same_as_bash() -> None:
    assert completed("gemwright arena ", "fish") == completed("gemwright arena ")


def test_bash_completes_with_what_is_installed(tmp_path: Path) -> None:
    script = (
        'eval "$(gemwright --show-completion bash)"; '
        "COMP_WORDS=(gemwright arena gr) COMP_CWORD=2; "
        '_gemwright_completion gemwright; echo "${COMPREPLY[@]}"'
    )
    ended = run_line(f"bash -c {shlex.quote(script)}", tmp_path)
    assert (ended.out, ended.err) == ("greedy\n", "")


def loaded(words: list[str], more: Mapping[str, str]) -> set[str]:
    """The modules that a command has imported by its end."""
    ended = run([sys.executable, "-c", LOADED.format(words=words)], more=more)
    assert ended.err == ""
    return set(json.loads(ended.lines[-1]))


@pytest.mark.parametrize("words", [["--help"], ["arena", "--help"], ["--version"]])
def test_help_imports_nothing_that_takes_long(words: list[str]) -> None:
    assert not loaded(words, {}) & HEAVY


@pytest.mark.parametrize("line", ["gemwright ma", "gemwright arena ", "gemwright play --game "])
def test_completing_imports_nothing_that_takes_long(line: str) -> None:
    assert not loaded([], asked(line)) & (HEAVY | {"rich"})
