"""Bots at the table: how a seat is given to one, and how hosts play it through the contract."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from random import Random

import pytest

from gemwright.bot_host.built_in import CHOICES, host_inside
from gemwright.bot_host.host import BotHost, hosting
from gemwright.bot_host.player import LEASE_MATCH, Bells
from gemwright.bot_host.transports import Transport, inside
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Game
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_FINISHED, MATCH_STATE_WAITING
from gemwright.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_UNSPECIFIED,
    CreateMatchRequest,
    OpenSeat,
    SeatSpec,
)
from gemwright.rpc.auth import DEVELOPMENT_OWNER
from tests.service.botted import GREEDY, RANDOM, ended, match_of, moves_by_rule
from tests.service.callers import Caller, failure_of, new_request_id
from tests.service.players import Watcher, choose, seated, watching
from tests.service.servers import Host, Servers

GAMES = [
    pytest.param(GAME_DUEL, [GREEDY, GREEDY], id="duel"),
    pytest.param(GAME_DUEL, [RANDOM, GREEDY], id="duel-unequal"),
    pytest.param(GAME_DUEL_COUNTERFEITERS, [GREEDY, RANDOM], id="counterfeiters"),
    pytest.param(GAME_SPLENDOR, [GREEDY, RANDOM, GREEDY, RANDOM], id="splendor"),
]


@asynccontextmanager
async def bots_on(*hosts: Host) -> AsyncIterator[None]:
    """A host of the bots in each of these servers."""
    async with AsyncExitStack() as stack:
        for host in hosts:
            bells = Bells()
            host.runtime.on_bot_seated(bells.ring)
            await stack.enter_async_context(hosting(host_inside(host.stack.services, None, bells)))
        yield


async def test_a_seat_for_a_bot_is_filled_at_once(servers: Servers) -> None:
    made = await servers.hosts[0].caller().create(match_of(GAME_DUEL, ["ann", GREEDY]))
    assert made.match.state == MATCH_STATE_ACTIVE
    assert [seat.principal for seat in made.match.seats] == ["ann", "bot:greedy"]
    assert not made.join_tokens
    all_bots = await servers.hosts[0].caller().create(match_of(GAME_DUEL, [RANDOM, RANDOM]))
    assert all_bots.match.state == MATCH_STATE_ACTIVE


async def test_a_match_with_a_bot_and_an_open_seat_waits_for_whoever_joins(
    servers: Servers,
) -> None:
    caller = servers.hosts[0].caller("ann")
    request = match_of(GAME_DUEL, [GREEDY, "ann"])
    request.seats[1].CopyFrom(SeatSpec(open=OpenSeat()))
    made = await caller.create(request)
    assert made.match.state == MATCH_STATE_WAITING
    assert [seat.is_filled for seat in made.match.seats] == [True, False]
    (token,) = made.join_tokens
    joined = await caller.join(made.match.match, token.token)
    assert joined.match.state == MATCH_STATE_ACTIVE


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        (SeatSpec(principal="bot:greedy"), "seats[1].principal"),
        (SeatSpec(principal="bot:anything"), "seats[1].principal"),
        (SeatSpec(principal="bot:greedy", must_join=True), "seats[1].principal"),
        (SeatSpec(bot=BUILT_IN_BOT_UNSPECIFIED), "seats[1].bot"),
        (SeatSpec(bot=99), "seats[1].bot"),  # type: ignore[arg-type] # of a later contract
        (SeatSpec(bot=BUILT_IN_BOT_GREEDY, must_join=True), "seats[1].must_join"),
    ],
)
async def test_what_is_no_bot_or_pretends_to_be_one_gets_no_seat(
    servers: Servers, spec: SeatSpec, field: str
) -> None:
    caller = servers.hosts[0].caller()
    request = seated(GAME_DUEL, ["ann", "bob"])
    request.seats[1].CopyFrom(spec)
    failed = await failure_of(caller.create(request))
    assert failed.reason == "INVALID_FIELD"
    assert field in str(failed)


async def test_nobody_can_call_as_a_bot(servers: Servers) -> None:
    made = await servers.hosts[0].caller().create(match_of(GAME_DUEL, ["ann", GREEDY]))
    claimed = servers.hosts[0].caller(GREEDY).get(made.match.match, 1)
    assert (await failure_of(claimed)).reason == "CREDENTIALS_INVALID"


async def test_a_rematch_keeps_bots_as_bots(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    before = (await caller.create(match_of(GAME_SPLENDOR, ["ann", GREEDY, RANDOM]))).match
    await caller.cancel(before.match)
    rematch = CreateMatchRequest(request_id=new_request_id(), rematch_of=before.match)
    after = (await caller.create(rematch)).match
    assert [seat.principal for seat in after.seats] == [RANDOM, "ann", GREEDY]
    assert after.state == MATCH_STATE_ACTIVE


@pytest.mark.inside("has bots of its own beside the server")
@pytest.mark.parametrize(("game", "names"), GAMES)
async def test_bots_play_each_other_to_the_end_as_their_rules_say(
    servers: Servers, game: Game, names: list[str]
) -> None:
    async with bots_on(servers.hosts[0]):
        caller = servers.hosts[0].caller()
        made = await caller.create(match_of(game, names))
        record = await ended(caller, made.match.match)
        assert record.match.state == MATCH_STATE_FINISHED
        assert moves_by_rule(record) == record.match.version


async def play_as_human(caller: Caller, match: str, seat: int, rng: Random) -> None:
    """Play one seat at random, whenever it is its turn."""
    async with watching(caller, match, seat) as watcher:
        version = -1
        while True:
            await watcher.until(partial(has_news, watcher, version), "a move")
            if watcher.reveal is not None:
                return
            version = watcher.version
            if watcher.legal[version]:
                await caller.act(match, seat, version, choose(watcher.legal[version], rng))


def has_news(watcher: Watcher, version: int) -> bool:
    """Whether a watcher has seen more than a version, or the end."""
    return watcher.version > version or watcher.reveal is not None


@pytest.mark.inside("has bots of its own beside the server")
@pytest.mark.parametrize("game", [GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR])
@pytest.mark.servers(2)
async def test_a_human_plays_against_a_bot_of_another_server(servers: Servers, game: Game) -> None:
    async with bots_on(servers.hosts[1]):
        caller = servers.hosts[0].caller("ann")
        made = await caller.create(match_of(game, ["ann", GREEDY]))
        await play_as_human(caller, made.match.match, 0, Random(1))
        record = await ended(caller, made.match.match)
        assert 0 < moves_by_rule(record) < record.match.version


@pytest.mark.inside("has bots of its own beside the server")
async def test_a_human_cannot_keep_a_bot_from_its_match(servers: Servers) -> None:
    caller = servers.hosts[0].caller("ann")
    made = await caller.create(match_of(GAME_DUEL, ["ann", GREEDY]))
    lease = inbox.LeaseMatchRequest(match=made.match.match, holder="ann-is-sly")
    lease.ttl.FromSeconds(600)
    answer = inbox.LeaseMatchResponse
    assert (await caller.call(f"/{LEASE_MATCH}", lease, answer)).is_granted
    async with bots_on(servers.hosts[0]):
        await play_as_human(caller, made.match.match, 0, Random(2))


@pytest.mark.inside("has bots of its own beside the server")
@pytest.mark.servers(2)
async def test_two_hosts_share_many_matches(servers: Servers) -> None:
    async with bots_on(*servers.hosts):
        caller = servers.hosts[0].caller()
        made = await caller.create_batch([match_of(GAME_DUEL, [GREEDY, RANDOM]) for _ in range(6)])
        matches = [one.created.match.match for one in made]
        for record in await asyncio.gather(*(ended(caller, match) for match in matches)):
            assert moves_by_rule(record) == record.match.version


class Unleased:
    """A way to a server that gives every match to whoever asks."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def unary(self, method: str, content: bytes) -> bytes:
        """A call with one answer."""
        if method == LEASE_MATCH:
            return inbox.LeaseMatchResponse(is_granted=True).SerializeToString()
        return await self._transport.unary(method, content)

    def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """A call with any number of answers."""
        return self._transport.stream(method, content)


