"""What a server process logs of calls: one line each, with what an operator needs and no secret."""

import asyncio
import base64
import signal
from collections.abc import Awaitable
from pathlib import Path

import pytest

from gemwright.pb import matchmaker_service_pb2 as maker_pb
from gemwright.pb.game_pb2 import GAME_DUEL
from tests.service.callers import CallFailed, new_request_id
from tests.service.players import with_open_seats
from tests.service.processes import PASSWORD, Process, processes, strict_valkey
from tests.valkey import Valkey

ALWAYS = {"event", "level", "timestamp", "method", "code", "duration_ms", "trace"}
ANN = "ann-of-the-log"


async def reason_of(call: Awaitable[object]) -> str:
    """Why a call fails, which it must."""
    with pytest.raises(CallFailed) as failed:
        await call
    return failed.value.reason


async def call_everything(server: Process, store: Valkey) -> tuple[str, list[bytes]]:
    """A match from its creation to its end, with some refusals; its id, and what was secret."""
    ann, stranger = server.caller(ANN), server.caller("not a principal")
    made = await ann.create(with_open_seats(GAME_DUEL, 2))
    match, tokens = made.match.match, [one.token for one in made.join_tokens]
    for token in tokens:
        await ann.join(match, token)
    seat = (await ann.get(match)).match.seat_to_act
    sight = await ann.get(match, seat)
    action, version = sight.legal_actions[0], sight.match.version
    assert await reason_of(stranger.get(match)) == "CREDENTIALS_INVALID"
    assert await reason_of(ann.act(match, seat, version + 1, action)) == "STALE_VERSION"
    assert await reason_of(ann.get("a" * 24)) == "MATCH_NOT_FOUND"
    request_id = new_request_id()
    await ann.act(match, seat, version, action, request_id)
    await ann.resign(match, 0)
    async for message in ann.watch(match):
        assert message.resume_token
    record = await ann.record(match)
    with store.client() as client:
        deployment = client.get("gemwright:secret")
    assert isinstance(deployment, bytes)
    return match, [*(token.encode() for token in tokens), record.reveal.seed, deployment]


async def test_each_call_is_one_line_that_names_match_and_seat_and_how_it_ended(
    tmp_path: Path,
) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 1, store=store) as (server,):
            match, _ = await call_everything(server, store)
            server.signal(signal.SIGTERM)
            await server.ended()
            ended = [line for line in server.log() if line["event"] == "call_ended"]
    told = [
        (str(line["method"]).partition("/")[2], line["code"], line.get("reason")) for line in ended
    ]
    assert told == [
        ("CreateMatch", "OK", None),
        ("JoinMatch", "OK", None),
        ("JoinMatch", "OK", None),
        ("GetMatch", "OK", None),
        ("GetMatch", "OK", None),
        ("GetMatch", "UNAUTHENTICATED", "CREDENTIALS_INVALID"),
        ("SubmitAction", "ABORTED", "STALE_VERSION"),
        ("GetMatch", "NOT_FOUND", "MATCH_NOT_FOUND"),
        ("SubmitAction", "OK", None),
        ("Resign", "OK", None),
        ("WatchMatch", "OK", None),
        ("GetMatchRecord", "OK", None),
    ]
    assert all(set(line) >= ALWAYS for line in ended)
    assert [line.get("match") == match for line in ended].count(False) == 2
    moved = [line for line in ended if "SubmitAction" in str(line["method"])]
    assert all(line["seat"] in (0, 1) for line in moved)


async def test_no_secret_is_logged_in_any_form(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 1, store=store) as (server,):
            _, secrets = await call_everything(server, store)
            await asyncio.to_thread(store.restart)
            await server.caller(ANN).list_page(maker_pb.ListMatchesRequest())
            log = server.running.log.read_bytes()
    for secret in (*secrets, PASSWORD.encode(), ANN.encode()):
        for form in (secret, secret.hex().encode(), base64.b64encode(secret)):
            assert form not in log
