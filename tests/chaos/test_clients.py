"""The client processes of a chaos run, on real servers: each does what its role says.

What they keep in their journals is judged elsewhere; here it only has to be there.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_NO_SHOW,
    MATCH_STATE_UNSPECIFIED,
    MATCH_STATE_WAITING,
    Match,
    MatchState,
)
from gemwright.pb.match_service_pb2 import SubmitActionRequest, WatchMatchResponse
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, ListMatchesRequest
from tests.client.wires import wire
from tests.programs.chaos.clients.new_matches import new_match
from tests.programs.chaos.journal import Kind, Line, lines
from tests.service.players import play_randomly, seated
from tests.service.servers import Servers, servers_on
from tests.waiting import until

NAMES: Final = tuple(f"p{number}" for number in range(32))
ENOUGH: Final = 60
"""Moves, after which players have shown what they do."""
GREETING: Final = 200
"""Bytes with which a server greets; less than an answer to a creation has."""


class Client:
    """A client process and its journal."""

    def __init__(self, process: Process, journal: Path) -> None:
        self.process = process
        self._journal = journal
        self._read = 0
        self._told: list[Line] = []

    def told(self) -> list[Line]:
        """What it has written so far."""
        if self._journal.exists():
            with self._journal.open("rb") as file:
                file.seek(self._read)
                whole = file.read().rpartition(b"\n")
            self._read += len(whole[0]) + len(whole[1])
            self._told += map(Line.of, whole[0].decode().splitlines())
        return self._told

    async def has(self, holds: Callable[[list[Line]], bool], what: str) -> None:
        """Wait until something is so of its journal."""

        async def is_there() -> bool:
            return holds(self.told())

        await until(is_there, what)

    async def begun(self) -> None:
        """Wait until it can be told to end."""
        await self.has(lambda told: any(line.what == "begin" for line in told), "the beginning")

    async def end(self) -> tuple[int, str]:
        """SIGTERM: its exit code, and what it says."""
        self.process.terminate()
        _, said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, said.decode()


@asynccontextmanager
async def client(
    folder: Path, role: str, addresses: Sequence[str], *words: str
) -> AsyncIterator[Client]:
    """A client process; killed in the end, unless it has ended."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.programs.chaos.clients", role, "--folder", str(folder)),
        *("--name", role, "--servers", ",".join(addresses), "--seed", "1", *words),
        stderr=PIPE,
    )
    made = Client(process, folder / "journals" / f"{role}.jsonl")
    try:
        await made.begun()
        yield made
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def addresses(servers: Servers) -> list[str]:
    """Where the servers are."""
    return [host.address for host in servers.hosts]


async def matches(servers: Servers, *states: MatchState) -> list[Match]:
    """Those in some states."""
    owner = servers.hosts[0].caller("owner")
    return [
        match
        for state in states
        for match in await owner.matches(ListMatchesRequest(state=state, page_size=500))
    ]


async def are_alive(servers: Servers, number: int) -> None:
    """Wait until there are so many."""

    async def is_there() -> bool:
        return len(await matches(servers, MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)) == number

    await until(is_there, f"{number} matches are alive")


def answers(told: list[Line], method: str) -> Iterator[tuple[Line, Line]]:
    """The calls of a method, each with its answer."""
    asked = {line.call: line for line in told if line.kind is Kind.CALLED and line.method == method}
    for line in told:
        if line.kind is Kind.ANSWERED and line.call in asked:
            yield asked[line.call], line


def accepted(told: list[Line]) -> int:
    """So many actions were."""
    return sum(answer.code == "OK" for _, answer in answers(told, "SubmitAction"))


def awaits(told: list[Line], address: str) -> bool:
    """Whether an action was sent to a server that has not answered."""
    sent = {line.call for line in told if (line.method, line.address) == ("SubmitAction", address)}
    return bool(sent - {line.call for line in told if line.kind is Kind.ANSWERED})


def repetitions(told: list[Line], method: str) -> set[tuple[str, str]]:
    """Where calls got no answer, and where the same bytes got one later."""
    lost: dict[bytes, str] = {}
    found = set()
    for asked, answer in answers(told, method):
        if answer.code == "UNAVAILABLE" and not answer.reason:
            lost[asked.message] = asked.address
        elif answer.code == "OK" and asked.message in lost:
            found.add((lost[asked.message], asked.address))
    return found


def followed(told: list[Line]) -> dict[str, list[WatchMatchResponse]]:
    """What each follower of a match was told, over all its streams."""
    opened = {line.call: line for line in told if line.kind is Kind.OPENED}
    found = defaultdict(list)
    for line in told:
        if line.kind is Kind.HEARD and opened[line.call].method == "WatchMatch":
            found[opened[line.call].follower].append(WatchMatchResponse.FromString(line.message))
    return found


def completed(told: list[Line]) -> set[str]:
    """The followers that have heard all, without the name of their process."""
    return {line.whom.split("/", 1)[1] for line in told if line.what == "complete"}


