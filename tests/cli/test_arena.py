"""`gemwright arena`: bots by name and from files, a result that is the same every time, and what
goes wrong in one line."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Final

import pytest

from gemwright.bots import BOTS
from gemwright.engine.record import read_record
from gemwright_client.cli.values import BotName
from gemwright_client.rules import arena
from tests.cli.botfiles import GREETING, UNUSABLE, written
from tests.cli.terminal import CTRL_C, Terminal
from tests.cli.terminal import gemwright as in_terminal
from tests.cli.typed import Ended, command, run, run_line, typed

ONE: Final = ("--processes", "1")


def told(*words: str) -> dict[str, object]:
    """What `--json` says."""
    ended = typed("arena", *words, "--json")
    assert (ended.code, ended.err) == (0, "")
    found: dict[str, object] = json.loads(ended.out)
    return found


def refusal(ended: Ended, code: int = 1) -> str:
    """The one line that a command is refused with."""
    assert (ended.code, ended.out) == (code, "")
    (line,) = ended.err.splitlines()
    return line


def test_the_names_of_built_in_bots_are_those_of_the_engine() -> None:
    assert set(BotName) == set(BOTS)


def test_a_table_tells_wins_shares_and_how_sure_they_are() -> None:
    ended = typed("arena", "greedy", "random", "--games", "6", *ONE)
    assert (ended.code, ended.err) == (0, "")
    title, head, greedy, other, note = ended.lines
    assert title.startswith("Duel. Games: 6, seed 1;")
    assert head.split()[:4] == ["bot", "wins", "draws", "losses"]
    score = arena("greedy", "random", games=6, processes=1)
    low, high = score.interval
    assert f"{score.win_rate:.1%} ({low:.1%}–{high:.1%})" in greedy
    assert greedy.split()[:2] == ["greedy", str(score.wins)]
    assert other.startswith("random")
    assert note == "A clear difference."


def test_json_is_the_score_of_the_library() -> None:
    found = told("greedy", "random", "--games", "4", "--seed", "7", *ONE)
    assert found == arena("greedy", "random", games=4, seed=7, processes=1).data()


@pytest.mark.parametrize(
    ("game", "bots"), [("counterfeiters", 2), ("splendor", 2), ("splendor", 4)]
)
def test_every_game_is_played_by_as_many_bots_as_are_named(game: str, bots: int) -> None:
    found = told(*["random"] * bots, "--game", game, "--games", str(bots), *ONE)
    assert str(found["game"]).endswith(game)
    assert isinstance(found["bots"], list)
    assert len(found["bots"]) == bots


def test_the_same_seed_gives_the_same_result_in_however_many_processes(tmp_path: Path) -> None:
    series = ["arena", f"{written(tmp_path)}:MyBot", "random", "--games", "8", "--json", "--seed"]
    one = run(command(*series, "5", *ONE))
    assert (one.code, one.err) == (0, "")
    assert run(command(*series, "5", "--processes", "2")) == one
    assert run(command(*series, "6", *ONE)).out != one.out


@pytest.mark.parametrize("processes", ["1", "2"])
def test_what_bots_print_is_no_data(processes: str, tmp_path: Path) -> None:
    words = ["arena", f"{written(tmp_path)}:Talking", "random", "--games", "2", "--json"]
    ended = run(command(*words, "--processes", processes))
    assert json.loads(ended.out)["games"] == 2
    assert ended.err.replace("hm", "").split() == []
    assert "hm" in ended.err


def test_what_a_module_prints_when_it_is_imported_is_none_either(tmp_path: Path) -> None:
    file = tmp_path / "greeting.py"
    file.write_text(GREETING, encoding="utf-8")
    ended = run(command("arena", f"{file}:MyBot", "random", "--games", "2", "--json"))
    assert json.loads(ended.out)["games"] == 2
    assert ended.err.startswith("hello\n")


def test_a_module_is_found_in_the_current_folder(tmp_path: Path) -> None:
    written(tmp_path)
    installed = shlex.join([sys.executable, "-P", "-m", "gemwright_client", "arena"])
    for bots in ("mybot:MyBot random", "./mybot.py:MyBot mybot:MyBot"):
        line = f"cd {shlex.quote(str(tmp_path))} && {installed} {bots} --games 2"
        ended = run(["sh", "-c", line])
        assert (ended.code, ended.err) == (0, "")


def test_a_file_called_as_a_module_that_is_in_use_is_refused(tmp_path: Path) -> None:
    ended = run(command("arena", f"{written(tmp_path, 'random')}:MyBot", "random"))
    assert "another module is called random as well" in refusal(ended)


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("{file}:Nothing", "Nothing in {file} is no bot: it has no method choose."),
        ("{file}:Missing", "There is no Missing in {file}."),
        ("sys:Missing", "There is no Missing in sys."),
        ("{folder}/other.py:MyBot", "There is no file {folder}/other.py."),
        ("no.such.module:MyBot", "There is no module no.such.module in "),
    ],
)
def test_what_is_not_there_is_told_in_one_line(bot: str, said: str, tmp_path: Path) -> None:
    places = {"file": written(tmp_path), "folder": str(tmp_path)}
    ended = run(command("arena", bot.format(**places), "random"))
    assert refusal(ended).startswith(f"gemwright: {said.format(**places)}")


@pytest.mark.parametrize("bot", ["clever", "mybot:", ":MyBot"])
def test_what_names_no_bot_is_not_used_so(bot: str) -> None:
    assert f"“{bot}” names no bot" in refusal(typed("arena", bot, "random"), 2)


@pytest.mark.parametrize(
    ("bots", "said"), [(1, "Duel is played by 2 bots, not by 1."), (3, "not by 3.")]
)
def test_too_few_or_too_many_bots_are_refused(bots: int, said: str) -> None:
    assert refusal(typed("arena", *["random"] * bots), 2).endswith(said)
    four = typed("arena", *["random"] * 5, "--game", "splendor")
    assert refusal(four, 2).endswith("Splendor is played by 2–4 bots, not by 5.")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lacking", "ModuleNotFoundError: No module named 'no_such_module' (lacking.py:1)"),
        ("wrong", "SyntaxError: invalid syntax (wrong.py, line 1)"),
        ("ending", "SystemExit: 3 (ending.py:2)"),
        ("dividing", "ZeroDivisionError: division by zero (dividing.py:2)"),
    ],
)
def test_an_error_in_the_module_is_told_with_its_place(
    name: str, said: str, tmp_path: Path
) -> None:
    words = command("arena", f"{written(tmp_path, name)}:MyBot", "random")
    assert refusal(run(words)) == f"gemwright: The module {name} cannot be imported: {said}"
    traced = run([*words, "--debug"]).err
    assert "Traceback" in traced
    assert UNUSABLE[name].splitlines()[-1] in traced


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_mistake_of_a_bot_is_told_and_can_be_seen_again(processes: str, tmp_path: Path) -> None:
    words = ("arena", f"{written(tmp_path)}:Failing", "random", "--seed", "9")
    ended = run(command(*words, "--games", "4", "--processes", processes))
    assert (ended.code, ended.out) == (1, "")
    what, again = ended.err.splitlines()
    assert re.search(r"Failing raised LookupError: no idea \(game \d of seed 9, after \d+ ", what)
    repeated = run_line(again.partition(": ")[2], tmp_path)
    assert 'raise LookupError("no idea")' in repeated.err
    assert what in repeated.err.splitlines()


def test_one_game_of_a_series_is_printed_as_text() -> None:
    ended = typed("arena", "greedy", "random", "--only", "3")
    assert (ended.code, ended.err) == (0, "")
    assert read_record(ended.out).result is not None
    assert typed("arena", "greedy", "random", "--only", "3").out == ended.out
    assert typed("arena", "greedy", "random", "--only", "4").out != ended.out


def test_a_terminal_shows_a_bar_and_keeps_the_table() -> None:
    with Terminal(in_terminal("arena", "random", "random", "--games", "200")) as terminal:
        terminal.wait_for("/200")
        assert terminal.ended() == 0
        assert "━" in terminal.sent.decode()
        assert "/200" not in terminal.text
        assert "random 2" in terminal.text


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_prints_what_came_out_until_then(processes: str) -> None:
    words = ("arena", "random", "random", "--games", "100000", "--processes", processes)
    with Terminal(in_terminal(*words)) as terminal:
        terminal.wait_until(
            lambda shown: re.search(r"\b[1-9]\d*/100000", shown) is not None, "a game"
        )
        terminal.send(CTRL_C)
        assert terminal.ended() == 130
        assert "Interrupted: this is what came out until then." in terminal.text
        assert re.search(r"Duel\. Games: [1-9]\d{0,4}, seed 1", terminal.text)
        assert "Traceback" not in terminal.text


def test_without_the_engine_one_line_says_what_to_install(tmp_path: Path) -> None:
    blocked = "import sys; sys.modules['gemwright'] = None; "
    program = f"{blocked}from gemwright_client.__main__ import main; sys.exit(main({{}}))"
    words = ["arena", "greedy", "random"]
    ended = run([*command()[:1], "-c", program.format(words)])
    assert "gemwright-client[engine]" in refusal(ended)
