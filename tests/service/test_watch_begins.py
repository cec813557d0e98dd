"""What happens while a watch begins is told at once, not when the match is next looked at."""

import asyncio
from contextlib import aclosing

import pytest

from gemwright.matches.api import Caller, Scope, Snapshot, WatchedUpdate
from gemwright.pb.game_pb2 import GAME_DUEL
from tests.service.players import seated
from tests.service.servers import PATIENT, Servers

AT_ONCE_S = 10.0
"""Far less than it takes until a patient server looks by itself."""


@pytest.mark.inside("holds a watch where a slow reader would")
@pytest.mark.parametrize("where", [0, 1], ids=["here", "elsewhere"])
@pytest.mark.servers(2, PATIENT)
async def test_an_update_that_comes_before_the_snapshot_is_sent_is_told(
    servers: Servers, where: int
) -> None:
    ann = servers.hosts[where].caller("ann")
    made = (await ann.create(seated(GAME_DUEL, ["ann", "ann"]))).match
    seat = made.seat_to_act
    watcher = Caller("ann", "dev", frozenset(Scope))
    watch = servers.hosts[0].runtime.watching.watch(watcher, made.match, seat, "")
    async with aclosing(watch), asyncio.timeout(AT_ONCE_S):
        assert isinstance(await anext(watch), Snapshot)
        legal = (await ann.get(made.match, seat)).legal_actions
        await ann.act(made.match, seat, 0, legal[0])
        told = await anext(watch)
        assert isinstance(told, WatchedUpdate)
        assert told.update.version == 1
