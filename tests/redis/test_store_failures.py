"""What the store says, and keeps, when Redis refuses, breaks or dies."""

import asyncio
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gemwright.matches.store import (
    Committed,
    LogPage,
    Repeated,
    StoreOutcomeUnknown,
    StoreUnavailable,
)
from gemwright.matches.stored import Part
from gemwright.redis.store import RedisStore
from tests.redis.cutting_proxy import CuttingProxy, cutting_proxy
from tests.redis.stores import after, change, match_id, new_match, open_store, played
from tests.valkey import PATIENCE, Valkey, valkey

NAME = match_id()


@pytest.fixture
def own() -> Iterator[Valkey]:
    """A Valkey to be maltreated; what it acknowledges is on disk."""
    with valkey("--appendfsync", "always") as server:
        yield server


def door(server: Valkey) -> Path:
    return server.folder / "door.sock"


async def version_of(store: RedisStore, name: str) -> int:
    found = await store.load(name)
    assert found
    return found.version


async def more_than(store: RedisStore, name: str, version: int) -> None:
    """Wait until a match has had more updates."""
    while await version_of(store, name) <= version:
        await asyncio.sleep(0)


async def commit_through_a_lost_reply(store: RedisStore, proxy: CuttingProxy, request: str) -> None:
    await store.create(new_match(NAME))
    proxy.drop_replies_after(0)
    made = change(NAME, request=request)
    reply = await store.commit(made)
    assert reply == Repeated(1, b"digest") if request else isinstance(reply, Committed)
    assert proxy.dropped == 1
    found = await store.load(NAME)
    assert found
    assert (found.version, found.commit) == (1, made.new_commit)


@pytest.mark.parametrize("request_id", ["", "request"])
async def test_a_commit_whose_reply_was_lost_is_sent_again_and_stored_once(
    own: Valkey, request_id: str
) -> None:
    async with cutting_proxy(door(own), own.socket) as proxy, open_store(proxy.url) as store:
        await commit_through_a_lost_reply(store, proxy, request_id)


async def test_a_commit_that_was_sent_is_unknown_when_redis_stays_away(own: Valkey) -> None:
    async with (
        cutting_proxy(door(own), own.socket) as proxy,
        open_store(proxy.url, timeout=0.5) as store,
    ):
        await store.create(new_match(NAME))
        made = change(NAME)
        proxy.is_down = True
        proxy.drop_replies_after(0)
        with pytest.raises(StoreOutcomeUnknown):
            await store.commit(made)
        with pytest.raises(StoreUnavailable):
            await store.commit(after(made))
        with pytest.raises(StoreUnavailable):
            await store.load(NAME)
        proxy.is_down = False
        assert isinstance(await store.commit(made), Committed)
        assert isinstance(await store.commit(after(made)), Committed)


async def test_a_commit_refused_after_a_lost_reply_is_unknown_for_it_may_be_stored(
    own: Valkey,
) -> None:
    async with cutting_proxy(door(own), own.socket) as proxy, open_store(proxy.url) as store:
        await store.create(new_match(NAME))
        proxy.is_down = True
        proxy.drop_replies_after(0)
        asked = asyncio.create_task(store.commit(change(NAME)))
        while not proxy.dropped:
            await asyncio.sleep(0)
        with own.client() as client:
            client.delete(f"{{b017}}m:{NAME}")
            client.set(f"{{b017}}m:{NAME}", "not a match")
        proxy.is_down = False
        with pytest.raises(StoreOutcomeUnknown):
            await asked


async def test_a_redis_that_hangs_is_given_up_in_time(own: Valkey) -> None:
    async with open_store(own.url, timeout=0.5) as store:
        await store.create(new_match(NAME))
        with own.client() as client:
            pid = int(str(client.info("server")["process_id"]))
        os.kill(pid, signal.SIGSTOP)
        try:
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(StoreOutcomeUnknown):
                    await store.commit(change(NAME))
        finally:
            os.kill(pid, signal.SIGCONT)
        assert await store.load(NAME)


async def test_forgotten_scripts_are_loaded_again(own: Valkey) -> None:
    async with open_store(own.url) as store:
        await store.create(new_match(NAME))
        with own.client() as client:
            client.script_flush()
        made = [change(NAME), change(match_id(1)), change(NAME)]
        replies = await asyncio.gather(*map(store.commit, made))
        assert [isinstance(reply, Committed) for reply in replies] == [True, False, False]


async def test_nothing_acknowledged_is_lost_when_redis_is_killed_and_the_store_goes_on(
    own: Valkey,
) -> None:
    names = [match_id(n, 3 * n) for n in range(8)]

    async def survive(store: RedisStore, name: str, stop: asyncio.Event) -> None:
        made = change(name)
        while not stop.is_set():
            reply: object = None
            while reply is None:
                try:
                    reply = await store.commit(made)
                except (StoreOutcomeUnknown, StoreUnavailable):
                    continue
            assert isinstance(reply, Committed)
            made = after(made)
        found = await store.load(name)
        assert found
        assert found.version == made.version > 0

    async with open_store(own.url) as store:
        for name in names:
            await store.create(new_match(name))
        stop = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for name in names:
                group.create_task(survive(store, name, stop))
            for _ in range(3):
                await asyncio.to_thread(own.restart)
                await more_than(store, names[0], await version_of(store, names[0]))
            stop.set()


