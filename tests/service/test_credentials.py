"""Who may do what: every call with every kind of credential, and what owners are to each other."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.empty_pb2 import Empty

from gemwright.auth import keyring
from gemwright.matches.limits import Limits
from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb import matchmaker_service_pb2 as maker
from gemwright.pb.duel_position_pb2 import DuelHolding
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_service_pb2 import WatchMatchResponse
from gemwright.rpc.stack import SERVICES
from tests.auth.keyfiles import bearer
from tests.service.callers import Caller, CallFailed, failure_of
from tests.service.credentials import (
    BROKEN,
    CALLS,
    Credentials,
    Row,
    Scene,
    caller_with,
    credentials,
    set_scene,
)
from tests.service.players import seated, with_open_seats
from tests.service.processes import Process, calls, processes, strict_valkey
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on

STREAMS = {
    f"{service.full_name}/{method.name}": method.server_streaming
    for service in SERVICES
    for method in service.methods
}
"""Every call of the contract, and whether it answers with a stream."""
TOKENS = "/gemwright.v1.MatchmakerService/CreatePlayerToken"
INFO = "/gemwright.v1.CatalogService/GetServerInfo"


@asynccontextmanager
async def keyed(
    url: str, known: Credentials, limits: Limits = PATIENT
) -> AsyncIterator[tuple[Servers, Host]]:
    """A server that believes these credentials."""
    async with servers_on(url, 0, limits) as servers:
        yield servers, await servers.start(words=known.words)


async def token_for(lobby: Caller, principal: str, seconds: int = 0) -> str:
    """A new player token."""
    request = maker.CreatePlayerTokenRequest(principal=principal)
    if seconds:
        request.ttl.CopyFrom(Duration(seconds=seconds))
    answer = await lobby.call(TOKENS, request, maker.CreatePlayerTokenResponse)
    assert answer.expire_time.seconds > time.time()
    return answer.token


def test_every_call_of_the_contract_is_in_the_table() -> None:
    assert set(CALLS) == set(STREAMS)


async def test_every_call_asks_for_its_credential_and_tells_what_is_wrong_with_another(
    store_url: str, tmp_path: Path
) -> None:
    async def told(caller: Caller, name: str, row: Row, scene: Scene) -> str:
        """The reason why a call failed; empty if it was answered."""
        path, request = f"/{name}", row.request(scene)
        try:
            if not STREAMS[name]:
                await caller.call(path, request, Empty)
                return ""
            async with aclosing(caller.stream(path, request, Empty)) as stream:
                await anext(stream)
        except CallFailed as failed:
            return failed.reason
        return ""

    async def told_to_all(callers: dict[str, Caller], name: str, row: Row) -> dict[str, str]:
        """What a call says to each, those last who may change something."""
        ann = callers["ann"]
        scene = await set_scene(callers["lobby"], ann)
        expected = BROKEN | dict(row.told)
        assert set(expected) == set(callers)
        refused = [kind for kind, reason in expected.items() if reason]
        found = {kind: await told(callers[kind], name, row, scene) for kind in refused}
        for match, version in ((scene.active, 0), (scene.waiting, 0), (scene.finished, 1)):
            assert (await ann.get(match)).match.version == version, (name, "something changed")
        for kind in expected.keys() - found.keys():
            found[kind] = await told(callers[kind], name, row, scene)
        return found

    known = credentials(tmp_path)
    shown = known.shown()
    async with keyed(store_url, known, BRISK) as (_, host):
        line = host.caller()
        callers = {kind: Caller(line.channel, None) for kind in shown}
        for kind, caller in callers.items():
            caller.metadata = shown[kind]
        wrong = []
        for name, row in CALLS.items():
            expected = BROKEN | dict(row.told)
            found = await told_to_all(callers, name, row)
            wrong += [
                f"{name}, {kind}: {found[kind]!r}, not {reason!r}"
                for kind, reason in expected.items()
                if found[kind] != reason
            ]
        assert not wrong, "\n".join(wrong)


async def test_an_owner_sees_its_own_matches_only_also_with_a_new_key(
    store_url: str, tmp_path: Path
) -> None:
    known = credentials(tmp_path)
    new = known.file.run("rotate", "--id", known.lobby.split("_")[1]).strip()
    async with keyed(store_url, known) as (_, host):
        lobby, rival = (caller_with(host, bearer(key)) for key in (known.lobby, known.rival))
        match = (
            await lobby.create(seated(GAME_DUEL, ["ann", "bob"], has_spectators=False))
        ).match.match
        foreign = (await rival.create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
        everything = maker.ListMatchesRequest()
        assert [one.match for one in await lobby.matches(everything)] == [match]
        known.file.run("revoke", "--id", known.lobby.split("_")[1])
        renewed = caller_with(host, bearer(new))
        assert [one.match for one in await renewed.matches(maker.ListMatchesRequest())] == [match]
        assert [one.match for one in await rival.matches(maker.ListMatchesRequest())] == [foreign]
        sight = await renewed.get(match)
        assert not sight.HasField("viewer_seat")
        assert not sight.legal_actions
        assert (await failure_of(renewed.cancel(foreign))).reason == "MATCH_NOT_FOUND"
        assert (await failure_of(rival.get(match))).reason == "MATCH_PRIVATE"


async def test_a_namesake_of_another_owner_is_a_stranger(store_url: str, tmp_path: Path) -> None:
    known = credentials(tmp_path)
    async with keyed(store_url, known) as (_, host):
        lobby = caller_with(host, bearer(known.lobby))
        ann = caller_with(host, bearer(await token_for(lobby, "ann")))
        namesake = caller_with(host, known.player("ann", "rival"))
        match = (await lobby.create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
        assert (await ann.get(match)).viewer_seat == 0
        sight = await namesake.get(match)
        assert not sight.HasField("viewer_seat")
        assert sight.view != (await ann.get(match)).view
        assert (await failure_of(namesake.resign(match, 0))).reason == "NOT_YOUR_SEAT"
        open_one = await lobby.create(with_open_seats(GAME_DUEL, 2))
        token = open_one.join_tokens[0].token
        failed = await failure_of(namesake.join(open_one.match.match, token))
        assert failed.reason == "JOIN_TOKEN_INVALID"
        joined = await ann.join(open_one.match.match, token)
        assert joined.match.seats[0].principal == "ann"
        assert not joined.player_token


async def test_who_joins_by_a_join_token_alone_is_a_guest_with_a_token(
    store_url: str, tmp_path: Path
) -> None:
    known = credentials(tmp_path)
    async with keyed(store_url, known) as (servers, host):
        other = await servers.start(words=known.words)
        lobby = caller_with(host, bearer(known.lobby))
        made = await lobby.create(with_open_seats(GAME_DUEL, 2))
        match, tokens = made.match.match, [one.token for one in made.join_tokens]
        refused = await failure_of(lobby.join(match, tokens[0]))
        assert refused.reason == "SCOPE_MISSING"
        assert "needs a player token" in refused.status.message
        joined = [await host.caller().join(match, token) for token in tokens]
        again = await other.caller().join(match, tokens[1])
        assert again.seat == joined[1].seat == 1
        names = [seat.principal for seat in again.match.seats]
        assert all(name.startswith("guest:") for name in names)
        assert names[0] != names[1]
        for answer in (*joined, again):
            guest = caller_with(other, bearer(answer.player_token))
            assert answer.player_token_expire_time.seconds > time.time()
            assert (await guest.get(match)).viewer_seat == answer.seat
        await caller_with(host, bearer(again.player_token)).resign(match, 1)


async def test_no_token_and_no_seat_names_a_bot(store_url: str, tmp_path: Path) -> None:
    known = credentials(tmp_path)
    async with keyed(store_url, known) as (servers, host):
        for lobby in (
            caller_with(host, bearer(known.lobby)),
            (await servers.start()).caller("ann"),
        ):
            request = maker.CreatePlayerTokenRequest(principal="bot:random")
            failed = await failure_of(lobby.call(TOKENS, request, maker.CreatePlayerTokenResponse))
            assert failed.reason == "INVALID_FIELD"
            seat = seated(GAME_DUEL, ["ann", "bot:mine"])
            assert (await failure_of(lobby.create(seat))).reason == "INVALID_FIELD"


@pytest.mark.parametrize("ttl", [Duration(nanos=999_999_999), Duration(seconds=30 * 86_400 + 1)])
async def test_a_token_holds_from_a_second_to_a_month(
    store_url: str, tmp_path: Path, ttl: Duration
) -> None:
    known = credentials(tmp_path)
    async with keyed(store_url, known) as (_, host):
        lobby = caller_with(host, bearer(known.lobby))
        request = maker.CreatePlayerTokenRequest(principal="ann", ttl=ttl)
        failed = await failure_of(lobby.call(TOKENS, request, maker.CreatePlayerTokenResponse))
        assert failed.reason == "INVALID_FIELD"
        assert await token_for(lobby, "ann", 30 * 86_400)


async def scenarios(caller: Caller) -> catalog.ListScenariosResponse:
    """The prepared positions that a server has."""
    path = "/gemwright.v1.CatalogService/ListScenarios"
    return await caller.call(path, catalog.ListScenariosRequest(), catalog.ListScenariosResponse)


async def test_a_server_with_keys_is_no_development_server(store_url: str, tmp_path: Path) -> None:
    known = credentials(tmp_path)
    async with keyed(store_url, known) as (servers, host):
        lobby = caller_with(host, bearer(known.lobby))
        info = await lobby.call(INFO, catalog.GetServerInfoRequest(), catalog.GetServerInfoResponse)
        assert not info.is_development_mode
        request = seated(GAME_DUEL, ["ann", "bob"])
        request.seed = bytes(32)
        assert (await failure_of(lobby.create(request))).reason == "DEVELOPMENT_ONLY"
        scenario = maker.CreateMatchRequest(scenario="duel-first-turn")
        assert (await failure_of(lobby.create(scenario))).reason == "DEVELOPMENT_ONLY"
        assert not (await scenarios(lobby)).scenarios
        unread = seated(GAME_DUEL, ["ann", "bob"])
        unread.position.duel.players.extend(DuelHolding() for _ in range(9))
        assert (await failure_of(lobby.create(unread))).reason == "DEVELOPMENT_ONLY"
        developer = (await servers.start()).caller("ann")
        assert (await scenarios(developer)).scenarios
        assert (await developer.create(request)).match.fairness.is_unverifiable


async def test_development_mode_gives_credentials_that_it_believes(servers: Servers) -> None:
    (host,) = servers.hosts
    nobody = host.caller()
    assert await token_for(nobody, "ann") == "dev:ann"
    made = await nobody.create(with_open_seats(GAME_DUEL, 2))
    joined = await nobody.join(made.match.match, made.join_tokens[1].token)
    assert joined.player_token == f"dev:{joined.match.seats[1].principal}"
    guest = caller_with(host, bearer(joined.player_token))
    assert (await guest.get(made.match.match)).viewer_seat == 1


async def test_a_stream_ends_with_its_token_and_goes_on_with_a_new_one(
    store_url: str, tmp_path: Path
) -> None:
    async def watched(caller: Caller, match: str, token: str = "") -> list[WatchMatchResponse]:
        """What a watch tells until its credential ends."""
        found: list[WatchMatchResponse] = []

        async def collect() -> None:
            async for message in caller.watch(match, token=token):
                found.append(message)

        failed = await failure_of(collect())
        assert (failed.code, failed.reason) == ("UNAUTHENTICATED", "TOKEN_EXPIRED")
        return found

    known = credentials(tmp_path)
    async with keyed(store_url, known) as (servers, host):
        other = await servers.start(words=known.words)
        lobby = caller_with(host, bearer(known.lobby))
        match = (await lobby.create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
        first = await watched(caller_with(host, bearer(await token_for(lobby, "ann", 3))), match)
        assert [message.WhichOneof("message") for message in first] == ["snapshot"]
        ann = caller_with(other, bearer(await token_for(lobby, "ann")))
        sight = await ann.get(match)
        player = caller_with(host, known.player(("ann", "bob")[sight.match.seat_to_act]))
        await player.resign(match, sight.match.seat_to_act)
        resumed = [
            message.WhichOneof("message")
            async for message in ann.watch(match, token=first[-1].resume_token)
        ]
        assert [kind for kind in resumed if kind != "clocks"] == ["update", "reveal"]


@pytest.mark.inside("has a server look at its keys at once")
async def test_a_stream_of_a_key_that_is_revoked_tells_no_more(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "LOOK_EVERY", 0.0)
    known = credentials(tmp_path)
    async with keyed(store_url, known) as (_, host):
        lobby = caller_with(host, bearer(known.lobby))
        match = (await lobby.create(seated(GAME_DUEL, ["ann", "ann"]))).match.match
        ann = caller_with(host, known.player("ann"))
        async with aclosing(lobby.watch(match)) as stream, aclosing(ann.watch(match)) as seat:
            assert (await anext(stream)).HasField("snapshot")
            assert (await anext(seat)).HasField("snapshot")
            known.file.run("revoke", "--id", known.lobby.split("_")[1])
            await ann.resign(match, 0)
            with pytest.raises(CallFailed) as failed:
                await anext(stream)
            assert failed.value.reason == "CREDENTIALS_INVALID"
            assert (await anext(seat)).HasField("update")


async def use_everything(server: Process, known: Credentials) -> list[str]:
    """Calls with credentials of every kind, good and bad; what was secret."""
    lobby = server.caller()
    lobby.metadata = bearer(known.lobby)
    made = await lobby.create(with_open_seats(GAME_DUEL, 2))
    match = made.match.match
    joined = await server.caller().join(match, made.join_tokens[0].token)
    ann = server.caller()
    token = await token_for(lobby, "ann")
    ann.metadata = bearer(token)
    await ann.join(match, made.join_tokens[1].token)
    await ann.resign(match, 1)
    for shown in known.shown().values():
        stranger = server.caller()
        stranger.metadata = shown
        with pytest.raises(CallFailed):
            await stranger.resign(match, 1)
    signing = [key.secret.hex() for key in known.file.keys.signing_keys]
    whole = [known.lobby, known.ops, known.rival, token, joined.player_token, *signing]
    return [*whole, *(text.split("_", 2)[-1] for text in whole)]  # the secret may have a _ too


async def test_the_log_names_owner_and_key_and_no_credential(tmp_path: Path) -> None:
    known = credentials(tmp_path)
    with strict_valkey() as store:
        running = processes(tmp_path, 1, *known.words, store=store)
        async with running as (server,):
            secrets = await use_everything(server, known)
            await asyncio.to_thread(server.running.stop)
            (made,) = calls(server.log(), "CreateMatch")
            log = server.running.log.read_text(encoding="utf-8")
    assert (made["owner"], made["key_id"]) == ("lobby", known.lobby.split("_")[1])
    assert not [secret for secret in secrets if secret in log]
