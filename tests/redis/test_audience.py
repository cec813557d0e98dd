"""Wake-ups cost work, so they are published only where another process listens."""

import asyncio

from gemwright.redis.wakes import TELL_AGAIN, Audience
from tests.redis.stores import change, listeners, match_id, new_match, open_store
from tests.redis.test_batcher import commands_seen
from tests.valkey import PATIENCE, Valkey


def test_a_process_that_is_heard_by_itself_alone_stops_telling() -> None:
    audience = Audience()
    audience.is_listening = True
    assert audience.is_worth_telling(0.0)
    audience.counted(1)
    assert not audience.is_worth_telling(TELL_AGAIN / 2)


def test_a_process_that_does_not_listen_itself_counts_every_listener() -> None:
    audience = Audience()
    assert audience.is_worth_telling(0.0)
    audience.counted(1)
    assert audience.is_worth_telling(TELL_AGAIN / 2)


def test_after_a_while_it_is_told_again_all_the_same() -> None:
    audience = Audience()
    audience.is_listening = True
    assert audience.is_worth_telling(0.0)
    audience.counted(1)
    assert audience.is_worth_telling(TELL_AGAIN)


def test_whoever_is_heard_is_told_from_then_on() -> None:
    audience = Audience()
    audience.is_listening = True
    assert audience.is_worth_telling(0.0)
    audience.counted(1)
    audience.has_others = True
    assert audience.is_worth_telling(TELL_AGAIN / 2)


async def test_a_lone_store_publishes_hardly_and_begins_when_another_comes(server: Valkey) -> None:
    names = [match_id(n, n % 64) for n in range(40)]
    async with open_store(server.url, wake_ups=True) as first:
        await listeners(server, 1)
        for name in names:
            await first.create(new_match(name))
        before = commands_seen(server, "publish")
        async with asyncio.timeout(PATIENCE):
            for name in names[:20]:
                await first.commit(change(name))
        assert commands_seen(server, "publish") < before + 20
        heard = asyncio.Queue[str]()
        async with open_store(server.url, wake_ups=True) as second:
            second.on_wake(heard.put_nowait)
            await listeners(server, 2)
            async with asyncio.timeout(PATIENCE):
                for name in names[20:]:
                    await first.commit(change(name))
                while await heard.get() != names[-1]:
                    pass
