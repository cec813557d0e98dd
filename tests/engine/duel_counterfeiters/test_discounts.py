"""The eight cards that lower prices, each alone (C-ABL-1 to C-ABL-4)."""

import pytest

from gemwright.engine.duel.events import DiscountUsed, TokensSpent
from gemwright.engine.kinds import GEMS, KIND_OF_TEXT, Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play
from tests.engine.duel_counterfeiters.scenes import bag, hand, scene, ways

COLOUR_CARDS = [
    # The card, its colour, and a jewel card that costs 6 of the colour and 2 of two others.
    ("C-01", "green", "D3-06", {"blue": 2, "red": 2}),
    ("C-02", "red", "D3-08", {"green": 2, "black": 2}),
    ("C-03", "blue", "D3-04", {"white": 2, "green": 2}),
    ("C-04", "white", "D3-02", {"blue": 2, "black": 2}),
    ("C-05", "black", "D3-10", {"white": 2, "red": 2}),
]


@pytest.mark.rule("C-ABL-1")
@pytest.mark.parametrize(("card", "colour", "jewel", "rest"), COLOUR_CARDS)
@pytest.mark.parametrize(("spent", "lowered"), [(1, 2), (2, 4)])
def test_each_of_one_or_two_glassware_lowers_the_colour_of_the_card_by_2(
    card: str, colour: str, jewel: str, rest: dict[str, int], spent: int, lowered: int
) -> None:
    """6 of the colour, with a double bonus card of it where 4 tokens of it are too few."""
    bonus = {"green": "D2-12", "red": "D2-16", "blue": "D2-08", "white": "D2-04", "black": "D2-20"}
    tokens = {**rest, colour: 4 - lowered, "glassware": spent}
    state = scene(
        cards=([bonus[colour]], []),
        counterfeiters=([card], []),
        reserved=([jewel], []),
        tokens=(tokens, {}),
    )
    units = " ".join([f"{card} {colour}"] * spent)
    (only,) = ways(state, "buy reserved 1")
    assert only.endswith(f"{spent} glassware using {units}")
    before = bag(state).get("glassware", 0)
    log = play(state, f"buy reserved 1 pay {only}")
    assert hand(state) == {}
    assert bag(state)["glassware"] == before + spent
    used = [event for event in log if isinstance(event, DiscountUsed)]
    assert used == [DiscountUsed(0, card, KIND_OF_TEXT[colour])] * spent
    assert sum(isinstance(event, TokensSpent) for event in log) == 1


@pytest.mark.rule("C-ABL-1")
@pytest.mark.parametrize(("card", "colour", "jewel", "rest"), COLOUR_CARDS)
def test_it_lowers_no_other_colour(
    card: str, colour: str, jewel: str, rest: dict[str, int]
) -> None:
    state = scene(
        counterfeiters=([card], []),
        reserved=([jewel], []),
        tokens=({**rest, colour: 4, "glassware": 1, "gold": 1}, {}),
    )
    for kind in (other for other in KIND_OF_TEXT if other != colour):
        line = f"buy reserved 1 pay 1 glassware using {card} {kind}"
        assert_refused(state, line, Reason.UNIT_NOT_POSSIBLE, "C-BUY-3")


@pytest.mark.rule("C-ABL-2")
@pytest.mark.parametrize(
    ("jewel", "colour"),
    [
        ("D1-22", "white"),
        ("D1-02", "blue"),
        ("D1-07", "green"),
        ("D1-12", "red"),
        ("D1-17", "black"),
    ],
)
def test_two_glassware_lower_one_gem_colour_by_3(jewel: str, colour: str) -> None:
    """Each of these cards costs 3 of one colour."""
    state = scene(
        counterfeiters=(["C-06"], []), reserved=([jewel], []), tokens=({"glassware": 2}, {})
    )
    assert ways(state, "buy reserved 1") == [f"2 glassware using C-06 {colour}"]
    play(state, "buy reserved 1")
    assert hand(state) == {}


@pytest.mark.rule("C-ABL-2")
def test_by_3_and_not_by_more() -> None:
    """D2-06: 4 green, 3 black. 1 green is left of the green, or all of the green."""
    state = scene(
        counterfeiters=(["C-06"], []),
        reserved=(["D2-06"], []),
        tokens=({"green": 4, "black": 3, "glassware": 2}, {}),
    )
    assert set(ways(state, "buy reserved 1")) == {
        "4 green 3 black",
        "1 green 3 black 2 glassware using C-06 green",
        "4 green 2 glassware using C-06 black",
    }


