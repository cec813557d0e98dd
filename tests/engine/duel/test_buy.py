"""Purchases: prices (D-BUY-1), payments (D-BUY-2), refills (D-BUY-4)."""

from itertools import product

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import BuyCard, BuyReserved, Payment
from gemwright.engine.duel.events import CardPurchased, SlotFilled, TokensSpent
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import (
    assert_refused,
    bag,
    hand,
    names,
    play,
    position,
    table,
    texts,
)

BOARD = "o...w ..... ..o.. ..... ....."


def buys(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("buy")]


@pytest.mark.rule("D-BUY-1")
def test_a_card_of_the_pyramid_is_purchased() -> None:
    state = position(board=BOARD, tokens=({"green": 2, "red": 4}, {}), face_up=["D1-05"])
    assert buys(texts(state)) == ["buy D1-05"]
    log = play(state, "buy D1-05")
    assert CardPurchased(0, "D1-05", 0, None, Kind.WHITE) in log
    me = table(state).players[0]
    assert [(owned.card, owned.colour) for owned in me.cards] == [("D1-05", Kind.WHITE)]
    assert (me.points, me.crowns) == (1, 0)
    assert (me.bonuses, me.colour_points) == ((1, 0, 0, 0, 0), (1, 0, 0, 0, 0))
    assert hand(state, 0) == {"red": 1}
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-BUY-1")
def test_a_card_of_the_own_reserve_is_purchased() -> None:
    state = position(
        board=BOARD, tokens=({"green": 2, "red": 3}, {}), reserved=(["D3-11", "D1-05"], [])
    )
    assert buys(texts(state)) == ["buy reserved 2"]
    log = play(state, "buy reserved 2")
    assert CardPurchased(0, "D1-05", None, 1, Kind.WHITE) in log
    assert hand(state, 0) == {}


@pytest.mark.rule("D-BUY-1")
def test_no_card_of_the_opponents_reserve_is_purchased() -> None:
    state = position(board=BOARD, tokens=({"green": 2, "red": 3}, {}), reserved=([], ["D1-05"]))
    assert buys(texts(state)) == []
    assert_refused(state, "buy D1-05", Reason.CARD_NOT_AVAILABLE, "D-BUY-1")
    assert_refused(state, "buy reserved 1", Reason.SLOT_EMPTY, "D-BUY-1")


@pytest.mark.rule("D-BUY-1", "D-RES-2")
def test_cards_in_a_deck_and_in_a_reserve_are_refused_alike() -> None:
    state = position(
        board=BOARD,
        tokens=({"green": 2, "red": 3}, {}),
        decks={1: ["D1-05"]},
        reserved=(["D1-11"], ["D1-21", "D1-22"]),
        blind=["D1-21"],
    )
    for card in ("D1-05", "D1-11", "D1-21", "D1-22"):
        assert_refused(state, f"buy {card}", Reason.CARD_NOT_AVAILABLE, "D-BUY-1")


@pytest.mark.rule("D-BUY-1")
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (BuyCard("D1-31"), Reason.MALFORMED),
        (BuyCard("C-01"), Reason.MALFORMED),
        (BuyReserved(-1), Reason.MALFORMED),
        (BuyReserved(0), Reason.SLOT_EMPTY),
        (BuyReserved(3), Reason.SLOT_EMPTY),
    ],
)
def test_unknown_cards_and_empty_slots_are_refused(
    action: BuyCard | BuyReserved, reason: Reason
) -> None:
    assert_refused(position(board=BOARD), action, reason, "D-BUY-1")


