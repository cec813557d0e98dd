"""`python -m gemwright.bots`: what it prints, what it refuses, and that it is always the same."""

import re
import subprocess
import sys

import pytest

from gemwright.bots.report import outcome_in_words
from gemwright.engine.outcomes import Ending, Outcome, Score

EXAMPLES = [
    ["duel", "greedy", "random", "--seed", "7"],
    ["duel_counterfeiters", "random", "greedy"],
    ["splendor", "--seats", "3", "greedy", "greedy", "random"],
]


def run(*words: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gemwright.bots", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"PYTHONHASHSEED": hash_seed},
    )


@pytest.mark.parametrize("words", EXAMPLES, ids=" ".join)
def test_a_match_is_printed_from_the_header_to_the_outcome(words: list[str]) -> None:
    played = run(*words)
    assert (played.returncode, played.stderr) == (0, "")
    header, seats, *lines = played.stdout.splitlines()
    assert header == f"{words[0]}, seed {7 if '--seed' in words else 1}"
    bots = [word for word in words if word in ("greedy", "random")]
    assert seats == ", ".join(f"seat {seat} {name}" for seat, name in enumerate(bots))
    turns = [match for line in lines if (match := re.match(r" *(\d+)  seat (\d) (\w+) +\w", line))]
    assert [int(turn[1]) for turn in turns] == [*range(1, len(turns) + 1)]
    assert all(bots[int(turn[2])] == turn[3] for turn in turns)
    scores = [line for line in lines[:-1] if re.match(r"seat \d \w+:", line)]
    assert [line.split(":")[0] for line in scores] == seats.split(", ")
    assert re.match(r"seat \d wins: \d+ ", lines[-1])
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("words", EXAMPLES, ids=" ".join)
def test_the_same_seed_prints_the_same_in_every_process(words: list[str]) -> None:
    assert run(*words, hash_seed="1").stdout == run(*words, hash_seed="2").stdout


def test_another_seed_is_another_match() -> None:
    first, second = (run("duel", "greedy", "random", "--seed", seed).stdout for seed in "12")
    assert first.splitlines()[2:] != second.splitlines()[2:]


def test_options_may_stand_anywhere() -> None:
    words = ["duel", "greedy", "random", "--seed", "3"]
    assert run(*words).stdout == run("--seed", "3", *words[:3]).stdout
    assert run(*words).stdout == run("duel", "greedy", "--seed", "3", "random").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "required"),
        ("chess greedy greedy", "'chess' is none of duel, duel_counterfeiters, splendor"),
        ("duel greedy clever", "'clever' is none of random, greedy"),
        ("duel greedy", "duel has 2 seats, not 1"),
        ("duel greedy greedy random", "duel has 2 seats, not 3"),
        ("splendor greedy", "splendor has 2, 3 or 4 seats, not 1"),
        ("splendor greedy greedy --seats 5", "splendor has 2, 3 or 4 seats, not 5"),
        ("splendor greedy greedy --seats 3", "3 seats need 3 bots; named: 2"),
        ("splendor greedy greedy --seats two", "'two' is no whole number"),
        ("duel greedy greedy --seed seven", "'seven' is no whole number"),
        ("duel greedy greedy --seed -1", "'-1' is no whole number"),
        ("duel greedy greedy --seed 1.5", "'1.5' is no whole number"),
        ("duel greedy greedy --seed", "expected one argument"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: str, said: str) -> None:
    refused = run(*words.split())
    assert (refused.returncode, refused.stdout) == (2, "")
    (line,) = refused.stderr.splitlines()
    assert said in line


def test_help_shows_examples() -> None:
    shown = run("--help")
    assert shown.returncode == 0
    for words in ("duel greedy random --seed 7", "splendor --seats 3 greedy greedy random"):
        assert f"python -m gemwright.bots {words}\n" in shown.stdout


def test_a_reader_may_stop_early() -> None:
    command = [sys.executable, "-m", "gemwright.bots", "duel", "greedy", "greedy"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def outcome(winners: tuple[int, ...], *endings: Ending) -> Outcome:
    first = Score(points=15, cards=9, crowns=10, colour_points=(1, 10, 0, 0, 0))
    second = Score(points=15, cards=9 if len(winners) > 1 else 12, crowns=0, colour_points=())
    return Outcome(winners, (1, 1 if len(winners) != 1 else 2), endings, (first, second))


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (outcome((0,), Ending.POINTS), "seat 0 wins: 15 points"),
        (outcome((0,), Ending.POINTS, Ending.CROWNS), "seat 0 wins: 15 points and 10 crowns"),
        (outcome((0,), Ending.COLOUR_POINTS), "seat 0 wins: 10 points in blue"),
        (outcome((0,), Ending.LAST_ROUND), "seat 0 wins: 15 points with the fewest cards, 9"),
        (
            outcome((0, 1), Ending.LAST_ROUND),
            "seats 0 and 1 share the win: 15 points with 9 cards each",
        ),
        (outcome((), Ending.NO_PROGRESS), "draw: too many turns without a purchase"),
        (outcome((0,), Ending.ALL_PASSED), "seat 0 wins: everybody passed, with 15 points"),
        (outcome((0,), Ending.BLOCKING_CLAIM), "seat 0 wins: the other seat was blocking"),
        (outcome((0,), Ending.RESIGNATION), "seat 0 wins: resignation"),
        (outcome((0,), Ending.TIMEOUT), "seat 0 wins: timeout"),
        (outcome((), Ending.ADJUDICATION), "draw: decided by an operator"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_outcome_is_told_in_words(ended: Outcome, said: str) -> None:
    assert outcome_in_words(ended) == said
