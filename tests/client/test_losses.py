"""The retries of the match service once more, made by the public client by itself.

An answer is lost on the line to the client, or the server that was asked loses its store after the
change and can only say that the outcome is unknown. Whoever called knows nothing of either.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

import pytest
from google.protobuf.message import Message

from gemwright_client import Client, Match, new_request_id
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Game,
)
from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED, MatchRecord, Spectators, Update
from gemwright_client.pb.matchmaker_service_pb2 import (
    BatchCreateMatchesResponse,
    CreateMatchRequest,
    OpenSeat,
    SeatSpec,
)
from tests.client.tables import choose, clients, history, new_match, played, reading, request_for
from tests.client.wires import Wire, wire
from tests.service.losses import Stage, stage
from tests.service.servers import PATIENT, Servers
from tests.valkey import Valkey

pytestmark = pytest.mark.inside("nothing else may ask the store")

NAMES: Final = ("ann", "bob", "cleo")
MOST_BYTES: Final = 100
"""Of an answer that come through; the answer of an action is longer."""
NEVER: Final = 1_000_000
"""More than anybody says."""
MOST_ANSWERS: Final = 2
"""Of the store, for one call: each of them can be the one that is lost."""
ON_THE_LINE: Final = 0.7
"""So many of the losses of a match are the network's."""
DICE: Final = b"dice"


@dataclass
class Lossy:
    """Two servers, and a line to each that a test can cut."""

    staged: Stage
    lines: list[Wire]

    @property
    def address(self) -> str:
        """Both servers, in the order in which a client asks them."""
        return ",".join(line.address for line in self.lines)

    @property
    def lost(self) -> int:
        """How many answers nobody has had."""
        cuts = sum(line.cuts for line in self.lines)
        return cuts + sum(proxy.dropped for proxy in self.staged.proxies)

    def lose_on_the_line(self, left: int) -> None:
        """Have each line break once, in the middle of what its server says next."""
        for line in self.lines:
            line.cut_after(left)

    def lose_in_the_store(self, answers: int = 0) -> None:
        """Have each server hear of the store no more than so many answers, and then ask again."""
        for proxy in self.staged.proxies:
            proxy.drop_replies_after(answers)

    def lose_the_store(self, answers: int) -> None:
        """Likewise have the first server hear of it no more at all."""
        self.staged.proxies[0].drop_replies_after(answers)
        self.staged.proxies[0].is_down = True

    def lose_nothing(self) -> None:
        """Have everything arrive again."""
        self.lose_on_the_line(NEVER)
        self.lose_in_the_store(NEVER)
        self.staged.proxies[0].is_down = False


@asynccontextmanager
async def lossy(store: Valkey, folder: Path) -> AsyncIterator[Lossy]:
    """Two servers behind such lines."""
    async with stage(store, folder) as staged, AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(wire(host.address)) for host in staged.hosts]
        yield Lossy(staged, lines)


# --- One call


class Prepared(NamedTuple):
    """A call that can be made, and what says how often it has changed something."""

    call: Callable[[], Awaitable[Message]]
    changes: Callable[[], Awaitable[int]]


Prepare: TypeAlias = Callable[[Client, Client], Awaitable[Prepared]]
"""With a client whose answers get lost, and one whose answers arrive."""


def with_open_seats(request_id: str) -> CreateMatchRequest:
    seats = [SeatSpec(open=OpenSeat()) for _ in range(2)]
    return CreateMatchRequest(
        request_id=request_id,
        game=GAME_SPLENDOR,
        seats=seats,
        spectators=Spectators(allowed=True),
    )


async def number_of_matches(client: Client) -> int:
    return len([one async for one in client.matches.find()])


async def acting(ann: Client, other: Client) -> Prepared:
    match = await new_match(other, ["ann", "ann"])
    seat = (await other.match(match).get()).match.seat_to_act
    handle, request_id = ann.match(match, seat), new_request_id()
    (action, *_) = await handle.legal_actions()
    return Prepared(
        lambda: handle.act(action, expected_version=0, request_id=request_id),
        lambda: _length(other, match),
    )