@pytest.mark.rule("D-BUY-1")
@pytest.mark.parametrize(
    ("card", "owned", "price"),
    [
        # 6 white, 2 blue, 2 black
        ("D3-02", ["D1-01"], {"white": 5, "blue": 2, "black": 2}),
        ("D3-02", ["D1-01", "D1-02", "D1-06"], {"white": 4, "blue": 1, "black": 2}),
        ("D3-02", ["D2-04"], {"white": 4, "blue": 2, "black": 2}),
        ("D3-02", ["D2-04", "D2-03"], {"white": 3, "blue": 2, "black": 2}),
        ("D3-02", ["D1-06", "D2-08", "D1-07"], {"white": 6, "black": 2}),
        ("D3-02", ["D3-13", "D2-24"], {"white": 6, "blue": 2, "black": 2}),
        ("D3-02", [("D1-26", "white")], {"white": 5, "blue": 2, "black": 2}),
        ("D3-02", ["D2-04", ("D3-12", "white")], {"white": 3, "blue": 2, "black": 2}),
        # 4 red, 1 pearl
        ("D1-30", ["D2-16", "D1-16", "D1-17"], {"pearl": 1}),
        ("D1-30", ["D1-01", "D1-06", "D1-11", "D1-16"], {"red": 3, "pearl": 1}),
    ],
)
def test_the_price_of_a_colour_is_its_cost_less_the_bonuses_of_that_colour(
    card: str, owned: list[str | tuple[str, str]], price: dict[str, int]
) -> None:
    """Never below 0; two on a level 2 card with two, one on a wild card, none for pearls."""
    gold = max(0, price.get("white", 0) - 4)
    tokens = {name: min(number, 4) for name, number in price.items()} | {"gold": gold}
    state = position(tokens=(tokens, {}), cards=(owned, []), face_up=[card])
    assert f"buy {card}" in texts(state)
    play(state, f"buy {card}")
    assert hand(state, 0) == {}

    dear = next(iter(price))
    tokens[dear] -= 1
    state = position(tokens=(tokens, {}), cards=(owned, []), face_up=[card])
    assert_refused(state, f"buy {card}", Reason.CANNOT_AFFORD, "D-BUY-2")


@pytest.mark.rule("D-BUY-1")
@pytest.mark.parametrize(
    ("card", "five", "two", "colour"),
    [
        ("D2-04", "blue", "green", 0),
        ("D2-08", "green", "red", 1),
        ("D2-12", "red", "black", 2),
        ("D2-16", "black", "white", 3),
        ("D2-20", "white", "blue", 4),
    ],
)
def test_five_cards_of_level_2_give_two_bonuses(
    card: str, five: str, two: str, colour: int
) -> None:
    state = position(tokens=({five: 4, two: 2, "gold": 1}, {}), face_up=[card])
    play(state, f"buy {card}")
    expected = [0] * 5
    expected[colour] = 2
    assert table(state).players[0].bonuses == tuple(expected)


@pytest.mark.rule("D-BUY-1")
def test_the_opponents_bonuses_lower_nothing() -> None:
    state = position(tokens=({"blue": 2}, {}), cards=([], ["D1-06"]), face_up=["D1-02"])
    assert_refused(state, "buy D1-02", Reason.CANNOT_AFFORD, "D-BUY-2")


@pytest.mark.rule("D-BUY-1", "D-BUY-2")
def test_a_card_that_bonuses_pay_whole_is_free() -> None:
    state = position(tokens=({"gold": 1}, {}), cards=(["D1-06", "D2-08"], []), face_up=["D1-02"])
    assert list(duel.payments(state, BuyCard("D1-02"))) == [Payment((0,) * 8)]
    assert_refused(state, "buy D1-02 pay 1 gold", Reason.PAYMENT_NOT_EXACT, "D-BUY-2")
    log = play(state, "buy D1-02 pay 0 white")
    assert "TokensSpent" not in names(log)
    assert hand(state, 0) == {"gold": 1}


@pytest.mark.rule("D-BUY-2")
def test_gold_replaces_a_gem() -> None:
    state = position(tokens=({"blue": 1, "gold": 2}, {}), face_up=["D1-02"])
    play(state, "buy D1-02")
    assert hand(state, 0) == {}


@pytest.mark.rule("D-BUY-2")
def test_gold_replaces_a_pearl() -> None:
    state = position(tokens=({"red": 4, "gold": 1}, {}), face_up=["D1-30"])
    play(state, "buy D1-30")
    assert hand(state, 0) == {}


@pytest.mark.rule("D-BUY-2")
def test_no_gem_replaces_another() -> None:
    state = position(tokens=({"blue": 2, "white": 4, "pearl": 2}, {}), face_up=["D1-02"])
    assert_refused(state, "buy D1-02", Reason.CANNOT_AFFORD, "D-BUY-2")


@pytest.mark.rule("D-BUY-2")
@pytest.mark.parametrize(
    ("payment", "left"),
    [
        ("2 blue 1 gold", {"blue": 1, "gold": 2}),
        ("3 gold", {"blue": 3}),
        ("3 blue", {"gold": 3}),
    ],
)
def test_gold_may_be_paid_though_the_gem_is_owned(payment: str, left: dict[str, int]) -> None:
    state = position(tokens=({"blue": 3, "gold": 3}, {}), face_up=["D1-02"])
    play(state, f"buy D1-02 pay {payment}")
    assert hand(state, 0) == left


