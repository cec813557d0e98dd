"""A server that is killed in the middle of a match, as somebody at the full screen sees it."""

import asyncio
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gemwright_client.blocking import SyncClient
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    CreateMatchRequest,
    SeatSpec,
)
from tests.cli.play.keyboard import ON_ITS_WAY, Keyboard, Shown, asked, room, table
from tests.cli.terminal import CTRL_U, Terminal
from tests.service.processes import Process

LOST = "The connection is lost; trying again…"
BACK = "The connection is back."
ANNA = "dev:anna"


class Server:
    """A server process that can be killed, and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        # What it leaves behind when it is killed, the socket of its store, goes with the folder.
        self._process = Process(folder / "s", environment={"TMPDIR": str(folder)})
        self.address = self._process.address

    def start(self) -> None:
        """Start it, and wait until it serves."""
        asyncio.run(self._process.start())

    def stall(self) -> None:
        """Let it take calls, but not answer them."""
        self._process.signal(signal.SIGSTOP)

    def kill(self) -> None:
        """End it without a word."""
        asyncio.run(self._process.kill())

    def close(self) -> None:
        """Leave nothing running."""
        asyncio.run(self._process.close())

    def begin_match(self) -> str:
        """A match of Anna's against a bot; the id."""
        seats = [SeatSpec(principal="anna"), SeatSpec(bot=BUILT_IN_BOT_GREEDY)]
        with SyncClient(self.address, ANNA) as client:
            request = CreateMatchRequest(game=GAME_DUEL, seats=seats)
            return client.matches.create(request).match.match

    def own_moves(self, match: str) -> int:
        """How often Anna has moved, by the server's own word."""
        with SyncClient(self.address, ANNA) as client:
            updates = list(client.match(match).history())
        return sum(update.HasField("move") and update.move.seat == 0 for update in updates)


@contextmanager
def at_the_table() -> Iterator[tuple[Server, str, Terminal]]:
    """A server, the match that Anna plays there, and her terminal."""
    with tempfile.TemporaryDirectory(prefix="gw-", dir="/tmp") as name, room() as folder:
        server = Server(Path(name))
        try:
            server.start()
            match = server.begin_match()
            words = ("--server", server.address, "--token", ANNA, "--match", match)
            with table(folder, *words) as terminal:
                yield server, match, terminal
        finally:
            server.close()


@pytest.mark.long
def test_a_half_typed_line_outlives_the_server() -> None:
    with at_the_table() as (server, match, terminal):
        before = asked(terminal)
        moves = server.own_moves(match)
        terminal.send("take a")
        server.kill()
        assert Shown(terminal.wait_for(LOST)).typed == "take a"
        terminal.send("1")
        assert Shown(terminal.wait_for("take a1")).typed == "take a1"
        server.start()
        shown = Shown(terminal.wait_for(BACK))
        assert shown.typed == "take a1"
        assert shown.holdings == before.holdings
        terminal.send(CTRL_U)
        shown = Keyboard(terminal).move(asked(terminal))
        assert server.own_moves(match) >= moves + 1
        assert LOST not in shown.text


@pytest.mark.long
def test_a_move_that_was_under_way_takes_effect_once() -> None:
    with at_the_table() as (server, match, terminal):
        before = asked(terminal)
        moves = server.own_moves(match)
        server.stall()
        terminal.enter("1")
        terminal.wait_for(ON_ITS_WAY)
        terminal.send("take")  # one may type ahead
        server.kill()
        assert Shown(terminal.wait_for(LOST)).typed == "take"
        server.start()
        terminal.wait_for(BACK)
        terminal.send(CTRL_U)
        shown = asked(terminal, after=before)
        assert server.own_moves(match) == moves + 1
        Keyboard(terminal).move(shown)
        assert server.own_moves(match) >= moves + 2


@pytest.mark.long
@pytest.mark.parametrize("is_under_way", [False, True])
def test_one_can_leave_while_the_connection_is_lost(is_under_way: bool) -> None:
    with at_the_table() as (server, match, terminal):
        asked(terminal)
        server.stall()
        if is_under_way:
            terminal.enter("1")
            terminal.wait_for(ON_ITS_WAY)
        server.kill()
        terminal.wait_for(LOST)
        terminal.enter("quit")
        assert terminal.ended() == 0
        assert f"play --match {match} " in terminal.left
