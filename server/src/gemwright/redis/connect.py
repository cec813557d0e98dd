"""Clients for a Redis: one server or a cluster, which the server itself tells us.

The clients resend nothing: only the caller knows whether a commit may be sent twice. So a broken
connection raises its error.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ConnectionError,
    NoPermissionError,
    RedisError,
    ResponseError,
)
from redis.maint_notifications import MaintNotificationsConfig

from gemwright.start_error import StartError

CONNECT_TIMEOUT: Final = 5.0
ANSWER_TIMEOUT: Final = 5.0
_RESET: Final = "the handler is closed"
"""How the text of uvloop's error ends; the error has no type of its own."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A Redis that answered, and its name in texts, without user and password."""

    client: Redis | RedisCluster
    name: str

    @property
    def is_cluster(self) -> bool:
        """Whether the keys are on several servers."""
        return isinstance(self.client, RedisCluster)


@asynccontextmanager
async def connected(url: str, password: str | None = None) -> AsyncIterator[Connection]:
    """Connect to the Redis or the cluster behind a URL; leaving the context disconnects."""
    name = without_credentials(url)
    async with _single(url, password, name) as single:
        with start_errors(name):
            is_cluster = await _is_cluster(single)
        if not is_cluster:
            yield Connection(single, name)
            return
    with start_errors(name):
        cluster = await _cluster(url, password).initialize()
    try:
        yield Connection(cluster, name)
    finally:
        await cluster.aclose()
        # A client that just lost a connection believes it is closed and leaves the others open.
        await cluster.nodes_manager.aclose("nodes_cache")
        await cluster.nodes_manager.aclose("startup_nodes")


def without_credentials(url: str) -> str:
    """The address in a URL, fit for texts and logs."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


@contextmanager
def start_errors(name: str) -> Iterator[None]:
    """Replace errors inside by errors in our words: the client's texts may hold what was sent."""
    try:
        with resets_told():
            yield
    except (RedisError, OSError) as error:
        raise StartError(f"{name} {_in_words(error)}") from None


@contextmanager
def resets_told() -> Iterator[None]:
    """Turn the error of a connection that was reset while idle into a ConnectionError.

    Writing to it raises a RuntimeError from uvloop, which redis-py takes for a bug.
    """
    try:
        yield
    except RuntimeError as error:
        if _RESET not in str(error):
            raise  # a mistake of ours, or of redis-py's
        raise ConnectionError("the connection was reset") from error


def _in_words(error: Exception) -> str:
    # Errors that a server sends in the first exchange come wrapped in a plain ConnectionError.
    inner = error.__cause__ or error.__context__
    match inner if isinstance(inner, RedisError) else error:
        case AuthenticationError() | AuthorizationError() | NoPermissionError():
            return (
                "refuses the user or password, or a command to them; "
                "check --redis and GEMWRIGHT_REDIS_PASSWORD"
            )
        case BusyLoadingError():
            return "is still loading its data; start again when it has"
        case ResponseError():
            return f"answers with an error: {str(error)[:200]}"
        case _:
            return "does not answer; check that it runs and that --redis names it"


async def _is_cluster(client: Redis) -> bool:
    found: dict[str, object] = await client.info("cluster")
    return str(found.get("cluster_enabled")) == "1"


def _single(url: str, password: str | None, name: str) -> Redis:
    try:
        return Redis.from_url(
            url,
            password=password,
            socket_connect_timeout=CONNECT_TIMEOUT,
            socket_timeout=ANSWER_TIMEOUT,
            retry=Retry(NoBackoff(), 0),
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
        )
    except (TypeError, ValueError):
        raise StartError(f"{name} is no usable address of a Redis; check --redis") from None


def _cluster(url: str, password: str | None) -> RedisCluster:
    return RedisCluster.from_url(
        url,
        password=password,
        socket_connect_timeout=CONNECT_TIMEOUT,
        socket_timeout=ANSWER_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )
