"""Request ids: kept over the end of a match, of one seat and one content, free after a refusal."""

from collections.abc import Awaitable
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from google.protobuf.message import Message

from gemwright.pb.error_pb2 import ERROR_REASON_REQUEST_ID_REUSED
from gemwright.pb.game_pb2 import (
    GAME_DUEL,
    GAME_SPLENDOR,
)
from gemwright.pb.match_pb2 import MATCH_STATE_CANCELLED
from gemwright.redis.keys import tag_of
from tests.service.callers import CallFailed
from tests.service.losses import (
    SEATED,
    Stage,
    lines_of,
    next_move,
    number_of_matches,
    version_of,
)
from tests.service.players import seated, with_open_seats
from tests.service.servers import PATIENT, Servers
from tests.valkey import Store
from tests.waiting import until

AT_ONCE: Final = replace(PATIENT, archive_after_ms=1, sweep_every_s=0.02)
"""Limits for servers that archive a match as soon as it is over."""


@pytest.mark.inside("archives at once")
@pytest.mark.servers(2, AT_ONCE)
async def test_a_retry_gets_its_answer_after_the_match_was_archived(
    servers: Servers, running_store: Store
) -> None:
    lines = lines_of(servers.hosts)
    request = with_open_seats(GAME_DUEL, 2)
    made = await lines[0][0].create(request)
    match = made.match.match
    for seat, shown in enumerate(made.join_tokens):
        await lines[seat][seat].join(match, shown.token)
    done = []
    for turn in range(20):
        move = await next_move(match, lines[turn % 2], Random(turn), f"request-{turn}")
        done.append((move, await move.at(lines[turn % 2])))
    resigned = await lines[0][0].resign(match, 0, "resign-it")
    await until(lambda: is_archived(running_store, match), "it is archived")
    fresh = await servers.start()
    for line in [*lines, [fresh.caller(name) for name in SEATED]]:
        for move, update in done:
            assert await move.at(line) == update
        assert await line[0].resign(match, 0, "resign-it") == resigned
        again = await line[0].create(request)
        assert again.join_tokens == made.join_tokens
        assert again.match.version == resigned.version
        joined = await line[1].join(match, made.join_tokens[1].token)
        assert (joined.seat, joined.match) == (1, again.match)
        with pytest.raises(CallFailed) as caught:
            await done[0][0]._replace(version=5).at(line)
        assert caught.value.reason == "REQUEST_ID_REUSED"


def is_archived(store: Store, match: str) -> bool:
    """Whether the log of a match is gone."""
    with store.holder_of(tag_of(match)).client() as client:
        return not list(client.scan_iter(f"*l:{match}"))


@pytest.mark.inside("archives at once")
@pytest.mark.servers(2, AT_ONCE)
async def test_a_cancellation_is_repeated_after_the_match_was_archived(
    servers: Servers, running_store: Store
) -> None:
    lines = lines_of(servers.hosts)
    match = (await lines[0][0].create(seated(GAME_DUEL, SEATED))).match.match
    cancelled = await lines[0][0].cancel(match)
    await until(lambda: is_archived(running_store, match), "it is archived")
    for line in lines:
        assert await line[0].cancel(match) == cancelled
    assert cancelled.state == MATCH_STATE_CANCELLED


async def refused(call: Awaitable[Message]) -> str:
    """The reason why a call is refused."""
    with pytest.raises(CallFailed) as caught:
        await call
    return caught.value.reason


@pytest.mark.inside("nothing else may ask the store")
async def test_a_request_id_with_another_content_is_refused_and_changes_nothing(
    staged: Stage,
) -> None:
    lines = lines_of(staged.hosts)
    match = (await lines[0][0].create(seated(GAME_SPLENDOR, SEATED))).match.match
    move = await next_move(match, lines[0], Random(1), "request-1")
    sight = await lines[0][move.seat].get(match, move.seat)
    other = next(one for one in sight.legal_actions if one != move.action)
    await move.at(lines[0])
    for line in (lines[1], lines[0]):
        assert await refused(move._replace(action=other).at(line)) == "REQUEST_ID_REUSED"
        assert await refused(move._replace(version=1).at(line)) == "REQUEST_ID_REUSED"
        resigning = line[move.seat].resign(match, move.seat, move.request_id)
        assert await refused(resigning) == "REQUEST_ID_REUSED"
    await lines[1][1 - move.seat].resign(match, 1 - move.seat, "request-2")
    acting = move._replace(seat=1 - move.seat, request_id="request-2")
    for line in lines:
        assert await refused(acting.at(line)) == "REQUEST_ID_REUSED"
    assert await version_of(staged, match) == 2


@pytest.mark.inside("nothing else may ask the store")
async def test_a_creation_with_a_used_id_and_another_content_is_refused(staged: Stage) -> None:
    lines = lines_of(staged.hosts)
    request = with_open_seats(GAME_DUEL, 2)
    other = with_open_seats(GAME_SPLENDOR, 2)
    other.request_id = request.request_id
    await lines[0][0].create(request)
    for line in lines:
        assert await refused(line[0].create(other)) == "REQUEST_ID_REUSED"
        (result,) = await line[0].create_batch([other])
        assert result.failure.reason == ERROR_REASON_REQUEST_ID_REUSED
    assert await number_of_matches(staged) == 1


@pytest.mark.inside("nothing else may ask the store")
async def test_nobody_gets_the_answer_of_another_seat_by_its_request_id(staged: Stage) -> None:
    lines = lines_of(staged.hosts)
    match = (await lines[0][0].create(seated(GAME_SPLENDOR, SEATED))).match.match
    move = await next_move(match, lines[0], Random(1), "request-1")
    update = await move.at(lines[0])
    thief = 1 - move.seat
    fresh = await staged.servers.start(wake_ups=False)
    for host in (*staged.hosts[:2], fresh):
        caller = host.caller(SEATED[thief])
        asked = caller.act(match, move.seat, move.version, move.action, "request-1")
        assert await refused(asked) == "NOT_YOUR_SEAT"
        assert await refused(caller.resign(match, move.seat, "request-1")) == ("NOT_YOUR_SEAT")
        asked = caller.act(match, thief, move.version, move.action, "request-1")
        assert await refused(asked) == "STALE_VERSION"
        nobody = host.caller()
        asked = nobody.act(match, move.seat, move.version, move.action, "request-1")
        assert await refused(asked) == "CREDENTIALS_MISSING"
    own = await next_move(match, lines[1], Random(2), "request-1")
    assert own.seat == thief
    answer = await own.at(lines[1])
    assert (answer.version, answer.move.seat) == (2, thief)
    for line in lines:
        assert await own.at(line) == answer
        assert await move.at(line) == update


@pytest.mark.inside("nothing else may ask the store")
async def test_a_refusal_is_not_remembered_and_its_request_id_is_free(staged: Stage) -> None:
    lines = lines_of(staged.hosts)
    match = (await lines[0][0].create(seated(GAME_SPLENDOR, SEATED))).match.match
    first = await next_move(match, lines[0], Random(1), "request-1")
    early = first._replace(seat=1 - first.seat)
    for line in lines:
        assert await refused(early.at(line)) == "ACTION_REFUSED"
        assert await refused(early._replace(version=7).at(line)) == "STALE_VERSION"
    await first.at(lines[0])
    second = await next_move(match, lines[0], Random(2), "request-1")
    assert second.seat == early.seat
    assert (await second.at(lines[1])).version == 2
    assert await version_of(staged, match) == 2
