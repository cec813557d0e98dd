"""`gemwright replay`: games from files, as lines, as JSON, and step by step on a terminal."""

from pathlib import Path

import pytest

from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED
from gemwright_client.pb.match_service_pb2 import WatchMatchResponse
from gemwright_client.rules import Replay
from tests.cli.games import (
    COUNTERFEITERS,
    DUEL,
    GAMES,
    ONE_OF_EACH,
    SHORT,
    SPLENDOR,
    actions,
    written,
)
from tests.cli.terminal import (
    BACKSPACE,
    CTRL_C,
    DOWN,
    ENTER,
    ESCAPE,
    PAGE_DOWN,
    PAGE_UP,
    UP,
    Terminal,
    environment,
    gemwright,
)
from tests.cli.typed import Ended, command, run, typed

HOME, END, LEFT, RIGHT = "\x1b[H", "\x1b[F", "\x1b[D", "\x1b[C"
HIDING = GAMES / "splendor-4-1.txt"
"""Three seats reserve cards from decks in it, up to version 11."""
NAMES = ["seat 1", "seat 2", "seat 3"]


def replay(*words: str | Path) -> Ended:
    """Replay where the output is no terminal."""
    return typed("replay", *map(str, words))


def refused(*words: str | Path) -> tuple[int, str]:
    """The exit code and the only line of a refusal."""
    ended = replay(*words)
    (line,) = ended.err.splitlines()
    assert ended.out == ""
    return ended.code, line


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
def test_every_step_is_a_line_that_names_who_acts(path: Path) -> None:
    ended, lines = replay(path), actions(path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.lines[0] == "   0  the match begins"
    assert len(ended.lines) == len(lines) + 2
    game = Replay.of_text(path.read_text())
    for version, action in enumerate(lines, 1):
        step = game.action(version)
        assert step is not None
        assert step.seat is not None
        assert ended.lines[version] == f"{version:4}  seat {step.seat + 1}: {action}"
    assert " wins." in ended.lines[-1]


def test_a_game_that_is_not_over_has_no_result(tmp_path: Path) -> None:
    assert replay(written(tmp_path, SHORT)).lines == [
        "   0  the match begins",
        "   1  seat 2: take c3",
        "   2  seat 1: take a1 a2",
    ]


def test_those_who_leave_and_those_who_decide_are_told(tmp_path: Path) -> None:
    resigned = replay(written(tmp_path, f"{SHORT}resign 1\n")).lines
    assert resigned[3:] == ["   3  seat 2: resigned", "seat 1 wins. A player resigned."]
    timed_out = replay(written(tmp_path, f"{SHORT}timeout 0\n")).lines
    assert timed_out[3] == "   3  seat 1: ran out of time"
    decided = replay(written(tmp_path, f"{SHORT}adjudicate 1\n")).lines
    assert decided[3] == "   3  seat 2 wins. An operator decided the match."


def test_it_speaks_the_language_that_one_wants(tmp_path: Path) -> None:
    lines = replay(written(tmp_path, SHORT), "--lang", "fr").lines
    assert lines[1] == "   1  place 2: take c3"


def test_the_board_of_a_version_is_printed_in_ascii() -> None:
    ended = replay(COUNTERFEITERS, "--at", "40")
    assert ended.out.isascii()
    assert ended.lines[0].startswith("  40  seat 2: buy D1-26")
    assert "turn 33 - > seat 1:" in ended.out
    assert "in hand" not in ended.out
    assert "in hand" in replay(COUNTERFEITERS, "--at", "40", "--seat", "1").out


def test_a_seat_hides_what_the_others_hold() -> None:
    board = ("--at", "11")
    assert "reserved S3-12" in replay(HIDING, *board).out
    assert "[I" not in replay(HIDING, *board).out
    seen = replay(HIDING, *board, "--seat", "2").out
    assert "reserved [III]" in seen
    assert "S3-12" not in seen
    assert "in hand  S1-33" in seen


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
def test_json_has_each_step_and_the_match_after_it(path: Path) -> None:
    messages = replay(path, "--json").messages(WatchMatchResponse)
    game = Replay.of_text(path.read_text(), NAMES)
    snapshots = [message.snapshot for message in messages if message.HasField("snapshot")]
    updates = [message.update for message in messages if message.HasField("update")]
    assert [each.match.version for each in snapshots] == list(game.versions)
    assert [each.version for each in updates] == list(game.versions[1:])
    assert [each.view for each in snapshots] == [game.open_at(at) for at in game.versions]
    assert snapshots[-1].match.state == MATCH_STATE_FINISHED


def test_json_of_a_version_and_a_seat_is_what_that_seat_saw() -> None:
    update, after = replay(SPLENDOR, "--json", "--at", "30", "--seat", "3").messages(
        WatchMatchResponse
    )
    game = Replay.of_text(SPLENDOR.read_text(), NAMES)
    assert update.update.version == 30
    assert after.snapshot.view == game.at(30, 2)
    assert (after.snapshot.viewer_seat, after.snapshot.match) == (2, game.match(30))


def test_a_game_comes_through_a_pipe_too() -> None:
    assert run(command("replay", "-"), typed=SHORT).lines[1] == "   1  seat 2: take c3"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: 'gemwright game 1' is expected"),
        ("a shopping list\n", "line 1: 'gemwright game 1' is expected"),
        (SHORT.replace("rules 1", "rulez 1"), "line 3: 'rulez' is not known here"),
        (SHORT.replace("rules 1", "rules 9"), "rules 9 are not known, only 1"),
        (SHORT.replace("game duel", "game chess"), "'chess' is none of"),
        (SHORT + "take e5 e4 e3 e2\n", "action 3, 'take e5 e4 e3 e2'"),
        (SHORT + "result seat 0 wins by points (0 : 0)\n", "the result is 'not over'"),
        (SHORT.replace("actions\n", ""), "is not known here"),
        (SHORT.replace("0101", "01xy"), "a value cannot be read"),
    ],
)
def test_a_broken_file_is_refused_in_one_line_that_says_where(
    tmp_path: Path, text: str, complaint: str
) -> None:
    path = written(tmp_path, text)
    code, line = refused(path)
    assert code == 1
    assert line.startswith(f"gemwright: {path} cannot be replayed: ")
    assert complaint in line


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    assert refused(path) == (1, f"gemwright: {path} is no game: it is no text.")


