"""Buckets of a cluster move from one primary to another while servers write."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from gemwright.matches.store import Gone, Repeated
from gemwright.redis.connect import connected
from gemwright.redis.keys import bucket_tag, tag_of
from gemwright.redis.store import RedisStore
from tests.redis.stores import change, match_id, new_match
from tests.valkey import Cluster, Valkey, empty


def neighbours(store: Cluster) -> tuple[int, int]:
    """Two buckets on one primary."""
    first, *others = range(64)
    holder = store.holder_of(bucket_tag(first))
    return first, next(one for one in others if store.holder_of(bucket_tag(one)) is holder)


@contextmanager
def elsewhere(store: Cluster, tag: bytes) -> Iterator[None]:
    """A bucket lies on another primary for a while, and there is nothing in it before and after."""
    home = store.holder_of(tag)
    other = next(node for node in store.nodes if node is not home)
    give(store, tag, other)
    try:
        yield
    finally:
        empty(store)
        give(store, tag, home)


def give(store: Cluster, tag: bytes, owner: Valkey) -> None:
    """Have a primary own a bucket."""
    with owner.client() as client:
        name = client.execute_command("CLUSTER", "MYID")
        slot = client.execute_command("CLUSTER", "KEYSLOT", tag)
    for node in (owner, *store.nodes):  # the new owner first: nobody else may say it is theirs
        with node.client() as client:
            client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", name)


async def test_a_bucket_that_has_moved_makes_no_write_to_another_doubtful(
    running_cluster: Cluster,
) -> None:
    """Those that wait for a replica wait with a key of the first bucket of their batch."""
    moving, staying = (match_id(1, bucket) for bucket in neighbours(running_cluster))
    async with (
        connected(running_cluster.url) as connection,
        RedisStore(connection.client, wake_ups=False, wait_replicas=1) as store,
    ):
        await store.create(new_match(staying))
        assert await store.load(moving) is None
        with elsewhere(running_cluster, tag_of(moving)):
            replies = await asyncio.gather(
                *(store.commit(change(name, request="one")) for name in (moving, staying))
            )
        assert replies == [Gone(), Repeated(1, b"digest")]  # it was sent again
