"""The full screen as a terminal sees it: its size, the keys, the ways to leave, who else looks."""

import os
import re
import signal
import stat
from pathlib import Path

import pytest

from gemwright_client.blocking import SyncClient
from gemwright_client.cli.play.playing import account
from gemwright_client.local import PrivateServer
from gemwright_client.pb.match_pb2 import Update
from tests.cli.play.keyboard import (
    BACK,
    DATA,
    Keyboard,
    Shown,
    asked,
    processes_of,
    room,
    table,
    way_back,
)
from tests.cli.terminal import (
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    CTRL_U,
    DOWN,
    ESCAPE,
    PAGE_DOWN,
    PAGE_UP,
    TAB,
    UP,
    Terminal,
)
from tests.valkey import eventually

TOO_SMALL = "This terminal is smaller than 80 × 24: the board is cut off."
COMES_BACK = "The match stays. To come back to it:"
ONCE_MORE = "Press Ctrl-C once more to quit; the match stays."
_TOLD = re.compile(r"… (\d+) more \(PgDn\)")


def typed(terminal: Terminal, line: str) -> Shown:
    """Wait until that line is what is being typed."""
    return Shown(terminal.wait_until(lambda text: Shown(text).typed == line, f"the line {line!r}"))


def test_a_window_may_change_its_size_at_any_time() -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        terminal.send("take")
        narrowed = typed(terminal, "take")
        terminal.resize(40, 120)
        terminal.wait_until(
            lambda text: "┌─ D1-" in text and len(Shown(text).entries) > 20, "a large board"
        )
        terminal.resize(20, 60)
        terminal.wait_until(
            lambda text: (TOO_SMALL in text, Shown(text).typed) == (True, "take"),
            "what there is room for",
        )
        terminal.resize(24, 80)
        terminal.wait_until(
            lambda text: (Shown(text).position, Shown(text).typed) == (narrowed.position, "take"),
            "the board as it was",
        )
        terminal.send(ESCAPE)
        Keyboard(terminal).move(asked(terminal))


def test_every_entry_is_on_some_page_of_the_list() -> None:
    with room() as folder, table(folder) as terminal:
        shown = asked(terminal)
        first, found = shown.entries, dict(shown.entries)
        while told := _TOLD.search(shown.text):
            assert max(found) + int(told[1]) == most(shown)
            terminal.send(PAGE_DOWN)
            shown = asked_page(terminal, shown)
            found |= shown.entries
        assert sorted(found) == list(range(1, most(shown) + 1))
        terminal.send(PAGE_DOWN * 3 + PAGE_UP)
        terminal.wait_until(lambda text: text != shown.text, "the page before the last")
        terminal.send("t" + BACKSPACE)
        terminal.wait_until(lambda text: Shown(text).entries == first, "the first page")


def most(shown: Shown) -> int:
    """How many choices there are, by the line that counts them."""
    return sum(int(number) for number in re.findall(r"[a-z] (\d+)", shown.status))


def asked_page(terminal: Terminal, before: Shown) -> Shown:
    """Wait for another page of the list."""
    return Shown(terminal.wait_until(lambda text: text != before.text, "another page"))


def test_tab_completes_what_is_certain_and_tells_the_rest() -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        terminal.send("res" + TAB)
        shown = Shown(terminal.wait_for("resign"))
        assert shown.typed == "res"
        assert set(shown.status.split()) == {"reserve", "resign"}
        terminal.send("er" + TAB)
        assert typed(terminal, "reserve").entries
        terminal.send("de" + TAB)  # a card could be a cell too: D2-07, d2
        typed(terminal, "reserve deck")


def test_the_arrows_bring_earlier_lines_also_those_of_earlier_matches() -> None:
    with room() as folder:
        with table(folder) as terminal:
            asked(terminal)
            terminal.enter("moves")
            terminal.wait_for(BACK)
            terminal.enter("quit")
            assert terminal.ended() == 0
        with table(folder) as terminal:
            asked(terminal)
            terminal.send(UP)
            typed(terminal, "quit")
            terminal.send(UP)
            typed(terminal, "moves")
            terminal.send(DOWN)
            typed(terminal, "quit")
            terminal.enter("")
            assert terminal.ended() == 0
        kept = folder / DATA / "gemwright" / "typed-1"
        assert not stat.S_IMODE(kept.parent.stat().st_mode) & 0o077


def test_the_match_tells_how_one_comes_back_and_that_command_does() -> None:
    with room() as folder:
        with table(folder, "--game", "counterfeiters") as terminal:
            shown = asked(terminal)
            for _ in range(3):
                shown = Keyboard(terminal).move(shown)
            terminal.enter("quit")
            assert terminal.ended() == 0
            assert COMES_BACK in terminal.left
            words = way_back(terminal.left)
        with table(folder, *words[1:]) as terminal:
            terminal.wait_until(lambda text: text == shown.text, "the screen as it was left")
            terminal.enter("quit")
            assert terminal.ended() == 0
            assert way_back(terminal.left) == words


