"""Ids and tokens: of matches, of open seats, of resume points.

A match id holds its bucket and a keyed hash of owner and request id, so that a retried creation
finds its match. Join tokens are derived from it, so that a retry gets the same ones. A resume token
is no secret: it only says how far a viewer has got, and every watch needs a credential.
"""

import base64
import hashlib
import hmac
import re
import secrets
from binascii import b2a_base64
from typing import Final

from gemwright.engine.values import value
from gemwright.matches.stored import COMMIT_BYTES, VERSION_BYTES

_ID_BYTES: Final = 15
_TOKEN_BYTES: Final = 20
MATCH_ID: Final = re.compile(r"[a-z2-7]{24}")
REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
PRINCIPAL: Final = re.compile(r"[A-Za-z0-9._:@-]{1,64}")
_SPECTATOR: Final = 255
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")


def match_id(secret: bytes, owner: str, request_id: str) -> str:
    """The id of the match that this request of this owner creates; it begins with the bucket."""
    return _base32(_keyed(secret, "match", owner, request_id)[:_ID_BYTES])


def join_token(secret: bytes, match: str, seat: int) -> str:
    """The token that opens a seat."""
    return _base32(_keyed(secret, "join", match, str(seat))[:_TOKEN_BYTES])


def is_join_token(secret: bytes, match: str, seat: int, shown: str) -> bool:
    """Whether a token opens a seat, compared in constant time."""
    return hmac.compare_digest(join_token(secret, match, seat).encode(), shown.encode())


def guest_principal(secret: bytes, match: str, seat: int) -> str:
    """The principal of whoever takes a seat by its join token alone; a retry is the same guest."""
    return f"guest:{_base32(_keyed(secret, 'guest', match, str(seat))[:_ID_BYTES])}"


def _keyed(secret: bytes, purpose: str, *parts: str) -> bytes:
    text = "\0".join((purpose, *parts))
    return hmac.digest(secret, text.encode(), "sha256")


def _base32(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=").lower()


def new_commit() -> bytes:
    """A random commit id."""
    return secrets.token_bytes(COMMIT_BYTES)


def digest(*parts: str) -> bytes:
    """A short fingerprint of what a request asked for."""
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=8).digest()


@value
class ResumePoint:
    """How far a viewer has got in the history of a match."""

    version: int
    commit: bytes
    viewer: int | None


def resume_token(place: ResumePoint) -> str:
    """The resume point as an opaque text."""
    viewer = _SPECTATOR if place.viewer is None else place.viewer
    content = b"%c%b%b" % (viewer, place.commit, place.version.to_bytes(VERSION_BYTES, "big"))
    return b2a_base64(content, newline=False).translate(_URL_SAFE).decode()


def read_resume_token(token: str) -> ResumePoint | None:
    """The resume point in a token; None if it is no such token."""
    try:
        content = base64.urlsafe_b64decode(token)
    except ValueError:
        return None
    if len(content) != 1 + COMMIT_BYTES + VERSION_BYTES:
        return None
    viewer = None if content[0] == _SPECTATOR else content[0]
    version = int.from_bytes(content[1 + COMMIT_BYTES :], "big")
    place = ResumePoint(version, content[1 : 1 + COMMIT_BYTES], viewer)
    return place if resume_token(place) == token else None