def test_a_file_without_an_end_is_not_read_to_its_end() -> None:
    code, line = refused("/dev/zero")
    assert (code, "at most 4000000 characters" in line) == (1, True)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    code, line = refused(missing)
    assert (code, line) == (
        1,
        f"gemwright: The file {missing} cannot be read: No such file or directory",
    )
    assert refused(tmp_path)[1].endswith("Is a directory")


def test_a_version_or_a_seat_that_the_game_does_not_have_is_wrong_usage(tmp_path: Path) -> None:
    path = written(tmp_path, SHORT)
    versions = (2, "gemwright: This game has the versions 0 to 2.")
    assert refused(path, "--at", "3") == versions
    assert refused(path, "--at", "3", "--json") == versions
    assert refused(path, "--seat", "3") == (2, "gemwright: The game has 2 seats.")
    assert replay(path, "--at", "-1").code == 2
    assert replay(path, "--seat", "0").code == 2
    assert replay().code == 2


def stepper(*words: str | Path, rows: int = 24, columns: int = 80, **more: str) -> Terminal:
    """Replay on a terminal."""
    call = gemwright("replay", *map(str, words))
    return Terminal(call, rows=rows, columns=columns, environment=environment(more))


def at(terminal: Terminal, version: int, last: int) -> None:
    """Wait until a version is shown."""
    terminal.wait_for(f"{version}/{last} · ")
    assert f"{version:4}  " in terminal.text


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (40, 120)])
def test_keys_step_forward_and_back(path: Path, rows: int, columns: int) -> None:
    lines = actions(path)
    last = len(lines)
    with stepper(path, rows=rows, columns=columns) as terminal:
        at(terminal, 0, last)
        assert "next:  seat 2: " in terminal.text
        for key, version in (
            *zip((" ", "n", "j", RIGHT, DOWN), range(1, 6), strict=True),
            (PAGE_DOWN, 15),
            *zip(("p", "k", LEFT, UP), range(14, 10, -1), strict=True),
            (PAGE_UP, 1),
            (END, last),
            (" ", last),
            (HOME, 0),
            (UP, 0),
        ):
            terminal.send(key)
            at(terminal, version, last)
            if 0 < version < last:
                assert f": {lines[version - 1]}" in terminal.text
                assert f": {lines[version]}" in terminal.text
        terminal.send("q")
        assert terminal.ended() == 0
        assert terminal.left == ""


