"""The limit of turns without a purchase (D-X-2)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import MatchEnded, TurnEnded
from gemwright.engine.outcomes import EndReason
from tests.engine.duel.positions import names, play, position, table, texts

FOR_D1_15 = {"white": 3, "black": 2}


def limit(turns: int | None) -> dict[str, object]:
    return {"no_progress_limit": turns}


@pytest.mark.rule("D-X-2")
def test_the_limit_is_100_by_default() -> None:
    assert duel.Options().no_progress_limit == 100
    state = position(idle_turns=98)
    play(state, "take c3")
    assert duel.outcome(state) is None
    play(state, "take c4")
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-2")
def test_the_match_ends_in_a_draw() -> None:
    state = position(idle_turns=99)
    log = play(state, "take c3")
    ended = duel.outcome(state)
    assert ended is not None
    assert (ended.winners, ended.ranks) == ((), (1, 1))
    assert ended.endings == (EndReason.NO_PROGRESS,)
    assert log[-2:] == [TurnEnded(0, 100), MatchEnded(ended)]
    assert duel.legal_actions(state) == []


@pytest.mark.rule("D-X-2")
def test_turns_of_both_players_count_together() -> None:
    state = position(options=limit(3))
    play(state, "take c3", "take c4")
    assert table(state).idle_turns == 2
    assert duel.outcome(state) is None
    play(state, "take b4")
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-2")
def test_reservations_are_no_progress() -> None:
    state = position(board="o...w ..... ..... ..... .....", idle_turns=99)
    play(state, "reserve deck 1 gold a1")
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-2")
def test_several_actions_in_a_turn_are_one_turn() -> None:
    state = position(idle_turns=5, privileges=(2, 0))
    play(state, "privilege c3", "privilege c4", "take b4")
    assert table(state).idle_turns == 6


@pytest.mark.rule("D-X-2")
@pytest.mark.parametrize("line", ["buy D1-02", "buy reserved 1"])
def test_a_purchase_starts_the_count_anew(line: str) -> None:
    state = position(
        tokens=({"blue": 3, "red": 3}, {}),
        face_up=["D1-02"],
        reserved=(["D1-12"], []),
        idle_turns=99,
    )
    log = play(state, line)
    assert TurnEnded(0, 0) in log
    assert duel.outcome(state) is None
    play(state, "take c3")
    assert table(state).idle_turns == 1


@pytest.mark.rule("D-X-2")
def test_extra_turns_count() -> None:
    state = position(
        tokens=({"blue": 2, "green": 2, "pearl": 1}, {}), face_up=["D1-03"], options=limit(2)
    )
    play(state, "buy D1-03", "take c3")  # the second one is the extra turn
    assert table(state).idle_turns == 1
    play(state, "take c4")
    assert duel.outcome(state) is not None

    state = position(idle_turns=99, turn={"is_extra": True})
    play(state, "take c3")
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-2")
def test_a_draw_comes_before_an_extra_turn() -> None:
    state = position(idle_turns=99, turn={"is_extra_turn_due": True})
    assert "TurnStarted" not in names(play(state, "take c3"))
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-2", "D-MUST-3")
def test_passes_count() -> None:
    state = position(
        board="ooo.. ..... ..... ..... .....",
        tokens=(
            {"white": 4, "blue": 4, "green": 2, "pearl": 2},
            {"red": 4, "black": 4, "green": 2},
        ),
        face_up=["D1-05", "D1-10", "D1-12", "D1-16", "D1-17"],
        reserved=(["D3-07", "D3-08", "D3-09"], []),
        idle_turns=99,
    )
    assert texts(state) == ["pass"]
    play(state, "pass", "discard pearl", "discard pearl")
    ended = duel.outcome(state)
    assert ended is not None
    assert ended.endings == (EndReason.NO_PROGRESS,)


@pytest.mark.rule("D-X-2")
def test_the_victory_check_comes_first() -> None:
    owned = ["D3-13", "D2-24", "D1-30", "D3-04", "D1-10", "D1-15"]  # 20 points
    state = position(cards=(owned, []), idle_turns=99)
    play(state, "take c3")
    ended = duel.outcome(state)
    assert ended is not None
    assert (ended.winners, ended.endings) == ((0,), (EndReason.POINTS,))


@pytest.mark.rule("D-X-2")
def test_switched_off_the_match_goes_on() -> None:
    state = position(idle_turns=5000, options=limit(None))
    play(state, "take c3")
    assert duel.outcome(state) is None
    assert table(state).idle_turns == 5001
