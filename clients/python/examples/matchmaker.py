"""Pairs two players, hands each a token, and reads the result.

`python matchmaker.py 127.0.0.1:7373 KEY ann ben` prints what each of them needs to play. With keys
the server must know the key as a matchmaker's; in development mode `dev:me` will do.
"""

import asyncio
import sys

from gemwright_client import Client
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    CreateMatchRequest,
    SeatSpec,
)


async def pair(address: str, key: str, first: str, second: str) -> None:
    async with Client(address, key) as client:
        endings = client.matches.activity(kinds=[ACTIVITY_KIND_MATCH_ENDED])
        await anext(endings)  # the first message says from where on it tells: nothing is missed
        seats = [SeatSpec(principal=first), SeatSpec(principal=second)]
        created = await client.matches.create(CreateMatchRequest(game=GAME_DUEL, seats=seats))
        for player in (first, second):
            token = await client.tokens.create(player)
            print(f"{player} plays {created.match.match} with {token.token}", flush=True)
        async for message in endings:
            ended = message.activity
            if ended.match == created.match.match:
                winners = [ended.seats[seat].principal for seat in ended.outcome.winners]
                print("won by", " and ".join(winners) or "nobody")
                return


if __name__ == "__main__":
    asyncio.run(pair(*sys.argv[1:5]))
