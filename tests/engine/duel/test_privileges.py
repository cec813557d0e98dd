"""Privileges: using them (D-OPT-1) and taking them (D-OPT-3)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import UsePrivilege
from gemwright.engine.duel.events import PrivilegeReturned, PrivilegeTaken, TokenTaken
from gemwright.engine.kinds import Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, hand, names, play, position, table, texts

BOARD = "w.o.. ..... ..r.. ..... k...p"
"""White in a1, gold in c1, red in c3, black in a5, a pearl in e5."""


def uses(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("privilege")]


@pytest.mark.rule("D-OPT-1")
@pytest.mark.parametrize(("cell", "kind"), [("a1", "white"), ("c3", "red"), ("e5", "pearl")])
def test_a_privilege_takes_a_gem_or_pearl_from_any_cell(cell: str, kind: str) -> None:
    state = position(board=BOARD, privileges=(1, 0))
    play(state, f"privilege {cell}")
    assert hand(state, 0) == {kind: 1}
    assert texts(state).count(f"take {cell}") == 0


@pytest.mark.rule("D-OPT-1")
def test_a_privilege_goes_back_to_the_table() -> None:
    state = position(board=BOARD, privileges=(2, 1))
    log = play(state, "privilege e5")
    assert log[:2] == [PrivilegeReturned(0, None), TokenTaken(0, 24, Kind.PEARL)]
    seen = table(state)
    assert (seen.privileges, [player.privileges for player in seen.players]) == (1, [1, 1])


@pytest.mark.rule("D-OPT-1")
def test_privileges_may_be_used_repeatedly_and_the_turn_goes_on() -> None:
    state = position(board=BOARD, privileges=(3, 0))
    play(state, "privilege a1", "privilege a5", "privilege c3")
    assert hand(state, 0) == {"white": 1, "black": 1, "red": 1}
    assert duel.to_move(state) == 0
    play(state, "take e5")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-OPT-1")
def test_every_cell_with_a_gem_or_pearl_is_listed_and_no_other() -> None:
    state = position(board=BOARD, privileges=(1, 0))
    assert uses(texts(state)) == [f"privilege {cell}" for cell in ("a1", "c3", "a5", "e5")]


@pytest.mark.rule("D-OPT-1")
def test_a_privilege_never_takes_gold() -> None:
    state = position(board=BOARD, privileges=(1, 0))
    assert_refused(state, "privilege c1", Reason.CELL_HAS_GOLD, "D-OPT-1")


@pytest.mark.rule("D-OPT-1")
def test_a_privilege_takes_nothing_from_an_empty_cell() -> None:
    state = position(board=BOARD, privileges=(1, 0))
    assert_refused(state, "privilege b1", Reason.CELL_EMPTY, "D-OPT-1")


@pytest.mark.rule("D-OPT-1")
@pytest.mark.parametrize("cell", [-1, 25])
def test_there_is_no_cell_off_the_board(cell: int) -> None:
    state = position(board=BOARD, privileges=(1, 0))
    assert_refused(state, UsePrivilege(cell), Reason.MALFORMED, "D-OPT-1")


@pytest.mark.rule("D-OPT-1")
def test_without_a_privilege_none_can_be_used() -> None:
    state = position(board=BOARD, privileges=(0, 3))
    assert uses(texts(state)) == []
    assert_refused(state, "privilege a1", Reason.NO_PRIVILEGE, "D-OPT-1")


@pytest.mark.rule("D-OPT-1")
def test_a_used_privilege_cannot_be_used_again() -> None:
    state = position(board=BOARD, privileges=(1, 0))
    play(state, "privilege a1")
    assert_refused(state, "privilege a5", Reason.NO_PRIVILEGE, "D-OPT-1")


@pytest.mark.rule("D-OPT-1")
def test_no_privilege_is_used_with_nothing_to_take() -> None:
    state = position(board="..o.. ..... ..... ..... .....", privileges=(2, 0))
    assert uses(texts(state)) == []


@pytest.mark.rule("D-OPT-1")
def test_a_privilege_may_be_used_before_replenishing() -> None:
    state = position(board="wbgrk wbgrk wbgrk wbgrk ppoo.", privileges=(1, 0))
    play(state, "privilege a1")
    assert "replenish" in texts(state)


@pytest.mark.rule("D-OPT-1")
def test_no_privilege_may_be_used_after_replenishing() -> None:
    state = position(board="wbgrk wbgrk wbgrk wbgrk ppoo.", privileges=(1, 0))
    play(state, "replenish", replenish=[Kind.GOLD])
    assert uses(texts(state)) == []
    assert_refused(state, "privilege a1", Reason.ALREADY_REPLENISHED, "D-OPT-1")


@pytest.mark.rule("D-OPT-1")
def test_no_privilege_may_be_used_after_the_mandatory_action() -> None:
    state = position(
        board=BOARD, tokens=({"blue": 4, "green": 4, "white": 2}, {}), privileges=(1, 0)
    )
    play(state, "take a1")
    assert_refused(state, "privilege a5", Reason.NOT_ASKED, "D-END-1")


@pytest.mark.rule("D-OPT-1")
def test_the_opponent_uses_no_privilege_in_this_turn() -> None:
    state = position(board=BOARD, privileges=(0, 1))
    assert_refused(state, "privilege a1", Reason.NOT_YOUR_TURN, "D-END-3", seat=1)


@pytest.mark.rule("D-OPT-3")
@pytest.mark.parametrize(
    ("before", "after", "event"),
    [
        ((0, 0), (0, 1), PrivilegeTaken(1, None)),
        ((2, 0), (2, 1), PrivilegeTaken(1, None)),
        ((1, 1), (1, 2), PrivilegeTaken(1, None)),
        ((3, 0), (2, 1), PrivilegeTaken(1, 0)),
        ((1, 2), (0, 3), PrivilegeTaken(1, 0)),
        ((0, 3), (0, 3), None),
    ],
)
@pytest.mark.parametrize("line", ["replenish", "take a1 b1 c1"])
def test_a_privilege_comes_from_the_table_else_from_the_opponent_else_not_at_all(
    line: str, before: tuple[int, int], after: tuple[int, int], event: PrivilegeTaken | None
) -> None:
    board = "rrrbg wbgwb wbgwk kgkrk ppoo."
    state = position(board=board, privileges=before)
    log = play(state, line, replenish=[Kind.GOLD])
    seen = table(state)
    assert tuple(player.privileges for player in seen.players) == after
    assert seen.privileges == 3 - sum(after)
    taken = [one for one in log if isinstance(one, PrivilegeTaken)]
    assert taken == ([] if event is None else [event])


@pytest.mark.rule("D-OPT-1", "D-OPT-2", "D-OPT-3")
def test_privileges_spent_first_are_on_the_table_when_the_opponent_takes_one() -> None:
    state = position(board=BOARD, privileges=(1, 2))
    play(state, "privilege a1")
    every = [Kind.BLUE] * 4 + [Kind.GREEN] * 4 + [Kind.WHITE, Kind.RED, Kind.BLACK] * 3
    log = play(state, "replenish", replenish=[*every, Kind.PEARL, Kind.GOLD, Kind.GOLD])
    assert [one for one in log if isinstance(one, PrivilegeTaken)] == [PrivilegeTaken(1, None)]
    assert [player.privileges for player in table(state).players] == [0, 3]


@pytest.mark.rule("D-TAKE-2")
def test_what_privileges_take_gives_the_opponent_none() -> None:
    state = position(board="rrr.. ..... ..... ..... ...pp", privileges=(3, 0))
    log = play(state, "privilege a1", "privilege b1", "privilege c1")
    assert "PrivilegeTaken" not in names(log)
    assert table(state).players[1].privileges == 0

    state = position(board="rrr.. ..... ..... ..... ...pp", privileges=(2, 0))
    play(state, "privilege d5", "privilege e5", "take a1")
    assert table(state).players[1].privileges == 0
