"""Matches come into being: created alone or in batches, once for each request id, and listed."""

from contextlib import aclosing
from random import Random

import pytest

from gemwright.contract.games import position_message
from gemwright.matches.stored import NewMatch
from gemwright.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    GAME_UNSPECIFIED,
    Game,
)
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_WAITING,
    Match,
)
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, ListMatchesRequest, SeatSpec
from gemwright.redis.keys import tag_of
from gemwright.redis.store import RedisStore
from tests.engine.laws.games import DUEL, positions
from tests.service.callers import Caller, failure_of, new_request_id
from tests.service.players import seated, with_open_seats
from tests.service.replays import moments
from tests.service.servers import PATIENT, Servers, servers_on
from tests.valkey import Store, empty, valkey

BATCH = 500
LISTED = 150


@pytest.mark.parametrize(
    ("game", "seats"), [(GAME_DUEL, 2), (GAME_DUEL_COUNTERFEITERS, 2), (GAME_SPLENDOR, 4)]
)
async def test_a_match_of_principals_is_dealt_at_once(
    servers: Servers, game: Game, seats: int
) -> None:
    names = ["ann", "bob", "cleo", "dan"][:seats]
    caller = servers.hosts[0].caller("ann")
    made = await caller.create(seated(game, names))
    assert not made.join_tokens
    match = made.match
    assert match.state == MATCH_STATE_ACTIVE
    assert match.version == 0
    assert match.commit_id == match.fairness.commitment.hex()[:16]
    assert [seat.principal for seat in match.seats] == names
    assert all(seat.is_filled for seat in match.seats)
    assert match.HasField("seat_to_act")
    assert match.HasField("start_time")
    assert not match.HasField("join_deadline")
    assert len(match.fairness.commitment) == 32
    sight = await caller.get(match.match)
    assert sight.match == match
    assert sight.viewer_seat == 0
    assert sight.HasField("view")


