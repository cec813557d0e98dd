"""The limits of callers and owners on real servers: what is let through, and what helps."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import replace
from random import Random
from typing import TypeAlias

import grpc.aio
import pytest
from google.rpc.error_details_pb2 import RetryInfo
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from gemwright.matches.commands.quota import COUNT_HOLDS_S
from gemwright.pb import catalog_service_pb2 as catalog_pb
from gemwright.pb import matchmaker_service_pb2 as maker_pb
from gemwright.pb.error_pb2 import ERROR_REASON_LIMIT_EXCEEDED
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR
from tests.service.callers import Caller, CallFailed, failure_of, new_request_id
from tests.service.players import choose, seated, watching, with_open_seats
from tests.service.servers import BRISK, Host, Servers, servers_on
from tests.valkey import PATIENCE

INFO = "/gemwright.v1.CatalogService/GetServerInfo"
HEALTH = "/grpc.health.v1.Health/"
ReflectionCall: TypeAlias = grpc.aio.StreamStreamCall[
    reflection_pb2.ServerReflectionRequest, reflection_pb2.ServerReflectionResponse
]


async def info(caller: Caller) -> catalog_pb.GetServerInfoResponse:
    """Any call that costs little."""
    return await caller.call(
        INFO, catalog_pb.GetServerInfoRequest(), catalog_pb.GetServerInfoResponse
    )


async def limit_of(call: Awaitable[object]) -> tuple[str, float]:
    """The text and the wait of a call that is too much."""
    failed = await failure_of(call)
    assert (failed.code, failed.reason) == ("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED")
    return failed.status.message, wait_of(failed)


def wait_of(failed: CallFailed) -> float:
    """After how many seconds a call that was too much may be made again."""
    milliseconds: int = failed.detail(RetryInfo).retry_delay.ToMilliseconds()
    return milliseconds / 1000


async def used_up(caller: Caller, most: int = 5_000) -> tuple[int, CallFailed]:
    """Call until it is too much: how often that went well, and what was told then."""
    return await until_refused(lambda: info(caller), most)


async def until_refused(
    call: Callable[[], Awaitable[object]], most: int = 5_000
) -> tuple[int, CallFailed]:
    """Likewise, any call."""
    for number in range(most):
        try:
            await call()
        except CallFailed as failed:
            if failed.reason != "LIMIT_EXCEEDED":
                raise
            return number, failed
    raise AssertionError(f"{most} calls were let through")


@asynccontextmanager
async def limited(url: str, *words: str) -> AsyncIterator[tuple[Servers, Host]]:
    """A server with these limits."""
    async with servers_on(url, 0) as servers:
        yield servers, await servers.start(words=words)


@pytest.mark.inside("counts the calls of one process")
async def test_a_burst_is_let_through_and_then_one_call_at_the_time_that_is_told(
    store_url: str,
) -> None:
    async with limited(store_url, "--max-calls", "10") as (_, host):
        ann, again = host.caller("ann"), host.caller("ann")
        assert (await info(host.caller())).limits.max_calls_per_second == 10
        began = time.monotonic()
        number, refused = await used_up(ann)
        took = time.monotonic() - began
        assert 100 <= number <= 100 + 10 * took + 1
        assert "10 calls in a second" in refused.status.message
        for caller in (ann, again):
            began = time.monotonic()
            _, refused = await used_up(caller)
            wait = wait_of(refused)
            assert 0 < wait <= 0.1
            await asyncio.sleep(wait)
            number, _ = await used_up(caller)
            late = time.monotonic() - began - wait
            assert 1 <= number <= 1.1 + 10 * late
        await info(host.caller("bob"))


@pytest.mark.inside("counts the calls of one process")
async def test_who_says_no_name_is_counted_by_address(store_url: str) -> None:
    async with limited(store_url, "--max-calls", "1") as (_, host):
        one, other = host.caller(), host.caller()
        number, _ = await used_up(one)
        assert number >= 10
        number, refused = await used_up(other, 5)
        assert "1 calls" in refused.status.message
        await info(host.caller("ann"))


@pytest.mark.inside("counts the calls of one process")
async def test_the_moves_of_a_busy_player_pass(store_url: str) -> None:
    async with limited(store_url, "--max-calls", "2") as (_, host):
        ann, rng = host.caller("ann"), Random(7)
        made = (await host.caller().create(seated(GAME_DUEL, ["ann", "ann"]))).match
        async with watching(ann, made.match, 0) as one, watching(ann, made.match, 1) as two:
            await one.reached(0)
            await two.reached(0)
            await used_up(ann)
            for version in range(40):
                await one.reached(version)
                await two.reached(version)
                seat = 0 if one.legal[version] else 1
                action = choose((one, two)[seat].legal[version], rng)
                request_id = new_request_id()
                told = await ann.act(made.match, seat, version, action, request_id)
                assert await ann.act(made.match, seat, version, action, request_id) == told
                await used_up(ann, 10)


@pytest.mark.inside("counts the calls of one process")
async def test_refused_moves_are_calls(store_url: str) -> None:
    async with limited(store_url, "--max-calls", "2") as (_, host):
        made = (await host.caller().create(seated(GAME_DUEL, ["ann", "bob"]))).match
        seat, name = made.seat_to_act, ["ann", "bob"][made.seat_to_act]
        player = host.caller(name)
        action = (await player.get(made.match)).legal_actions[0]
        for _ in range(25):
            failed = await failure_of(player.act(made.match, seat, 9, action))
            assert failed.reason == "STALE_VERSION"
        _, wait = await limit_of(info(player))
        assert wait > 1
        assert (await player.act(made.match, seat, 0, action)).version == 1


@pytest.mark.inside("counts the streams of one process")
async def test_a_caller_has_so_many_streams_open_and_no_more(store_url: str) -> None:
    async with limited(store_url, "--max-streams", "3") as (_, host):
        ann, bob = host.caller("ann"), host.caller("bob")
        match = (await ann.create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
        assert (await info(ann)).limits.max_open_streams == 3
        async with AsyncExitStack() as stack:
            streams = [
                await stack.enter_async_context(aclosing(ann.watch(match))) for _ in range(3)
            ]
            for stream in streams:
                await anext(stream)
            text, wait = await limit_of(anext(host.caller("ann").watch(match)))
            assert "3 open streams" in text
            assert wait >= 1
            async with aclosing(bob.watch(match)) as other:
                await anext(other)
            await info(ann)
            await streams[0].aclose()
            await until_open(ann, match)


async def until_open(caller: Caller, match: str) -> None:
    """Try again until a stream is let through: the server learns a little later of one closed."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with aclosing(caller.watch(match)) as stream:
                try:
                    await anext(stream)
                except CallFailed as failed:
                    if failed.reason != "LIMIT_EXCEEDED":
                        raise
                    await asyncio.sleep(0.01)
                else:
                    return


