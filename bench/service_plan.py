"""The plan of the floor: what a move of the product stores and sends, measured on whole matches."""

import statistics
from dataclasses import dataclass, field
from random import Random
from typing import Final

from redis.asyncio import Redis

from gemwright.app import COLLECT
from gemwright.matches.stored import COMMIT_BYTES, Part
from gemwright.redis.keys import log_key, match_key, tag_of
from gemwright.rpc.grpc_server import options
from gemwright.settings import Settings
from load_line import connected
from load_matches import create_matches
from load_play import NEWS, OPENING, REPLY, Table
from service_processes import Served

STAMP_BYTES: Final = 8 + COMMIT_BYTES
"""What the script puts in front of an entry of the log."""


@dataclass(slots=True)
class Samples:
    """Messages the product sent, by kind and by whether they list legal actions."""

    heard: dict[tuple[str, bool], list[bytes]] = field(default_factory=dict)

    def hear(self, kind: str, has_actions: bool, raw: bytes) -> None:
        """Keep a message."""
        self.heard.setdefault((kind, has_actions), []).append(raw)

    def typical(self, kind: str, has_actions: bool) -> str:
        """The message whose size is nearest to the mean, in hexadecimal."""
        messages = self.heard[kind, has_actions]
        mean = statistics.fmean(len(raw) for raw in messages)
        return min(messages, key=lambda raw: abs(len(raw) - mean)).hex()


async def make_plan(served: Served, matches: int, rng: Random) -> dict[str, object]:
    """Play whole matches of the product and record what the floor has to do for a move."""
    samples = Samples()
    states: list[int] = []
    entries: list[int] = []
    async with connected(served.address) as line, Redis.from_url(served.redis) as redis:
        for match in await create_matches(served.address, matches):
            table = Table(line, match, samples.hear)
            await table.open()
            while not table.is_over:
                await table.move(rng)
                states.append(await _state_bytes(redis, match))
            table.leave()
            entries += await _entry_bytes(redis, match)
    opening, other_opening = (samples.typical(OPENING, to_act) for to_act in (True, False))
    news, other_news = (samples.typical(NEWS, to_act) for to_act in (True, False))
    return {
        "options": options(Settings()),
        "collect": COLLECT,
        "state_bytes": round(statistics.fmean(states)),
        "entry_bytes": round(statistics.fmean(entries)),
        "reply": samples.typical(REPLY, False),
        # A spectator is sent about as much as the seat that does not act.
        "opening": [opening, other_opening, other_opening],
        "news": [news, other_news, other_news],
    }


async def _state_bytes(redis: Redis, match: str) -> int:
    state = await redis.hget(match_key(tag_of(match), match.encode()), Part.POSITION)
    return len(state or b"")


async def _entry_bytes(redis: Redis, match: str) -> list[int]:
    log = await redis.lrange(log_key(tag_of(match), match.encode()), 0, -1)
    return [len(entry) - STAMP_BYTES for entry in log]
