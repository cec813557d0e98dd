"""The dealing of docs/fairness.md, written a second time from that page alone.

Run as a program it prints the vectors that are kept in dealing.json. It imports nothing of the
project and reads no file, so that it can disagree with the server.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
Options: TypeAlias = Mapping[str, bool | int | None]

DUEL = "duel"
COUNTERFEITERS = "duel_counterfeiters"
SPLENDOR = "splendor"

COMMITMENT_LABEL = "gemwright/commitment/1"
DRAW_KEY_LABEL = "gemwright/draw-key/1"

# In kind order: dictionaries keep the order in which they are written.
DUEL_TOKENS: Mapping[str, int] = {
    "white": 4,
    "blue": 4,
    "green": 4,
    "red": 4,
    "black": 4,
    "pearl": 2,
    "gold": 3,
}
COUNTERFEITERS_TOKENS: Mapping[str, int] = {**DUEL_TOKENS, "glassware": 4}
KINDS = tuple(COUNTERFEITERS_TOKENS)
BOARD_CELLS = 25

DUEL_LEVELS = (30, 24, 13)
SPLENDOR_LEVELS = (40, 30, 20)
COUNTERFEITER_CARDS = 17
ROYAL_CARDS = 12
NOBLES = 10


# Bytes


def u32(number: int) -> bytes:
    """Four bytes, most significant first."""
    return number.to_bytes(4, "big")


def lp(part: bytes | str) -> bytes:
    """The part with its length in bytes before it; text is taken as UTF-8."""
    data = part.encode("utf-8") if isinstance(part, str) else part
    return u32(len(data)) + data


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


# Inputs


@dataclass(frozen=True)
class Match:
    """Everything that decides how a match is dealt."""

    match_id: str
    game: str
    options: Options
    rules_version: str
    seed: bytes
    salt: bytes
    creator_entropy: bytes
    seat_entropy: tuple[bytes, ...]

    @property
    def seats(self) -> int:
        return len(self.seat_entropy)

    @property
    def options_text(self) -> str:
        return json.dumps(self.options, sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    @property
    def commitment(self) -> bytes:
        parts = (
            COMMITMENT_LABEL,
            self.match_id,
            self.game,
            self.options_text,
            self.rules_version,
            self.salt,
            self.seed,
        )
        return hashlib.sha256(b"".join(lp(part) for part in parts)).digest()

    @property
    def draw_key(self) -> bytes:
        parts: tuple[bytes | str, ...]
        parts = (DRAW_KEY_LABEL, self.match_id, self.creator_entropy, *self.seat_entropy)
        return hmac_sha256(self.seed, b"".join(lp(part) for part in parts))


# Draws


def drawn_bytes(draw_key: bytes, purpose: str, counter: int) -> Iterator[int]:
    """The byte of attempt 0, 1, 2 and so on."""
    for attempt in count():
        yield hmac_sha256(draw_key, lp(purpose) + u32(counter) + u32(attempt))[0]


def draw_index(draw_key: bytes, purpose: str, counter: int, size: int) -> tuple[int, bytes]:
    """The index of one draw, and the byte of every attempt it took."""
    if not 1 <= size <= 256:
        message = f"a pool cannot have {size} items"
        raise ValueError(message)
    if size == 1:
        return 0, b""
    limit = 256 // size * size
    seen = bytearray()
    for byte in drawn_bytes(draw_key, purpose, counter):
        seen.append(byte)
        if byte < limit:
            return byte % size, bytes(seen)
    raise AssertionError


class Dealer:
    """The draws of one match, counted."""

    def __init__(self, draw_key: bytes, counter: int = 0) -> None:
        self.draw_key = draw_key
        self.counter = counter

    def deal(self, purpose: str, pool: list[str], how_many: int) -> list[str]:
        """Take that many items out of the pool, which keeps the rest in order."""
        dealt = []
        for _ in range(how_many):
            index, _seen = draw_index(self.draw_key, purpose, self.counter, len(pool))
            dealt.append(pool.pop(index))
            self.counter += 1
        return dealt


# Set-up


def numbered(prefix: str, how_many: int, digits: int = 1) -> list[str]:
    """Ids in id order: numbered("D1", 30, 2) is D1-01 to D1-30."""
    return [f"{prefix}-{number:0{digits}}" for number in range(1, how_many + 1)]


def token_list(counts: Mapping[str, int]) -> list[str]:
    """Tokens in kind order."""
    return [kind for kind in KINDS for _ in range(counts.get(kind, 0))]


def token_counts(tokens: Sequence[str]) -> dict[str, int]:
    """How many of each kind; kinds of which there are none are left out."""
    return {kind: tokens.count(kind) for kind in KINDS if kind in tokens}


def set_up(match: Match) -> dict[str, Json]:
    """Deal the match, in the order of the steps; the decks still hold the face-up cards."""
    dealer = Dealer(match.draw_key)
    result: dict[str, Json] = {}

    first_seat = match.options["first_seat"]
    if first_seat is None:
        seats = [str(seat) for seat in range(match.seats)]
        first_seat = int(dealer.deal("first_seat", seats, 1)[0])
    result["first_seat"] = first_seat

    letter, level_sizes = ("S", SPLENDOR_LEVELS) if match.game == SPLENDOR else ("D", DUEL_LEVELS)
    decks: dict[str, Json] = {}
    for level, size in enumerate(level_sizes, start=1):
        cards = numbered(f"{letter}{level}", size, digits=2)
        decks[str(level)] = dealer.deal(f"deck_{level}", cards, size)
    result["decks"] = decks

    if match.game == COUNTERFEITERS:
        cards = numbered("C", COUNTERFEITER_CARDS, digits=2)
        result["counterfeiter_deck"] = dealer.deal("counterfeiter_deck", cards, len(cards))
        cards = numbered("R", ROYAL_CARDS)
        result["royal_deck"] = dealer.deal("royal_deck", cards, len(cards))

    if match.game == SPLENDOR:
        result["nobles"] = dealer.deal("nobles", numbered("N", NOBLES), match.seats + 1)
    else:
        counts = COUNTERFEITERS_TOKENS if match.game == COUNTERFEITERS else DUEL_TOKENS
        bag = token_list(counts)
        result["board_along_spiral"] = dealer.deal("board", bag, BOARD_CELLS)
        result["bag"] = token_counts(bag)

    result["draws"] = dealer.counter
    return result


# The vectors


def filler(label: str, length: int = 32) -> bytes:
    """Bytes that look random and never change."""
    return hashlib.sha256(label.encode("utf-8")).digest()[:length]


def duel_options(
    first_seat: int | None = None,
    no_progress_limit: int | None = None,
    *,
    blocking_claim: bool = False,
) -> Options:
    return {
        "blocking_claim": blocking_claim,
        "first_seat": first_seat,
        "no_progress_limit": no_progress_limit,
    }


def splendor_options(
    seats: int, first_seat: int | None = None, no_progress_limit: int | None = None
) -> Options:
    return {"first_seat": first_seat, "no_progress_limit": no_progress_limit, "seats": seats}


def make_match(
    match_id: str,
    game: str,
    options: Options,
    entropy_lengths: tuple[int, ...],
    rules_version: str = "1",
) -> Match:
    """A match with made-up secrets; the first length is that of the creator's entropy."""
    creator, *seats = (
        filler(f"{match_id}/entropy/{index}", length)
        for index, length in enumerate(entropy_lengths)
    )
    return Match(
        match_id=match_id,
        game=game,
        options=options,
        rules_version=rules_version,
        seed=filler(f"{match_id}/seed"),
        salt=filler(f"{match_id}/salt"),
        creator_entropy=creator,
        seat_entropy=tuple(seats),
    )