async def test_the_matchmaker_keeps_matches_alive(servers: Servers, tmp_path: Path) -> None:
    async with client(tmp_path, "matchmaker", addresses(servers), "--matches", "12") as maker:
        await are_alive(servers, 12)
        owner = servers.hosts[0].caller("owner")

        async def has_made_some_of_both_kinds() -> bool:
            await owner.cancel((await matches(servers, MATCH_STATE_ACTIVE))[0].match)
            await are_alive(servers, 12)
            wanted = {"CreateMatch", "BatchCreateMatches"}
            return wanted <= {line.method for line in maker.told()}

        await until(has_made_some_of_both_kinds, "both calls")
        assert await matches(servers, MATCH_STATE_CANCELLED)
        assert await maker.end() == (0, "")


def test_new_matches_are_of_all_kinds() -> None:
    made = [new_match(Random(seed), f"request-{seed}", NAMES) for seed in range(500)]
    games = Counter((request.game, len(request.seats)) for request in made)
    assert games.keys() == {
        *((game, 2) for game in (GAME_DUEL, GAME_DUEL_COUNTERFEITERS)),
        *((GAME_SPLENDOR, seats) for seats in (2, 3, 4)),
    }
    holders = {seat.WhichOneof("holder") for request in made for seat in request.seats}
    assert holders == {"principal", "open", "bot"}
    controls = {request.time_control.WhichOneof("control") for request in made}
    assert controls == {None, "per_turn", "bank"}
    assert {request.spectators.allowed for request in made} == {True, False}
    assert any(request.spectators.HasField("delay") for request in made)
    assert any(seat.must_join for request in made for seat in request.seats)
    seated = {seat.principal for request in made for seat in request.seats}
    assert seated >= set(NAMES)


async def test_open_seats_are_filled(servers: Servers, tmp_path: Path) -> None:
    async with client(tmp_path, "matchmaker", addresses(servers), "--matches", "40") as maker:
        await are_alive(servers, 40)

        async def are_filled() -> bool:
            found = await matches(servers, MATCH_STATE_WAITING, MATCH_STATE_NO_SHOW)
            return all(seat.principal for match in found for seat in match.seats)

        await until(are_filled, "somebody comes to every open seat")
        assert any(answer.code == "OK" for _, answer in answers(maker.told(), "JoinMatch"))
        assert (await maker.end())[0] == 0


async def test_a_creation_without_an_answer_is_repeated_as_it_was(
    servers: Servers, tmp_path: Path
) -> None:
    async with wire(servers.hosts[0].address) as line:
        line.cut_after(GREETING)
        async with client(tmp_path, "matchmaker", [line.address], "--matches", "6") as maker:
            await are_alive(servers, 6)
            assert await maker.end() == (0, "")
            told = maker.told()
            methods = ("CreateMatch", "BatchCreateMatches")
            assert any(repetitions(told, method) for method in methods)
            assert len(await matches(servers, MATCH_STATE_UNSPECIFIED)) == 6


@asynccontextmanager
async def playing(servers: Servers, folder: Path, at: Sequence[str]) -> AsyncIterator[Client]:
    """Players at some addresses, and matches for them."""
    async with (
        client(folder, "matchmaker", addresses(servers), "--matches", "10") as maker,
        client(folder, "players", at) as players,
    ):
        yield players
        assert (await players.end()) == (0, "")
        assert (await maker.end()) == (0, "")


@pytest.mark.servers(2)
async def test_players_play_every_seat_that_is_theirs(servers: Servers, tmp_path: Path) -> None:
    async with playing(servers, tmp_path, addresses(servers)) as players:
        await players.has(lambda told: accepted(told) >= ENOUGH, "moves")
    calls = [asked for asked, _ in answers(players.told(), "SubmitAction")]
    actions = [SubmitActionRequest.FromString(asked.message) for asked in calls]
    assert {action.seat for action in actions} >= {0, 1}
    assert len({asked.principal for asked in calls}) > 5
    assert {asked.address for asked in calls} == set(addresses(servers))


async def test_players_misbehave(store_url: str, tmp_path: Path) -> None:
    wanted = {"", "STALE_VERSION", "ACTION_REFUSED", "REQUEST_ID_REUSED"}

    def has_all(told: list[Line]) -> bool:
        pairs = list(answers(told, "SubmitAction"))
        sent = defaultdict(set)
        for asked, _ in pairs:
            sent[asked.message].add(asked.address)
        has_doubles = any(len(servers) > 1 for servers in sent.values())
        has_checks = any(SubmitActionRequest.FromString(one).validate_only for one in sent)
        return wanted <= {a.reason for _, a in pairs} and has_doubles and has_checks

    async with servers_on(store_url, 2) as laid:
        async with playing(laid, tmp_path, addresses(laid)) as players:
            await players.has(has_all, "every bad habit")
        assert {a.code for _, a in answers(players.told(), "SubmitAction")} >= {"OK"}


