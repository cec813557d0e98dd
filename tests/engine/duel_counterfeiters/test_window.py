"""The window at the end of the turn: C-09, C-10, C-11 and C-17 (C-ABL-10)."""

from itertools import permutations

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import HIDDEN_CHOICE, KeepDug
from gemwright.engine.duel.events import (
    AbilityUsed,
    CardReserved,
    DeckDug,
    DugCardsReturned,
    DugCardsSeen,
    ExtraTurnGained,
    MatchEnded,
    PrivilegeTaken,
    ReservedCardSeen,
    RoyalSlotFilled,
    RoyalTaken,
    SlotFilled,
    TokensSpent,
    TurnEnded,
    TurnStarted,
)
from gemwright.engine.kinds import Kind
from gemwright.engine.outcome import Ending
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import EMPTY_BOARD, assert_refused, play, position, texts
from tests.engine.duel_counterfeiters.scenes import (
    THREE_CROWNS,
    asked,
    bag,
    deck,
    hand,
    level_3_beyond,
    scene,
    table,
    ways,
    window,
)

WINDOW_CARDS = ["C-09", "C-10", "C-11", "C-17"]
RULE = "C-ABL-10"


def reason(state: duel.State, line: str) -> Reason | None:
    """Why a line is refused, if it is."""
    found = duel.refusal(state, state.seat, duel.parse_action(line))
    return None if found is None else found.reason


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


BOARD_OF_ONE = "w.... ..... ..... ..... ....."


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
    assert (outcome.winners, outcome.endings) == ((0,), (Ending.POINTS,))
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


# --- C-17


def dig_of_3(cards: int, **reserve: list[str]) -> duel.State:
    """Seat 0 may dig in deck 3, which has so many cards, from D3-04 on."""
    return window(
        cards=([], level_3_beyond(cards)),
        counterfeiters=(["C-17", *reserve.get("owned", [])], []),
        reserved=(reserve.get("reserved", []), []),
        tokens=({"glassware": 3}, {}),
    )


@pytest.mark.rule("C-ABL-10")
def test_dig_spends_2_at_once_and_it_cannot_be_undone() -> None:
    state = dig_of_3(5)
    before = bag(state)["glassware"]
    play(state, "use C-17 deck 3")
    assert hand(state) == {"glassware": 1}
    assert bag(state)["glassware"] == before + 2
    assert all(line.startswith("keep") for line in texts(state))
    for line in ("done", "stop", "use C-17 deck 1", "take a1"):
        assert reason(state, line) is Reason.NOT_ASKED


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("cards", "seen", "answers"),
    [
        (1, ("D3-04",), 1),
        (2, ("D3-04", "D3-05"), 2),
        (3, ("D3-04", "D3-05", "D3-06"), 6),
        (4, ("D3-04", "D3-05", "D3-06"), 6),
        (10, ("D3-04", "D3-05", "D3-06"), 6),
    ],
)
def test_dig_looks_at_the_top_3_or_as_many_as_there_are(
    cards: int, seen: tuple[str, ...], answers: int
) -> None:
    state = dig_of_3(cards)
    log = play(state, "use C-17 deck 3")
    mine = duel.view(state, 0).private
    assert mine is not None
    assert mine.dug == seen
    assert DugCardsSeen(0, seen) in log
    assert DeckDug(0, 3, len(seen)) in log
    assert len(texts(state)) == len(set(texts(state))) == answers
    assert deck(state, 3) == [f"D3-{number:02}" for number in range(4 + len(seen), 4 + cards)]


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("line", "kept", "below"),
    [
        ("keep 1 bottom 2 3", "D3-04", ["D3-05", "D3-06"]),
        ("keep 1 bottom 3 2", "D3-04", ["D3-06", "D3-05"]),
        ("keep 2 bottom 1 3", "D3-05", ["D3-04", "D3-06"]),
        ("keep 2 bottom 3 1", "D3-05", ["D3-06", "D3-04"]),
        ("keep 3 bottom 1 2", "D3-06", ["D3-04", "D3-05"]),
        ("keep 3 bottom 2 1", "D3-06", ["D3-05", "D3-04"]),
    ],
)
def test_1_must_be_reserved_the_others_go_to_the_bottom_in_the_players_order(
    line: str, kept: str, below: list[str]
) -> None:
    state = dig_of_3(5)
    play(state, "use C-17 deck 3")
    assert line in texts(state)
    log = play(state, line)
    assert deck(state, 3) == ["D3-07", "D3-08", *below]
    mine = duel.view(state, 0).private
    assert mine is not None
    assert (mine.reserved, mine.dug) == ((kept,), ())
    assert log[:3] == [
        CardReserved(0, 3, is_dug=True),
        ReservedCardSeen(0, kept),
        DugCardsReturned(0, 3, 2),
    ]


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("cards", "line"), [(1, "keep 1"), (2, "keep 1 bottom 2"), (2, "keep 2 bottom 1")]
)
def test_a_short_deck_is_dug_to_its_end(cards: int, line: str) -> None:
    state = dig_of_3(cards)
    play(state, "use C-17 deck 3")
    assert line in texts(state)
    play(state, line)
    assert len(deck(state, 3)) == cards - 1
    assert len(table(state).players[0].reserved) == 1


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    "answer",
    [
        KeepDug(0),
        KeepDug(0, (1,)),
        KeepDug(0, (1, 1)),
        KeepDug(0, (0, 1)),
        KeepDug(0, (1, 2, 0)),
        KeepDug(3, (0, 1)),
        KeepDug(-1, (0, 1)),
        HIDDEN_CHOICE,
    ],
)
def test_every_card_looked_at_has_one_place(answer: KeepDug) -> None:
    state = dig_of_3(5)
    play(state, "use C-17 deck 3")
    assert_refused(state, answer, Reason.MALFORMED, RULE)


