"""Components and set-up (D-SET-1 to D-SET-4)."""

from collections import Counter

import pytest

from gemwright.engine import duel
from gemwright.engine.chance import Purpose, Scripted, Seeded
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import KIND_OF_TEXT, Kind
from tests.engine.duel.positions import bag, deck_of, play, table, texts

EACH_TOKEN = [
    KIND_OF_TEXT[name]
    for name in ["white", "blue", "green", "red", "black"] * 4 + ["pearl"] * 2 + ["gold"] * 3
]


def deal(
    options: duel.Options | None = None, **script: list[str] | list[int] | list[Kind]
) -> State:
    """A match dealt by script; seat 0 begins unless the options say something else."""
    items = {Purpose(name): named for name, named in ({"board": EACH_TOKEN} | script).items()}
    return duel.new(options or duel.Options(first_seat=0), Scripted(items))


def spiral() -> list[int]:
    """From the centre, first down, clockwise, to the corner [4, 4], worked out from the rule."""
    row, column = 2, 2
    cells = [row * 5 + column]
    steps = [(1, 0), (0, -1), (-1, 0), (0, 1)]  # down, left, up, right: clockwise
    for leg, length in enumerate((1, 1, 2, 2, 3, 3, 4, 4, 4)):
        for _ in range(length):
            row, column = row + steps[leg % 4][0], column + steps[leg % 4][1]
            cells.append(row * 5 + column)
    return cells


@pytest.mark.rule("D-SET-1")
def test_there_are_25_tokens() -> None:
    assert Counter(table(deal()).board) == {
        Kind.WHITE: 4,
        Kind.BLUE: 4,
        Kind.GREEN: 4,
        Kind.RED: 4,
        Kind.BLACK: 4,
        Kind.PEARL: 2,
        Kind.GOLD: 3,
    }


@pytest.mark.rule("D-SET-1")
def test_there_are_67_jewel_cards_in_three_levels() -> None:
    state = deal()
    cards = [card for level in (1, 2, 3) for card in deck_of(state, level)]
    cards += [str(card) for card in table(state).pyramid]
    assert len(set(cards)) == len(cards) == 67
    assert Counter(card[:2] for card in cards) == {"D1": 30, "D2": 24, "D3": 13}


@pytest.mark.rule("D-SET-1")
def test_there_are_4_royal_cards_face_up() -> None:
    assert table(deal()).royals == ("R-1", "R-2", "R-3", "R-4")
    assert table(deal()).royal_deck_size == 0


@pytest.mark.rule("D-SET-2")
def test_the_pyramid_shows_5_cards_of_level_1_then_4_then_3() -> None:
    seen = table(deal())
    assert [str(card)[:2] for card in seen.pyramid] == ["D1"] * 5 + ["D2"] * 4 + ["D3"] * 3
    assert seen.deck_sizes == (25, 20, 10)


@pytest.mark.rule("D-SET-2")
def test_face_up_cards_come_from_the_tops_of_the_decks() -> None:
    state = deal(
        deck_1=["D1-30", "D1-09", "D1-02", "D1-17", "D1-11", "D1-05"],
        deck_2=["D2-24", "D2-03", "D2-02", "D2-20", "D2-15"],
        deck_3=["D3-13", "D3-07", "D3-02", "D3-05"],
    )
    assert table(state).pyramid == (
        *("D1-30", "D1-09", "D1-02", "D1-17", "D1-11"),
        *("D2-24", "D2-03", "D2-02", "D2-20"),
        *("D3-13", "D3-07", "D3-02"),
    )
    assert [deck_of(state, level)[0] for level in (1, 2, 3)] == ["D1-05", "D2-15", "D3-05"]


@pytest.mark.rule("D-SET-2")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_each_deck_is_shuffled(level: int) -> None:
    options = duel.Options(first_seat=0)
    dealt = [duel.new(options, Seeded(bytes([n] * 32))) for n in range(5)]
    orders = [deck_of(state, level) for state in dealt]
    assert len({tuple(order) for order in orders}) == 5
    assert all(order != sorted(order) for order in orders)


@pytest.mark.rule("D-SET-3")
def test_tokens_are_laid_along_the_spiral() -> None:
    expected: list[Kind | None] = [None] * 25
    for cell, kind in zip(spiral(), EACH_TOKEN, strict=True):
        expected[cell] = kind
    assert list(table(deal()).board) == expected


@pytest.mark.rule("D-SET-3")
def test_tokens_are_laid_at_random() -> None:
    options = duel.Options(first_seat=0)
    boards = {table(duel.new(options, Seeded(bytes([n] * 32)))).board for n in range(5)}
    assert len(boards) == 5


@pytest.mark.rule("D-SET-3")
def test_the_bag_is_empty_at_the_start() -> None:
    assert bag(deal()) == {}


@pytest.mark.rule("D-SET-4")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_is_drawn(first: int) -> None:
    state = deal(duel.Options(), first_seat=[first])
    assert duel.to_move(state) == first


@pytest.mark.rule("D-SET-4")
@pytest.mark.parametrize("first", [0, 1])
def test_the_creator_may_name_the_first_player(first: int) -> None:
    state = deal(duel.Options(first_seat=first), first_seat=[1 - first])
    assert duel.to_move(state) == first


@pytest.mark.rule("D-SET-4")
@pytest.mark.parametrize("first", [0, 1])
def test_the_other_player_takes_one_of_three_privileges(first: int) -> None:
    seen = table(deal(duel.Options(first_seat=first)))
    assert seen.privileges == 2
    assert (seen.players[first].privileges, seen.players[1 - first].privileges) == (0, 1)


@pytest.mark.rule("D-SET-4")
def test_the_other_player_may_use_the_privilege_in_the_first_turn() -> None:
    state = deal()
    assert not any(line.startswith("privilege") for line in texts(state))
    play(state, "take c3")
    assert sum(line.startswith("privilege") for line in texts(state)) == 21


@pytest.mark.rule("D-SET-1")
def test_both_seats_start_with_nothing_else() -> None:
    for player in table(deal()).players:
        assert sum(player.tokens) + sum(player.bonuses) + player.points + player.crowns == 0
        assert (player.cards, player.royals, player.reserved) == ((), (), ())


@pytest.mark.parametrize("first", [-1, 2, True])
def test_an_option_names_no_third_seat(first: int) -> None:
    with pytest.raises(ValueError, match="first_seat is a number from 0 to 1 or unset"):
        duel.Options(first_seat=first)


@pytest.mark.parametrize("limit", [0, -1, 10_001, True])
def test_a_limit_has_bounds(limit: int) -> None:
    with pytest.raises(ValueError, match="no_progress_limit is a number from 1 to 10000 or unset"):
        duel.Options(no_progress_limit=limit)
