"""Which bots a host plays, and how it calls the server it runs in."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from structlog.testing import capture_logs

from gemwright.bot_host import host as host_module
from gemwright.bot_host.host import BotHost, hosting
from gemwright.bot_host.transports import CallFailed, Transport, inside
from gemwright.matches.faults import MatchOver
from gemwright.rpc.calls import Call, Unary
from tests.bot_host.scripted import first
from tests.event_loop import on_event_loop

SERVICE = "gemwright.v1.MatchService"


class Silent:
    """A way to a server that never says anything, and tells who listens."""

    def __init__(self, whose: tuple[str, str], listening: set[tuple[str, str]]) -> None:
        self._whose = whose
        self._listening = listening

    async def unary(self, method: str, content: bytes) -> bytes:
        """Nobody calls."""
        raise NotImplementedError

    async def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """Listen for ever."""
        self._listening.add(self._whose)
        try:
            await asyncio.Event().wait()
            yield b""
        finally:
            self._listening.discard(self._whose)


async def test_every_bot_plays_for_every_owner_as_owners_come_and_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_module, "OWNERS_EVERY_S", 0.01)
    owners, listening = ["acme"], set[tuple[str, str]]()

    def connect(owner: str, principal: str) -> Transport:
        return Silent((owner, principal), listening)

    async def listen(*names: str) -> None:
        wanted = {(name, f"bot:{bot}") for name in names for bot in ("random", "greedy")}
        while listening != wanted:
            await asyncio.sleep(0.01)

    bots = {"random": first, "greedy": first}
    async with hosting(BotHost(bots, lambda: owners, connect)):
        await listen("acme")
        owners.append("zenith")
        await listen("acme", "zenith")
        owners.remove("acme")
        await listen("zenith")
    assert listening == set()


async def test_a_host_that_fails_says_so_at_once_and_takes_nothing_down() -> None:
    def owners() -> list[str]:
        raise ZeroDivisionError

    def connect(owner: str, principal: str) -> Transport:
        raise NotImplementedError

    with capture_logs() as logs:
        async with hosting(BotHost({"greedy": first}, owners, connect)):
            while not logs:
                await asyncio.sleep(0.01)
    assert [line["event"] for line in logs] == ["bot_host_failed"]


async def calls_of(answer: Unary) -> CallFailed:
    """How a call ends that a handler answers so."""
    transport = inside({SERVICE: {"GetMatch": answer}})("acme", "bot:greedy")
    with pytest.raises(CallFailed) as caught:
        await transport.unary(f"{SERVICE}/GetMatch", b"")
    return caught.value


def test_a_fault_of_the_server_is_the_failure_of_a_call() -> None:
    async def over(content: bytes, call: Call) -> bytes:
        assert (call.caller.owner, call.caller.principal) == ("acme", "bot:greedy")
        raise MatchOver

    assert on_event_loop(calls_of(Unary(over))).reason == "MATCH_OVER"


def test_a_mistake_of_the_server_is_logged_and_not_told() -> None:
    async def mistaken(content: bytes, call: Call) -> bytes:
        raise ZeroDivisionError("a secret")

    with capture_logs() as logs:
        failed = on_event_loop(calls_of(Unary(mistaken)))
    assert failed.reason == "INTERNAL"
    assert "secret" not in str(failed)
    assert [line["event"] for line in logs] == ["call_failed"]
