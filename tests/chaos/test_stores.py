"""What befalls the stores of a chaos run does what it says, and what was answered survives it."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import redis
from redis.exceptions import MovedError, OutOfMemoryError

from gemwright.pb.game_pb2 import GAME_DUEL
from tests.programs.chaos.cluster_store import ClusterStore, role_of
from tests.programs.chaos.node import Node, is_written
from tests.programs.chaos.power.load import Load
from tests.programs.chaos.stores import SingleStore
from tests.service.callers import failure_of, new_request_id
from tests.service.players import seated
from tests.service.processes import Process
from tests.valkey import SLOTS, eventually

VALUE = "x" * 50
PLAYERS = 8
MOVES = 50
STOPS = 2
FSYNC = pytest.mark.parametrize("fsync", ["everysec", "always"])


def written(node: Node, first: int, most: int = 100) -> int:
    """How many of these numbers it takes until it refuses or ends."""
    with node.client() as client:
        for number in range(first, first + most):
            try:
                client.set(f"key-{number}", VALUE)
            except redis.RedisError:
                return number - first
    return most


def held(node: Node) -> int:
    """How many keys it holds."""
    with node.client() as client:
        return int(client.execute_command("DBSIZE"))


@FSYNC
def test_a_killed_store_comes_back_with_all_it_has_answered(tmp_path: Path, fsync: str) -> None:
    with closing(SingleStore(tmp_path, fsync)) as store:
        store.start()
        for number in range(5):
            assert written(store.node, 100 * number) == 100
            store.kill()
            store.start()
            assert held(store.node) == 100 * (number + 1)


def test_a_full_disk_refuses_writes_until_there_is_room(tmp_path: Path) -> None:
    with closing(SingleStore(tmp_path)) as store:
        store.start()
        store.fill_disk()
        eventually(lambda: written(store.node, 0, 1) == 0, "it refuses")
        answered = held(store.node)
        with pytest.raises(AssertionError):
            store.kill()
        store.free_disk()
        assert written(store.node, 1000) == 100
        store.kill()
        store.start()
        assert held(store.node) == answered + 100


def test_this_valkey_leaves_a_gap_in_its_file_where_there_was_no_room(tmp_path: Path) -> None:
    """If this fails, Valkey was mended: what `gemwright.redis.room` does is not needed then."""
    with closing(SingleStore(tmp_path)) as store:
        store.start()
        store.node.write_anew()
        store.fill_disk()
        eventually(lambda: written(store.node, 0, 1) == 0, "it refuses")
        store.node.lift_limit()
        eventually(lambda: is_written(store.node), "all is written")
        store.node.kill()
        with pytest.raises(AssertionError, match="it ended"):
            store.start()
        assert "Bad file format" in (store.node.folder / "valkey.log").read_text(encoding="utf-8")


def test_a_full_disk_ends_a_store_that_writes_before_it_answers(tmp_path: Path) -> None:
    with closing(SingleStore(tmp_path, "always")) as store:
        store.start()
        answered = written(store.node, 0)
        store.fill_disk()
        answered += written(store.node, 1000)
        eventually(lambda: not store.node.is_running, "it ends")
        store.free_disk()
        store.start()
        assert held(store.node) == answered
        assert written(store.node, 2000) == 100


def test_a_file_that_ends_in_the_middle_of_a_write_is_loaded_without_it(tmp_path: Path) -> None:
    with closing(SingleStore(tmp_path)) as store:
        store.start()
        written(store.node, 0)
        store.kill()
        (last,) = store.node.appended.glob("*.incr.aof")
        with last.open("ab") as file:
            file.write(b"*3\r\n$3\r\nSET\r\n$5\r\nke")
        store.start()
        assert held(store.node) == 100


def test_a_full_memory_refuses_writes_until_there_is_more(tmp_path: Path) -> None:
    with closing(SingleStore(tmp_path)) as store:
        store.start()
        store.fill_memory()
        assert written(store.node, 0) == 0
        store.free_memory()
        assert written(store.node, 0) == 100


def test_a_stopped_store_says_nothing_until_it_goes_on(tmp_path: Path) -> None:
    with closing(SingleStore(tmp_path)) as store:
        store.start()
        store.stop()
        assert written(store.node, 0, 1) == 0
        store.go_on()
        assert written(store.node, 0) == 100


def test_a_store_can_be_rolled_back_to_what_it_was(tmp_path: Path) -> None:
    with closing(SingleStore(tmp_path / "store")) as store:
        store.start()
        written(store.node, 0)
        store.snapshot(tmp_path / "snapshot")
        written(store.node, 100)
        store.roll_back(tmp_path / "snapshot")
        assert held(store.node) == 100


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterStore]:
    """One for all tests: each leaves it whole."""
    with closing(ClusterStore(tmp_path_factory.mktemp("cluster"))) as store:
        store.start()
        yield store


def test_a_replica_takes_over_and_the_fallen_primary_follows_it(cluster: ClusterStore) -> None:
    fallen = cluster.kill_primary(random.Random(1))
    assert fallen not in cluster.primaries()
    assert not cluster.is_settled()
    cluster.restart_fallen()
    role = role_of(fallen)
    assert cluster.is_settled()
    assert role
    assert not role.is_primary


def test_a_cluster_that_lacks_a_replica_is_not_whole(cluster: ClusterStore) -> None:
    replica = next(node for node in cluster.nodes if node not in cluster.primaries())
    replica.kill()
    assert not cluster.is_settled()
    cluster.restart_fallen()
    assert cluster.is_settled()


def test_a_full_disk_or_memory_of_a_primary_passes(cluster: ClusterStore) -> None:
    full = cluster.fill_disk(random.Random(2))
    key = next(key for key in map(str, range(SLOTS)) if refusal(full, key) is not MovedError)
    eventually(lambda: refusal(full, key) is redis.ResponseError, "it refuses")
    cluster.free_disk()
    assert refusal(full, key) is None
    cluster.fill_memory()
    assert refusal(full, key) is OutOfMemoryError
    cluster.free_memory()
    assert refusal(full, key) is None


def refusal(node: Node, key: str) -> type[redis.ResponseError] | None:
    """With what a node refuses a write, if it does."""
    try:
        with node.client() as client:
            client.set(key, VALUE)
    except redis.ResponseError as error:
        return type(error)
    return None


@pytest.mark.long
async def test_a_primary_that_goes_on_after_its_replica_took_over_loses_nothing_answered(
    cluster: ClusterStore, tmp_path: Path
) -> None:
    async with durable(cluster, tmp_path) as servers:
        load = Load(servers, PLAYERS, tmp_path / "players-1-0.jsonl")
        stops = 0
        async with load.playing():
            # Until one of them came in the middle of a commit, without which nothing is proved.
            while stops < STOPS or not load.unknown:
                await load.more_than(len(load.answered()) + MOVES)
                await asyncio.to_thread(cluster.stop_primary, random.Random(stops))
                await asyncio.to_thread(cluster.go_on)
                stops += 1
            await load.more_than(len(load.answered()) + MOVES)
        assert await load.missing(load.answered()) == []


async def test_an_action_that_no_replica_has_is_not_answered_however_often_it_is_repeated(
    cluster: ClusterStore, tmp_path: Path
) -> None:
    async with durable(cluster, tmp_path) as (server, other):
        ann = server.caller("ann")
        made = (await ann.create(seated(GAME_DUEL, ["ann", "ann"]))).match
        match, seat = made.match, made.seat_to_act
        action, request_id = (await ann.get(match, seat)).legal_actions[0], new_request_id()
        replicas = [node for node in cluster.nodes if node not in cluster.primaries()]
        for node in replicas:
            node.stop()
        for caller in (ann, ann, other.caller("ann")):
            failed = await failure_of(caller.act(match, seat, 0, action, request_id))
            assert failed.reason == "OUTCOME_UNKNOWN"
        await asyncio.to_thread(cluster.go_on)
        assert (await ann.act(match, seat, 0, action, request_id)).version == 1
        assert len(await ann.updates(match)) == 1


@asynccontextmanager
async def durable(cluster: ClusterStore, folder: Path) -> AsyncIterator[list[Process]]:
    """Two servers in durable mode."""
    await asyncio.to_thread(eventually, cluster.is_settled, "the cluster is settled")
    words = ("--redis", cluster.url, *cluster.words)
    servers = [Process(folder / f"server-{number}", *words) for number in range(2)]
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield servers
        for server in servers:
            server.check_log()
    finally:
        for server in servers:
            await server.close()
