"""The royal cards of the base game, R-5, and those with thresholds (C-ROY-1, C-ROY-2)."""

from collections.abc import Mapping

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import SlotFilled
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    FIVE,
    THREE_CROWNS,
    asked,
    hand,
    row,
    royal_due,
    scene,
    table,
    window,
)

POINTS = {
    "R-1": 2,
    "R-2": 2,
    "R-3": 2,
    "R-4": 3,
    "R-5": 2,
    "R-6": 1,
    "R-7": 1,
    "R-8": 1,
    "R-9": 1,
    "R-10": 1,
    "R-11": 1,
    "R-12": 0,
}
NOTHING: list[str | None] = [None, None, None, None, None]


def endings(state: duel.State) -> tuple[EndReason, ...]:
    """The victory conditions met; none while the match goes on."""
    outcome = duel.outcome(state)
    return () if outcome is None else outcome.endings


@pytest.mark.rule("D-ROY-1", "D-ROY-2", "C-SET-3")
@pytest.mark.parametrize(("royal", "points"), POINTS.items())
def test_a_royal_card_counts_its_points_and_for_no_colour(royal: str, points: int) -> None:
    """Seat 0 owns one card of 0 points that counts as white."""
    state = royal_due(royal_row=row(royal))
    play(state, f"royal {royal}")
    me = table(state).players[0]
    assert (me.royals, me.points, me.colour_points) == ((royal,), points, (0, 0, 0, 0, 0))
    assert table(state).royals == (None,) * 4


# --- The four of the base game


@pytest.mark.rule("D-ABL-1", "D-ROY-1")
def test_r_1_gives_an_extra_turn() -> None:
    state = royal_due(royal_row=row("R-1"))
    play(state, "royal R-1")
    assert (asked(state), table(state).is_extra_turn) == ("0 turn", True)


@pytest.mark.rule("D-ABL-3", "D-ROY-1")
def test_r_2_gives_a_privilege() -> None:
    state = royal_due(royal_row=row("R-2"), privileges=(0, 1))
    play(state, "royal R-2")
    assert [player.privileges for player in table(state).players] == [1, 1]
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-8", "D-ABL-4")
def test_r_3_steals_a_gem_pearl_or_glassware() -> None:
    state = royal_due(
        royal_row=row("R-3"), tokens=({}, {"red": 1, "pearl": 1, "gold": 1, "glassware": 2})
    )
    play(state, "royal R-3")
    assert texts(state) == ["steal red", "steal pearl", "steal glassware"]
    assert_refused(state, "steal gold", Reason.KIND_NOT_ALLOWED, "D-ABL-4")
    play(state, "steal glassware")
    assert hand(state) == {"glassware": 1}
    assert hand(state, 1) == {"red": 1, "pearl": 1, "gold": 1, "glassware": 1}
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-8", "D-ABL-4")
def test_r_3_steals_nothing_where_there_is_only_gold() -> None:
    state = royal_due(royal_row=row("R-3"), tokens=({}, {"gold": 3}))
    play(state, "royal R-3")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-8")
@pytest.mark.parametrize(
    ("jewel", "cost"),
    [
        ("D2-02", {"blue": 4, "red": 3}),
        ("D2-06", {"green": 4, "black": 3}),
        ("D2-10", {"white": 3, "red": 4}),
        ("D2-14", {"blue": 3, "black": 4}),
        ("D2-18", {"white": 4, "green": 3}),
    ],
)
def test_the_jewel_ability_steals_glassware_too(jewel: str, cost: Mapping[str, int]) -> None:
    state = scene(reserved=([jewel], []), tokens=(cost, {"glassware": 1, "gold": 1}))
    play(state, "buy reserved 1")
    assert (asked(state), texts(state)) == (f"0 steal {jewel}", ["steal glassware"])
    play(state, "steal glassware")
    assert hand(state) == {"glassware": 1}


@pytest.mark.rule("D-ROY-1")
def test_r_4_has_points_alone() -> None:
    state = royal_due(royal_row=row("R-4"))
    play(state, "royal R-4")
    assert asked(state) == "1 turn"
    assert hand(state) == {}