def test_a_typed_number_leads_to_its_version() -> None:
    last = len(actions(DUEL))
    with stepper(DUEL) as terminal:
        at(terminal, 0, last)
        terminal.send(f"45{BACKSPACE}0")
        terminal.wait_for("Enter goes to version 40.")
        terminal.send(ENTER)
        at(terminal, 40, last)
        terminal.send(f"999{ENTER}")
        terminal.wait_for(f"This game has the versions 0 to {last}.")
        terminal.send("7")
        terminal.wait_for("Enter goes to version 7.")
        terminal.send(ESCAPE)
        at(terminal, 40, last)
        terminal.send(f"{ENTER}x")
        terminal.send(" ")
        at(terminal, 41, last)


def test_the_last_version_tells_who_won() -> None:
    with stepper(DUEL, "--at", str(len(actions(DUEL)))) as terminal:
        assert " wins." in terminal.wait_for("all cards open")


def test_whose_cards_are_shown_can_be_chosen() -> None:
    with stepper(SPLENDOR, "--at", "40", "--seat", "2") as terminal:
        assert "seat 2 (you)" in terminal.wait_for("cards of seat 2")
        terminal.send("s")
        assert "seat 3 (you)" in terminal.wait_for("cards of seat 3")
        terminal.send("s")
        assert "(you)" not in terminal.wait_for("all cards open")
        terminal.send("s")
        terminal.wait_for("cards of seat 1")
        terminal.send(CTRL_C)
        assert terminal.ended() == 130


def test_the_window_may_change_its_size() -> None:
    with stepper(DUEL, "--at", "12") as terminal:
        terminal.wait_for("all cards open")
        terminal.resize(40, 120)
        terminal.wait_until(lambda shown: "┌" in shown and "q: quit" in shown, "a roomy board")
        terminal.resize(16, 50)
        terminal.wait_for("smaller than")
        terminal.send("n")
        terminal.wait_for("13/")


def test_a_file_through_a_pipe_leaves_the_keyboard_free(tmp_path: Path) -> None:
    path = written(tmp_path, SHORT)
    call = ["sh", "-c", f"cat {path} | {' '.join(gemwright('replay', '-'))}"]
    with Terminal(call) as terminal:
        at(terminal, 0, 2)
        terminal.send("n")
        at(terminal, 1, 2)
        terminal.send("q")
        assert terminal.ended() == 0


def test_without_colours_and_letters_beyond_ascii_all_is_there() -> None:
    with stepper(COUNTERFEITERS, "--at", "40", "--lang", "es", NO_COLOR="1", LANG="C") as terminal:
        assert terminal.wait_for("cartas a la vista").isascii()
        assert not any(cell.is_coloured for cell in terminal.cells())


def test_a_terminal_that_can_only_do_lines_gets_lines(tmp_path: Path) -> None:
    with stepper(written(tmp_path, SHORT), TERM="dumb") as terminal:
        assert terminal.ended() == 0
        assert terminal.left.splitlines()[-1] == "   2  seat 1: take a1 a2"


def test_of_a_file_of_one_long_line_only_the_beginning_is_quoted(tmp_path: Path) -> None:
    ended = typed("replay", written(tmp_path, SHORT + "take " + "x" * 9_000))
    assert (ended.code, ended.out) == (1, "")
    assert "action 3, 'take xxx" in ended.err
    assert ended.err.endswith("x…\n")
    assert len(ended.err) < 600


def test_a_broken_file_takes_no_screen(tmp_path: Path) -> None:
    with stepper(written(tmp_path, "no game")) as terminal:
        assert terminal.ended() == 1
        assert not terminal.is_full_screen
        assert "'gemwright game 1' is expected" in terminal.left
