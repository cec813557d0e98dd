"""What a bot may do wrong: its match waits for a better choice, and nothing else is touched."""

import asyncio
import importlib
import logging
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NoReturn

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR
from gemwright_client import Tally, parse_action
from gemwright_client.bots.bot import BotSource
from gemwright_client.pb.game_pb2 import Action
from tests.client.hosted import ROBO, begun, hosting, played, reached
from tests.client.hosted_bots import DivingBot, MistakenBot, SlowBot, Wrong
from tests.event_loop import on_event_loop
from tests.service.callers import Caller
from tests.service.players import seated, watching
from tests.service.servers import Servers, servers_on
from tests.waiting import until

MORTAL: Final = """\
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from gemwright_client import action_text

class MortalBot:
    def choose(self, view, legal_actions):
        if not Path(__file__).with_name("has-died").exists():
            Path(__file__).with_name("has-died").touch()
            os._exit(3)
        return next((a for a in legal_actions if action_text(a)[:3] == "buy"), legal_actions[-1])
"""
"""Takes its process with it once."""
FAILING: Final = MORTAL.replace("os._exit(3)", "raise ZeroDivisionError('no idea')")


def raises(error: BaseException) -> Wrong:
    """A choice that ends with this."""

    def wrong() -> NoReturn:
        raise error

    return wrong


async def ended_early() -> NoReturn:
    """A choice that waits for what somebody has cancelled."""
    raise asyncio.CancelledError


def mistakes_in(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What was logged that somebody should look at."""
    return [said for said in caplog.records if said.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        pytest.param(raises(ZeroDivisionError("no idea")), "ZeroDivisionError", id="exception"),
        pytest.param(raises(StopIteration()), "RuntimeError", id="stop-iteration"),
        pytest.param(raises(SystemExit(3)), "RuntimeError", id="exit"),
        pytest.param(raises(asyncio.CancelledError()), "RuntimeError", id="cancelled"),
        pytest.param(lambda: ended_early(), "RuntimeError", id="cancelled-later"),
        pytest.param(lambda: None, "TypeError", id="nothing"),
        pytest.param(lambda: 3, "TypeError", id="number"),
        pytest.param(lambda: "sing a song", "NotationError", id="no-notation"),
        pytest.param(lambda: "buy S1-99", "InvalidRequest", id="no-card"),
        pytest.param(Action, "InvalidRequest", id="empty"),
        pytest.param(lambda: "buy reserved 1", "ActionRefused", id="not-legal"),
        pytest.param(lambda: parse_action("pass", GAME_SPLENDOR), "ActionRefused", id="not-listed"),
    ],
)
def test_after_a_mistake_the_bot_is_asked_again(
    store_url: str, caplog: pytest.LogCaptureFixture, wrong: Wrong, kind: str
) -> None:
    async def test() -> None:
        async with servers_on(store_url) as servers:
            caller = servers.hosts[0].caller()
            (match,) = await begun(caller)
            bot = MistakenBot(wrong)
            async with hosting(bot, servers.hosts[0].address) as host:
                await reached(caller, match, 5)
            moves = (await caller.get(match)).match.version
            assert host.tally == Tally(matches=1, moves=moves, mistakes=1)

    on_event_loop(test())
    (said,) = mistakes_in(caplog)
    assert said.exc_info is not None
    assert said.exc_info[0] is not None
    assert said.exc_info[0].__name__ == kind


async def test_a_match_in_which_the_bot_fails_waits_while_others_are_played(
    servers: Servers,
) -> None:
    caller = servers.hosts[0].caller()
    (hard,) = await begun(caller)
    bot = DivingBot()
    async with hosting(bot, servers.hosts[0].address) as host:
        await played(caller, await begun(caller, 1, GAME_DUEL))
        await host.until(matches=1, ended=1)
        await failed_twice(host.tally)
        assert (await caller.get(hard)).match.version == 0
        bot.is_helped = True
        await played(caller, [hard])


async def failed_twice(tally: Tally) -> None:
    """Wait for a second mistake."""

    async def has_failed() -> bool:
        return tally.mistakes >= 2

    await until(has_failed, "a second mistake")


@pytest.mark.parametrize(
    ("source", "said"), [(MORTAL, "ProcessGone"), (FAILING, "ZeroDivisionError: no idea")]
)
def test_a_process_that_fails_loses_one_choice_and_the_others_none(
    store_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    source: str,
    said: str,
) -> None:
    name = f"bot_that_says_{said[:4].lower()}"
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    bot: BotSource = importlib.import_module(name).MortalBot

    async def test() -> None:
        async with servers_on(store_url) as servers:
            caller = servers.hosts[0].caller()
            matches = await begun(caller, 2, GAME_DUEL)
            async with hosting(bot, servers.hosts[0].address, processes=1) as host:
                for match in matches:
                    await reached(caller, match, 10)
            moves = sum([(await caller.get(match)).match.version for match in matches])
            assert host.tally == Tally(matches=2, moves=moves, mistakes=1)

    on_event_loop(test())
    assert os.path.exists(tmp_path / "has-died")
    (record,) = mistakes_in(caplog)
    assert said in logging.Formatter().format(record)


async def cancelled(caller: Caller, match: str) -> None:
    """Have its owner end a match."""
    await caller.cancel(match)


async def timed_out(caller: Caller, match: str) -> None:
    """Wait until a clock has ended a match."""
    async with watching(caller, match) as watcher:
        await watcher.ended()


@pytest.mark.parametrize("end", [cancelled, timed_out])
def test_a_choice_that_comes_too_late_is_dropped(
    store_url: str,
    caplog: pytest.LogCaptureFixture,
    end: Callable[[Caller, str], Awaitable[None]],
) -> None:
    async def test() -> None:
        async with servers_on(store_url) as servers:
            caller = servers.hosts[0].caller()
            request = seated(GAME_DUEL, [ROBO, ROBO])
            if end is timed_out:
                request.time_control.per_turn.limit.FromSeconds(1)
            match = (await caller.create(request)).match.match
            bot = SlowBot()
            async with hosting(bot, servers.hosts[0].address) as host:
                await asyncio.to_thread(bot.thinks.wait)
                await end(caller, match)
                await host.until(matches=0, ended=1)
                bot.told.set()
                await played(caller, await begun(caller))
                await host.until(matches=0, ended=2)
            assert (await caller.get(match)).match.version == 1
            assert host.tally.mistakes == 0

    on_event_loop(test())
    assert not mistakes_in(caplog)