# --- reserve


@pytest.mark.rule("C-ROY-1")
def test_r_5_reserves_1_card_of_any_level_or_deck_without_gold() -> None:
    state = royal_due(royal_row=row("R-5"), board="o.... ..... ..... ..... .....")
    play(state, "royal R-5")
    assert asked(state) == "0 reserve R-5"
    cards = [card for card in table(state).pyramid if card is not None]
    assert len(cards) == 12
    assert texts(state) == [
        *[f"reserve {card}" for card in cards],
        "reserve deck 1",
        "reserve deck 2",
        "reserve deck 3",
    ]
    assert_refused(state, "reserve D1-01 gold a1", Reason.GOLD_STATED_WRONG, "C-ROY-1")
    assert_refused(state, "stop", Reason.STOP_NOT_ALLOWED, "C-ROY-1")
    play(state, "reserve D2-01")
    assert [entry.card for entry in table(state).players[0].reserved] == ["D2-01"]
    assert hand(state) == {}
    assert table(state).board[0] is Kind.GOLD
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-1", "D-RES-3")
def test_r_5_refills_the_slot_and_hides_a_card_of_a_deck() -> None:
    state = royal_due(royal_row=row("R-5"), decks={1: ["D1-30"]})
    play(state, "royal R-5")
    other = state.copy()
    assert SlotFilled(1, 0, "D1-30") in play(state, "reserve D1-01")
    play(other, "reserve deck 1")
    assert table(other).players[0].reserved[0].card is None
    mine = duel.view(other, 0).private
    assert mine is not None
    assert mine.reserved == ("D1-30",)


@pytest.mark.rule("C-ROY-1", "C-ABL-7")
@pytest.mark.parametrize(
    ("owned", "number", "then"),
    [
        ([], 2, "0 reserve R-5"),
        ([], 3, "1 turn"),
        (["C-15"], 4, "0 reserve R-5"),
        (["C-15"], 5, "1 turn"),
    ],
)
def test_r_5_is_skipped_with_a_full_reserve(owned: list[str], number: int, then: str) -> None:
    state = royal_due(
        royal_row=row("R-5"), counterfeiters=(owned, []), reserved=(FIVE[:number], [])
    )
    play(state, "royal R-5")
    assert asked(state) == then


@pytest.mark.rule("C-ROY-1", "C-ABL-7")
def test_r_5_reserves_one_card_even_with_reserve_five() -> None:
    state = royal_due(royal_row=row("R-5"), counterfeiters=(["C-15"], []))
    play(state, "royal R-5", "reserve deck 3")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-1")
def test_r_5_is_skipped_with_nothing_to_reserve() -> None:
    state = royal_due(
        royal_row=row("R-5"),
        pyramid={1: NOTHING, 2: NOTHING[:4], 3: NOTHING[:3]},
        empty_decks=(1, 2, 3),
    )
    play(state, "royal R-5")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-1")
def test_r_5_cannot_choose_a_slot_that_a_purchase_emptied() -> None:
    """D1-17 (3 black) in slot 1 brings the third crown; its slot is refilled later."""
    state = scene(
        cards=(["D1-02", "D1-07"], []),
        pyramid={1: ["D1-01", "D1-17", "D1-03", "D1-04", "D1-05"]},
        royal_row=row("R-5"),
        tokens=({"black": 3}, {}),
    )
    play(state, "buy D1-17", "royal R-5")
    assert sum("deck" not in line for line in texts(state)) == 11
    assert_refused(state, "reserve D1-17", Reason.CARD_NOT_AVAILABLE, "C-ROY-1")
    play(state, "reserve D1-01")
    assert None not in table(state).pyramid


@pytest.mark.rule("C-ROY-1")
def test_r_5_cannot_choose_an_empty_deck() -> None:
    state = royal_due(royal_row=row("R-5"), pyramid={3: NOTHING[:3]}, empty_decks=(3,))
    play(state, "royal R-5")
    assert_refused(state, "reserve deck 3", Reason.DECK_EMPTY, "C-ROY-1")


