"""`gemwright bot run`: what it plays and tells, how it is stopped, and what goes wrong."""

import json
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from gemwright_client import SyncClient
from gemwright_client.cli.bot_report import DRAWN, ENDED, LOST, WON, result_of
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.match_pb2 import Match
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    SeatSpec,
)
from tests.cli.botfiles import GREETING, written
from tests.cli.listeners import nobody
from tests.cli.played import ARRANGER
from tests.cli.terminal import CTRL_C, Terminal, gemwright
from tests.cli.typed import Ended, command, run

READY: Final = "Connected to"
TALLY: Final = "Matches ended:"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def match_for(server: str, principal: str) -> str:
    """A match of this principal against a bot of the server; the id."""
    seats = [SeatSpec(principal=principal), SeatSpec(bot=BUILT_IN_BOT_RANDOM)]
    with SyncClient(server, ARRANGER) as client:
        request = CreateMatchRequest(game=GAME_DUEL, seats=seats)
        return client.matches.create(request).match.match


def words(server: str, principal: str, folder: Path, bot: str, *more: str) -> list[str]:
    """What follows `gemwright` to have a bot play for a principal."""
    token = f"dev:{principal}"
    found = f"{written(folder)}:{bot}"
    return ["bot", "run", found, "--token", token, "--server", server, *more]


def ran(server: str, principal: str, folder: Path, bot: str, *more: str) -> Ended:
    """What it has done by the end."""
    return run(command(*words(server, principal, folder, bot, *more)))


@pytest.mark.parametrize("more", [(), ("--processes", "2")])
def test_matches_are_played_to_the_end_and_told(
    server: str, tmp_path: Path, more: tuple[str, ...]
) -> None:
    principal = f"many-{len(more)}"
    matches = {match_for(server, principal) for _ in range(2)}
    ended = ran(server, principal, tmp_path, "MyBot", "--matches", "2", *more)
    assert (ended.code, ended.out) == (0, "")
    ready, *told, tally = ended.err.splitlines()
    assert ready == f"gemwright: {READY} {server}; live matches: 2. Ctrl-C ends it."
    assert {line.partition(":")[0] for line in told} == matches
    for line in told:
        assert re.search(r": (won|lost|drawn) \(.*bot:random.*\)\. .*(wins|draw)", line), line
    assert tally.startswith(f"gemwright: {TALLY} 2 (")
    assert tally.endswith("Mistakes of the bot: 0.")


def test_with_json_each_match_that_ended_is_a_line(server: str, tmp_path: Path) -> None:
    matches = {match_for(server, "json") for _ in range(2)}
    ended = ran(server, "json", tmp_path, "MyBot", "--matches", "2", "--json", "--quiet")
    assert (ended.code, ended.err) == (0, "")
    found = [json.loads(line) for line in ended.lines]
    assert {each["match"] for each in found} == matches
    for each in found:
        assert (each["game"], each["state"]) == ("GAME_DUEL", "MATCH_STATE_FINISHED")
        is_won = each["outcome"].get("winners") == each["seats"]
        assert (each["result"] == "won") == is_won


@pytest.mark.parametrize("more", [(), ("--processes", "1")])
def test_what_the_bot_prints_is_no_data(server: str, tmp_path: Path, more: tuple[str, ...]) -> None:
    principal = f"talking-{len(more)}"
    match = match_for(server, principal)
    (tmp_path / "greeting.py").write_text(GREETING, encoding="utf-8")
    call = ["bot", "run", f"{tmp_path / 'greeting.py'}:Talking", "--token", f"dev:{principal}"]
    ended = run(command(*call, "--server", server, "--matches", "1", "--json", *more))
    assert ended.code == 0
    (line,) = ended.lines
    assert json.loads(line)["match"] == match
    assert ended.err.startswith("hello\n")
    assert "hm\n" in ended.err


def test_a_match_that_comes_later_is_played_until_sigterm(server: str, tmp_path: Path) -> None:
    with Terminal(gemwright(*words(server, "later", tmp_path, "MyBot")), columns=200) as terminal:
        terminal.wait_for(READY)
        match = match_for(server, "later")
        terminal.wait_for(f"{match}: ")
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 0
        assert f"{TALLY} 1 (" in terminal.text


