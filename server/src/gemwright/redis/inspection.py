"""What a Redis promises: its version, whether it drops data, whether it writes to disk.

Asking and judging are separate, so that every judgement can be tested without such a server.
"""

import secrets
from collections.abc import Awaitable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from redis.asyncio import RedisCluster
from redis.exceptions import ResponseError

from gemwright.redis.connect import Connection, start_errors
from gemwright.start_error import StartError

FORMAT_KEY: Final = "gemwright:format"
FORMAT: Final = b"1"
SECRET_KEY: Final = "gemwright:secret"
SECRET_BYTES: Final = 32

OLDEST_REDIS: Final = (7, 0, 0)
OLDEST_VALKEY: Final = (8, 0, 0)
FIRST_WITH_WAITAOF: Final = (7, 2, 0)
EARLY_WAITAOF: Final = (7, 4, 0)
HONEST_WAITAOF: Final = (8, 0, 0)

NO_EVICTION: Final = "noeviction"
CONFIG: Final = ("maxmemory-policy", "appendfsync")


@dataclass(frozen=True, slots=True)
class Primary:
    """One server that takes writes, as it describes itself."""

    name: str
    server: str
    version: tuple[int, int, int]
    eviction: str
    append_only: bool
    fsync: str | None
    """None if the server does not say, as managed services may not."""
    replicas: int

    @property
    def has_waitaof(self) -> bool:
        """Whether a write can wait until it is on disk."""
        return self.server == "valkey" or self.version >= FIRST_WITH_WAITAOF

    @property
    def confirms_early(self) -> bool:
        """Whether with `everysec` it answers WAITAOF before the flush, as some versions do."""
        return self.server == "valkey" or EARLY_WAITAOF <= self.version < HONEST_WAITAOF


@dataclass(frozen=True, slots=True)
class Durability:
    """How durable the whole deployment is."""

    is_cluster: bool
    primaries: tuple[Primary, ...]
    warnings: tuple[str, ...]

    @property
    def has_waitaof(self) -> bool:
        """Whether a write can wait until it is on disk, on every server."""
        return all(primary.has_waitaof for primary in self.primaries)


async def inspect(
    connection: Connection,
    *,
    allow_eviction: bool = False,
    wait_replicas: int = 0,
    wait_aof: bool = False,
) -> Durability:
    """Ask every primary for its settings; refuse one that would lose matches or cannot wait."""
    with start_errors(connection.name):
        found = await _primaries(connection)
    for primary in found:
        refuse_eviction(primary, allow_eviction=allow_eviction)
        if wait_aof:
            refuse_no_waiting(primary)
    warnings = tuple(
        text for one in found for text in warnings_about(one, wait_replicas, wait_aof=wait_aof)
    )
    return Durability(connection.is_cluster, tuple(found), warnings)


async def claim_format(connection: Connection) -> None:
    """Mark the Redis with our format; refuse one that has another."""
    found = await _set_once(connection, FORMAT_KEY, FORMAT)
    if found != FORMAT:
        raise StartError(
            f"{connection.name} holds data stored by a newer version of Gemwright "
            f"(format {found[:20]!a}, this one reads {FORMAT!a}); start that version"
        )


async def deployment_secret(connection: Connection) -> bytes:
    """32 random bytes that all servers on this Redis share; the first server makes them."""
    found = await _set_once(connection, SECRET_KEY, secrets.token_bytes(SECRET_BYTES))
    if len(found) != SECRET_BYTES:
        raise StartError(f"{connection.name} holds no usable secret under {SECRET_KEY}")
    return found


