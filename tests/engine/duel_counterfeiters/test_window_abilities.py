"""What is bought in the window: a royal card, another turn, a theft (C-09, C-10, C-11)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import (
    ExtraTurnGained,
    MatchEnded,
    PrivilegeReturned,
    PrivilegeTaken,
    RoyalSlotFilled,
    RoyalTaken,
    SlotFilled,
    TurnEnded,
    TurnStarted,
)
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    BOARD_OF_ONE,
    THREE_CROWNS,
    asked,
    bag,
    hand,
    scene,
    table,
    ways,
    window,
)

RULE = "C-ABL-10"


# --- C-09


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("owned", [[], ["R-7"], ["R-7", "R-6"], ["R-7", "R-6", "R-5"]])
def test_buy_royal_costs_1_glassware_and_1_more_for_each_royal_owned(owned: list[str]) -> None:
    price = 1 + len(owned)
    state = window(
        counterfeiters=(["C-09"], []),
        royals=(owned, []),
        royal_row=("R-4", "R-1", "R-2", "R-3"),
        tokens=({"glassware": 4}, {}),
    )
    assert ways(state, "use C-09 R-4") == [f"{price} glassware"]
    play(state, "use C-09 R-4")
    assert hand(state).get("glassware", 0) == 4 - price
    assert table(state).players[0].royals == (*owned, "R-4")


@pytest.mark.rule("C-ABL-10")
def test_without_that_price_no_royal_is_bought() -> None:
    state = window(
        counterfeiters=(["C-09", "C-17"], []),
        royals=(["R-7", "R-6"], ["R-5"]),
        royal_row=("R-4", "R-1", "R-2", "R-3"),
        tokens=({"glassware": 2}, {}),
    )
    assert_refused(state, "use C-09 R-4", Reason.CANNOT_AFFORD, RULE)
    state = window(
        counterfeiters=(["C-09"], []),
        royals=(["R-7", "R-6"], ["R-5"]),
        royal_row=("R-4", "R-1", "R-2", "R-3"),
        tokens=({"glassware": 2, "gold": 1}, {}),
    )
    assert_refused(state, "use C-09 R-4 pay 2 glassware", Reason.PAYMENT_NOT_EXACT, RULE)
    assert_refused(state, "use C-09 R-4 pay 3 glassware", Reason.PAYMENT_NOT_OWNED, RULE)


@pytest.mark.rule("C-ABL-10")
def test_the_royals_of_the_opponent_do_not_count_in_the_price() -> None:
    state = window(
        counterfeiters=(["C-09"], []),
        royals=([], ["R-5", "R-6"]),
        royal_row=("R-4", "R-1", "R-2", "R-3"),
        tokens=({"glassware": 1}, {}),
    )
    assert ways(state, "use C-09 R-4") == ["1 glassware"]


@pytest.mark.rule("C-ABL-10")
def test_only_a_face_up_royal_is_bought() -> None:
    state = window(
        counterfeiters=(["C-09"], []),
        royals=([], ["R-8"]),
        royal_row=("R-4", None, "R-2", None),
        royal_deck=("R-12",),
        tokens=({"glassware": 4}, {}),
    )
    assert texts(state) == ["use C-09 R-2", "use C-09 R-4", "done"]
    for hidden in ("R-12", "R-8"):
        assert_refused(state, f"use C-09 {hidden}", Reason.CARD_NOT_AVAILABLE, RULE)


@pytest.mark.rule("C-ABL-10")
def test_a_royal_bought_is_replaced_at_once_and_then_resolved() -> None:
    state = window(
        board="wb... ..... ..... ..... .....",
        counterfeiters=(["C-09"], []),
        royal_row=("R-4", "R-12", "R-2", "R-3"),
        royal_deck=("R-8", "R-7"),
        tokens=({"glassware": 1}, {}),
    )
    log = play(state, "use C-09 R-12")
    assert asked(state) == "0 take R-12"
    assert table(state).royals == ("R-4", "R-8", "R-2", "R-3")
    assert log[2:4] == [RoyalTaken(0, "R-12", 1), RoyalSlotFilled(1, "R-8")]
    log = play(
        window(
            counterfeiters=(["C-09"], []),
            royal_row=("R-4", "R-12", "R-2", "R-3"),
            tokens=({"glassware": 1}, {}),
        ),
        "use C-09 R-2",
    )
    sorts = [type(event) for event in log]
    assert sorts.index(RoyalSlotFilled) < sorts.index(PrivilegeTaken)


@pytest.mark.rule("C-ABL-10")
def test_with_an_empty_royal_deck_the_slot_stays_empty() -> None:
    state = window(
        counterfeiters=(["C-09"], []),
        royals=([], [f"R-{number}" for number in range(5, 13)]),
        royal_row=("R-4", "R-1", "R-2", "R-3"),
        tokens=({"glassware": 1}, {}),
    )
    play(state, "use C-09 R-4")
    assert table(state).royals == (None, "R-1", "R-2", "R-3")


@pytest.mark.rule("C-ABL-10")
def test_buy_royal_is_not_offered_with_no_royal_face_up() -> None:
    state = scene(
        board=BOARD_OF_ONE,
        counterfeiters=(["C-09"], []),
        royal_row=(None, None, None, None),
        tokens=({"glassware": 4}, {}),
    )
    assert table(state).royal_deck_size == 12
    play(state, "take a1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10", "D-ROY-1")
def test_a_royal_bought_is_no_royal_for_crowns() -> None:
    """3 crowns and the royal for them; the one for 6 is still to come."""
    state = window(
        cards=([THREE_CROWNS, "D2-01"], []),
        counterfeiters=(["C-09"], []),
        royals=(["R-7"], []),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        royal_row=("R-9", "R-4", "R-1", "R-2"),
        tokens=({"glassware": 2}, {}),
    )
    play(state, "use C-09 R-9", "counterfeiter C-14")
    assert asked(state) == "0 royal"


# --- C-10


@pytest.mark.rule("C-ABL-10")
def test_extra_turn_costs_1_glassware_and_returns_1_privilege() -> None:
    state = window(counterfeiters=(["C-10"], []), tokens=({"glassware": 2}, {}), privileges=(2, 1))
    before = bag(state).get("glassware", 0)
    log = play(state, "use C-10")
    assert ExtraTurnGained(0, "C-10") in log
    assert hand(state) == {"glassware": 1}
    assert bag(state)["glassware"] == before + 1
    assert table(state).privileges == 1
    assert [player.privileges for player in table(state).players] == [1, 1]


@pytest.mark.rule("C-ABL-10")
def test_extra_turn_sets_the_extra_turn_of_the_same_player() -> None:
    state = window(counterfeiters=(["C-10"], []), tokens=({"glassware": 1}, {}), privileges=(1, 0))
    log = play(state, "use C-10")
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)
    assert any(isinstance(event, TurnStarted) and event.is_extra for event in log)


@pytest.mark.rule("C-ABL-10")
def test_the_rest_of_the_window_the_discard_and_the_refill_come_before_the_extra_turn() -> None:
    """10 tokens and 2 by privileges; D1-01 is free with its four bonuses, C-10 costs 1: 11."""
    state = scene(
        board="rrr.. ..... ..... ..... .....",
        cards=(["D1-06", "D1-11", "D1-16", "D1-21"], []),
        counterfeiters=(["C-10", "C-17"], []),
        face_up=("D1-01",),
        tokens=({"white": 4, "blue": 2, "glassware": 4}, {}),
        privileges=(3, 0),
    )
    play(state, "privilege a1", "privilege b1", "buy D1-01", "use C-10")
    assert asked(state) == "0 window"
    assert not table(state).is_extra_turn
    play(state, "done")
    assert asked(state) == "0 discard"
    assert table(state).pyramid[0] is None
    log = play(state, "discard blue")
    sorts = [type(event) for event in log]
    assert sorts.index(SlotFilled) < sorts.index(TurnEnded) < sorts.index(TurnStarted)
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)
    assert sum(hand(state).values()) == 10


@pytest.mark.rule("C-ABL-10", "D-END-3")
def test_the_victory_check_comes_before_the_extra_turn() -> None:
    """24 points on cards without a bonus and in five colours."""
    cards = ["D3-13", "D2-24", "D1-30", "D3-02", "D3-04", "D2-01"]
    state = window(
        cards=(cards, []),
        counterfeiters=(["C-10"], []),
        tokens=({"glassware": 1}, {}),
        privileges=(1, 0),
    )
    log = play(state, "use C-10")
    outcome = duel.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.endings) == ((0,), (EndReason.POINTS,))
    assert [type(event) for event in log][-2:] == [TurnEnded, MatchEnded]


@pytest.mark.rule("C-ABL-10")
def test_extra_turn_is_not_offered_when_one_is_already_due() -> None:
    """D1-18 (2 white, 2 black, 1 pearl) gives an extra turn itself."""
    state = scene(
        counterfeiters=(["C-10", "C-17"], []),
        reserved=(["D1-18"], []),
        tokens=({"white": 2, "black": 2, "pearl": 1, "glassware": 4}, {}),
        privileges=(1, 0),
    )
    play(state, "buy reserved 1")
    assert asked(state) == "0 window"
    assert_refused(state, "use C-10", Reason.EXTRA_TURN_DUE, RULE)
    state = scene(
        counterfeiters=(["C-10"], []),
        reserved=(["D1-18"], []),
        tokens=({"white": 2, "black": 2, "pearl": 1, "glassware": 4}, {}),
        privileges=(1, 0),
    )
    play(state, "buy reserved 1")
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("line", ["use C-10", "use C-11 red"])
def test_extra_turn_and_steal_need_a_privilege(line: str) -> None:
    state = window(
        counterfeiters=(["C-10", "C-11", "C-17"], []),
        tokens=({"glassware": 4}, {"red": 1}),
        privileges=(0, 3),
    )
    assert_refused(state, line, Reason.NO_PRIVILEGE, RULE)


# --- C-11


@pytest.mark.rule("C-ABL-10")
def test_steal_costs_1_glassware_and_returns_1_privilege() -> None:
    state = window(
        counterfeiters=(["C-11"], []), tokens=({"glassware": 2}, {"red": 2}), privileges=(2, 1)
    )
    play(state, "use C-11 red")
    assert (hand(state), hand(state, 1)) == ({"red": 1, "glassware": 1}, {"red": 1})
    assert table(state).privileges == 1
    assert [player.privileges for player in table(state).players] == [1, 1]


@pytest.mark.rule("C-ABL-10")
def test_steal_takes_1_gem_pearl_or_glassware_and_never_gold() -> None:
    state = window(
        counterfeiters=(["C-11"], []),
        tokens=({"glassware": 1}, {"black": 1, "pearl": 1, "gold": 1, "glassware": 1}),
        privileges=(1, 0),
    )
    assert texts(state) == ["use C-11 black", "use C-11 pearl", "use C-11 glassware", "done"]
    assert_refused(state, "use C-11 gold", Reason.KIND_NOT_ALLOWED, RULE)
    assert_refused(state, "use C-11 white", Reason.KIND_NOT_THERE, RULE)


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("theirs", [{}, {"gold": 2}])
def test_steal_is_not_offered_if_there_is_none(theirs: dict[str, int]) -> None:
    state = scene(
        board=BOARD_OF_ONE,
        counterfeiters=(["C-11"], []),
        tokens=({"glassware": 4}, theirs),
        privileges=(1, 0),
    )
    play(state, "take a1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10")
def test_a_token_stolen_in_the_window_may_pay_the_next_ability() -> None:
    """Glassware stolen for glassware: the dig becomes possible with it."""
    state = window(
        counterfeiters=(["C-11", "C-17"], []),
        tokens=({"glassware": 2}, {"glassware": 1}),
        privileges=(1, 0),
    )
    play(state, "use C-11 glassware")
    assert asked(state) == "0 window"
    assert "use C-17 deck 1" in texts(state)


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(("line", "card"), [("use C-10", "C-10"), ("use C-11 red", "C-11")])
def test_the_privilege_goes_back_for_the_card(line: str, card: str) -> None:
    state = window(
        counterfeiters=(["C-10", "C-11"], []),
        tokens=({"glassware": 2}, {"red": 1}),
        privileges=(1, 0),
    )
    assert PrivilegeReturned(0, card) in play(state, line)
