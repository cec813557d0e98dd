"""Purchasing counterfeiter cards, and paying with discounts (C-BUY)."""

import json
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemwright.engine import duel
from gemwright.engine.duel.actions import (
    BuyCounterfeiter,
    BuyReserved,
    Payment,
    ReserveCard,
    Unit,
)
from gemwright.engine.duel.events import CounterfeiterSlotFilled, MatchEnded, TurnEnded
from gemwright.engine.kinds import KIND_OF_TEXT
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters import payments_model as model
from tests.engine.duel_counterfeiters.scenes import (
    THREE_CROWNS,
    all_but,
    asked,
    bag,
    hand,
    scene,
    table,
    ways,
)

COSTS: Final = {
    "C-01": {"glassware": 1, "green": 2},
    "C-02": {"glassware": 1, "red": 2},
    "C-03": {"glassware": 1, "blue": 2},
    "C-04": {"glassware": 1, "white": 2},
    "C-05": {"glassware": 1, "black": 2},
    "C-06": {"glassware": 2, "pearl": 1},
    "C-07": {"glassware": 1, "pearl": 1},
    "C-08": {"glassware": 1, "blue": 1, "black": 1},
    "C-09": {"glassware": 3, "gold": 1},
    "C-10": {"glassware": 2, "black": 1, "red": 1},
    "C-11": {"glassware": 2, "pearl": 1},
    "C-12": {"glassware": 2, "white": 1, "pearl": 1},
    "C-13": {"glassware": 2, "green": 1, "blue": 1},
    "C-14": {"glassware": 2, "gold": 1},
    "C-15": {"glassware": 1, "green": 1, "pearl": 1},
    "C-16": {"glassware": 1, "red": 1, "white": 1},
    "C-17": {"glassware": 2},
}
BONUS_CARD: Final = {
    "white": "D1-01",
    "blue": "D1-06",
    "green": "D1-11",
    "red": "D1-16",
    "black": "D1-21",
}
DOUBLE_BONUS_CARD: Final = {
    "white": "D2-04",
    "blue": "D2-08",
    "green": "D2-12",
    "red": "D2-16",
    "black": "D2-20",
}


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


# --- C-BUY-3


@pytest.mark.rule("C-BUY-3")
def test_discounts_apply_to_jewel_and_to_counterfeiter_cards() -> None:
    state = scene(
        counterfeiters=(["C-01"], []),
        counterfeiter_row=("C-13", "C-02", "C-03"),
        pyramid={1: ["D1-07", "D1-01", "D1-02", "D1-03", "D1-04"]},
        tokens=({"green": 1, "blue": 1, "glassware": 3}, {}),
    )
    assert ways(state, "buy D1-07") == [
        "1 green 1 glassware using C-01 green",
        "2 glassware using C-01 green C-01 green",
    ]
    assert set(ways(state, "buy C-13")) == {
        "1 blue 1 green 2 glassware",
        "1 blue 3 glassware using C-01 green",
    }
    assert "buy D1-07" in texts(state)


@pytest.mark.rule("C-BUY-3")
def test_one_purchase_may_combine_several() -> None:
    """D2-17: 2 blue, 2 green, 2 red, 1 pearl. C-01 takes 2 green, C-03 2 blue, C-07 the pearl."""
    state = scene(
        counterfeiters=(["C-01", "C-03", "C-07"], []),
        reserved=(["D2-17"], []),
        tokens=({"red": 2, "glassware": 3}, {}),
    )
    line = "2 red 3 glassware using C-01 green C-03 blue C-07 pearl"
    assert ways(state, "buy reserved 1") == [line]
    play(state, f"buy reserved 1 pay {line}")
    assert hand(state) == {}
    assert [owned.card for owned in table(state).players[0].cards] == ["D2-17"]


