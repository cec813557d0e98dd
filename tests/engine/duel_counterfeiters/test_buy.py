"""Purchasing counterfeiter cards (C-BUY-1, C-BUY-2)."""

from collections import Counter

import pytest

from gemwright.engine.duel.actions import (
    ReserveCard,
)
from gemwright.engine.duel.events import CounterfeiterSlotFilled, MatchEnded, TurnEnded
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    BONUS_CARD,
    COSTS,
    DOUBLE_BONUS_CARD,
    THREE_CROWNS,
    all_but,
    asked,
    bag,
    hand,
    scene,
    table,
    ways,
)

# --- C-BUY-1


@pytest.mark.rule("C-BUY-1")
@pytest.mark.parametrize("card", COSTS)
def test_a_player_purchases_a_face_up_counterfeiter_card_for_its_cost(card: str) -> None:
    others = [other for other in all_but(card) if other not in ("C-09", "C-10", "C-11", "C-17")]
    state = scene(counterfeiter_row=(others[0], card, others[1]), tokens=(COSTS[card], {}))
    before = Counter(bag(state))
    play(state, f"buy {card}")
    me = table(state).players[0]
    assert me.counterfeiters == (card,)
    assert hand(state) == {}
    assert bag(state) == before + Counter(COSTS[card])
    assert (me.points, me.crowns) == (0, 2 if card == "C-14" else 0)
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-BUY-1")
@pytest.mark.parametrize(
    ("card", "lacking"), [(card, kind) for card, cost in COSTS.items() for kind in cost]
)
def test_without_any_one_token_of_its_cost_the_card_cannot_be_purchased(
    card: str, lacking: str
) -> None:
    others = all_but(card)
    tokens = dict(COSTS[card])
    tokens[lacking] -= 1
    state = scene(counterfeiter_row=(card, *others[:2]), tokens=(tokens, {}))
    assert_refused(state, f"buy {card}", Reason.CANNOT_AFFORD, "D-BUY-2")


@pytest.mark.rule("C-BUY-1")
def test_one_card_a_turn_is_purchased() -> None:
    """With tokens for two: the turn is over after the first."""
    state = scene(
        counterfeiter_row=("C-01", "C-02", "C-03"),
        tokens=({"glassware": 2, "green": 2, "red": 2}, {}),
    )
    play(state, "buy C-01")
    assert asked(state) == "1 turn"
    assert_refused(state, "buy C-02", Reason.NOT_YOUR_TURN, "D-END-3", seat=0)


@pytest.mark.rule("C-BUY-1")
def test_only_a_face_up_card_is_purchased() -> None:
    """In the deck, or owned by somebody: not available either way."""
    state = scene(
        counterfeiter_row=("C-01", "C-02", "C-03"),
        counterfeiters=(["C-16"], ["C-15"]),
        tokens=({"glassware": 4, "gold": 3, "pearl": 2}, {}),
    )
    for card in ("C-17", "C-16", "C-15"):
        assert_refused(state, f"buy {card}", Reason.CARD_NOT_AVAILABLE, "C-BUY-1")


@pytest.mark.rule("C-BUY-1")
def test_a_counterfeiter_card_cannot_be_reserved() -> None:
    state = scene(board="o.... ..... ..... ..... .....", counterfeiter_row=("C-01", "C-02", "C-03"))
    assert_refused(state, ReserveCard("C-01", 0), Reason.MALFORMED, "D-RES-1")
    reserved = [line.split()[1] for line in texts(state) if line.startswith("reserve")]
    assert not set(reserved) & {"C-01", "C-02", "C-03"}


@pytest.mark.rule("C-BUY-1")
def test_a_counterfeiter_card_has_no_bonus_and_belongs_to_no_colour() -> None:
    """C-01 names green, and yet lowers no green price, and a wild card cannot join it."""
    state = scene(
        counterfeiters=(["C-01"], []),
        reserved=(["D1-07", "D1-29"], []),
        tokens=({"green": 2, "white": 4, "pearl": 1}, {}),
    )
    assert not any(table(state).players[0].bonuses)
    assert_refused(state, "buy reserved 1", Reason.CANNOT_AFFORD, "D-BUY-2")
    assert_refused(state, "buy reserved 2 as green", Reason.COLOUR_NOT_OWNED, "D-BUY-3")


@pytest.mark.rule("C-BUY-1", "D-BUY-4")
def test_the_slot_is_refilled_at_the_end_of_the_turn_after_the_discard() -> None:
    """10 tokens, 3 more by privileges, 2 spent: 11."""
    state = scene(
        board="rrr.. ..... ..... ..... .....",
        counterfeiter_row=("C-01", "C-17", "C-03"),
        counterfeiter_deck=("C-16", "C-15"),
        tokens=({"white": 4, "blue": 4, "glassware": 2}, {}),
        privileges=(3, 0),
    )
    play(state, "privilege a1", "privilege b1", "privilege c1", "buy C-17")
    assert asked(state) == "0 discard"
    assert table(state).counterfeiters == ("C-01", None, "C-03")
    assert table(state).counterfeiter_deck_size == 14
    play(state, "discard white")
    assert table(state).counterfeiters == ("C-01", "C-16", "C-03")
    assert table(state).counterfeiter_deck_size == 13