@pytest.mark.rule("D-BUY-2")
@pytest.mark.parametrize(
    "payment",
    ["4 blue", "3 blue 1 gold", "3 blue 1 white", "2 blue 2 gold", "3 blue 1 pearl"],
)
def test_overpaying_is_refused(payment: str) -> None:
    tokens = {"blue": 4, "gold": 2, "white": 1, "pearl": 1}
    state = position(tokens=(tokens, {}), face_up=["D1-02"])
    line = f"buy D1-02 pay {payment}"
    assert_refused(state, line, Reason.PAYMENT_NOT_EXACT, "D-BUY-2")


@pytest.mark.rule("D-BUY-2")
@pytest.mark.parametrize("payment", ["2 blue", "1 blue 1 gold", "2 blue 1 white", "0 white"])
def test_paying_too_little_or_something_else_is_refused(payment: str) -> None:
    tokens = {"blue": 4, "gold": 2, "white": 1}
    state = position(tokens=(tokens, {}), face_up=["D1-02"])
    line = f"buy D1-02 pay {payment}"
    assert_refused(state, line, Reason.PAYMENT_NOT_EXACT, "D-BUY-2")


@pytest.mark.rule("D-BUY-2")
@pytest.mark.parametrize("payment", ["3 blue", "2 blue 1 gold", "1 blue 2 gold"])
def test_paying_what_one_has_not_is_refused(payment: str) -> None:
    state = position(tokens=({"blue": 1, "gold": 1, "red": 4}, {}), face_up=["D1-02"])
    line = f"buy D1-02 pay {payment}"
    assert_refused(state, line, Reason.PAYMENT_NOT_OWNED, "D-BUY-2")


@pytest.mark.rule("D-BUY-2")
@pytest.mark.parametrize(
    "tokens", [(), (0, 3), (0, 3, 0, 0, 0, 0, 0), (1, 3, -1, 0, 0, 0, 0, 0), (0, 99) + (0,) * 6]
)
def test_a_payment_is_a_number_for_each_kind(tokens: tuple[int, ...]) -> None:
    state = position(tokens=({"blue": 3, "white": 1}, {}), face_up=["D1-02"])
    action = BuyCard("D1-02", payment=Payment(tokens))
    assert_refused(state, action, Reason.MALFORMED, "D-BUY-2")


@pytest.mark.rule("D-BUY-2")
def test_without_a_stated_payment_the_one_with_the_least_gold_is_used() -> None:
    tokens = {"green": 1, "red": 4, "gold": 3}  # the price is 2 green, 3 red
    state = position(tokens=(tokens, {}), face_up=["D1-05"])
    log = play(state, "buy D1-05")
    assert [event for event in log if isinstance(event, TokensSpent)] == [
        TokensSpent(0, "D1-05", (0, 0, 1, 3, 0, 0, 1, 0))
    ]
    assert hand(state, 0) == {"red": 1, "gold": 2}


@pytest.mark.rule("D-BUY-2")
def test_every_exact_payment_is_offered_the_default_first() -> None:
    owned = {"green": 3, "red": 3, "white": 1, "gold": 2}
    state = position(tokens=(owned, {}), face_up=["D1-05"])
    offered = [one.tokens for one in duel.payments(state, BuyCard("D1-05"))]
    # Worked by hand: at most 2 green, at most 3 red, at most 2 gold, 5 together.
    by_hand = [(2, 3, 0), (2, 2, 1), (1, 3, 1), (2, 1, 2), (1, 2, 2), (0, 3, 2)]
    assert offered[0] == (0, 0, 2, 3, 0, 0, 0, 0)
    assert len(offered) == len(by_hand)
    assert {(one[2], one[3], one[6]) for one in offered} == set(by_hand)
    assert all(sum(one) == 5 for one in offered)


@pytest.mark.rule("D-BUY-2")
def test_exactly_the_payments_offered_are_accepted() -> None:
    state = position(
        tokens=({"green": 3, "red": 3, "gold": 2}, {}), cards=(["D1-11"], []), face_up=["D1-05"]
    )
    offered = {one.tokens for one in duel.payments(state, BuyCard("D1-05"))}
    accepted = set()
    for green, red, gold in product(range(5), repeat=3):
        tokens = (0, 0, green, red, 0, 0, gold, 0)
        if duel.refusal(state, 0, BuyCard("D1-05", payment=Payment(tokens))) is None:
            accepted.add(tokens)
    assert accepted == offered
    # The price is 1 green, 3 red.
    assert {(one[2], one[3], one[6]) for one in offered} == {
        *((1, 3, 0), (0, 3, 1), (1, 2, 1), (0, 2, 2), (1, 1, 2)),
    }