@pytest.mark.rule("C-BUY-3")
@pytest.mark.parametrize(
    ("card", "units"),
    [
        ("D3-06", "C-01 green C-01 green C-01 green"),
        ("D3-06", "C-06 green C-06 blue"),
        ("D1-07", "C-07 pearl C-07 pearl"),
        ("D3-06", "C-08 green C-08 red C-08 blue"),
    ],
)
def test_each_discount_card_is_used_once_a_turn(card: str, units: str) -> None:
    """D3-06: 2 blue, 6 green, 2 red."""
    state = scene(
        counterfeiters=(["C-01", "C-06", "C-07", "C-08"], []),
        reserved=([card], []),
        tokens=({"glassware": 4, "gold": 3, "green": 3}, {}),
    )
    line = f"buy reserved 1 pay 3 glassware using {units}"
    assert_refused(state, line, Reason.UNIT_NOT_POSSIBLE, "C-BUY-3")


@pytest.mark.rule("C-BUY-3", "C-ABL-10")
def test_an_extra_turn_has_its_own_use_of_each_discount() -> None:
    """D1-08 (2 green, 2 red, 1 pearl) gives an extra turn; D1-07 costs 3 green."""
    state = scene(
        counterfeiters=(["C-01"], []),
        reserved=(["D1-08", "D1-07"], []),
        tokens=({"red": 2, "pearl": 1, "green": 1, "glassware": 2}, {}),
    )
    play(state, "buy reserved 1 pay 2 red 1 pearl 1 glassware using C-01 green")
    play(state, "buy reserved 1 pay 1 green 1 glassware using C-01 green")
    assert [owned.card for owned in table(state).players[0].cards] == ["D1-08", "D1-07"]


@pytest.mark.rule("C-BUY-3")
def test_bonuses_are_taken_off_before_the_units() -> None:
    """4 green less 3 bonuses leave 1: one unit is possible, a second one would be idle."""
    state = scene(
        cards=(["D2-12", "D1-11"], []),
        counterfeiters=(["C-01"], []),
        reserved=(["D2-06"], []),
        tokens=({"black": 3, "green": 1, "glassware": 2}, {}),
    )
    assert ways(state, "buy reserved 1") == [
        "1 green 3 black",
        "3 black 1 glassware using C-01 green",
    ]


@pytest.mark.rule("C-BUY-3")
def test_no_colour_falls_below_0_and_the_excess_is_lost() -> None:
    """D1-07: 3 green; two units of C-01 lower it by 4, and give nothing back."""
    state = scene(
        counterfeiters=(["C-01"], []),
        reserved=(["D1-07"], []),
        tokens=({"glassware": 3}, {}),
    )
    play(state, "buy reserved 1")
    assert hand(state) == {"glassware": 1}


@pytest.mark.rule("C-BUY-3")
def test_which_gold_stands_for_what_is_no_part_of_a_payment() -> None:
    """D1-14 (2 white, 2 blue) less 1 of each, and 2 glassware: 1 to 3 of the 4 in gold.

    Whether a gold stands for the glassware of the one unit or of the other makes no difference.
    """
    state = scene(
        counterfeiters=(["C-08"], []),
        reserved=(["D1-14"], []),
        tokens=({"white": 1, "blue": 1, "gold": 3, "glassware": 1}, {}),
    )
    found = ways(state, "buy reserved 1")
    assert len(found) == len(set(found))
    both = " using C-08 white C-08 blue"
    assert {line.removesuffix(both) for line in found if line.endswith(both)} == {
        "1 white 1 blue 1 gold 1 glassware",
        "1 white 1 blue 2 gold",
        "1 white 2 gold 1 glassware",
        "1 blue 2 gold 1 glassware",
        "1 white 3 gold",
        "1 blue 3 gold",
        "3 gold 1 glassware",
    }


