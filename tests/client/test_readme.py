"""The README of the client, typed as it stands: from nothing to a played match and a bot."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
from tests.client.readmes import CLIENT, README, code, commands

BIN: Final = Path(sys.executable).parent
PATIENCE: Final = 60.0
LONG_PATIENCE: Final = 600.0
"""In which everything has been fetched and installed."""
NOT_CHECKED_OUT: Final = shutil.ignore_patterns(".*", "__pycache__", "build", "data", "dist")
INSTALL: Final = "pip install . './clients/python[cli,engine,server]'"
START: Final = "make play"
FIND: Final = ". .venv/bin/activate"
PLAY: Final = "gemwright play --server 127.0.0.1:7373 --token dev:ann --game splendor --seats 3"
CONTINUE: Final = "gemwright play --server 127.0.0.1:7373 --token dev:ann --continue"
WATCH: Final = "gemwright watch MATCH --token dev:ann"
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


@contextmanager
def at_work(command: str, address: str, folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A command that goes on until it is told to stop; killed in the end."""
    words = ["bash", "-c", f"exec {command}"]
    with subprocess.Popen(words, cwd=folder, env=environment(address)) as process:
        try:
            yield process
        finally:
            process.kill()


def match_of(address: str, principal: str) -> str:
    """A match of this principal against a bot."""
    with SyncClient(address, "dev:maker") as client:
        seats = [SeatSpec(principal=principal), SeatSpec(bot=BUILT_IN_BOT_RANDOM)]
        request = CreateMatchRequest(game=GAME_DUEL, seats=seats)
        request.spectators.allowed = True
        return client.matches.create(request).match.match


def test_every_command_and_every_piece_of_code_is_tried_here() -> None:
    told = [INSTALL, START, FIND, PLAY, CONTINUE, WATCH, DOCTOR, ARENA, BOT]
    assert list(commands()) == told
    assert readmes.names() == ["mybot.py", "library", "notebook", "tests"]


def test_every_place_it_sends_its_reader_to_is_there() -> None:
    places = re.findall(r"`([a-z_/]+(?:/|\.py))`", README.partition("## Where things are")[2])
    assert len(places) > 10
    for place in places:
        assert (CLIENT / "src/gemwright_client" / place).exists(), place


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a reader has who has nothing else."""
    folder = tmp_path_factory.mktemp("reader") / "gemwright"
    shutil.copytree(CLIENT.parents[1], folder, ignore=NOT_CHECKED_OUT)
    (folder / "mybot.py").write_text(code("mybot.py"), encoding="utf-8")
    return folder


def elsewhere(home: Path) -> dict[str, str]:
    """The environment of somebody who has installed nothing."""
    kept = {name: os.environ[name] for name in os.environ if not name.startswith("GEMWRIGHT_")}
    bins = [path for path in kept.pop("PATH").split(os.pathsep) if path != str(BIN)]
    return kept | {"PATH": os.pathsep.join(bins), "XDG_DATA_HOME": str(home), "TERM": "xterm"}


def done(script: str, checkout: Path) -> str:
    """What these commands print, typed in the checkout."""
    run = subprocess.run(
        ["bash", "-euc", script],
        cwd=checkout,
        env=elsewhere(checkout.parent),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG_PATIENCE,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.mark.long
def test_an_empty_folder_becomes_a_match_and_a_bot_of_ones_own(checkout: Path) -> None:
    """As the reader does it who has a checkout and nothing else, installing included."""
    child = pexpect.spawn(
        "bash",
        ["-c", START],
        cwd=str(checkout),
        env=elsewhere(checkout.parent),
        dimensions=(24, 80),
        timeout=LONG_PATIENCE,
        encoding="utf-8",
    )
    child.expect("D1-")
    child.send("quit\r")
    child.expect("--match")
    child.expect(pexpect.EOF)
    assert "MyBot" in done(f"{FIND}\n{ARENA}", checkout)


@pytest.mark.long
def test_one_line_installs_all_of_it_into_an_environment(checkout: Path) -> None:
    own = f"{sys.executable} -m venv ../own\n. ../own/bin/activate"
    assert "MyBot" in done(f"{own}\n{INSTALL}\ncd ..\ncp gemwright/mybot.py .\n{ARENA}", checkout)


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
    assert printed.splitlines()[-1] in typed(CONTINUE, address, tmp_path, keys="quit\n")


def test_a_match_that_is_watched_is_told(address: str, tmp_path: Path) -> None:
    match = match_of(address, "ann")
    with SyncClient(address, "dev:ann") as client:
        client.match(match).resign()
    assert "random wins" in typed(WATCH.replace("MATCH", match), address, tmp_path)


def test_the_doctor_finds_the_server_well(address: str, tmp_path: Path) -> None:
    assert address in typed(DOCTOR, address, tmp_path)


def test_ten_lines_are_a_bot_that_beats_random(address: str, tmp_path: Path) -> None:
    bot = code("mybot.py")
    assert len([line for line in bot.splitlines() if line.strip()]) <= 10
    (tmp_path / "mybot.py").write_text(bot, encoding="utf-8")
    assert "%" in typed(ARENA, address, tmp_path)
    with at_work(BOT, address, tmp_path) as host, SyncClient(address, "dev:mybot") as client:
        match = client.match(match_of(address, "mybot"))
        list(match.updates())
        assert match.get().match.state == MATCH_STATE_FINISHED
        host.send_signal(signal.SIGTERM)
        assert host.wait(PATIENCE) == 0


def test_the_library_plays_as_shown(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, object] = {}
    exec(compile(code("library"), "library", "exec"), scope)
    main = scope["main"]
    assert callable(main)
    asyncio.run(main(address))
    *moves, last = capsys.readouterr().out.splitlines()
    assert [int(move.split()[0]) for move in moves] == list(range(1, len(moves) + 1))
    assert last.startswith("winners: [")


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
