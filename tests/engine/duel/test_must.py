"""What happens when no mandatory action is possible (D-MUST-1 to D-MUST-3)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import TurnEnded
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import KIND_OF_TEXT, Kind
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import (
    EMPTY_BOARD,
    assert_refused,
    hand,
    names,
    play,
    position,
    table,
    texts,
)

DEAR = ["D3-07", "D3-08", "D3-09"]
EVERY_TOKEN = [
    KIND_OF_TEXT[name]
    for name in ["white", "blue", "green", "red", "black"] * 4 + ["pearl"] * 2 + ["gold"] * 3
]


def without_a_purchase(board: str, privileges: int) -> State:
    """Seat 0 has three dear cards in its reserve and can buy nothing; all tokens but pearls and
    gold are in hands."""
    return position(
        board=board,
        tokens=({"white": 4, "blue": 4, "green": 2}, {"red": 4, "black": 4, "green": 2}),
        face_up=["D1-05", "D1-10", "D1-12", "D1-16", "D1-17"],
        reserved=(DEAR, []),
        privileges=(privileges, 0),
    )


@pytest.mark.rule("D-MUST-1")
def test_who_cannot_act_must_replenish() -> None:
    state = position(board=EMPTY_BOARD)
    assert texts(state) == ["replenish"]
    assert_refused(state, "pass", Reason.PASS_NOT_ALLOWED, "D-MUST-3")
    play(state, "replenish", replenish=EVERY_TOKEN)
    assert duel.to_move(state) == 0
    lines = texts(state)
    assert "take c3 c4" in lines
    assert "reserve D1-01 gold e5" in lines
    assert "replenish" not in lines


@pytest.mark.rule("D-MUST-1", "D-OPT-2")
def test_a_forced_replenish_gives_the_opponent_a_privilege_too() -> None:
    state = position(board=EMPTY_BOARD)
    play(state, "replenish", replenish=EVERY_TOKEN)
    assert [player.privileges for player in table(state).players] == [0, 1]


@pytest.mark.rule("D-MUST-1")
def test_gold_alone_with_a_full_reserve_forces() -> None:
    state = position(board="o.... ..... ..... ..... .....", reserved=(DEAR, []))
    assert texts(state) == ["replenish"]
    assert_refused(state, "take a1", Reason.CELL_HAS_GOLD, "D-TAKE-1")


@pytest.mark.rule("D-MUST-1")
@pytest.mark.parametrize(
    ("board", "tokens", "reserved", "line"),
    [
        ("w.... ..... ..... ..... .....", {}, DEAR, "take a1"),
        ("p.... ..... ..... ..... .....", {}, DEAR, "take a1"),
        ("o.... ..... ..... ..... .....", {}, DEAR[:2], "reserve deck 1 gold a1"),
        (EMPTY_BOARD, {"blue": 3}, DEAR, "buy D1-02"),
        (EMPTY_BOARD, {"red": 3}, ["D1-12"], "buy reserved 1"),
    ],
)
def test_any_possible_mandatory_action_leaves_replenishing_free(
    board: str, tokens: dict[str, int], reserved: list[str], line: str
) -> None:
    state = position(board=board, tokens=(tokens, {}), reserved=(reserved, []))
    assert {line, "replenish"} <= set(texts(state))
    play(state, line)
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-MUST-1", "D-OPT-1")
def test_no_privilege_can_be_used_before_a_forced_replenish_nor_after() -> None:
    state = position(board="o.... ..... ..... ..... .....", reserved=(DEAR, []), privileges=(2, 0))
    assert texts(state) == ["replenish"]
    assert_refused(state, "privilege a1", Reason.CELL_HAS_GOLD, "D-OPT-1")
    assert_refused(state, "privilege b1", Reason.CELL_EMPTY, "D-OPT-1")
    left = list(EVERY_TOKEN)
    left.remove(Kind.GOLD)
    play(state, "replenish", replenish=left)
    assert_refused(state, "privilege c3", Reason.ALREADY_REPLENISHED, "D-OPT-1")


def hidden(card: str, other: str, seat: int) -> State:
    """Seat 0 holds 3 blue tokens and this card unseen, the other one lies on top of its deck."""
    return position(
        board="o...w ..... ..... ..... .....",
        tokens=({"blue": 3}, {}),
        reserved=([card, "D3-07", "D3-08"], []),
        blind=[card],
        decks={1: [other]},
        seat=seat,
    )


@pytest.mark.rule("D-MUST-2")
@pytest.mark.parametrize("viewer", [1, None])
def test_nothing_that_others_see_tells_who_is_forced(viewer: int | None) -> None:
    """D1-02 costs 3 blue: it can be bought; D1-12 costs 3 red: whoever has it is forced."""
    free, forced = hidden("D1-02", "D1-12", 1), hidden("D1-12", "D1-02", 1)
    before = [play(state, "take e1") for state in (free, forced)]
    assert texts(free) == ["buy reserved 1", "replenish"]
    assert texts(forced) == ["replenish"]
    assert duel.project(before[0], viewer) == duel.project(before[1], viewer)
    assert duel.view(free, viewer) == duel.view(forced, viewer)
    assert duel.refusal(free, 1, duel.parse_action("take a1")) == duel.refusal(
        forced, 1, duel.parse_action("take a1")
    )

    tokens = [Kind.WHITE] * 3 + [Kind.BLUE] + [Kind.GREEN, Kind.RED, Kind.BLACK] * 4
    tokens += [Kind.PEARL] * 2 + [Kind.GOLD] * 2
    after = [play(state, "replenish", replenish=tokens) for state in (free, forced)]
    assert duel.project(after[0], viewer) == duel.project(after[1], viewer)
    assert duel.view(free, viewer) == duel.view(forced, viewer)


@pytest.mark.rule("D-MUST-3")
def test_pass_is_legal_with_nothing_to_do_and_an_empty_bag() -> None:
    state = without_a_purchase("ppooo ..... ..... ..... .....", privileges=2)
    play(state, "privilege a1", "privilege b1")  # on the last gems
    assert texts(state) == ["pass"]
    assert_refused(state, "replenish", Reason.BAG_EMPTY, "D-OPT-2")


@pytest.mark.rule("D-MUST-3")
def test_pass_is_legal_with_nothing_to_do_after_replenishing() -> None:
    state = without_a_purchase("pp... ..... ..... ..... .....", privileges=2)
    play(state, "privilege a1", "privilege b1")
    assert texts(state) == ["replenish"]
    play(state, "replenish", replenish=[Kind.GOLD] * 3)
    assert texts(state) == ["pass"]


@pytest.mark.rule("D-MUST-3")
def test_pass_is_refused_while_a_mandatory_action_is_possible() -> None:
    state = without_a_purchase("ppooo ..... ..... ..... .....", privileges=2)
    assert_refused(state, "pass", Reason.PASS_NOT_ALLOWED, "D-MUST-3")
    play(state, "privilege a1")
    assert_refused(state, "pass", Reason.PASS_NOT_ALLOWED, "D-MUST-3")


@pytest.mark.rule("D-MUST-3")
def test_pass_is_refused_while_replenishing_is_possible() -> None:
    state = without_a_purchase("pp... ..... ..... ..... .....", privileges=2)
    play(state, "privilege a1", "privilege b1")
    assert_refused(state, "pass", Reason.PASS_NOT_ALLOWED, "D-MUST-3")


@pytest.mark.rule("D-MUST-3", "D-END-1")
def test_the_end_of_the_turn_follows_a_pass() -> None:
    state = without_a_purchase("ppooo ..... ..... ..... .....", privileges=2)
    log = play(state, "privilege a1", "privilege b1", "pass")
    assert names(log) == ["TurnPassed", "DecisionAsked"]
    assert texts(state) == [f"discard {name}" for name in ("white", "blue", "green", "pearl")]
    log = play(state, "discard blue", "discard blue")
    assert TurnEnded(0, 1) in log
    assert hand(state, 0) == {"white": 4, "blue": 2, "green": 2, "pearl": 2}
    assert duel.to_move(state) == 1
