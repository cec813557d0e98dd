"""A push service in a page: whoever must act, or has a match begin or end, is told on the phone.

A phone that buzzes twice is worse than one that buzzes late, so what was told is remembered for a
while, and of a seat that must act only the newest turn counts.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Final

from gemwright.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    ACTIVITY_KIND_MATCH_READY,
    ACTIVITY_KIND_TURN_CHANGED,
    Activity,
)
from tests.service.callers import Caller, CallFailed
from tests.service.inboxes import watch_activity

BEGUN: Final = "Your match has begun."
YOUR_TURN: Final = "It is your turn."
OVER: Final = "Your match is over."
PAUSE: Final = 0.1
REMEMBERED: Final = 10_000
Send = Callable[[str, str, str], None]
"""Tells a principal something about a match."""


class PushService:
    """Sends notifications; whether phones can be reached is not its business."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._token = ""
        self._told: deque[tuple[int, str, int, str]] = deque(maxlen=REMEMBERED)
        self._turns: dict[str, int] = {}
        """By match: the version of the last turn that was told."""

    @property
    def is_ready(self) -> bool:
        """Whether nothing that happens from now on is missed."""
        return bool(self._token)

    async def run(self, servers: Sequence[Caller]) -> None:
        """Follow the activity for ever, at whichever server answers."""
        number = 0
        while True:
            number += 1
            try:
                stream = watch_activity(servers[number % len(servers)], self._token)
                async with aclosing(stream) as messages:
                    async for message in messages:
                        if message.HasField("activity"):
                            self._tell(message.activity)
                        self._token = message.resume_token or self._token
            except CallFailed as failed:
                if failed.code != "UNAVAILABLE":
                    raise
            await asyncio.sleep(PAUSE)

    def _tell(self, activity: Activity) -> None:
        name = (activity.kind, activity.match, activity.version, activity.commit_id)
        if name in self._told:
            return
        self._told.append(name)
        people = [seat.principal for seat in activity.seats]
        if activity.kind == ACTIVITY_KIND_MATCH_READY:
            for principal in people:
                self._send(principal, activity.match, BEGUN)
        elif activity.kind == ACTIVITY_KIND_TURN_CHANGED:
            if activity.version > self._turns.get(activity.match, -1):
                self._turns[activity.match] = activity.version
                self._send(people[activity.seat_to_act], activity.match, YOUR_TURN)
        elif activity.kind == ACTIVITY_KIND_MATCH_ENDED:
            self._turns.pop(activity.match, None)
            for principal in people:
                self._send(principal, activity.match, OVER)