@pytest.mark.rule("C-ABL-2")
def test_one_glassware_is_not_enough_and_both_lower_the_same_colour() -> None:
    state = scene(
        counterfeiters=(["C-06"], []),
        reserved=(["D2-06"], []),
        tokens=({"green": 4, "black": 3, "glassware": 2}, {}),
    )
    line = "buy reserved 1 pay 1 green 3 black 1 glassware using C-06 green"
    assert_refused(state, line, Reason.PAYMENT_NOT_EXACT, "D-BUY-2")
    line = "buy reserved 1 pay 1 green 2 glassware using C-06 green C-06 black"
    assert_refused(state, line, Reason.UNIT_NOT_POSSIBLE, "C-BUY-3")


@pytest.mark.rule("C-ABL-3")
def test_one_glassware_lowers_the_pearl_cost_by_1() -> None:
    """D1-28: 4 black, 1 pearl."""
    state = scene(
        cards=(["D1-01"], []),
        counterfeiters=(["C-07"], []),
        reserved=(["D1-28"], []),
        tokens=({"black": 4, "pearl": 1, "glassware": 1}, {}),
    )
    assert set(ways(state, "buy reserved 1 as white")) == {
        "4 black 1 pearl",
        "4 black 1 glassware using C-07 pearl",
    }
    play(state, "buy reserved 1 as white pay 4 black 1 glassware using C-07 pearl")
    assert hand(state) == {"pearl": 1}


@pytest.mark.rule("C-ABL-3")
def test_it_lowers_the_pearl_cost_of_a_counterfeiter_card_too() -> None:
    state = scene(
        counterfeiters=(["C-07"], []),
        counterfeiter_row=("C-11", "C-01", "C-02"),
        tokens=({"glassware": 3}, {}),
    )
    assert ways(state, "buy C-11") == ["3 glassware using C-07 pearl"]


@pytest.mark.rule("C-ABL-3", "C-ABL-2", "C-ABL-4")
@pytest.mark.parametrize(
    ("card", "wrong"),
    [
        *[("C-07", kind.text) for kind in (*GEMS, Kind.GOLD, Kind.GLASSWARE)],
        *[("C-06", kind) for kind in ("pearl", "gold", "glassware")],
        *[("C-08", kind) for kind in ("pearl", "gold", "glassware")],
    ],
)
def test_any_colour_means_the_five_gem_colours_and_pearl_the_pearl(card: str, wrong: str) -> None:
    """C-12 costs white, pearl and glassware; C-14 names gold."""
    state = scene(
        counterfeiters=([card], []),
        counterfeiter_row=("C-12", "C-14", "C-01"),
        tokens=({"white": 1, "pearl": 1, "glassware": 4, "gold": 3}, {}),
    )
    for bought in ("C-12", "C-14"):
        line = f"buy {bought} pay 4 glassware using {card} {wrong}"
        assert_refused(state, line, Reason.UNIT_NOT_POSSIBLE, "C-BUY-3")


@pytest.mark.rule("C-ABL-4")
def test_one_or_two_glassware_each_lower_one_gem_colour_by_1() -> None:
    """D1-14: 2 white, 2 blue; the same colour twice or different ones."""
    state = scene(
        counterfeiters=(["C-08"], []),
        reserved=(["D1-14"], []),
        tokens=({"white": 2, "blue": 2, "glassware": 2}, {}),
    )
    assert set(ways(state, "buy reserved 1")) == {
        "2 white 2 blue",
        "1 white 2 blue 1 glassware using C-08 white",
        "2 white 1 blue 1 glassware using C-08 blue",
        "2 blue 2 glassware using C-08 white C-08 white",
        "1 white 1 blue 2 glassware using C-08 white C-08 blue",
        "2 white 2 glassware using C-08 blue C-08 blue",
    }


@pytest.mark.rule("C-ABL-4")
@pytest.mark.parametrize("colour", [gem.text for gem in GEMS])
def test_it_lowers_each_of_the_five_colours(colour: str) -> None:
    """C-01 to C-05 cost 2 of a colour and 1 glassware."""
    cards = {"green": "C-01", "red": "C-02", "blue": "C-03", "white": "C-04", "black": "C-05"}
    card = cards.pop(colour)
    state = scene(
        counterfeiters=(["C-08"], []),
        counterfeiter_row=(card, *[*cards.values()][:2]),
        tokens=({colour: 1, "glassware": 2}, {}),
    )
    assert ways(state, f"buy {card}") == [f"1 {colour} 2 glassware using C-08 {colour}"]
