"""How calls travel: together, each with its own reply, none held up by another's failure."""

import asyncio
import os

import pytest
from redis.exceptions import NoScriptError, OutOfMemoryError

from gemwright.matches.store import Committed, Gone, StoreOutcomeUnknown, StoreUnavailable
from gemwright.redis.batcher import Batching, Call
from gemwright.redis.commands import COMMIT, SCRIPTS, packed
from tests.redis.cutting_proxy import cutting_proxy, cutting_proxy_over_tcp
from tests.redis.stores import change, match_id, new_match, open_store
from tests.valkey import PATIENCE, Valkey


def commands_seen(server: Valkey, kind: str) -> int:
    with server.client() as client:
        stats = client.info("commandstats").get(f"cmdstat_{kind}", {})
        return int(stats.get("calls", 0)) if isinstance(stats, dict) else 0


def test_commands_are_packed_as_redis_reads_them() -> None:
    assert packed((b"GET", b"a\r\n", b"")) == b"*3\r\n$3\r\nGET\r\n$3\r\na\r\n\r\n$0\r\n\r\n"


def test_redis_knows_the_scripts_by_our_hashes(server: Valkey) -> None:
    with server.client() as client:
        for script in SCRIPTS:
            assert client.script_load(script.text.decode()) in (script.sha, script.sha.decode())


async def test_the_commits_of_one_turn_go_together_and_wake_the_others_once(server: Valkey) -> None:
    names = [match_id(n, n) for n in range(64)]
    greeted = commands_seen(server, "publish") + 2
    async with (
        open_store(server.url, wake_ups=True) as store,
        open_store(server.url, wake_ups=True),
    ):
        async with asyncio.timeout(PATIENCE):
            while commands_seen(server, "publish") < greeted:
                await asyncio.sleep(0)
        await asyncio.gather(*[store.create(new_match(name)) for name in names[::2]])
        before = commands_seen(server, "publish")
        replies = await asyncio.gather(*[store.commit(change(name)) for name in names])
        kinds = [type(reply) for reply in replies]
        assert kinds == [Committed, Gone] * 32
        assert commands_seen(server, "publish") == before + 1


async def test_more_calls_than_one_batch_takes_are_all_answered(server: Valkey) -> None:
    async with open_store(server.url) as store:
        found = await store.load_many([match_id(n, n % 64) for n in range(2000)])
        assert found == [None] * 2000


async def test_a_failure_of_one_call_is_not_that_of_its_neighbours(server: Valkey) -> None:
    broken, sound = match_id(1), match_id(2)
    async with open_store(server.url) as store:
        await store.create(new_match(sound))
        with server.client() as client:
            client.set(f"{{b017}}m:{broken}", "not a hash")
        both = [store.commit(change(broken)), store.commit(change(sound))]
        failed, stored = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(failed, StoreUnavailable)
        assert isinstance(stored, Committed)


async def test_every_answer_that_came_before_a_cut_counts(server: Valkey) -> None:
    names = [match_id(n, n) for n in range(50)]
    door = server.folder / f"{os.urandom(4).hex()}.sock"
    async with cutting_proxy(door, server.socket) as proxy, open_store(proxy.url) as store:
        await asyncio.gather(*[store.create(new_match(name)) for name in names])
        for turn in range(10):
            proxy.drop_replies_after(turn % 2)
            asked = [store.confirm(name) for name in names]
            replies = await asyncio.gather(*asked)
            assert all(reply and reply.version == 0 for reply in replies)
        assert proxy.dropped >= 5


async def test_a_connection_that_is_reset_while_nobody_calls_is_made_again(server: Valkey) -> None:
    async with (
        cutting_proxy_over_tcp(server.socket) as proxy,
        open_store(proxy.url) as store,
    ):
        await store.create(new_match(match_id(1)))
        for _ in range(5):
            await proxy.reset()
            assert await store.confirm(match_id(1))


async def test_a_refusal_means_nothing_changed_unless_the_call_was_sent_before() -> None:
    def answered(sent: bool, writes: bool) -> object:
        reply = asyncio.get_running_loop().create_future()
        call = Call(b"", b"", reply, 0.0, writes)
        call.may_be_done = sent
        call.answer(OutOfMemoryError())
        call.answer(NoScriptError())
        return type(reply.result())

    assert answered(False, True) is StoreUnavailable
    assert answered(True, True) is StoreOutcomeUnknown
    assert answered(True, False) is StoreUnavailable


@pytest.mark.parametrize(
    ("is_cluster", "expected"),
    [(False, b"PUBLISH"), (True, b"SPUBLISH")],
    ids=["single", "cluster"],
)
def test_on_a_cluster_wake_ups_go_through_the_primary_of_a_bucket(
    is_cluster: bool, expected: bytes
) -> None:
    command = Batching(b"12345678", is_cluster=is_cluster).wake_up(b"{b017}", b"message")
    assert expected in command.split(b"\r\n")
    assert (b"{b017}" in command) is is_cluster


def test_keys_of_a_commit_are_named_to_redis() -> None:
    words = COMMIT.call((b"one", b"two"), (b"argument",)).split(b"\r\n")[2::2]
    assert words == [b"EVALSHA", COMMIT.sha, b"2", b"one", b"two", b"argument"]
