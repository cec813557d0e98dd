"""Two who want the same thing at once, on one server and on two: one gets it, the other is told."""

import asyncio
from collections.abc import Awaitable, Iterator
from itertools import count
from random import Random
from typing import Final, TypeVar

import pytest

from gemwright.pb.error_pb2 import StaleVersion
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Action
from gemwright.pb.match_pb2 import Update
from tests.service.callers import Caller, CallFailed, new_request_id
from tests.service.players import choose, seated, with_open_seats
from tests.service.servers import PATIENT, Servers, servers_on

SEATED: Final = ("ann", "bob")
ROUNDS: Final = 1_000
FEW_ROUNDS: Final = 200
PAIRS: Final = 50
SERVERS = pytest.mark.parametrize("number", [1, 2], ids=["one-server", "two-servers"])

T = TypeVar("T")


async def at_once(*calls: Awaitable[T]) -> list[T | CallFailed]:
    """What each of the calls ends with."""

    async def end(call: Awaitable[T]) -> T | CallFailed:
        try:
            return await call
        except CallFailed as failed:
            return failed

    return list(await asyncio.gather(*map(end, calls)))


def one_answer(ends: list[T | CallFailed]) -> tuple[T, CallFailed]:
    """The only answer among two ends, and the failure beside it."""
    answers = [end for end in ends if not isinstance(end, CallFailed)]
    failures = [end for end in ends if isinstance(end, CallFailed)]
    assert len(answers) == len(failures) == 1, ends
    return answers[0], failures[0]


class Devices:
    """Every principal twice, each time on a connection of its own."""

    def __init__(self, servers: Servers) -> None:
        first, last = servers.hosts[0], servers.hosts[-1]
        self.here = [first.caller(name) for name in SEATED]
        self.there = [last.caller(name) for name in SEATED]

    def pairs(self) -> Iterator[list[list[Caller]]]:
        """Who calls first, and who second, taking turns."""
        for turn in count():
            yield [self.here, self.there] if turn % 2 else [self.there, self.here]


@SERVERS
@pytest.mark.parametrize("most", [FEW_ROUNDS, pytest.param(ROUNDS, marks=pytest.mark.long)])
async def test_of_two_actions_for_one_version_one_wins_and_the_other_learns_the_version(
    store_url: str, number: int, most: int
) -> None:
    async with servers_on(store_url, number, PATIENT) as servers:
        devices, rng, rounds = Devices(servers), Random(number), 0
        while rounds < most:
            rounds += await race_through_a_match(devices, rng, most - rounds)
        assert rounds == most


async def race_through_a_match(devices: Devices, rng: Random, most: int) -> int:
    """Play a match with two actions tried for every version; how many times."""
    made = await devices.here[0].create(seated(GAME_DUEL, SEATED))
    match, won = made.match.match, list[Update]()
    for pair in devices.pairs():
        seat = (await devices.here[0].get(match)).match.seat_to_act
        sight = await pair[0][seat].get(match, seat)
        if not sight.legal_actions or len(won) == most:
            break
        assert sight.match.version == len(won)
        actions = [choose(sight.legal_actions, rng) for _ in pair]
        winner = await race(match, seat, len(won), pair, actions)
        won.append(winner)
    for caller in (devices.here[0], devices.there[0]):
        log = await caller.updates(match, 0)
        assert [update.commit_id for update in log] == [update.commit_id for update in won]
        assert [update.time for update in log] == [update.time for update in won]
    return len(won)


async def race(
    match: str, seat: int, version: int, pair: list[list[Caller]], actions: list[Action]
) -> Update:
    """Have both devices of a seat act for one version; the update of the one that got it."""
    calls = [
        callers[seat].act(match, seat, version, action)
        for callers, action in zip(pair, actions, strict=True)
    ]
    update, failed = one_answer(await at_once(*calls))
    assert update.version == version + 1
    assert (failed.code, failed.reason) == ("ABORTED", "STALE_VERSION")
    assert failed.detail(StaleVersion).current_version == version + 1
    return update


