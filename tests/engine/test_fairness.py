"""Commitment and draw key, worked out here from docs/fairness.md; vectors are with the games."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import TypedDict, cast

import pytest

from gemwright.engine import fairness
from gemwright.engine.fairness import commitment, draw_key, options_text

SEED, SALT = bytes(range(32)), bytes(range(32, 64))
OPTIONS: dict[str, int | bool | None] = {"seats": 3, "first_seat": None, "no_progress_limit": 7}


class Inputs(TypedDict):
    options: dict[str, int | bool | None]


class Match(TypedDict):
    inputs: Inputs
    options_text: str


def lp(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def test_options_have_one_text() -> None:
    assert options_text(OPTIONS) == '{"first_seat":null,"no_progress_limit":7,"seats":3}'
    assert options_text(dict(reversed(OPTIONS.items()))) == options_text(OPTIONS)
    assert options_text({"blocking_claim": True}) == '{"blocking_claim":true}'


def test_options_of_every_vector_have_its_text() -> None:
    path = Path(__file__).parents[1] / "vectors" / "dealing.json"
    matches = cast("list[Match]", json.loads(path.read_text(encoding="utf-8"))["matches"])
    assert matches
    for match in matches:
        assert options_text(match["inputs"]["options"]) == match["options_text"]


def test_the_commitment_is_a_hash_over_everything_with_its_length() -> None:
    text = b'{"first_seat":null,"no_progress_limit":7,"seats":3}'
    parts = [b"gemwright/commitment/1", "Dürer".encode(), b"splendor", text, b"1", SALT, SEED]
    expected = hashlib.sha256(b"".join(map(lp, parts))).digest()
    assert commitment("Dürer", "splendor", OPTIONS, "1", SALT, SEED) == expected


def test_every_input_changes_the_commitment() -> None:
    made = [
        commitment("m", "duel", OPTIONS, "1", SALT, SEED),
        commitment("n", "duel", OPTIONS, "1", SALT, SEED),
        commitment("m", "splendor", OPTIONS, "1", SALT, SEED),
        commitment("m", "duel", {"seats": 2}, "1", SALT, SEED),
        commitment("m", "duel", OPTIONS, "2", SALT, SEED),
        commitment("m", "duel", OPTIONS, "1", SEED, SEED),
        commitment("m", "duel", OPTIONS, "1", SALT, SALT),
        commitment("md", "uel", OPTIONS, "1", SALT, SEED),
    ]
    assert len(set(made)) == len(made)


def test_the_draw_key_is_keyed_by_the_seed_and_holds_all_entropy_in_seat_order() -> None:
    parts = [b"gemwright/draw-key/1", b"m", b"creator", b"", b"one", b"two"]
    expected = hmac.new(SEED, b"".join(map(lp, parts)), hashlib.sha256).digest()
    assert draw_key(SEED, "m", b"creator", [b"", b"one", b"two"]) == expected


def test_every_input_changes_the_draw_key() -> None:
    made = [
        draw_key(SEED, "m", b"c", [b"0", b"1"]),
        draw_key(SALT, "m", b"c", [b"0", b"1"]),
        draw_key(SEED, "n", b"c", [b"0", b"1"]),
        draw_key(SEED, "m", b"d", [b"0", b"1"]),
        draw_key(SEED, "m", b"c", [b"1", b"0"]),
        draw_key(SEED, "m", b"c", [b"01", b""]),
        draw_key(SEED, "m", b"", [b"c0", b"1"]),
        draw_key(SEED, "m", b"c", [b"0", b"1", b""]),
    ]
    assert len(set(made)) == len(made)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_seed_and_salt_have_32_bytes(secret: bytes) -> None:
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {len(secret)}"):
        commitment("m", "duel", OPTIONS, "1", SALT, secret)
    with pytest.raises(ValueError, match=f"a salt has 32 bytes, not {len(secret)}"):
        commitment("m", "duel", OPTIONS, "1", secret, SEED)
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {len(secret)}"):
        draw_key(secret, "m", b"", [b"", b""])


def test_entropy_has_at_most_32_bytes() -> None:
    draw_key(SEED, "m", bytes(32), [bytes(32), b""])
    for creator, seats in ((bytes(33), [b"", b""]), (b"", [b"", bytes(33)])):
        with pytest.raises(ValueError, match="at most 32 bytes"):
            draw_key(SEED, "m", creator, seats)


def test_no_error_tells_a_secret() -> None:
    secret = b"not to be told" * 3
    with pytest.raises(ValueError, match="32 bytes") as raised:
        fairness.draw_key(secret, "m", b"", [])
    assert "not to be told" not in str(raised.value)
