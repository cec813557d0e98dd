"""Paying with discounts: what a unit is, what it may do, and what is refused (C-BUY-3)."""

import pytest

from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    hand,
    scene,
    table,
    ways,
)

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
