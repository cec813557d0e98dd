"""Getting at a Redis: what answers, what does not, and that no password shows."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from redis.exceptions import ConnectionError

from gemwright.redis.connect import connected, resets_told, without_credentials
from gemwright.start_error import StartError
from tests.valkey import Valkey, cluster, eventually, valkey

SECRET = "hush-hush"


def connect(url: str, password: str | None = None) -> tuple[str, bool]:
    """Connect, write and read; the name of the connection and whether it is a cluster."""

    async def main() -> tuple[str, bool]:
        async with connected(url, password) as connection:
            await connection.client.set("key", b"value")
            assert await connection.client.get("key") == b"value"
            return connection.name, connection.is_cluster

    return asyncio.run(main())


@contextmanager
def single() -> Iterator[tuple[Valkey, str]]:
    with valkey() as server:
        yield server, server.url


@contextmanager
def shared() -> Iterator[tuple[Valkey, str]]:
    """A cluster of one, which is one to every client."""
    with cluster(primaries=1) as running:
        yield running.nodes[0], running.url


def test_a_single_server_is_recognised() -> None:
    with single() as (_, url):
        assert connect(url) == (url, False)


def test_a_cluster_is_recognised() -> None:
    with shared() as (_, url):
        assert connect(url) == (url, True)


@pytest.mark.parametrize("running", [single, shared])
async def test_a_command_whose_connection_breaks_is_not_sent_again(
    running: Callable[[], AbstractContextManager[tuple[Valkey, str]]],
) -> None:
    with running() as (server, url):
        async with connected(url) as connection:
            broken = asyncio.create_task(asyncio.to_thread(break_whoever_waits, server))
            with pytest.raises(ConnectionError):
                await asyncio.wait_for(connection.client.blpop(["list"], timeout=0), 4)
            await broken


def break_whoever_waits(server: Valkey) -> None:
    with server.client() as client:
        eventually(lambda: client.info("clients")["blocked_clients"] == 1, "somebody waits")
        for other in client.client_list():
            if other["cmd"] == "blpop":
                client.client_kill_filter(_id=other["id"])


def test_the_password_may_stand_in_the_url_or_beside_it() -> None:
    with valkey("--requirepass", SECRET) as server:
        assert connect(server.url, SECRET) == (server.url, False)
        assert connect(server.url.replace("unix://", f"unix://:{SECRET}@")) == (server.url, False)


@pytest.mark.parametrize("password", [None, f"not {SECRET}"])
def test_a_wrong_password_is_refused_without_showing_it(password: str | None) -> None:
    with (
        valkey("--requirepass", "another") as server,
        pytest.raises(StartError, match="refuses the user or password") as refused,
    ):
        connect(server.url, password)
    assert SECRET not in str(refused.value)
    assert refused.value.__suppress_context__


@pytest.mark.parametrize(
    "url", [f"redis://user:{SECRET}@127.0.0.1:1/0", f"unix://:{SECRET}@/nowhere/valkey.sock"]
)
def test_nobody_there_is_told_in_one_line(url: str) -> None:
    with pytest.raises(StartError, match="does not answer") as refused:
        connect(url)
    assert "\n" not in str(refused.value)
    assert SECRET not in str(refused.value)


def test_an_address_that_is_none_is_told_in_one_line() -> None:
    with pytest.raises(StartError, match="no usable address") as refused:
        connect(f"redis://user:{SECRET}@127.0.0.1:1/0?no_such_thing=1&socket_timeout=x")
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        (f"redis://user:{SECRET}@host:6379/2", "redis://host:6379/2"),
        (f"rediss://:{SECRET}@host", "rediss://host"),
        (f"redis://:{SECRET}@[::1]:6379", "redis://[::1]:6379"),
        (f"unix://:{SECRET}@/run/valkey.sock?password={SECRET}", "unix:///run/valkey.sock"),
        (f"redis://:{SECRET}@{SECRET}@host:1", "redis://host:1"),
    ],
)
def test_a_name_for_logs_has_no_credentials(url: str, name: str) -> None:
    assert without_credentials(url) == name


def test_a_mistake_is_not_told_as_a_connection_that_broke() -> None:
    with pytest.raises(RuntimeError, match="a mistake"), resets_told():
        raise RuntimeError("a mistake")
