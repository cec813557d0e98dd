"""Reserving cards, and what becomes of them."""

import pytest

from gemwright.engine import splendor
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import count
from gemwright.engine.refusals import Reason
from gemwright.engine.splendor.actions import ReserveCard, ReserveFromDeck
from gemwright.engine.splendor.events import CardReserved, GoldTaken, ReservedCardSeen, SlotFilled
from gemwright.engine.splendor.state import ReservedCard
from gemwright.engine.splendor.views import SeenReserve
from tests.engine.splendor.positions import (
    assert_refused,
    outcome_of,
    play,
    position,
    starting,
    texts,
)

TWO_FACE_UP = {0: ["S2-01", "S2-02"]}
THREE_FACE_UP = {0: ["S2-01", "S2-02", "S3-01"]}


@pytest.mark.rule("S-RES-1")
def test_a_face_up_card_is_reserved_and_brings_a_gold() -> None:
    state = position(face_up={1: ["S1-20", "S1-21"]}, decks={1: ["S1-40"]})
    log = play(state, "reserve S1-21")
    assert state.players[0].reserved == (ReservedCard("S1-21", is_blind=False),)
    assert count(state.players[0].tokens, Kind.GOLD) == 1
    assert count(state.supply, Kind.GOLD) == 4
    assert log[0] == CardReserved(0, 1, 1, "S1-21")
    assert GoldTaken(0) in log


@pytest.mark.rule("S-RES-1")
def test_the_top_card_of_a_deck_is_reserved_unseen_and_brings_a_gold() -> None:
    state = position(face_up={2: ["S2-05", "S2-06", "S2-07", "S2-08"]}, decks={2: ["S2-30"]})
    log = play(state, "reserve deck 2")
    assert state.players[0].reserved == (ReservedCard("S2-30", is_blind=True),)
    assert count(state.players[0].tokens, Kind.GOLD) == 1
    assert log[:3] == [CardReserved(0, 2, None, None), ReservedCardSeen(0, "S2-30"), GoldTaken(0)]


@pytest.mark.rule("S-RES-1")
@pytest.mark.parametrize("line", ["reserve S1-01", "reserve deck 1"])
def test_without_gold_in_the_supply_a_card_is_reserved_all_the_same(line: str) -> None:
    state = position(tokens={1: {"gold": 5}})
    log = play(state, line)
    assert len(state.players[0].reserved) == 1
    assert state.players[0].tokens == 0
    assert GoldTaken(0) not in log


@pytest.mark.rule("S-RES-1")
def test_twelve_cards_and_three_decks_can_be_reserved() -> None:
    assert len(starting(position(), "reserve")) == 15


@pytest.mark.rule("S-RES-1")
def test_with_two_reserved_cards_a_third_can_be_reserved() -> None:
    state = position(reserved=TWO_FACE_UP)
    play(state, "reserve S1-01")
    assert [entry.card for entry in state.players[0].reserved] == ["S2-01", "S2-02", "S1-01"]


@pytest.mark.rule("S-RES-1")
@pytest.mark.parametrize("line", ["reserve S1-01", "reserve deck 3"])
def test_with_three_reserved_cards_none_can_be_reserved(line: str) -> None:
    state = position(reserved=THREE_FACE_UP)
    assert_refused(state, line, Reason.RESERVE_FULL, "S-RES-1")
    assert not starting(state, "reserve")


@pytest.mark.rule("S-RES-1")
def test_nothing_can_be_reserved_from_an_empty_deck() -> None:
    state = position(empty_decks=[1])
    assert_refused(state, "reserve deck 1", Reason.DECK_EMPTY, "S-RES-1", "level")


@pytest.mark.rule("S-RES-1")
def test_with_no_card_left_nothing_can_be_reserved() -> None:
    state = position(seats=3, empty_decks=[1, 2, 3], dropped_out={2: 1})
    assert not starting(state, "reserve")
    assert starting(state, "take")


@pytest.mark.rule("S-RES-1")
@pytest.mark.parametrize("level", [-1, 0, 4, 7])
def test_a_level_that_is_none_is_malformed(level: int) -> None:
    assert_refused(position(), ReserveFromDeck(level), Reason.MALFORMED, "S-RES-1", "level")


