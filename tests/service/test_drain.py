"""A server that is told to stop: every call it took is answered, whoever watches goes on elsewhere.

The count that proves it: the answers that clients have got from the server are those its log says
it gave; whatever else they called was refused before it was taken.
"""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import pytest
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse

from gemwright.pb.game_pb2 import GAME_DUEL
from tests.service.callers import Caller, CallFailed, new_request_id
from tests.service.players import Watcher, choose, seated, watching
from tests.service.processes import Process, calls, processes, strict_valkey
from tests.service.stalls import silent
from tests.service.stubborn import answer_or_failure, begun, list_games

CALLERS: Final = 32
SOON: Final = 20.0
"""Seconds in which a server ends whose calls have ended."""
SERVING: Final = int(HealthCheckResponse.SERVING)
NOT_SERVING: Final = int(HealthCheckResponse.NOT_SERVING)

T = TypeVar("T")


class Mobile:
    """A client who stays with the first server until it refuses, then calls the second."""

    def __init__(self, servers: Sequence[Process], principal: str) -> None:
        self.lines = [server.caller(principal) for server in servers]
        self.refusal: CallFailed | None = None
        self.answers = Counter[str]()
        """From the first server, by method."""

    async def call(self, method: str, make: Callable[[Caller], Awaitable[T]]) -> T:
        """The answer to a call, which the second server must give if the first does not."""
        if self.refusal is None:
            try:
                answer = await make(self.lines[0])
            except CallFailed as failed:
                self.refusal = failed
            else:
                self.answers[method] += 1
                return answer
        return await make(self.lines[1])

    async def act(self, match: str, seat: int, rng: Random) -> None:
        """Play one action if it is this seat's turn."""
        sight = await self.call("GetMatch", lambda caller: caller.get(match, seat))
        if sight.legal_actions:
            version, request_id = sight.match.version, new_request_id()
            action = choose(sight.legal_actions, rng)
            await self.call(
                "SubmitAction",
                lambda caller: caller.act(match, seat, version, action, request_id),
            )


async def play_on(mobile: Mobile, match: str, seat: int, more: int) -> None:
    """Act for a seat until the client has left the first server, and some more."""
    rng = Random(seat)
    while more:
        await mobile.act(match, seat, rng)
        more -= mobile.refusal is not None


async def test_a_drain_under_load_loses_no_call_and_no_watcher(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, "--grace", "60s", store=store) as servers:
            await drain_under_load(servers)


async def drain_under_load(servers: list[Process]) -> None:
    """Stop the first of two servers while 32 clients play through it and watch there."""
    stopped, left = servers
    mobiles = [Mobile(servers, f"bot-{n}") for n in range(CALLERS)]
    pairs = list(zip(mobiles[::2], mobiles[1::2], strict=True))
    names = [[mobile.lines[0].principal or "" for mobile in pair] for pair in pairs]
    made = [await left.caller().create(seated(GAME_DUEL, two)) for two in names]
    matches = [one.match.match for one in made]
    async with AsyncExitStack() as stack:
        watchers = [
            [await stack.enter_async_context(watching(one.lines, match)) for one in pair]
            for match, pair in zip(matches, pairs, strict=True)
        ]
        for watcher in [one for both in watchers for one in both]:
            await watcher.reached(0)
        async with asyncio.TaskGroup() as group:
            for match, pair in zip(matches, pairs, strict=True):
                for seat, mobile in enumerate(pair):
                    group.create_task(play_on(mobile, match, seat, more=5))
            while sum(mobile.answers["SubmitAction"] for mobile in mobiles) < 5 * CALLERS:
                await asyncio.sleep(0.01)
            began = time.monotonic()
            stopped.signal(signal.SIGTERM)
            assert await stopped.ended() == 0
            assert time.monotonic() - began < SOON
        for match, both in zip(matches, watchers, strict=True):
            log = await left.caller().updates(match)
            for watcher in both:
                await check_went_on(watcher, len(log))
    check_answers(stopped, mobiles)


