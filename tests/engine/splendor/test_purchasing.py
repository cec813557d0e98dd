"""Purchasing cards: prices, payments, gold."""

import pytest

from gemwright.engine import splendor
from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import NOTHING, ONE, count, unpack
from gemwright.engine.refusals import Reason
from gemwright.engine.splendor.actions import BuyCard, BuyReserved, Payment
from gemwright.engine.splendor.events import CardPurchased, TokensSpent
from gemwright.engine.splendor.state import State
from tests.engine.splendor.positions import (
    assert_refused,
    bonuses,
    play,
    position,
    starting,
)

# S1-23 costs 3 blue, S2-11 5 blue, S2-20 2 white, 3 blue and 2 black.
FACE_UP = {1: ["S1-23"], 2: ["S2-11", "S2-20"]}


def payment(**numbers: int) -> Payment:
    return Payment(tuple(numbers.get(kind.text, 0) for kind in KINDS))


def left(state: State, seat: int = 0) -> dict[str, int]:
    held = state.players[seat].tokens
    return {kind.text: count(held, kind) for kind in KINDS if count(held, kind)}


@pytest.mark.rule("S-BUY-1")
def test_a_face_up_card_is_purchased_for_its_cost() -> None:
    state = position(face_up=FACE_UP, tokens={0: {"white": 3, "blue": 3, "black": 2}})
    log = play(state, "buy S2-20")
    assert state.players[0].cards == ("S2-20",)
    assert left(state) == {"white": 1}
    assert log[0] == TokensSpent(0, "S2-20", (2, 3, 0, 0, 2, 0, 0, 0))
    assert log[1] == CardPurchased(0, "S2-20", 5, None)


@pytest.mark.rule("S-BUY-1")
def test_an_own_reserved_card_is_purchased_and_those_reserved_later_move_up() -> None:
    state = position(reserved={0: ["S3-01", "S1-23", "S3-02"]}, tokens={0: {"blue": 3}})
    log = play(state, "buy reserved 2")
    assert state.players[0].cards == ("S1-23",)
    assert [entry.card for entry in state.players[0].reserved] == ["S3-01", "S3-02"]
    assert CardPurchased(0, "S1-23", None, 1) in log


@pytest.mark.rule("S-BUY-1")
def test_bonuses_lower_the_price_colour_by_colour() -> None:
    state = position(
        face_up=FACE_UP,
        cards={0: bonuses(white=2, black=1)},
        tokens={0: {"blue": 3, "black": 1}},
    )
    play(state, "buy S2-20")
    assert state.players[0].tokens == NOTHING


@pytest.mark.rule("S-BUY-1")
def test_bonuses_beyond_the_cost_of_a_colour_pay_for_no_other() -> None:
    state = position(face_up=FACE_UP, cards={0: bonuses(white=5)}, tokens={0: {"blue": 3}})
    assert_refused(state, "buy S2-20", Reason.CANNOT_AFFORD, "S-BUY-1", "card")


@pytest.mark.rule("S-BUY-1")
def test_a_card_that_bonuses_pay_for_costs_nothing_and_no_piece_moves() -> None:
    state = position(face_up=FACE_UP, cards={0: bonuses(blue=5)}, tokens={0: {"blue": 2}})
    log = play(state, "buy S2-11")
    assert left(state) == {"blue": 2}
    assert not any(isinstance(event, TokensSpent) for event in log)


@pytest.mark.rule("S-BUY-1")
def test_gold_stands_for_any_gem() -> None:
    state = position(face_up=FACE_UP, tokens={0: {"white": 2, "blue": 2, "gold": 3}})
    play(state, "buy S2-20")
    assert state.players[0].tokens == NOTHING


@pytest.mark.rule("S-BUY-1")
def test_gold_may_be_paid_though_the_gem_is_owned() -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 3, "gold": 2}})
    play(state, "buy S1-23 pay 1 blue 2 gold")
    assert left(state) == {"blue": 2}


@pytest.mark.rule("S-BUY-1")
def test_the_default_payment_has_the_least_gold() -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 2, "gold": 3}})
    play(state, "buy S1-23")
    assert left(state) == {"gold": 2}


@pytest.mark.rule("S-BUY-1")
def test_every_exact_payment_is_offered_once_the_default_one_first() -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 3, "gold": 2}})
    offered = list(splendor.payments(state, BuyCard("S1-23")))
    assert offered == [payment(blue=3), payment(blue=2, gold=1), payment(blue=1, gold=2)]


@pytest.mark.rule("S-BUY-1")
def test_payments_of_a_reserved_card_are_those_of_its_slot() -> None:
    state = position(reserved={0: ["S3-01", "S1-23"]}, tokens={0: {"blue": 3}})
    assert list(splendor.payments(state, BuyReserved(1))) == [payment(blue=3)]


@pytest.mark.rule("S-BUY-1")
@pytest.mark.parametrize(
    "action", [BuyCard("S2-20"), BuyCard("S3-20"), BuyCard("?"), BuyReserved(0), BuyReserved(9)]
)
def test_what_cannot_be_purchased_has_no_payments(action: BuyCard | BuyReserved) -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 3}})
    assert list(splendor.payments(state, action)) == []


@pytest.mark.rule("S-BUY-1")
def test_spent_pieces_return_to_the_supply() -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 2, "gold": 1}})
    play(state, "buy S1-23")
    assert unpack(state.supply) == (4, 4, 4, 4, 4, 0, 5, 0)