@pytest.mark.rule("C-BUY-1", "D-BUY-4")
def test_the_slot_is_refilled_before_the_victory_check() -> None:
    state = scene(
        cards=([THREE_CROWNS, "D3-01", "D3-03", "D1-02"], []),
        counterfeiter_row=("C-14", "C-02", "C-03"),
        tokens=({"glassware": 2, "gold": 1}, {}),
    )
    log = play(state, "buy C-14")
    sorts = [type(event) for event in log]
    assert sorts.index(CounterfeiterSlotFilled) < sorts.index(TurnEnded) < sorts.index(MatchEnded)
    assert None not in table(state).counterfeiters


@pytest.mark.rule("C-BUY-1", "C-ROY-4")
def test_slots_bought_and_taken_in_a_turn_are_refilled_together_in_slot_order() -> None:
    state = scene(
        cards=(["D1-02"], []),
        counterfeiter_row=("C-01", "C-02", "C-14"),
        counterfeiter_deck=("C-17", "C-16"),
        royal_row=("R-9", None, None, None),
        tokens=({"glassware": 2, "gold": 1}, {}),
    )
    play(state, "buy C-14", "royal R-9")
    assert table(state).counterfeiters == ("C-01", "C-02", None)
    log = play(state, "counterfeiter C-01")
    assert [event for event in log if isinstance(event, CounterfeiterSlotFilled)] == [
        CounterfeiterSlotFilled(0, "C-17"),
        CounterfeiterSlotFilled(2, "C-16"),
    ]
    assert table(state).counterfeiters == ("C-17", "C-02", "C-16")


@pytest.mark.rule("C-BUY-1", "D-BUY-4")
def test_an_empty_deck_leaves_the_slot_empty() -> None:
    state = scene(
        counterfeiters=([], all_but("C-15", "C-16", "C-17")),
        counterfeiter_row=("C-15", "C-16", "C-17"),
        tokens=({"glassware": 2}, {}),
    )
    play(state, "buy C-17 pay 2 glassware")
    assert table(state).counterfeiters == ("C-15", "C-16", None)
    assert table(state).counterfeiter_deck_size == 0


@pytest.mark.rule("C-BUY-1", "D-X-2")
def test_a_purchase_of_a_counterfeiter_card_is_progress() -> None:
    state = scene(
        counterfeiter_row=("C-17", "C-01", "C-02"),
        tokens=({"glassware": 2}, {}),
        idle_turns=50,
        board="wb... ..... ..... ..... .....",
    )
    played = state.copy()
    play(played, "buy C-17")
    assert table(played).idle_turns == 0
    play(state, "take a1")
    assert table(state).idle_turns == 51


# --- C-BUY-2


@pytest.mark.rule("C-BUY-2")
@pytest.mark.parametrize(
    ("card", "colour"),
    [("C-01", "green"), ("C-02", "red"), ("C-03", "blue"), ("C-04", "white"), ("C-05", "black")],
)
def test_jewel_bonuses_lower_the_gem_colours_of_a_cost(card: str, colour: str) -> None:
    others = all_but(card)
    state = scene(
        cards=([BONUS_CARD[colour]], []),
        counterfeiter_row=(card, *others[:2]),
        tokens=({colour: 2, "glassware": 1}, {}),
    )
    assert ways(state, f"buy {card}") == [f"1 {colour} 1 glassware"]
    state = scene(
        cards=([DOUBLE_BONUS_CARD[colour], BONUS_CARD[colour]], []),
        counterfeiter_row=(card, *others[:2]),
        tokens=({colour: 2, "glassware": 1}, {}),
    )
    assert ways(state, f"buy {card}") == ["1 glassware"]


@pytest.mark.rule("C-BUY-2")
@pytest.mark.parametrize(
    ("card", "lacking"),
    [("C-17", "glassware"), ("C-07", "pearl"), ("C-14", "gold"), ("C-09", "gold")],
)
def test_glassware_pearl_and_gold_costs_are_never_lowered_by_bonuses(
    card: str, lacking: str
) -> None:
    bonuses = [*BONUS_CARD.values(), *DOUBLE_BONUS_CARD.values()]
    tokens = dict(COSTS[card])
    row = (card, *all_but(card)[:2])
    state = scene(cards=(bonuses, []), counterfeiter_row=row, tokens=(tokens, {}))
    assert len(ways(state, f"buy {card}")) == 1
    tokens[lacking] -= 1
    state = scene(cards=(bonuses, []), counterfeiter_row=row, tokens=(tokens, {}))
    assert_refused(state, f"buy {card}", Reason.CANNOT_AFFORD, "D-BUY-2")


@pytest.mark.rule("C-BUY-2")
def test_where_a_cost_names_gold_only_gold_pays_it() -> None:
    row = ("C-09", "C-01", "C-02")
    state = scene(counterfeiter_row=row, tokens=({"glassware": 4, "pearl": 2, "white": 4}, {}))
    assert_refused(state, "buy C-09", Reason.CANNOT_AFFORD, "D-BUY-2")
    state = scene(counterfeiter_row=row, tokens=({"glassware": 4, "gold": 3}, {}))
    assert set(ways(state, "buy C-09")) == {
        "1 gold 3 glassware",
        "2 gold 2 glassware",
        "3 gold 1 glassware",
    }
    assert_refused(state, "buy C-09 pay 4 glassware", Reason.PAYMENT_NOT_EXACT, "D-BUY-2")
