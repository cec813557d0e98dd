"""What is public beside the base game (C-PUB-1)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import CounterfeiterGained, CounterfeiterSlotFilled
from tests.engine.duel.positions import play
from tests.engine.duel_counterfeiters.scenes import (
    scene,
    window,
)

VIEWERS = [0, 1, None]


@pytest.mark.rule("C-PUB-1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_counterfeiter_cards_owned_are_public(viewer: int | None) -> None:
    state = scene(counterfeiters=(["C-17", "C-12"], ["C-01"]))
    seen = duel.view(state, viewer).table
    assert [player.counterfeiters for player in seen.players] == [("C-17", "C-12"), ("C-01",)]


@pytest.mark.rule("C-PUB-1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_face_up_row_is_public(viewer: int | None) -> None:
    state = scene(
        counterfeiter_row=("C-05", "C-17", "C-02"), royal_row=("R-9", None, "R-4", "R-12")
    )
    seen = duel.view(state, viewer).table
    assert seen.counterfeiters == ("C-05", "C-17", "C-02")
    assert seen.royals == ("R-9", None, "R-4", "R-12")


@pytest.mark.rule("C-PUB-1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_sizes_of_the_counterfeiter_and_royal_decks_are_public(viewer: int | None) -> None:
    """17 less 3 owned and 3 face up; 12 less 2 owned and 4 face up."""
    state = scene(counterfeiters=(["C-17", "C-12"], ["C-01"]), royals=(["R-6"], ["R-7"]))
    seen = duel.view(state, viewer).table
    assert (seen.counterfeiter_deck_size, seen.royal_deck_size) == (11, 6)


@pytest.mark.rule("C-PUB-1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_order_of_the_two_decks_is_not(viewer: int | None) -> None:
    row, royals = ("C-05", "C-17", "C-02"), ("R-9", "R-1", "R-4", "R-12")
    one = scene(counterfeiter_row=row, royal_row=royals)
    other = scene(
        counterfeiter_row=row,
        royal_row=royals,
        counterfeiter_deck=("C-16", "C-01"),
        royal_deck=("R-11", "R-2"),
    )
    assert duel.to_data(one) != duel.to_data(other)
    assert duel.view(one, viewer) == duel.view(other, viewer)


@pytest.mark.rule("C-PUB-1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_sees_a_card_gained_and_a_slot_refilled(viewer: int | None) -> None:
    state = scene(
        counterfeiter_row=("C-01", "C-17", "C-02"),
        counterfeiter_deck=("C-16",),
        tokens=({"glassware": 2}, {}),
    )
    seen = duel.project(play(state, "buy C-17"), viewer)
    assert CounterfeiterGained(0, "C-17", 1, is_purchase=True) in seen
    assert CounterfeiterSlotFilled(1, "C-16") in seen


@pytest.mark.rule("C-PUB-1", "C-ABL-10")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_was_used_in_the_window_is_public(viewer: int | None) -> None:
    state = window(
        counterfeiters=(["C-11", "C-17"], []),
        tokens=({"glassware": 4}, {"red": 1}),
        privileges=(1, 0),
    )
    play(state, "use C-11 red")
    assert duel.view(state, viewer).table.used == ("C-11",)