# --- own thresholds

NINE_RED = ["D3-07", "D3-08", "D2-13"]
"""3 + 4 + 2 points on red cards."""
EIGHT_RED = ["D3-07", "D3-08", "D2-14"]
NINE_CROWNS: list[str | tuple[str, str]] = [THREE_CROWNS, "D3-01", "D3-03", "D3-05"]
"""3 + 2 + 2 + 2 crowns."""
EIGHT_CROWNS: list[str | tuple[str, str]] = [THREE_CROWNS, "D3-01", "D3-03", "D1-02"]
ONE_TOKEN = "w.... ..... ..... ..... ....."


@pytest.mark.rule("C-ROY-2")
@pytest.mark.parametrize(
    ("royals", "cards", "expected"),
    [
        ((["R-6"], []), NINE_RED, (EndReason.COLOUR_POINTS,)),
        ((["R-6"], []), EIGHT_RED, ()),
        (([], ["R-6"]), NINE_RED, ()),
        ((["R-7"], []), NINE_RED, ()),
    ],
)
def test_r_6_wins_with_9_points_of_one_colour(
    royals: tuple[list[str], list[str]], cards: list[str], expected: tuple[EndReason, ...]
) -> None:
    state = scene(board=ONE_TOKEN, cards=(cards, []), royals=royals)
    play(state, "take a1")
    assert endings(state) == expected


@pytest.mark.rule("C-ROY-2")
@pytest.mark.parametrize(
    ("royals", "cards", "expected"),
    [
        ((["R-7"], []), NINE_CROWNS, (EndReason.CROWNS,)),
        ((["R-7"], []), EIGHT_CROWNS, ()),
        (([], ["R-7"]), NINE_CROWNS, ()),
        ((["R-6"], []), NINE_CROWNS, ()),
    ],
)
def test_r_7_wins_with_9_crowns(
    royals: tuple[list[str], list[str]],
    cards: list[str | tuple[str, str]],
    expected: tuple[EndReason, ...],
) -> None:
    state = scene(board=ONE_TOKEN, cards=(cards, []), royals=royals)
    play(state, "take a1")
    assert endings(state) == expected


@pytest.mark.rule("C-ROY-2")
def test_more_than_9_wins_too() -> None:
    """7 + 4 points of red; and 11 crowns, which win without R-7 as well."""
    state = scene(board=ONE_TOKEN, cards=([*NINE_RED, "D2-15"], []), royals=(["R-6"], []))
    play(state, "take a1")
    assert endings(state) == (EndReason.COLOUR_POINTS,)
    state = scene(board=ONE_TOKEN, cards=([*NINE_CROWNS, "D3-07"], []), royals=(["R-7"], []))
    play(state, "take a1")
    assert endings(state) == (EndReason.CROWNS,)


@pytest.mark.rule("C-ROY-2", "D-END-2")
@pytest.mark.parametrize(
    ("royal", "cards", "expected"),
    [("R-6", NINE_RED, EndReason.COLOUR_POINTS), ("R-7", NINE_CROWNS, EndReason.CROWNS)],
)
def test_a_threshold_gained_in_this_turn_is_checked_at_its_end(
    royal: str, cards: list[str | tuple[str, str]], expected: EndReason
) -> None:
    state = window(
        cards=(cards, []),
        counterfeiters=(["C-09", "C-17"], []),
        royal_row=row(royal),
        tokens=({"glassware": 3}, {}),
    )
    play(state, f"use C-09 {royal}")
    assert endings(state) == ()
    play(state, "done")
    assert endings(state) == (expected,)


@pytest.mark.rule("C-ROY-2", "D-ROY-2")
def test_royal_points_do_not_count_for_the_colour() -> None:
    """8 points of red, and royal points beside them."""
    state = scene(board=ONE_TOKEN, cards=(EIGHT_RED, []), royals=(["R-6", "R-4"], []))
    play(state, "take a1")
    assert endings(state) == ()