MATCHES = (
    make_match("duel-plain", DUEL, duel_options(), (0, 0, 0)),
    make_match("duel-full", DUEL, duel_options(blocking_claim=True), (32, 32, 32)),
    make_match("duel-first-0", DUEL, duel_options(0, 40), (0, 32, 0)),
    make_match("Dürer 茶 💎", DUEL, duel_options(1, blocking_claim=True), (5, 0, 32)),
    make_match("cf-plain", COUNTERFEITERS, duel_options(), (0, 0, 0)),
    make_match("cf-full", COUNTERFEITERS, duel_options(0, 40), (32, 32, 32)),
    make_match(
        "cf-partial", COUNTERFEITERS, duel_options(None, 7, blocking_claim=True), (32, 1, 0), "2"
    ),
    make_match("splendor-2-plain", SPLENDOR, splendor_options(2), (0, 0, 0)),
    make_match("splendor-2-first-1", SPLENDOR, splendor_options(2, 1, 60), (32, 32, 32)),
    make_match("splendor-3-partial", SPLENDOR, splendor_options(3), (0, 16, 0, 31)),
    make_match("splendor-3-first-2", SPLENDOR, splendor_options(3, 2), (32, 0, 0, 0)),
    make_match("splendor-4-full", SPLENDOR, splendor_options(4, None, 25), (32, 32, 32, 32, 32)),
    make_match("splendor-4-first-0", SPLENDOR, splendor_options(4, 0), (0, 0, 0, 0, 0), "1.0"),
)


