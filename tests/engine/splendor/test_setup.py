"""Setting up a match."""

import pytest

from gemwright.engine import splendor
from gemwright.engine.chance import Purpose, Scripted
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import count
from gemwright.engine.splendor.cards import DECKS
from gemwright.engine.splendor.state import State

NOBLES = ("N-9", "N-2", "N-5", "N-7", "N-1")


def deal(seats: int = 2, named: int | None = 0, **script: list[object]) -> State:
    given = {Purpose(name): items for name, items in script.items()}
    chance = Scripted({Purpose.NOBLES: NOBLES, **given})
    return splendor.new(splendor.Options(seats=seats, first_seat=named), chance)


@pytest.mark.rule("S-SET-1")
def test_each_level_has_four_cards_face_up_from_the_top_of_its_own_deck() -> None:
    state = deal(deck_2=["S2-30", "S2-07", "S2-11", "S2-01", "S2-02"])
    assert state.face_up[4:8] == ["S2-30", "S2-07", "S2-11", "S2-01"]
    assert state.decks[1][0] == "S2-02"
    assert [len(deck) for deck in state.decks] == [36, 26, 16]


@pytest.mark.rule("S-SET-1")
def test_all_ninety_cards_are_in_the_decks_and_face_up() -> None:
    state = deal()
    for level, cards in enumerate(DECKS):
        up = state.face_up[4 * level : 4 * level + 4]
        assert sorted([*filter(None, up), *state.decks[level]]) == sorted(cards)


@pytest.mark.rule("S-SET-2")
@pytest.mark.parametrize(("seats", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_the_supply_has_4_5_or_7_gems_of_each_colour_and_always_5_gold(
    seats: int, gems: int
) -> None:
    state = deal(seats)
    assert [count(state.supply, colour) for colour in GEMS] == [gems] * 5
    assert count(state.supply, Kind.GOLD) == 5
    assert count(state.supply, Kind.PEARL) == count(state.supply, Kind.GLASSWARE) == 0


@pytest.mark.rule("S-SET-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_noble_more_than_players_is_revealed(seats: int) -> None:
    assert deal(seats).nobles == NOBLES[: seats + 1]


@pytest.mark.rule("S-SET-4")
def test_the_first_player_is_drawn() -> None:
    state = deal(3, None, first_seat=[2])
    assert splendor.to_move(state) == 2


@pytest.mark.rule("S-SET-4")
def test_the_first_player_is_the_one_the_creator_names_and_nothing_is_drawn_for_it() -> None:
    state = deal(3, 1)
    assert splendor.to_move(state) == 1
    assert state.draws == 90 + 4


@pytest.mark.rule("S-SET-4")
def test_play_goes_round_by_seat() -> None:
    state = deal(3, 1)
    order = []
    for _ in range(6):
        order.append(splendor.to_move(state))
        action = splendor.legal_actions(state)[0]
        splendor.apply(state, state.seat, action, Scripted({}))
    assert order == [1, 2, 0, 1, 2, 0]


def test_seats_begin_with_nothing() -> None:
    for player in deal(4).players:
        assert (player.cards, player.nobles, player.reserved) == ((), (), ())
        assert (player.tokens, player.bonuses, player.points) == (0, 0, 0)


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_seats_are_no_options(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        splendor.Options(seats=seats)


def test_a_first_seat_that_is_no_seat_is_no_option() -> None:
    with pytest.raises(ValueError, match="first_seat"):
        splendor.Options(seats=3, first_seat=3)


@pytest.mark.parametrize("limit", [0, 10_001])
def test_a_no_progress_limit_out_of_bounds_is_no_option(limit: int) -> None:
    with pytest.raises(ValueError, match="no_progress_limit"):
        splendor.Options(no_progress_limit=limit)


def test_options_have_their_values_by_name() -> None:
    values = splendor.Options(seats=4, first_seat=2, no_progress_limit=None).values
    assert values == {"seats": 4, "first_seat": 2, "no_progress_limit": None}
