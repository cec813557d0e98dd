"""Crowns and royal cards (D-ROY-1, D-ROY-2)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import Stop, TakeRoyal
from gemwright.engine.duel.decisions import DecisionKind
from gemwright.engine.duel.events import ExtraTurnGained, PrivilegeTaken, RoyalTaken, TokenStolen
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import (
    Cards,
    assert_refused,
    hand,
    names,
    play,
    position,
    table,
    texts,
)

ONE_CROWN = ["D1-07", "D1-12", "D1-17", "D1-22"]
ALL_ROYALS = [f"royal R-{number}" for number in (1, 2, 3, 4)]


def is_royal_asked(state: State) -> bool:
    decision = table(state).decision
    return decision is not None and decision.kind is DecisionKind.ROYAL


def with_crown(owned: Cards, opponent: dict[str, int] | None = None) -> State:
    """Seat 0 owns these cards and has just bought D1-02, which has 1 crown."""
    state = position(tokens=({"blue": 3}, opponent or {}), cards=(owned, []), face_up=["D1-02"])
    play(state, "buy D1-02 pay " + ("2 blue" if "D1-07" in owned else "3 blue"))
    return state


@pytest.mark.rule("D-ROY-1")
def test_reaching_3_crowns_takes_a_royal_card_of_choice() -> None:
    state = with_crown(ONE_CROWN[:2])
    assert table(state).players[0].crowns == 3
    assert duel.to_move(state) == 0
    assert texts(state) == ALL_ROYALS
    log = play(state, "royal R-4")
    assert log[0] == RoyalTaken(0, "R-4", 3)
    seen = table(state)
    assert (seen.players[0].royals, seen.players[0].points) == (("R-4",), 3)
    assert seen.royals == ("R-1", "R-2", "R-3", None)
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ROY-1")
@pytest.mark.parametrize("number", [0, 1])
def test_fewer_than_3_crowns_give_none(number: int) -> None:
    assert duel.to_move(with_crown(ONE_CROWN[:number])) == 1


@pytest.mark.rule("D-ROY-1")
@pytest.mark.parametrize("owned", [ONE_CROWN[:3], ONE_CROWN, [*ONE_CROWN, "D3-01"]])
def test_between_and_beyond_the_thresholds_there_is_none(owned: list[str]) -> None:
    state = with_crown(owned)
    assert table(state).players[0].crowns in (4, 5, 7)
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ROY-1")
def test_reaching_6_crowns_takes_another_one() -> None:
    state = position(
        tokens=({"blue": 3}, {}),
        cards=([*ONE_CROWN, "D2-01"], []),
        royals=(["R-2"], []),
        face_up=["D1-02"],
    )
    play(state, "buy D1-02")
    assert texts(state) == ["royal R-1", "royal R-3", "royal R-4"]
    play(state, "royal R-4")
    assert table(state).players[0].royals == ("R-2", "R-4")


@pytest.mark.rule("D-ROY-1")
@pytest.mark.parametrize(("owned", "crowns"), [([], 3), (["D1-07"], 4), (["D1-07", "D1-12"], 5)])
def test_jumping_over_a_threshold_reaches_it(owned: list[str], crowns: int) -> None:
    state = position(
        tokens=({"black": 4, "gold": 3}, {}),
        cards=([*owned, "D1-21"], []),
        face_up=["D3-12"],  # 8 black: 3 crowns
    )
    play(state, "buy D3-12 as black")
    assert table(state).players[0].crowns == crowns
    assert is_royal_asked(state)
    play(state, "royal R-4")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ROY-1")
def test_both_thresholds_at_once_give_two_one_after_the_other() -> None:
    state = position(
        tokens=({"blue": 3}, {"white": 1}),
        cards=([*ONE_CROWN[1:], "D2-05", "D2-09"], []),
        royals_for_crowns=(0, 0),
        face_up=["D1-02"],
    )
    play(state, "buy D1-02")
    assert table(state).players[0].crowns == 6
    assert texts(state) == ALL_ROYALS
    play(state, "royal R-3")
    assert texts(state) == ["steal white"]  # its ability first, then the second one
    play(state, "steal white")
    assert texts(state) == ["royal R-1", "royal R-2", "royal R-4"]
    play(state, "royal R-4")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ROY-1")
def test_the_cards_own_ability_comes_first() -> None:
    state = position(
        tokens=({"blue": 4, "red": 3}, {"white": 1}),
        cards=(ONE_CROWN[1:], []),
        royals_for_crowns=(0, 0),
        face_up=["D2-02"],
    )
    play(state, "buy D2-02")
    assert texts(state) == ["steal white"]
    play(state, "steal white")
    assert texts(state) == ALL_ROYALS


@pytest.mark.rule("D-ROY-1", "D-ABL-1")
def test_r_1_gives_an_extra_turn() -> None:
    state = with_crown(ONE_CROWN[:2])
    assert ExtraTurnGained(0, "R-1") in play(state, "royal R-1")
    assert duel.to_move(state) == 0
    assert table(state).is_extra_turn


@pytest.mark.rule("D-ROY-1", "D-ABL-3")
def test_r_2_takes_a_privilege() -> None:
    state = with_crown(ONE_CROWN[:2])
    assert PrivilegeTaken(0, None) in play(state, "royal R-2")
    assert table(state).players[0].privileges == 1
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ROY-1", "D-ABL-4")
def test_r_3_steals() -> None:
    state = with_crown(ONE_CROWN[:2], {"pearl": 1, "red": 1, "gold": 1})
    play(state, "royal R-3")
    assert texts(state) == ["steal red", "steal pearl"]
    assert_refused(state, "steal gold", Reason.KIND_NOT_ALLOWED, "D-ABL-4")
    assert play(state, "steal pearl")[0] == TokenStolen(0, 1, Kind.PEARL)
    assert hand(state, 0)["pearl"] == 1


@pytest.mark.rule("D-ROY-1", "D-ABL-4")
def test_r_3_steals_nothing_where_there_is_nothing() -> None:
    state = with_crown(ONE_CROWN[:2], {"gold": 1})
    play(state, "royal R-3")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ROY-1")
@pytest.mark.parametrize(("card", "points"), [("R-1", 2), ("R-2", 2), ("R-3", 2), ("R-4", 3)])
def test_royal_cards_have_points(card: str, points: int) -> None:
    state = with_crown(ONE_CROWN[:2])
    play(state, f"royal {card}")
    assert table(state).players[0].points == points


@pytest.mark.rule("D-ROY-1")
def test_a_single_royal_card_is_still_asked_for() -> None:
    state = position(
        tokens=({"blue": 3}, {}),
        cards=(ONE_CROWN[1:3], []),
        royals=([], ["R-1", "R-2", "R-4"]),
        face_up=["D1-02"],
    )
    play(state, "buy D1-02")
    assert texts(state) == ["royal R-3"]


@pytest.mark.rule("D-ROY-1")
def test_with_no_royal_card_left_there_is_nothing_and_the_threshold_is_spent() -> None:
    state = position(
        tokens=({"blue": 3}, {}),
        cards=(ONE_CROWN[1:3], []),
        royals=([], ["R-1", "R-2", "R-3", "R-4"]),
        face_up=["D1-02"],
    )
    play(state, "buy D1-02")
    assert duel.to_move(state) == 1
    players = duel.to_data(state)["players"]
    assert isinstance(players, list)
    assert players[0]["royals_for_crowns"] == 1


@pytest.mark.rule("D-ROY-1")
def test_it_cannot_be_refused() -> None:
    state = with_crown(ONE_CROWN[:2])
    assert_refused(state, Stop(), Reason.NOT_ASKED, "D-ROY-1")
    assert_refused(state, "take c3", Reason.NOT_ASKED, "D-ROY-1")


@pytest.mark.rule("D-ROY-1")
def test_only_a_face_up_royal_card_is_taken() -> None:
    state = position(
        tokens=({"blue": 3}, {}),
        cards=(ONE_CROWN[1:3], []),
        royals=([], ["R-2"]),
        face_up=["D1-02"],
    )
    play(state, "buy D1-02")
    assert_refused(state, "royal R-2", Reason.CARD_NOT_AVAILABLE, "D-ROY-1")
    assert_refused(state, "royal R-5", Reason.CARD_NOT_AVAILABLE, "D-ROY-1")
    assert_refused(state, TakeRoyal("R-99"), Reason.MALFORMED, "D-ROY-1")


@pytest.mark.rule("D-ROY-1", "D-END-1")
def test_royal_cards_come_before_the_discard() -> None:
    tokens = {"blue": 3, "white": 4, "green": 4, "black": 3}
    state = position(tokens=(tokens, {}), cards=(ONE_CROWN[1:3], []), face_up=["D1-02"])
    play(state, "buy D1-02")
    assert texts(state) == ALL_ROYALS
    play(state, "royal R-4")
    assert "discard white" in texts(state)


@pytest.mark.rule("D-ROY-2")
def test_royal_points_count_for_20_points() -> None:
    # 6 + 5 + 4 points on cards, 2 crowns, 2 points on a royal card before: 17.
    owned = ["D3-13", "D2-24", "D3-04", *ONE_CROWN[1:3]]
    state = position(
        tokens=({"blue": 3}, {}), cards=(owned, []), royals=(["R-1"], []), face_up=["D1-02"]
    )
    play(state, "buy D1-02 pay 2 blue")
    play(state, "royal R-4")
    ended = duel.outcome(state)
    assert ended is not None
    assert (ended.winners, ended.endings) == ((0,), (EndReason.POINTS,))
    assert ended.scores[0].points == 20


@pytest.mark.rule("D-ROY-2")
def test_royal_points_never_count_for_a_colour() -> None:
    owned = ["D3-02", "D2-02", "D2-03", "D1-05", *ONE_CROWN[1:3]]  # 8 points on white
    state = position(tokens=({"blue": 3}, {}), cards=(owned, []), face_up=["D1-02"])
    log = play(state, "buy D1-02", "royal R-4")
    me = table(state).players[0]
    assert me.colour_points == (8, 0, 0, 0, 0)
    assert me.points == 11
    assert "MatchEnded" not in names(log)
