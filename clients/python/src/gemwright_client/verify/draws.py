"""The commitment, the key of the draws, and the draws of a match."""

import hashlib
import hmac
import json
from collections.abc import Iterable

from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import Match, Reveal


def commitment(match: Match, game: str, reveal: Reveal) -> bytes:
    """Compute the commitment, which must have been published before anybody joined."""
    texts = ("gemwright/commitment/1", match.match, game, _options_text(match))
    parts = [text.encode() for text in (*texts, match.rules_version)]
    return hashlib.sha256(_with_lengths([*parts, reveal.salt, reveal.seed])).digest()


def draw_key(match: Match, seed: bytes) -> bytes:
    """Compute the key of all draws."""
    entropy = [match.fairness.creator_entropy, *(seat.entropy for seat in match.seats)]
    parts = (b"gemwright/draw-key/1", match.match.encode(), *entropy)
    return hmac.digest(seed, _with_lengths(parts), "sha256")


class Draws:
    """Makes and counts the draws of one match."""

    def __init__(self, key: bytes) -> None:
        self.made = 0
        self._key = key

    def deal(self, purpose: str, pool: list[str], number: int) -> list[str]:
        """Draw so many items from a pool, one after the other."""
        return [self._draw(purpose, pool) for _ in range(number)]

    def _draw(self, purpose: str, pool: list[str]) -> str:
        index = self._index(purpose, len(pool))
        self.made += 1
        return pool.pop(index)

    def _index(self, purpose: str, size: int) -> int:
        if size == 1:
            return 0
        fair = 256 - 256 % size
        attempt = 0
        while (byte := self._byte(purpose, attempt)) >= fair:
            attempt += 1
        return byte % size

    def _byte(self, purpose: str, attempt: int) -> int:
        message = _with_lengths([purpose.encode()]) + _u32(self.made) + _u32(attempt)
        return hmac.digest(self._key, message, "sha256")[0]


def _options_text(match: Match) -> str:
    values: dict[str, bool | int | None]
    if match.game == Game.GAME_SPLENDOR:
        splendor = match.options.splendor
        values = {
            "first_seat": splendor.first_seat if splendor.HasField("first_seat") else None,
            "no_progress_limit": splendor.no_progress_limit or None,
            "seats": splendor.seats,
        }
    else:
        duel = match.options.duel
        values = {
            "blocking_claim": duel.blocking_claim,
            "first_seat": duel.first_seat if duel.HasField("first_seat") else None,
            "no_progress_limit": duel.no_progress_limit or None,
        }
    return json.dumps(values, sort_keys=True, separators=(",", ":"))


def _with_lengths(parts: Iterable[bytes]) -> bytes:
    return b"".join(_u32(len(part)) + part for part in parts)


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
