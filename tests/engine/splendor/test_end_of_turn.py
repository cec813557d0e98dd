"""The end of a turn: ten pieces, nobles."""

import pytest

from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import count, total
from gemwright.engine.refusals import Reason
from gemwright.engine.splendor.actions import Discard, TakeNoble
from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.engine.splendor.events import (
    DecisionAsked,
    NobleReceived,
    TokenDiscarded,
    TurnEnded,
)
from gemwright.engine.splendor.state import State
from tests.engine.splendor.positions import assert_refused, bonuses, play, position, texts

NINE = {"white": 3, "blue": 3, "red": 2, "gold": 1}
# N-2 asks for 4 blue and 4 green, N-3 for 4 white and 4 blue, N-7 for 3 white, blue and green.
NOBLES = ["N-5", "N-2", "N-3"]
MEETS_TWO = bonuses(white=4, blue=4, green=4)


def nobles_of(state: State) -> tuple[str, ...]:
    return state.players[0].nobles


def after_taking_with_nine() -> State:
    state = position(tokens={0: NINE})
    play(state, "take white green black")
    return state


@pytest.mark.rule("S-END-1")
def test_with_ten_pieces_nothing_is_returned() -> None:
    state = position(tokens={0: {"white": 3, "blue": 3, "gold": 1}})
    play(state, "take white green black")
    assert total(state.players[0].tokens) == 10
    assert state.seat == 1


@pytest.mark.rule("S-END-1")
def test_with_more_than_ten_pieces_the_player_is_asked_to_return_the_surplus() -> None:
    state = after_taking_with_nine()
    assert state.decision == Decision(DecisionKind.DISCARD, 0, left=2)
    play(state, "discard white")
    assert state.decision == Decision(DecisionKind.DISCARD, 0, left=1)
    log = play(state, "discard blue")
    assert total(state.players[0].tokens) == 10
    assert state.seat == 1
    assert log[:2] == [TokenDiscarded(0, Kind.BLUE), TurnEnded(0)]


@pytest.mark.rule("S-END-1")
def test_a_returned_piece_goes_to_the_supply() -> None:
    state = after_taking_with_nine()
    before = count(state.supply, Kind.RED)
    play(state, "discard red")
    assert count(state.supply, Kind.RED) == before + 1


@pytest.mark.rule("S-END-1")
def test_any_kind_in_hand_may_be_returned_also_gold_and_what_was_just_taken() -> None:
    lines = texts(after_taking_with_nine())
    assert lines == [
        f"discard {kind}" for kind in ("white", "blue", "green", "red", "black", "gold")
    ]


@pytest.mark.rule("S-END-1")
def test_gold_counts_for_the_limit() -> None:
    state = position(tokens={0: {**NINE, "gold": 2}})
    play(state, "reserve S1-01")
    assert state.decision == Decision(DecisionKind.DISCARD, 0, left=1)


@pytest.mark.rule("S-END-1")
def test_a_kind_that_is_not_in_hand_cannot_be_returned() -> None:
    state = position(tokens={0: {**NINE, "gold": 2}})
    play(state, "reserve S1-01")
    assert_refused(state, "discard green", Reason.KIND_NOT_THERE, "S-END-1", "kind")


@pytest.mark.rule("S-END-1")
@pytest.mark.parametrize("kind", [Kind.PEARL, Kind.GLASSWARE])
def test_a_kind_that_splendor_has_not_is_malformed(kind: Kind) -> None:
    state = after_taking_with_nine()
    assert_refused(state, Discard(kind), Reason.MALFORMED, "S-END-1", "kind")


@pytest.mark.rule("S-END-1")
@pytest.mark.parametrize("line", ["take white blue green", "pass", "reserve deck 1", "noble N-1"])
def test_nothing_else_can_be_done_before_the_surplus_is_returned(line: str) -> None:
    assert_refused(after_taking_with_nine(), line, Reason.NOT_ASKED, "S-END-1", "action")


@pytest.mark.rule("S-END-1", "S-TAKE-1")
def test_nothing_can_be_returned_at_any_other_time() -> None:
    state = position(tokens={0: NINE})
    assert_refused(state, "discard white", Reason.NOT_ASKED, "S-TAKE-1", "action")


@pytest.mark.rule("S-NOB-1")
def test_a_noble_whose_requirement_is_met_comes_by_itself_with_3_points() -> None:
    state = position(
        cards={0: bonuses(white=4, blue=3)},
        face_up={2: ["S2-11"]},
        tokens={0: {"blue": 2}},
        noble_row=NOBLES,
    )
    log = play(state, "buy S2-11")
    assert NobleReceived(0, "N-3") in log
    assert nobles_of(state) == ("N-3",)
    assert state.nobles == ("N-5", "N-2")
    assert state.players[0].points == 2 + 3
    assert state.seat == 1


