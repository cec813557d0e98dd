"""The README of the client, typed as it stands: from nothing to a played match and a bot."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pexpect
import pytest

from gemwright_client import SyncClient
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    SeatSpec,
)
from tests.client import readmes
from tests.client.readmes import CLIENT, code, commands

BIN: Final = Path(sys.executable).parent
PATIENCE: Final = 60.0
PLAY: Final = "gemwright play --server 127.0.0.1:7373 --token dev:ann --game splendor --seats 3"
WATCH: Final = "gemwright watch MATCH"
DOCTOR: Final = "gemwright doctor"
ARENA: Final = "gemwright arena mybot:MyBot random --games 20"
BOT: Final = "gemwright bot run mybot:MyBot --token dev:mybot"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with PrivateServer(tmp_path_factory.mktemp("server")) as server:
        yield server.address


def environment(address: str, **more: str) -> dict[str, str]:
    """Where the reader has typed `gemwright` and has a server at the default address."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "GEMWRIGHT_SERVER": address, "NO_COLOR": "1"} | more


def typed(command: str, address: str, folder: Path, keys: str = "") -> str:
    """What a command prints, typed as it stands but for the address."""
    command = command.replace("127.0.0.1:7373", address)
    run = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment(address),
        input=keys,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def match_of(address: str, principal: str) -> str:
    """A match of this principal against a bot."""
    with SyncClient(address, "dev:maker") as client:
        seats = [SeatSpec(principal=principal), SeatSpec(bot=BUILT_IN_BOT_RANDOM)]
        request = CreateMatchRequest(game=GAME_DUEL, seats=seats)
        request.spectators.allowed = True
        return client.matches.create(request).match.match


def test_every_command_and_every_piece_of_code_is_tried_here() -> None:
    assert list(commands()) == ["make play", PLAY, WATCH, DOCTOR, ARENA, BOT]
    assert readmes.names() == ["mybot.py", "library", "notebook", "tests"]


def test_make_play_shows_a_board_and_the_match_stays(tmp_path: Path) -> None:
    words = ["--no-print-directory", f"BIN={BIN}", "--old-file=.venv/.installed", "play"]
    child = pexpect.spawn(
        "make",
        words,
        cwd=str(CLIENT.parents[1]),
        env=environment("", XDG_DATA_HOME=str(tmp_path), TERM="xterm-256color") | {"HOME": "/"},
        dimensions=(24, 80),
        timeout=PATIENCE,
        encoding="utf-8",
    )
    child.expect("D1-")
    child.send("quit\r")
    child.expect("gemwright play")
    child.expect("--match")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_match_on_a_server_is_played_and_left(address: str, tmp_path: Path) -> None:
    printed = typed(PLAY, address, tmp_path, keys="1\nquit\n")
    assert "S1-" in printed
    assert "--match" in printed


def test_a_match_that_is_watched_is_told(address: str, tmp_path: Path) -> None:
    match = match_of(address, "ann")
    with SyncClient(address, "dev:ann") as client:
        client.match(match).resign()
    assert "bot:random" in typed(WATCH.replace("MATCH", match), address, tmp_path).replace(
        "random", "bot:random"
    )


def test_the_doctor_finds_the_server_well(address: str, tmp_path: Path) -> None:
    assert address in typed(DOCTOR, address, tmp_path)


def test_ten_lines_are_a_bot_that_beats_random(address: str, tmp_path: Path) -> None:
    bot = code("mybot.py")
    assert len([line for line in bot.splitlines() if line.strip()]) <= 10
    (tmp_path / "mybot.py").write_text(bot, encoding="utf-8")
    assert "%" in typed(ARENA, address, tmp_path)
    running = subprocess.Popen(
        ["bash", "-c", f"exec {BOT}"], cwd=tmp_path, env=environment(address)
    )
    with running, SyncClient(address, "dev:mybot") as client:
        match = client.match(match_of(address, "mybot"))
        list(match.updates())
        assert match.get().match.state == MATCH_STATE_FINISHED
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE) == 0


def test_the_library_plays_as_shown(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, object] = {}
    exec(compile(code("library"), "library", "exec"), scope)
    main = scope["main"]
    assert callable(main)
    asyncio.run(main(address))
    printed = capsys.readouterr().out.split()
    assert printed[-1] == "forfeit"


def test_the_notebook_shows_a_board(address: str) -> None:
    scope: dict[str, object] = {}
    exec(compile(code("notebook"), "notebook", "exec"), scope)
    show = scope["show"]
    assert callable(show)
    assert "D1-" in show(address, match_of(address, "ann"))


def test_the_test_of_ones_own_runs() -> None:
    run = subprocess.run(
        [sys.executable, "-c", code("tests")], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
