"""Tells a public match from its beginning: `python spectator.py 127.0.0.1:7373 MATCH`."""

import asyncio
import sys

from gemwright_client import Client, Missed, action_text


async def tell(address: str, match_id: str) -> None:
    async with Client(address) as client:
        match = client.match(match_id)
        async for update in match.updates(after=0):
            if isinstance(update, Missed):
                print(f"{update.reason}: not seen are {list(update.versions)}")
            elif update.HasField("move"):
                print(
                    f"{update.version}. seat {update.move.seat}: {action_text(update.move.action)}"
                )
        outcome = (await match.get()).match.outcome
        print("winners:", list(outcome.winners))


if __name__ == "__main__":
    asyncio.run(tell(*sys.argv[1:3]))