@pytest.mark.rule("D-BUY-2")
def test_payments_of_a_purchase_that_is_not_listed_are_none() -> None:
    state = position(tokens=({"blue": 2}, {}), face_up=["D1-02"])
    assert list(duel.payments(state, BuyCard("D1-02"))) == []
    assert list(duel.payments(state, BuyCard("D1-30"))) == []


@pytest.mark.rule("D-BUY-1")
def test_a_purchase_is_listed_once_with_its_default_payment() -> None:
    state = position(tokens=({"blue": 3, "gold": 3}, {}), face_up=["D1-02"])
    assert texts(state).count("buy D1-02") == 1


@pytest.mark.rule("D-BUY-1")
def test_tokens_spent_are_in_the_bag_before_any_effect() -> None:
    state = position(
        board="..... ..... ..... ..... .....",
        tokens=({"blue": 4, "red": 3}, {"white": 1}),
        face_up=["D2-02"],  # steals
    )
    before = bag(state)
    log = play(state, "buy D2-02")
    assert names(log) == ["TokensSpent", "CardPurchased", "DecisionAsked"]
    assert bag(state) == before | {"blue": 4, "red": before["red"] + 3}


@pytest.mark.rule("D-BUY-4")
def test_the_slot_of_a_purchased_card_stays_empty_until_the_end_of_the_turn() -> None:
    state = position(
        tokens=({"blue": 4, "red": 3}, {"white": 1}), face_up=["D2-02"], decks={2: ["D2-24"]}
    )
    play(state, "buy D2-02")
    assert table(state).pyramid[5] is None
    assert table(state).deck_sizes[1] == 20
    log = play(state, "steal white")
    assert table(state).pyramid[5] == "D2-24"
    assert names(log) == [
        *("TokenStolen", "SlotFilled", "TurnEnded"),
        *("TurnStarted", "DecisionAsked"),
    ]


@pytest.mark.rule("D-BUY-4", "D-END-1", "D-END-2")
def test_the_slot_is_refilled_after_the_discard_and_before_the_victory_check() -> None:
    tokens = {"white": 4, "green": 4, "black": 3, "blue": 3, "red": 2}
    owned = ["D3-13", "D2-24", "D1-30", "D3-04", "D1-10"]  # 6 + 5 + 3 + 4 + 1 points
    state = position(
        tokens=(tokens, {}), cards=(owned, []), face_up=["D1-15"], decks={1: ["D1-29"]}
    )  # D1-15 costs 3 white and 2 black: 11 tokens are left
    play(state, "buy D1-15")
    assert table(state).pyramid[0] is None
    assert duel.outcome(state) is None
    log = play(state, "discard red")
    assert names(log) == ["TokenDiscarded", "SlotFilled", "TurnEnded", "MatchEnded"]
    assert SlotFilled(1, 0, "D1-29") in log


@pytest.mark.rule("D-BUY-4")
def test_an_empty_deck_leaves_the_slot_empty() -> None:
    state = position(tokens=({"blue": 3}, {}), face_up=["D1-02"], empty_decks=(1,))
    log = play(state, "buy D1-02")
    assert "SlotFilled" not in names(log)
    assert table(state).pyramid[0] is None
    assert table(state).deck_sizes[0] == 0
    play(state, "take c3")
    assert table(state).pyramid[0] is None


@pytest.mark.rule("D-BUY-4")
def test_a_purchase_from_the_reserve_refills_nothing() -> None:
    state = position(tokens=({"blue": 3}, {}), reserved=(["D1-02"], []))
    pyramid = table(state).pyramid
    assert "SlotFilled" not in names(play(state, "buy reserved 1"))
    assert table(state).pyramid == pyramid


@pytest.mark.rule("D-BUY-1")
def test_every_kind_of_token_that_a_price_can_have_is_taken_by_the_bag() -> None:
    state = position(
        board="..... ..... ..... ..... .....",
        tokens=({"white": 2, "red": 2, "black": 2, "pearl": 1}, {}),
        face_up=["D2-05"],
    )
    play(state, "buy D2-05")
    gems = dict.fromkeys((kind.text for kind in GEMS), 4)
    assert bag(state) == gems | {"pearl": 2, "gold": 3}