@pytest.mark.rule("S-CARD-1")
def test_a_card_that_is_in_a_deck_reserved_purchased_or_gone_is_not_available() -> None:
    state = position(
        seats=3,
        decks={3: ["S3-20"]},
        cards={1: ["S1-30"]},
        reserved={0: ["S1-31"], 1: ["S1-32", "S1-33"]},
        blind=["S1-33"],
        removed=["S1-34"],
        dropped_out={2: 1},
        face_up={3: ["S3-01", "S3-02", "S3-03", "S3-04"]},
    )
    for card in ("S3-20", "S1-30", "S1-31", "S1-32", "S1-33", "S1-34"):
        for verb in ("reserve", "buy"):
            line = f"{verb} {card}"
            assert_refused(state, line, Reason.CARD_NOT_AVAILABLE, "S-CARD-1", "card")


@pytest.mark.rule("S-SET-1")
def test_a_card_that_does_not_exist_is_malformed() -> None:
    assert_refused(position(), ReserveCard("S4-01"), Reason.MALFORMED, "S-SET-1", "card")


@pytest.mark.rule("S-CARD-1")
@pytest.mark.parametrize("line", ["reserve S1-23", "buy S1-23"])
def test_a_taken_face_up_card_is_replaced_at_once_in_its_slot(line: str) -> None:
    state = position(
        face_up={1: ["S1-01", "S1-23", "S1-02", "S1-03"]},
        decks={1: ["S1-40", "S1-39"]},
        tokens={0: {"blue": 3}},
    )
    log = play(state, line)
    assert state.face_up[:4] == ["S1-01", "S1-40", "S1-02", "S1-03"]
    assert state.decks[0][0] == "S1-39"
    assert SlotFilled(1, 1, "S1-40") in log


@pytest.mark.rule("S-CARD-1")
def test_an_empty_deck_leaves_the_slot_empty() -> None:
    state = position(face_up={1: ["S1-01", "S1-02", "S1-03", "S1-04"]}, empty_decks=[1])
    log = play(state, "reserve S1-02")
    assert state.face_up[:4] == ["S1-01", None, "S1-03", "S1-04"]
    assert not any(isinstance(event, SlotFilled) for event in log)


@pytest.mark.rule("S-RES-2")
def test_a_card_reserved_face_up_is_known_to_all() -> None:
    state = position()
    play(state, "reserve S1-01")
    assert splendor.view(state, 1).table.players[0].reserved == (SeenReserve(1, "S1-01"),)


@pytest.mark.rule("S-RES-2")
def test_of_a_card_reserved_from_a_deck_the_others_see_the_level() -> None:
    state = position()
    play(state, "reserve deck 3")
    for viewer in (0, 1, None):
        assert splendor.view(state, viewer).table.players[0].reserved == (SeenReserve(3, None),)


@pytest.mark.rule("S-RES-2")
def test_a_card_reserved_from_a_deck_is_known_to_its_owner() -> None:
    state = position(face_up={3: ["S3-01", "S3-02", "S3-03", "S3-04"]}, decks={3: ["S3-17"]})
    play(state, "reserve deck 3")
    private = splendor.view(state, 0).private
    assert private is not None
    assert private.reserved == ("S3-17",)


@pytest.mark.rule("S-RES-2")
def test_a_card_reserved_from_a_deck_is_known_to_all_once_it_is_purchased() -> None:
    state = position(reserved={0: ["S1-23"]}, blind=["S1-23"], tokens={0: {"blue": 3}})
    play(state, "buy reserved 1")
    table = splendor.view(state, 1).table
    assert table.players[0].cards == ("S1-23",)
    assert table.players[0].reserved == ()


@pytest.mark.rule("S-RES-2")
def test_a_reserved_card_gives_no_bonus_and_no_points() -> None:
    state = position()
    play(state, "reserve S3-01")
    player = state.players[0]
    assert (player.bonuses, player.points, player.cards) == (0, 0, ())


@pytest.mark.rule("S-RES-2")
def test_no_action_but_a_purchase_takes_a_card_out_of_the_reserve() -> None:
    state = position(reserved=THREE_FACE_UP, tokens={0: {"gold": 3}})
    for line in texts(state):
        twin = state.copy()
        play(twin, line)
        left = len(twin.players[0].reserved)
        assert left == (2 if line.startswith("buy reserved") else 3)


@pytest.mark.rule("S-RES-2")
def test_a_reserved_card_costs_nothing_at_the_end() -> None:
    state = position(
        seat=1,
        cards={0: ["S3-04", "S3-08", "S3-12"]},
        reserved={0: ["S2-01", "S2-02", "S2-03"]},
        extra={"is_last_round": True},
    )
    play(state, "take white blue green")
    outcome = outcome_of(state)
    assert outcome.scores[0].points == 15
