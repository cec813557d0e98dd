"""Wake-ups: hints that another process has changed a match."""

import asyncio
from collections.abc import Iterator

import pytest

from gemwright.matches.store import StoreOutcomeUnknown, StoreUnavailable
from gemwright.redis.keys import WAKE_CHANNEL
from gemwright.redis.store import RedisStore
from tests.redis.stores import change, listeners, match_id, new_match, open_store
from tests.valkey import PATIENCE, Valkey, valkey


@pytest.fixture
def own() -> Iterator[Valkey]:
    """A Valkey to be killed."""
    with valkey() as server:
        yield server


async def wake(store: RedisStore, number: int) -> str:
    """Change a match in one store."""
    name = match_id(number, number % 64)
    await store.create(new_match(name))
    await store.commit(change(name))
    return name


async def hears(heard: asyncio.Queue[str], name: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await heard.get() != name:
            pass


async def test_creations_and_commits_wake_other_stores_and_not_their_own(server: Valkey) -> None:
    async with (
        open_store(server.url, wake_ups=True) as one,
        open_store(server.url, wake_ups=True) as other,
    ):
        here, there = asyncio.Queue[str](), asyncio.Queue[str]()
        one.on_wake(here.put_nowait)
        other.on_wake(there.put_nowait)
        await listeners(server, 2)
        names = [match_id(n, n) for n in range(5)]
        await asyncio.gather(*[one.create(new_match(name)) for name in names])
        await asyncio.gather(*[one.commit(change(name)) for name in names])
        async with asyncio.timeout(PATIENCE):
            assert [await there.get() for _ in 2 * names] == 2 * names
        foreign = await wake(other, 9)
        await hears(here, foreign)
        assert {here.get_nowait() for _ in range(here.qsize())} <= {foreign}


async def test_without_wake_ups_nothing_is_published_or_heard(server: Valkey) -> None:
    async with open_store(server.url) as quiet, open_store(server.url, wake_ups=True) as loud:
        here, there = asyncio.Queue[str](), asyncio.Queue[str]()
        quiet.on_wake(here.put_nowait)
        loud.on_wake(there.put_nowait)
        await listeners(server, 1)
        unheard = await wake(quiet, 1)
        async with open_store(server.url, wake_ups=True) as third:
            name = await wake(third, 2)
            async with asyncio.timeout(PATIENCE):
                assert await there.get() == name != unheard
        assert here.empty()


async def test_the_reader_comes_back_when_redis_does(own: Valkey) -> None:
    async with (
        open_store(own.url, wake_ups=True) as one,
        open_store(own.url, wake_ups=True) as other,
    ):
        heard = asyncio.Queue[str]()
        other.on_wake(heard.put_nowait)
        for number in range(2):
            await listeners(own, 2)
            await hears(heard, await wake(one, number))
            await asyncio.to_thread(own.restart)
        try:
            await wake(one, 3)
        except (StoreUnavailable, StoreOutcomeUnknown):
            pytest.fail("the store did not go on")


async def test_a_strange_message_ends_nothing(server: Valkey) -> None:
    async with (
        open_store(server.url, wake_ups=True) as one,
        open_store(server.url, wake_ups=True) as other,
    ):
        heard = asyncio.Queue[str]()
        other.on_wake(heard.put_nowait)
        await listeners(server, 2)
        with server.client() as client:
            client.publish(WAKE_CHANNEL, b"another\xff\xfe \xff")
        await listeners(server, 2)
        await hears(heard, await wake(one, 1))