async def test_an_action_without_an_answer_is_repeated_elsewhere(
    servers: Servers, tmp_path: Path
) -> None:
    async with (
        wire(servers.hosts[0].address) as line,
        playing(servers, tmp_path, [line.address, servers.hosts[0].address]) as players,
    ):
        lost = (line.address, servers.hosts[0].address)
        await players.has(lambda told: accepted(told) > 0, "moves")
        line.hold()
        await players.has(lambda told: awaits(told, line.address), "a call under way")
        line.take_down()
        await players.has(lambda told: lost in repetitions(told, "SubmitAction"), "an answer")


async def some_matches(servers: Servers) -> list[str]:
    """Matches of all games; two are played on a bit."""
    made = []
    games = (GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR)
    for game in games:
        request: CreateMatchRequest = seated(game, NAMES[:2])
        made.append((await servers.hosts[0].caller("owner").create(request)).match.match)
    callers = [servers.hosts[0].caller(name) for name in NAMES[:2]]
    await asyncio.gather(*(play_randomly(match, callers, Random(7), 40) for match in made[:2]))
    return made


async def cut_often(watching: Client) -> None:
    """Wait until a client has cut its streams, and torn its connections."""

    def is_cut(told: list[Line]) -> bool:
        codes = Counter(line.code for line in told if line.kind is Kind.ENDED)
        return codes["CUT"] > 20 and codes["UNAVAILABLE"] > 0

    await watching.has(is_cut, "cuts")


@pytest.mark.servers(2)
async def test_watchers_follow_every_match_over_all_cuts(servers: Servers, tmp_path: Path) -> None:
    async with (
        client(
            tmp_path, "watchers", addresses(servers), "--cuts", "40", "--tears", "4"
        ) as watchers,
    ):
        made = await some_matches(servers)
        await cut_often(watchers)
        await servers.hosts[0].caller(NAMES[0]).resign(made[2], 0)
        assert await watchers.end() == (0, "")
        told = watchers.told()
        viewers = ("seat 0", "seat 1", "spectator")
        assert completed(told) == {f"{match}/{viewer}" for match in made for viewer in viewers}
        for messages in followed(told).values():
            versions = [one.update.version for one in messages if one.HasField("update")]
            begin = messages[0].snapshot.match.version
            assert versions == list(range(begin + 1, begin + 1 + len(versions)))
            assert sum(one.HasField("snapshot") for one in messages) == 1


@pytest.mark.servers(2)
async def test_feeds_hear_of_every_match(servers: Servers, tmp_path: Path) -> None:
    async with (
        client(tmp_path, "feeds", addresses(servers), "--cuts", "40", "--tears", "4") as feeds,
    ):
        made = await some_matches(servers)
        await cut_often(feeds)
        await servers.hosts[0].caller(NAMES[0]).resign(made[2], 0)
        assert await feeds.end() == (0, "")
        assert completed(feeds.told()) == {
            *(f"inbox/{name}" for name in NAMES),
            *("activity/all", "activity/ended"),
        }


@pytest.mark.parametrize("role", ["watchers", "feeds"])
async def test_who_cannot_read_to_the_end_says_so(
    role: str, servers: Servers, tmp_path: Path
) -> None:
    async with wire(servers.hosts[0].address) as line:
        await some_matches(servers)
        words = (role, [line.address], "--patience", "0.2")
        async with client(tmp_path, *words) as cut_off:
            await cut_off.has(lambda told: any(one.kind is Kind.HEARD for one in told), "news")
            line.take_down()
            code, said = await cut_off.end()
            assert (code, said[: len(role)]) == (1, role), said
            assert "Traceback" not in said


@pytest.mark.parametrize("role", ["matchmaker", "watchers", "feeds"])
async def test_a_client_without_any_server_ends_in_order(role: str, tmp_path: Path) -> None:
    async with wire("") as line:
        line.take_down()
        async with client(tmp_path, role, [line.address], "--patience", "0.2") as cut_off:
            await cut_off.has(lambda told: any(one.code for one in told), "a refusal")
            code, said = await cut_off.end()
            assert (code, said[: len(role)]) == (1, role), said
            assert "Traceback" not in said
            assert cut_off.told()[-1].what == "end"


async def test_a_killed_process_leaves_a_journal(servers: Servers, tmp_path: Path) -> None:
    async with (
        client(tmp_path, "matchmaker", addresses(servers), "--matches", "10"),
        client(tmp_path, "players", addresses(servers)) as players,
    ):
        await players.has(lambda told: accepted(told) >= ENOUGH, "moves")
        players.process.kill()
        await players.process.wait()
        told = list(lines(tmp_path / "journals" / "players.jsonl"))
        assert accepted(told) >= ENOUGH
        assert "end" not in {line.what for line in told}
