"""The fourth sort of token (C-GLA)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.kinds import Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    asked,
    bag,
    hand,
    royal_due,
    scene,
    table,
    ways,
    window,
)


@pytest.mark.rule("C-GLA-1")
def test_glassware_is_taken_by_privilege() -> None:
    state = scene(board="so... ..... ..... ..... .....", privileges=(1, 0))
    assert "privilege a1" in texts(state)
    play(state, "privilege a1")
    assert hand(state) == {"glassware": 1}


@pytest.mark.rule("C-GLA-1")
def test_glassware_is_taken_in_a_line_mixed_with_gems_and_pearls() -> None:
    state = scene(board="wspo. ..... ..... ..... .....")
    assert {"take a1 b1 c1", "take b1", "take a1 b1", "take b1 c1"} <= set(texts(state))
    play(state, "take c1 a1 b1")
    assert hand(state) == {"white": 1, "pearl": 1, "glassware": 1}
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("C-GLA-1", "C-ROY-8")
@pytest.mark.parametrize(
    ("state", "steal"),
    [
        (
            scene(
                reserved=(["D2-02"], []),
                tokens=({"blue": 4, "red": 3}, {"glassware": 1, "gold": 1}),
            ),
            ("buy reserved 1", "steal glassware"),
        ),
        (
            royal_due(royal_row=("R-3", None, None, None), tokens=({}, {"glassware": 1})),
            ("royal R-3", "steal glassware"),
        ),
        (
            window(
                counterfeiters=(["C-11"], []),
                tokens=({"gold": 1}, {"glassware": 1}),
                privileges=(1, 0),
            ),
            ("use C-11 glassware",),
        ),
    ],
    ids=["jewel", "royal", "window"],
)
def test_glassware_is_taken_by_steal(state: duel.State, steal: tuple[str, ...]) -> None:
    play(state, *steal)
    assert hand(state)["glassware"] == 1
    assert "glassware" not in hand(state, 1)


@pytest.mark.rule("C-GLA-1")
@pytest.mark.parametrize(("line", "given"), [("take a1 b1 c1", 1), ("take a1 b1", 0)])
def test_three_glassware_in_one_take_give_the_opponent_a_privilege(line: str, given: int) -> None:
    state = scene(board="sssw. ..... ..... ..... .....")
    play(state, line)
    assert table(state).players[1].privileges == given


@pytest.mark.rule("C-GLA-1")
def test_two_glassware_and_a_gem_give_no_privilege() -> None:
    state = scene(board="sssw. ..... ..... ..... .....")
    play(state, "take b1 c1 d1")
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("C-GLA-2")
def test_glassware_counts_against_the_limit_of_10() -> None:
    state = scene(
        board="w.... ..... ..... ..... .....", tokens=({"blue": 4, "red": 3, "glassware": 3}, {})
    )
    play(state, "take a1")
    assert asked(state) == "0 discard"
    assert texts(state) == ["discard white", "discard blue", "discard red", "discard glassware"]
    before = bag(state)["glassware"]
    play(state, "discard glassware")
    assert hand(state) == {"white": 1, "blue": 4, "red": 3, "glassware": 2}
    assert bag(state)["glassware"] == before + 1
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-GLA-3")
def test_gold_replaces_glassware_in_costs_one_for_one_and_in_any_mixture() -> None:
    state = scene(
        counterfeiter_row=("C-17", "C-01", "C-02"), tokens=({"gold": 2, "glassware": 2}, {})
    )
    assert set(ways(state, "buy C-17")) == {"2 glassware", "1 gold 1 glassware", "2 gold"}
    play(state, "buy C-17 pay 1 gold 1 glassware")
    assert hand(state) == {"gold": 1, "glassware": 1}


@pytest.mark.rule("C-GLA-3")
def test_gold_replaces_glassware_where_an_ability_spends_it() -> None:
    state = window(counterfeiters=(["C-17"], []), tokens=({"gold": 2, "glassware": 2}, {}))
    assert set(ways(state, "use C-17 deck 2")) == {"2 glassware", "1 gold 1 glassware", "2 gold"}
    play(state, "use C-17 deck 2 pay 2 gold")
    assert hand(state) == {"glassware": 2}


@pytest.mark.rule("C-GLA-3")
def test_gold_replaces_glassware_where_a_discount_spends_it() -> None:
    state = scene(
        counterfeiters=(["C-06"], []),
        reserved=(["D1-07"], []),
        tokens=({"gold": 2, "glassware": 2}, {}),
    )
    paid = {line for line in ways(state, "buy reserved 1") if line.endswith("C-06 green")}
    assert {line.split(" using ")[0] for line in paid} == {
        "2 glassware",
        "1 gold 1 glassware",
        "2 gold",
    }
    play(state, "buy reserved 1 pay 1 gold 1 glassware using C-06 green")
    assert hand(state) == {"gold": 1, "glassware": 1}


@pytest.mark.rule("C-GLA-3")
@pytest.mark.parametrize("paid", ["3 glassware", "1 glassware", "1 white 1 glassware"])
def test_one_gold_stands_for_one_glassware_and_nothing_else_does(paid: str) -> None:
    state = window(counterfeiters=(["C-17"], []), tokens=({"white": 1, "glassware": 3}, {}))
    line = f"use C-17 deck 1 pay {paid}"
    assert_refused(state, line, Reason.PAYMENT_NOT_EXACT, "C-ABL-10")


@pytest.mark.rule("C-GLA-3")
def test_glassware_replaces_no_gem() -> None:
    state = scene(reserved=(["D1-07"], []), tokens=({"green": 2, "glassware": 1}, {}))
    assert_refused(state, "buy reserved 1", Reason.CANNOT_AFFORD, "D-BUY-2")


@pytest.mark.rule("C-GLA-3")
def test_an_ability_whose_payment_is_not_stated_costs_glassware_first_then_gold() -> None:
    state = window(counterfeiters=(["C-17"], []), tokens=({"gold": 3, "glassware": 1}, {}))
    assert ways(state, "use C-17 deck 1")[0] == "1 gold 1 glassware"
    play(state, "use C-17 deck 1")
    assert hand(state) == {"gold": 2}
    state = window(counterfeiters=(["C-17"], []), tokens=({"gold": 3, "glassware": 4}, {}))
    play(state, "use C-17 deck 1")
    assert hand(state) == {"gold": 3, "glassware": 2}


@pytest.mark.rule("C-GLA-4")
def test_replenishing_fills_the_empty_cells_until_the_board_is_exhausted() -> None:
    """25 - 2 tokens lie there, 6 are in the bag: 2 of them fill the cells, 4 stay."""
    state = scene(board="wwww. .bbbb ggggr rrrkk kkppo")
    assert bag(state) == {"gold": 2, "glassware": 4}
    play(state, "replenish", replenish=[Kind.GOLD, Kind.GLASSWARE])
    # The spiral comes to a2 (its 16th cell) before e1 (its 21st).
    assert (table(state).board[5], table(state).board[4]) == (Kind.GOLD, Kind.GLASSWARE)
    assert bag(state) == {"gold": 1, "glassware": 3}
    assert table(state).players[1].privileges == 1


@pytest.mark.rule("C-GLA-4")
def test_replenishing_fills_the_empty_cells_until_the_bag_is_exhausted() -> None:
    full_hands = ({"white": 4, "blue": 4, "green": 2}, {"red": 4, "black": 4, "pearl": 2})
    state = scene(board="ggooo ..... ..... ..... ....s", tokens=full_hands)
    assert bag(state) == {"glassware": 3}
    play(state, "replenish", replenish=[Kind.GLASSWARE] * 3)
    assert [cell for cell, kind in enumerate(table(state).board) if kind is Kind.GLASSWARE] == [
        12,
        16,
        17,
        24,
    ]
    assert bag(state) == {}


@pytest.mark.rule("C-GLA-4")
def test_with_a_full_board_replenishing_is_not_possible() -> None:
    state = scene()
    assert None not in table(state).board
    assert sum(bag(state).values()) == 4
    assert_refused(state, "replenish", Reason.BOARD_FULL, "C-GLA-4")


@pytest.mark.rule("C-GLA-4", "D-OPT-2")
def test_with_an_empty_bag_replenishing_is_not_possible() -> None:
    state = scene(board="wwww. bbbbg gggrr rrkkk kppoo", tokens=({"glassware": 4, "gold": 1}, {}))
    assert bag(state) == {}
    assert_refused(state, "replenish", Reason.BAG_EMPTY, "D-OPT-2")


@pytest.mark.rule("C-GLA-4")
def test_one_free_cell_is_enough_to_replenish() -> None:
    state = scene(board="wwww. bbbbg gggrr rrkkk kppoo")
    assert "replenish" in texts(state)