@pytest.mark.rule("S-BUY-1")
@pytest.mark.parametrize("line", ["buy S1-23", "buy reserved 1"])
def test_a_card_that_cannot_be_paid_for_is_refused(line: str) -> None:
    state = position(
        face_up=FACE_UP, reserved={0: ["S1-22"]}, tokens={0: {"blue": 1, "white": 4, "gold": 1}}
    )
    assert_refused(state, line, Reason.CANNOT_AFFORD, "S-BUY-1", "card")


@pytest.mark.rule("S-BUY-1")
@pytest.mark.parametrize(
    "paid",
    [
        "4 blue",
        "3 blue 1 gold",
        "3 blue 1 white",
        "2 blue",
        "2 blue 1 white",
        "2 blue 2 gold",
        "0 white",
    ],
)
def test_a_payment_that_is_not_exact_is_refused(paid: str) -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 4, "gold": 2, "white": 1}})
    line = f"buy S1-23 pay {paid}"
    assert_refused(state, line, Reason.PAYMENT_NOT_EXACT, "S-BUY-1", "payment.tokens")


@pytest.mark.rule("S-BUY-1")
def test_overpaying_with_a_colour_that_bonuses_cover_is_refused() -> None:
    state = position(face_up=FACE_UP, cards={0: bonuses(blue=1)}, tokens={0: {"blue": 3}})
    line = "buy S1-23 pay 3 blue"
    assert_refused(state, line, Reason.PAYMENT_NOT_EXACT, "S-BUY-1", "payment.tokens")


@pytest.mark.rule("S-BUY-1")
@pytest.mark.parametrize("paid", ["3 blue", "1 blue 2 gold", "2 blue 1 pearl"])
def test_paying_what_one_has_not_is_refused(paid: str) -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 2, "gold": 1}})
    line = f"buy S1-23 pay {paid}"
    assert_refused(state, line, Reason.PAYMENT_NOT_OWNED, "S-BUY-1", "payment.tokens")


@pytest.mark.rule("S-BUY-1")
@pytest.mark.parametrize(
    "tokens",
    [(), (0, 3), (0, 3, 0, 0, 0, 0, 0, 0, 0), (0, 4, -1, 0, 0, 0, 0, 0), (0, 99) + (0,) * 6],
)
def test_a_payment_that_is_no_count_for_each_kind_is_malformed(tokens: tuple[int, ...]) -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 3}})
    action = BuyCard("S1-23", Payment(tokens))
    assert_refused(state, action, Reason.MALFORMED, "S-BUY-1", "payment.tokens")


@pytest.mark.rule("S-BUY-1")
def test_an_empty_slot_of_the_reserve_is_refused() -> None:
    state = position(reserved={0: ["S1-23"]})
    assert_refused(state, "buy reserved 2", Reason.SLOT_EMPTY, "S-BUY-1", "slot")


@pytest.mark.rule("S-RES-1")
@pytest.mark.parametrize("slot", [-1, 3])
def test_a_slot_that_no_reserve_has_is_malformed(slot: int) -> None:
    state = position(reserved={0: ["S1-23"]}, tokens={0: {"blue": 3}})
    assert_refused(state, BuyReserved(slot), Reason.MALFORMED, "S-RES-1", "slot")


@pytest.mark.rule("S-BUY-1")
def test_a_card_that_does_not_exist_cannot_be_purchased() -> None:
    assert_refused(position(), BuyCard("D1-01"), Reason.MALFORMED, "S-SET-1", "card")


@pytest.mark.rule("S-BUY-1")
def test_a_purchase_is_listed_once_a_card() -> None:
    state = position(
        face_up=FACE_UP, reserved={0: ["S1-22"]}, tokens={0: {"blue": 3, "black": 2, "gold": 2}}
    )
    assert "buy S1-23" in starting(state, "buy")
    assert "buy reserved 1" in starting(state, "buy")
    assert len(starting(state, "buy")) == len(set(starting(state, "buy")))
    assert not any(" pay " in line for line in starting(state, "buy"))


@pytest.mark.rule("S-BUY-2")
@pytest.mark.parametrize(
    ("card", "colour"),
    [
        ("S1-17", Kind.WHITE),
        ("S1-09", Kind.BLUE),
        ("S1-25", Kind.GREEN),
        ("S1-33", Kind.RED),
        ("S1-01", Kind.BLACK),
    ],
)
def test_every_card_gives_one_bonus_of_its_colour(card: str, colour: Kind) -> None:
    state = position(face_up={1: [card]}, tokens={0: {"gold": 4}})
    play(state, f"buy {card}")
    assert state.players[0].bonuses == ONE[colour]


@pytest.mark.rule("S-BUY-2")
def test_a_card_does_not_lower_its_own_price() -> None:
    # S1-12 is blue and costs a blue gem among others.
    state = position(face_up={1: ["S1-12"]}, tokens={0: {"green": 3, "red": 1}})
    assert_refused(state, "buy S1-12", Reason.CANNOT_AFFORD, "S-BUY-1", "card")


@pytest.mark.rule("S-BUY-2")
def test_the_points_of_a_card_count_from_its_purchase_on() -> None:
    state = position(face_up={2: ["S2-30"]}, cards={0: bonuses(red=6)})
    play(state, "buy S2-30")
    assert state.players[0].points == 3


def test_kinds_no_card_costs_are_never_paid() -> None:
    state = position(face_up=FACE_UP, tokens={0: {"blue": 3, "gold": 3}})
    for offered in splendor.payments(state, BuyCard("S1-23")):
        assert offered.tokens[Kind.PEARL] == offered.tokens[Kind.GLASSWARE] == 0
