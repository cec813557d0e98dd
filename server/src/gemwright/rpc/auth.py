"""Finds out who calls, from the metadata of every call in the same way, and makes credentials.

Development mode believes every caller, so no web page but its own may call it: browsers add an
Origin to what a page has them send, and a call that arrives here with one is refused.
"""

import math
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import structlog

from gemwright.auth.keyring import Keyring
from gemwright.auth.tokens import Claim, find_api_key, player_token, read_player_token
from gemwright.matches.api import Caller, Scope
from gemwright.matches.charter import BOT
from gemwright.matches.faults import CredentialsInvalid, TokenExpired
from gemwright.matches.ids import PRINCIPAL
from gemwright.settings import Settings

DEVELOPMENT_OWNER: Final = "dev"
_AUTHORIZATION: Final = "authorization"
_ORIGIN: Final = "origin"
_TWO: Final = "send one authorization, not several"
_NO_PAGE: Final = (
    "development mode answers pages of its own at localhost only; --http-origins names others"
)
_NO_DEVELOPER: Final = (
    "development mode believes Bearer dev:<principal>: 1 to 64 letters, digits and any of ._:@- "
    "that do not begin with bot:"
)
_NO_KEY: Final = (
    "this server believes its own API keys and player tokens, each after the word Bearer; "
    "this is none of them, or none any more"
)
_DEVELOPER: Final = re.compile(r"bearer +dev:(.*)", re.IGNORECASE | re.DOTALL)
_BEARER: Final = re.compile(r"bearer +([!-~]+)", re.IGNORECASE)
_NOBODY: Final = Caller()
_KNOWN: Final = 16_384
"""Callers whose proof is remembered: each costs some hundred bytes."""

Metadata: TypeAlias = Iterable[tuple[str, str | bytes]]
log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PlayerToken:
    """A credential for a principal, and the second of Unix time when it stops being good."""

    text: str = field(repr=False)
    expires_at: int


class Identity(Protocol):
    """A way to find out who calls."""

    @property
    def generation(self) -> int:
        """A number that changes whenever the accepted credentials change."""
        ...

    def identify(self, metadata: Metadata) -> Caller:
        """The caller; raises `CredentialsInvalid` and `TokenExpired`."""
        ...

    def mint(self, owner: str, principal: str, ttl: float | None = None) -> PlayerToken:
        """A credential for any principal of an owner; who may ask for it is not checked here."""
        ...


def identity_of(settings: Settings) -> Identity:
    """The identity that the settings ask for; raises `KeysRefused`."""
    if settings.keys is None:
        return DevelopmentIdentity(settings.player_token_ttl)
    return KeyIdentity(settings.keys, settings.player_token_ttl)


class DevelopmentIdentity:
    """Believes `Bearer dev:<principal>`; a caller without credentials is a spectator."""

    generation: Final = 0

    def __init__(self, ttl: float = 3600.0) -> None:
        self._ttl = ttl

    def identify(self, metadata: Metadata) -> Caller:
        """The caller, who owns every match of development mode."""
        shown: str | bytes | None = None
        for key, value in metadata:
            if key == _ORIGIN:
                raise CredentialsInvalid(_NO_PAGE)
            if key == _AUTHORIZATION:
                if shown is not None:
                    raise CredentialsInvalid(_TWO)
                shown = value
        return _believed(shown)

    def mint(self, owner: str, principal: str, ttl: float | None = None) -> PlayerToken:
        """A credential that development mode believes, even after the end it gives."""
        return PlayerToken(f"dev:{principal}", _end(ttl or self._ttl))


@lru_cache(maxsize=4096)
def _believed(shown: str | bytes | None) -> Caller:
    """The caller that a credential names; cached, as the same few callers come again and again."""
    if shown is None:
        return _developer(None)
    found = _DEVELOPER.fullmatch(shown) if isinstance(shown, str) else None
    if found is None or not PRINCIPAL.fullmatch(found[1]) or found[1].startswith(BOT):
        raise CredentialsInvalid(_NO_DEVELOPER)
    return _developer(found[1])


def _developer(principal: str | None) -> Caller:
    return Caller(principal, DEVELOPMENT_OWNER, frozenset(Scope))


class KeyIdentity:
    """Believes API keys and player tokens; a caller without credentials is a spectator."""

    def __init__(self, path: Path, ttl: float) -> None:
        self._ring = Keyring(path, lambda text: log.error("keys_unreadable", text=text))
        self._ttl = ttl
        self._generation = self._ring.generation
        # A credential is checked once: the cached result is dropped when the keys change.
        self._known = lru_cache(maxsize=_KNOWN)(self._proved)

    @property
    def generation(self) -> int:
        """How often the keys have changed."""
        return self._ring.look()

    def identify(self, metadata: Metadata) -> Caller:
        """The caller by its key or its token."""
        shown: str | bytes | None = None
        for key, value in metadata:
            if key == _AUTHORIZATION:
                if shown is not None:
                    raise CredentialsInvalid(_TWO)
                shown = value
        if shown is None:
            return _NOBODY
        if self._ring.look() != self._generation:
            self._generation = self._ring.generation
            self._known.cache_clear()
        caller = self._known(shown)
        if caller.expires_at is not None and caller.expires_at <= time.time():
            raise CredentialsInvalid(_NO_KEY) if caller.key_id else TokenExpired
        return caller

    def _proved(self, shown: str | bytes) -> Caller:
        found = _BEARER.fullmatch(shown) if isinstance(shown, str) else None
        if found is None:
            raise CredentialsInvalid(_NO_KEY)
        keys = self._ring.keys
        claim = read_player_token(keys, found[1])
        if claim is not None:
            return Caller(claim.principal, claim.owner, expires_at=claim.expires_at)
        key = find_api_key(keys, found[1])
        if key is None:
            raise CredentialsInvalid(_NO_KEY)
        scopes = frozenset(scope for scope in Scope if scope in key.scopes)  # ignores newer ones
        return Caller(None, key.owner, scopes, key.id, key.good_until)

    def mint(self, owner: str, principal: str, ttl: float | None = None) -> PlayerToken:
        """A token signed with the newest keys."""
        self._ring.look()
        claim = Claim(owner, principal, _end(ttl or self._ttl))
        return PlayerToken(
            player_token(self._ring.keys.signer(time.time()), claim), claim.expires_at
        )


def _end(ttl: float) -> int:
    """The end as clients get it: in whole seconds, rounded up so that no token ends too early."""
    return math.ceil(time.time() + ttl)
