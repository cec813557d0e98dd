"""The match line by line: whole matches through a pipe, in plain ASCII, and how it ends."""

import shlex
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.cli.play.scripts import Script, first_of, numbers, said

DECISIONS: Final = (
    "Take tokens",
    "Take a",
    "Return a token",
    "Discard a token",
    "Choose the Noble",
    "Reserve a card",
    "Say how many",
    "Use your abilities",
    "Keep one",
)
"""How the line begins after which somebody is to type; each is the last of what is printed."""


def way_back(output: str) -> list[str]:
    """The words of the command that comes back."""
    lines = output.splitlines()
    at = lines.index("The match stays. To come back to it:")
    (line,) = lines[at + 1 :]
    return shlex.split(line)


@pytest.mark.long
@pytest.mark.parametrize("game", ["duel", "counterfeiters", "splendor"])
def test_a_script_plays_a_whole_match_by_the_numbers_of_the_list(tmp_path: Path, game: str) -> None:
    rng = Random(1)
    with Script(tmp_path, "--game", game) as script:
        while script.read_to(*DECISIONS):
            listed = numbers(script.printed)
            assert listed == list(range(1, len(listed) + 1))
            most = max(len(listed) // 4, 1)
            script.enter(str(rng.randint(1, most)))
        assert script.ended() == 0
    output = "\n".join(script.printed)
    assert output.isascii()
    assert "\x1b" not in output
    *lines, result = script.printed
    assert not [line for line in lines if len(line) > 80]
    assert "win" in result, "one line, however many reasons there are"
    assert "is no move" not in output


def test_lines_that_end_leave_the_match_and_tell_the_way_back(tmp_path: Path) -> None:
    code, output, error = said(tmp_path, "play", "--bot", "random", lines="1\n")
    assert (code, error) == (0, "")
    told = next(line for line in output.partition("> 1\n")[2].splitlines() if ": take" in line)
    words = way_back(output)
    assert words[:3] == ["gemwright", "play", "--match"]
    code, output, error = said(tmp_path, *words[1:], lines="moves\nresign\nresign\n")
    assert (code, error) == (0, "")
    assert told in output
    assert "wins. A player resigned." in output.splitlines()[-1]


def test_no_line_at_all_leaves_at_once(tmp_path: Path) -> None:
    code, output, error = said(tmp_path, "play", lines="")
    assert (code, error) == (0, "")
    assert "--match" in way_back(output)


WRONG: Final = (
    b"nonsense\n\xff\xfe\xfa\n\x1b[2J\x07\n"
    + b"x" * 100_000
    + b"\n99999\n\npay\n1 pay\nbuy D1-05 pay\n? nonsense\n\xe2\x82\n\x00\nquit\ntake c3\n"
)


def test_wrong_lines_are_answered_and_cost_nothing(tmp_path: Path) -> None:
    code, output, error = said(tmp_path, "play", "--bot", "random", lines=WRONG)
    assert (code, error) == (0, "")
    assert output.isascii()
    assert "\x1b" not in output
    assert "\x07" not in output
    assert max(map(len, output.splitlines()[:-1])) <= 80
    assert output.count("is no move; type ? to see") >= 8
    assert "> take c3" not in output, "nobody reads on after quit"
    assert output.count("\nturn ") == 1, "the board is as it was"


def test_the_same_wrong_line_is_answered_each_time(tmp_path: Path) -> None:
    _, output, _ = said(tmp_path, "play", lines="nonsense\n" * 3)
    assert output.count('"nonsense" is no move') == 3


@pytest.mark.long
def test_everything_is_plain_in_every_language(tmp_path: Path) -> None:
    for language in ("fr", "es"):
        lines = "help\n?\n? D1-05\nça alors\nresign\nresign\n"
        words = ("--data", str(tmp_path / language), "--lang", language)
        code, output, error = said(tmp_path, "play", *words, lines=lines)
        assert (code, error) == (0, "")
        assert output.isascii()
        assert "> ca alors" in output


def test_people_at_one_keyboard_type_into_one_pipe(tmp_path: Path) -> None:
    lines = "take white blue green\ntake white blue green\ntake white blue green\nquit\n"
    words = ("--game", "splendor", "--seats", "3", "--hot-seat")
    code, output, error = said(tmp_path, "play", *words, lines=lines)
    assert (code, error) == (0, "")
    assert output.count(": take white blue green") == 3
    assert "Press a key" not in output


def test_payments_are_listed_and_chosen_by_lines(tmp_path: Path) -> None:
    with Script(tmp_path, "--game", "splendor", "--bot", "random") as script:
        while script.read_to(*DECISIONS):
            if first_of(script.printed).startswith("buy "):
                break
            script.enter("1")
        script.enter("1 pay")
        assert script.read_to("Choose how to pay") == "Choose how to pay; undo goes back."
        script.enter("undo")
        script.read_to(*DECISIONS)
        script.enter("1 pay")
        script.read_to("Choose how to pay")
        script.enter("1")
        script.read_to("> 1")
        script.leave()
        assert script.ended() == 0
    bought = [line for line in script.printed if ": buy " in line]
    assert bought


def test_whoever_quits_while_a_pipe_stays_open_leaves_at_once(tmp_path: Path) -> None:
    with Script(tmp_path) as script:
        script.read_to(*DECISIONS)
        script.enter("quit")
        assert script.ended() == 0
        assert "--match" in script.printed[-1]