def match_vector(match: Match) -> Json:
    return {
        "inputs": {
            "match_id": match.match_id,
            "game": match.game,
            "options": match.options,
            "rules_version": match.rules_version,
            "seed": match.seed.hex(),
            "salt": match.salt.hex(),
            "creator_entropy": match.creator_entropy.hex(),
            "seat_entropy": [entropy.hex() for entropy in match.seat_entropy],
        },
        "options_text": match.options_text,
        "commitment": match.commitment.hex(),
        "draw_key": match.draw_key.hex(),
        "set_up": set_up(match),
    }


def draw_vector(draw_key: bytes, purpose: str, counter: int, size: int) -> Json:
    index, seen = draw_index(draw_key, purpose, counter, size)
    return {
        "draw_key": draw_key.hex(),
        "purpose": purpose,
        "counter": counter,
        "size": size,
        "index": index,
        "attempts": len(seen),
        "bytes": seen.hex(),
    }


def counter_with_rejections(draw_key: bytes, purpose: str, size: int, rejections: int) -> int:
    """The lowest counter whose draw rejects exactly that many bytes."""
    return next(
        counter
        for counter in count()
        if len(draw_index(draw_key, purpose, counter, size)[1]) == rejections + 1
    )


def counter_with_byte(draw_key: bytes, purpose: str, byte: int) -> int:
    """The lowest counter whose attempt 0 gives that byte."""
    return next(
        counter for counter in count() if next(drawn_bytes(draw_key, purpose, counter)) == byte
    )


def draw_vectors() -> list[Json]:
    key = filler("single draws")
    draws = [
        ("first_seat", 0, 1),
        ("first_seat", 0, 2),
        ("first_seat", 1, 2),
        ("first_seat", 0, 3),
        ("deck_1", 0, 256),
        ("deck_1", 1, 256),
        ("deck_1", 0, 90),
        ("deck_1", 255, 64),
        ("deck_1", 256, 64),
        ("board", 65536, 29),
        ("replenish", 2**32 - 1, 25),
    ]
    # Bytes on both sides of the limit, which is 180 for 90 items, 255 for 3, 129 for 129.
    for purpose, size, byte in (
        ("deck_1", 90, 179),
        ("deck_1", 90, 180),
        ("first_seat", 3, 254),
        ("first_seat", 3, 255),
        ("board", 129, 128),
        ("board", 129, 129),
        ("deck_1", 256, 255),
        ("deck_1", 255, 255),
    ):
        draws.append((purpose, counter_with_byte(key, purpose, byte), size))
    for purpose, size, rejections in (
        ("deck_1", 40, 1),
        ("deck_2", 30, 1),
        ("counterfeiter_deck", 17, 1),
        ("nobles", 10, 1),
        ("deck_1", 90, 2),
        ("deck_1", 90, 3),
        ("board", 129, 6),
    ):
        counter = counter_with_rejections(key, purpose, size, rejections)
        draws.append((purpose, counter, size))
    return [draw_vector(key, purpose, counter, size) for purpose, counter, size in draws]


def deal_vector(
    draw_key: bytes, purpose: str, counter: int, bag: Mapping[str, int], how_many: int
) -> Json:
    dealer = Dealer(draw_key, counter)
    pool = token_list(bag)
    dealt = dealer.deal(purpose, pool, how_many)
    return {
        "draw_key": draw_key.hex(),
        "purpose": purpose,
        "counter": counter,
        "bag": token_counts(token_list(bag)),
        "how_many": how_many,
        "dealt": dealt,
        "bag_after": token_counts(pool),
        "counter_after": dealer.counter,
    }


def deal_vectors() -> list[Json]:
    key = filler("deals of play")
    mixed = {"white": 2, "green": 3, "black": 1, "pearl": 1, "gold": 2, "glassware": 2}
    return [
        deal_vector(key, "replenish", 93, mixed, 6),
        deal_vector(key, "replenish", 93, mixed, 11),
        deal_vector(key, "replenish", 121, COUNTERFEITERS_TOKENS, 25),
        deal_vector(key, "replenish", 300, {"pearl": 1}, 1),
        deal_vector(key, "draw_tokens", 122, mixed, 2),
        deal_vector(key, "draw_tokens", 122, {"blue": 1, "red": 1}, 1),
        deal_vector(key, "draw_tokens", 122, {"blue": 1, "red": 1}, 0),
    ]


def main() -> None:
    vectors: Json = {
        "matches": [match_vector(match) for match in MATCHES],
        "draws": draw_vectors(),
        "deals": deal_vectors(),
    }
    sys.stdout.write(json.dumps(vectors, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