def unleased(host: Host) -> BotHost:
    """A host of the bots that shares with nobody."""
    connect = inside(host.stack.services)
    return BotHost(
        CHOICES,
        lambda: [DEVELOPMENT_OWNER],
        lambda owner, principal: Unleased(connect(owner, principal)),
    )


@pytest.mark.inside("has bots of its own beside the server")
@pytest.mark.servers(3)
async def test_hosts_that_all_play_everything_lose_and_double_nothing(servers: Servers) -> None:
    async with AsyncExitStack() as stack:
        for host in servers.hosts:
            await stack.enter_async_context(hosting(unleased(host)))
        caller = servers.hosts[0].caller()
        made = [await caller.create(match_of(GAME_DUEL, [GREEDY, GREEDY])) for _ in range(2)]
        for one in made:
            record = await ended(caller, one.match.match)
            assert moves_by_rule(record) == record.match.version


@pytest.mark.inside("has bots of its own beside the server")
async def test_bots_go_on_where_they_had_to_act_when_their_server_went(servers: Servers) -> None:
    first = servers.hosts[0]
    caller = first.caller()
    made = await caller.create(match_of(GAME_DUEL, [GREEDY, GREEDY]))
    match = made.match.match
    async with bots_on(first), watching(caller, match) as watcher:
        await watcher.reached(5)
    await servers.stop(first, grace=0)
    second = await servers.start()
    reached = (await second.caller().get(match)).match.version
    assert reached >= 5
    async with bots_on(second):
        record = await ended(second.caller(), match)
    assert moves_by_rule(record) == record.match.version > reached