def described(name: str, info: Mapping[str, str], config: Mapping[str, str]) -> Primary:
    """A server as its INFO and, if readable, its CONFIG describe it; refuses an unfit one."""
    server, version = _version(name, info)
    mode = info.get("server_mode", info.get("redis_mode", ""))
    if mode == "sentinel":
        raise StartError(f"{name} is a Sentinel; name the primary it watches with --redis")
    if info.get("role", "master") != "master":
        raise StartError(f"{name} is a replica, which takes no writes; name its primary")
    return Primary(
        name=name,
        server=server,
        version=version,
        eviction=config.get("maxmemory-policy", info.get("maxmemory_policy", "unknown")),
        append_only=info.get("aof_enabled") == "1",
        fsync=config.get("appendfsync"),
        replicas=int(info.get("connected_slaves", "0")),
    )


def _version(name: str, info: Mapping[str, str]) -> tuple[str, tuple[int, int, int]]:
    server = "valkey" if "valkey_version" in info else "redis"
    text = info.get(f"{server}_version", "")
    numbers = [int(part) for part in text.split(".")[:3] if part.isdecimal()]
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    version = (major, minor, patch)
    if version < (OLDEST_VALKEY if server == "valkey" else OLDEST_REDIS):
        raise StartError(
            f"{name} runs {server} {text or 'of unknown version'}; "
            "Redis 7.0 or Valkey 8.0 is the oldest that will do"
        )
    return server, version


def refuse_eviction(primary: Primary, *, allow_eviction: bool) -> None:
    """Refuse a server that drops data when its memory is full."""
    if primary.eviction != NO_EVICTION and not allow_eviction:
        raise StartError(
            f"{primary.name} drops data when memory is full (maxmemory-policy is "
            f"{primary.eviction}); set it to {NO_EVICTION}, or start with --allow-eviction"
        )


def refuse_no_waiting(primary: Primary) -> None:
    """Refuse a server that cannot say when a write is on disk."""
    if not (primary.append_only and primary.has_waitaof):
        raise StartError(
            f"{primary.name} cannot tell when moves are on disk: --wait-aof needs "
            "Redis 7.2 or Valkey 8.0 with appendonly yes"
        )


def warnings_about(
    primary: Primary, wait_replicas: int = 0, *, wait_aof: bool = False
) -> Iterator[str]:
    """What an operator should know about a server that is fit."""
    if primary.eviction != NO_EVICTION:
        yield f"{primary.name} drops data when memory is full: matches may vanish"
    if not primary.append_only:
        yield f"{primary.name} writes no append-only file: a restart may lose moves"
    elif primary.fsync == "no":
        yield f"{primary.name} leaves it to the system when to write to disk: a crash loses moves"
    if not primary.append_only and not primary.replicas:
        yield f"{primary.name} has no replica: its data exist once, in memory"
    if primary.replicas < wait_replicas:
        yield f"{primary.name} has {primary.replicas} replicas, moves wait for {wait_replicas}"
    if wait_aof and primary.fsync == "everysec" and primary.confirms_early:
        yield (
            f"{primary.name} says that moves are on disk up to a second before they are: "
            "--wait-aof needs appendfsync always there"
        )


async def _primaries(connection: Connection) -> list[Primary]:
    client = connection.client
    if not isinstance(client, RedisCluster):
        info = await client.info()
        config = await _config(client.config_get(*CONFIG))
        return [described(connection.name, _texts(info), config)]
    found = []
    for node in client.get_primaries():
        info = await client.info(target_nodes=node)
        config = await _config(client.config_get(*CONFIG, target_nodes=node))
        found.append(described(node.name, _texts(info), config))
    return found


async def _config(asked: Awaitable[Mapping[str | None, str | None]]) -> dict[str, str]:
    try:
        return _texts(await asked)
    except ResponseError:
        return {}  # managed services forbid CONFIG; INFO tells most of it too


def _texts(found: Mapping[str, object] | Mapping[str | None, str | None]) -> dict[str, str]:
    return {str(name): str(value) for name, value in found.items()}


async def _set_once(connection: Connection, key: str, value: bytes) -> bytes:
    """The value of a key, set now if nobody has set it before."""
    with start_errors(connection.name):
        await connection.client.set(key, value, nx=True)
        found = await connection.client.get(key)
    return found if isinstance(found, bytes) else b""
