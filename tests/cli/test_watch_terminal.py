"""`gemwright watch` on a terminal: the board as it is now, until the match is over."""

import asyncio
import re
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from gemwright_client import Client, SyncClient
from gemwright_client.board import UNICODE, Cards, plain
from gemwright_client.board.pen import Pen
from gemwright_client.cli.play.live_match import News
from gemwright_client.cli.viewing.watch_screen import Spectator
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.matchmaker_service_pb2 import BUILT_IN_BOT_GREEDY, CreateMatchRequest
from gemwright_client.words import words_of
from tests.app.process import server as killable
from tests.cli.listeners import nobody
from tests.cli.played import ARRANGER, act, finished, new
from tests.cli.terminal import CTRL_C, Terminal, environment, gemwright
from tests.cli.watching import EVE, resign

HINT = "You are watching; q leaves."
RESULT = "ann wins. A player resigned."


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def watch(
    server: str,
    match: str,
    *words: str,
    rows: int = 24,
    columns: int = 80,
    more: Mapping[str, str] | None = None,
) -> Terminal:
    """Watch a match on a terminal."""
    call = gemwright("watch", match, "--server", server, "--token", EVE, *words)
    return Terminal(call, rows=rows, columns=columns, environment=environment(more))


def timed(server: str) -> str:
    """A match with clocks in which it is ann's turn."""
    request = CreateMatchRequest(game=GAME_DUEL)
    request.seats.add(principal="ann")
    request.seats.add(bot=BUILT_IN_BOT_GREEDY)
    request.options.duel.first_seat = 0
    request.spectators.allowed = True
    request.time_control.bank.initial.FromSeconds(600)
    with SyncClient(server, ARRANGER) as client:
        return client.matches.create(request).match.match


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (40, 120)])
def test_the_board_follows_the_match_to_its_end(server: str, rows: int, columns: int) -> None:
    match = new(server, spectators=True, rounds=1)
    with watch(server, match, rows=rows, columns=columns) as terminal:
        terminal.wait_for(HINT)
        assert terminal.is_full_screen
        assert "  1  ann: " in terminal.text
        assert "▶ bob" in terminal.text
        act(server, match)
        shown = terminal.wait_for("   2  bob: ")
        assert "▶ ann" in shown
        assert max(map(len, terminal.lines)) <= columns
        resign(server, match)
        assert terminal.ended() == 0
        assert terminal.left.endswith(RESULT)
        assert "tokens" in terminal.left


def test_a_whole_match_between_bots_is_watched(server: str) -> None:
    match = timed(server)
    with watch(server, match) as terminal:
        terminal.wait_for(HINT)
        with SyncClient(server, "dev:ann") as client:
            handle = client.match(match)
            for _ in range(5):
                while not (actions := handle.legal_actions()):
                    pass
                handle.act(actions[0])
            handle.resign()
        assert terminal.ended() == 0
        assert "greedy wins." in terminal.left


def test_the_window_may_change_its_size(server: str) -> None:
    match = new(server, spectators=True)
    with watch(server, match) as terminal:
        terminal.wait_for(HINT)
        terminal.resize(40, 120)
        terminal.wait_until(lambda shown: "┌" in shown and HINT in shown, "a roomy board")
        assert terminal.lines[-1] == HINT
        act(server, match)
        terminal.wait_for("   1  ann: ")
        terminal.resize(20, 70)
        terminal.wait_for("smaller than 80")
        terminal.resize(24, 80)
        terminal.wait_until(lambda shown: "smaller" not in shown and HINT in shown, "all of it")
        assert terminal.lines[-1] == HINT


def test_clocks_count_down_though_nothing_happens(server: str) -> None:
    with watch(server, timed(server)) as terminal:
        terminal.wait_for(HINT)
        found = re.search(r"9:(\d\d)", terminal.text)
        assert found
        later = f"9:{int(found[1]) - 2:02}"
        assert terminal.wait_for(later)


def test_q_leaves_and_nothing_stays(server: str) -> None:
    with watch(server, new(server, spectators=True)) as terminal:
        terminal.wait_for(HINT)
        terminal.send("xq")
        assert terminal.ended() == 0
        assert terminal.left == ""


def test_ctrl_c_leaves_as_it_leaves_other_commands(server: str) -> None:
    with watch(server, new(server, spectators=True)) as terminal:
        terminal.wait_for(HINT)
        terminal.send(CTRL_C)
        assert terminal.ended() == 130
        assert terminal.left == ""


