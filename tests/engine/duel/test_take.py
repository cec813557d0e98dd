"""Taking tokens (D-TAKE-1) and the privilege it can give the opponent (D-TAKE-2)."""

from itertools import combinations, pairwise
from random import Random

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import TakeTokens
from gemwright.engine.duel.events import PrivilegeTaken, TokenTaken
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, hand, play, position, table, texts

BOARD = "wbgrk wbgrk wbgrk wbgrk ppooo"
"""Four equal rows of white, blue, green, red and black; pearls in a5 and b5, then gold."""

CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


def takes(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("take")]


def is_a_line(cells: tuple[tuple[int, int], ...]) -> bool:
    """Whether sorted cells follow each other in one of the four directions."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)]
    return len(set(steps)) <= 1 and set(steps) <= {(0, 1), (1, 0), (1, 1), (1, -1)}


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("seed", range(12))
def test_every_uninterrupted_line_is_listed_and_nothing_else(seed: int) -> None:
    rng = Random(seed)
    shuffled = rng.sample("wbgrk" * 4 + "ppooo", 25)
    letters = "".join(letter if rng.random() < (seed + 1) / 12 else "." for letter in shuffled)
    there = [divmod(cell, 5) for cell in range(25) if letters[cell] not in ".o"]
    expected = {
        "take " + " ".join(f"{'abcde'[column]}{row + 1}" for row, column in cells)
        for number in (1, 2, 3)
        for cells in combinations(there, number)
        if is_a_line(cells)
    }
    listed = takes(texts(position(board=letters)))
    assert len(listed) == len(expected)
    assert set(listed) == expected


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("take d2", {"red": 1}),
        ("take a5", {"pearl": 1}),
        ("take c1 d1", {"green": 1, "red": 1}),
        ("take c1 c2 c3", {"green": 3}),
        ("take a1 b1 c1", {"white": 1, "blue": 1, "green": 1}),
        ("take a1 b2 c3", {"white": 1, "blue": 1, "green": 1}),
        ("take e1 d2 c3", {"black": 1, "red": 1, "green": 1}),
        ("take e3 d4", {"black": 1, "red": 1}),
    ],
)
def test_one_to_three_tokens_of_a_row_a_column_or_a_diagonal_are_taken(
    line: str, taken: dict[str, int]
) -> None:
    state = position(board=BOARD)
    before = table(state).board
    log = play(state, line)
    assert hand(state, 0) == taken
    emptied = [CELLS.index(name) for name in line.split()[1:]]
    assert {event for event in log if isinstance(event, TokenTaken)} == {
        TokenTaken(0, cell, kind) for cell in emptied if (kind := before[cell]) is not None
    }
    assert [cell for cell in range(25) if table(state).board[cell] is None] == sorted(emptied)
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-TAKE-1")
def test_the_cells_of_a_line_are_named_in_any_order() -> None:
    named = {duel.parse_action(f"take {cells}") for cells in ("a1 b1 c1", "b1 c1 a1", "c1 b1 a1")}
    assert len(named) == 1
    state = position(board=BOARD)
    play(state, "take b1 c1 a1")
    assert hand(state, 0) == {"white": 1, "blue": 1, "green": 1}


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", ["a1 c1", "a1 b1 d1", "a1 a3", "a1 c3", "a1 b2 d4"])
def test_a_gap_in_the_line_is_refused(cells: str) -> None:
    assert_refused(position(board=BOARD), f"take {cells}", Reason.NOT_A_LINE, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", ["a1 b1 b2", "a1 b2 c1", "a1 b1 c2", "a1 b2 b3", "a1 c2"])
def test_a_bend_in_the_line_is_refused(cells: str) -> None:
    assert_refused(position(board=BOARD), f"take {cells}", Reason.NOT_A_LINE, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", ["e1 a2", "d1 e1 a2", "e1 a3", "d1 e2 a4"])
def test_a_line_does_not_go_on_beyond_the_edge(cells: str) -> None:
    assert_refused(position(board=BOARD), f"take {cells}", Reason.NOT_A_LINE, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", ["a1 b1 c1 d1", "a1 a2 a3 a4 a5"])
def test_more_than_three_tokens_are_refused(cells: str) -> None:
    assert_refused(position(board=BOARD), f"take {cells}", Reason.NOT_A_LINE, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", ["a1 a1", "a1 b1 a1", "a1 a1 a1"])
def test_a_cell_named_twice_is_refused(cells: str) -> None:
    assert_refused(position(board=BOARD), f"take {cells}", Reason.NOT_A_LINE, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", ["b1", "a1 b1", "a1 b1 c1", "a2 b1"])
def test_an_empty_cell_interrupts(cells: str) -> None:
    state = position(board="w.g.. wbgrk ..... ..... .....")
    assert_refused(state, f"take {cells}", Reason.CELL_EMPTY, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", ["b1", "a1 b1", "a1 b1 c1", "a2 b1"])
def test_gold_is_never_taken_and_interrupts(cells: str) -> None:
    state = position(board="wog.. wbgrk ..... ..... .....")
    assert_refused(state, f"take {cells}", Reason.CELL_HAS_GOLD, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
@pytest.mark.parametrize("cells", [(), (-1,), (25,), (23, 24, 25)])
def test_no_cell_and_cells_off_the_board_are_refused(cells: tuple[int, ...]) -> None:
    assert_refused(position(board=BOARD), TakeTokens(cells), Reason.MALFORMED, "D-TAKE-1")


@pytest.mark.rule("D-TAKE-1")
def test_there_is_exactly_one_mandatory_action_in_a_turn() -> None:
    state = position(board=BOARD)
    play(state, "take a1")
    assert_refused(state, "take a2", Reason.NOT_YOUR_TURN, "D-END-3", seat=0)


def given(line: str, board: str) -> int:
    """How many privileges the opponent takes for a line of this board."""
    state = position(board=board)
    taken = [event for event in play(state, line) if isinstance(event, PrivilegeTaken)]
    assert table(state).players[0].privileges == 0
    assert table(state).players[1].privileges == len(taken)
    return len(taken)


@pytest.mark.rule("D-TAKE-2")
@pytest.mark.parametrize("column", "abcde")
def test_three_tokens_of_one_colour_give_the_opponent_a_privilege(column: str) -> None:
    assert given(f"take {column}1 {column}2 {column}3", BOARD) == 1


@pytest.mark.rule("D-TAKE-2")
def test_two_pearls_give_the_opponent_a_privilege() -> None:
    assert given("take a5 b5", BOARD) == 1


@pytest.mark.rule("D-TAKE-2")
@pytest.mark.parametrize("row", ["ppw..", "pwp..", "wpp.."])
def test_two_pearls_with_a_third_token_give_the_opponent_one_privilege(row: str) -> None:
    assert given("take a1 b1 c1", f"{row} ..... ..... ..... .....") == 1


@pytest.mark.rule("D-TAKE-2")
@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("take a1 b1", "ww..."),
        ("take a1 b1 c1", "wwb.."),
        ("take a1 b1 c1", "wbw.."),
        ("take a1 b1 c1", "bww.."),
        ("take a1 b1 c1", "wpw.."),
        ("take a1 b1 c1", "wbg.."),
        ("take a1", "p...."),
    ],
)
def test_other_tokens_give_the_opponent_none(line: str, row: str) -> None:
    assert given(line, f"{row} ..... ..... ..... .....") == 0


@pytest.mark.rule("D-TAKE-2")
def test_only_this_action_counts_not_what_a_privilege_took_before() -> None:
    state = position(board=BOARD, privileges=(1, 0))
    play(state, "privilege a5", "take b5")
    assert hand(state, 0) == {"pearl": 2}
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("D-TAKE-2")
def test_only_this_action_counts_not_what_is_held() -> None:
    state = position(board=BOARD)
    play(state, "take a1 a2", "take e1", "take a3")
    assert hand(state, 0) == {"white": 3}
    assert table(state).players[1].privileges == 0


@pytest.mark.rule("D-TAKE-2")
def test_what_an_ability_takes_gives_the_opponent_none() -> None:
    state = position(
        board="w.... w.... w.... ..... .....",
        tokens=({"blue": 4, "red": 3, "pearl": 1}, {"pearl": 1}),
        face_up=["D2-02"],
    )
    play(state, "buy D2-02", "steal pearl")
    assert hand(state, 0) == {"pearl": 2}
    assert table(state).players[1].privileges == 0