async def test_a_match_with_open_seats_waits_and_gives_their_tokens(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    request = with_open_seats(GAME_SPLENDOR, 3)
    request.seats[1].principal = "bob"
    made = await caller.create(request)
    assert made.match.state == MATCH_STATE_WAITING
    assert [one.seat for one in made.join_tokens] == [0, 2]
    assert len({one.token for one in made.join_tokens}) == 2
    assert [seat.is_filled for seat in made.match.seats] == [False, True, False]
    assert made.match.HasField("join_deadline")
    assert not made.match.HasField("seat_to_act")
    assert not (await caller.get(made.match.match)).HasField("view")


@pytest.mark.servers(2)
async def test_a_repeated_request_finds_its_match_on_any_server(servers: Servers) -> None:
    one, other = (host.caller() for host in servers.hosts)
    request = with_open_seats(GAME_DUEL, 2)
    made = await one.create(request)
    assert await other.create(request) == made
    ann = servers.hosts[0].caller("ann")
    await ann.join(made.match.match, made.join_tokens[0].token)
    again = await other.create(request)
    assert again.join_tokens == made.join_tokens
    assert again.match == (await one.get(made.match.match)).match
    assert again.match.version == 1
    assert len(await one.matches(ListMatchesRequest())) == 1


@pytest.mark.servers(2)
async def test_a_request_id_with_another_content_is_refused(servers: Servers) -> None:
    one, other = (host.caller() for host in servers.hosts)
    request = seated(GAME_DUEL, ["ann", "bob"])
    made = await one.create(request)
    request.seats[0].principal = "eve"
    failed = await failure_of(other.create(request))
    assert (failed.code, failed.reason) == ("ALREADY_EXISTS", "REQUEST_ID_REUSED")
    assert (await one.get(made.match.match)).match == made.match


@pytest.mark.servers(2)
async def test_each_request_of_a_batch_fails_or_succeeds_for_itself(servers: Servers) -> None:
    one, other = (host.caller() for host in servers.hosts)
    requests = [seated(GAME_DUEL, ["ann", f"p{number}"]) for number in range(BATCH)]
    requests[3].game = GAME_UNSPECIFIED
    requests[7].seats.add(principal="cleo")
    requests[9].CopyFrom(requests[8])
    requests[9].seats[0].principal = "eve"
    results = await one.create_batch(requests)
    failed = {n for n, result in enumerate(results) if result.HasField("failure")}
    assert len(results) == BATCH
    assert {3, 7} < failed <= {3, 7, 8, 9}
    assert len(failed) == 3
    assert results[3].failure.violations[0].field == "game"
    again = await other.create_batch(requests)
    for number, (result, repeated) in enumerate(zip(results, again, strict=True)):
        if number not in (8, 9):
            assert repeated == result
    assert len(await one.matches(ListMatchesRequest(page_size=500))) == BATCH - 3


async def test_a_batch_of_more_than_500_is_refused(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    requests = [seated(GAME_DUEL, ["ann", "bob"]) for _ in range(BATCH + 1)]
    failed = await failure_of(caller.create_batch(requests))
    assert failed.reason == "INVALID_FIELD"
    assert not await caller.matches(ListMatchesRequest())


async def made_for_lists(caller: Caller) -> list[Match]:
    """Many matches: of two games, of ten principals, some of them cancelled."""
    requests = [
        seated(GAME_SPLENDOR if number % 3 else GAME_DUEL, [f"p{number % 10}", "zoe"])
        for number in range(LISTED)
    ]
    results = await caller.create_batch(requests)
    for result in results[:40]:
        await caller.cancel(result.created.match.match)
    return [(await caller.get(result.created.match.match)).match for result in results]


@pytest.mark.servers(2)
async def test_lists_are_filtered_and_paged_with_each_match_once(servers: Servers) -> None:
    maker, caller = (host.caller() for host in servers.hosts)
    made = await made_for_lists(maker)

    async def check(request: ListMatchesRequest, wanted: list[Match]) -> None:
        for page_size in (1, 37, 500)[len(wanted) > 100 :]:
            request.page_size = page_size
            request.page_token = ""
            found = await caller.matches(request)
            assert sorted(one.match for one in found) == sorted(one.match for one in wanted)
            assert {one.match: one for one in found} == {one.match: one for one in wanted}

    await check(ListMatchesRequest(), made)
    is_cancelled = ListMatchesRequest(state=MATCH_STATE_CANCELLED)
    await check(is_cancelled, made[:40])
    await check(ListMatchesRequest(game=GAME_DUEL), made[::3])
    await check(ListMatchesRequest(principal="p4"), made[4::10])
    await check(ListMatchesRequest(principal="nobody"), [])
    await check(
        ListMatchesRequest(principal="p0", game=GAME_DUEL, state=MATCH_STATE_ACTIVE),
        made[60::30],
    )


async def test_paging_meets_every_match_that_was_there_all_along_once(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    old = {one.match for one in await made_for_lists(caller)}
    request, found = ListMatchesRequest(page_size=25), list[str]()
    while True:
        page = await caller.list_page(request)
        found += [one.match for one in page.matches]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
        await caller.create(seated(GAME_DUEL, ["new", "zoe"]))
    assert len(found) == len(set(found))
    assert old <= set(found)


@pytest.mark.servers(2)
async def test_a_rematch_seats_the_same_holders_one_seat_further_on(servers: Servers) -> None:
    one, other = servers.hosts
    request = seated(GAME_SPLENDOR, ["ann", "bob", "cleo"])
    request.options.splendor.seats = 3
    request.options.splendor.no_progress_limit = 77
    before = (await one.caller().create(request)).match
    rematch = CreateMatchRequest(request_id=new_request_id(), rematch_of=before.match)
    failed = await failure_of(other.caller().create(rematch))
    assert failed.reason == "MATCH_NOT_OVER"
    await one.caller().cancel(before.match)
    after = (await other.caller().create(rematch)).match
    assert [seat.principal for seat in after.seats] == ["cleo", "ann", "bob"]
    assert after.options == before.options
    assert after.game == before.game
    assert after.rematch_of == before.match
    assert after.fairness.commitment != before.fairness.commitment
    named = CreateMatchRequest(
        request_id=new_request_id(),
        rematch_of=before.match,
        seats=[SeatSpec(principal=name) for name in ("x", "y", "z")],
    )
    named_match = (await one.caller().create(named)).match
    assert [seat.principal for seat in named_match.seats] == ["x", "y", "z"]
    unknown = CreateMatchRequest(request_id=new_request_id(), rematch_of="a" * 24)
    assert (await failure_of(one.caller().create(unknown))).reason == "MATCH_NOT_FOUND"


async def test_a_repeated_rematch_is_found_also_when_the_match_before_is_gone(
    servers: Servers, running_store: Store
) -> None:
    caller = servers.hosts[0].caller()
    before = (await caller.create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
    await caller.cancel(before)
    rematch = CreateMatchRequest(request_id=new_request_id(), rematch_of=before)
    made = await caller.create(rematch)
    with running_store.holder_of(tag_of(before)).client() as client:
        client.delete(*client.keys(f"*{before}"))
    assert await caller.create(rematch) == made


@pytest.mark.servers(2)
async def test_a_seed_serves_one_match_which_proves_nothing(servers: Servers) -> None:
    one, other = (host.caller() for host in servers.hosts)
    request = seated(GAME_DUEL, ["ann", "bob"])
    request.seed = bytes(range(32))
    made = (await one.create(request)).match
    assert made.fairness.is_unverifiable
    assert (await other.create(request)).match == made
    second = seated(GAME_DUEL, ["ann", "bob"])
    second.seed = request.seed
    failed = await failure_of(other.create(second))
    assert (failed.code, failed.reason) == ("ALREADY_EXISTS", "SEED_USED")
    await one.cancel(made.match)
    assert (await one.record(made.match)).reveal.seed == request.seed


@pytest.mark.servers(1, PATIENT)
async def test_a_match_can_begin_from_a_position(servers: Servers) -> None:
    ((state, _, _),) = positions(DUEL, 5, 1)
    data = DUEL.game.to_data(state)
    host = servers.hosts[0]
    request = seated(GAME_DUEL, ["ann", "bob"])
    request.position.CopyFrom(position_message("duel", data))
    match = (await host.caller().create(request)).match
    assert match.fairness.is_unverifiable
    assert not match.fairness.commitment
    seat, rng = match.seat_to_act, Random(5)
    caller = host.caller(["ann", "bob"][seat])
    sight = await caller.get(match.match)
    async with aclosing(caller.watch(match.match)) as stream:
        assert (await anext(stream)).snapshot.view == sight.view
    await caller.act(match.match, seat, 0, rng.choice(sight.legal_actions))
    await caller.resign(match.match, seat)
    record = await caller.record(match.match)
    assert record.opening == request.position
    assert not record.reveal.seed
    told = moments(record)
    assert told[0].view(seat) == sight.view
    assert len(told) == 3
    assert (await caller.get(match.match)).view == told[-1].view(seat)


async def test_where_the_store_loses_a_match_that_was_just_created_the_same_call_creates_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a store may that has no power for a moment; nobody could do anything about NOT_FOUND."""
    sound = RedisStore.create
    with valkey() as server:

        async def losing(store: RedisStore, new: NewMatch) -> bool:
            is_new = await sound(store, new)
            empty(server)
            return is_new

        async with servers_on(server.url) as servers:
            caller, request = servers.hosts[0].caller("ann"), seated(GAME_DUEL, ["ann", "bob"])
            with monkeypatch.context() as losses:
                losses.setattr(RedisStore, "create", losing)
                failed = await failure_of(caller.create(request))
            assert (failed.code, failed.reason) == ("UNAVAILABLE", "STORE_UNAVAILABLE")
            made = (await caller.create(request)).match
            assert (await caller.get(made.match)).match == made
