"""Cards with a wild bonus (D-BUY-3, D-ABL-5)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import BuyCard
from gemwright.engine.duel.events import CardPurchased, ExtraTurnGained, TokensSpent
from gemwright.engine.kinds import Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import Cards, assert_refused, hand, play, position, table, texts

RICH = {"black": 4, "pearl": 2, "gold": 2, "white": 1, "blue": 1}
"""Enough for D1-28: 4 black, 1 pearl; wild, 1 point."""


def colours_of(card: str, owned: Cards, tokens: dict[str, int] = RICH) -> set[str]:
    state = position(tokens=(tokens, {}), cards=(owned, []), face_up=[card])
    return {line for line in texts(state) if line.startswith(f"buy {card}")}


@pytest.mark.rule("D-BUY-3")
@pytest.mark.parametrize("owned", [[], ["D1-30"], ["D1-30", "D2-24", "D3-13"]])
def test_without_a_card_with_a_bonus_no_wild_card_can_be_bought(owned: list[str]) -> None:
    state = position(tokens=(RICH, {}), cards=(owned, []), face_up=["D1-28"])
    assert not any(line.startswith("buy D1-28") for line in texts(state))
    assert_refused(state, "buy D1-28", Reason.COLOUR_MISSING, "D-BUY-3")
    for colour in ("white", "blue", "green", "red", "black"):
        line = f"buy D1-28 as {colour}"
        assert_refused(state, line, Reason.COLOUR_NOT_OWNED, "D-BUY-3")


@pytest.mark.rule("D-BUY-3")
@pytest.mark.parametrize(
    ("owned", "colours"),
    [
        (["D1-01"], {"white"}),
        (["D1-01", "D1-02", "D2-04"], {"white"}),
        (["D1-01", "D1-16", "D1-30"], {"white", "red"}),
        (["D1-06", "D2-12", "D3-09"], {"blue", "green", "black"}),
        (["D1-06", ("D1-26", "green")], {"blue", "green"}),
    ],
)
def test_the_buyer_names_one_of_the_colours_among_those_cards(
    owned: list[str | tuple[str, str]], colours: set[str]
) -> None:
    """A wild card already placed counts as a card of its colour."""
    assert colours_of("D1-28", owned) == {f"buy D1-28 as {colour}" for colour in colours}


@pytest.mark.rule("D-BUY-3")
def test_the_opponents_cards_are_no_target() -> None:
    state = position(tokens=(RICH, {}), cards=(["D1-01"], ["D1-06"]), face_up=["D1-28"])
    assert_refused(state, "buy D1-28 as blue", Reason.COLOUR_NOT_OWNED, "D-BUY-3")


@pytest.mark.rule("D-BUY-3", "D-RES-4")
def test_reserved_cards_are_no_target() -> None:
    state = position(
        tokens=(RICH, {}), cards=(["D1-01"], []), reserved=(["D1-06"], []), face_up=["D1-28"]
    )
    assert_refused(state, "buy D1-28 as blue", Reason.COLOUR_NOT_OWNED, "D-BUY-3")


@pytest.mark.rule("D-BUY-3")
def test_a_wild_card_is_not_bought_without_naming_a_colour() -> None:
    state = position(tokens=(RICH, {}), cards=(["D1-01"], []), face_up=["D1-28"])
    assert_refused(state, "buy D1-28", Reason.COLOUR_MISSING, "D-BUY-3")


@pytest.mark.rule("D-BUY-3")
@pytest.mark.parametrize("colour", [Kind.PEARL, Kind.GOLD, Kind.GLASSWARE])
def test_only_gems_are_colours(colour: Kind) -> None:
    state = position(tokens=(RICH, {}), cards=(["D1-01"], []), face_up=["D1-28"])
    assert_refused(state, BuyCard("D1-28", colour), Reason.MALFORMED, "D-BUY-3")


@pytest.mark.rule("D-BUY-3")
@pytest.mark.parametrize("line", ["buy D1-02 as white", "buy D1-02 as red"])
def test_a_card_that_is_not_wild_names_no_colour(line: str) -> None:
    state = position(tokens=({"blue": 3}, {}), cards=(["D1-16"], []), face_up=["D1-02"])
    assert_refused(state, line, Reason.COLOUR_NOT_ASKED, "D-BUY-3")


@pytest.mark.rule("D-BUY-3")
def test_a_card_without_a_bonus_names_no_colour() -> None:
    state = position(tokens=({"red": 4, "pearl": 1}, {}), cards=(["D1-01"], []), face_up=["D1-30"])
    assert_refused(state, "buy D1-30 as white", Reason.COLOUR_NOT_ASKED, "D-BUY-3")
    play(state, "buy D1-30")
    assert table(state).players[0].bonuses == (1, 0, 0, 0, 0)


@pytest.mark.rule("D-BUY-3")
def test_the_card_counts_as_that_colour_for_bonus_and_points() -> None:
    state = position(tokens=(RICH, {}), cards=(["D1-16", "D1-01"], []), face_up=["D1-28"])
    log = play(state, "buy D1-28 as red")
    assert CardPurchased(0, "D1-28", 0, None, Kind.RED) in log
    me = table(state).players[0]
    assert me.bonuses == (1, 0, 0, 2, 0)
    assert me.colour_points == (0, 0, 0, 1, 0)
    assert me.points == 1


@pytest.mark.rule("D-BUY-3")
def test_the_card_does_not_lower_its_own_price() -> None:
    state = position(
        tokens=({"black": 3, "pearl": 1, "gold": 1}, {}), cards=(["D1-21"], []), face_up=["D1-28"]
    )
    log = play(state, "buy D1-28 as black")  # one black bonus before, two after
    assert TokensSpent(0, "D1-28", (0, 0, 0, 0, 3, 1, 0, 0)) in log
    assert hand(state, 0) == {"gold": 1}


@pytest.mark.rule("D-BUY-3")
def test_the_card_lowers_later_prices() -> None:
    tokens = RICH | {"white": 2}
    state = position(
        tokens=(tokens, {}), cards=(["D1-01", "D1-16"], []), face_up=["D1-28", "D1-22"]
    )
    assert_refused(state, "buy D1-22 pay 1 white", Reason.PAYMENT_NOT_EXACT, "D-BUY-2")
    play(state, "buy D1-28 as white", "take c3")
    play(state, "buy D1-22 pay 1 white")  # 3 white less 2 bonuses
    assert table(state).players[0].bonuses == (2, 0, 0, 1, 1)


@pytest.mark.rule("D-BUY-1", "D-BUY-3")
def test_a_wild_card_beside_a_card_with_two_bonuses_gives_one() -> None:
    state = position(tokens=(RICH, {}), cards=(["D2-04"], []), face_up=["D1-28"])
    play(state, "buy D1-28 as white")
    me = table(state).players[0]
    assert me.bonuses == (3, 0, 0, 0, 0)
    assert me.colour_points == (2, 0, 0, 0, 0)  # 1 on each


@pytest.mark.rule("D-BUY-3")
def test_a_reserved_wild_card_names_its_colour_too() -> None:
    state = position(
        tokens=(RICH, {}), cards=(["D1-01", "D1-16"], []), reserved=(["D3-01", "D1-28"], [])
    )
    assert [line for line in texts(state) if line.startswith("buy reserved")] == [
        "buy reserved 2 as white",
        "buy reserved 2 as red",
    ]
    assert_refused(state, "buy reserved 2", Reason.COLOUR_MISSING, "D-BUY-3")
    assert_refused(state, "buy reserved 2 as blue", Reason.COLOUR_NOT_OWNED, "D-BUY-3")
    play(state, "buy reserved 2 as red")
    assert table(state).players[0].bonuses == (1, 0, 0, 2, 0)


@pytest.mark.rule("D-ABL-5", "D-ABL-1")
def test_the_colour_of_a_wild_card_is_fixed_before_its_extra_turn() -> None:
    state = position(
        tokens=({"red": 4, "gold": 2, "blue": 2}, {}),
        cards=(["D2-16", "D1-06"], []),
        face_up=["D3-11", "D1-02"],
    )
    log = play(state, "buy D3-11 as blue")  # 8 red less 2 bonuses
    bought = CardPurchased(0, "D3-11", 9, None, Kind.BLUE)
    assert log.index(bought) < log.index(ExtraTurnGained(0, "D3-11"))
    assert table(state).players[0].bonuses == (0, 2, 0, 2, 0)
    assert duel.to_move(state) == 0
    play(state, "buy D1-02 pay 1 blue")  # in the extra turn: 3 blue less 2 bonuses
    assert hand(state, 0) == {"blue": 1}
