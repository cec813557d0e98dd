"""The examples do what their first lines say, against a real server."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from clients.python.examples.sensible_bot import SensibleBot
from gemwright_client import SyncClient, action_text
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Game,
)
from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    SeatSpec,
)
from gemwright_client.rules import arena
from tests.client.readmes import CLIENT

EXAMPLES: Final = CLIENT / "examples"
PATIENCE: Final = 60.0


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with PrivateServer(tmp_path_factory.mktemp("server")) as server:
        yield server.address


@contextmanager
def started(example: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, str(EXAMPLES / example), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("example", ["random_bot.py", "sensible_bot.py"])
@pytest.mark.parametrize("game", [GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR])
def test_a_bot_plays_its_match_to_the_end(address: str, example: str, game: Game) -> None:
    name = f"{example.removesuffix('.py')}-{game}"
    seats = [SeatSpec(principal=name), SeatSpec(bot=BUILT_IN_BOT_RANDOM)]
    request = CreateMatchRequest(game=game, seats=seats)
    with SyncClient(address, f"dev:{name}") as client:
        match = client.match(client.matches.create(request).match.match)
        with started(example, address, f"dev:{name}") as bot:
            list(match.updates())
            assert match.get().match.state == MATCH_STATE_FINISHED
            bot.send_signal(signal.SIGINT)
            bot.wait(PATIENCE)


def test_the_random_bot_has_about_ten_lines() -> None:
    text = (EXAMPLES / "random_bot.py").read_text(encoding="utf-8")
    body = text.partition('"""')[2].partition('"""')[2]
    assert len([line for line in body.splitlines() if line.strip()]) <= 12


def test_the_sensible_bot_beats_the_random_one() -> None:
    for game in ("duel", "duel_counterfeiters", "splendor"):
        score = arena(SensibleBot, "random", games=20, seed=1, game=game, processes=1)
        assert score.bots[0].wins > 15, score


def test_the_spectator_tells_a_match_from_the_beginning(address: str) -> None:
    with SyncClient(address, "dev:ann") as client:
        seats = [SeatSpec(principal="ann"), SeatSpec(principal="ben")]
        request = CreateMatchRequest(game=GAME_DUEL, seats=seats)
        request.options.duel.first_seat = 0
        request.spectators.allowed = True
        match = client.match(client.matches.create(request).match.match)
        taken = match.act(match.legal_actions()[0]).move.action
        with started("spectator.py", address, match.id) as spectator:
            assert spectator.stdout is not None
            assert spectator.stdout.readline() == f"1. seat 0: {action_text(taken)}\n"
            match.resign()
            assert spectator.stdout.read() == "winners: [1]\n"


def test_the_matchmaker_pairs_two_players_and_reads_the_result(address: str) -> None:
    with started("matchmaker.py", address, "dev:shop", "ann", "ben") as matchmaker:
        assert matchmaker.stdout is not None
        told = [matchmaker.stdout.readline() for _ in range(2)]
        found = [re.fullmatch(r"(\w+) plays (\w+) with (\S+)\n", line) for line in told]
        tokens = {line[1]: line[3] for line in found if line is not None}
        assert tokens.keys() == {"ann", "ben"}
        match = next(line[2] for line in found if line is not None)
        with SyncClient(address, tokens["ann"]) as client:
            client.match(match).resign()
        assert matchmaker.stdout.read() == "won by ben\n"
