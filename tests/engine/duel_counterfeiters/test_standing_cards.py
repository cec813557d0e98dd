"""The counterfeiter cards that change a rule for good: C-12 to C-16 (C-ABL-5 to C-ABL-9)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import CardReserved, ReservedCardSeen, SlotFilled
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    asked,
    hand,
    royal_due,
    scene,
    table,
)

MIXED_BOARD = "wbs.. ..p.. ....r o.... ....w"
TAKE_MATCHING = [
    ("D1-04", {"red": 2, "black": 2}, "white"),
    ("D1-09", {"white": 2, "black": 2}, "blue"),
    ("D1-14", {"white": 2, "blue": 2}, "green"),
    ("D1-19", {"blue": 2, "green": 2}, "red"),
    ("D1-24", {"green": 2, "red": 2}, "black"),
]


# --- C-13


@pytest.mark.rule("C-ABL-5")
@pytest.mark.parametrize(
    ("cell", "kind"), [("b1", "blue"), ("c1", "glassware"), ("c2", "pearl"), ("e3", "red")]
)
def test_the_first_privilege_in_a_turn_may_take_2_tokens_of_any_cells(cell: str, kind: str) -> None:
    state = scene(board=MIXED_BOARD, counterfeiters=(["C-13"], []), privileges=(1, 1))
    play(state, "privilege a1")
    assert asked(state) == "0 take C-13"
    play(state, f"pick {cell}")
    assert hand(state) == {"white": 1, kind: 1}
    assert (table(state).privileges, table(state).players[0].privileges) == (2, 0)
    assert asked(state) == "0 turn"


@pytest.mark.rule("C-ABL-5", "D-TAKE-2")
def test_the_two_tokens_may_be_of_one_kind_and_two_pearls_give_no_privilege() -> None:
    state = scene(
        board="p.... ..... ..p.. ..... ....w", counterfeiters=(["C-13"], []), privileges=(1, 0)
    )
    play(state, "privilege a1", "pick c3")
    assert hand(state) == {"pearl": 2}
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("C-ABL-5")
def test_neither_of_the_two_tokens_is_gold() -> None:
    state = scene(board=MIXED_BOARD, counterfeiters=(["C-13"], []), privileges=(1, 0))
    assert_refused(state, "privilege a4", Reason.CELL_HAS_GOLD, "D-OPT-1")
    play(state, "privilege a1")
    assert texts(state) == ["pick b1", "pick c1", "pick c2", "pick e3", "pick e5", "stop"]
    assert_refused(state, "pick a4", Reason.KIND_NOT_ALLOWED, "C-ABL-5")
    assert_refused(state, "pick a1", Reason.CELL_EMPTY, "C-ABL-5")


@pytest.mark.rule("C-ABL-5")
def test_taking_1_with_the_first_forfeits_the_second_token() -> None:
    state = scene(board=MIXED_BOARD, counterfeiters=(["C-13"], []), privileges=(2, 0))
    play(state, "privilege a1", "stop")
    assert hand(state) == {"white": 1}
    play(state, "privilege b1")
    assert asked(state) == "0 turn"
    assert hand(state) == {"white": 1, "blue": 1}


@pytest.mark.rule("C-ABL-5")
def test_only_the_first_privilege_of_a_turn_takes_2() -> None:
    state = scene(board=MIXED_BOARD, counterfeiters=(["C-13"], []), privileges=(3, 0))
    play(state, "privilege a1", "pick b1", "privilege c1")
    assert asked(state) == "0 turn"
    assert sum(hand(state).values()) == 3
    play(state, "privilege c2")
    assert asked(state) == "0 turn"
    assert sum(hand(state).values()) == 4


@pytest.mark.rule("C-ABL-5")
def test_every_turn_an_extra_one_included_has_a_first_privilege() -> None:
    state = scene(
        board=MIXED_BOARD,
        counterfeiters=(["C-13"], []),
        privileges=(2, 0),
        turn={"is_extra_turn_due": True},
    )
    play(state, "privilege a1", "stop", "take e5")
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)
    play(state, "privilege b1")
    assert asked(state) == "0 take C-13"


@pytest.mark.rule("C-ABL-5")
def test_without_another_token_the_second_is_not_asked_for() -> None:
    state = scene(
        board="w.... ..... ..... o.... .....", counterfeiters=(["C-13"], []), privileges=(1, 0)
    )
    play(state, "privilege a1")
    assert asked(state) == "0 turn"


@pytest.mark.rule("C-ABL-5")
def test_the_privileges_of_a_player_without_the_card_take_1() -> None:
    state = scene(board=MIXED_BOARD, counterfeiters=([], ["C-13"]), privileges=(1, 0))
    play(state, "privilege a1")
    assert asked(state) == "0 turn"


# --- C-16


def matching(board: str, jewel: str = "D1-04", owner: int = 0) -> duel.State:
    """Seat 0 is about to purchase a reserved card with take matching; `owner` has C-16."""
    cost = next(cost for card, cost, _ in TAKE_MATCHING if card == jewel)
    return scene(
        board=board,
        counterfeiters=(["C-16"], []) if owner == 0 else ([], ["C-16"]),
        reserved=([jewel], []),
        tokens=(cost, {}),
    )


@pytest.mark.rule("C-ABL-6")
@pytest.mark.parametrize(("jewel", "colour"), [(card, kind) for card, _, kind in TAKE_MATCHING])
def test_the_player_takes_2_of_the_colour(jewel: str, colour: str) -> None:
    state = matching("wbgrk ps... ..... .o... wbgrk", jewel)
    cells = {"white": "a", "blue": "b", "green": "c", "red": "d", "black": "e"}
    column = cells[colour]
    play(state, "buy reserved 1")
    assert asked(state) == f"0 take {jewel}"
    play(state, f"pick {column}1")
    assert texts(state) == [f"pick {column}5", "stop"]
    play(state, f"pick {column}5")
    assert hand(state) == {colour: 2}
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-6")
def test_the_player_takes_1_of_the_colour() -> None:
    state = matching("wwwb. ..... ..... ..... .....")
    play(state, "buy reserved 1", "pick b1", "stop")
    assert hand(state) == {"white": 1}
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-6")
def test_no_third_token_of_the_colour_is_asked_for() -> None:
    state = matching("wwwb. ..... ..... ..... .....")
    play(state, "buy reserved 1", "pick b1", "pick a1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-6")
def test_the_only_token_of_the_colour_is_taken_alone() -> None:
    state = matching("wb... ..... ..... ..... .....")
    play(state, "buy reserved 1", "pick a1")
    assert hand(state) == {"white": 1}
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-6")
@pytest.mark.parametrize(
    ("cell", "kind"), [("b1", "blue"), ("c1", "pearl"), ("d1", "glassware"), ("a2", "blue")]
)
def test_or_any_1_gem_pearl_or_glassware(cell: str, kind: str) -> None:
    state = matching("wbps. bwps. ..... .o... .....")
    play(state, "buy reserved 1", f"pick {cell}")
    assert hand(state) == {kind: 1}
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-6")
def test_gold_cannot_be_taken_and_something_must_be() -> None:
    state = matching("wbps. ..... ..... .o... .....")
    play(state, "buy reserved 1")
    assert texts(state) == ["pick a1", "pick b1", "pick c1", "pick d1"]
    assert_refused(state, "pick b4", Reason.KIND_NOT_ALLOWED, "D-ABL-2")
    assert_refused(state, "stop", Reason.STOP_NOT_ALLOWED, "D-ABL-2")


@pytest.mark.rule("C-ABL-6")
def test_with_no_token_of_the_colour_taking_nothing_is_possible_too() -> None:
    state = matching("bps.. ..... ..... .o... .....")
    play(state, "buy reserved 1")
    assert texts(state) == ["pick a1", "pick b1", "pick c1", "stop"]
    taken = state.copy()
    play(taken, "pick c1")
    assert (hand(taken), asked(taken)) == ({"glassware": 1}, "1 turn")
    play(state, "stop")
    assert (hand(state), asked(state)) == ({}, "1 turn")


@pytest.mark.rule("C-ABL-6")
def test_with_nothing_but_gold_on_the_board_nothing_is_asked() -> None:
    state = matching("..... ..... ..... .o... .....")
    play(state, "buy reserved 1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-6")
def test_without_the_card_take_matching_is_as_in_the_base_game() -> None:
    state = matching("wwb.. ..... ..... ..... .....", owner=1)
    play(state, "buy reserved 1")
    assert texts(state) == ["pick a1", "pick b1"]
    play(state, "pick a1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-6")
def test_a_card_without_take_matching_takes_nothing() -> None:
    state = scene(
        board="wwb.. ..... ..... ..... .....",
        counterfeiters=(["C-16"], []),
        reserved=(["D1-02"], []),
        tokens=({"blue": 3}, {}),
    )
    play(state, "buy reserved 1")
    assert asked(state) == "1 turn"


# --- C-15

ONE_GOLD = "o.... ..... ..... ..... ....."
FIVE = ["D1-30", "D1-29", "D1-28", "D1-27", "D1-26"]


@pytest.mark.rule("C-ABL-7")
@pytest.mark.parametrize(("number", "is_possible"), [(3, True), (4, True), (5, False)])
def test_up_to_5_cards_are_reserved(number: int, is_possible: bool) -> None:
    state = scene(board=ONE_GOLD, counterfeiters=(["C-15"], []), reserved=(FIVE[:number], []))
    reservations = [line for line in texts(state) if line.startswith("reserve")]
    assert len(reservations) == (15 if is_possible else 0)
    if is_possible:
        play(state, "reserve D1-01 gold a1")
        assert len(table(state).players[0].reserved) == number + 1
    else:
        assert_refused(state, "reserve D1-01 gold a1", Reason.RESERVE_FULL, "D-RES-1")
        assert_refused(state, "reserve deck 1 gold a1", Reason.RESERVE_FULL, "D-RES-1")


@pytest.mark.rule("C-ABL-7")
def test_the_opponents_card_allows_no_fourth() -> None:
    state = scene(board=ONE_GOLD, counterfeiters=([], ["C-15"]), reserved=(FIVE[:3], []))
    assert_refused(state, "reserve D1-01 gold a1", Reason.RESERVE_FULL, "D-RES-1")


@pytest.mark.rule("C-ABL-7")
def test_the_reserve_action_may_reserve_2_cards_for_its_1_gold() -> None:
    state = scene(board="oo... ..... ..... ..... .....", counterfeiters=(["C-15"], []))
    play(state, "reserve D1-01 gold a1")
    assert asked(state) == "0 reserve C-15"
    play(state, "reserve D3-01")
    assert hand(state) == {"gold": 1}
    assert table(state).board[1] is Kind.GOLD
    assert [entry.card for entry in table(state).players[0].reserved] == ["D1-01", "D3-01"]
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-7")
@pytest.mark.parametrize("first", ["reserve D2-01 gold a1", "reserve deck 3 gold a1"])
def test_each_of_the_two_comes_from_any_level_or_deck(first: str) -> None:
    state = scene(board=ONE_GOLD, counterfeiters=(["C-15"], []))
    play(state, first)
    rows = [card for card in table(state).pyramid if card is not None]
    assert texts(state) == [
        *[f"reserve {card}" for card in rows],
        *[f"reserve deck {level}" for level in (1, 2, 3)],
        "stop",
    ]
    assert len(rows) == 12


@pytest.mark.rule("C-ABL-7")
def test_the_second_takes_no_gold() -> None:
    state = scene(board="oo... ..... ..... ..... .....", counterfeiters=(["C-15"], []))
    play(state, "reserve D1-01 gold a1")
    assert_refused(state, "reserve D1-02 gold b1", Reason.GOLD_STATED_WRONG, "C-ABL-7")


@pytest.mark.rule("C-ABL-7")
def test_a_first_card_of_a_deck_is_seen_before_the_second() -> None:
    state = scene(board=ONE_GOLD, counterfeiters=(["C-15"], []), decks={2: ["D2-24"]})
    log = play(state, "reserve deck 2 gold a1")
    assert ReservedCardSeen(0, "D2-24") in log
    mine = duel.view(state, 0).private
    assert mine is not None
    assert mine.reserved == ("D2-24",)
    assert asked(state) == "0 reserve C-15"
    assert table(state).players[0].reserved[0].card is None


@pytest.mark.rule("C-ABL-7", "D-RES-3")
def test_a_first_card_of_the_pyramid_is_replaced_before_the_second() -> None:
    state = scene(board=ONE_GOLD, counterfeiters=(["C-15"], []), decks={1: ["D1-30"]})
    log = play(state, "reserve D1-03 gold a1")
    assert SlotFilled(1, 2, "D1-30") in log
    play(state, "reserve D1-30")
    assert [entry.card for entry in table(state).players[0].reserved] == ["D1-03", "D1-30"]


@pytest.mark.rule("C-ABL-7")
def test_then_the_player_reserves_a_second_or_stops() -> None:
    state = scene(board=ONE_GOLD, counterfeiters=(["C-15"], []))
    play(state, "reserve D1-01 gold a1", "stop")
    assert len(table(state).players[0].reserved) == 1
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-7")
@pytest.mark.parametrize(("number", "then"), [(3, "0 reserve C-15"), (4, "1 turn")])
def test_a_second_is_asked_for_if_fewer_than_5_are_reserved(number: int, then: str) -> None:
    state = scene(board=ONE_GOLD, counterfeiters=(["C-15"], []), reserved=(FIVE[:number], []))
    play(state, "reserve deck 1 gold a1")
    assert asked(state) == then


@pytest.mark.rule("C-ABL-7")
def test_a_second_is_not_asked_for_with_nothing_left_to_reserve() -> None:
    nothing: list[str | None] = [None, None, None, None]
    state = scene(
        board=ONE_GOLD,
        counterfeiters=(["C-15"], []),
        pyramid={1: ["D1-01", *nothing], 2: nothing, 3: nothing[:3]},
        empty_decks=(1, 2, 3),
    )
    assert texts(state) == ["reserve D1-01 gold a1", "replenish"]
    play(state, "reserve D1-01 gold a1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-7")
def test_without_the_card_one_card_is_reserved() -> None:
    state = scene(board=ONE_GOLD, counterfeiters=([], ["C-15"]))
    log = play(state, "reserve D1-01 gold a1")
    assert sum(isinstance(event, CardReserved) for event in log) == 1
    assert asked(state) == "1 turn"


# --- C-12


@pytest.mark.rule("C-ABL-8")
def test_own_glassware_does_not_count_for_the_limit() -> None:
    tokens = {"white": 4, "blue": 4, "red": 1, "glassware": 4}
    state = scene(
        board="r.... ..... ..... ..... .....", counterfeiters=(["C-12"], []), tokens=(tokens, {})
    )
    play(state, "take a1")
    assert asked(state) == "1 turn"
    assert hand(state) == {**tokens, "red": 2}


@pytest.mark.rule("C-ABL-8")
def test_then_only_other_tokens_are_discarded_until_10_of_them_remain() -> None:
    tokens = {"white": 4, "blue": 4, "red": 2, "glassware": 4}
    state = scene(
        board="rr... ..... ..... ..... .....", counterfeiters=(["C-12"], []), tokens=(tokens, {})
    )
    play(state, "take a1 b1")
    assert texts(state) == ["discard white", "discard blue", "discard red"]
    assert_refused(state, "discard glassware", Reason.KIND_NOT_ALLOWED, "C-ABL-8")
    play(state, "discard white")
    assert asked(state) == "0 discard"
    play(state, "discard red")
    assert asked(state) == "1 turn"
    assert hand(state) == {"white": 3, "blue": 4, "red": 3, "glassware": 4}


@pytest.mark.rule("C-ABL-8")
def test_the_opponents_card_changes_nothing() -> None:
    state = scene(
        board="r.... ..... ..... ..... .....",
        counterfeiters=([], ["C-12"]),
        tokens=({"white": 4, "blue": 4, "glassware": 2}, {}),
    )
    play(state, "take a1")
    assert texts(state) == ["discard white", "discard blue", "discard red", "discard glassware"]


@pytest.mark.rule("C-ABL-8")
def test_a_card_gained_in_this_turn_counts_at_its_end() -> None:
    state = royal_due(
        royal_row=("R-9", None, None, None),
        counterfeiter_row=("C-12", "C-01", "C-02"),
        tokens=({"white": 4, "blue": 4, "glassware": 4}, {}),
    )
    play(state, "royal R-9")
    other = state.copy()
    play(state, "counterfeiter C-12")
    assert asked(state) == "1 turn"
    play(other, "counterfeiter C-01")
    assert asked(other) == "0 discard"


# --- C-14


@pytest.mark.rule("C-ABL-9")
def test_2_crowns_when_taken_and_none_while_it_lies_there() -> None:
    state = scene(
        counterfeiter_row=("C-14", "C-01", "C-02"), tokens=({"glassware": 2, "gold": 1}, {})
    )
    assert table(state).players[0].crowns == 0
    play(state, "buy C-14")
    assert [player.crowns for player in table(state).players] == [2, 0]
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-9", "D-ROY-1")
@pytest.mark.parametrize(
    ("cards", "then"),
    [
        (["D1-02"], "0 royal"),  # from 1 to 3 crowns
        (["D1-02", "D2-01"], "0 royal"),  # from 2 to 4
        (["D3-01", "D2-01"], "1 turn"),  # from 3 to 5
        (["D3-01", "D3-03"], "0 royal"),  # from 4 to 6
        ([], "1 turn"),
    ],
)
def test_they_may_bring_a_royal_card(cards: list[str], then: str) -> None:
    state = scene(
        cards=(cards, []),
        royal_row=("R-4", None, None, None),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        tokens=({"glassware": 2, "gold": 1}, {}),
    )
    play(state, "buy C-14")
    assert asked(state) == then


@pytest.mark.rule("C-ABL-9", "D-END-2")
def test_they_may_bring_victory() -> None:
    """3 + 2 + 2 + 1 crowns and 2 more: 10."""
    state = scene(
        cards=([("D3-12", "white"), "D3-01", "D3-03", "D1-02"], []),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        tokens=({"glassware": 2, "gold": 1}, {}),
    )
    play(state, "buy C-14")
    outcome = duel.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.endings) == ((0,), (EndReason.CROWNS,))
    assert outcome.scores[0].crowns == 10
