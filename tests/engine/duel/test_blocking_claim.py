"""The claim against a blocking opponent (D-X-1)."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import BlockingReset, MatchEnded, TurnStarted, WinClaimed
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import (
    EMPTY_BOARD,
    Cards,
    Tokens,
    assert_refused,
    hand,
    names,
    play,
    position,
    table,
    texts,
)

FIVE = {"gold": 3, "pearl": 2}
RED_BONUSES = ["D2-16", "D1-16", "D1-17", "D1-18", "D1-19", "D1-20"]
"""7 red bonuses: D3-11 (8 red, wild, extra turn) costs 1 red."""


def blocked(
    turns: int,
    *,
    seat: int = 1,
    tokens: tuple[Tokens, Tokens] = (FIVE, {}),
    board: str | None = None,
    cards: tuple[Cards, Cards] = ((), ()),
    privileges: tuple[int, int] = (0, 0),
    can_claim: bool = False,
    is_extra_turn_due: bool = False,
    blocking_claim: bool = True,
) -> State:
    """Seat 0 has begun so many turns with all five tokens. White lies in c3, c4, b4 and b3."""
    return position(
        board=board,
        tokens=tokens,
        cards=cards,
        privileges=privileges,
        face_up=["D3-11", "D1-02", "D2-02"],
        blocking_turns=(turns, 0),
        seat=seat,
        turn={"can_claim": can_claim, "is_extra_turn_due": is_extra_turn_due},
        options={"blocking_claim": blocking_claim},
    )


def count(state: State) -> int:
    return table(state).players[0].blocking_turns


@pytest.mark.rule("D-X-1")
def test_after_the_third_turn_begun_with_all_five_the_opponent_may_claim() -> None:
    state = blocked(0)
    for turns, mine, theirs in ((1, "a1", "a2"), (2, "b1", "c1"), (3, "d1", "a3")):
        assert "claim" not in texts(state)
        play(state, f"take {mine}")
        assert count(state) == turns
        assert "claim" not in texts(state)
        play(state, f"take {theirs}")
    assert "claim" in texts(state)
    assert "take c3" in texts(state)


@pytest.mark.rule("D-X-1")
def test_the_claim_wins_instead_of_acting() -> None:
    state = blocked(2)
    log = play(state, "take c3", "take c4", "claim")
    assert names(log) == ["WinClaimed", "MatchEnded"]
    assert log[0] == WinClaimed(1)
    ended = duel.outcome(state)
    assert ended is not None
    assert (ended.winners, ended.ranks) == ((1,), (2, 1))
    assert ended.endings == (EndReason.BLOCKING_CLAIM,)
    assert isinstance(log[1], MatchEnded)
    assert duel.legal_actions(state) == []


@pytest.mark.rule("D-X-1")
def test_after_two_turns_there_is_no_claim() -> None:
    state = blocked(1)
    play(state, "take c3", "take c4")
    assert count(state) == 2
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")


@pytest.mark.rule("D-X-1")
def test_during_the_third_turn_itself_there_is_no_claim() -> None:
    state = blocked(2)
    play(state, "take c3")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")
    assert_refused(state, "claim", Reason.NOT_YOUR_TURN, "D-END-3", seat=1)


@pytest.mark.rule("D-X-1")
@pytest.mark.parametrize(
    "tokens", [{"gold": 2, "pearl": 2}, {"gold": 3, "pearl": 1}, {"gold": 3, "white": 4}]
)
def test_without_all_five_no_turn_counts(tokens: dict[str, int]) -> None:
    state = position(seat=1, tokens=(tokens, {}))
    play(state, "take c3" if "white" not in tokens else "take b3")
    assert count(state) == 0


@pytest.mark.rule("D-X-1")
def test_either_player_can_block() -> None:
    state = position(tokens=({}, FIVE), blocking_turns=(0, 2))
    play(state, "take c3", "take c4")
    play(state, "claim")
    ended = duel.outcome(state)
    assert ended is not None
    assert ended.winners == (0,)


@pytest.mark.rule("D-X-1")
def test_a_privilege_used_first_forfeits_the_claim_of_this_turn() -> None:
    state = blocked(3, can_claim=True, privileges=(0, 1))
    assert "claim" in texts(state)
    play(state, "privilege c3")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")


@pytest.mark.rule("D-X-1")
def test_replenishing_first_forfeits_the_claim_of_this_turn() -> None:
    state = blocked(3, can_claim=True, board="wwww. bbbb. gggg. rrrr. kkk..")
    play(state, "replenish", replenish=[Kind.BLACK])
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")


@pytest.mark.rule("D-X-1")
def test_a_refused_action_does_not_forfeit_the_claim() -> None:
    state = blocked(3, can_claim=True)
    assert_refused(state, "take e1", Reason.CELL_EMPTY, "D-TAKE-1")
    play(state, "claim")
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-1")
def test_an_extra_turn_offers_no_claim() -> None:
    state = blocked(3, can_claim=True, is_extra_turn_due=True)
    play(state, "take c3")
    assert (duel.to_move(state), table(state).is_extra_turn) == (1, True)
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")


@pytest.mark.rule("D-X-1")
def test_the_claim_is_offered_again_after_each_later_turn() -> None:
    state = blocked(3, can_claim=True)
    for turns, theirs, mine in ((4, "a1", "a2"), (5, "b1", "c1")):
        assert "claim" in texts(state)
        play(state, f"take {theirs}", f"take {mine}")
        assert count(state) == turns
    play(state, "claim")
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-1")
def test_a_later_turn_with_a_purchase_ends_the_offers() -> None:
    state = blocked(3, can_claim=True, tokens=(FIVE | {"blue": 3}, {}))
    play(state, "take c3", "buy D1-02 pay 3 blue")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")


@pytest.mark.rule("D-X-1")
def test_a_purchase_resets_the_count() -> None:
    state = blocked(2, tokens=(FIVE | {"blue": 3}, {}))
    log = play(state, "take c3", "buy D1-02 pay 3 blue")
    assert BlockingReset(0) in log
    assert TurnStarted(1, 22, False, (0, 0)) in log
    assert hand(state, 0) == FIVE
    for turns, theirs, mine in ((1, "c4", "b4"), (2, "b3", "b2"), (3, "c2", "d2")):
        assert "claim" not in texts(state)
        play(state, f"take {theirs}")
        assert count(state) == turns
        play(state, f"take {mine}")
    assert "claim" in texts(state)


@pytest.mark.rule("D-X-1")
def test_a_purchase_of_the_opponent_resets_nothing() -> None:
    state = blocked(2, tokens=(FIVE, {"blue": 3}))
    play(state, "buy D1-02", "take c3")
    assert "claim" in texts(state)


@pytest.mark.rule("D-X-1")
def test_a_stolen_token_resets_the_count() -> None:
    state = blocked(3, can_claim=True, tokens=(FIVE, {"blue": 4, "red": 3}))
    log = play(state, "buy D2-02", "steal pearl")
    assert BlockingReset(0) in log
    assert count(state) == 0
    play(state, "take c3")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")


@pytest.mark.rule("D-X-1")
def test_another_stolen_token_resets_nothing() -> None:
    state = blocked(3, tokens=(FIVE | {"green": 1}, {"blue": 4, "red": 3}))
    log = play(state, "buy D2-02", "steal green")
    assert BlockingReset(0) not in log
    assert count(state) == 4


@pytest.mark.rule("D-X-1")
@pytest.mark.parametrize(
    ("kind", "turns", "can_claim"), [("gold", 0, False), ("pearl", 0, False), ("blue", 3, True)]
)
def test_a_discarded_token_resets_the_count_if_it_is_one_of_the_five(
    kind: str, turns: int, can_claim: bool
) -> None:
    state = blocked(3, seat=0, tokens=(FIVE | {"blue": 4, "green": 1}, {}))
    play(state, "take c3")
    log = play(state, f"discard {kind}")
    assert (BlockingReset(0) in log) is (turns == 0)
    assert count(state) == turns
    assert ("claim" in texts(state)) is can_claim


@pytest.mark.rule("D-X-1")
def test_who_regains_the_token_starts_counting_anew() -> None:
    state = blocked(3, seat=0, tokens=(FIVE | {"blue": 4, "green": 1}, {}))
    play(state, "take c3", "discard gold")
    play(state, "replenish", replenish=[Kind.GOLD])  # into the centre
    play(state, "take c4", "reserve D3-01 gold c3", "discard white")
    assert hand(state, 0) == FIVE | {"blue": 4, "green": 1}
    assert count(state) == 0
    for turns, theirs, mine in ((1, "b4", "b3"), (2, "b2", "c2"), (3, "d2", "d3")):
        assert "claim" not in texts(state)
        play(state, f"take {theirs}")
        assert count(state) == turns
        play(state, f"take {mine}", "discard blue")
    assert "claim" in texts(state)


@pytest.mark.rule("D-X-1")
def test_a_turn_with_its_extra_turns_counts_once() -> None:
    state = blocked(2, seat=0, is_extra_turn_due=True)
    log = play(state, "take c3")
    assert TurnStarted(0, 21, True, (2, 0)) in log
    play(state, "take c4")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")
    play(state, "take b4")
    assert count(state) == 3


@pytest.mark.rule("D-X-1")
def test_the_third_turn_ends_with_its_extra_turns() -> None:
    state = blocked(3, seat=0, is_extra_turn_due=True)
    play(state, "take c3")
    assert "claim" not in texts(state)
    play(state, "take c4")
    assert duel.to_move(state) == 1
    assert "claim" in texts(state)


@pytest.mark.rule("D-X-1")
def test_a_purchase_in_the_turn_counts_also_if_an_extra_turn_without_one_follows() -> None:
    state = blocked(3, seat=0, tokens=(FIVE | {"red": 1}, {}), cards=(RED_BONUSES, []))
    play(state, "buy D3-11 as red pay 1 red")
    assert table(state).is_extra_turn
    assert count(state) == 0
    play(state, "take c3")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")
    play(state, "take c4")
    assert count(state) == 1


@pytest.mark.rule("D-X-1")
def test_a_purchase_in_an_extra_turn_resets_the_count() -> None:
    tokens = FIVE | {"blue": 3}
    state = blocked(3, seat=0, tokens=(tokens, {}), is_extra_turn_due=True)
    play(state, "take c3", "buy D1-02 pay 3 blue")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")
    assert count(state) == 0


@pytest.mark.rule("D-X-1", "D-MUST-1")
def test_the_claim_is_offered_to_a_player_who_would_have_to_replenish() -> None:
    state = blocked(3, can_claim=True, board=EMPTY_BOARD)
    assert sorted(texts(state)) == ["claim", "replenish"]
    play(state, "claim")
    assert duel.outcome(state) is not None


@pytest.mark.rule("D-X-1")
def test_the_claim_is_on_by_default() -> None:
    assert duel.Options().blocking_claim is True


@pytest.mark.rule("D-X-1")
def test_switched_off_there_is_no_claim() -> None:
    state = blocked(2, blocking_claim=False)
    play(state, "take c3", "take c4")
    assert_refused(state, "claim", Reason.NO_CLAIM, "D-X-1")