@pytest.mark.inside("counts the calls of one process")
async def test_probes_of_the_health_are_counted_by_address_and_apart(store_url: str) -> None:
    async with limited(store_url, "--max-calls", "1", "--max-streams", "1") as (_, host):
        nobody = host.caller()
        await used_up(nobody)
        request = health_pb2.HealthCheckRequest()
        path, answer = HEALTH + "Check", health_pb2.HealthCheckResponse
        watch = nobody.stream(HEALTH + "Watch", request, answer)
        assert (await anext(watch)).status == answer.SERVING
        text, _ = await limit_of(anext(nobody.stream(HEALTH + "Watch", request, answer)))
        assert "1 open streams" in text
        number, _ = await until_refused(lambda: nobody.call(path, request, answer))
        assert number >= 8
        await watch.aclose()


@pytest.mark.inside("counts the calls of one process")
async def test_questions_about_the_contract_are_counted_by_address_and_apart(
    store_url: str,
) -> None:
    async with limited(store_url, "--max-calls", "1", "--max-streams", "1") as (_, host):
        nobody = host.caller()
        await used_up(nobody)
        first, second = (_reflection(nobody) for _ in range(2))
        assert await _answered(first)
        assert "1 open streams" in await _refusal_of(second)
        asked = 1
        while asked < 20 and await _answered(first):
            asked += 1
        assert 9 <= asked < 20
        assert "1 calls in a second" in await _refusal_of(first)


