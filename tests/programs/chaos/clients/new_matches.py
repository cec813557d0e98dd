"""The matches of a chaos run: all games, clocks, bots, open seats, spectators, by chance."""

from collections.abc import Sequence
from random import Random
from typing import Final

from google.protobuf.duration_pb2 import Duration

from gemwright.pb.clock_pb2 import TimeControl
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from gemwright.pb.match_pb2 import Spectators
from gemwright.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    OpenSeat,
    SeatSpec,
)

ABSENT: Final = "absent"
"""A principal that never comes."""

_GAMES: Final = (GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR)
_BOTS: Final = (BUILT_IN_BOT_RANDOM, BUILT_IN_BOT_GREEDY)
_CLOCKS: Final = 0.4
_BOT: Final = 0.2
_OPEN: Final = 0.15
_MUST_JOIN: Final = 0.1
_NO_SHOW: Final = 0.02
_SAME: Final = 0.04
_PRIVATE: Final = 0.15
_DELAYED: Final = 0.15


def new_match(rng: Random, request_id: str, principals: Sequence[str]) -> CreateMatchRequest:
    """A request for a match among some of these principals."""
    game = rng.choice(_GAMES)
    seats = rng.randint(2, 4) if game == GAME_SPLENDOR else 2
    request = CreateMatchRequest(
        request_id=request_id,
        game=game,
        seats=_seats(rng, seats, principals),
        join_timeout=Duration(seconds=10),
        entropy=rng.randbytes(rng.randint(0, 32)),
    )
    if rng.random() < _NO_SHOW:
        request.seats[-1].CopyFrom(SeatSpec(principal=ABSENT, must_join=True))
        request.join_timeout.seconds = 2
    if rng.random() >= _PRIVATE:
        request.spectators.CopyFrom(_spectators(rng))
    if rng.random() < _CLOCKS:
        request.time_control.CopyFrom(_clocks(rng))
    return request


def _seats(rng: Random, number: int, principals: Sequence[str]) -> list[SeatSpec]:
    """The first seat is always a player's."""
    names = rng.sample(principals, min(number, len(principals)))
    names += names[: number - len(names)]
    if rng.random() < _SAME:
        names[-1] = names[0]
    first, *others = names
    kind = rng.random()
    if kind < _BOT:
        some = rng.randint(1, len(others))
        rest = [SeatSpec(bot=rng.choice(_BOTS)) for _ in others[:some]]
        rest += [SeatSpec(principal=name) for name in others[some:]]
    elif kind < _BOT + _OPEN:
        rest = [SeatSpec(open=OpenSeat()) for _ in others]
    elif kind < _BOT + _OPEN + _MUST_JOIN:
        rest = [SeatSpec(principal=name, must_join=True) for name in others]
    else:
        rest = [SeatSpec(principal=name) for name in others]
    return [SeatSpec(principal=first), *rest]


def _spectators(rng: Random) -> Spectators:
    if rng.random() < _DELAYED:
        return Spectators(allowed=True, delay=Duration(seconds=rng.randint(1, 3)))
    return Spectators(allowed=True)


def _clocks(rng: Random) -> TimeControl:
    """Short ones: they run out while a player sleeps, and soon after all have gone."""
    if rng.random() < 0.5:
        limit = _milliseconds(rng.randint(2000, 3000))
        return TimeControl(per_turn=TimeControl.PerTurn(limit=limit))
    initial = _milliseconds(rng.randint(3000, 6000))
    increment = _milliseconds(rng.randint(50, 200))
    return TimeControl(bank=TimeControl.Bank(initial=initial, increment=increment))


def _milliseconds(number: int) -> Duration:
    made = Duration()
    made.FromMilliseconds(number)
    return made
