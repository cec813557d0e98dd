"""What operators do with matches of any owner, and what is written down of it."""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import pytest
import structlog
from google.rpc.error_details_pb2 import BadRequest

from gemwright.contract.games import position_message
from gemwright.engine import GAMES
from gemwright.engine.record import read_record, replay
from gemwright.pb import operator_service_pb2 as pb
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Game
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
    MATCH_STATE_WAITING,
    Match,
)
from gemwright.pb.matchmaker_service_pb2 import ListMatchesRequest
from gemwright.pb.outcome_pb2 import END_REASON_ADJUDICATION
from tests.auth.keyfiles import bearer, keyfile
from tests.service.callers import Caller, CallFailed, failure_of
from tests.service.players import play_randomly, seated, watching, with_open_seats
from tests.service.servers import PATIENT, Host, Servers, servers_on
from tests.service.test_archive import archive
from tests.valkey import Store

SERVICE: Final = "/gemwright.v1.OperatorService/"
NOTE: Final = "ticket 17: reported as a bot"
NAMES: Final = ("ann", "bob", "cleo", "dave")


async def find(caller: Caller, request: pb.FindMatchesRequest) -> pb.FindMatchesResponse:
    """FindMatches."""
    return await caller.call(SERVICE + "FindMatches", request, pb.FindMatchesResponse)


async def inspect(caller: Caller, match: str, note: str = NOTE) -> pb.InspectMatchResponse:
    """InspectMatch."""
    request = pb.InspectMatchRequest(match=match, note=note)
    return await caller.call(SERVICE + "InspectMatch", request, pb.InspectMatchResponse)


async def end(caller: Caller, match: str, note: str = NOTE) -> Match:
    """EndMatch."""
    request = pb.EndMatchRequest(match=match, note=note)
    return (await caller.call(SERVICE + "EndMatch", request, pb.EndMatchResponse)).match


async def adjudicate(caller: Caller, match: str, winners: Sequence[int], note: str = NOTE) -> Match:
    """AdjudicateMatch."""
    request = pb.AdjudicateMatchRequest(match=match, winners=winners, note=note)
    path = SERVICE + "AdjudicateMatch"
    return (await caller.call(path, request, pb.AdjudicateMatchResponse)).match


# --- Every state, every call


async def waiting(host: Host) -> str:
    """A match with one seat of two filled."""
    made = await host.caller().create(with_open_seats(GAME_DUEL, 2))
    await host.caller("ann").join(made.match.match, made.join_tokens[0].token)
    return made.match.match


