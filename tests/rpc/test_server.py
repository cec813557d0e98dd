"""The server over the wire: what it has, what it has not, how it says so, how it goes."""

import asyncio
from typing import Final

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb import game_pb2 as game
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb import matchmaker_service_pb2 as made
from gemwright.rpc.grpc_server import options
from gemwright.rpc.stack import SERVICES
from gemwright.settings import Settings
from tests.rpc.serving import (
    CATALOG,
    MATCHES,
    MATCHMAKER,
    PROMISES,
    Client,
    duel_for_two,
    ended,
    serving,
)

NO_MESSAGE: Final = b"\xff"
CALLS: Final = [
    (f"{service.full_name}/{method.name}", method.server_streaming)
    for service in SERVICES
    for method in service.methods
]


async def test_every_call_of_the_contract_is_there(store_url: str) -> None:
    async def reason(client: Client, call: str, *, is_stream: bool) -> str:
        channel = client.channel
        if is_stream:
            watch: grpc.aio.UnaryStreamMultiCallable[bytes, bytes]
            watch = channel.unary_stream(f"/{call}")
            return (await ended(watch(NO_MESSAGE).read())).reason
        run: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/{call}")
        return (await ended(run(NO_MESSAGE))).reason

    async with serving(store_url) as client:
        reasons = {
            call: await reason(client, call, is_stream=is_stream) for call, is_stream in CALLS
        }
        assert set(reasons.values()) == {"INVALID_FIELD"}


async def test_health_tells_of_the_server_and_of_each_service(client: Client) -> None:
    for name in ("", *(service.full_name for service in SERVICES)):
        answer = await client.call(
            "grpc.health.v1.Health/Check",
            health_pb2.HealthCheckRequest(service=name),
            health_pb2.HealthCheckResponse,
        )
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_has_the_whole_contract(client: Client) -> None:
    method = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
    run = client.channel.stream_stream(
        method,
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    wanted = [service.full_name for service in SERVICES]
    asked = [
        reflection_pb2.ServerReflectionRequest(list_services=""),
        *(reflection_pb2.ServerReflectionRequest(file_containing_symbol=name) for name in wanted),
    ]
    listed, *files = [answer async for answer in run(iter(asked))]
    names = {service.name for service in listed.list_services_response.service}
    assert names >= set(wanted)
    for answer in files:
        content = answer.file_descriptor_response.file_descriptor_proto[0]
        assert FileDescriptorProto.FromString(content).package == "gemwright.v1"


@pytest.mark.parametrize(
    "method",
    [
        "grpc.health.v1.Health/Check",
        "grpc.health.v1.Health/Watch",
        "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    ],
)
async def test_bytes_that_are_no_request_are_no_mistake_of_the_server(
    store_url: str, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(store_url) as client:
        run: grpc.aio.StreamStreamMultiCallable[bytes, bytes]
        run = client.channel.stream_stream(f"/{method}")
        call = run(iter([b"no request"]))
        assert await call.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert not caplog.records


async def test_a_watch_is_told_where_to_go_on_before_the_server_goes(client: Client) -> None:
    match = (await client.create(duel_for_two())).match.match
    stream = client.watch(pb.WatchMatchRequest(match=match))
    first = await stream.read()
    assert isinstance(first, pb.WatchMatchResponse)
    assert first.WhichOneof("message") == "snapshot"
    drained = asyncio.create_task(client.doors.drain(5.0))
    last = await stream.read()
    assert isinstance(last, pb.WatchMatchResponse)
    assert last.WhichOneof("message") == "going_away"
    assert last.resume_token
    await drained


async def test_the_catalogue_tells_limits_promises_and_games(client: Client) -> None:
    info = await client.call(f"{CATALOG}/GetServerInfo", b"", catalog.GetServerInfoResponse, None)
    assert info.is_development_mode
    assert info.limits.max_request_bytes == Settings().max_message_bytes
    assert info.durability.store == PROMISES.store
    games = await client.call(f"{CATALOG}/ListGames", b"", catalog.ListGamesResponse, None)
    seats = {one.game: (one.min_seats, one.max_seats) for one in games.games}
    assert seats == {
        game.GAME_DUEL: (2, 2),
        game.GAME_DUEL_COUNTERFEITERS: (2, 2),
        game.GAME_SPLENDOR: (2, 4),
    }


async def test_the_catalogue_has_every_card_once_and_the_words_of_the_language(
    client: Client,
) -> None:
    for which, number in ((1, 71), (2, 96), (3, 100)):
        request = catalog.ListCardsRequest(game=game.Game.Name(which), language="fr")
        answer = await client.call(f"{CATALOG}/ListCards", request, catalog.ListCardsResponse, None)
        ids = [card.card for card in answer.cards]
        assert len(set(ids)) == len(ids)
        assert len(ids) == number, which
        terms = {term.key: term.text for term in answer.terms}
        assert terms["white"] == "blanc"


async def test_an_action_of_another_game_is_a_wrong_field(client: Client) -> None:
    match = (await client.create(duel_for_two())).match.match
    request = pb.SubmitActionRequest(
        match=match,
        seat=0,
        expected_version=0,
        request_id="an-action-1",
        action=game.Action(splendor={"pass_turn": {}}),
    )
    method = f"{MATCHES}/SubmitAction"
    error = await ended(client.call(method, request, pb.SubmitActionResponse))
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert error.fields[0].startswith("action")


async def test_matches_are_listed_in_pages_each_once(client: Client) -> None:
    created = {
        (await client.create(duel_for_two(f"request-{number:04}"))).match.match
        for number in range(7)
    }
    found: list[str] = []
    token = ""
    while token or not found:
        page = await client.call(
            f"{MATCHMAKER}/ListMatches",
            made.ListMatchesRequest(page_size=3, page_token=token),
            made.ListMatchesResponse,
        )
        found += [match.match for match in page.matches]
        token = page.next_page_token
    assert sorted(found) == sorted(created)


def test_what_grpc_is_told_is_the_same_in_a_worker_that_shares_its_port() -> None:
    alone, sharing = (dict(options(Settings(workers=number))) for number in (1, 2))
    assert (alone.pop("grpc.so_reuseport"), sharing.pop("grpc.so_reuseport")) == (0, 1)
    assert alone == sharing
    assert alone["grpc.server.max_pending_requests"] == 20_000
    assert alone["grpc.server.max_pending_requests_hard_limit"] == 40_000
    assert alone["grpc.keepalive_permit_without_calls"] == 1
    assert alone["grpc.http2.min_ping_interval_without_data_ms"] <= 10_000
