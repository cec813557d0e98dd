"""Setting up a match with the expansion (C-SET)."""

from collections import Counter
from random import Random

import pytest

from gemwright.engine import duel_counterfeiters as game
from gemwright.engine.chance import Purpose, Sampled, Scripted
from gemwright.engine.kinds import GEMS, KINDS, Kind
from tests.engine.duel_counterfeiters.scenes import (
    ALL_CARDS,
    bag,
    deck,
    table,
)

ALL_TOKENS = [
    *(kind for kind in GEMS for _ in range(4)),
    *[Kind.PEARL] * 2,
    *[Kind.GOLD] * 3,
    *[Kind.GLASSWARE] * 4,
]
ALL_ROYALS = tuple(f"R-{number}" for number in range(1, 13))


def deal(**script: list[object]) -> game.State:
    """A dealt match; the board, where it is not scripted, in the order of the kinds."""
    draws = {Purpose.BOARD: list[object](ALL_TOKENS[:25])}
    draws |= {Purpose(name): items for name, items in script.items()}
    return game.new(game.Options(first_seat=0), Scripted(draws))


@pytest.mark.rule("C-SET-1")
def test_four_glassware_tokens_join_the_25() -> None:
    seen = table(game.new(game.Options(), Sampled(Random(1))))
    there = Counter(seen.board) + Counter(dict(zip(KINDS, seen.bag, strict=True)))
    assert there == Counter(ALL_TOKENS)
    assert sum(there.values()) == 29


@pytest.mark.rule("C-SET-1")
@pytest.mark.parametrize(
    "left",
    [
        [Kind.GLASSWARE] * 4,
        [Kind.GOLD, Kind.GOLD, Kind.GOLD, Kind.PEARL],
        [Kind.WHITE, Kind.RED, Kind.PEARL, Kind.GLASSWARE],
    ],
)
def test_the_board_is_filled_from_all_29_and_any_four_start_in_the_bag(left: list[Kind]) -> None:
    laid = ALL_TOKENS.copy()
    for kind in left:
        laid.remove(kind)
    state = deal(board=list(laid))
    assert bag(state) == Counter(kind.text for kind in left)
    assert Counter(table(state).board) == Counter(laid)
    assert (table(state).board[12], table(state).board[17]) == (laid[0], laid[1])


@pytest.mark.rule("C-SET-1")
def test_which_four_start_in_the_bag_is_random() -> None:
    bags = [table(game.new(game.Options(), Sampled(Random(seed)))).bag for seed in range(60)]
    assert {sum(one) for one in bags} == {4}
    assert all(any(one[kind] for one in bags) for kind in KINDS)


@pytest.mark.rule("C-SET-2")
def test_the_17_counterfeiter_cards_are_shuffled_and_3_are_revealed() -> None:
    order = [*reversed(ALL_CARDS)]
    state = deal(counterfeiter_deck=[*order])
    assert table(state).counterfeiters == ("C-17", "C-16", "C-15")
    assert table(state).counterfeiter_deck_size == 14
    assert game.to_data(state)["counterfeiter_deck"] == order[3:]
    assert len(order) == 17


@pytest.mark.rule("C-SET-3")
def test_all_12_royal_cards_are_shuffled_4_are_revealed_the_rest_is_the_royal_deck() -> None:
    order = [*reversed(ALL_ROYALS)]
    state = deal(royal_deck=[*order])
    assert table(state).royals == ("R-12", "R-11", "R-10", "R-9")
    assert table(state).royal_deck_size == 8
    assert game.to_data(state)["royal_deck"] == order[4:]


@pytest.mark.rule("C-SET-3")
def test_base_and_new_royal_cards_are_one_deck() -> None:
    rows = [table(game.new(game.Options(), Sampled(Random(seed)))).royals for seed in range(60)]
    assert {card for row in rows for card in row} == set(ALL_ROYALS)


@pytest.mark.rule("C-SET-1", "C-SET-2", "C-SET-3")
def test_the_rest_of_the_setup_is_that_of_the_base_game() -> None:
    state = game.new(game.Options(first_seat=1), Sampled(Random(5)))
    seen = table(state)
    assert (seen.seat, seen.turn, seen.privileges) == (1, 1, 2)
    assert [player.privileges for player in seen.players] == [1, 0]
    assert [len(deck(state, level)) for level in (1, 2, 3)] == [25, 20, 10]
    assert None not in seen.pyramid
