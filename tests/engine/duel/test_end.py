"""The end of a turn and of the match (D-END-1 to D-END-3)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import Discard
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.events import MatchEnded, TokenDiscarded, TurnEnded, TurnStarted
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason, Outcome, Score
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import (
    Cards,
    Tokens,
    assert_refused,
    bag,
    hand,
    names,
    play,
    position,
    table,
    texts,
)

TEN = {"white": 4, "blue": 3, "pearl": 1, "gold": 2}
POINTS_18 = ["D3-13", "D2-24", "D1-30", "D3-04"]
"""6 + 5 + 3 points without a colour, 4 on blue."""
FOR_D1_15 = {"white": 3, "black": 2}
"""The price of D1-15: 1 point on green."""


@pytest.mark.rule("D-END-1")
def test_more_than_10_tokens_are_discarded_down_to_exactly_10() -> None:
    state = position(board="..... ..... ggg.. ..... .....", tokens=(TEN, {}))
    play(state, "take a3 b3 c3")
    for left in (3, 2, 1):
        kinds = (Kind.WHITE, Kind.BLUE, Kind.GREEN, Kind.PEARL, Kind.GOLD)
        assert table(state).decision == Decision(DecisionKind.DISCARD, 0, kinds=kinds, left=left)
        log = play(state, "discard white")
        assert log[0] == TokenDiscarded(0, Kind.WHITE)
    assert hand(state, 0) == {"white": 1, "blue": 3, "green": 3, "pearl": 1, "gold": 2}
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-END-1")
def test_exactly_10_tokens_are_kept() -> None:
    state = position(board="..... ..... ggg.. ..... .....", tokens=({"white": 4, "blue": 3}, {}))
    play(state, "take a3 b3 c3")
    assert duel.to_move(state) == 1
    assert sum(hand(state, 0).values()) == 10


@pytest.mark.rule("D-END-1")
@pytest.mark.parametrize("kind", ["white", "blue", "green", "pearl", "gold"])
def test_what_is_discarded_is_the_players_choice_and_goes_into_the_bag(kind: str) -> None:
    state = position(board="..... ..... .g... ..... .....", tokens=(TEN, {}))
    play(state, "take b3")
    assert texts(state) == [f"discard {one}" for one in ("white", "blue", "green", "pearl", "gold")]
    before = bag(state)
    play(state, f"discard {kind}")
    assert bag(state) == before | {kind: before.get(kind, 0) + 1}
    assert hand(state, 0).get(kind, 0) == (TEN | {"green": 1})[kind] - 1


@pytest.mark.rule("D-END-1")
def test_only_what_one_has_is_discarded() -> None:
    state = position(board="..... ..... .g... ..... .....", tokens=(TEN, {"red": 1}))
    play(state, "take b3")
    assert_refused(state, "discard red", Reason.KIND_NOT_THERE, "D-END-1")
    assert_refused(state, Discard(Kind.GLASSWARE), Reason.KIND_NOT_THERE, "D-END-1")
    assert_refused(state, "discard white", Reason.NOT_YOUR_TURN, "D-END-3", seat=1)


@pytest.mark.rule("D-END-1")
def test_during_the_turn_any_number_is_held() -> None:
    state = position(board="ggg.. rrr.. ..... ..... .....", tokens=(TEN, {}), privileges=(3, 0))
    play(state, "privilege a1", "privilege b1", "privilege c1")
    assert sum(hand(state, 0).values()) == 13
    play(state, "take a2 b2 c2")
    assert sum(hand(state, 0).values()) == 16
    assert table(state).decision is not None
    play(state, *["discard red", "discard green"] * 3)
    assert hand(state, 0) == TEN
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-END-1")
def test_the_gold_of_a_reservation_counts_too() -> None:
    state = position(board="..o.. ..... ..... ..... .....", tokens=(TEN, {}))
    play(state, "reserve deck 1 gold c1")
    assert "discard gold" in texts(state)


@pytest.mark.rule("D-END-1", "D-END-2")
def test_the_discard_comes_before_the_victory_check() -> None:
    tokens = FOR_D1_15 | {"red": 4, "blue": 4, "green": 3}
    state = position(tokens=(tokens, {}), cards=([*POINTS_18, "D1-10"], []), face_up=["D1-15"])
    play(state, "buy D1-15")
    assert duel.outcome(state) is None
    log = play(state, "discard red")
    assert names(log) == ["TokenDiscarded", "SlotFilled", "TurnEnded", "MatchEnded"]


def ended_after(line: str, tokens: Tokens, cards: Cards, face_up: str) -> tuple[EndReason, ...]:
    """Why the match ended after seat 0 played this, if it did."""
    state = position(tokens=(tokens, {}), cards=(cards, []), face_up=[face_up])
    play(state, line)
    ended = duel.outcome(state)
    if ended is None:
        assert duel.to_move(state) == 1
        return ()
    assert ended.winners == (0,)
    return ended.endings


@pytest.mark.rule("D-END-2")
@pytest.mark.parametrize(
    ("owned", "endings"),
    [
        (POINTS_18, ()),  # 19 points
        ([*POINTS_18, "D1-10"], (EndReason.POINTS,)),  # 20
        ([*POINTS_18, "D1-10", "D1-20"], (EndReason.POINTS,)),  # 21
    ],
)
def test_at_least_20_points_win(owned: list[str], endings: tuple[EndReason, ...]) -> None:
    assert ended_after("buy D1-15", FOR_D1_15, owned, "D1-15") == endings


@pytest.mark.rule("D-END-2")
@pytest.mark.parametrize(
    ("more", "endings"),
    [
        (["D1-12"], ()),  # 9 crowns
        (["D1-12", "D1-17"], (EndReason.CROWNS,)),  # 10
        (["D1-12", "D1-17", "D1-22"], (EndReason.CROWNS,)),  # 11
    ],
)
def test_at_least_10_crowns_win(more: list[str], endings: tuple[EndReason, ...]) -> None:
    owned: Cards = [("D3-12", "white"), "D3-01", "D3-07", *more]  # 3 + 2 + 2 crowns, 6 points
    assert ended_after("buy D1-02", {"blue": 3}, owned, "D1-02") == endings


@pytest.mark.rule("D-END-2")
@pytest.mark.parametrize(
    ("owned", "endings"),
    [
        (["D3-06", "D3-05", "D2-10"], ()),  # 4 + 3 + 1, and 1 with D1-15: 9 points on green
        (["D3-06", "D3-05", "D2-11"], (EndReason.COLOUR_POINTS,)),  # 10
        (["D3-06", "D3-05", ("D3-11", "green")], (EndReason.COLOUR_POINTS,)),  # 11
        (["D3-06", "D3-05", ("D3-11", "red")], ()),
        (["D3-06", "D3-05", "D3-04"], ()),  # 8 on green, 4 on blue
    ],
)
def test_at_least_10_points_on_cards_of_one_colour_win(
    owned: list[str | tuple[str, str]], endings: tuple[EndReason, ...]
) -> None:
    assert ended_after("buy D1-15", FOR_D1_15, owned, "D1-15") == endings


@pytest.mark.rule("D-END-2")
def test_cards_without_a_bonus_have_no_colour() -> None:
    owned = ["D3-13", "D2-24"]  # 11 points, and 3 with D1-30
    assert ended_after("buy D1-30", {"red": 4, "pearl": 1}, owned, "D1-30") == ()


@pytest.mark.rule("D-END-2")
def test_all_conditions_met_are_reported() -> None:
    owned: Cards = [
        *("D3-02", "D3-01", "D2-02", "D1-05"),  # 4 + 3 + 1 + 1 points on white, 2 crowns
        *(("D3-12", "red"), "D3-03", ("D2-22", "blue")),  # 3 points on blue, 3 + 2 + 2 crowns
        "D3-13",  # 6 points
    ]
    tokens = {"green": 2, "red": 2, "black": 2, "pearl": 1}
    # D2-01: white, 2 points, 1 crown
    assert ended_after("buy D2-01", tokens, owned, "D2-01") == (
        EndReason.POINTS,
        EndReason.CROWNS,
        EndReason.COLOUR_POINTS,
    )


@pytest.mark.rule("D-END-2")
def test_two_of_three_conditions_are_reported() -> None:
    owned = ["D3-06", "D3-05", "D2-11", "D3-13", "D1-30", "D1-20"]  # 9 on green, 10 others
    assert ended_after("buy D1-15", FOR_D1_15, owned, "D1-15") == (
        EndReason.POINTS,
        EndReason.COLOUR_POINTS,
    )


@pytest.mark.rule("D-END-2")
def test_victory_is_checked_for_the_player_whose_turn_it_was() -> None:
    state = position(cards=([], [*POINTS_18, "D1-10", "D1-15"]))
    assert table(state).players[1].points == 20
    play(state, "take c3")
    assert duel.outcome(state) is None
    play(state, "take c4")
    ended = duel.outcome(state)
    assert ended is not None
    assert (ended.winners, ended.endings) == ((1,), (EndReason.POINTS,))


@pytest.mark.rule("D-END-3")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_game_ends_at_once(seat: int) -> None:
    mine: Cards = [*POINTS_18, "D1-10"]
    state = position(
        tokens=(FOR_D1_15, {}) if seat == 0 else ({}, FOR_D1_15),
        cards=(mine, []) if seat == 0 else ([], mine),
        face_up=["D1-15"],
        seat=seat,
    )
    log = play(state, "buy D1-15")
    ended = duel.outcome(state)
    assert isinstance(log[-1], MatchEnded)
    assert log[-1].outcome == ended
    assert "TurnStarted" not in names(log)
    assert duel.to_move(state) is None
    assert duel.legal_actions(state) == []
    for who in (0, 1):
        assert_refused(state, "take c3", Reason.MATCH_OVER, "D-END-3", seat=who)


@pytest.mark.rule("D-END-3")
def test_the_outcome_says_who_won_and_the_scores() -> None:
    state = position(
        tokens=(FOR_D1_15, {}),
        cards=([*POINTS_18, "D1-10"], ["D3-01", "D1-20"]),
        face_up=["D1-15"],
    )
    play(state, "buy D1-15")
    assert duel.outcome(state) == Outcome(
        winners=(0,),
        ranks=(1, 2),
        endings=(EndReason.POINTS,),
        scores=(Score(20, 6, 0, (0, 5, 1, 0, 0)), Score(4, 2, 2, (3, 0, 0, 1, 0))),
    )


@pytest.mark.rule("D-END-3")
def test_otherwise_the_opponents_turn_follows() -> None:
    log = play(position(idle_turns=4), "take c3")
    assert names(log)[-3:] == ["TurnEnded", "TurnStarted", "DecisionAsked"]
    assert TurnEnded(0, 5) in log
    assert TurnStarted(1, 21, False, (0, 0)) in log