async def active(host: Host) -> str:
    """A match after some moves."""
    match = (await host.caller().create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
    await play_randomly(match, [host.caller("ann"), host.caller("bob")], Random(5), most=3)
    return match


async def won_by_bob(host: Host) -> str:
    """A match that seat 1 has won."""
    match = await active(host)
    await host.caller("ann").resign(match, 0)
    return match


async def cancelled(host: Host) -> str:
    """A match that its owner gave up."""
    match = await active(host)
    await host.caller().cancel(match)
    return match


async def decided_for_bob(host: Host) -> str:
    """A match that an operator has decided."""
    match = await active(host)
    await adjudicate(host.caller(), match, [1])
    return match


async def drawn(host: Host) -> str:
    """A match that an operator has called a draw."""
    match = await active(host)
    await adjudicate(host.caller(), match, [])
    return match


async def missing(host: Host) -> str:
    """No match at all."""
    return "a" * 24


Act: TypeAlias = Callable[[Caller, str], Awaitable[object]]
Make: TypeAlias = Callable[[Host], Awaitable[str]]
CALLS: Final[Mapping[str, Act]] = {
    "inspect": inspect,
    "end": end,
    "for ann": lambda caller, match: adjudicate(caller, match, [0]),
    "for bob": lambda caller, match: adjudicate(caller, match, [1]),
    "draw": lambda caller, match: adjudicate(caller, match, []),
}
ADJUDICATIONS: Final = ("for ann", "for bob", "draw")
DONE: Final = "done"
NO: Final = "MATCH_OVER"
TABLE: Final[Mapping[Make, tuple[str, ...]]] = {
    #          inspect, end, for ann, for bob, draw
    waiting: (DONE, DONE, "MATCH_WAITING", "MATCH_WAITING", "MATCH_WAITING"),
    active: (DONE, DONE, DONE, DONE, DONE),
    won_by_bob: (DONE, NO, NO, NO, NO),
    cancelled: (DONE, DONE, NO, NO, NO),
    decided_for_bob: (DONE, NO, NO, DONE, NO),
    drawn: (DONE, NO, NO, NO, DONE),
    missing: ("MATCH_NOT_FOUND",) * 5,
}
OVER: Final[Sequence[Make]] = (won_by_bob, cancelled, decided_for_bob, drawn)


async def result_of(call: Awaitable[object]) -> str:
    """`done`, or why not."""
    try:
        await call
    except CallFailed as failed:
        return failed.reason
    return DONE


async def check_all(hosts: Sequence[Host], make: Make, matches: Sequence[str]) -> None:
    """Every call on a match of its own, and once more on the other server: the same again."""
    for (name, call), match, expected in zip(CALLS.items(), matches, TABLE[make], strict=True):
        for host in hosts:
            assert await result_of(call(host.caller(), match)) == expected, name


@pytest.mark.parametrize("make", TABLE, ids=lambda make: make.__name__)
@pytest.mark.servers(2, PATIENT)
async def test_what_can_be_done_where_a_match_stands(servers: Servers, make: Make) -> None:
    matches = [await make(servers.hosts[0]) for _ in CALLS]
    await check_all(servers.hosts, make, matches)


@pytest.mark.inside("archives at once")
@pytest.mark.parametrize("make", OVER, ids=lambda make: make.__name__)
@pytest.mark.servers(1, PATIENT)
async def test_the_same_can_be_done_with_an_archived_match(
    servers: Servers, running_store: Store, make: Make
) -> None:
    (host,) = servers.hosts
    matches = [await make(host) for _ in CALLS]
    before = await inspect(host.caller(), matches[0])
    await archive(servers, running_store, *matches)
    for asked in (host, await servers.start(limits=PATIENT)):
        assert await inspect(asked.caller(), matches[0]) == before
    await check_all(servers.hosts, make, matches)


@pytest.mark.parametrize("make", [waiting, active])
@pytest.mark.servers(2)
async def test_an_operator_ends_what_is_not_over(servers: Servers, make: Make) -> None:
    one, other = servers.hosts
    match = await make(one)
    async with watching(one.caller("ann"), match) as watcher:
        await watcher.reached(1)
        ended = await end(other.caller(), match)
        assert ended.state == MATCH_STATE_CANCELLED
        assert not ended.HasField("outcome")
        await watcher.ended()
        assert watcher.updates[-1].close.state == MATCH_STATE_CANCELLED
    assert await end(one.caller(), match) == ended
    assert (await one.caller("ann").get(match)).match == ended


# --- Adjudication


@pytest.mark.parametrize(
    ("game", "seats", "winners", "ranks"),
    [
        (GAME_DUEL, 2, [1], [2, 1]),
        (GAME_DUEL, 2, [], [1, 1]),
        (GAME_DUEL_COUNTERFEITERS, 2, [0], [1, 2]),
        (GAME_SPLENDOR, 4, [2, 0], [1, 3, 1, 3]),
        (GAME_SPLENDOR, 3, [], [1, 1, 1]),
        (GAME_SPLENDOR, 3, [1], [2, 1, 2]),
    ],
)
@pytest.mark.servers(2)
async def test_everybody_learns_of_an_adjudication(
    servers: Servers, game: Game, seats: int, winners: list[int], ranks: list[int]
) -> None:
    one, other = servers.hosts
    names = NAMES[:seats]
    match = (await one.caller().create(seated(game, names))).match.match
    players = [one.caller(name) for name in names]
    version = await play_randomly(match, players, Random(seats), most=16)
    async with (
        watching(players[0], match, 0) as player,
        watching(other.caller(), match) as spectator,
    ):
        await player.reached(version)
        await spectator.reached(version)
        decided = await adjudicate(other.caller(), match, winners)
        for watcher in (player, spectator):
            await watcher.ended()
            (told,) = watcher.updates
            assert told.WhichOneof("cause") == "adjudication"
            assert list(told.adjudication.winners) == sorted(winners)
            assert not watcher.legal[version + 1]
            assert watcher.reveal is not None
            assert watcher.reveal.seed
    assert decided.state == MATCH_STATE_FINISHED
    assert decided.version == version + 1
    assert not decided.HasField("seat_to_act")
    outcome = decided.outcome
    assert list(outcome.winners) == sorted(winners)
    assert list(outcome.ranks) == ranks
    assert list(outcome.reasons) == [END_REASON_ADJUDICATION]
    view = (await players[1].get(match)).view
    shown = (view.duel if view.HasField("duel") else view.splendor).table.players
    assert [score.points for score in outcome.scores] == [one.points for one in shown]
    assert [score.cards for score in outcome.scores] == [len(one.cards) for one in shown]
    for asked in (*players, other.caller()):
        assert (await asked.get(match)).match == decided
    listed = await one.caller().matches(ListMatchesRequest(state=MATCH_STATE_FINISHED))
    assert listed == [decided]
    failed = await failure_of(players[0].resign(match, 0))
    assert failed.reason == "MATCH_OVER"
    record = await players[0].record(match)
    assert record.match == decided
    replay(read_record(record.text))
    assert record.text.splitlines()[-2] == " ".join(["adjudicate", *map(str, sorted(winners))])
    assert "by adjudication" in record.text.splitlines()[-1]


async def test_spectators_behind_a_horizon_see_all_of_a_decided_match(servers: Servers) -> None:
    (host,) = servers.hosts
    request = seated(GAME_DUEL, ["ann", "bob"])
    request.spectators.delay.FromSeconds(600)
    match = (await host.caller().create(request)).match.match
    await play_randomly(match, [host.caller("ann"), host.caller("bob")], Random(1), 6)
    async with watching(host.caller("eve"), match) as watcher:
        await watcher.reached(0)
        await adjudicate(host.caller(), match, [0])
        await watcher.ended()
        assert [update.version for update in watcher.updates] == [1, 2, 3, 4, 5, 6, 7]
    assert list((await host.caller("eve").get(match)).match.outcome.winners) == [0]


async def test_the_seats_that_win_can_be_told_in_any_order(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    match = (await caller.create(seated(GAME_SPLENDOR, NAMES))).match.match
    decided = await adjudicate(caller, match, [3, 0])
    assert list(decided.outcome.winners) == [0, 3]
    for winners in ([0, 3], [3, 0]):
        assert await adjudicate(caller, match, winners) == decided
    assert await result_of(adjudicate(caller, match, [0, 1])) == NO


@pytest.mark.servers(2)
async def test_of_several_operators_at_once_one_decides(servers: Servers) -> None:
    callers = [host.caller() for host in servers.hosts]
    for _ in range(5):
        match = await active(servers.hosts[0])
        results = await asyncio.gather(
            *(
                result_of(adjudicate(caller, match, winners))
                for caller in callers
                for winners in ([0], [1], [])
            )
        )
        assert sorted(set(results)) == [NO, DONE]
        assert results.count(DONE) == 2
        outcome = (await callers[0].get(match)).match.outcome
        won = results.index(DONE) % 3
        assert list(outcome.winners) == [[0], [1], []][won]


# --- Inspection


@pytest.mark.parametrize("game", [GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR])
@pytest.mark.servers(2)
async def test_a_running_match_is_inspected_with_all_its_secrets(
    servers: Servers, game: Game
) -> None:
    one, other = servers.hosts
    match = (await one.caller().create(seated(game, ["ann", "bob"]))).match.match
    players = [one.caller("ann"), one.caller("bob")]
    number = 0
    seen = await inspect(other.caller(), match)
    for most in (1, 13):
        number = await play_randomly(match, players, Random(3), most=most)
        seen = await inspect(other.caller(), match)
        assert seen.owner == "dev"
        assert seen.record.match == (await players[0].get(match)).match
        assert seen.record.match.state == MATCH_STATE_ACTIVE
        played = read_record(seen.record.text)
        data = GAMES[played.game].to_data(replay(played))
        assert seen.position == position_message(played.game, data)
    await play_randomly(match, players, Random(3), most=3)
    await players[0].resign(match, 0)
    record = await players[0].record(match)
    assert number == 14
    assert seen.record.updates == record.updates[:number]
    assert seen.record.reveal == record.reveal
    after = await inspect(one.caller(), match)
    assert after.record == record


async def test_a_waiting_match_has_no_position_to_inspect(servers: Servers) -> None:
    seen = await inspect(servers.hosts[0].caller(), await waiting(servers.hosts[0]))
    assert seen.record.match.state == MATCH_STATE_WAITING
    assert seen.record.reveal.seed
    assert not seen.HasField("position")
    assert not seen.record.text


# --- Who may, and what is written down


def showing(host: Host, credential: str) -> Caller:
    """A caller with a credential."""
    caller = host.caller()
    caller.metadata = bearer(credential)
    return caller


def audited(lines: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """What those who watch over operators read."""
    return [line for line in lines if line["event"] == "operator_acted"]


@pytest.mark.inside("reads what its own process logs")
async def test_a_key_for_operators_reaches_the_matches_of_all_owners_and_no_other_key_does(
    store_url: str, tmp_path: Path
) -> None:
    file = keyfile(tmp_path)
    async with servers_on(store_url, 0) as servers:
        studio = file.api_key("studio", "matchmaker")
        arcade = file.api_key("arcade", "matchmaker")
        ops = file.api_key("ops", "operator")
        host = await servers.start(words=["--keys", str(file.path)])
        operator = showing(host, ops)
        key_id = next(key.id for key in file.keys.api_keys if key.owner == "ops")
        made = {}
        for owner, credential in (("studio", studio), ("arcade", arcade)):
            maker = showing(host, credential)
            for name in ("ann", "bob"):
                answer = await maker.create(seated(GAME_DUEL, [name, "eve"]))
                made[owner, name] = answer.match.match
        match = made["arcade", "ann"]
        for credential, reason in ((studio, "SCOPE_MISSING"), (arcade, "SCOPE_MISSING")):
            for call in CALLS.values():
                assert await result_of(call(showing(host, credential), match)) == reason
            refused = find(showing(host, credential), pb.FindMatchesRequest(owner="arcade"))
            assert await result_of(refused) == reason
        for call in CALLS.values():
            assert await result_of(call(host.caller(), match)) == "CREDENTIALS_MISSING"
        for owner in ("studio", "arcade", "ops"):
            page = await find(operator, pb.FindMatchesRequest(owner=owner))
            assert {one.match for one in page.matches} == {
                match for (whose, _), match in made.items() if whose == owner
            }
        filtered = pb.FindMatchesRequest(owner="studio", principal="ann")
        (found,) = (await find(operator, filtered)).matches
        assert found.match == made["studio", "ann"]
        with structlog.testing.capture_logs() as lines:
            seen = await inspect(operator, match)
            await adjudicate(operator, match, [1])
            await end(operator, found.match)
            await find(operator, filtered)
        assert seen.owner == "arcade"
        told = [(line["call"], line["owner"], line.get("match")) for line in audited(lines)]
        assert told == [
            ("InspectMatch", "arcade", match),
            ("AdjudicateMatch", "arcade", match),
            ("EndMatch", "studio", found.match),
            ("FindMatches", "studio", None),
        ]
        assert all(line["key_id"] == key_id for line in audited(lines))
        assert [line.get("note") for line in audited(lines)] == [NOTE] * 3 + [None]
        secrets = [ops.encode(), seen.record.reveal.seed, seen.record.reveal.salt]
        for secret in secrets:
            for form in (secret, secret.hex().encode(), base64.b64encode(secret)):
                assert repr(form)[2:-1] not in repr(lines)


@pytest.mark.inside("reads what its own process logs")
async def test_each_act_is_written_down_before_it_is_answered_also_one_that_is_refused(
    servers: Servers,
) -> None:
    (host,) = servers.hosts
    match = await won_by_bob(host)
    for name, call in CALLS.items():
        with structlog.testing.capture_logs() as lines:
            await result_of(call(host.caller(), match))
        first, last = lines
        assert first["event"] == "operator_acted"
        assert (first["match"], first["owner"], first["note"]) == (match, "dev", NOTE)
        assert first["log_level"] == "warning"
        assert last["event"] == "call_ended"
        assert last["code"] == ("OK" if name == "inspect" else "FAILED_PRECONDITION")
        assert first["trace"] == last["trace"]
        if name in ADJUDICATIONS:
            assert first["winners"] == {"for ann": [0], "for bob": [1], "draw": []}[name]


async def test_matches_are_found_page_by_page_with_filters(servers: Servers) -> None:
    (host,) = servers.hosts
    caller = host.caller()
    made = {await make(host) for make in (waiting, active, won_by_bob, cancelled, drawn)}
    found: list[str] = []
    request = pb.FindMatchesRequest(owner="dev", page_size=2)
    while True:
        page = await find(caller, request)
        found += [one.match for one in page.matches]
        request.page_token = page.next_page_token
        if not request.page_token:
            break
    assert len(found) == len(made)
    assert set(found) == made
    for state, number in (
        (MATCH_STATE_WAITING, 1),
        (MATCH_STATE_ACTIVE, 1),
        (MATCH_STATE_FINISHED, 2),
        (MATCH_STATE_CANCELLED, 1),
    ):
        page = await find(caller, pb.FindMatchesRequest(owner="dev", state=state))
        assert [one.state for one in page.matches] == [state] * number
    none = pb.FindMatchesRequest(owner="dev", game=GAME_SPLENDOR)
    assert not (await find(caller, none)).matches


@pytest.mark.parametrize(
    ("winners", "note", "field"),
    [
        ([], "", "note"),
        ([], "   ", "note"),
        ([], "x" * 201, "note"),
        ([], "two\nlines", "note"),
        ([], "\x1b[31mred", "note"),
        ([2], NOTE, "winners[0]"),
        ([0, 3], NOTE, "winners[1]"),
        ([-1], NOTE, "winners[0]"),
        ([0, 9], NOTE, "winners[1]"),
        ([1, 1], NOTE, "winners"),
    ],
)
async def test_what_could_never_be_right_is_refused_and_changes_nothing(
    servers: Servers, winners: list[int], note: str, field: str
) -> None:
    (host,) = servers.hosts
    caller, match = host.caller(), await active(host)
    before = (await caller.get(match)).match
    calls = [adjudicate(caller, match, winners, note)]
    if field == "note":
        calls += [end(caller, match, note)]
        assert await result_of(inspect(caller, match, note)) == "INVALID_FIELD"
    for call in calls:
        failed = await failure_of(call)
        assert failed.reason == "INVALID_FIELD"
        fields = [one.field for one in failed.detail(BadRequest).field_violations]
        assert fields == [field]
    assert (await caller.get(match)).match == before


async def test_the_longest_note_and_other_scripts_are_fine(servers: Servers) -> None:
    match = await active(servers.hosts[0])
    for note in ("x" * 200, "Betrug gemeldet: überprüft", "不正な行為"):
        await inspect(servers.hosts[0].caller(), match, note)
