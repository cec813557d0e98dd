"""What the store holds, compared before and after: a refused call must have changed nothing.

Read raw, with no code of the servers': versions and commit ids from the hashes of matches, and of
every other key a digest that the store itself makes.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import redis

from tests.valkey import Valkey

_MATCH: Final = re.compile(rb"\{b\d{3}\}m:(.*)", re.DOTALL)
_PART: Final = re.compile(rb"\{b\d{3}\}[mlq]:(.*)", re.DOTALL)
_LISTED: Final = re.compile(rb"(\{b\d{3}\}[op]|gemwright:seed):")
_LEASED: Final = re.compile(rb"\{b\d{3}\}h:")
_FIELDS: Final = ("v", "c", "st", "tc", "r")
_LIVE: Final = (b"waiting", b"active")
_AT_ONCE: Final = 5_000


@dataclass(frozen=True)
class Standing:
    """Where a match stands."""

    version: bytes
    commit: bytes
    state: bytes
    changes_alone: bool
    """Whether time or a bot may change it, without any call."""


@dataclass(frozen=True)
class Snapshot:
    """What the store held at a time."""

    matches: Mapping[str, Standing]
    digests: Mapping[bytes, bytes]


@dataclass(frozen=True)
class Accepted:
    """What calls that were answered, or may have been, are allowed to have changed."""

    changed: Collection[str]
    created: Collection[str]
    is_any_unknown: bool
    """Whether a call was broken off that may have created something."""


def snapshot(store: Valkey) -> Snapshot:
    """What the store holds now."""
    with store.client() as client:
        keys = sorted(key for key in client.scan_iter(count=_AT_ONCE) if _is_kept(key))
        matches = {}
        for key in keys:
            if found := _MATCH.fullmatch(key):
                matches[found[1].decode()] = key
        return Snapshot(dict(_standings(client, matches)), dict(_digests(store, keys)))


def _is_kept(key: bytes) -> bool:
    """Whether only calls change what is there."""
    return any(kind.match(key) for kind in (_PART, _LISTED, _LEASED))


def _standings(client: redis.Redis, matches: Mapping[str, bytes]) -> Iterator[tuple[str, Standing]]:
    with client.pipeline(transaction=False) as pipe:
        for key in matches.values():
            pipe.hmget(key, *_FIELDS)
        answers = pipe.execute()
    for match, (version, commit, state, control, roster) in zip(matches, answers, strict=True):
        alone = state == b"waiting" or control is not None or b"bot:" in (roster or b"")
        yield match, Standing(version or b"", commit or b"", state or b"", alone)


def _digests(store: Valkey, keys: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    with store.client() as client:
        for at in range(0, len(keys), _AT_ONCE):
            some = keys[at : at + _AT_ONCE]
            digests = client.execute_command("DEBUG", "DIGEST-VALUE", *some)
            yield from zip(some, digests, strict=True)


def complaints(before: Snapshot, after: Snapshot, accepted: Accepted) -> Iterator[str]:
    """What changed although nobody was allowed to change it."""
    excused = {*accepted.changed, *accepted.created}
    for match, now in after.matches.items():
        was = before.matches.get(match)
        if was is None:
            if match not in accepted.created and not accepted.is_any_unknown:
                yield f"match {match} is there and nobody was told of it"
        elif match not in excused and not was.changes_alone and now != was:
            yield f"match {match} went from {was} to {now}"
    for match in before.matches.keys() - after.matches.keys():
        yield f"match {match} is gone"
    for key, digest in after.digests.items():
        if before.digests.get(key) != digest and not _is_excused(key, before, accepted, excused):
            yield f"{key!r} has changed"


def _is_excused(key: bytes, before: Snapshot, accepted: Accepted, excused: Collection[str]) -> bool:
    """Whether a key may have changed."""
    if found := _PART.fullmatch(key):
        match = found[1].decode()
        was = before.matches.get(match)
        return (
            match in excused
            or (was is None and accepted.is_any_unknown)
            or (was is not None and (was.changes_alone or was.state not in _LIVE))
        )
    return bool(excused) or accepted.is_any_unknown
