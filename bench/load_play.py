"""The load: callers that each play both seats of a match and read the streams of both.

It uses only the contract, so the same code drives the product and the floor. One move is an action,
its answer, and the message to each of the two streams.
"""

import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from gemwright.pb import match_service_pb2 as pb
from gemwright.pb.game_pb2 import Action
from load_line import Line, Stream, headers

OPENING: Final = "opening"
NEWS: Final = "news"
REPLY: Final = "reply"
Heard: TypeAlias = Callable[[str, bool, bytes], None]
"""Called with every message: its kind, whether it lists legal actions, its bytes."""


def principal(seat: int) -> str:
    """The principal that holds a seat in every match of the bench."""
    return f"bench{seat}"


def _headers(call: str, seat: int | None) -> bytes:
    shown = "" if seat is None else f"Bearer dev:{principal(seat)}"
    return headers(f"/gemwright.v1.MatchService/{call}", shown)


_SUBMIT: Final = {seat: _headers("SubmitAction", seat) for seat in (0, 1)}
_WATCH: Final = {seat: _headers("WatchMatch", seat) for seat in (0, 1, None)}


def watch(line: Line, match: str, seat: int | None, token: str = "") -> Stream:
    """Open a stream, as a spectator if there is no seat."""
    request = pb.WatchMatchRequest(match=match, resume_token=token)
    if seat is not None:
        request.seat = seat
    return line.call(_WATCH[seat], request.SerializeToString())


async def read_update(stream: Stream) -> tuple[pb.WatchMatchResponse, bytes]:
    """The next update of a stream; other messages are skipped."""
    while True:
        raw = await stream.read()
        message = pb.WatchMatchResponse.FromString(raw)
        if message.HasField("update"):
            return message, raw
        if not message.HasField("heartbeat"):
            raise ValueError(f"the stream says {message.WhichOneof('message')}")


@dataclass(frozen=True, slots=True)
class Took:
    """How long a move took, in seconds."""

    answer: float
    told: float
    """Until the seat that did not move had the update."""


class Table:
    """A match being played, with both seats' streams open; each seat may have its own line."""

    def __init__(
        self, line: Line, match: str, heard: Heard | None = None, other: Line | None = None
    ) -> None:
        self.match = match
        self.version = 0
        self._lines = (line, other or line)
        self._heard = heard
        self._streams: list[Stream] = []
        self._to_act: int | None = None
        self._legal: tuple[Action, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no seat can act any more."""
        return self._to_act is None

    async def open(self) -> None:
        """Open the streams and read the version and legal actions of the match."""
        for seat in (0, 1):
            stream = watch(self._lines[seat], self.match, seat)
            self._streams.append(stream)
            raw = await stream.read()
            message = pb.WatchMatchResponse.FromString(raw)
            self.version = message.snapshot.match.version
            self._note(OPENING, seat, message, raw)

    async def move(self, rng: Random) -> Took:
        """Play any legal action and read its update on both streams."""
        actor = self._to_act
        assert actor is not None
        request = pb.SubmitActionRequest(
            match=self.match,
            seat=actor,
            expected_version=self.version,
            request_id=str(uuid.UUID(int=rng.getrandbits(128))),
            action=self._legal[int(rng.random() * len(self._legal))],
        )
        message, start = request.SerializeToString(), time.perf_counter()
        call = self._lines[actor].call(_SUBMIT[actor], message)
        reply = await call.read()
        if self._heard:
            self._heard(REPLY, False, reply)
        self.version += 1
        self._to_act = None
        for seat, stream in enumerate(self._streams):
            self._note(NEWS, seat, *await read_update(stream))
        return Took(call.heard_at - start, self._streams[1 - actor].heard_at - start)

    def _note(self, kind: str, seat: int, message: pb.WatchMatchResponse, raw: bytes) -> None:
        if message.legal_actions:
            self._to_act, self._legal = seat, tuple(message.legal_actions)
        if self._heard:
            self._heard(kind, bool(message.legal_actions), raw)

    def leave(self) -> None:
        """Close the streams."""
        for stream in self._streams:
            stream.cancel()


@dataclass(slots=True)
class Tally:
    """The moves made, and how many are enough."""

    enough: int
    moves: int = 0


async def play(tables: Iterable[Table], rng: Random, tally: Tally) -> None:
    """Play one caller's matches one after another until all callers have made enough moves."""
    for table in tables:
        while not table.is_over:
            if tally.moves >= tally.enough:
                return
            await table.move(rng)
            tally.moves += 1
