"""A small run without a storm, recorded and dumped as a large one is, for tests of the check.

Four matches: one watched by all and resigned in the end, one that waits for its next move, one
whose clock runs out with nobody watching, one that nobody follows and that moves on after a first
dump. Calls as in a storm are here too: a repeated one, a refused one, one that was never answered.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import redis
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from gemwright.pb.clock_pb2 import TimeControl
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Action, Game
from gemwright.pb.inbox_service_pb2 import WatchInboxRequest, WatchInboxResponse
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_FINISHED,
    MatchState,
    Spectators,
)
from gemwright.pb.match_service_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    ResignRequest,
    SubmitActionRequest,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    CreateMatchRequest,
    CreateMatchResponse,
    SeatSpec,
    WatchActivityRequest,
    WatchActivityResponse,
)
from gemwright.pb.splendor_action_pb2 import SplendorAction
from tests.app.process import server
from tests.programs.chaos.clients.servers import Answer, Servers
from tests.programs.chaos.clients.shift import Shift
from tests.programs.chaos.dump import dump
from tests.programs.chaos.journal import Journal, Kind
from tests.valkey import valkey

PATIENCE: Final = 60.0
MOVES: Final = 24
MOVES_OF_A_BEGINNING: Final = 3
LIMIT_S: Final = 1
LOOK_S: Final = 0.05
OWNER: Final = "owner"
LEVEL: Final = SplendorAction.ReserveFromDeck(level=1)


@dataclass(frozen=True)
class Run:
    """Where a run lies, and its matches by what becomes of them."""

    folder: Path
    watched: str
    waiting: str
    timed: str
    lonely: str


class Client:
    """A process of the run, as far as its journal goes."""

    def __init__(self, folder: Path, role: str, address: str) -> None:
        self.journal = Journal(folder / "journals" / f"{role}-1-0.jsonl")
        self.rng = Random(1)
        self.servers = Servers([address], self.journal, self.rng, Shift(PATIENCE), 1)
        self._ids = 0
        self._silent = 0
        """Streams that have told nothing yet."""
        self._heard = asyncio.Event()

    def new_id(self) -> str:
        """A request id that nobody has used."""
        self._ids += 1
        return f"honest-{self._ids:06}"

    async def call(self, method: str, principal: str, request: Message) -> Answer:
        """A call, on record."""
        return await self.servers.call(method, principal, request.SerializeToString())

    async def follow(
        self, principal: str, name: str, request: Message, is_last: Callable[[bytes], bool]
    ) -> None:
        """Read a stream up to a message, on record."""
        method = request.DESCRIPTOR.name.removesuffix("Request")
        address = self.servers.other()
        content = request.SerializeToString()
        stream = self.servers.open(method, principal, name, content, address)
        self._silent += 1
        message = await stream.read(PATIENCE)
        self._silent -= 1
        self._heard.set()
        while message is not None and not is_last(message):
            message = await stream.read(PATIENCE)
        stream.cut()

    async def all_heard(self) -> None:
        """Wait until every stream that was opened has told something."""
        await asyncio.sleep(0)  # whoever follows begins
        while self._silent:
            self._heard.clear()
            await self._heard.wait()

    async def close(self) -> None:
        """Hang up."""
        await self.servers.close()
        self.journal.close()


def make_run(folder: Path) -> Run:
    """Play it, in a few seconds."""
    with valkey() as store, server(folder, "--redis", store.url) as running:
        return asyncio.run(_make(folder, running.address, [store.client()]))


async def _make(folder: Path, address: str, stores: Sequence[redis.Redis]) -> Run:
    players, watchers, feeds = (
        Client(folder, role, address) for role in ("players", "watchers", "feeds")
    )
    async with asyncio.TaskGroup() as group:
        told = Told()
        for one in told.feeds(feeds):
            group.create_task(one)
        await feeds.all_heard()
        run = Run(
            folder,
            watched=await _create(players, GAME_SPLENDOR, ["ann", "bob"]),
            waiting=await _create(players, GAME_DUEL_COUNTERFEITERS, ["ann", "bob"]),
            timed=await _create(players, GAME_DUEL, ["cleo", "dave"], limit_s=LIMIT_S),
            lonely=await _create(players, GAME_DUEL, ["eve", "fay"]),
        )
        told.ends |= {run.watched, run.timed}
        for one in _watches(watchers, run):
            group.create_task(one)
        await watchers.all_heard()
        await _play(players, run)
    await dump(folder, address, stores)
    (folder / "dump").rename(folder / "dump-before")
    await _move(players, run.lonely)
    await dump(folder, address, stores)
    for client in (players, watchers, feeds):
        await client.close()
    return run


async def _play(players: Client, run: Run) -> None:
    """All that is done in the matches, but for the last move in the lonely one."""
    await _move(players, run.watched, Action(splendor=SplendorAction(reserve_from_deck=LEVEL)))
    for _ in range(MOVES):
        await _move(players, run.watched)
    for match in (run.waiting, run.lonely):
        for _ in range(MOVES_OF_A_BEGINNING):
            await _move(players, match)
    await _trouble(players, run.watched)
    resigning = ResignRequest(match=run.watched, seat=0, request_id=players.new_id())
    for _ in range(2):
        assert (await players.call("Resign", "ann", resigning)).is_ok
    while (await _look(players, run.timed)).match.state == MATCH_STATE_ACTIVE:
        await asyncio.sleep(LOOK_S)


async def _create(
    players: Client, game: Game, principals: Sequence[str], limit_s: int | None = None
) -> str:
    request = CreateMatchRequest(
        request_id=players.new_id(),
        game=game,
        seats=[SeatSpec(principal=principal) for principal in principals],
        spectators=Spectators(allowed=True),
    )
    if limit_s is not None:
        limit = Duration(seconds=limit_s)
        request.time_control.CopyFrom(TimeControl(per_turn=TimeControl.PerTurn(limit=limit)))
    answer = await players.call("CreateMatch", OWNER, request)
    return CreateMatchResponse.FromString(answer.message).match.match


async def _look(players: Client, match: str, seat: int | None = None) -> GetMatchResponse:
    """A match as a seat sees it, or a spectator."""
    principal = OWNER
    if seat is not None:
        principal = (await _look(players, match)).match.seats[seat].principal
    answer = await players.call("GetMatch", principal, GetMatchRequest(match=match, seat=seat))
    return GetMatchResponse.FromString(answer.message)


async def _move(players: Client, match: str, action: Action | None = None) -> None:
    """The seat to act acts, at random unless an action is given."""
    seat = (await _look(players, match)).match.seat_to_act
    seen = await _look(players, match, seat)
    request = SubmitActionRequest(
        match=match,
        seat=seat,
        expected_version=seen.match.version,
        request_id=players.new_id(),
        action=action or players.rng.choice(list(seen.legal_actions)),
    )
    principal = seen.match.seats[seat].principal
    assert (await players.call("SubmitAction", principal, request)).is_ok


async def _trouble(players: Client, match: str) -> None:
    """A call that is refused, and one that nobody ever answers."""
    seen = await _look(players, match, 0)
    late = SubmitActionRequest(
        match=match,
        seat=0,
        expected_version=seen.match.version - 1,
        request_id=players.new_id(),
        action=Action(splendor=SplendorAction(reserve_from_deck=LEVEL)),
    )
    assert (await players.call("SubmitAction", "ann", late)).reason == "STALE_VERSION"
    late.request_id = players.new_id()
    players.journal.write(
        Kind.CALLED,
        players.journal.number(),
        method="SubmitAction",
        principal="ann",
        message=late.SerializeToString(),
    )


def _watches(watchers: Client, run: Run) -> Iterator[Coroutine[None, None, None]]:
    """Everybody who watches, each to the end."""

    def is_newest(message: bytes) -> bool:
        told = WatchMatchResponse.FromString(message)
        return told.update.version == MOVES_OF_A_BEGINNING

    def is_reveal(message: bytes) -> bool:
        return WatchMatchResponse.FromString(message).HasField("reveal")

    for seat, principal in ((0, "ann"), (1, "bob"), (None, "zoe")):
        request = WatchMatchRequest(match=run.watched, seat=seat)
        yield watchers.follow(principal, f"watched/{principal}", request, is_reveal)
    request = WatchMatchRequest(match=run.waiting)
    yield watchers.follow("zoe", "waiting/zoe", request, is_newest)


class Told:
    """What the feeds have told so far."""

    def __init__(self) -> None:
        self.ends: set[str] = set()
        """Matches whose end is still to be told."""
        self._entries: dict[str, tuple[MatchState, int]] = {}

    def feeds(self, feeds: Client) -> Iterator[Coroutine[None, None, None]]:
        """Both feeds, each to the end."""
        yield feeds.follow(OWNER, "activity", WatchActivityRequest(), self._is_last_activity)
        yield feeds.follow("ann", "inbox/ann", WatchInboxRequest(), self._is_last_entry)

    def _is_last_activity(self, message: bytes) -> bool:
        activity = WatchActivityResponse.FromString(message).activity
        if activity.kind == ACTIVITY_KIND_MATCH_ENDED:
            self.ends.remove(activity.match)
            return not self.ends
        return False

    def _is_last_entry(self, message: bytes) -> bool:
        entry = WatchInboxResponse.FromString(message).entry
        self._entries[entry.match] = (entry.state, entry.version)
        newest = set(self._entries.values())
        return newest >= {
            (MATCH_STATE_FINISHED, MOVES + 2),
            (MATCH_STATE_ACTIVE, MOVES_OF_A_BEGINNING),
        }
