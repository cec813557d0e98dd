"""Stored state with damage in it: one value of one key at a time, and put back afterwards."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final

import redis

from tests.programs.fuzz.mutations import mutated
from tests.valkey import Valkey

LEFT_ALONE: Final = (b"gemwright:secret", b"gemwright:format")
"""What a server reads once, at its start."""
_SCORES: Final = (0.0, -1.0, 1.0, 1e15, -1e15, 1e308, math.inf, -math.inf, 0.5)


class Spoiler:
    """Damages what a store holds, of whatever sort it is."""

    def __init__(self, store: Valkey, client: redis.Redis, rng: Random) -> None:
        self._store = store
        self._client = client
        self._rng = rng
        self._others: Sequence[bytes] = [b"", b"1{}", b"\xc0", b"0" * 8]

    def learn(self, keys: Sequence[bytes]) -> None:
        """Remember values that can stand in the place of others."""
        hashes = [key for key in keys if self._client.type(key) == b"hash"]
        found = [_bytes(value) for key in hashes for value in self._client.hvals(key)]
        self._others = [*self._others, *found]

    @contextmanager
    def spoilt(self, key: bytes) -> Iterator[str]:
        """Damage a key as long as the context is open; what was done to it."""
        before = _bytes(self._client.dump(key))
        expires_ms = max(int(self._client.pttl(key)), 0)
        told = f"{key!r}: {self._spoil(key)}"
        try:
            yield told
        finally:
            self._client.restore(key, expires_ms, before, replace=True)

    def _spoil(self, key: bytes) -> str:
        spoil = {
            b"hash": self._spoil_hash,
            b"list": self._spoil_list,
            b"zset": self._spoil_scores,
            b"stream": self._spoil_stream,
            b"set": self._spoil_set,
            b"string": self._spoil_text,
        }
        return spoil[_bytes(self._client.type(key))](key)

    def _spoil_hash(self, key: bytes) -> str:
        name = _bytes(self._rng.choice(sorted(map(_bytes, self._client.hkeys(key)))))
        if self._rng.random() < 0.1:
            self._client.hdel(key, name)
            return f"without {name!r}"
        value = self._damaged(_bytes(self._client.hget(key, name)))
        self._client.hset(key, name, value)
        return f"{name!r} is {value[:200]!r}"

    def _spoil_list(self, key: bytes) -> str:
        place = self._rng.randrange(int(self._client.llen(key)))
        if self._rng.random() < 0.15:
            self._client.ltrim(key, place + 1, -1)
            return f"begins after {place}"
        value = self._damaged(_bytes(self._client.lindex(key, place)))
        self._do("LSET", key, place, value)
        return f"at {place} is {value[:200]!r}"

    def _spoil_scores(self, key: bytes) -> str:
        member = _bytes(self._rng.choice(list(self._client.zrange(key, 0, -1))))
        if self._rng.random() < 0.5:
            score = self._rng.choice(_SCORES)
            self._client.zadd(key, {member: score})
            return f"{member!r} has {score}"
        other = self._damaged(member)
        self._client.zadd(key, {other: 0})
        return f"{other!r} beside {member!r}"

    def _spoil_stream(self, key: bytes) -> str:
        """No entry of a stream can be changed: a damaged one is put behind the others."""
        ((_, fields),) = self._do("XREVRANGE", key, "+", "-", "COUNT", 1)
        ((name, value),) = fields.items()
        name = self._damaged(name) if self._rng.random() < 0.1 else name
        damaged = self._damaged(value)
        self._do("XADD", key, "*", name, damaged)
        return f"tells {damaged!r}"

    def _spoil_set(self, key: bytes) -> str:
        others = sorted(map(_bytes, self._client.smembers(key)))
        other = self._damaged(self._rng.choice(others))
        self._client.sadd(key, other)
        return f"{other!r} beside the others"

    def _spoil_text(self, key: bytes) -> str:
        value = self._damaged(_bytes(self._client.get(key)))
        self._client.set(key, value)
        return f"is {value!r}"

    def _do(self, *words: bytes | str | int) -> list[tuple[bytes, dict[bytes, bytes]]]:
        """A command for which the client has no words that fit; rows of a stream, or nothing."""
        with self._store.client() as client:
            found = client.execute_command(*words)
        return list(found) if isinstance(found, list) else []

    def _damaged(self, value: bytes) -> bytes:
        if self._rng.random() < 0.1:
            return self._rng.choice(self._others)
        return mutated(value, self._others, self._rng)[:100_000]


def _bytes(value: object) -> bytes:
    assert isinstance(value, bytes)
    return value