def _reflection(caller: Caller) -> ReflectionCall:
    method: Callable[[], ReflectionCall] = caller.channel.stream_stream(
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    return method()


async def _answered(call: ReflectionCall) -> bool:
    """Ask once; whether there was an answer, and not the end."""
    await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
    try:
        return await call.read() is not grpc.aio.EOF
    except grpc.aio.AioRpcError:
        return False


async def _refusal_of(call: ReflectionCall) -> str:
    """Why a call has ended."""
    assert await call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    return await call.details() or ""


# --- Matches of an owner


async def created(caller: Caller, number: int) -> list[str]:
    """So many matches."""
    return [
        (await caller.create(with_open_seats(GAME_SPLENDOR, 2))).match.match for _ in range(number)
    ]


async def test_an_owner_has_so_many_matches_on_all_servers_together(store_url: str) -> None:
    limits = replace(BRISK, matches_of_owner=5)
    async with servers_on(store_url, 2, limits) as servers:
        one, other = (host.caller() for host in servers.hosts)
        matches = await created(one, 4)
        kept = seated(GAME_DUEL, ["ann", "bob"])
        made = await other.create(kept)
        text, wait = await limit_of(other.create(with_open_seats(GAME_DUEL, 2)))
        assert "5 matches of one owner" in text
        assert wait >= 1
        await asyncio.sleep(COUNT_HOLDS_S)
        await limit_of(one.create(with_open_seats(GAME_DUEL, 2)))
        # A repetition is no new match, and one that says something else is told so.
        assert (await one.create(kept)).match == made.match
        kept.game = GAME_SPLENDOR
        assert (await failure_of(one.create(kept))).reason == "REQUEST_ID_REUSED"
        assert len(await one.matches(maker_pb.ListMatchesRequest())) == 5
        # Room is made by whatever ends a match.
        await one.cancel(matches[0])
        await servers.hosts[1].caller("ann").resign(made.match.match, 0)
        await asyncio.sleep(COUNT_HOLDS_S)
        await created(one, 2)
        await limit_of(one.create(with_open_seats(GAME_DUEL, 2)))


@pytest.mark.servers(1, replace(BRISK, matches_of_owner=12))
async def test_a_batch_creates_as_many_as_there_is_room_for(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    await created(caller, 2)
    await asyncio.sleep(COUNT_HOLDS_S)
    batch = [with_open_seats(GAME_DUEL, 2) for _ in range(20)]
    results = await caller.create_batch(batch)
    made = [number for number, one in enumerate(results) if one.HasField("created")]
    refused = [one.failure for one in results if one.HasField("failure")]
    assert len(made) == 10
    assert {one.reason for one in refused} == {ERROR_REASON_LIMIT_EXCEEDED}
    again = await caller.create_batch([batch[number] for number in made])
    assert again == [results[number] for number in made]


@pytest.mark.servers(1, replace(BRISK, matches_of_owner=2))
async def test_a_match_that_was_not_created_is_not_counted(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    first = seated(GAME_DUEL, ["ann", "bob"])
    first.seed = bytes(32)
    made = await caller.create(first)
    for _ in range(5):
        taken = seated(GAME_DUEL, ["ann", "bob"])
        taken.seed = bytes(32)
        assert (await failure_of(caller.create(taken))).reason == "SEED_USED"
        assert await caller.create(first) == made
        wrong = seated(GAME_DUEL, ["ann"])
        assert (await failure_of(caller.create(wrong))).reason == "INVALID_FIELD"
    await created(caller, 1)
