"""Buys what it can, the higher the better, and takes as much as it can otherwise.

`python sensible_bot.py 127.0.0.1:7373 dev:clever` plays every match of its principal. With the
extra `engine`, `gemwright arena sensible_bot:SensibleBot random` shows what it is worth.
"""

import asyncio
import random
import sys
from collections.abc import Sequence

from gemwright_client import action_text, run_bot
from gemwright_client.pb.game_pb2 import Action, View

WORTH = {"royal": 9, "noble": 9, "buy": 8, "counterfeiter": 7, "use": 6, "steal": 5, "pick": 5}
"""What the first word of an action's notation is worth; what is not here is worth 0."""
LEAST_WORTH = {"replenish": -2, "discard": -1, "stop": -3, "done": -3, "pass": -3}


class SensibleBot:
    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return max(legal_actions, key=lambda action: (*worth(action_text(action)), random.random()))


def worth(text: str) -> tuple[int, int]:
    """The kind of action first; then the level of a card bought, or the number of tokens taken."""
    verb, *rest = text.split()
    return WORTH.get(verb, LEAST_WORTH.get(verb, 0)), level(rest) if verb == "buy" else len(rest)


def level(words: Sequence[str]) -> int:
    """The level of `D3-01` or `S3-01`; a reserved card was worth a turn before."""
    return 4 if words[0] == "reserved" else int(words[0][1]) if words[0][1].isdecimal() else 2


if __name__ == "__main__":
    asyncio.run(run_bot(SensibleBot(), *sys.argv[1:3]))