def test_ctrl_c_takes_the_line_back_and_leaves_when_pressed_again() -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        terminal.send("take a")
        typed(terminal, "take a")
        terminal.send(CTRL_C)
        assert Shown(terminal.wait_for(ONCE_MORE)).typed == ""
        terminal.send("t" + CTRL_U)
        asked(terminal)
        terminal.send(CTRL_C)
        terminal.wait_for(ONCE_MORE)
        terminal.send(CTRL_C)
        assert terminal.ended() == 0
        assert COMES_BACK in terminal.left


@pytest.mark.parametrize("keys", ["quit\r", "exit\r", f"take a{CTRL_D}"])
def test_the_terminal_is_left_as_it_was(keys: str) -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        had_screen = terminal.is_full_screen
        terminal.send(keys)
        assert terminal.ended() == 0
        assert (had_screen, terminal.is_full_screen) == (True, False)
        assert terminal.left.startswith(COMES_BACK)


def test_a_signal_that_ends_it_puts_the_terminal_right_too() -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 0
        assert not terminal.is_full_screen
        assert COMES_BACK in terminal.left


def test_an_interrupt_from_elsewhere_ends_it_as_any_command() -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        terminal.signal(signal.SIGINT)
        assert terminal.ended() == 130
        assert not terminal.is_full_screen
        assert "Traceback" not in terminal.left


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])
def test_nothing_runs_on_when_it_is_killed(number: int) -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        assert len(processes_of(folder)) >= 3  # the command, its server, the store of that
        terminal.signal(number)
        assert terminal.ended() == -number


def test_nothing_runs_on_when_the_window_is_closed() -> None:
    with room() as folder:
        with table(folder) as terminal:
            asked(terminal)
            terminal.hang_up()
        eventually(lambda: not processes_of(folder), "all have ended")
        assert os.listdir(folder) == [DATA]


def test_a_refused_move_says_why_and_costs_nothing() -> None:
    with room() as folder:
        with table(folder) as terminal:
            asked(terminal)
            terminal.enter("take a1 c2")
            shown = Shown(terminal.wait_for("[D-TAKE-"))
            said = " ".join(shown.above.splitlines()[-2:])
            assert re.search(r"(^|  ) *[A-Z][^.]+\. \[D-TAKE-\d+\] Esc clears it\.$", said)
            assert shown.typed == "take a1 c2"
            terminal.send(CTRL_U)
            asked(terminal)
            terminal.enter("quit")
            assert terminal.ended() == 0
            match = way_back(terminal.left)[2]
        moves = [update for update in kept(folder, match) if update.HasField("move")]
        assert [update for update in moves if update.move.seat == 0] == []


def kept(folder: Path, match: str) -> list[Update]:
    """What has happened in a match, by the server's own word."""
    data = folder / DATA / "gemwright"
    with PrivateServer(data) as server, SyncClient(server.address, "dev:" + account()) as client:
        return list(client.match(match).history())


def test_a_line_that_is_no_move_stays_to_be_mended() -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        terminal.enter("tkae a1")
        shown = Shown(terminal.wait_for("“tkae a1” is no move; type ? to see what is possible."))
        assert shown.typed == "tkae a1"
        assert "Esc clears it." in shown.text


def test_clocks_count_down_on_the_screen() -> None:
    with room() as folder, table(folder, "--per-turn", "90s") as terminal:
        shown = asked(terminal)
        first = clock(shown)
        assert 60 < first <= 90
        terminal.wait_until(lambda text: clock(Shown(text)) <= first - 2, "two seconds less")


def clock(shown: Shown) -> int:
    """The seconds that the player has left."""
    found = re.search(r"\(you\) ─.* (\d+):(\d\d)!? │", shown.text)
    assert found, shown.text
    return 60 * int(found[1]) + int(found[2])


def test_two_at_one_keyboard_do_not_see_each_others_cards() -> None:
    with room() as folder, table(folder, "--hot-seat") as terminal:
        first = curtain(terminal)
        terminal.send(" ")
        asked(terminal)
        terminal.enter("reserve deck 1")  # an action, but of another decision: it takes no gold
        terminal.wait_for("Name the cell of a Gold")
        terminal.send(CTRL_U + "reserve deck 1")
        narrowed = typed(terminal, "reserve deck 1")
        terminal.enter(CTRL_U + str(min(narrowed.entries)))
        second = curtain(terminal)
        assert second != first
        terminal.send("x")
        assert "reserved [I]" in asked(terminal).text
        terminal.enter("moves")
        page = terminal.wait_for(BACK)
        assert "reserve deck 1 gold" in page
        terminal.enter("")
        asked(terminal)
        terminal.enter("1")
        assert curtain(terminal) == first
        terminal.send("x")
        shown = asked(terminal)
        found = re.search(r"in hand +(D1-\d\d)", shown.text)
        assert found, shown.text
        assert found[1] not in page
        terminal.enter("quit")
        assert terminal.ended() == 0
        assert found[1] not in terminal.left


def curtain(terminal: Terminal) -> str:
    """Wait until the keyboard is to be passed on, with nothing else to be seen; to whom it is."""
    hint = " is next. Press a key when nobody else is looking."
    shown = Shown(terminal.wait_for(hint))
    *rest, said = shown.above.splitlines()
    assert said
    assert not any(rest)
    assert not shown.entries
    return shown.status.removesuffix(hint)