@pytest.mark.rule("C-BUY-3")
@pytest.mark.parametrize(
    ("cost", "bonus", "units"),
    [
        ("D1-07", [], "C-02 red"),  # not in the cost
        ("D1-07", ["D2-12", "D1-11"], "C-01 green"),  # paid by bonuses already
        ("D1-07", ["D1-11"], "C-01 green C-01 green"),  # 2 green left, the first unit does it
        ("D1-07", [], "C-06 green C-01 green"),  # 3 green: C-06 alone does it
        ("D1-07", [], "C-01 green C-01 green C-08 green"),  # the small one adds nothing
        ("D2-06", [], "C-01 green C-01 green C-06 green"),  # 4 green: one of C-01 is idle
        ("D1-07", ["D2-12"], "C-08 green C-08 green"),  # 1 green left
        ("D1-07", [], "C-07 pearl"),  # no pearl in the cost
        ("D1-07", [], "C-06 red"),
        ("D1-07", [], "C-08 green C-08 red"),  # one works, the other is idle
    ],
)
def test_a_unit_that_leaves_the_price_unchanged_is_refused(
    cost: str, bonus: list[str], units: str
) -> None:
    state = scene(
        cards=(bonus, []),
        counterfeiters=(["C-01", "C-02", "C-06", "C-07", "C-08"], []),
        reserved=([cost], []),
        tokens=({"green": 4, "black": 3, "glassware": 3}, {}),
    )
    line = f"buy reserved 1 pay 1 green 2 glassware using {units}"
    assert_refused(state, line, Reason.UNIT_WITHOUT_EFFECT, "C-BUY-3")
    assert not any(line.endswith(f"using {units}") for line in ways(state, "buy reserved 1"))


@pytest.mark.rule("C-BUY-3")
def test_units_that_all_have_an_effect_may_overshoot_together() -> None:
    """4 green: C-06 (3) and one unit of C-01 (2) are both needed, 1 is lost."""
    state = scene(
        counterfeiters=(["C-01", "C-06"], []),
        reserved=(["D2-06"], []),
        tokens=({"black": 3, "glassware": 3}, {}),
    )
    play(state, "buy reserved 1 pay 3 black 3 glassware using C-01 green C-06 green")
    assert hand(state) == {}


@pytest.mark.rule("C-BUY-3")
def test_only_an_owned_discount_is_used() -> None:
    state = scene(
        counterfeiters=(["C-02"], ["C-01"]),
        reserved=(["D1-07"], []),
        tokens=({"green": 3, "glassware": 2}, {}),
    )
    line = "buy reserved 1 pay 1 green 1 glassware using C-01 green"
    assert_refused(state, line, Reason.UNIT_NOT_OWNED, "C-BUY-3")


@pytest.mark.rule("C-BUY-3")
def test_the_card_being_purchased_does_not_lower_its_own_price() -> None:
    state = scene(counterfeiter_row=("C-01", "C-02", "C-03"), tokens=({"glassware": 3}, {}))
    assert_refused(state, "buy C-01", Reason.CANNOT_AFFORD, "D-BUY-2")
    state = scene(
        counterfeiter_row=("C-01", "C-02", "C-03"), tokens=({"green": 2, "glassware": 3}, {})
    )
    assert ways(state, "buy C-01") == ["2 green 1 glassware"]
    line = "buy C-01 pay 2 glassware using C-01 green"
    assert_refused(state, line, Reason.UNIT_NOT_OWNED, "C-BUY-3")


@pytest.mark.rule("C-BUY-3", "D-BUY-2")
@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        ("1 green", Reason.PAYMENT_NOT_EXACT),  # the glassware of the unit is missing
        ("1 green 2 glassware", Reason.PAYMENT_NOT_EXACT),
        ("2 green 1 glassware", Reason.PAYMENT_NOT_EXACT),
        ("3 green", Reason.PAYMENT_NOT_EXACT),
        ("1 red 1 glassware", Reason.PAYMENT_NOT_EXACT),
        ("1 gold 1 glassware", Reason.PAYMENT_NOT_OWNED),
    ],
)
def test_price_and_units_together_are_paid_exactly_and_with_what_one_has(
    paid: str, reason: Reason
) -> None:
    state = scene(
        counterfeiters=(["C-01"], []),
        reserved=(["D1-07"], []),
        tokens=({"green": 3, "red": 1, "glassware": 2}, {}),
    )
    assert_refused(state, f"buy reserved 1 pay {paid} using C-01 green", reason, "D-BUY-2")


# --- The default payment (D-BUY-2)


