"""Matches for the commands that look at them."""

from typing import Final

from gemwright_client import SyncClient
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED, Update
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchRequest, SeatSpec

ARRANGER: Final = "dev:boss"


def new(server: str, *, spectators: bool = False, rounds: int = 0) -> str:
    """A match of ann and bob, so many moves old; the id."""
    request = CreateMatchRequest(game=GAME_DUEL, seats=[SeatSpec(principal="ann")])
    request.seats.add(principal="bob")
    request.options.duel.first_seat = 0
    request.spectators.allowed = spectators
    with SyncClient(server, ARRANGER) as client:
        match = client.matches.create(request).match.match
    for _ in range(rounds):
        act(server, match)
    return match


def act(server: str, match: str) -> Update:
    """Have whoever must act do the first thing that is possible."""
    for name in ("ann", "bob"):
        with SyncClient(server, f"dev:{name}") as client:
            handle = client.match(match)
            if actions := handle.legal_actions():
                return handle.act(actions[0])
    raise AssertionError("nobody may act")


def finished(server: str, *, spectators: bool = True) -> str:
    """A match of two moves that bob has given up."""
    match = new(server, spectators=spectators, rounds=2)
    with SyncClient(server, "dev:bob") as client:
        client.match(match).resign()
        assert client.match(match).get().match.state == MATCH_STATE_FINISHED
    return match
