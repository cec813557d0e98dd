"""One card brings another, to any depth, in the turn and in its window."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import (
    CardPurchased,
    CounterfeiterGained,
    DecisionAsked,
    Event,
    RoyalSlotFilled,
    RoyalTaken,
    TokensSpent,
    TokenStolen,
    TurnEnded,
)
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    THREE_CROWNS,
    asked,
    hand,
    scene,
    table,
    window,
)


def follow(state: duel.State, *steps: tuple[str, str]) -> list[Event]:
    """Play each line and see that the question behind it is asked; all events together."""
    together: list[Event] = []
    for line, then in steps:
        together += play(state, line)
        assert asked(state) == then, line
    return together


@pytest.mark.rule("D-ROY-1", "C-ROY-4", "C-ABL-9")
def test_purchase_crown_royal_counterfeiter_crowns_royal() -> None:
    """2 crowns, and 2 of D2-22: 4 and a royal. R-9 takes C-14: 6 and another royal."""
    state = scene(
        board="s.... ..... ..... ..... .....",
        cards=(["D1-02", "D1-07"], []),
        reserved=(["D2-22"], []),
        royal_row=("R-9", "R-11", "R-5", "R-12"),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        tokens=({"blue": 4, "pearl": 1, "gold": 1}, {}),
    )
    log = follow(
        state,
        ("buy reserved 1 as blue", "0 royal"),
        ("royal R-9", "0 counterfeiter R-9"),
        ("counterfeiter C-14", "0 royal"),
        ("royal R-12", "0 take R-12"),
        ("pick a1", "1 turn"),
    )
    course = [
        type(event)
        for event in log
        if isinstance(event, CardPurchased | RoyalTaken | CounterfeiterGained | TurnEnded)
    ]
    assert course == [CardPurchased, RoyalTaken, CounterfeiterGained, RoyalTaken, TurnEnded]
    me = table(state).players[0]
    assert (me.crowns, me.royals, me.counterfeiters) == (6, ("R-9", "R-12"), ("C-14",))
    assert table(state).royals == (None, "R-11", "R-5", None)


@pytest.mark.rule("D-ROY-1", "C-ROY-4", "C-ABL-9", "C-ABL-10")
def test_a_chain_goes_on_through_the_window_and_back() -> None:
    """In the window C-09 buys R-9, R-9 takes C-14, its crowns bring R-5, and the dig is open."""
    state = scene(
        cards=(["D1-02"], []),
        counterfeiters=(["C-09"], []),
        royal_row=("R-9", "R-5", "R-4", "R-1"),
        royal_deck=("R-11", "R-8"),
        counterfeiter_row=("C-17", "C-14", "C-02"),
        board="o.... ..... ..... ..... .....",
        tokens=({"glassware": 4, "gold": 1}, {}),
    )
    log = follow(
        state,
        ("buy C-17", "0 window"),
        ("use C-09 R-9", "0 counterfeiter R-9"),
        ("counterfeiter C-14", "0 royal"),
        ("royal R-5", "0 reserve R-5"),
        ("reserve deck 1", "0 window"),
        ("use C-17 deck 2", "0 dig C-17"),
        ("keep 3 bottom 1 2", "1 turn"),
    )
    me = table(state).players[0]
    assert me.counterfeiters == ("C-09", "C-17", "C-14")
    assert me.royals == ("R-9", "R-5")
    assert [entry.level for entry in me.reserved] == [1, 2]
    assert hand(state) == {}
    assert RoyalSlotFilled(0, "R-11") in log
    assert table(state).royals == ("R-11", None, "R-4", "R-1")


@pytest.mark.rule("C-ABL-10", "C-ROY-4")
def test_a_card_gained_by_a_chain_before_the_window_opens_it() -> None:
    """The third crown, R-9, C-11: the window opens though nothing could be used before."""
    state = scene(
        cards=(["D1-02", "D1-07"], []),
        reserved=(["D1-17"], []),
        royal_row=("R-9", None, None, None),
        counterfeiter_row=("C-11", "C-01", "C-02"),
        tokens=({"black": 3, "glassware": 1}, {"pearl": 1}),
        privileges=(1, 0),
    )
    follow(
        state,
        ("buy reserved 1", "0 royal"),
        ("royal R-9", "0 counterfeiter R-9"),
        ("counterfeiter C-11", "0 window"),
        ("use C-11 pearl", "1 turn"),
    )
    assert hand(state) == {"pearl": 1}


@pytest.mark.rule("C-ABL-10", "C-ROY-4")
def test_the_deepest_chain_of_the_window_uses_every_card_of_it() -> None:
    """C-09 → R-9 → C-10, used; C-11 steals the glassware for the dig."""
    state = window(
        counterfeiters=(["C-09", "C-11", "C-17"], []),
        royal_row=("R-9", None, None, None),
        counterfeiter_row=("C-10", "C-01", "C-02"),
        tokens=({"glassware": 3, "gold": 1}, {"glassware": 1}),
        privileges=(2, 0),
    )
    follow(
        state,
        ("use C-09 R-9", "0 counterfeiter R-9"),
        ("counterfeiter C-10", "0 window"),
        ("use C-10", "0 window"),
        ("use C-11 glassware", "0 window"),
        ("use C-17 deck 1", "0 dig C-17"),
        ("keep 1 bottom 3 2", "0 turn"),
    )
    assert table(state).is_extra_turn
    assert hand(state) == {}
    assert table(state).used == ()


@pytest.mark.rule("D-ROY-1", "D-ABL-4", "C-ABL-10")
def test_the_cards_own_ability_then_the_royal_then_the_window_then_the_discard() -> None:
    """No jewel card has both a crown and an ability. 10 tokens + 2 - 2 + 1 - 1 + 1 are left."""
    state = scene(
        board="gg... ..... ..... ..... .....",
        cards=(["D1-02", "D1-07", "D1-21"], []),
        counterfeiters=(["C-11"], []),
        reserved=(["D1-17"], []),
        royal_row=("R-3", None, None, None),
        tokens=({"black": 2, "white": 4, "blue": 3, "glassware": 1}, {"red": 2, "glassware": 1}),
        privileges=(3, 0),
    )
    log = follow(
        state,
        ("privilege a1", "0 turn"),
        ("privilege b1", "0 turn"),
        ("buy reserved 1", "0 royal"),
        ("royal R-3", "0 steal R-3"),
        ("steal red", "0 window"),
        ("use C-11 red", "0 discard"),
        ("discard white", "1 turn"),
    )
    assert [event.kind for event in log if isinstance(event, TokenStolen)] == [Kind.RED, Kind.RED]
    asking = [event for event in log if isinstance(event, DecisionAsked)]
    assert len(asking) == 7


@pytest.mark.rule("D-ROY-1", "C-ROY-4")
def test_crowns_of_a_royal_card_bring_the_next_one_after_it_is_resolved() -> None:
    """5 crowns and the royal for 3 still due: C-14 makes 7 while the first is resolved."""
    state = scene(
        cards=([THREE_CROWNS, "D3-01"], []),
        royals_for_crowns=(0, 0),
        royal_row=("R-9", "R-4", "R-2", None),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        decision={"kind": "royal"},
    )
    follow(
        state,
        ("royal R-9", "0 counterfeiter R-9"),
        ("counterfeiter C-14", "0 royal"),
        ("royal R-4", "1 turn"),
    )
    assert table(state).players[0].crowns == 7


@pytest.mark.rule("D-ROY-1", "C-SET-3")
def test_with_no_royal_face_up_the_threshold_is_spent_whatever_the_royal_deck_holds() -> None:
    """R-9 is the last one; C-14 brings the sixth crown in vain, and in later turns too."""
    state = scene(
        board="wb... ..... ..... ..... .....",
        cards=([THREE_CROWNS, "D1-02"], []),
        royals_for_crowns=(0, 0),
        royal_row=("R-9", None, None, None),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        decision={"kind": "royal"},
    )
    follow(state, ("royal R-9", "0 counterfeiter R-9"), ("counterfeiter C-14", "1 turn"))
    assert table(state).royal_deck_size == 11
    play(state, "take a1", "take b1")
    assert asked(state) == "1 turn"


@pytest.mark.rule("D-ABL-1", "C-ABL-10")
def test_an_extra_turn_of_a_royal_bought_in_the_window_shuts_out_the_ability() -> None:
    state = window(
        counterfeiters=(["C-09", "C-10", "C-17"], []),
        royal_row=("R-1", None, None, None),
        tokens=({"glassware": 4}, {}),
        privileges=(1, 0),
    )
    follow(state, ("use C-09 R-1", "0 window"))
    assert_refused(state, "use C-10", Reason.EXTRA_TURN_DUE, "C-ABL-10")
    follow(state, ("done", "0 turn"))


@pytest.mark.rule("D-ABL-1", "C-ABL-10")
def test_a_second_extra_turn_gained_in_the_window_adds_nothing() -> None:
    """C-10 first, then R-1: one extra turn."""
    state = window(
        board="w.... ..... ..... ..... .....",
        counterfeiters=(["C-09", "C-10"], []),
        royal_row=("R-1", None, None, None),
        tokens=({"glassware": 2}, {}),
        privileges=(1, 0),
    )
    follow(
        state,
        ("use C-10", "0 window"),
        ("use C-09 R-1", "0 turn"),
        ("take a1", "1 turn"),
    )


@pytest.mark.rule("C-ROY-4", "D-END-2")
def test_a_chain_may_end_in_victory() -> None:
    """8 crowns; R-9 from the window takes C-14: 10. The match ends after the window."""
    state = window(
        cards=([THREE_CROWNS, "D3-01", "D3-03", "D1-02"], []),
        counterfeiters=(["C-09"], []),
        royal_row=("R-9", None, None, None),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        tokens=({"glassware": 1}, {}),
    )
    follow(state, ("use C-09 R-9", "0 counterfeiter R-9"), ("counterfeiter C-14", ""))
    outcome = duel.outcome(state)
    assert outcome is not None
    assert outcome.endings == (EndReason.CROWNS,)


@pytest.mark.rule("C-ABL-7", "C-ABL-10")
def test_reserving_two_cards_is_followed_by_the_window() -> None:
    state = scene(
        board="o.... ..... ..... ..... .....",
        counterfeiters=(["C-15", "C-17"], []),
        tokens=({"glassware": 1}, {}),
    )
    follow(
        state,
        ("reserve deck 1 gold a1", "0 reserve C-15"),
        ("reserve D2-01", "0 window"),
        ("use C-17 deck 3", "0 dig C-17"),
        ("keep 2 bottom 1 3", "1 turn"),
    )
    assert [entry.level for entry in table(state).players[0].reserved] == [1, 2, 3]


@pytest.mark.rule("C-ABL-6", "C-ABL-8", "C-ABL-10")
def test_tokens_of_a_take_pay_in_the_window_before_they_count_for_the_limit() -> None:
    """D1-04 is free with its bonuses. 10 tokens and 1 of C-16's choice; the dig spends 2."""
    state = scene(
        board="s.... ..... ..... ..... .....",
        cards=(["D2-16", "D2-20"], []),
        counterfeiters=(["C-16", "C-17"], []),
        reserved=(["D1-04"], []),
        tokens=({"red": 1, "white": 4, "blue": 4, "glassware": 1}, {}),
    )
    log = follow(
        state,
        ("buy reserved 1", "0 take D1-04"),
        ("pick a1", "0 window"),
        ("use C-17 deck 1", "0 dig C-17"),
        ("keep 1 bottom 2 3", "1 turn"),
    )
    assert sum(isinstance(event, TokensSpent) for event in log) == 1
    assert sum(hand(state).values()) == 9


@pytest.mark.rule("C-ROY-1", "C-ABL-7", "C-ROY-4")
def test_a_limit_raised_by_the_chain_holds_for_the_rest_of_it() -> None:
    """With 3 reserved R-9 takes C-15, and R-5 then reserves a fourth."""
    state = scene(
        cards=([THREE_CROWNS, "D3-01", "D1-02"], []),
        royals_for_crowns=(0, 0),
        reserved=(["D1-30", "D1-28", "D1-27"], []),
        royal_row=("R-9", "R-5", None, None),
        counterfeiter_row=("C-15", "C-01", "C-02"),
        decision={"kind": "royal"},
    )
    other = state.copy()
    follow(
        state,
        ("royal R-9", "0 counterfeiter R-9"),
        ("counterfeiter C-15", "0 royal"),
        ("royal R-5", "0 reserve R-5"),
        ("reserve deck 2", "1 turn"),
    )
    assert len(table(state).players[0].reserved) == 4
    follow(other, ("royal R-5", "0 royal"))
    assert texts(other) == ["royal R-9"]
