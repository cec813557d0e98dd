"""The royal cards that take tokens or a counterfeiter card (C-ROY-3 to C-ROY-8)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import CounterfeiterGained, TokenDrawn
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import EMPTY_BOARD, assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    ALL_CARDS,
    FIVE,
    MIXED_BOARD,
    THREE_CROWNS,
    all_but,
    asked,
    bag,
    hand,
    row,
    royal_due,
    scene,
    table,
    window,
)

NOTHING: list[str | None] = [None, None, None, None, None]


def endings(state: duel.State) -> tuple[EndReason, ...]:
    """The victory conditions met; none while the match goes on."""
    outcome = duel.outcome(state)
    return () if outcome is None else outcome.endings


# --- up to 4 of one kind


@pytest.mark.rule("C-ROY-3")
@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (("a1", "a2", "a5", "b4"), "white"),
        (("b1", "b2", "b3"), "blue"),
        (("d1", "d2"), "pearl"),
        (("e1", "e2"), "glassware"),
    ],
)
def test_r_8_takes_up_to_4_tokens_of_one_kind_from_any_cells(
    cells: tuple[str, ...], kind: str
) -> None:
    state = royal_due(board=MIXED_BOARD, royal_row=row("R-8"))
    play(state, "royal R-8")
    for cell in cells:
        assert asked(state) == "0 take R-8"
        play(state, f"pick {cell}")
    assert asked(state) == "1 turn"
    assert hand(state) == {kind: len(cells)}
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("C-ROY-3")
def test_r_8_takes_the_others_of_the_kind_of_the_first() -> None:
    state = royal_due(board=MIXED_BOARD, royal_row=row("R-8"))
    play(state, "royal R-8", "pick b1")
    assert texts(state) == ["pick b2", "pick b3", "stop"]
    assert_refused(state, "pick a1", Reason.KIND_NOT_ALLOWED, "C-ROY-3")
    assert_refused(state, "pick b1", Reason.CELL_EMPTY, "C-ROY-3")


@pytest.mark.rule("C-ROY-3")
def test_r_8_takes_all_4_glassware() -> None:
    state = royal_due(board="sosos ..... ..... ..... ..s..", royal_row=row("R-8"))
    play(state, "royal R-8", "pick a1", "pick c1", "pick e1", "pick c5")
    assert hand(state) == {"glassware": 4}
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("C-ROY-3")
def test_r_8_takes_no_gold() -> None:
    state = royal_due(board=MIXED_BOARD, royal_row=row("R-8"))
    play(state, "royal R-8")
    assert_refused(state, "pick e3", Reason.KIND_NOT_ALLOWED, "C-ROY-3")


@pytest.mark.rule("C-ROY-3", "C-ROY-8")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_r_8_allows_fewer_and_none(number: int) -> None:
    state = royal_due(board="wwww. ..... ..... ..... .....", royal_row=row("R-8"))
    play(state, "royal R-8", *[f"pick {column}1" for column in "abcd"[:number]], "stop")
    assert hand(state).get("white", 0) == number
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-3", "C-ROY-7")
@pytest.mark.parametrize("royal", ["R-8", "R-12"])
@pytest.mark.parametrize("board", [EMPTY_BOARD, "ooo.. ..... ..... ..... ....."])
def test_r_8_and_r_12_fall_away_where_nothing_can_be_taken(royal: str, board: str) -> None:
    state = royal_due(board=board, royal_row=row(royal))
    play(state, f"royal {royal}")
    assert asked(state) == "1 turn"


# --- a counterfeiter card


@pytest.mark.rule("C-ROY-4")
@pytest.mark.parametrize("card", ALL_CARDS)
def test_r_9_takes_a_face_up_counterfeiter_card_at_no_cost(card: str) -> None:
    first, second, *_ = all_but(card)
    state = royal_due(royal_row=row("R-9"), counterfeiter_row=(first, card, second))
    play(state, "royal R-9")
    assert texts(state) == [
        f"counterfeiter {first}",
        f"counterfeiter {card}",
        f"counterfeiter {second}",
        "counterfeiter deck",
    ]
    log = play(state, f"counterfeiter {card}")
    assert CounterfeiterGained(0, card, 1, is_purchase=False) in log
    assert table(state).players[0].counterfeiters == (card,)
    assert hand(state) == {}
    assert None not in table(state).counterfeiters


@pytest.mark.rule("C-ROY-4")
def test_r_9_or_reveals_the_top_of_the_deck_and_takes_that() -> None:
    state = royal_due(
        royal_row=row("R-9"),
        counterfeiter_row=("C-01", "C-02", "C-03"),
        counterfeiter_deck=("C-14", "C-13"),
    )
    play(state, "royal R-9")
    log = play(state, "counterfeiter deck")
    assert duel.project(log, 1)[0] == CounterfeiterGained(0, "C-14", None, is_purchase=False)
    assert table(state).players[0].counterfeiters == ("C-14",)
    assert table(state).counterfeiters == ("C-01", "C-02", "C-03")
    assert table(state).counterfeiter_deck_size == 13


@pytest.mark.rule("C-ROY-4")
def test_r_9_takes_no_card_that_is_not_there() -> None:
    state = royal_due(
        royal_row=row("R-9"),
        counterfeiters=(["C-04"], ["C-05"]),
        counterfeiter_row=("C-01", "C-02", "C-03"),
    )
    play(state, "royal R-9")
    for card in ("C-04", "C-05", "C-06"):
        assert_refused(state, f"counterfeiter {card}", Reason.CARD_NOT_AVAILABLE, "C-ROY-4")
    assert "stop" not in texts(state)


@pytest.mark.rule("C-ROY-4")
def test_r_9_with_an_empty_deck_takes_a_face_up_card() -> None:
    state = royal_due(
        royal_row=row("R-9"),
        counterfeiters=([], all_but("C-01", "C-03")),
        counterfeiter_row=("C-01", None, "C-03"),
    )
    play(state, "royal R-9")
    assert texts(state) == ["counterfeiter C-01", "counterfeiter C-03"]
    assert_refused(state, "counterfeiter deck", Reason.DECK_EMPTY, "C-ROY-4")


@pytest.mark.rule("C-ROY-4")
def test_r_9_with_an_empty_row_takes_the_top_of_the_deck() -> None:
    """Not the course of a real turn; the rule says what would happen."""
    state = royal_due(royal_row=row("R-9"), counterfeiter_row=(None, None, None))
    play(state, "royal R-9")
    assert texts(state) == ["counterfeiter deck"]


@pytest.mark.rule("C-ROY-4")
def test_r_9_with_neither_row_nor_deck_gives_nothing() -> None:
    state = royal_due(
        royal_row=row("R-9"),
        counterfeiters=([], [*ALL_CARDS]),
        counterfeiter_row=(None, None, None),
    )
    play(state, "royal R-9")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-4")
def test_a_slot_emptied_in_this_turn_holds_no_card_yet() -> None:
    state = scene(
        cards=(["D1-02"], []),
        royal_row=row("R-9"),
        counterfeiter_row=("C-14", "C-01", "C-02"),
        counterfeiter_deck=("C-17",),
        tokens=({"glassware": 2, "gold": 1}, {}),
    )
    play(state, "buy C-14", "royal R-9")
    assert texts(state) == ["counterfeiter C-01", "counterfeiter C-02", "counterfeiter deck"]
    assert_refused(state, "counterfeiter C-14", Reason.CARD_NOT_AVAILABLE, "C-ROY-4")


@pytest.mark.rule("C-ROY-4", "D-ROY-1")
def test_a_card_taken_may_bring_crowns_and_so_another_royal_after_this_one() -> None:
    """3 crowns and 1, then 2 of C-14."""
    state = royal_due(
        cards=([THREE_CROWNS, "D1-02"], []),
        royal_row=("R-9", "R-4", None, None),
        counterfeiter_row=("C-14", "C-01", "C-02"),
    )
    play(state, "royal R-9", "counterfeiter C-14")
    assert (asked(state), texts(state)) == ("0 royal", ["royal R-4"])
    play(state, "royal R-4")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-4", "D-X-2")
def test_a_card_taken_at_no_cost_is_no_purchase() -> None:
    state = window(
        counterfeiters=(["C-09"], []),
        royal_row=row("R-9"),
        counterfeiter_row=("C-01", "C-02", "C-03"),
        tokens=({"glassware": 1}, {}),
        idle_turns=7,
    )
    play(state, "use C-09 R-9", "counterfeiter C-01")
    assert table(state).idle_turns == 8


# --- random tokens


@pytest.mark.rule("C-ROY-5")
@pytest.mark.parametrize(
    ("number", "drawn"),
    [(0, []), (1, [Kind.GLASSWARE]), (2, [Kind.GOLD, Kind.PEARL]), (2, [Kind.GOLD, Kind.GOLD])],
)
def test_r_10_draws_as_many_random_tokens_as_the_player_names(
    number: int, drawn: list[Kind]
) -> None:
    state = royal_due(board=EMPTY_BOARD, royal_row=row("R-10"))
    play(state, "royal R-10")
    assert texts(state) == ["draw 0", "draw 1", "draw 2"]
    log = play(state, f"draw {number}", draw_tokens=drawn)
    assert [event for event in log if isinstance(event, TokenDrawn)] == [
        TokenDrawn(0, kind) for kind in drawn
    ]
    assert sum(hand(state).values()) == number
    assert all(hand(state)[kind.text] == drawn.count(kind) for kind in drawn)
    assert sum(bag(state).values()) == 29 - number
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-5")
def test_r_10_names_no_more_than_the_bag_holds() -> None:
    """25 tokens on the board and 3 in hand: 1 in the bag."""
    state = royal_due(royal_row=row("R-10"), tokens=({"white": 3}, {}))
    assert sum(bag(state).values()) == 1
    play(state, "royal R-10")
    assert texts(state) == ["draw 0", "draw 1"]
    assert_refused(state, "draw 2", Reason.WRONG_NUMBER, "C-ROY-5")


@pytest.mark.rule("C-ROY-5")
def test_r_10_names_no_more_than_2() -> None:
    state = royal_due(board=EMPTY_BOARD, royal_row=row("R-10"))
    play(state, "royal R-10")
    assert_refused(state, "draw 3", Reason.WRONG_NUMBER, "C-ROY-5")


@pytest.mark.rule("C-ROY-5")
def test_r_10_falls_away_with_an_empty_bag() -> None:
    state = royal_due(royal_row=row("R-10"), tokens=({"white": 4}, {}))
    assert bag(state) == {}
    play(state, "royal R-10")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-5", "C-ABL-10")
def test_r_10_can_draw_the_glassware_just_spent_on_it() -> None:
    """Tokens spent go into the bag before any effect: an empty bag holds 1 then."""
    state = window(
        counterfeiters=(["C-09"], []),
        royal_row=row("R-10"),
        tokens=({"glassware": 4}, {}),
    )
    assert bag(state) == {}
    play(state, "use C-09 R-10")
    assert texts(state) == ["draw 0", "draw 1"]
    play(state, "draw 1", draw_tokens=[Kind.GLASSWARE])
    assert hand(state) == {"glassware": 4}


# --- gold


@pytest.mark.rule("C-ROY-6")
def test_r_11_takes_1_gold_from_a_cell_of_the_players_choice() -> None:
    state = royal_due(board=MIXED_BOARD, royal_row=row("R-11"))
    play(state, "royal R-11")
    assert texts(state) == ["pick e3", "pick e4", "pick b5"]
    assert_refused(state, "pick a1", Reason.KIND_NOT_ALLOWED, "C-ROY-6")
    play(state, "pick e4")
    assert hand(state) == {"gold": 1}
    assert table(state).board[19] is None
    assert table(state).players[0].reserved == ()
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-6")
def test_r_11_is_not_to_be_refused() -> None:
    state = royal_due(board="o.... ..... ..... ..... .....", royal_row=row("R-11"))
    play(state, "royal R-11")
    assert texts(state) == ["pick a1"]
    assert_refused(state, "stop", Reason.STOP_NOT_ALLOWED, "C-ROY-6")


@pytest.mark.rule("C-ROY-6")
def test_r_11_gives_nothing_with_no_gold_on_the_board() -> None:
    state = royal_due(board="wbgps ..... ..... ..... .....", royal_row=row("R-11"))
    play(state, "royal R-11")
    assert asked(state) == "1 turn"
    assert hand(state) == {}


@pytest.mark.rule("C-ROY-6")
def test_r_11_takes_gold_with_a_full_reserve_too() -> None:
    state = royal_due(
        board="o.... ..... ..... ..... .....", royal_row=row("R-11"), reserved=(FIVE[:3], [])
    )
    play(state, "royal R-11", "pick a1")
    assert hand(state) == {"gold": 1}
    assert len(table(state).players[0].reserved) == 3


# --- three of choice


@pytest.mark.rule("C-ROY-7")
@pytest.mark.parametrize(
    ("cells", "taken"),
    [
        (("a1", "d2", "e1"), {"white": 1, "pearl": 1, "glassware": 1}),
        (("a1", "b4", "a5"), {"white": 3}),
        (("d1", "d2", "c1"), {"pearl": 2, "green": 1}),
    ],
)
def test_r_12_takes_up_to_3_tokens_of_any_kinds_from_any_cells(
    cells: tuple[str, ...], taken: dict[str, int]
) -> None:
    state = royal_due(board=MIXED_BOARD, royal_row=row("R-12"))
    play(state, "royal R-12")
    for cell in cells:
        assert asked(state) == "0 take R-12"
        play(state, f"pick {cell}")
    assert asked(state) == "1 turn"
    assert hand(state) == taken
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("C-ROY-7")
def test_r_12_takes_no_gold() -> None:
    state = royal_due(board=MIXED_BOARD, royal_row=row("R-12"))
    play(state, "royal R-12")
    assert_refused(state, "pick b5", Reason.KIND_NOT_ALLOWED, "C-ROY-7")
    play(state, "pick a1")
    assert_refused(state, "pick b5", Reason.KIND_NOT_ALLOWED, "C-ROY-7")


@pytest.mark.rule("C-ROY-7", "C-ROY-8")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_r_12_allows_fewer_and_none(number: int) -> None:
    state = royal_due(board="wbgr. ..... ..... ..... .....", royal_row=row("R-12"))
    play(state, "royal R-12", *[f"pick {column}1" for column in "abc"[:number]], "stop")
    assert sum(hand(state).values()) == number
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ROY-7")
def test_r_12_ends_with_the_last_token() -> None:
    state = royal_due(board="wo... ..... ..... ..... ....p", royal_row=row("R-12"))
    play(state, "royal R-12", "pick a1", "pick e5")
    assert asked(state) == "1 turn"
