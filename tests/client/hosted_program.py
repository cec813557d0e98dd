"""A user's program that hosts a bot: `python -m tests.client.hosted_program BOT PROCESSES ADDRESS`.

It plays for the principal `robo` until SIGTERM, and then prints what it has done. The bot is one of
`tests.client.hosted_bots`.
"""

import asyncio
import json
import logging
import signal
import sys
from dataclasses import asdict

from gemwright_client import Tally, run_bot
from tests.client import hosted_bots


async def main(name: str, processes: int, address: str) -> None:
    """Host until told to stop."""
    stop, tally = asyncio.Event(), Tally()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    bot = {kind.__name__: kind for kind in (hosted_bots.QuickBot, hosted_bots.StuckBot)}[name]
    print("begins", flush=True)
    await run_bot(bot, address, "dev:robo", processes=processes, stop=stop, tally=tally)
    print(json.dumps(asdict(tally)), flush=True)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
