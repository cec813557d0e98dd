"""Plays anything that is legal: `python random_bot.py 127.0.0.1:7373 dev:dice`."""

import asyncio
import random
import sys
from collections.abc import Sequence

from gemwright_client import run_bot
from gemwright_client.pb.game_pb2 import Action, View


class RandomBot:
    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return random.choice(legal_actions)


if __name__ == "__main__":
    asyncio.run(run_bot(RandomBot(), *sys.argv[1:3]))