@pytest.mark.rule("S-NOB-1")
def test_one_bonus_short_no_noble_comes() -> None:
    state = position(cards={0: bonuses(white=4, blue=3)}, noble_row=NOBLES)
    play(state, "take white blue green")
    assert nobles_of(state) == ()


@pytest.mark.rule("S-NOB-1")
def test_pieces_and_reserved_cards_do_not_meet_a_requirement() -> None:
    state = position(
        cards={0: bonuses(white=4, blue=3)},
        reserved={0: ["S2-11"]},
        tokens={0: {"blue": 3}},
        noble_row=NOBLES,
    )
    play(state, "take white blue green")
    assert nobles_of(state) == ()


@pytest.mark.rule("S-NOB-1")
def test_with_several_met_the_player_chooses_one() -> None:
    state = position(cards={0: MEETS_TWO}, noble_row=NOBLES)
    play(state, "take white blue green")
    assert state.decision == Decision(DecisionKind.NOBLE, 0, nobles=("N-2", "N-3"))
    assert texts(state) == ["noble N-2", "noble N-3"]
    play(state, "noble N-3")
    assert nobles_of(state) == ("N-3",)
    assert state.seat == 1


@pytest.mark.rule("S-NOB-1")
def test_at_most_one_noble_comes_a_turn_and_the_other_at_the_end_of_the_next() -> None:
    state = position(cards={0: MEETS_TWO}, noble_row=NOBLES)
    play(state, "take white blue green", "noble N-3", "take white blue green")
    assert nobles_of(state) == ("N-3",)
    play(state, "reserve S1-01")
    assert nobles_of(state) == ("N-3", "N-2")


@pytest.mark.rule("S-NOB-1")
@pytest.mark.parametrize("line", ["take white blue green", "reserve deck 2", "buy S2-12"])
def test_the_check_comes_whatever_the_action_was(line: str) -> None:
    state = position(cards={0: bonuses(white=4, blue=6)}, face_up={2: ["S2-12"]}, noble_row=NOBLES)
    log = play(state, line)
    assert NobleReceived(0, "N-3") in log


@pytest.mark.rule("S-NOB-1")
def test_no_noble_comes_at_the_end_of_another_players_turn() -> None:
    state = position(seat=1, cards={0: bonuses(white=4, blue=4)}, noble_row=NOBLES)
    play(state, "take white blue green")
    assert nobles_of(state) == ()


@pytest.mark.rule("S-NOB-1")
def test_a_noble_comes_after_the_surplus_is_returned() -> None:
    state = position(cards={0: bonuses(white=4, blue=4)}, tokens={0: NINE}, noble_row=NOBLES)
    log = play(state, "take green red black")
    assert log[-1] == DecisionAsked(Decision(DecisionKind.DISCARD, 0, left=2))
    assert nobles_of(state) == ()
    play(state, "discard green", "discard black")
    assert nobles_of(state) == ("N-3",)


@pytest.mark.rule("S-NOB-1")
def test_a_noble_cannot_be_refused() -> None:
    state = position(cards={0: MEETS_TWO}, noble_row=NOBLES)
    play(state, "take white blue green")
    for line in ("pass", "take white blue green", "discard white"):
        assert_refused(state, line, Reason.NOT_ASKED, "S-NOB-1", "action")


@pytest.mark.rule("S-NOB-1")
@pytest.mark.parametrize(
    ("noble", "reason"),
    [
        ("N-5", Reason.NOBLE_NOT_EARNED),
        ("N-7", Reason.CARD_NOT_AVAILABLE),
        ("N-11", Reason.MALFORMED),
    ],
)
def test_only_a_noble_that_is_met_can_be_chosen(noble: str, reason: Reason) -> None:
    state = position(cards={0: MEETS_TWO}, noble_row=NOBLES)
    play(state, "take white blue green")
    assert_refused(state, TakeNoble(noble), reason, "S-NOB-1", "noble")


@pytest.mark.rule("S-NOB-1", "S-TAKE-1")
def test_no_noble_can_be_taken_as_an_action() -> None:
    state = position(cards={0: MEETS_TWO}, noble_row=NOBLES)
    assert_refused(state, "noble N-3", Reason.NOT_ASKED, "S-TAKE-1", "action")