@pytest.mark.rule("C-ABL-10")
def test_dig_needs_a_non_empty_deck() -> None:
    state = dig_of_3(0)
    assert [line for line in texts(state) if "C-17" in line] == [
        "use C-17 deck 1",
        "use C-17 deck 2",
    ]
    assert_refused(state, "use C-17 deck 3", Reason.DECK_EMPTY, RULE)
    assert_refused(state, "use C-17 deck 4", Reason.MALFORMED, RULE)


@pytest.mark.rule("C-ABL-10")
def test_dig_takes_no_gold() -> None:
    state = window(
        board="ooo.. ..... ..... ..... .....",
        counterfeiters=(["C-17"], []),
        tokens=({"glassware": 2}, {}),
    )
    play(state, "use C-17 deck 2", "keep 1 bottom 2 3")
    assert hand(state) == {}
    assert table(state).board[:3] == (Kind.GOLD,) * 3


RESERVED = ["D1-30", "D1-29", "D1-28", "D1-27", "D1-26"]


@pytest.mark.rule("C-ABL-10", "C-ABL-7")
@pytest.mark.parametrize(("owned", "number"), [([], 3), (["C-15"], 5)])
def test_dig_is_not_possible_with_a_full_reserve(owned: list[str], number: int) -> None:
    state = scene(
        board=BOARD_OF_ONE,
        counterfeiters=(["C-17", *owned], []),
        reserved=(RESERVED[:number], []),
        tokens=({"glassware": 4}, {}),
    )
    play(state, "take a1")
    assert asked(state) == "1 turn"
    state = window(
        counterfeiters=(["C-17", "C-09", *owned], []),
        reserved=(RESERVED[:number], []),
        tokens=({"glassware": 4}, {}),
    )
    assert_refused(state, "use C-17 deck 3", Reason.RESERVE_FULL, RULE)


@pytest.mark.rule("C-ABL-10", "C-ABL-7")
@pytest.mark.parametrize(("owned", "number"), [([], 2), (["C-15"], 4)])
def test_dig_fills_the_last_place_of_the_reserve(owned: list[str], number: int) -> None:
    state = dig_of_3(5, owned=owned, reserved=RESERVED[:number])
    play(state, "use C-17 deck 3", "keep 1 bottom 2 3")
    assert len(table(state).players[0].reserved) == number + 1
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10", "C-ABL-7")
def test_dig_reserves_one_card_even_with_reserve_five() -> None:
    state = dig_of_3(5, owned=["C-15"])
    play(state, "use C-17 deck 3", "keep 1 bottom 2 3")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10")
def test_while_a_dig_is_resolved_its_cards_are_not_counted_in_the_deck() -> None:
    state = dig_of_3(5)
    assert table(state).deck_sizes[2] == 5
    play(state, "use C-17 deck 3")
    assert table(state).deck_sizes[2] == 2
    play(state, "keep 2 bottom 3 1")
    assert table(state).deck_sizes[2] == 4