@SERVERS
async def test_one_request_sent_twice_at_once_is_applied_once_and_answered_alike(
    store_url: str, number: int
) -> None:
    async with servers_on(store_url, number, PATIENT) as servers:
        devices, rng = Devices(servers), Random(3)
        made = await devices.here[0].create(seated(GAME_SPLENDOR, SEATED))
        match, version = made.match.match, 0
        sight = await devices.here[0].get(match)
        while sight.match.HasField("seat_to_act") and version < PAIRS:
            seat = sight.match.seat_to_act
            legal = (await devices.there[seat].get(match, seat)).legal_actions
            action, request_id = choose(legal, rng), new_request_id()
            calls = [
                callers[seat].act(match, seat, version, action, request_id)
                for callers in (devices.here, devices.there)
            ]
            one, other = await asyncio.gather(*calls)
            assert one == other
            version += 1
            sight = await devices.here[0].get(match)
            assert sight.match.version == version


@SERVERS
async def test_of_two_who_show_one_join_token_at_once_one_gets_the_seat(
    store_url: str, number: int
) -> None:
    async with servers_on(store_url, number, PATIENT) as servers:
        devices = Devices(servers)
        for _ in range(PAIRS):
            made = await devices.here[0].create(with_open_seats(GAME_DUEL, 2))
            match, token = made.match.match, made.join_tokens[1].token
            callers = (devices.here[0], devices.there[1])
            ends = await at_once(*(caller.join(match, token) for caller in callers))
            joined, failed = one_answer(ends)
            assert joined.seat == 1
            assert failed.reason == "JOIN_TOKEN_INVALID"
            holder = (await devices.here[0].get(match)).match
            assert holder.seats[1].principal == joined.match.seats[1].principal
            assert holder.version == 1


@SERVERS
async def test_two_who_join_at_once_both_get_their_seats_and_the_match_is_dealt_once(
    store_url: str, number: int
) -> None:
    async with servers_on(store_url, number, PATIENT) as servers:
        devices = Devices(servers)
        for _ in range(PAIRS):
            made = await devices.here[0].create(with_open_seats(GAME_DUEL, 2))
            match = made.match.match
            tokens = [shown.token for shown in made.join_tokens]
            callers = (devices.here[0], devices.there[1])
            joins = [
                caller.join(match, token, token[:8].encode())
                for caller, token in zip(callers, tokens, strict=True)
            ]
            assert [joined.seat for joined in await asyncio.gather(*joins)] == [0, 1]
            log = await devices.there[0].updates(match)
            assert [update.version for update in log] == [1, 2]
            dealt = [event.HasField("match_dealt") for event in log[1].events]
            assert (dealt, list(log[0].events)) == ([True], [])


@SERVERS
async def test_one_creation_sent_twice_at_once_makes_one_match(store_url: str, number: int) -> None:
    async with servers_on(store_url, number, PATIENT) as servers:
        devices = Devices(servers)
        for _ in range(PAIRS):
            request = with_open_seats(GAME_DUEL, 2)
            calls = [callers[0].create(request) for callers in (devices.here, devices.there)]
            one, other = await asyncio.gather(*calls)
            assert one == other


@SERVERS
async def test_of_an_action_and_a_resignation_at_once_both_or_the_resignation_alone_are_kept(
    store_url: str, number: int
) -> None:
    async with servers_on(store_url, number, PATIENT) as servers:
        devices, rng = Devices(servers), Random(7)
        for _ in range(PAIRS):
            made = await devices.here[0].create(seated(GAME_DUEL, SEATED))
            match, seat = made.match.match, made.match.seat_to_act
            action = choose((await devices.here[seat].get(match, seat)).legal_actions, rng)
            acted, resigned = await at_once(
                devices.here[seat].act(match, seat, 0, action),
                devices.there[1 - seat].resign(match, 1 - seat),
            )
            assert isinstance(resigned, Update)
            log = await devices.there[seat].updates(match, seat)
            if isinstance(acted, Update):
                assert acted == log[0]
            else:
                assert acted.code == "ABORTED"
                assert acted.detail(StaleVersion).current_version == 1
            assert log[-1].version == resigned.version == 1 + isinstance(acted, Update)