@pytest.mark.rule("D-BUY-2", "C-BUY-3")
def test_the_default_payment_has_the_least_gold_before_the_least_glassware() -> None:
    """D1-07, 3 green: 1 green and 2 gold, or with one unit 1 green and 1 glassware."""
    state = scene(
        counterfeiters=(["C-01"], []),
        reserved=(["D1-07"], []),
        tokens=({"green": 1, "gold": 2, "glassware": 4}, {}),
    )
    assert ways(state, "buy reserved 1")[0] == "1 green 1 glassware using C-01 green"
    play(state, "buy reserved 1")
    assert hand(state) == {"gold": 2, "glassware": 3}


@pytest.mark.rule("D-BUY-2", "C-BUY-3")
def test_of_payments_with_equal_gold_the_default_has_the_least_glassware() -> None:
    """D2-06 lacks 2 green (and 1 is lost): one unit of C-06 costs 2 glassware, one of C-01 only 1.

    D1-01 lacks 1 blue and 1 red: two units for 2 glassware, not two and C-06 for 3 or more.
    """
    state = scene(
        counterfeiters=(["C-01", "C-06", "C-08"], []),
        reserved=(["D2-06"], []),
        tokens=({"green": 2, "black": 3, "glassware": 4}, {}),
    )
    assert ways(state, "buy reserved 1")[0] == "2 green 3 black 1 glassware using C-01 green"
    state = scene(
        counterfeiters=(["C-06", "C-01", "C-03", "C-02"], []),
        reserved=(["D1-01"], []),
        tokens=({"green": 1, "black": 1, "glassware": 3}, {}),
    )
    assert ways(state, "buy reserved 1")[0].startswith("1 green 1 black 2 glassware using C-02")


@pytest.mark.rule("D-BUY-2", "C-BUY-3")
def test_the_default_payment_has_the_fewest_units_before_keeping_tokens() -> None:
    """3 green for 2 glassware: one unit of C-06, two of C-01, or one each of C-01 and C-08."""
    state = scene(
        counterfeiters=(["C-01", "C-06", "C-08"], []),
        reserved=(["D1-07"], []),
        tokens=({"glassware": 4}, {}),
    )
    assert ways(state, "buy reserved 1")[0] == "2 glassware using C-06 green"
    # 2 white, 2 blue, with 1 of each, 1 gold and 1 glassware: two units would keep both tokens.
    state = scene(
        counterfeiters=(["C-03", "C-04"], []),
        reserved=(["D1-14"], []),
        tokens=({"white": 1, "blue": 1, "gold": 1, "glassware": 1}, {}),
    )
    assert "1 gold 1 glassware using C-03 blue C-04 white" in ways(state, "buy reserved 1")
    assert ways(state, "buy reserved 1")[0] == "1 blue 1 gold 1 glassware using C-04 white"


@pytest.mark.rule("D-BUY-2", "C-BUY-3")
@pytest.mark.parametrize(
    ("card", "discounts", "kept", "spent", "unit"),
    [
        ("D1-14", ["C-03", "C-04"], "white", "blue", "C-04 white"),
        ("D1-19", ["C-01", "C-03"], "blue", "green", "C-03 blue"),
        ("D1-24", ["C-01", "C-02"], "green", "red", "C-01 green"),
        ("D1-04", ["C-02", "C-05"], "red", "black", "C-02 red"),
        ("D1-09", ["C-04", "C-05"], "white", "black", "C-04 white"),
    ],
)
def test_in_a_tie_the_default_payment_keeps_tokens_in_the_order_of_colours(
    card: str, discounts: list[str], kept: str, spent: str, unit: str
) -> None:
    """2 of each colour, 1 of each owned: one unit and one gold, for either colour."""
    state = scene(
        counterfeiters=(discounts, []),
        reserved=([card], []),
        tokens=({kept: 1, spent: 1, "gold": 1, "glassware": 1}, {}),
        board="..... ..... ..... ..... .....",
    )
    assert ways(state, "buy reserved 1")[0] == f"1 {spent} 1 gold 1 glassware using {unit}"
    play(state, "buy reserved 1")
    assert hand(state) == {kept: 1}


