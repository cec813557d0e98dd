"""What the server tells of a Redis that is changed behind its back."""

import asyncio
from collections.abc import Callable

import pytest

from gemwright.app import store_info
from gemwright.redis.opening import open_store
from gemwright.settings import read_settings
from tests.valkey import Valkey, eventually, valkey

SOON = 0.02
"""Seconds between two looks."""

Told = Callable[[], tuple[str, ...]]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemwright.redis.opening.INSPECT_EVERY", SOON)


def on_a_store(check: Callable[[Valkey, Told], None], *words: str) -> None:
    """Check what is told of a Valkey that store_info all at first."""

    async def main(server: Valkey) -> None:
        async with open_store(read_settings(["--redis", server.url, *words])) as store:
            assert store_info(store).warnings == ()
            await asyncio.to_thread(check, server, lambda: store_info(store).warnings)

    with valkey() as server:
        asyncio.run(main(server))


def set_to(server: Valkey, name: str, value: str) -> None:
    with server.client() as client:
        client.config_set(name, value)


@pytest.mark.parametrize("words", [(), ("--allow-eviction",)], ids=["refusing", "allowing"])
def test_eviction_that_is_switched_on_later_is_told_until_it_is_off(words: tuple[str, ...]) -> None:
    def check(server: Valkey, told: Told) -> None:
        for _ in range(2):
            set_to(server, "maxmemory-policy", "allkeys-lru")
            eventually(lambda: any("drops data" in text for text in told()), "it is told")
            set_to(server, "maxmemory-policy", "noeviction")
            eventually(lambda: told() == (), "all is well again")

    on_a_store(check, *words)


def test_a_file_that_is_not_written_any_more_is_told_until_it_is() -> None:
    def check(server: Valkey, told: Told) -> None:
        set_to(server, "appendonly", "no")
        eventually(lambda: any("no append-only file" in text for text in told()), "it is told")
        set_to(server, "appendonly", "yes")
        eventually(lambda: told() == (), "all is well again")

    on_a_store(check)


def test_a_store_that_is_gone_is_told_until_it_is_back() -> None:
    def check(server: Valkey, told: Told) -> None:
        server.kill()
        eventually(lambda: any("does not answer" in text for text in told()), "it is told")
        server.start()
        eventually(lambda: told() == (), "all is well again")

    on_a_store(check)
