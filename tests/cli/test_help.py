"""The help of every command on a terminal of 80 columns, and what is said of wrong words."""

import re
from enum import Enum
from importlib.metadata import version
from typing import Final

import pytest
import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from gemwright_client.cli.app import COMMANDS, GROUPS, application
from gemwright_client.cli.failures import MEANING
from gemwright_client.cli.values import GameName, StateName
from tests.cli.typed import Ended, typed

WIDTH: Final = 80
NAMES: Final = [name for name, _, _ in COMMANDS]
UNNAMED: Final = re.compile(r"<(bool|int|int range|float)>")
"""Types that say less than a word would."""


def told(*words: str) -> Ended:
    """What a command says on a narrow terminal."""
    return typed(*words, more={"COLUMNS": str(WIDTH)})


def flat(text: str) -> str:
    """A text without its frames and the ends of its lines."""
    return " ".join(re.sub("[│─╭╮╰╯]", " ", text).split())


def help_of(*words: str) -> str:
    """The help of a command, on one line."""
    ended = told(*words, "--help")
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.lines)) <= WIDTH
    return flat(ended.out)


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_tells_what_it_does_and_how_it_ends(name: str) -> None:
    found = help_of(*name.split())
    function = next(function for typed, function, _ in COMMANDS if typed == name)
    paragraphs = (function.__doc__ or "").split("\n\n")
    assert all(paragraph and flat(paragraph) in found for paragraph in paragraphs)
    for code, meaning in MEANING.items():
        assert f"{code} {meaning}" in found


def parameters(name: str) -> list[TyperOption | TyperArgument]:
    """All that can be given to a command."""
    command = typer.main.get_command(application())
    for word in name.split():
        assert isinstance(command, TyperGroup)
        command = command.commands[word]
    return [each for each in command.params if isinstance(each, TyperOption | TyperArgument)]


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_a_help_and_names_its_value(name: str) -> None:
    assert [each.name for each in parameters(name) if not each.help] == []
    lines = told(*name.split(), "--help").lines
    assert [line for line in lines if UNNAMED.search(line) and "--help" not in line] == []


def test_every_value_that_can_be_chosen_is_named() -> None:
    chosen: list[tuple[str, type[Enum]]] = [
        ("play", GameName),
        ("arena", GameName),
        ("match create", GameName),
        ("match list", GameName),
        ("match list", StateName),
    ]
    for name, kind in chosen:
        found = help_of(*name.split())
        assert all(str(member.value) in found for member in kind), name


@pytest.mark.parametrize("name", list(GROUPS))
def test_the_help_of_a_group_tells_its_commands(name: str) -> None:
    found = help_of(name)
    assert GROUPS[name] in found
    for each in NAMES:
        if each.startswith(f"{name} "):
            assert f" {each.removeprefix(f'{name} ')} " in found


def test_without_words_the_help_is_shown() -> None:
    assert told() == told("--help") == told("-h")
    found = help_of()
    assert all(f" {name.split()[0]} " in found for name in NAMES)


def test_the_version_is_the_one_that_is_installed() -> None:
    ended = told("--version")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"gemwright {version('gemwright-client')}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--colour", "No such option: --colour"),
        ("wacth", "No such command 'wacth'. Did you mean"),
        ("match shwo", "No such command 'shwo'. Did you mean 'show'?"),
        ("match list --colour", "No such option: --colour"),
        ("history", "Missing argument 'MATCH'."),
        ("arena", "Missing argument 'BOT'."),
        ("bot run", "Missing argument 'MODULE:CLASS'."),
        ("bot run a:B c:D", "Got unexpected extra argument(s) (c:D)"),
        ("play --game", "Option '--game' requires an argument."),
        (
            "play --game go",
            "Invalid value for '--game': 'go' is not one of 'duel', 'counterfeiters', 'splendor'.",
        ),
        ("play --seats 9", "Invalid value for '--seats':"),
        ("play --bank soon", "'soon' is no time, such as 30s, 5m, 2h or 3d."),
        ("arena greedy random --games some", "Invalid value for '--games':"),
    ],
)
def test_wrong_words_are_told_once_and_end_with_2(words: str, said: str) -> None:
    ended = told(*words.split())
    assert (ended.code, ended.out) == (2, "")
    assert said in flat(ended.err)
    assert ended.err.count(" Error ") == 1
    assert "Traceback" not in ended.err
