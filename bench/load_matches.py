"""Matches to be played: made by the product in batches, or only named for the floor."""

import uuid
from collections.abc import Sequence
from random import Random
from typing import Final

from gemwright.pb import matchmaker_service_pb2 as pb
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import Spectators
from load_line import connected, headers
from load_play import principal

BATCH: Final = 100
_CREATE: Final = headers("/gemwright.v1.MatchmakerService/BatchCreateMatches")
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"


def name_matches(rng: Random, count: int) -> list[str]:
    """Names as long as those of the product."""
    return ["".join(rng.choices(_ALPHABET, k=24)) for _ in range(count)]


async def create_matches(address: str, count: int) -> list[str]:
    """Matches of Duel that are dealt and wait for the first action."""
    made: list[str] = []
    async with connected(address) as line:
        while len(made) < count:
            wanted = [_wanted() for _ in range(min(BATCH, count - len(made)))]
            request = pb.BatchCreateMatchesRequest(requests=wanted)
            answer = await line.call(_CREATE, request.SerializeToString()).read()
            made += _ids(pb.BatchCreateMatchesResponse.FromString(answer).results)
    return made


def _wanted() -> pb.CreateMatchRequest:
    return pb.CreateMatchRequest(
        request_id=str(uuid.uuid4()),
        game=GAME_DUEL,
        seats=[pb.SeatSpec(principal=principal(seat)) for seat in (0, 1)],
        spectators=Spectators(allowed=True),
    )


def _ids(results: Sequence[pb.CreateMatchResult]) -> list[str]:
    for result in results:
        if not result.HasField("created"):
            raise RuntimeError(f"a match could not be made: {result.failure}")
    return [result.created.match.match for result in results]
