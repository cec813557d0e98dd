"""The deal of a seeded match, against vectors that another program made."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from gemwright.engine import fairness, splendor
from gemwright.engine.chance import Seeded

VECTORS = Path(__file__).parents[2] / "vectors" / "dealing.json"


class Inputs(TypedDict):
    match_id: str
    game: str
    options: dict[str, int | None]
    rules_version: str
    salt: str
    seed: str
    creator_entropy: str
    seat_entropy: list[str]


class SetUp(TypedDict):
    first_seat: int
    decks: dict[str, list[str]]
    nobles: list[str]
    draws: int


class Match(TypedDict):
    inputs: Inputs
    commitment: str
    draw_key: str
    set_up: SetUp


MATCHES: list[Match] = [
    match
    for match in json.loads(VECTORS.read_text(encoding="utf-8"))["matches"]
    if match["inputs"]["game"] == splendor.NAME
]


def options_of(match: Match) -> splendor.Options:
    given = match["inputs"]["options"]
    assert given["seats"] is not None
    return splendor.Options(given["seats"], given["first_seat"], given["no_progress_limit"])


def test_there_are_vectors_for_two_three_and_four_seats() -> None:
    assert {match["inputs"]["options"]["seats"] for match in MATCHES} == {2, 3, 4}


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["inputs"]["match_id"])
def test_a_match_is_dealt_as_the_vector_says(match: Match) -> None:
    inputs, expected = match["inputs"], match["set_up"]
    key = fairness.draw_key(
        bytes.fromhex(inputs["seed"]),
        inputs["match_id"],
        bytes.fromhex(inputs["creator_entropy"]),
        [bytes.fromhex(entropy) for entropy in inputs["seat_entropy"]],
    )
    assert key.hex() == match["draw_key"]
    state = splendor.new(options_of(match), Seeded(key))
    assert state.first_seat == state.seat == expected["first_seat"]
    for level in (1, 2, 3):
        deck = expected["decks"][str(level)]
        assert state.face_up[4 * level - 4 : 4 * level] == deck[:4]
        assert state.decks[level - 1] == tuple(deck[4:])
    assert list(state.nobles) == expected["nobles"]
    assert state.draws == expected["draws"]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["inputs"]["match_id"])
def test_a_match_is_committed_to_as_the_vector_says(match: Match) -> None:
    inputs = match["inputs"]
    made = fairness.commitment(
        inputs["match_id"],
        splendor.NAME,
        options_of(match).values,
        inputs["rules_version"],
        bytes.fromhex(inputs["salt"]),
        bytes.fromhex(inputs["seed"]),
    )
    assert made.hex() == match["commitment"]
