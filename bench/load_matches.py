"""Matches to be played: created by the product in batches, or only named for the floor."""

import asyncio
import uuid
from collections.abc import Iterator
from random import Random
from typing import Final

from gemwright.pb import matchmaker_service_pb2 as pb
from gemwright.pb.clock_pb2 import TimeControl
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import Spectators
from load_line import Line, connected, headers
from load_play import principal

BATCH: Final = 100
BATCHES_AT_ONCE: Final = 4
_PAUSES_S: Final = (0.5, 2.0, 5.0)
_CREATE: Final = headers("/gemwright.v1.MatchmakerService/BatchCreateMatches")
_A_DAY_A_MOVE: Final = TimeControl(per_move=TimeControl.PerMove(days=1))
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"


def name_matches(rng: Random, count: int) -> list[str]:
    """Match ids as long as those of the product."""
    return ["".join(rng.choices(_ALPHABET, k=24)) for _ in range(count)]


async def create_matches(address: str, count: int, *, has_clocks: bool = False) -> list[str]:
    """Create matches of Duel that are dealt and wait for the first action."""
    sizes = iter([min(BATCH, count - start) for start in range(0, count, BATCH)])
    made: list[str] = []
    wanted = _wanted(_A_DAY_A_MOVE if has_clocks else None)
    creating = [_create_batches(address, wanted, sizes, made) for _ in range(BATCHES_AT_ONCE)]
    await asyncio.gather(*creating)
    return made


async def _create_batches(
    address: str, wanted: pb.CreateMatchRequest, sizes: Iterator[int], made: list[str]
) -> None:
    """Create batch after batch on one connection until none is left to create."""
    async with connected(address) as line:
        for size in sizes:
            request = pb.BatchCreateMatchesRequest(requests=[wanted] * size)
            for one in request.requests:
                one.request_id = str(uuid.uuid4())
            made += await _created(line, request)


async def _created(line: Line, request: pb.BatchCreateMatchesRequest) -> list[str]:
    """The ids of new matches; requests that a busy store refused are sent again unchanged."""
    pauses_s = iter(_PAUSES_S)
    while True:
        answer = await line.call(_CREATE, request.SerializeToString()).read()
        results = pb.BatchCreateMatchesResponse.FromString(answer).results
        failures = [result.failure for result in results if not result.HasField("created")]
        if not failures:
            return [result.created.match.match for result in results]
        pause_s = next(pauses_s, None)
        if pause_s is None:
            raise RuntimeError(f"a match could not be made: {failures[0]}")
        await asyncio.sleep(pause_s)


def _wanted(clocks: TimeControl | None) -> pb.CreateMatchRequest:
    return pb.CreateMatchRequest(
        game=GAME_DUEL,
        seats=[pb.SeatSpec(principal=principal(seat)) for seat in (0, 1)],
        spectators=Spectators(allowed=True),
        time_control=clocks,
    )
