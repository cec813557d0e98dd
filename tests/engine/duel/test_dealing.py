"""Dealing as docs/fairness.md says, against vectors made by another program."""

import json
from pathlib import Path
from typing import TypedDict, cast

import pytest

from gemwright.engine import GAMES, duel, duel_counterfeiters
from gemwright.engine.chance import Purpose, Seeded, draw_index
from gemwright.engine.duel.state import State
from gemwright.engine.fairness import commitment, draw_key
from gemwright.engine.kinds import KIND_OF_TEXT, KINDS
from tests.engine.duel.positions import EMPTY_BOARD, bag, deck_of, position, table

SPIRAL = (12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20, 15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24)


class Inputs(TypedDict):
    game: str
    match_id: str
    options: dict[str, int | bool | None]
    rules_version: str
    seed: str
    salt: str
    creator_entropy: str
    seat_entropy: list[str]


class SetUp(TypedDict, total=False):
    first_seat: int
    decks: dict[str, list[str]]
    board_along_spiral: list[str]
    bag: dict[str, int]
    counterfeiter_deck: list[str]
    royal_deck: list[str]
    draws: int


class Match(TypedDict):
    inputs: Inputs
    commitment: str
    draw_key: str
    set_up: SetUp


class Draw(TypedDict):
    draw_key: str
    purpose: str
    counter: int
    size: int
    index: int
    attempts: int


class Deal(TypedDict):
    draw_key: str
    purpose: str
    counter: int
    counter_after: int
    bag: dict[str, int]
    bag_after: dict[str, int]
    how_many: int
    dealt: list[str]


class Vectors(TypedDict):
    matches: list[Match]
    draws: list[Draw]
    deals: list[Deal]


VECTORS = cast(
    Vectors,
    json.loads(
        (Path(__file__).parents[2] / "vectors" / "dealing.json").read_text(encoding="utf-8")
    ),
)
MATCHES = [one for one in VECTORS["matches"] if one["inputs"]["game"].startswith("duel")]
FULL_BAG = next(one for one in VECTORS["deals"] if one["how_many"] == 25)


def key_of(inputs: Inputs) -> bytes:
    return draw_key(
        bytes.fromhex(inputs["seed"]),
        inputs["match_id"],
        bytes.fromhex(inputs["creator_entropy"]),
        [bytes.fromhex(entropy) for entropy in inputs["seat_entropy"]],
    )


def deal(match: Match) -> State:
    given = match["inputs"]["options"]
    first_seat, limit = given["first_seat"], given["no_progress_limit"]
    options = duel.Options(
        first_seat=first_seat,
        blocking_claim=bool(given["blocking_claim"]),
        no_progress_limit=limit,
    )
    assert options.values == given
    chance = Seeded(key_of(match["inputs"]))
    if match["inputs"]["game"] == duel_counterfeiters.NAME:
        return duel_counterfeiters.new(options, chance)
    return duel.new(options, chance)


def test_there_are_vectors_of_both_games() -> None:
    assert {one["inputs"]["game"] for one in MATCHES} == {duel.NAME, duel_counterfeiters.NAME}
    assert {duel.NAME, duel_counterfeiters.NAME} <= set(GAMES)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["inputs"]["match_id"])
def test_commitment_and_draw_key(match: Match) -> None:
    inputs = match["inputs"]
    published = commitment(
        inputs["match_id"],
        inputs["game"],
        inputs["options"],
        inputs["rules_version"],
        bytes.fromhex(inputs["salt"]),
        bytes.fromhex(inputs["seed"]),
    )
    assert published.hex() == match["commitment"]
    assert key_of(inputs).hex() == match["draw_key"]


@pytest.mark.rule("D-SET-2", "D-SET-3", "D-SET-4")
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["inputs"]["match_id"])
def test_the_deal(match: Match) -> None:
    state, expected = deal(match), match["set_up"]
    seen = table(state)
    assert duel.to_move(state) == expected["first_seat"]
    for level, (start, end) in enumerate(((0, 5), (5, 9), (9, 12)), 1):
        assert [*seen.pyramid[start:end], *deck_of(state, level)] == expected["decks"][str(level)]
    laid = [seen.board[cell] for cell in SPIRAL]
    assert laid == [KIND_OF_TEXT[name] for name in expected["board_along_spiral"]]
    assert bag(state) == expected["bag"]
    data = duel.to_data(state)
    assert data["draws"] == expected["draws"]
    counterfeiter_deck, royal_deck = data["counterfeiter_deck"], data["royal_deck"]
    assert isinstance(counterfeiter_deck, list)
    assert isinstance(royal_deck, list)
    assert [*seen.counterfeiters, *counterfeiter_deck] == expected.get("counterfeiter_deck", [])
    base_royals = ["R-1", "R-2", "R-3", "R-4"]
    assert [*seen.royals, *royal_deck] == expected.get("royal_deck", base_royals)


@pytest.mark.parametrize("draw", VECTORS["draws"])
def test_a_single_draw(draw: Draw) -> None:
    key = bytes.fromhex(draw["draw_key"])
    drawn = draw_index(key, draw["purpose"], draw["counter"], draw["size"])
    assert drawn == (draw["index"], draw["attempts"])
    dealt = Seeded(key).deal(Purpose(draw["purpose"]), draw["counter"], range(draw["size"]), 1)
    assert dealt == [draw["index"]]


@pytest.mark.parametrize("deal", VECTORS["deals"])
def test_several_draws_out_of_a_bag(deal: Deal) -> None:
    pool = [kind.text for kind in KINDS for _ in range(deal["bag"].get(kind.text, 0))]
    chance = Seeded(bytes.fromhex(deal["draw_key"]))
    dealt = chance.deal(Purpose(deal["purpose"]), deal["counter"], pool, deal["how_many"])
    assert dealt == deal["dealt"]
    assert deal["counter_after"] - deal["counter"] == len(dealt)


@pytest.mark.rule("D-OPT-2")
def test_a_replenish_draws_the_bag_in_the_order_of_the_kinds_along_the_spiral() -> None:
    assert FULL_BAG["purpose"] == "replenish"
    state = position(
        game=duel_counterfeiters.NAME, board=EMPTY_BOARD, extra={"draws": FULL_BAG["counter"]}
    )
    assert bag(state) == FULL_BAG["bag"]
    chance = Seeded(bytes.fromhex(FULL_BAG["draw_key"]))
    duel.apply(state, 0, duel.parse_action("replenish"), chance)
    laid = [table(state).board[cell] for cell in SPIRAL]
    assert laid == [KIND_OF_TEXT[name] for name in FULL_BAG["dealt"]]
    assert bag(state) == FULL_BAG["bag_after"]
    assert duel.to_data(state)["draws"] == FULL_BAG["counter_after"]
