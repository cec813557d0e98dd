"""Reserving (D-RES-1, D-RES-3, D-RES-4). Who sees what of it is in test_public.py."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import ReserveCard, ReserveFromDeck
from gemwright.engine.duel.events import CardReserved, ReservedCardSeen, SlotFilled, TokenTaken
from gemwright.engine.kinds import Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import (
    assert_refused,
    deck_of,
    hand,
    names,
    play,
    position,
    table,
    texts,
)

BOARD = "o...w ..... ..o.. ..... ....."
"""Gold in a1 and c3, white in e1."""


def reservations(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("reserve")]


@pytest.mark.rule("D-RES-1")
@pytest.mark.parametrize("gold", ["a1", "c3"])
def test_a_reservation_takes_a_gold_from_a_cell_of_choice(gold: str) -> None:
    state = position(board=BOARD)
    play(state, f"reserve D2-01 gold {gold}")
    assert hand(state, 0) == {"gold": 1}
    left = {"a1": 12, "c3": 0}[gold]
    assert [cell for cell in range(25) if table(state).board[cell] is Kind.GOLD] == [left]
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-RES-1")
def test_any_pyramid_card_or_deck_can_be_reserved_with_any_gold() -> None:
    state = position(board=BOARD)
    cards = [card for card in table(state).pyramid if card is not None]
    assert len(cards) == 12
    targets = [*cards, "deck 1", "deck 2", "deck 3"]
    assert sorted(reservations(texts(state))) == sorted(
        f"reserve {target} gold {gold}" for target in targets for gold in ("a1", "c3")
    )


@pytest.mark.rule("D-RES-1")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_top_card_of_a_deck_is_reserved(level: int) -> None:
    state = position(board=BOARD)
    top, *rest = deck_of(state, level)
    pyramid = table(state).pyramid
    log = play(state, f"reserve deck {level} gold a1")
    assert log[:3] == [
        TokenTaken(0, 0, Kind.GOLD),
        CardReserved(0, level),
        ReservedCardSeen(0, top),
    ]
    private = duel.view(state, 0).private
    assert private is not None
    assert private.reserved == (top,)
    assert deck_of(state, level) == rest
    assert table(state).pyramid == pyramid


@pytest.mark.rule("D-RES-1")
def test_without_gold_on_the_board_nothing_can_be_reserved() -> None:
    state = position(board="w.... ..... ..... ..... .....")
    assert reservations(texts(state)) == []
    assert_refused(state, "reserve D2-01 gold a1", Reason.CELL_HAS_NO_GOLD, "D-RES-1")
    assert_refused(state, "reserve deck 1 gold b1", Reason.CELL_HAS_NO_GOLD, "D-RES-1")
    assert_refused(state, "reserve D2-01", Reason.GOLD_STATED_WRONG, "D-RES-1")


@pytest.mark.rule("D-RES-1")
@pytest.mark.parametrize("target", ["D2-01", "deck 2"])
def test_the_gold_cannot_be_left(target: str) -> None:
    state = position(board=BOARD)
    assert_refused(state, f"reserve {target}", Reason.GOLD_STATED_WRONG, "D-RES-1")


@pytest.mark.rule("D-RES-1")
@pytest.mark.parametrize("cell", ["e1", "b1"])
def test_no_other_token_is_taken_instead_of_gold(cell: str) -> None:
    state = position(board=BOARD)
    assert_refused(state, f"reserve D2-01 gold {cell}", Reason.CELL_HAS_NO_GOLD, "D-RES-1")


@pytest.mark.rule("D-RES-1")
def test_with_3_reserved_cards_no_other_can_be_reserved() -> None:
    state = position(board=BOARD, reserved=(["D3-11", "D3-12", "D3-13"], []))
    assert reservations(texts(state)) == []
    assert_refused(state, "reserve D2-01 gold a1", Reason.RESERVE_FULL, "D-RES-1")
    assert_refused(state, "reserve deck 1 gold a1", Reason.RESERVE_FULL, "D-RES-1")


@pytest.mark.rule("D-RES-1")
def test_with_2_reserved_cards_a_third_can_be_reserved() -> None:
    state = position(board=BOARD, reserved=(["D3-11", "D3-12"], ["D3-07", "D3-08", "D3-09"]))
    play(state, "reserve deck 3 gold a1")
    assert len(table(state).players[0].reserved) == 3


@pytest.mark.rule("D-RES-1")
def test_with_nothing_to_reserve_nothing_can_be_reserved() -> None:
    nothing = {1: [None] * 5, 2: [None] * 4, 3: [None] * 3}
    state = position(board=BOARD, pyramid=nothing, empty_decks=(1, 2, 3))
    assert texts(state) == ["take e1", "replenish"]
    assert_refused(state, "reserve deck 1 gold a1", Reason.DECK_EMPTY, "D-RES-1")
    assert_refused(state, "reserve D1-01 gold a1", Reason.CARD_NOT_AVAILABLE, "D-RES-1")


@pytest.mark.rule("D-RES-1")
def test_nothing_is_reserved_from_an_empty_deck() -> None:
    state = position(board=BOARD, empty_decks=(2,))
    assert "reserve deck 2 gold a1" not in texts(state)
    assert "reserve D2-01 gold a1" in texts(state)
    assert_refused(state, "reserve deck 2 gold a1", Reason.DECK_EMPTY, "D-RES-1")


@pytest.mark.rule("D-RES-1", "D-RES-2")
def test_a_card_that_is_not_face_up_is_not_available_wherever_it_lies() -> None:
    state = position(
        board=BOARD,
        decks={1: ["D1-20"]},
        reserved=(["D1-23"], ["D1-21", "D1-22"]),
        blind=["D1-21", "D1-23"],
        cards=(["D1-24"], ["D1-25"]),
    )
    for card in ("D1-20", "D1-21", "D1-22", "D1-23", "D1-24", "D1-25"):
        line = f"reserve {card} gold a1"
        assert_refused(state, line, Reason.CARD_NOT_AVAILABLE, "D-RES-1")


@pytest.mark.rule("D-RES-1")
@pytest.mark.parametrize(
    "action",
    [
        ReserveCard("D1-31", 0),
        ReserveCard("R-1", 0),
        ReserveFromDeck(0, 0),
        ReserveFromDeck(4, 0),
        ReserveCard("D1-01", -1),
        ReserveCard("D1-01", 25),
    ],
)
def test_unknown_cards_decks_and_cells_are_refused(action: ReserveCard | ReserveFromDeck) -> None:
    assert_refused(position(board=BOARD), action, Reason.MALFORMED, "D-RES-1")


@pytest.mark.rule("D-RES-3")
def test_a_reserved_pyramid_card_is_replaced_at_once_from_its_deck() -> None:
    state = position(board=BOARD, decks={2: ["D2-24"]})
    assert table(state).pyramid[6] == "D2-02"
    log = play(state, "reserve D2-02 gold a1")
    at = log.index(CardReserved(0, 2, 6, "D2-02"))
    assert log[at + 1] == SlotFilled(2, 6, "D2-24")
    assert table(state).pyramid[6] == "D2-24"
    assert table(state).deck_sizes == (25, 19, 10)


@pytest.mark.rule("D-RES-3")
def test_an_empty_deck_leaves_the_slot_empty() -> None:
    state = position(board=BOARD, empty_decks=(2,))
    log = play(state, "reserve D2-02 gold a1")
    assert "SlotFilled" not in names(log)
    assert table(state).pyramid[5:9] == ("D2-01", None, "D2-03", "D2-04")


@pytest.mark.rule("D-RES-4")
def test_a_reserved_card_gives_no_bonus_points_or_crowns() -> None:
    state = position(board=BOARD, face_up=["D3-01"])
    log = play(state, "reserve D3-01 gold a1")  # 3 points and 2 crowns on white
    me = table(state).players[0]
    assert (me.points, me.crowns, sum(me.bonuses), sum(me.colour_points)) == (0, 0, 0, 0)
    assert names(log)[-3:] == ["TurnEnded", "TurnStarted", "DecisionAsked"]


@pytest.mark.rule("D-RES-4")
@pytest.mark.parametrize("card", ["D3-12", "D1-03", "D1-04", "D2-03", "D2-02"])
def test_a_reserved_card_brings_neither_ability_nor_royal_card(card: str) -> None:
    state = position(board=BOARD, tokens=({}, {"white": 1}), face_up=[card])
    log = play(state, f"reserve {card} gold a1")
    assert names(log) == [
        *("TokenTaken", "CardReserved", "SlotFilled"),
        *("TurnEnded", "TurnStarted", "DecisionAsked"),
    ]
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-RES-4")
def test_a_reserved_card_leaves_the_reserve_by_purchase() -> None:
    state = position(
        board=BOARD, tokens=({"blue": 3}, {}), reserved=(["D3-11", "D1-02", "D3-13"], [])
    )
    play(state, "buy reserved 2")
    private = duel.view(state, 0).private
    assert private is not None
    assert private.reserved == ("D3-11", "D3-13")
    assert [owned.card for owned in table(state).players[0].cards] == ["D1-02"]
    assert table(state).players[0].crowns == 1


@pytest.mark.rule("D-RES-4")
def test_a_reserved_card_costs_nothing_at_the_end() -> None:
    owned = ["D1-05", "D3-13", "D3-04", "D3-06", "D3-08"]  # 1 + 6 + 4 + 4 + 4 points
    state = position(
        tokens=({"red": 2, "black": 3}, {}),
        cards=(owned, []),
        reserved=(["D3-11", "D3-12"], []),
        face_up=["D1-10"],
    )
    play(state, "buy D1-10")
    ended = duel.outcome(state)
    assert ended is not None
    assert ended.winners == (0,)
    assert (ended.scores[0].points, ended.scores[0].cards) == (20, 6)
