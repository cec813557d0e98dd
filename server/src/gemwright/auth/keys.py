"""The keys in a file, and how they change: values only, no file and no clock.

An API key belongs to an owner; only a hash of its secret is kept. Signing keys make and verify
player tokens. The newest one signs; an older one verifies until its last token has expired.
"""

import hashlib
import re
import secrets
from base64 import b32encode
from dataclasses import dataclass, field, replace
from typing import Final

from gemwright.setting_kinds import LONGEST_PLAYER_TOKEN

FORMAT: Final = 1
SCOPES: Final = ("matchmaker", "operator")
OWNER: Final = re.compile(r"[A-Za-z0-9._:@-]{1,64}")

SIGNS_AFTER: Final = 60
"""Seconds until a new key signs: by then every server has read it."""

SLACK: Final = 60
"""Seconds that an old signing key stays valid longer, because clocks differ."""

_SECRET_BYTES: Final = 32
_ID_BYTES: Final = 5


class KeysRefused(Exception):
    """Keys cannot be read or changed as asked; the text says why, in one line without secrets."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key of an owner."""

    id: str
    owner: str
    scopes: tuple[str, ...]
    digest: bytes = field(repr=False)
    """SHA-256 of its secret."""
    created: int
    good_until: int | None = None
    """When it was revoked, or will expire; None for never."""

    def is_good(self, now: float) -> bool:
        """Whether it may still be used."""
        return self.good_until is None or now < self.good_until


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key that makes and verifies player tokens."""

    id: str
    secret: bytes = field(repr=False)
    created: int
    signs_from: int
    good_until: int | None = None
    """When the last of its tokens expires; None while it is the newest key."""

    def is_good(self, now: float) -> bool:
        """Whether its tokens are still accepted."""
        return self.good_until is None or now < self.good_until


@dataclass(frozen=True, slots=True)
class Keys:
    """All keys in a file; times are whole seconds of Unix time."""

    format: int = FORMAT
    api_keys: tuple[ApiKey, ...] = ()
    signing_keys: tuple[SigningKey, ...] = ()

    @property
    def are_sound(self) -> bool:
        """Whether ids are unique, owners have proper names and secrets are long enough."""
        ids = [key.id for key in self.api_keys] + [key.id for key in self.signing_keys]
        return (
            len(set(ids)) == len(ids)
            and all(OWNER.fullmatch(key.owner) for key in self.api_keys)
            and all(len(key.secret) >= _SECRET_BYTES for key in self.signing_keys)
        )

    def api_key(self, key_id: str) -> ApiKey | None:
        """The API key with this id."""
        return next((key for key in self.api_keys if key.id == key_id), None)

    def signing_key(self, key_id: str) -> SigningKey | None:
        """The signing key with this id."""
        return next((key for key in self.signing_keys if key.id == key_id), None)

    def signer(self, now: float) -> SigningKey:
        """The key that signs: the newest one that has begun to sign, or else the first."""
        due = [key for key in self.signing_keys if key.signs_from <= now]
        return due[-1] if due else self.signing_keys[0]


def digest_of(secret: str) -> bytes:
    """The hash that is kept of an API key's secret."""
    return hashlib.sha256(secret.encode()).digest()


def with_api_key(
    keys: Keys, owner: str, scopes: tuple[str, ...], now: int
) -> tuple[Keys, ApiKey, str]:
    """The keys with a new one for an owner, the new key, and its secret, which is not stored."""
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    made = ApiKey(_new_id(), owner, scopes, digest_of(secret), now)
    return replace(keys, api_keys=(*keys.api_keys, made)), made, secret


def with_signing_key(keys: Keys, now: int) -> Keys:
    """The keys with a new signing key; the others end with the last token they may sign."""
    signs_from = now + SIGNS_AFTER if keys.signing_keys else now
    last = signs_from + LONGEST_PLAYER_TOKEN + SLACK
    older = tuple(
        key if key.good_until is not None else replace(key, good_until=last)
        for key in keys.signing_keys
        if key.is_good(now)
    )
    made = SigningKey(_new_id(), secrets.token_bytes(_SECRET_BYTES), now, signs_from)
    return replace(keys, signing_keys=(*older, made))


def with_key_replaced(
    keys: Keys, key_id: str, overlap: float, now: int
) -> tuple[Keys, ApiKey, str]:
    """The keys with one API key replaced; the old one ends after the overlap."""
    old = keys.api_key(key_id)
    if old is None:
        raise KeysRefused(f"no API key has the id {key_id}: keys list shows them")
    if not old.is_good(now):
        raise KeysRefused(f"the API key {key_id} is over: make a new one with keys new")
    end = now + round(overlap)
    good_until = end if old.good_until is None else min(end, old.good_until)
    ending = replace(old, good_until=good_until)
    rest = tuple(ending if key is old else key for key in keys.api_keys)
    return with_api_key(replace(keys, api_keys=rest), old.owner, old.scopes, now)


def without_key(keys: Keys, key_id: str, now: int) -> Keys:
    """The keys with one of them, an API key or a signing key, revoked from now on."""
    if keys.signing_key(key_id) is not None:
        left = tuple(key for key in keys.signing_keys if key.id != key_id)
        if all(key.good_until is not None for key in left):
            raise KeysRefused(f"{key_id} is the newest signing key: add one with keys rotate first")
        return replace(keys, signing_keys=left)
    old = keys.api_key(key_id)
    if old is None:
        raise KeysRefused(f"no key has the id {key_id}: keys list shows them")
    ended = replace(old, good_until=now) if old.is_good(now) else old
    return replace(keys, api_keys=tuple(ended if key is old else key for key in keys.api_keys))


def _new_id() -> str:
    return b32encode(secrets.token_bytes(_ID_BYTES)).decode().lower()
