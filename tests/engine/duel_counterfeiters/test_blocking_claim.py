"""The blocking claim where gold can be spent without a purchase (D-X-1)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.kinds import Kind
from tests.engine.duel.positions import play, position, texts


@pytest.mark.rule("D-X-1")
def test_gold_spent_in_the_window_and_drawn_again_does_not_reset_the_blocking_count() -> None:
    """Only a purchase, a discard or a theft resets it."""
    state = blocking_with_the_window_open()
    play(state, "use C-09 R-10 pay 1 gold", "draw 1", draw_tokens=[Kind.GOLD])
    assert duel.to_move(state) == 1
    assert "claim" in texts(state)


@pytest.mark.rule("D-X-1")
def test_gold_spent_in_the_window_and_not_held_at_the_end_leaves_no_claim() -> None:
    state = blocking_with_the_window_open()
    play(state, "use C-09 R-10 pay 1 gold", "draw 0")
    assert duel.to_move(state) == 1
    assert "claim" not in texts(state)


def blocking_with_the_window_open() -> duel.State:
    """The end of a third turn begun with all gold and both pearls, with C-09 at hand."""
    return position(
        game="duel_counterfeiters",
        tokens=({"gold": 3, "pearl": 2}, {}),
        counterfeiters=(["C-09"], []),
        royal_row=["R-10", "R-1", "R-2", "R-3"],
        blocking_turns=(3, 0),
        decision={"kind": "window"},
    )
