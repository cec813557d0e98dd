"""The last round, and who wins."""

import pytest

from gemwright.engine import splendor
from gemwright.engine.outcomes import EndReason, Outcome, Score
from gemwright.engine.refusals import Reason, Refusal
from gemwright.engine.splendor.actions import Pass
from gemwright.engine.splendor.events import LastRoundBegun, MatchEnded
from gemwright.engine.splendor.state import State
from tests.engine.splendor.positions import bonuses, outcome_of, play, position

TEN_POINTS = ["S3-04", "S3-08"]
# S3-12 is worth 5 points and costs 3 white and 7 black; S3-04 gives a black bonus.
FOR_S3_12 = {"white": 3, "black": 4, "gold": 2}


def one_purchase_short(seat: int, first_seat: int = 0, seats: int = 3) -> State:
    """The seat to move has 10 points and can purchase S3-12 for 5 more."""
    return position(
        seats=seats,
        seat=seat,
        first_seat=first_seat,
        cards={seat: TEN_POINTS},
        tokens={seat: FOR_S3_12},
        face_up={3: ["S3-12"]},
    )


def turns_until_the_end(state: State) -> int:
    turns = 0
    while state.outcome is None:
        play(state, "take white blue green")
        turns += 1
    return turns


def scores_decide(cards: dict[int, list[str]], seats: int = 2) -> Outcome:
    """The outcome of a match that the no-progress limit ends."""
    state = position(seats=seats, cards=cards, limit=1)
    play(state, "take white blue green")
    return outcome_of(state)


@pytest.mark.rule("S-END-2")
@pytest.mark.parametrize("first_seat", [0, 1, 2])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_last_round_gives_every_player_the_same_number_of_turns(
    first_seat: int, place: int
) -> None:
    state = one_purchase_short((first_seat + place) % 3, first_seat)
    log = play(state, "buy S3-12")
    assert LastRoundBegun((first_seat + place) % 3) in log
    assert turns_until_the_end(state) == 2 - place


@pytest.mark.rule("S-END-2")
@pytest.mark.parametrize(("seat", "more"), [(0, 1), (1, 0)])
def test_with_two_seats_only_the_second_one_plays_after_the_first(seat: int, more: int) -> None:
    state = one_purchase_short(seat, seats=2)
    play(state, "buy S3-12")
    assert turns_until_the_end(state) == more
    outcome = outcome_of(state)
    assert outcome.endings == (EndReason.LAST_ROUND,)


@pytest.mark.rule("S-END-2")
def test_fourteen_points_begin_no_last_round() -> None:
    state = position(cards={0: ["S3-04", "S3-06"]}, tokens={0: FOR_S3_12}, face_up={3: ["S3-12"]})
    play(state, "buy S3-12")
    assert state.players[0].points == 14
    assert not state.is_last_round


@pytest.mark.rule("S-END-2")
def test_the_points_of_a_noble_count_at_the_end_of_its_turn() -> None:
    # 12 points in cards, and bonuses for N-3.
    state = position(
        cards={0: ["S3-04", "S3-08", "S2-09", *bonuses(white=4, blue=2)]},
        noble_row=["N-3", "N-5", "N-10"],
    )
    log = play(state, "take white blue green")
    assert state.players[0].points == 15
    assert LastRoundBegun(0) in log


@pytest.mark.rule("S-END-2")
def test_a_second_player_with_fifteen_points_begins_no_other_last_round() -> None:
    state = position(
        seat=1,
        seats=3,
        cards={0: ["S3-16", "S3-20", "S3-02", "S2-01"], 1: TEN_POINTS},
        tokens={1: FOR_S3_12},
        face_up={3: ["S3-12"]},
        extra={"is_last_round": True},
    )
    log = play(state, "buy S3-12")
    assert not any(isinstance(event, LastRoundBegun) for event in log)
    assert turns_until_the_end(state) == 1


@pytest.mark.rule("S-END-2", "S-END-1")
def test_the_last_turn_ends_as_any_other_with_its_discards() -> None:
    state = position(
        seat=1,
        cards={0: [*TEN_POINTS, "S3-12"]},
        tokens={1: {"white": 3, "blue": 3, "green": 3}},
        extra={"is_last_round": True},
    )
    play(state, "take white red black")
    assert splendor.outcome(state) is None
    log = play(state, "discard white", "discard white")
    assert isinstance(log[-1], MatchEnded)


@pytest.mark.rule("S-END-3")
def test_the_most_points_win() -> None:
    outcome = scores_decide({0: ["S3-04"], 1: ["S3-08", "S1-08"]})
    assert outcome.winners == (1,)
    assert outcome.ranks == (2, 1)
    assert outcome.scores == (Score(5, 1, 0, ()), Score(6, 2, 0, ()))


@pytest.mark.rule("S-END-3")
def test_of_equal_points_the_fewest_purchased_cards_win() -> None:
    outcome = scores_decide({0: ["S3-02", "S1-08"], 1: ["S3-08"]})
    assert [score.points for score in outcome.scores] == [5, 5]
    assert outcome.winners == (1,)


@pytest.mark.rule("S-END-3")
def test_reserved_cards_and_nobles_are_no_purchased_cards() -> None:
    state = position(
        cards={0: ["S3-04", "S1-01"], 1: ["S1-08", "S1-16"]},
        nobles={1: ["N-1"]},
        reserved={0: ["S2-01", "S2-02"]},
        limit=1,
    )
    play(state, "take white blue green")
    outcome = outcome_of(state)
    assert outcome.winners == (0, 1)
    assert outcome.scores == (Score(5, 2, 0, ()), Score(5, 2, 0, ()))


@pytest.mark.rule("S-END-3")
def test_of_equal_points_and_cards_the_victory_is_shared() -> None:
    outcome = scores_decide({0: ["S3-04"], 1: ["S3-08"], 2: ["S3-02"]}, seats=3)
    assert outcome.winners == (0, 1)
    assert outcome.ranks == (1, 1, 3)


@pytest.mark.rule("S-END-3")
def test_a_match_that_is_over_asks_nothing_and_accepts_nothing() -> None:
    state = one_purchase_short(1, seats=2)
    play(state, "buy S3-12")
    assert splendor.to_move(state) is None
    assert splendor.legal_actions(state) == []
    assert splendor.outcome(state) is state.outcome
    for seat in (0, 1):
        expected = Refusal(Reason.MATCH_OVER, "S-END-3")
        assert splendor.refusal(state, seat, Pass()) == expected


@pytest.mark.rule("S-SET-4")
@pytest.mark.parametrize("seat", [1, 2, -1])
def test_a_seat_that_is_not_to_move_is_refused(seat: int) -> None:
    state = position()
    action = splendor.legal_actions(state)[0]
    expected = Refusal(Reason.NOT_YOUR_TURN, "S-SET-4", "seat", str(seat))
    assert splendor.refusal(state, seat, action) == expected
