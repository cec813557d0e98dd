"""The window at the end of the turn: when it opens, how it closes (C-ABL-10)."""

from itertools import permutations

import pytest

from gemwright.engine.duel.events import (
    AbilityUsed,
    TokensSpent,
)
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import EMPTY_BOARD, assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    BOARD_OF_ONE,
    asked,
    hand,
    scene,
    table,
    ways,
    window,
)

WINDOW_CARDS = ["C-09", "C-10", "C-11", "C-17"]
RULE = "C-ABL-10"


# --- When it opens, and how it closes


@pytest.mark.rule("C-ABL-10")
def test_the_window_comes_after_royal_cards_and_before_the_discard() -> None:
    """D1-17 (3 black) brings the third crown; 10 tokens + 1 - 3 + 3 are left."""
    state = scene(
        board="rrrr. ..... ..... ..... .....",
        cards=(["D1-02", "D1-07"], []),
        counterfeiters=(["C-17"], []),
        royal_row=("R-12", None, None, None),
        reserved=(["D1-17"], []),
        tokens=({"black": 3, "white": 4, "glassware": 3}, {}),
        privileges=(1, 0),
    )
    play(state, "privilege d1", "buy reserved 1")
    assert asked(state) == "0 royal"
    play(state, "royal R-12")
    assert asked(state) == "0 take R-12"
    play(state, "pick a1", "pick b1", "pick c1")
    assert asked(state) == "0 window"
    play(state, "done")
    assert asked(state) == "0 discard"


ORDERS = [*permutations(("use C-09 R-4", "use C-10", "use C-11 red", "use C-17 deck 3"))]


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("order", ORDERS)
def test_the_abilities_are_used_in_any_order(order: tuple[str, ...]) -> None:
    """5 glassware or gold are spent, then the window closes by itself and the turn comes again."""
    state = window(
        board=EMPTY_BOARD,
        counterfeiters=(WINDOW_CARDS, []),
        royal_row=("R-4", "R-1", "R-2", "R-3"),
        tokens=({"glassware": 4, "gold": 3}, {"red": 1, "blue": 1}),
        privileges=(2, 0),
    )
    for line in order:
        assert asked(state) == "0 window"
        assert line in texts(state)
        play(state, line)
        if "C-17" in line:
            play(state, "keep 1 bottom 2 3")
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)
    assert hand(state) == {"red": 1, "gold": 2}
    assert hand(state, 1) == {"blue": 1}
    me = table(state).players[0]
    assert (me.royals, me.privileges, len(me.reserved)) == (("R-4",), 0, 1)


@pytest.mark.rule("C-ABL-10")
def test_each_is_optional() -> None:
    state = window(
        counterfeiters=(WINDOW_CARDS, []),
        royal_row=("R-4", "R-1", "R-2", "R-3"),
        tokens=({"glassware": 4}, {"red": 1}),
        privileges=(2, 0),
    )
    assert "done" in texts(state)
    play(state, "done")
    assert asked(state) == "1 turn"
    assert hand(state) == {"glassware": 4}
    assert not table(state).is_extra_turn


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("first", "again"),
    [
        (("use C-09 R-4",), "use C-09 R-5"),
        (("use C-11 red",), "use C-11 blue"),
        (("use C-17 deck 1", "keep 1 bottom 2 3"), "use C-17 deck 1"),
    ],
)
def test_each_is_used_once_a_turn(first: tuple[str, ...], again: str) -> None:
    state = window(
        counterfeiters=(WINDOW_CARDS, []),
        royal_row=("R-4", "R-5", "R-6", "R-7"),
        tokens=({"glassware": 4, "gold": 3}, {"red": 1, "blue": 1}),
        privileges=(3, 0),
    )
    assert again in texts(state)
    play(state, *first)
    assert asked(state) == "0 window"
    assert_refused(state, again, Reason.ABILITY_USED, RULE)


