"""Hosting a bot of any kind: every match of its principal is played, each by itself."""

import importlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from gemwright.pb.match_pb2 import Spectators
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest
from gemwright_client import Tally, run_bot
from gemwright_client.bots.bot import BotSource
from gemwright_client.errors import BotUnusable
from tests.client.hosted import ROBO, begun, hosting, moves_in, played, reached
from tests.client.hosted_bots import (
    AsyncBot,
    PromisingBot,
    QuickBot,
    SlowAsyncBot,
    SlowBot,
    TextBot,
)
from tests.event_loop import on_event_loop
from tests.service.botted import ended
from tests.service.callers import new_request_id
from tests.service.players import seated
from tests.service.servers import Servers, servers_on
from tests.valkey import is_alive

OTHERS: Final = 20
FROM_A_MODULE: Final = """\
import os
from pathlib import Path
from gemwright_client import action_text

class MyBot:
    def __init__(self):
        Path(__file__).with_name(f"made.{os.getpid()}").touch()

    def choose(self, view, legal_actions):
        Path(__file__).with_name(f"asked.{os.getpid()}").touch()
        return next((a for a in legal_actions if action_text(a)[:3] == "buy"), legal_actions[-1])
"""
"""A user's own module."""


def test_a_bot_plays_both_seats_of_its_principal_to_the_end(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with servers_on(store_url) as servers:
            caller = servers.hosts[0].caller()
            matches = await begun(caller)
            bot = QuickBot()
            async with hosting(bot, servers.hosts[0].address) as host:
                records = await played(caller, matches)
                await host.until(matches=0, ended=1)
            moves = moves_in(records)
            assert host.tally == Tally(ended=1, moves=moves)
            assert bot.asked == moves == records[0].match.version

    on_event_loop(test())
    assert not [said for said in caplog.records if said.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(AsyncBot(), id="async"),
        pytest.param(TextBot(), id="notation"),
        pytest.param(PromisingBot(), id="awaitable"),
        pytest.param(QuickBot, id="class"),
        pytest.param(lambda: AsyncBot(), id="factory"),
    ],
)
async def test_a_bot_may_be_of_any_kind(servers: Servers, source: BotSource) -> None:
    caller = servers.hosts[0].caller()
    (match,) = await begun(caller)
    async with hosting(source, servers.hosts[0].address) as host:
        await reached(caller, match, 10)
    moves = (await caller.get(match)).match.version
    assert host.tally == Tally(matches=1, moves=moves)


@pytest.mark.parametrize(
    ("source", "processes", "said"),
    [
        (object(), 0, "has no method choose"),
        (dict, 0, "has no method choose"),
        (lambda: QuickBot(), 2, "other processes cannot have the bot: .*pickle"),
        (dict, 2, "other processes cannot have the bot: .* has no method choose"),
    ],
)
def test_what_is_no_bot_is_said_to_be_none(source: BotSource, processes: int, said: str) -> None:
    with pytest.raises(BotUnusable, match=said):
        on_event_loop(run_bot(source, "127.0.0.1:1", "dev:robo", processes=processes))


async def test_matches_of_all_games_from_before_and_later_are_played_together(
    servers: Servers,
) -> None:
    caller, address = servers.hosts[0].caller(), servers.hosts[0].address
    matches = await begun(caller, 1, GAME_DUEL, (ROBO, "ann"))
    matches += await begun(caller, 1, GAME_SPLENDOR, ("ann", ROBO, ROBO))
    async with hosting(QuickBot, address) as robo, hosting(AsyncBot, address, "ann") as ann:
        await robo.until(matches=2, ended=0)
        matches += await begun(caller, 1, GAME_DUEL_COUNTERFEITERS, (ROBO, "ann"))
        records = await played(caller, matches)
        await robo.until(matches=0, ended=3)
        await ann.until(matches=0, ended=3)
    assert robo.tally == Tally(ended=3, moves=moves_in(records))
    assert ann.tally == Tally(ended=3, moves=moves_in(records, "ann"))


async def test_a_rematch_is_played_too(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    async with hosting(QuickBot, servers.hosts[0].address) as host:
        (match,) = await begun(caller)
        await ended(caller, match)
        again = CreateMatchRequest(
            request_id=new_request_id(),
            rematch_of=match,
            spectators=Spectators(allowed=True),
        )
        after = (await caller.create(again)).match
        assert (await played(caller, [after.match]))[0].match.seats[0].principal == ROBO
        await host.until(matches=0, ended=2)


async def test_seats_that_are_kept_for_the_principal_are_taken(servers: Servers) -> None:
    caller = servers.hosts[0].caller()
    request = seated(GAME_SPLENDOR, [ROBO, ROBO, ROBO])
    request.seats[0].must_join = request.seats[2].must_join = True
    waiting = await caller.create(request)
    async with hosting(QuickBot, servers.hosts[0].address) as host:
        record = await ended(caller, waiting.match.match)
        await host.until(matches=0, ended=1)
    assert host.tally == Tally(ended=1, moves=moves_in([record]))
    assert record.match.version == host.tally.moves + 2


@pytest.mark.parametrize("make", [SlowBot, SlowAsyncBot])
async def test_a_slow_choice_holds_up_its_own_match_alone(
    servers: Servers, make: Callable[[], SlowBot]
) -> None:
    caller = servers.hosts[0].caller()
    (slow,) = await begun(caller, 1, GAME_DUEL)
    bot = make()
    async with hosting(bot, servers.hosts[0].address) as host:
        for other in await begun(caller, OTHERS):
            await reached(caller, other, 5)
            await caller.cancel(other)
        await played(caller, await begun(caller))
        await host.until(matches=1, ended=OTHERS + 1)
        assert bot.thinks.is_set()
        assert (await caller.get(slow)).match.version == 0
        bot.told.set()
        await played(caller, [slow])
        await host.until(matches=0, ended=OTHERS + 2)
    assert host.tally.mistakes == 0


def test_choices_are_made_in_processes_that_have_the_bot_from_a_module(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_own_bot.py").write_text(FROM_A_MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    source: BotSource = importlib.import_module("my_own_bot").MyBot

    async def test() -> None:
        async with servers_on(store_url) as servers:
            caller = servers.hosts[0].caller()
            async with hosting(source, servers.hosts[0].address, processes=2) as host:
                records = await played(caller, await begun(caller, 2))
                await host.until(matches=0, ended=2)
            assert host.tally == Tally(ended=2, moves=moves_in(records))

    on_event_loop(test())
    made, asked = (
        {int(path.suffix[1:]) for path in tmp_path.glob(f"{what}.*")} for what in ("made", "asked")
    )
    assert len(made) == 2
    assert asked == made
    assert os.getpid() not in made
    assert not any(map(is_alive, made))