async def resigning(ann: Client, other: Client) -> Prepared:
    match, request_id = await new_match(other), new_request_id()
    return Prepared(
        lambda: ann.match(match, 0).resign(request_id=request_id), lambda: _length(other, match)
    )


async def creating(ann: Client, other: Client) -> Prepared:
    request = with_open_seats(new_request_id())
    return Prepared(lambda: ann.matches.create(request), lambda: number_of_matches(other))


async def creating_two(ann: Client, other: Client) -> Prepared:
    requests = [with_open_seats(new_request_id()) for _ in range(2)]

    async def create() -> Message:
        return BatchCreateMatchesResponse(results=await ann.matches.create_many(requests))

    async def half_of_them() -> int:
        return await number_of_matches(other) // 2

    return Prepared(create, half_of_them)


async def rematching(ann: Client, other: Client) -> Prepared:
    match = await new_match(other)
    await other.matches.cancel(match)
    request = CreateMatchRequest(request_id=new_request_id(), rematch_of=match)
    return Prepared(lambda: ann.matches.create(request), lambda: number_of_matches(other))


async def joining(ann: Client, other: Client) -> Prepared:
    made = await other.matches.create(with_open_seats(new_request_id()))
    match, token = made.match.match, made.join_tokens[1].token
    return Prepared(
        lambda: ann.match(match).join(token, entropy=DICE), lambda: _length(other, match)
    )


async def joining_last(ann: Client, other: Client) -> Prepared:
    request = request_for(["ann", "bot"])
    request.seats[0].must_join = True
    match = (await other.matches.create(request)).match.match
    return Prepared(lambda: ann.match(match).join(), lambda: _length(other, match))


async def cancelling(ann: Client, other: Client) -> Prepared:
    match = await new_match(other)
    return Prepared(lambda: ann.matches.cancel(match), lambda: _length(other, match))


async def _length(client: Client, match: str) -> int:
    log = await history(client, match)
    assert [update.version for update in log] == list(range(1, len(log) + 1))
    return len(log)


CALLS = pytest.mark.parametrize(
    "prepare",
    [acting, resigning, creating, creating_two, rematching, joining, joining_last, cancelling],
)


async def check_one_effect(servers: Lossy, prepared: Prepared, lose: Callable[[], None]) -> None:
    """Call with a loss, and again without."""
    before = await prepared.changes()
    lose()
    answer = await prepared.call()
    servers.lose_nothing()
    assert await prepared.changes() == before + 1
    assert await prepared.call() == answer
    assert await prepared.changes() == before + 1