@pytest.mark.rule("C-ABL-10")
def test_an_ability_card_purchased_in_this_turn_counts() -> None:
    state = scene(counterfeiter_row=("C-17", "C-01", "C-02"), tokens=({"glassware": 4}, {}))
    play(state, "buy C-17")
    assert asked(state) == "0 window"
    play(state, "use C-17 deck 1", "keep 1 bottom 2 3")
    assert len(table(state).players[0].reserved) == 1


@pytest.mark.rule("C-ABL-10")
def test_an_ability_card_gained_in_the_window_counts() -> None:
    state = window(
        counterfeiters=(["C-09"], []),
        counterfeiter_row=("C-17", "C-01", "C-02"),
        royal_row=("R-9", None, None, None),
        tokens=({"glassware": 3}, {}),
    )
    assert_refused(state, "use C-17 deck 1", Reason.ABILITY_NOT_OWNED, RULE)
    play(state, "use C-09 R-9", "counterfeiter C-17")
    assert asked(state) == "0 window"
    play(state, "use C-17 deck 1")
    assert asked(state) == "0 dig C-17"


@pytest.mark.rule("C-ABL-10")
def test_only_an_ability_card_owned_counts() -> None:
    state = window(
        counterfeiters=(["C-17"], ["C-11"]),
        counterfeiter_row=("C-10", "C-01", "C-02"),
        tokens=({"glassware": 4}, {"red": 1}),
        privileges=(1, 0),
    )
    assert_refused(state, "use C-11 red", Reason.ABILITY_NOT_OWNED, RULE)
    assert_refused(state, "use C-10", Reason.ABILITY_NOT_OWNED, RULE)
    assert_refused(state, "use C-09 R-1", Reason.ABILITY_NOT_OWNED, RULE)


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("card", "glassware", "privileges", "opens"),
    [
        ("C-09", 0, 0, False),
        ("C-09", 1, 0, True),
        ("C-10", 1, 0, False),
        ("C-10", 0, 1, False),
        ("C-10", 1, 1, True),
        ("C-11", 1, 0, False),
        ("C-11", 0, 1, False),
        ("C-11", 1, 1, True),
        ("C-17", 1, 1, False),
        ("C-17", 2, 0, True),
    ],
)
def test_the_window_opens_only_if_something_in_it_can_be_used(
    card: str, glassware: int, privileges: int, opens: bool
) -> None:
    state = scene(
        board=BOARD_OF_ONE,
        counterfeiters=([card], []),
        tokens=({"glassware": glassware, "red": 2}, {"blue": 1}),
        privileges=(privileges, 0),
    )
    play(state, "take a1")
    assert asked(state) == ("0 window" if opens else "1 turn")


@pytest.mark.rule("C-ABL-10")
def test_the_window_opens_where_gold_can_pay() -> None:
    state = scene(board=BOARD_OF_ONE, counterfeiters=(["C-17"], []), tokens=({"gold": 2}, {}))
    play(state, "take a1")
    assert asked(state) == "0 window"


@pytest.mark.rule("C-ABL-10")
def test_the_window_of_the_opponent_does_not_open() -> None:
    state = scene(board=BOARD_OF_ONE, counterfeiters=([], ["C-17"]), tokens=({}, {"glassware": 4}))
    play(state, "take a1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10")
def test_the_window_closes_by_itself_when_nothing_is_left() -> None:
    state = window(
        counterfeiters=(["C-11", "C-17"], []),
        tokens=({"glassware": 2}, {"red": 1}),
        privileges=(1, 0),
    )
    play(state, "use C-11 red")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10")
def test_the_window_stays_open_while_something_is_left() -> None:
    state = window(
        counterfeiters=(["C-11", "C-17"], []),
        tokens=({"glassware": 3}, {"red": 1}),
        privileges=(1, 0),
    )
    play(state, "use C-11 red")
    assert asked(state) == "0 window"
    assert texts(state) == [f"use C-17 deck {level}" for level in (1, 2, 3)] + ["done"]


