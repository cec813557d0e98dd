"""Credentials as texts: how API keys and player tokens are written, and checked in constant time.

An API key is `gwk_<id>_<secret>`. A player token is `gwp_<signing key>_<payload>.<proof>`. The
payload is readable: whom the token names and until when. The proof is an HMAC-SHA256 of it. Neither
text may get into a log.
"""

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final

import msgspec

from gemwright.auth.keys import ApiKey, Keys, SigningKey, digest_of

API_KEY: Final = "gwk_"
PLAYER_TOKEN: Final = "gwp_"
_PURPOSE: Final = b"gemwright player token 1\0"
_LONGEST: Final = 512


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player token says: a principal, its owner, and when the token expires (Unix time)."""

    owner: str
    principal: str
    expires_at: int


def api_key_text(key: ApiKey, secret: str) -> str:
    """The API key as its owner shows it."""
    return f"{API_KEY}{key.id}_{secret}"


def find_api_key(keys: Keys, text: str) -> ApiKey | None:
    """The API key in a text, even an expired one; None if it is not one of ours."""
    key_id, _, secret = text.removeprefix(API_KEY).partition("_")
    if not text.startswith(API_KEY) or len(text) > _LONGEST:
        return None
    key = keys.api_key(key_id)
    if key is None or not compare_digest(key.digest, digest_of(secret)):
        return None
    return key


def player_token(key: SigningKey, claim: Claim) -> str:
    """A signed token for this claim."""
    content = msgspec.json.encode((claim.owner, claim.principal, claim.expires_at))
    payload = _text(content)
    return f"{PLAYER_TOKEN}{key.id}_{payload}.{_proof(key, payload)}"


def read_player_token(keys: Keys, text: str) -> Claim | None:
    """The claim in a token, at most until its key ends; None if no key of ours has signed it."""
    key_id, _, signed = text.removeprefix(PLAYER_TOKEN).partition("_")
    payload, _, proof = signed.partition(".")
    if not text.startswith(PLAYER_TOKEN) or len(text) > _LONGEST:
        return None
    key = keys.signing_key(key_id)
    if key is None:
        return None
    if not compare_digest(_proof(key, payload).encode(), proof.encode()):
        return None
    owner, principal, until = msgspec.json.decode(_bytes(payload), type=tuple[str, str, int])
    return Claim(owner, principal, until if key.good_until is None else min(until, key.good_until))


def _proof(key: SigningKey, payload: str) -> str:
    said = _PURPOSE + f"{key.id}.{payload}".encode()
    return _text(hmac.digest(key.secret, said, hashlib.sha256))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