@pytest.mark.parametrize("more", [(), ("--processes", "1")])
def test_ctrl_c_ends_it_even_while_the_bot_thinks(
    server: str, tmp_path: Path, more: tuple[str, ...]
) -> None:
    principal = f"slow-{len(more)}"
    match_for(server, principal)
    slow = words(server, principal, tmp_path, "Slow", *more)
    with Terminal(gemwright(*slow), columns=200) as terminal:
        terminal.wait_for(READY)
        terminal.send(CTRL_C)
        assert terminal.ended(patience=20.0) == 130, terminal.text
        assert f"{TALLY} 0 (" in terminal.text
        assert "Traceback" not in terminal.text


def test_a_match_without_an_outcome_is_told_as_such(server: str, tmp_path: Path) -> None:
    match = match_for(server, "called-off")
    slow = words(server, "called-off", tmp_path, "Slow", "--matches", "1")
    with Terminal(gemwright(*slow), columns=200) as terminal:
        terminal.wait_for(READY)
        with SyncClient(server, ARRANGER) as client:
            client.matches.cancel(match)
        terminal.wait_for(f"{match}: without result")
        assert terminal.ended() == 0


@pytest.mark.parametrize("more", [(), ("--processes", "1")])
def test_a_mistake_is_told_with_its_match_and_its_place(
    server: str, tmp_path: Path, more: tuple[str, ...]
) -> None:
    principal = f"failing-{len(more)}"
    match = match_for(server, principal)
    failing = words(server, principal, tmp_path, "Failing", "--quiet", *more)
    with Terminal(gemwright(*failing), columns=200) as terminal:
        shown = terminal.wait_for("(mybot.py:11)")
        line = next(line for line in shown.splitlines() if "mybot.py:11" in line)
        assert line.startswith(f"gemwright: match {match}: ")
        assert line.endswith(": LookupError: no idea (mybot.py:11)")
        assert "Traceback" not in shown
    with Terminal(gemwright(*failing, "--debug"), columns=200) as terminal:
        assert "Traceback" in terminal.wait_for('raise LookupError("no idea")')


def test_a_mistake_without_words_is_told_by_its_name(server: str, tmp_path: Path) -> None:
    match_for(server, "speechless")
    call = words(server, "speechless", tmp_path, "Speechless", "--quiet")
    with Terminal(gemwright(*call), columns=200) as terminal:
        shown = terminal.wait_for(": Wordless (mybot.py:")
        assert "Traceback" not in shown


@pytest.mark.long
def test_a_server_that_is_away_is_told_and_the_bot_plays_on(tmp_path: Path) -> None:
    address = nobody()
    listen = ("--listen", address)
    bot = words(address, "cut", tmp_path, "MyBot", "--patience", "2s", "--matches", "1")
    with ExitStack() as stack:
        with PrivateServer(tmp_path / "data", listen):
            terminal = stack.enter_context(Terminal(gemwright(*bot), columns=200))
            terminal.wait_for(READY)
        terminal.wait_for("The connection is lost; trying again…")
        with PrivateServer(tmp_path / "data", listen):
            terminal.wait_for("The connection is back.")
            match = match_for(address, "cut")
            terminal.wait_for(f"{match}: ")
            assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        ((), 2, "Whose matches are to be played?"),
        (("--token", "dev:ann", "--server", "{nobody}", "--patience", "1s"), 3, "No server"),
        (("--token", "nonsense"), 4, "The server does not know this token"),
    ],
)
def test_without_a_token_or_a_server_it_does_not_begin(
    server: str, tmp_path: Path, more: tuple[str, ...], code: int, said: str
) -> None:
    bot = f"{written(tmp_path)}:MyBot"
    told = [word.format(nobody=nobody()) for word in more]
    ended = run(command("bot", "run", bot, *told), more={"GEMWRIGHT_SERVER": server})
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith(f"gemwright: {said}")
    assert "Traceback" not in ended.err


def test_a_bot_that_cannot_be_made_is_told_of(server: str, tmp_path: Path) -> None:
    ended = ran(server, "ann", tmp_path, "Needy")
    assert ended.code == 1
    assert ended.err.startswith("gemwright: Needy() has failed: TypeError: ")
    assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("winners", "seats", "result"),
    [
        ([0], [0], WON),
        ([1], [0], LOST),
        ([], [0], DRAWN),
        ([0, 2], [0], DRAWN),
        ([1, 2], [0], LOST),
        (None, [0], ENDED),
    ],
)
def test_a_result_is_told_from_the_side_of_the_bot(
    winners: list[int] | None, seats: list[int], result: str
) -> None:
    match = Match()
    if winners is not None:
        match.outcome.winners.extend(winners)
        match.outcome.SetInParent()
    assert result_of(match, seats) == result