@pytest.mark.rule("C-ABL-10")
def test_once_closed_by_done_it_does_not_open_again_in_the_turn() -> None:
    """The discard that follows leaves the means to dig."""
    state = window(
        counterfeiters=(["C-17"], []),
        tokens=({"glassware": 4, "white": 4, "red": 4}, {}),
    )
    play(state, "done", "discard white", "discard white")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10", "D-ROY-1")
def test_royals_taken_in_it_for_crowns_come_face_up_and_unreplaced() -> None:
    """C-09 takes R-9 from slot 0, which is refilled; C-14 brings the third crown."""
    state = window(
        cards=(["D1-02"], []),
        counterfeiters=(["C-09"], []),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        royal_row=("R-9", "R-4", "R-1", "R-2"),
        royal_deck=("R-7", "R-6"),
        tokens=({"glassware": 1}, {}),
    )
    play(state, "use C-09 R-9", "counterfeiter C-14")
    assert asked(state) == "0 royal"
    assert texts(state) == ["royal R-7", "royal R-4", "royal R-1", "royal R-2"]
    play(state, "royal R-4")
    assert table(state).royals == ("R-7", None, "R-1", "R-2")
    assert table(state).royal_deck_size == 7


@pytest.mark.rule("C-ABL-10")
def test_an_extra_turn_has_a_window_of_its_own_with_all_abilities() -> None:
    state = window(
        board="wb... ..... ..... ..... .....",
        counterfeiters=(["C-10", "C-11", "C-17"], []),
        tokens=({"glassware": 4, "gold": 3}, {"red": 2}),
        privileges=(3, 0),
    )
    play(state, "use C-11 red", "use C-10", "done")
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)
    play(state, "take a1")
    assert asked(state) == "0 window"
    assert {"use C-10", "use C-17 deck 1"} <= set(texts(state))
    play(state, "use C-10", "done")
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)


@pytest.mark.rule("C-ABL-10")
def test_a_used_ability_is_free_again_in_an_extra_turn() -> None:
    state = window(
        board=BOARD_OF_ONE,
        counterfeiters=(["C-11"], []),
        tokens=({"glassware": 2}, {"red": 2}),
        privileges=(2, 0),
        turn={"is_extra_turn_due": True},
    )
    play(state, "use C-11 red", "take a1", "use C-11 red")
    assert hand(state) == {"white": 1, "red": 2}


@pytest.mark.rule("C-ABL-10", "C-GLA-3")
@pytest.mark.parametrize("line", ["use C-09 R-4", "use C-10", "use C-11 red", "use C-17 deck 1"])
def test_each_is_paid_in_glassware_and_gold_in_any_mixture(line: str) -> None:
    state = window(
        counterfeiters=(WINDOW_CARDS, []),
        royal_row=("R-4", "R-5", "R-6", "R-7"),
        tokens=({"glassware": 4, "gold": 3, "white": 1}, {"red": 1}),
        privileges=(1, 0),
    )
    expected = {"1 glassware", "1 gold"}
    if "C-17" in line:
        expected = {"2 glassware", "1 gold 1 glassware", "2 gold"}
    assert set(ways(state, line)) == expected
    assert ways(state, line)[0] == ("2 glassware" if "C-17" in line else "1 glassware")
    for wrong in ("3 glassware", "1 white", "0 white"):
        assert_refused(state, f"{line} pay {wrong}", Reason.PAYMENT_NOT_EXACT, RULE)
    for paid in expected:
        played = state.copy()
        log = play(played, f"{line} pay {paid}")
        assert [type(event) for event in log[:2]] == [AbilityUsed, TokensSpent]


@pytest.mark.rule("C-ABL-10", "C-BUY-3")
def test_discounts_do_not_lower_the_price_of_an_ability() -> None:
    state = window(counterfeiters=(["C-17", "C-08"], []), tokens=({"glassware": 4}, {}))
    line = "use C-17 deck 1 pay 2 glassware using C-08 white"
    assert_refused(state, line, Reason.UNIT_NOT_POSSIBLE, "C-BUY-3")
