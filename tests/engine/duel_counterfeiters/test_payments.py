"""The default payment with discounts, and all payments against a slow model (D-BUY-2, C-BUY-3)."""

import json
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
    Unit,
)
from gemwright.engine.kinds import KIND_OF_TEXT
from tests.engine.duel.positions import play, texts
from tests.engine.duel_counterfeiters import payments_model as model
from tests.engine.duel_counterfeiters.scenes import (
    BONUS_CARD,
    COSTS,
    DOUBLE_BONUS_CARD,
    all_but,
    hand,
    scene,
    ways,
)

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