@pytest.mark.rule("C-ABL-10")
def test_a_purchased_slot_is_filled_with_what_the_dig_leaves_on_top() -> None:
    """D3-13 is purchased; the dig puts D3-05 and D3-06 under D3-07, which comes up."""
    state = scene(
        counterfeiters=(["C-17"], []),
        pyramid={3: ["D3-01", "D3-02", "D3-13"]},
        decks={3: ["D3-04", "D3-05", "D3-06", "D3-07"]},
        cards=(["D2-04", "D2-01", "D1-01"], []),
        tokens=({"white": 4, "glassware": 2}, {}),
    )
    play(state, "buy D3-13", "use C-17 deck 3")
    assert table(state).pyramid[11] is None
    log = play(state, "keep 1 bottom 2 3")
    assert SlotFilled(3, 11, "D3-07") in log


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("viewer", [1, None])
def test_the_cards_looked_at_are_in_that_players_view_alone(viewer: int | None) -> None:
    """Two decks that differ in their top 3 only look the same to everybody else."""
    states = []
    logs = []
    for top in (["D2-10", "D2-11", "D2-12"], ["D2-20", "D2-12", "D2-24"]):
        state = window(
            counterfeiters=(["C-17"], []),
            tokens=({"glassware": 2}, {}),
            decks={2: top},
        )
        logs.append(play(state, "use C-17 deck 2"))
        states.append(state)
    first, second = states
    assert duel.view(first, viewer) == duel.view(second, viewer)
    assert duel.project(logs[0], viewer) == duel.project(logs[1], viewer)
    assert duel.view(first, 0) != duel.view(second, 0)
    assert DugCardsSeen(0, ("D2-10", "D2-11", "D2-12")) in duel.project(logs[0], 0)
    mine = duel.view(first, 0).private
    assert mine is not None
    assert mine.dug == ("D2-10", "D2-11", "D2-12")
    theirs = duel.view(first, 1).private
    assert theirs is not None
    assert theirs.dug == ()


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("viewer", [1, None])
def test_what_is_kept_and_what_goes_below_is_seen_by_that_player_alone(viewer: int | None) -> None:
    start = window(
        counterfeiters=(["C-17"], []), tokens=({"glassware": 2}, {}), decks={2: ["D2-10"]}
    )
    play(start, "use C-17 deck 2")
    seen = set()
    views = []
    for line in texts(start):
        state = start.copy()
        log = play(state, line)
        seen.add(duel.project(log, viewer))
        views.append(duel.view(state, viewer))
        assert duel.seen_action(duel.parse_action(line), 0, viewer) == HIDDEN_CHOICE
        assert duel.seen_action(duel.parse_action(line), 0, 0) == duel.parse_action(line)
        (kept,) = table(state).players[0].reserved
        assert (kept.level, kept.card) == (2, None)
    assert len(seen) == 1
    assert len(views) == 6
    assert all(view == views[0] for view in views)


@pytest.mark.rule("C-ABL-10")
def test_afterwards_the_others_are_in_nobodys_view() -> None:
    """Which order the others got makes no difference to any view, the player's own included."""
    start = window(counterfeiters=(["C-17"], []), tokens=({"glassware": 2}, {}))
    play(start, "use C-17 deck 2")
    one, other = start.copy(), start.copy()
    play(one, "keep 1 bottom 2 3")
    play(other, "keep 1 bottom 3 2")
    assert deck(one, 2) != deck(other, 2)
    for viewer in (0, 1, None):
        assert duel.view(one, viewer) == duel.view(other, viewer)


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("viewer", [1, None])
def test_the_opponent_sees_the_level(viewer: int | None) -> None:
    state = dig_of_3(5)
    log = play(state, "use C-17 deck 3")
    assert DeckDug(0, 3, 3) in duel.project(log, viewer)
    log = play(state, "keep 1 bottom 2 3")
    assert CardReserved(0, 3, is_dug=True) in duel.project(log, viewer)
    assert not any(isinstance(event, ReservedCardSeen) for event in duel.project(log, viewer))


@pytest.mark.rule("D-X-1")
def test_gold_spent_in_the_window_and_drawn_again_does_not_reset_the_blocking_count() -> None:
    """Only a purchase, a discard or a theft resets it."""
    state = blocking_with_the_window_open()
    play(state, "use C-09 R-10 pay 1 gold", "draw 1", draw_tokens=[Kind.GOLD])
    assert duel.to_move(state) == 1
    assert "claim" in texts(state)


@pytest.mark.rule("D-X-1")
def test_gold_spent_in_the_window_and_not_held_at_the_end_leaves_no_claim() -> None:
    state = blocking_with_the_window_open()
    play(state, "use C-09 R-10 pay 1 gold", "draw 0")
    assert duel.to_move(state) == 1
    assert "claim" not in texts(state)


def blocking_with_the_window_open() -> duel.State:
    """The end of a third turn begun with all gold and both pearls, with C-09 at hand."""
    return position(
        game="duel_counterfeiters",
        tokens=({"gold": 3, "pearl": 2}, {}),
        counterfeiters=(["C-09"], []),
        royal_row=["R-10", "R-1", "R-2", "R-3"],
        blocking_turns=(3, 0),
        decision={"kind": "window"},
    )