@pytest.mark.rule("D-BUY-2", "C-BUY-3")
def test_among_equal_units_the_default_payment_keeps_the_most_tokens() -> None:
    """1 blue lacks of 2: C-03 lowers it by 2, C-08 by 1, for 1 glassware each."""
    state = scene(
        counterfeiters=(["C-08", "C-03"], []),
        reserved=(["D1-14"], []),
        tokens=({"white": 2, "blue": 1, "glassware": 1}, {}),
    )
    assert ways(state, "buy reserved 1")[0] == "2 white 1 glassware using C-03 blue"


@pytest.mark.rule("D-BUY-2", "C-BUY-3", "C-GLA-3")
@pytest.mark.parametrize(
    ("tokens", "paid"),
    [
        ({"glassware": 2}, "2 glassware"),
        ({"green": 1, "gold": 1}, "1 green 1 gold"),
        ({"gold": 1, "glassware": 1}, "1 gold 1 glassware"),
        ({"gold": 2}, "2 gold"),
        ({"gold": 1}, None),
        ({"glassware": 1}, None),
    ],
)
def test_a_card_that_only_discounts_bring_within_reach_is_listed_once(
    tokens: dict[str, int], paid: str | None
) -> None:
    """D1-07: 3 green."""
    state = scene(
        counterfeiters=(["C-01", "C-06", "C-08"], []), reserved=(["D1-07"], []), tokens=(tokens, {})
    )
    listed = [line for line in texts(state) if "reserved" in line]
    assert listed == ([] if paid is None else ["buy reserved 1"])
    spent = [line.split(" using ")[0] for line in ways(state, "buy reserved 1")]
    assert spent[:1] == ([] if paid is None else [paid])


# --- Against the model


def _costs() -> dict[str, dict[str, int]]:
    jewels = json.loads(files("gemwright.engine.duel").joinpath("duel.json").read_text("utf-8"))
    return {card["id"]: dict(card["cost"]) for card in jewels["jewel_cards"]} | dict(COSTS)


ALL_COSTS: Final = _costs()
TARGETS: Final = sorted({*ALL_COSTS} - {*BONUS_CARD.values(), *DOUBLE_BONUS_CARD.values()})
WILD: Final = {"D1-26", "D1-27", "D1-28", "D1-29", "D2-21", "D2-22", "D2-23", "D3-11", "D3-12"}
SUPPLY: Final = dict.fromkeys(model.GEMS, 4) | {"pearl": 2, "gold": 3, "glassware": 4}


