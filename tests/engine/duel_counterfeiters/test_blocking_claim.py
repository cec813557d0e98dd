"""The blocking claim where gold can be spent without a purchase (D-X-1)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import BlockingReset
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


@pytest.mark.rule("D-X-1")
def test_a_turn_begun_without_all_five_breaks_the_row() -> None:
    state = position(
        game="duel_counterfeiters",
        board="wbgrk ..... ..... ..... .....",
        tokens=({"gold": 3, "pearl": 2}, {}),
        counterfeiters=(["C-09"], []),
        royal_row=["R-4", "R-1", "R-2", "R-3"],
        blocking_turns=(2, 0),
        decision={"kind": "window"},
    )
    play(state, "use C-09 R-4 pay 1 gold", "take a1")
    assert duel.to_move(state) == 0
    assert [player.blocking_turns for player in duel.view(state, None).table.players] == [0, 0]


@pytest.mark.rule("D-X-1", "C-ROY-4")
def test_a_counterfeiter_card_taken_at_no_cost_is_no_purchase() -> None:
    state = position(
        game="duel_counterfeiters",
        tokens=({"gold": 3, "pearl": 2}, {}),
        cards=([("D3-12", "white")], []),
        royals_for_crowns=(0, 0),
        royal_row=["R-9", "R-1", "R-2", "R-3"],
        counterfeiter_row=["C-01", "C-02", "C-03"],
        blocking_turns=(3, 0),
        decision={"kind": "royal"},
    )
    play(state, "royal R-9", "counterfeiter C-01")
    assert duel.to_move(state) == 1
    assert "claim" in texts(state)


@pytest.mark.rule("D-X-1")
def test_an_extra_turn_begun_without_all_five_belongs_to_the_turn_before() -> None:
    """Gold pays for the extra turn; only the next turn that is no extra one is looked at again."""
    state = position(
        game="duel_counterfeiters",
        board="wbgrk ..... ..... ..... .....",
        tokens=({"gold": 3, "pearl": 2}, {}),
        privileges=(1, 0),
        counterfeiters=(["C-10"], []),
        blocking_turns=(2, 0),
        decision={"kind": "window"},
    )
    play(state, "use C-10 pay 1 gold")
    table = duel.view(state, None).table
    assert (duel.to_move(state), table.is_extra_turn) == (0, True)
    assert table.players[0].blocking_turns == 2


@pytest.mark.rule("D-X-1")
def test_discarding_another_token_resets_nothing() -> None:
    """Gold was spent on the extra turn, which is no discard of it."""
    state = position(
        game="duel_counterfeiters",
        board="wbgrk ..... ..... ..... .....",
        tokens=({"gold": 3, "pearl": 2, "white": 3, "blue": 3, "red": 1}, {}),
        privileges=(1, 0),
        counterfeiters=(["C-10"], []),
        blocking_turns=(2, 0),
        decision={"kind": "window"},
    )
    log = play(state, "use C-10 pay 1 gold", "discard white")
    assert not any(isinstance(event, BlockingReset) for event in log)
    assert duel.view(state, None).table.players[0].blocking_turns == 2