@CALLS
async def test_a_call_whose_answer_is_lost_on_the_line_has_one_effect(
    store_url: str, running_valkey: Valkey, tmp_path: Path, prepare: Prepare
) -> None:
    async with lossy(running_valkey, tmp_path) as servers:
        other = Client(servers.staged.hosts[1].address, "dev:ann")
        async with other, Client(servers.address, "dev:ann") as ann:
            for left in (0, MOST_BYTES // 4):
                prepared = await prepare(ann, other)
                await ann.catalogue.games()  # whose line is open from here on
                before = servers.lost
                await check_one_effect(servers, prepared, partial(servers.lose_on_the_line, left))
                assert servers.lost > before


@pytest.mark.long
@CALLS
async def test_a_call_whose_outcome_the_server_does_not_know_is_made_again_at_another(
    store_url: str, running_valkey: Valkey, tmp_path: Path, prepare: Prepare
) -> None:
    async with lossy(running_valkey, tmp_path) as servers:
        for answers in range(MOST_ANSWERS):
            other = Client(servers.staged.hosts[1].address, "dev:ann")
            async with other, Client(servers.address, "dev:ann") as ann:
                prepared = await prepare(ann, other)
                before = servers.lost
                await check_one_effect(servers, prepared, partial(servers.lose_the_store, answers))
                assert servers.lost > before or answers


# --- Whole matches


class Done(NamedTuple):
    """An action, and all that is needed to send it once more."""

    match: Match
    action: Action
    version: int
    request_id: str
    update: Update

    async def again(self) -> Update:
        """The answer to the same request."""
        return await self.match.act(
            self.action, expected_version=self.version, request_id=self.request_id
        )


async def whole_match(servers: Lossy, game: Game, faults: Random | None) -> tuple[MatchRecord, int]:
    """A match that is the same each time, with faults or without; and what was lost."""
    async with clients(servers.address) as players:
        request = request_for(game=game)
        request.request_id, request.seed = "the-same-match", bytes(32)
        match = (await players[0].matches.create(request)).match.match
        handles = [player.match(match, seat) for seat, player in enumerate(players)]
        rng, done = Random(1), list[Done]()
        while (state := (await handles[0].get()).match).HasField("seat_to_act"):
            handle = handles[state.seat_to_act]
            action = choose(await handle.legal_actions(), rng)
            request_id = f"request-{len(done)}"
            lose_one(servers, faults)
            update = await handle.act(action, expected_version=state.version, request_id=request_id)
            servers.lose_nothing()
            done.append(Done(handle, action, state.version, request_id, update))
            if faults is not None:
                once = faults.choice(done)
                assert await once.again() == once.update
        record = await players[0].match(match).record()
        assert [one.update.commit_id for one in done] == [one.commit_id for one in record.updates]
        assert record.match.state == MATCH_STATE_FINISHED
        return record, servers.lost


def lose_one(servers: Lossy, faults: Random | None) -> None:
    """Have the next answer lost somewhere."""
    if faults is not None and faults.random() < ON_THE_LINE:
        servers.lose_on_the_line(faults.randrange(MOST_BYTES))
    elif faults is not None:
        servers.lose_in_the_store()


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR],
    ids=["duel", "counterfeiters", "splendor"],
)
async def test_a_match_whose_every_answer_is_lost_is_the_match_played_without_faults(
    store_url: str, running_valkey: Valkey, tmp_path: Path, game: Game
) -> None:
    async def one(folder: Path, faults: Random | None) -> tuple[MatchRecord, int]:
        with running_valkey.client() as client:
            client.flushall()
        folder.mkdir()
        async with lossy(running_valkey, folder) as servers:
            return await whole_match(servers, game, faults)

    plain, none = await one(tmp_path / "plain", None)
    faulty, lost = await one(tmp_path / "faulty", Random(game))
    assert none == 0
    assert lost >= len(faulty.updates)
    assert faulty.text == plain.text
    assert faulty.match.outcome == plain.match.outcome


# --- What is heard of others


async def test_who_follows_where_the_answer_was_lost_is_told(
    store_url: str, running_valkey: Valkey, tmp_path: Path
) -> None:
    """The server itself has not heard that its commit was stored, and nobody else tells it."""
    async with (
        lossy(running_valkey, tmp_path) as servers,
        clients(servers.address) as players,
        Client(servers.staged.hosts[0].address) as spectator,
    ):
        match = await new_match(players[0])
        async with reading(spectator.match(match)) as reader:
            await played(players, match, Random(1), 1)
            await reader.reached(1)
            servers.lose_in_the_store()
            await played(players, match, Random(2), 1)
            await reader.reached(2)


@pytest.mark.servers(2, PATIENT)
async def test_who_follows_sees_a_match_filled_dealt_and_played_elsewhere(servers: Servers) -> None:
    """A server that has held the match since before the deal must not tell it from there."""
    async with AsyncExitStack() as stack:
        here, there = (host.address for host in servers.hosts)
        players = await stack.enter_async_context(clients(here, NAMES))
        away = await stack.enter_async_context(clients(there, NAMES))
        request = request_for(NAMES, GAME_SPLENDOR)
        for spec in request.seats:
            spec.must_join = True
        match = (await players[0].matches.create(request)).match.match
        readers = []
        for seat in range(2):
            handle = away[seat].match(match, seat)
            await handle.join()
            reader = await stack.enter_async_context(reading(handle))
            await reader.reached(seat + 1)
            readers.append(reader)
        await players[2].match(match, 2).join()
        await played(players, match, Random(1))
        for seat, reader in enumerate(readers):
            await reader.ended()
            assert reader.said == await history(players[seat], match, seat)