def case(
    card: str, bonuses: Mapping[str, int], discounts: list[str], tokens: Mapping[str, int]
) -> tuple[duel.State, BuyReserved | BuyCounterfeiter]:
    """A position in which seat 0 may purchase the card, and the action that does."""
    owned: list[str | tuple[str, str]] = []
    for colour, number in bonuses.items():
        owned += [BONUS_CARD[colour]] * (number % 2) + [DOUBLE_BONUS_CARD[colour]] * (number // 2)
    is_jewel = card.startswith("D")
    state = scene(
        cards=(owned, []),
        counterfeiters=(discounts, []),
        counterfeiter_row=None if is_jewel else (card, *all_but(card, *discounts)[:2]),
        reserved=([card] if is_jewel else [], []),
        tokens=(tokens, {}),
    )
    if not is_jewel:
        return state, BuyCounterfeiter(card)
    colours = [colour for colour, number in bonuses.items() if number]
    named = KIND_OF_TEXT[colours[0]] if card in WILD else None
    return state, BuyReserved(0, named)


def with_payment(
    action: BuyReserved | BuyCounterfeiter, paid: model.Paid
) -> BuyReserved | BuyCounterfeiter:
    tokens, units = paid
    payment = Payment(tokens, tuple(Unit(card, KIND_OF_TEXT[kind]) for card, kind in units))
    if isinstance(action, BuyReserved):
        return BuyReserved(action.slot, action.colour, payment)
    return BuyCounterfeiter(action.card, payment)


def as_in_model(payment: Payment) -> model.Paid:
    return payment.tokens, tuple(sorted((unit.card, unit.kind.text) for unit in payment.units))


def assert_as_in_model(
    state: duel.State, action: BuyReserved | BuyCounterfeiter, expected: set[model.Paid]
) -> None:
    found = [as_in_model(payment) for payment in duel.payments(state, action)]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert (action in duel.legal_actions(state)) == bool(expected)
    if found:
        assert model.rank(found[0]) == min(map(model.rank, expected))


def some_bonuses() -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({colour: st.integers(0, 3) for colour in model.GEMS})


def some_shortfall() -> st.SearchStrategy[dict[str, int]]:
    """How much less of each gem and pearl there is than the price: near what can just be paid."""
    return st.fixed_dictionaries(
        {kind: st.integers(-1, 3) for kind in (*model.GEMS, "pearl")},
    )


@pytest.mark.rule("C-BUY-3", "D-BUY-2", "C-BUY-2", "C-GLA-3")
@settings(max_examples=400)
@given(
    card=st.sampled_from(TARGETS),
    bonuses=some_bonuses(),
    discounts=st.lists(st.sampled_from([*model.LOWERS]), unique=True, max_size=4),
    shortfall=some_shortfall(),
    gold=st.integers(0, 3),
    glassware=st.integers(0, 4),
    nudges=st.lists(st.tuples(st.integers(0, 7), st.sampled_from((-1, 1))), max_size=2),
    more=st.data(),
)
def test_payments_are_exactly_those_of_the_rule_and_the_default_is_first(
    card: str,
    bonuses: dict[str, int],
    discounts: list[str],
    shortfall: dict[str, int],
    gold: int,
    glassware: int,
    nudges: list[tuple[int, int]],
    more: st.DataObject,
) -> None:
    discounts = [discount for discount in discounts if discount != card]
    if card in WILD and not any(bonuses.values()):
        bonuses["white"] = 1
    tokens = {"gold": gold, "glassware": glassware}
    for name, short in shortfall.items():
        whole = ALL_COSTS[card].get(name, 0) - bonuses.get(name, 0)
        tokens[name] = min(SUPPLY[name], max(0, whole - short), 10 - sum(tokens.values()))
    state, action = case(card, bonuses, discounts, tokens)
    expected = model.payments(ALL_COSTS[card], bonuses, discounts, tokens)
    assert_as_in_model(state, action, expected)

    units = more.draw(st.sampled_from([*model.unit_sets(discounts)]))
    paid = more.draw(st.sampled_from(sorted(expected))) if expected else ((0,) * 8, ())
    row = [*paid[0]]
    for kind, change in nudges:
        row[kind] = max(0, row[kind] + change)
    for changed in ((tuple(row), paid[1]), (paid[0], units), (tuple(row), units)):
        is_accepted = duel.refusal(state, 0, with_payment(action, changed)) is None
        assert is_accepted == (changed in expected), changed


@pytest.mark.rule("C-BUY-3", "D-BUY-2")
def test_payments_are_complete_with_all_eight_discounts() -> None:
    """D2-17: 2 blue, 2 green, 2 red, 1 pearl, with a green bonus."""
    bonuses, discounts = {"green": 1}, [*model.LOWERS]
    tokens = {"blue": 1, "green": 1, "red": 1, "pearl": 1, "gold": 2, "glassware": 3}
    state, action = case("D2-17", bonuses, discounts, tokens)
    expected = model.payments(ALL_COSTS["D2-17"], bonuses, discounts, tokens)
    assert len(expected) > 100
    assert_as_in_model(state, action, expected)


def test_the_model_counts_a_small_case_as_a_hand_does() -> None:
    """3 green, C-01 and C-08, 2 green, 1 gold, 2 glassware.

    Nothing: 2 green 1 gold. C-01: 1 green or 1 gold, the glassware in itself or gold, with one gold
    at most: 3. C-01 twice: 2 or 1 glassware: 2. C-08: 2 green with 1 glassware or 1 gold, 1 green 1
    gold 1 glassware: 3. C-08 twice: 1 green 2 glassware, 2 glassware 1 gold, 1 green 1 glassware 1
    gold: 3. C-01 and C-08: 2 or 1 glassware: 2. C-01 and twice C-08, and more: idle units.
    """
    found = model.payments(
        {"green": 3}, {}, ["C-01", "C-08"], {"green": 2, "gold": 1, "glassware": 2}
    )
    assert len(found) == 1 + 3 + 2 + 3 + 3 + 2