async def check_went_on(watcher: Watcher, version: int) -> None:
    """A watcher was told to go elsewhere, once, and has followed the match there."""
    await watcher.reached(version)
    assert [one.version for one in watcher.updates] == list(range(1, version + 1))
    assert not watcher.resets
    kinds = [one.WhichOneof("message") for one in watcher.messages]
    assert kinds.count("going_away") == 1


def check_answers(stopped: Process, mobiles: Sequence[Mobile]) -> None:
    """Clients have got every answer the server gave; what it did not take it refused."""
    for method in ("GetMatch", "SubmitAction"):
        ended = calls(stopped.log(), method)
        given = sum(call["code"] == "OK" for call in ended)
        assert sum(mobile.answers[method] for mobile in mobiles) == given
        assert {call.get("reason") for call in ended} <= {None, "DRAINING"}
    reasons = Counter(mobile.refusal.reason for mobile in mobiles if mobile.refusal is not None)
    # Whoever calls again only when grpc has stopped finds nobody who could give a reason.
    assert reasons["DRAINING"] + reasons[""] == len(mobiles)
    assert reasons["DRAINING"] > len(mobiles) / 2


async def health_of(server: Process) -> AsyncGenerator[int, None]:
    """What the health service says, again whenever it changes."""
    path = "/grpc.health.v1.Health/Watch"
    async for answer in server.caller().stream(path, HealthCheckRequest(), HealthCheckResponse):
        yield int(answer.status)


async def gone(server: Process) -> None:
    """Wait until a server takes no new connections."""
    reason = "DRAINING"
    while reason:
        failed = await answer_or_failure(lambda: list_games(server.caller()))
        assert isinstance(failed, CallFailed)
        reason = failed.reason  # none from grpc, which refuses or, just when it stops, cancels


async def test_calls_in_flight_are_answered_and_new_ones_refused(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 2, store=store) as (stopped, left):
            caller, elsewhere = stopped.caller("ann"), left.caller("ann")
            requests = [seated(GAME_DUEL, ["ann", "bob"]) for _ in range(CALLERS)]
            late = seated(GAME_DUEL, ["ann", "bob"])
            async with aclosing(health_of(stopped)) as health:
                assert await anext(health) == SERVING
                with silent(store):
                    made = [lambda one=one: caller.create(one) for one in requests]
                    calling = await begun(caller, made)
                    stopped.signal(signal.SIGTERM)
                    assert await anext(health) == NOT_SERVING
                    with pytest.raises(CallFailed) as refused:
                        await caller.create(late)
                    assert refused.value.reason == "DRAINING"
                    await gone(stopped)
            answers = await asyncio.gather(*calling)
            assert await stopped.ended() == 0
            assert not any(isinstance(answer, CallFailed) for answer in answers)
            for request, answer in zip(requests, answers, strict=True):
                assert await elsewhere.create(request) == answer
            await elsewhere.create(late)


async def test_a_second_signal_does_not_wait_for_calls(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 1, "--grace", "60s", store=store) as (server,):
            caller = server.caller("ann")
            async with aclosing(health_of(server)) as health:
                await anext(health)
                with silent(store):
                    request = seated(GAME_DUEL, ["ann", "bob"])
                    (calling,) = await begun(caller, [lambda: caller.create(request)])
                    server.signal(signal.SIGTERM)
                    assert await anext(health) == NOT_SERVING
                    began = time.monotonic()
                    server.signal(signal.SIGTERM)
                    assert await server.ended() == 128 + signal.SIGTERM
                    assert time.monotonic() - began < SOON
                    failed = await calling
                    assert isinstance(failed, CallFailed)
                    assert failed.code == "UNAVAILABLE"


async def test_streams_that_stay_open_do_not_hold_a_server_beyond_its_grace(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with (
            processes(tmp_path, 1, "--grace", "1s", store=store) as (server,),
            aclosing(health_of(server)) as health,
        ):
            assert await anext(health) == SERVING
            began = time.monotonic()
            server.signal(signal.SIGTERM)
            assert await server.ended() == 0
            assert time.monotonic() - began < 1 + SOON
