"""A rating service in a page: Elo figures from the matches of an owner, each counted once.

Figures and token are kept together in one file, so that a service that dies and starts again goes
on where its figures stand. Activity comes at least once: what was counted is known by its match.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Final

from gemwright.pb.matchmaker_service_pb2 import ACTIVITY_KIND_MATCH_ENDED, Activity
from tests.service.callers import Caller, CallFailed
from tests.service.inboxes import watch_activity

PAUSE: Final = 0.1
FIRST: Final = 1500.0
STEP: Final = 32.0


class RatingService:
    """Figures of all principals, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.ratings: dict[str, float] = {}
        self.counted: list[str] = []
        """Matches; a real service would forget them after as long as marks are kept."""
        self.token = ""
        if file.exists():
            kept = json.loads(file.read_text())
            self.ratings, self.counted, self.token = kept["of"], kept["counted"], kept["token"]

    async def run(self, servers: Sequence[Caller]) -> None:
        """Follow the activity for ever, at whichever server answers."""
        number = 0
        while True:
            number += 1
            server = servers[number % len(servers)]
            stream = watch_activity(server, self.token, [ACTIVITY_KIND_MATCH_ENDED])
            try:
                async with aclosing(stream) as messages:
                    async for message in messages:
                        if message.HasField("activity"):
                            self._count(message.activity)
                        if message.resume_token:
                            self.token = message.resume_token
                            self._keep()
            except CallFailed as failed:
                if failed.code != "UNAVAILABLE":
                    raise
            await asyncio.sleep(PAUSE)

    def _count(self, ended: Activity) -> None:
        """Take over the result of a match of two that was played to its end."""
        if ended.match in self.counted or not ended.HasField("outcome") or len(ended.seats) != 2:
            return
        self.counted.append(ended.match)
        one, other = (seat.principal for seat in ended.seats)
        before = [self.ratings.get(name, FIRST) for name in (one, other)]
        expected = 1 / (1 + 10 ** ((before[1] - before[0]) / 400))
        winners = list(ended.outcome.winners)
        scored = (0 in winners) / len(winners) if winners else 0.5
        gained = STEP * (scored - expected)
        self.ratings[one], self.ratings[other] = before[0] + gained, before[1] - gained

    def _keep(self) -> None:
        kept = {"of": self.ratings, "counted": self.counted, "token": self.token}
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(kept))
        new.rename(self._file)