def test_whoever_is_told_to_end_puts_the_terminal_right(server: str) -> None:
    with watch(server, new(server, spectators=True)) as terminal:
        terminal.wait_for(HINT)
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 130
        assert not terminal.is_full_screen


def test_a_match_that_is_over_leaves_its_last_board(server: str) -> None:
    with watch(server, finished(server)) as terminal:
        assert terminal.ended() == 0
        assert not terminal.is_full_screen
        assert terminal.left.splitlines()[0].startswith("ann wins")
        assert terminal.left.endswith(RESULT)


def test_a_match_that_waits_shows_who_has_come(server: str) -> None:
    request = CreateMatchRequest(game=GAME_DUEL)
    request.seats.add(principal="ann", must_join=True)
    request.seats.add(principal="bob")
    request.spectators.allowed = True
    with SyncClient(server, ARRANGER) as boss, SyncClient(server, "dev:ann") as ann:
        match = boss.matches.create(request).match.match
        with watch(server, match) as terminal:
            terminal.wait_for("Waiting for the other players")
            ann.match(match).join()
            assert "ann joins" in terminal.wait_for("tokens")
            assert terminal.lines[-1] == HINT


def test_a_player_sees_their_own_cards(server: str) -> None:
    match = new(server)
    call = ("watch", match, "--server", server, "--token", "dev:bob", "--seat", "2")
    with Terminal(gemwright(*call)) as terminal:
        assert "bob (you)" in terminal.wait_for(HINT)


def test_it_speaks_the_language_that_one_wants(server: str) -> None:
    with watch(server, new(server, spectators=True), "--lang", "fr") as terminal:
        assert HINT not in terminal.wait_for("Vous regardez")


def test_without_colours_letters_say_it_all(server: str) -> None:
    with watch(server, new(server, spectators=True), more={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for(HINT)
        assert not any(cell.is_coloured for cell in terminal.cells())
    with watch(server, new(server, spectators=True)) as terminal:
        terminal.wait_for(HINT)
        assert any(cell.is_coloured for cell in terminal.cells())


def test_where_the_locale_has_only_ascii_nothing_else_is_shown(server: str) -> None:
    match = new(server, spectators=True, rounds=1)
    with watch(server, match, "--lang", "fr", more={"LANG": "C", "TERM": "vt100"}) as terminal:
        assert terminal.wait_for("Vous regardez").isascii()
        assert not any(cell.is_coloured for cell in terminal.cells())
        resign(server, match)
        assert terminal.ended() == 0
        assert terminal.left.isascii()


def test_a_terminal_that_can_only_do_lines_gets_lines(server: str) -> None:
    match = finished(server)
    with watch(server, match, more={"TERM": "dumb"}) as terminal:
        assert terminal.ended() == 0
        assert terminal.left == RESULT
        assert b"\x1b" not in terminal.sent


def test_a_match_that_cannot_be_watched_takes_no_screen(server: str) -> None:
    with watch(server, new(server)) as terminal:
        assert terminal.ended() == 4
        assert not terminal.is_full_screen
        assert "This match has no spectators" in terminal.left


def test_the_same_news_in_a_row_is_told_once(server: str) -> None:
    match = new(server, spectators=True)

    async def told() -> str:
        async with Client(server, EVE) as client:
            handle = client.match(match)
            cards = Cards(await client.catalogue.cards(GAME_DUEL))
            pen = Pen(words_of("en"), UNICODE, cards)
            visit = Spectator(handle, await handle.get(), client.catalogue.info, pen)
            for first in (3, 3, 5):
                visit.hear(News("cli.back"))
                visit.hear(News("cli.back"))
                visit.hear(News("cli.not_seen", {"first": first, "last": first}))
            return plain([visit.status])

    back = "The connection is back."
    missed = (f"Updates {number} to {number} were not shown." for number in (3, 3, 5))
    assert asyncio.run(told()) == " ".join(f"{back} {each}" for each in missed)


@pytest.mark.long
def test_a_server_that_dies_is_waited_for(tmp_path: Path) -> None:
    address = nobody()
    with killable(tmp_path, "--listen", address) as first:
        match = new(address, spectators=True, rounds=1)
        with watch(address, match) as terminal:
            terminal.wait_for(HINT)
            first.stop(signal.SIGKILL)
            terminal.wait_for("The connection is lost")
            with killable(tmp_path, "--listen", address):
                terminal.wait_for("The connection is back.")
                act(address, match)
                terminal.wait_for("   2  bob: ")
                resign(address, match)
                assert terminal.ended() == 0
        assert terminal.left.endswith(RESULT)
