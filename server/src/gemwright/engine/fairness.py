"""Commitment and draw key of a match, as `docs/fairness.md` specifies them."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Final

SECRET_BYTES: Final = 32
MOST_ENTROPY_BYTES: Final = 32


def options_text(options: Mapping[str, int | bool | None]) -> str:
    """The options in the form that the commitment covers."""
    return json.dumps(options, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def commitment(
    match_id: str,
    game: str,
    options: Mapping[str, int | bool | None],
    rules_version: str,
    salt: bytes,
    seed: bytes,
) -> bytes:
    """The hash that is published before anybody joins."""
    _check_secrets(salt=salt, seed=seed)
    texts = ("gemwright/commitment/1", match_id, game, options_text(options), rules_version)
    parts = [text.encode() for text in texts]
    return hashlib.sha256(_with_lengths([*parts, salt, seed])).digest()


def draw_key(
    seed: bytes, match_id: str, creator_entropy: bytes, seat_entropy: Sequence[bytes]
) -> bytes:
    """The key for all draws of a match; entropy that was not given is empty."""
    _check_secrets(seed=seed)
    entropy = [creator_entropy, *seat_entropy]
    if any(len(part) > MOST_ENTROPY_BYTES for part in entropy):
        raise ValueError(f"entropy has at most {MOST_ENTROPY_BYTES} bytes")
    parts = [b"gemwright/draw-key/1", match_id.encode(), *entropy]
    return hmac.digest(seed, _with_lengths(parts), "sha256")


def _check_secrets(**secrets: bytes) -> None:
    for name, secret in secrets.items():
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a {name} has {SECRET_BYTES} bytes, not {len(secret)}")


def _with_lengths(parts: Sequence[bytes]) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
