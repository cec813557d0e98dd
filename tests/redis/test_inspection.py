"""Which Redis is fit, what is said of it, and what every server on it shares."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from gemwright.redis.connect import Connection, connected
from gemwright.redis.inspection import (
    Durability,
    Primary,
    claim_format,
    deployment_secret,
    described,
    inspect,
    refuse_no_waiting,
    warnings_about,
)
from gemwright.start_error import StartError
from tests.redis.cutting_proxy import cutting_proxy_over_tcp
from tests.valkey import valkey

T = TypeVar("T")

VALKEY = {
    "valkey_version": "9.1.2",
    "redis_version": "7.2.4",
    "server_mode": "standalone",
    "role": "master",
    "maxmemory_policy": "noeviction",
    "aof_enabled": "1",
    "connected_slaves": "2",
}
REDIS = {"redis_version": "7.0.15", "redis_mode": "standalone", "role": "master"}
CONFIG = {"maxmemory-policy": "volatile-lru", "appendfsync": "always"}

FIT = Primary(
    name="redis://one",
    server="valkey",
    version=(9, 1, 2),
    eviction="noeviction",
    append_only=True,
    fsync="everysec",
    replicas=1,
)


def on(url: str, work: Callable[[Connection], Awaitable[T]]) -> T:
    async def main() -> T:
        async with connected(url) as connection:
            return await work(connection)

    return asyncio.run(main())


def test_a_server_is_described_from_what_it_says() -> None:
    assert described("redis://one", VALKEY, CONFIG) == Primary(
        name="redis://one",
        server="valkey",
        version=(9, 1, 2),
        eviction="volatile-lru",
        append_only=True,
        fsync="always",
        replicas=2,
    )


def test_where_the_configuration_is_forbidden_the_rest_still_tells() -> None:
    found = described("redis://one", VALKEY, {})
    assert (found.eviction, found.append_only, found.fsync) == ("noeviction", True, None)


@pytest.mark.parametrize(
    ("info", "has_waitaof"),
    [
        ({"redis_version": "7.0.0"}, False),
        ({"redis_version": "7.2.0"}, True),
        ({"redis_version": "8.4"}, True),
        ({"valkey_version": "8.0.0", "redis_version": "7.2.4"}, True),
    ],
)
def test_a_version_that_is_new_enough_will_do(info: dict[str, str], has_waitaof: bool) -> None:
    assert described("redis://one", info, {}).has_waitaof is has_waitaof


@pytest.mark.parametrize(
    ("info", "said"),
    [
        ({"redis_version": "6.2.14"}, "redis 6.2.14; Redis 7.0 or Valkey 8.0 is the oldest"),
        ({"redis_version": "7.2.4", "valkey_version": "7.2.9"}, "valkey 7.2.9; Redis 7.0"),
        ({}, "redis of unknown version"),
        (REDIS | {"redis_mode": "sentinel"}, "is a Sentinel"),
        (VALKEY | {"server_mode": "sentinel"}, "is a Sentinel"),
        (REDIS | {"role": "slave"}, "is a replica"),
    ],
)
def test_a_server_that_will_not_do_is_refused(info: dict[str, str], said: str) -> None:
    with pytest.raises(StartError, match=r"^redis://one ") as refused:
        described("redis://one", info, {})
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("primary", "said"),
    [
        (FIT, []),
        (replace(FIT, fsync=None, replicas=0), []),
        (replace(FIT, eviction="allkeys-lru"), ["matches may vanish"]),
        (replace(FIT, append_only=False), ["a restart may lose moves"]),
        (
            replace(FIT, append_only=False, replicas=0),
            ["a restart may lose moves", "once, in memory"],
        ),
        (replace(FIT, fsync="no"), ["a crash loses moves"]),
        (replace(FIT, replicas=0), []),
    ],
)
def test_what_an_operator_should_know_is_said(primary: Primary, said: list[str]) -> None:
    warnings = list(warnings_about(primary))
    assert len(warnings) == len(said)
    assert all(end in warning for end, warning in zip(said, warnings, strict=True))


def test_waiting_for_more_replicas_than_there_are_is_pointed_out() -> None:
    assert list(warnings_about(FIT, wait_replicas=1)) == []
    (warning,) = warnings_about(FIT, wait_replicas=2)
    assert "has 1 replicas, moves wait for 2" in warning


@pytest.mark.parametrize(
    ("primary", "is_early"),
    [
        (replace(FIT, fsync="everysec"), True),
        (replace(FIT, fsync="everysec", server="redis", version=(7, 4, 2)), True),
        (replace(FIT, fsync="everysec", server="redis", version=(7, 2, 4)), False),
        (replace(FIT, fsync="everysec", server="redis", version=(8, 0, 0)), False),
        (replace(FIT, fsync="always"), False),
    ],
)
def test_a_server_that_confirms_before_its_disk_has_it_is_pointed_out(
    primary: Primary, is_early: bool
) -> None:
    assert list(warnings_about(primary)) == []
    warnings = list(warnings_about(primary, wait_aof=True))
    assert ["before they are" in warning for warning in warnings] == [True] * is_early


@pytest.mark.parametrize(
    "primary",
    [replace(FIT, append_only=False), replace(FIT, server="redis", version=(7, 0, 15))],
)
def test_waiting_for_a_disk_that_does_not_tell_is_refused(primary: Primary) -> None:
    with pytest.raises(StartError, match="--wait-aof needs"):
        refuse_no_waiting(primary)


def test_a_fit_server_is_found_fit() -> None:
    with valkey("--appendfsync", "always") as server:
        found = on(server.url, lambda connection: inspect(connection, wait_aof=True))
        assert found == Durability(
            is_cluster=False,
            primaries=(replace(FIT, name=server.url, fsync="always", replicas=0),),
            warnings=(),
        )
        assert found.has_waitaof


def test_a_server_that_evicts_is_refused_unless_that_is_allowed() -> None:
    with valkey("--maxmemory-policy", "allkeys-lru") as server:
        with pytest.raises(StartError, match=r"maxmemory-policy is allkeys-lru.*--allow-eviction"):
            on(server.url, inspect)
        found = on(server.url, lambda connection: inspect(connection, allow_eviction=True))
        assert "matches may vanish" in found.warnings[0]


def test_a_server_that_hides_its_configuration_is_still_judged() -> None:
    words = ("--rename-command", "CONFIG", "", "--maxmemory-policy", "allkeys-lru")
    with (
        valkey(*words) as server,
        pytest.raises(StartError, match="maxmemory-policy is allkeys-lru"),
    ):
        on(server.url, inspect)


def test_a_replica_is_refused() -> None:
    with valkey("--replicaof", "127.0.0.1 1") as server, pytest.raises(StartError, match="replica"):
        on(server.url, inspect)


def test_the_format_is_claimed_once_and_recognised_afterwards() -> None:
    with valkey() as server, server.client() as client:
        on(server.url, claim_format)
        on(server.url, claim_format)
        assert client.get("gemwright:format") == b"1"


def test_data_of_a_newer_version_are_refused_and_left_alone() -> None:
    with valkey() as server, server.client() as client:
        client.set("gemwright:format", "2")
        with pytest.raises(StartError, match="stored by a newer version"):
            on(server.url, claim_format)
        assert client.get("gemwright:format") == b"2"


def test_all_servers_on_a_redis_share_one_secret() -> None:
    with valkey() as server:
        first, second = (on(server.url, deployment_secret) for _ in range(2))
        assert first == second
        assert len(first) == 32
    with valkey() as server:
        assert on(server.url, deployment_secret) != first


def test_a_secret_that_is_none_is_refused() -> None:
    with valkey() as server, server.client() as client:
        client.set("gemwright:secret", "short")
        with pytest.raises(StartError, match="no usable secret"):
            on(server.url, deployment_secret)


async def test_a_connection_that_was_reset_is_told_as_any_that_broke_and_made_again() -> None:
    with valkey() as server:
        async with (
            cutting_proxy_over_tcp(server.socket) as proxy,
            connected(proxy.url) as connection,
        ):
            await inspect(connection)
            await proxy.reset()
            with pytest.raises(StartError, match="does not answer"):
                await inspect(connection)
            assert (await inspect(connection)).primaries
