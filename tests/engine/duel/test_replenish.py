"""Replenishing the board (D-OPT-2)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.chance import ScriptError
from gemwright.engine.duel.events import CellFilled
from gemwright.engine.kinds import Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, bag, names, play, position, table, texts

W, B, K, P, G = Kind.WHITE, Kind.BLUE, Kind.BLACK, Kind.PEARL, Kind.GOLD
HANDS = ({"white": 4, "blue": 4}, {"green": 4, "red": 4})
"""With these the bag and the board share 4 black tokens, 2 pearls and 3 gold."""


@pytest.mark.rule("D-OPT-2")
def test_the_bag_is_drawn_onto_the_empty_cells_in_spiral_order() -> None:
    state = position(board="k.... ..... ..k.. ..... .....", tokens=HANDS)
    drawn = [G, K, P, G, P, K, G]
    log = play(state, "replenish", replenish=drawn)
    # The centre is taken, so the first empty cell is the one below it; then left, up, right, down.
    order = (17, 16, 11, 6, 7, 8, 13)
    filled = [event for event in log if isinstance(event, CellFilled)]
    assert filled == [CellFilled(cell, kind) for cell, kind in zip(order, drawn, strict=True)]
    board = table(state).board
    assert [board[cell] for cell in order] == drawn
    assert (board[0], board[12]) == (K, K)
    assert sum(kind is not None for kind in board) == 9


@pytest.mark.rule("D-OPT-2")
def test_the_bag_is_drawn_whole() -> None:
    state = position(board="k.... ..... ..k.. ..... .....", tokens=HANDS)
    assert bag(state) == {"black": 2, "pearl": 2, "gold": 3}
    play(state, "replenish", replenish=[G, K, P, G, P, K, G])
    assert bag(state) == {}


@pytest.mark.rule("D-OPT-2")
def test_only_what_lies_in_the_bag_can_come() -> None:
    state = position(board="k.... ..... ..k.. ..... .....", tokens=HANDS)
    with pytest.raises(ScriptError):
        play(state, "replenish", replenish=[W, K, P, G, P, K, G])


@pytest.mark.rule("D-OPT-2")
def test_the_opponent_takes_a_privilege_after_the_cells_are_filled() -> None:
    state = position(board="wbgrk wbgrk wbgrk wbgrk ppo..", privileges=(1, 0))
    log = play(state, "replenish", replenish=[G, G])
    assert names(log) == [
        *("BoardReplenished", "CellFilled", "CellFilled"),
        *("PrivilegeTaken", "DecisionAsked"),
    ]
    assert [player.privileges for player in table(state).players] == [1, 1]


@pytest.mark.rule("D-OPT-2")
def test_replenishing_is_optional_and_leaves_the_mandatory_action_to_do() -> None:
    state = position(board="wbgrk wbgrk wbgrk wbgrk ppo..")
    assert "replenish" in texts(state)
    assert "take a1" in texts(state)
    play(state, "replenish", replenish=[G, G])
    assert duel.to_move(state) == 0
    assert "reserve D1-01 gold d5" in texts(state)
    play(state, "take a1")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-OPT-2")
def test_a_second_replenish_in_a_turn_is_refused() -> None:
    state = position(board="wbgrk wbgrk wbgrk wbgrk ppo..", turn={"has_replenished": True})
    assert bag(state) == {"gold": 2}
    assert_refused(state, "replenish", Reason.ALREADY_REPLENISHED, "D-OPT-2")


@pytest.mark.rule("D-OPT-2")
def test_the_board_may_be_replenished_in_every_turn() -> None:
    state = position(board="wbgrk wbgrk wbgrk wbgrk ppoo.", face_up=["D1-02"])  # for 3 blue
    play(state, "replenish", "take b1 b2 b3", "take a1", "buy D1-02", replenish=[G])
    play(state, "replenish", replenish=[B, B, B])
    assert bag(state) == {}


@pytest.mark.rule("D-OPT-2")
def test_an_empty_bag_is_not_drawn() -> None:
    state = position(
        board="wbgrk wbgrk wbgrk wbgrk ppo..", tokens=({"gold": 1}, {"gold": 1}), privileges=(0, 0)
    )
    assert bag(state) == {}
    assert_refused(state, "replenish", Reason.BAG_EMPTY, "D-OPT-2")


@pytest.mark.rule("D-OPT-2")
def test_a_full_board_is_not_replenished() -> None:
    state = position()
    assert None not in table(state).board
    assert_refused(state, "replenish", Reason.BAG_EMPTY, "D-OPT-2")


@pytest.mark.rule("D-OPT-2")
def test_the_board_is_not_replenished_after_the_mandatory_action() -> None:
    state = position(board="k.... ..... ..k.. ..... .....", tokens=(HANDS[0] | {"gold": 2}, {}))
    play(state, "take c3")
    assert_refused(state, "replenish", Reason.NOT_ASKED, "D-END-1")