async def test_a_cancelled_caller_cancels_nobody_else(own: Valkey) -> None:
    names = [match_id(n) for n in range(20)]
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    async with open_store(own.url) as store:
        for name in names:
            await store.create(new_match(name))
        for turns in range(4):
            made = [replace(change(name), new_commit=b"%08d" % turns) for name in names]
            tasks = [asyncio.create_task(store.commit(each)) for each in made]
            for _ in range(turns):
                await asyncio.sleep(0)
            for task in tasks[::2]:
                task.cancel()
            replies = await asyncio.gather(*tasks, return_exceptions=True)
            assert not any(isinstance(reply, Exception) for reply in replies[1::2])
        assert all(found and found.version == 1 for found in await store.load_many(names[1::2]))
    assert complaints == []


async def refused_with_nothing_changed(server: Valkey, *settings: str) -> None:
    """A commit of a match of two updates, refused because of settings."""
    async with open_store(server.url) as store:
        last = (await played(store, NAME, 2))[-1]
        before = await store.load(NAME)
        with server.client() as client:
            client.config_set(*settings)
        made = replace(after(last), parts={Part.POSITION: b"x" * 2000})
        with pytest.raises(StoreUnavailable):
            await store.commit(made)
        with pytest.raises(StoreUnavailable):
            await store.create(new_match(match_id(1)))
        seen, log = await store.load(NAME), await store.updates(NAME, 2, None, 9)
        assert before
        assert seen == replace(before, now_ms=seen.now_ms if seen else 0)
        assert isinstance(log, LogPage)
        assert log.updates == ()
        assert await store.load(match_id(1)) is None


async def test_out_of_memory_changes_nothing_but_archiving_goes_on(own: Valkey) -> None:
    await refused_with_nothing_changed(own, "maxmemory", "1")
    async with open_store(own.url) as store:
        standing = await store.confirm(NAME)
        assert standing
        assert await store.archive(NAME, 2, standing.commit, b"archive", 1)


async def test_too_few_replicas_change_nothing(own: Valkey) -> None:
    await refused_with_nothing_changed(own, "min-replicas-to-write", "1")


async def test_a_replica_takes_nothing_and_what_was_stored_before_is_still_told(
    own: Valkey,
) -> None:
    async with open_store(own.url) as store:
        made = await played(store, NAME, 1)
        with own.client() as client:
            client.execute_command("REPLICAOF", "127.0.0.1", "1")
        with pytest.raises(StoreUnavailable):
            await store.commit(after(made[0]))
        again = replace(made[0], new_commit=b"12345678")
        assert await store.commit(again) == Repeated(1, b"digest")
        with own.client() as client:
            client.execute_command("REPLICAOF", "NO", "ONE")
        assert isinstance(await store.commit(after(made[0])), Committed)


async def test_a_commit_that_too_few_replicas_have_is_unknown_even_if_repeated(own: Valkey) -> None:
    async with open_store(own.url, timeout=0.5) as store:
        made = (await played(store, NAME, 1))[0]
    async with open_store(own.url, replicas=1, timeout=0.5) as store:
        with pytest.raises(StoreOutcomeUnknown):
            await store.commit(made)
        with pytest.raises(StoreOutcomeUnknown):
            await store.commit(after(made))
        assert await store.load(NAME)


async def test_what_too_few_replicas_have_is_no_answer_to_a_repeated_call(own: Valkey) -> None:
    async with open_store(own.url, replicas=1, timeout=0.5) as store:
        made = change(NAME, request="again")
        with pytest.raises(StoreOutcomeUnknown):
            await store.create(new_match(NAME))
        with pytest.raises(StoreOutcomeUnknown):
            await store.commit(made)
        assert made.request
        with pytest.raises(StoreOutcomeUnknown):
            await store.confirm(NAME, made.request, is_answer=True)
        assert await store.confirm(NAME, made.request)


async def test_a_repeated_commit_to_a_full_store_is_unknown_if_it_cannot_wait(own: Valkey) -> None:
    async with open_store(own.url, timeout=0.5) as store:
        made = (await played(store, NAME, 1))[0]
    with own.client() as client:
        client.config_set("maxmemory", "1")
    async with open_store(own.url, aof=True, timeout=0.5) as store:
        with pytest.raises(StoreOutcomeUnknown):
            await store.commit(replace(made, new_commit=b"12345678"))


async def test_a_commit_can_wait_for_the_disk(own: Valkey) -> None:
    async with open_store(own.url, aof=True) as store:
        last = (await played(store, NAME, 2))[-1]
        with own.client() as client:
            client.config_set("appendonly", "no")
        with pytest.raises(StoreOutcomeUnknown):
            await store.commit(after(last))


async def test_a_store_that_is_closed_or_finds_no_redis_is_unavailable(tmp_path: Path) -> None:
    async with open_store(f"unix://{tmp_path}/nobody.sock", timeout=0.5) as store:
        with pytest.raises(StoreUnavailable):
            await store.commit(change(NAME))
    with pytest.raises(StoreUnavailable):
        await store.load(NAME)
