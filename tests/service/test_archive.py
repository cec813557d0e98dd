"""A match that is over is archived, which nobody notices, and removed once it was kept enough."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from random import Random

import pytest

from gemwright.contract.games import position_message
from gemwright.engine import GAMES
from gemwright.matches.stored import Feed
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Action
from gemwright.pb.match_service_pb2 import RESET_REASON_MATCH_EXPIRED
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, ListMatchesRequest
from gemwright.redis import keys
from tests.engine.duel.test_blocking_claim import blocked
from tests.service.callers import Caller, CallFailed, failure_of, new_request_id
from tests.service.players import choose, seated, with_open_seats
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.valkey import Store
from tests.waiting import until

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
FEEDS = {feed.encode() for feed in Feed}
NAMES = ("ann", "bob", "cleo")


@dataclass(frozen=True)
class Asked:
    """An action that was submitted, to be submitted again."""

    seat: int
    version: int
    action: Action
    request_id: str


@dataclass
class Past:
    """A match that is over, and what its clients remember of it."""

    request: CreateMatchRequest
    match: str
    viewers: list[tuple[str | None, int | None]]
    """Principals and their seats; nobody for spectators."""
    asked: list[Asked]
    tokens: dict[int | None, str]
    """What each viewer could resume with, from an early version."""
    resigned: dict[int, str]
    """The request ids of resignations."""


async def begun(host: Host, request: CreateMatchRequest) -> Past:
    """A match of `NAMES`, joined in order where its seats are open, with early tokens."""
    made = await host.caller().create(request)
    match = made.match.match
    for token in made.join_tokens:
        await host.caller(NAMES[token.seat]).join(match, token.token, b"of %d" % token.seat)
    for name, spec in zip(NAMES, request.seats, strict=False):
        if spec.must_join:
            await host.caller(name).join(match)
    seats = range(len(request.seats))
    viewers: list[tuple[str | None, int | None]] = [(NAMES[seat], seat) for seat in seats]
    viewers.append((None, None))
    sights = {seat: await host.caller(name).get(match, seat) for name, seat in viewers}
    tokens = {seat: sight.resume_token for seat, sight in sights.items()}
    return Past(request, match, viewers, [], tokens, {})


async def play_on(host: Host, past: Past, most: int = 1000) -> None:
    """Play at random, and remember what was asked."""
    rng = Random(most)
    callers = [host.caller(name) for name, _ in past.viewers]
    for _ in range(most):
        known = (await callers[0].get(past.match)).match
        if not known.HasField("seat_to_act"):
            return
        seat = known.seat_to_act
        actions = (await callers[seat].get(past.match)).legal_actions
        asked = Asked(seat, known.version, choose(actions, rng), new_request_id())
        await callers[seat].act(past.match, seat, asked.version, asked.action, asked.request_id)
        past.asked.append(asked)


async def finished_duel(host: Host) -> Past:
    past = await begun(host, seated(GAME_DUEL, NAMES[:2]))
    await play_on(host, past)
    return past


async def finished_counterfeiters(host: Host) -> Past:
    past = await begun(host, with_open_seats(GAME_DUEL_COUNTERFEITERS, 2))
    await play_on(host, past)
    return past


async def resigned_splendor(host: Host) -> Past:
    past = await begun(host, with_open_seats(GAME_SPLENDOR, 3))
    for seat in (1, 0):
        await play_on(host, past, 10)
        past.resigned[seat] = new_request_id()
        await host.caller(NAMES[seat]).resign(past.match, seat, past.resigned[seat])
    return past


async def cancelled_in_play(host: Host) -> Past:
    past = await begun(host, seated(GAME_DUEL_COUNTERFEITERS, NAMES[:2]))
    await play_on(host, past, 12)
    await host.caller().cancel(past.match)
    return past


async def cancelled_while_waiting(host: Host) -> Past:
    request = with_open_seats(GAME_SPLENDOR, 3)
    made = await host.caller().create(request)
    match = made.match.match
    await host.caller("ann").join(match, made.join_tokens[0].token)
    token = (await host.caller().get(match)).resume_token
    await host.caller().cancel(match)
    return Past(request, match, [("ann", 0), (None, None)], [], {None: token}, {})


async def decided_by_an_operator(host: Host) -> Past:
    past = await begun(host, with_open_seats(GAME_SPLENDOR, 3))
    await play_on(host, past, 20)
    await host.runtime.operating.adjudicate(past.match, (2, 0))
    return past


async def called_a_draw_from_a_position(host: Host) -> Past:
    request = seated(GAME_DUEL, NAMES[:2])
    request.position.CopyFrom(position_message("duel", GAMES["duel"].to_data(blocked(1))))
    past = await begun(host, request)
    await play_on(host, past, 5)
    await host.runtime.operating.adjudicate(past.match, ())
    return past


async def begun_from_a_position(host: Host) -> Past:
    request = seated(GAME_DUEL, NAMES[:2])
    request.seats[0].must_join = request.seats[1].must_join = True
    state = blocked(1)
    request.position.CopyFrom(position_message("duel", GAMES["duel"].to_data(state)))
    past = await begun(host, request)
    await play_on(host, past)
    return past


async def everything(host: Host, past: Past) -> list[object]:
    """All that a server tells of a match."""
    told: list[object] = [
        await host.caller().record(past.match),
        await host.caller().create(past.request),
        await answer_or_reason(host.caller().cancel(past.match)),
    ]
    for name, seat in past.viewers:
        caller = host.caller(name)
        told += [
            await answer_or_reason(caller.join(past.match)),
            await caller.get(past.match, seat),
            await caller.updates(past.match, seat, page_size=9),
            await caller.updates(past.match, seat, after=5),
            [message async for message in caller.watch(past.match, seat)],
            [
                message
                async for message in caller.watch(past.match, seat, past.tokens.get(seat, ""))
            ],
        ]
    for asked in past.asked[:: max(1, len(past.asked) // 10)]:
        told += await asked_again(host.caller(NAMES[asked.seat]), past, asked)
    for seat, request_id in past.resigned.items():
        told.append(await host.caller(NAMES[seat]).resign(past.match, seat, request_id))
    return told


async def answer_or_reason(call: Awaitable[object]) -> object:
    """What a call is answered, or why it is not."""
    try:
        return await call
    except CallFailed as failed:
        return failed.code, failed.reason


async def asked_again(caller: Caller, past: Past, asked: Asked) -> list[object]:
    """The answer to the same request, and to another one under its id."""
    match, seat, version, action = past.match, asked.seat, asked.version, asked.action
    return [
        await caller.act(match, seat, version, action, asked.request_id),
        await answer_or_reason(caller.act(match, seat, version + 1, action, asked.request_id)),
        await answer_or_reason(caller.act(match, seat, version, action)),
    ]


async def archive(servers: Servers, store: Store, *matches: str) -> None:
    """Have a server come by a while later that puts the matches away."""
    await servers.start(limits=BRISK, clock_ahead_ms=2 * MINUTE_MS)
    logs = [keys.log_key(keys.tag_of(match), match.encode()) for match in matches]

    async def are_archived() -> bool:
        return not any(map(is_kept, logs))

    def is_kept(log: bytes) -> bool:
        with store.holder_of(log).client() as client:
            return bool(client.exists(log))

    await until(are_archived, "the logs are gone")


@pytest.mark.inside("archives at once")
@pytest.mark.parametrize(
    "make",
    [
        finished_duel,
        finished_counterfeiters,
        resigned_splendor,
        cancelled_in_play,
        cancelled_while_waiting,
        begun_from_a_position,
        decided_by_an_operator,
        called_a_draw_from_a_position,
    ],
)
@pytest.mark.servers(1, PATIENT)
async def test_an_archived_match_answers_as_before(
    servers: Servers, running_store: Store, make: Callable[[Host], Awaitable[Past]]
) -> None:
    (host,) = servers.hosts
    past = await make(host)
    before = await everything(host, past)
    listed = await host.caller().matches(ListMatchesRequest())
    await archive(servers, running_store, past.match)
    stranger = await servers.start()
    for asked in (host, stranger):
        assert await everything(asked, past) == before
        assert await asked.caller().matches(ListMatchesRequest()) == listed
    assert len(before) > 10


@pytest.mark.servers(1, replace(PATIENT, keep_requests_ms=1_500))
async def test_request_ids_are_forgotten_some_time_after_the_end(servers: Servers) -> None:
    (host,) = servers.hosts
    past = await finished_duel(host)
    asked = past.asked[3]
    caller = host.caller(NAMES[asked.seat])

    async def is_forgotten() -> bool:
        try:
            await caller.act(past.match, asked.seat, asked.version, asked.action, asked.request_id)
        except CallFailed as failed:
            return failed.reason == "STALE_VERSION"
        return False

    assert not await is_forgotten()
    await until(is_forgotten, "the request id is forgotten")


@pytest.mark.inside("archives at once")
async def test_a_match_is_removed_without_a_trace_once_it_was_kept_long_enough(
    store_url: str, running_store: Store
) -> None:
    async with servers_on(store_url, 1, PATIENT) as servers:
        (host,) = servers.hosts
        past = await resigned_splendor(host)
        await archive(servers, running_store, past.match)
        sweeper = servers.hosts[-1]
        sweeper.move_clock(29 * DAY_MS)
        assert (await sweeper.caller().record(past.match)).text
        sweeper.move_clock(2 * DAY_MS)

        async def is_gone() -> bool:
            try:
                await sweeper.caller().get(past.match)
            except CallFailed as failed:
                return failed.reason == "MATCH_NOT_FOUND"
            return False

        await until(is_gone, "the match is gone")
        for asked in (host, sweeper):
            caller = asked.caller("ann")
            for call in (
                caller.get(past.match),
                caller.updates(past.match),
                caller.record(past.match),
                caller.resign(past.match, 0, past.resigned[0]),
                anext(caller.watch(past.match)),
            ):
                assert (await failure_of(call)).reason == "MATCH_NOT_FOUND"
            watched = [one async for one in caller.watch(past.match, 0, past.tokens[0])]
            assert [one.reset.reason for one in watched] == [RESET_REASON_MATCH_EXPIRED]
            assert not await caller.matches(ListMatchesRequest(principal="ann"))
    for node in running_store.nodes:
        with node.client() as client:
            # What was told to everybody stays in the feeds, for as long as those are kept.
            assert {key[key.index(b"}") + 1 :] for key in client.keys("*")} <= FEEDS
