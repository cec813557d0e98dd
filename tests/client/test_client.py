"""The client as a whole: every call of the contract, by its noun; its beginning and its end."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable
from datetime import timedelta
from random import Random
from typing import Final

import pytest
from google.protobuf import descriptor_pool

from gemwright_client import Client, action_text
from gemwright_client.errors import (
    ActionRefused,
    CallError,
    MatchNotFound,
    NotationError,
    Unreachable,
    WrongState,
)
from gemwright_client.pb import catalog_service_pb2 as catalogue
from gemwright_client.pb import inbox_service_pb2 as inbox
from gemwright_client.pb import match_service_pb2 as matches
from gemwright_client.pb import matchmaker_service_pb2 as maker
from gemwright_client.pb import operator_service_pb2 as operator
from gemwright_client.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Action
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE
from tests.client.scripted import STREAMS, Script, Silence, scripted
from tests.client.tables import clients, history, new_match, played, request_for
from tests.client.wires import wire
from tests.service.servers import BRISK, PATIENT, Servers
from tests.waiting import until

MANY: Final = 200
SERVICES: Final = (catalogue, inbox, matches, maker, operator)
ACTION: Final = Action(duel={"replenish": {}})
NOTE: Final = "a test"


def methods() -> dict[str, str]:
    """Every method of the contract, and what it answers."""
    pool = descriptor_pool.Default()
    found = {}
    for module in SERVICES:
        for service in module.DESCRIPTOR.services_by_name.values():
            assert pool.FindServiceByName(service.full_name) == service
            for method in service.methods:
                found[method.name] = method.output_type.name
    return found


def calls(client: Client) -> list[Awaitable[object] | AsyncGenerator[object, None]]:
    """Every call there is."""
    match = client.match("m", 0)
    return [
        client.catalogue.info(),
        client.catalogue.games(),
        client.catalogue.cards(GAME_DUEL),
        client.catalogue.scenarios(),
        client.inbox.watch(),
        client.inbox.lease("m", "h", timedelta(seconds=1)),
        client.matches.create(request_for()),
        client.matches.create_many([request_for()]),
        client.matches.find(),
        client.matches.cancel("m"),
        client.matches.activity(),
        client.tokens.create("ann", ttl=timedelta(minutes=1)),
        client.operator.find("lobby"),
        client.operator.inspect("m", note=NOTE),
        client.operator.end("m", note=NOTE),
        client.operator.adjudicate("m", [0], note=NOTE),
        match.get(),
        match.act(ACTION),
        match.resign(),
        match.join(),
        match.payments(ACTION),
        match.history(),
        match.record(),
        match.watch(),
    ]


async def begin(call: Awaitable[object] | AsyncGenerator[object, None]) -> object:
    """The answer, or the first message."""
    if inspect.isasyncgen(call):
        return [message async for message in call]
    assert inspect.isawaitable(call)
    return await call


async def test_every_method_of_the_contract_has_its_call() -> None:
    last = {"WatchMatch": matches.WatchMatchResponse(reveal={})}
    script: Script = {
        name: [[last.get(name, b""), Silence()]] if name in STREAMS else [b""] for name in methods()
    }
    async with scripted(script) as server, Client(server.address) as client:
        opened = [asyncio.ensure_future(begin(call)) for call in calls(client)]
        await until(
            lambda: {one.method for one in server.heard} == set(methods()), "all are called"
        )
        for task in opened:
            task.cancel()
        done = await asyncio.gather(*opened, return_exceptions=True)
        errors = [one for one in done if isinstance(one, Exception)]
        assert not errors


# --- Matches


@pytest.mark.servers(1, PATIENT)
async def test_actions_are_written_as_people_write_them(servers: Servers) -> None:
    async with clients(servers.hosts[0].address) as players:
        for game in (GAME_DUEL, GAME_SPLENDOR):
            name = await new_match(players[0], game=game)
            seat = (await players[0].match(name).get()).match.seat_to_act
            match = players[seat].match(name)
            actions = await match.legal_actions()
            for action in actions:
                await match.validate(action_text(action))
            text = action_text(actions[-1])
            update = await match.act(text.upper())
            assert action_text(update.move.action) == text


@pytest.mark.servers(1, PATIENT)
async def test_what_is_no_action_is_said_before_anything_is_sent(servers: Servers) -> None:
    async with Client(servers.hosts[0].address, "dev:ann") as ann:
        match = ann.match(await new_match(ann, ["ann", "bob"]))
        for text in ("", "dance", "take", "take z9"):
            with pytest.raises(NotationError):
                await match.act(text)
        assert await history(ann, match.id) == []


@pytest.mark.servers(1, PATIENT)
async def test_validating_raises_what_acting_would_and_changes_nothing(servers: Servers) -> None:
    async with clients(servers.hosts[0].address) as players:
        name = await new_match(players[0])
        seat = (await players[0].match(name).get()).match.seat_to_act
        match, other = players[seat].match(name), players[1 - seat].match(name)
        action = (await match.legal_actions())[0]
        await match.validate(action)
        with pytest.raises(ActionRefused) as caught:
            await other.validate(action)
        assert (caught.value.refusal, caught.value.rule != "") == ("NOT_YOUR_TURN", True)
        assert await history(players[0], name) == []
        await match.resign()
        with pytest.raises(WrongState):
            await match.validate(action)


async def test_payments_and_history_come_page_after_page() -> None:
    page = matches.ListPaymentsResponse(payments=[{}, {}], next_page_token="p2")
    log = matches.ListUpdatesResponse(updates=[{"version": 1}], next_page_token="u2")
    last = matches.ListUpdatesResponse(updates=[{"version": 2}])
    script: Script = {
        "GetMatch": [b""],
        "ListPayments": [page, matches.ListPaymentsResponse(payments=[{}])],
        "ListUpdates": [log, last],
    }
    async with scripted(script) as server, Client(server.address) as client:
        match = client.match("m", 1)
        assert len([one async for one in match.payments(ACTION)]) == 3
        assert [one.version async for one in match.history(0)] == [1, 2]
        asked = [
            matches.ListUpdatesRequest.FromString(one.content)
            for one in server.calls("ListUpdates")
        ]
        assert [one.page_token for one in asked] == ["", "u2"]
        assert {one.seat for one in asked} == {1}


@pytest.mark.servers(2, PATIENT)
async def test_matches_are_made_found_and_cancelled(servers: Servers) -> None:
    async with clients(",".join(host.address for host in servers.hosts)) as players:
        made = await players[0].matches.create_many([request_for() for _ in range(600 // 2)])
        names = {one.created.match.match for one in made}
        assert len(names) == 300
        found = [one.match async for one in players[0].matches.find(state=MATCH_STATE_ACTIVE)]
        assert sorted(found) == sorted(names)
        await players[0].matches.cancel(found[0])
        left = [one.match async for one in players[0].matches.find(state=MATCH_STATE_ACTIVE)]
        assert set(left) == names - {found[0]}


# --- The line


@pytest.mark.servers(2, BRISK)
async def test_two_hundred_calls_at_once_are_all_answered(servers: Servers) -> None:
    async with clients(",".join(host.address for host in servers.hosts)) as players:
        made = await asyncio.gather(*(new_match(players[0]) for _ in range(MANY)))
        assert len(set(made)) == MANY
        looked = await asyncio.gather(*(players[1].match(name).get() for name in made))
        assert [one.match.match for one in looked] == made


@pytest.mark.servers(1, BRISK)
async def test_two_hundred_calls_at_once_over_a_line_that_is_cut_take_effect_once(
    servers: Servers,
) -> None:
    async with wire(servers.hosts[0].address) as line, Client(line.address, "dev:ann") as ann:
        line.cut_after(3_000)
        made = await asyncio.gather(*(new_match(ann) for _ in range(MANY)))
        assert line.cuts == 1
        found = [one.match async for one in ann.matches.find()]
        assert sorted(found) == sorted(made)


@pytest.mark.servers(1, PATIENT)
async def test_clients_in_one_process_share_no_credential_and_no_end(servers: Servers) -> None:
    address = servers.hosts[0].address
    async with Client(address, "dev:ann") as ann:
        async with Client(address, "dev:bob") as bob:
            match = await new_match(ann)
            assert (await bob.match(match).get()).viewer_seat == 1
        assert (await ann.match(match).get()).viewer_seat == 0
        assert len(await played([ann, ann], match, Random(1), 0)) == 0
        with pytest.raises(Unreachable):
            await bob.match(match).get()


async def test_a_client_that_is_closed_says_so_for_every_call() -> None:
    client = Client("127.0.0.1:1")
    await client.close()
    await client.close()
    for call in calls(client):
        with pytest.raises(Unreachable, match="the client is closed"):
            await begin(call)


async def test_calls_that_are_open_when_the_client_is_closed_fail_at_once() -> None:
    script: Script = {"ListGames": [Silence()], "GetMatch": [Silence()]}
    async with scripted(script) as server, Client(server.address) as client:
        opened = [
            asyncio.ensure_future(call)
            for call in (client.catalogue.games(), client.match("m").get())
        ]
        await until(lambda: len(server.heard) == 2, "both are open")
        await client.close()
        failed = await asyncio.gather(*opened, return_exceptions=True)
        assert {str(one) for one in failed} == {"the client is closed [CANCELLED]"}


async def test_a_call_that_is_cancelled_is_cancelled_and_the_client_goes_on() -> None:
    script: Script = {"ListGames": [Silence(), catalogue.ListGamesResponse()]}
    async with scripted(script) as server, Client(server.address) as client:
        call = asyncio.ensure_future(client.catalogue.games())
        await until(lambda: bool(server.heard), "it is open")
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await client.catalogue.games() == []
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.0):
                await client.catalogue.games()


async def test_a_client_can_be_made_before_there_is_an_event_loop() -> None:
    client = Client("127.0.0.1:1", patience=0.0)
    async with client:
        with pytest.raises(Unreachable) as caught:
            await client.catalogue.games()
        assert caught.value.is_outcome_unknown


@pytest.mark.servers(1, PATIENT)
async def test_an_error_of_a_call_names_what_happened_and_no_secret(servers: Servers) -> None:
    async with Client(servers.hosts[0].address, "dev:hush") as client:
        with pytest.raises(MatchNotFound) as caught:
            await client.match("a" * 24).get()
        error: CallError = caught.value
        assert (error.reason, error.code) == ("MATCH_NOT_FOUND", "NOT_FOUND")
        assert error.trace
        assert "hush" not in repr(error)
