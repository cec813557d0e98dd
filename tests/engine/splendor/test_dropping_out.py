"""Seats that leave the match before its end."""

import pytest

from gemwright.engine import splendor
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import count
from gemwright.engine.outcomes import EndReason, Forfeit, Score
from gemwright.engine.reading import PositionError
from gemwright.engine.refusals import Reason, Refused
from gemwright.engine.splendor.actions import Pass
from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.engine.splendor.events import DecisionAsked, Event, MatchEnded, SeatForfeited
from gemwright.engine.splendor.state import ReservedCard, State
from gemwright.engine.splendor.views import SeenReserve
from tests.engine.splendor.positions import bonuses, outcome_of, play, position

FIFTEEN_POINTS = ["S3-04", "S3-08", "S3-12"]


def resign(state: State, seat: int, why: Forfeit = Forfeit.RESIGNATION) -> list[Event]:
    log: list[Event] = []
    splendor.forfeit(state, seat, why, log)
    return log


def rich_seat() -> State:
    """Seat 1 of three has pieces, cards, a noble and reserved cards."""
    return position(
        seats=3,
        tokens={1: {"white": 3, "red": 2, "gold": 1}},
        cards={1: ["S1-01", "S2-05"]},
        nobles={1: ["N-4"]},
        reserved={1: ["S1-30", "S3-20"]},
        blind=["S3-20"],
    )


@pytest.mark.rule("S-X-2")
def test_the_pieces_of_a_drop_out_return_to_the_supply() -> None:
    state = rich_seat()
    resign(state, 1)
    assert state.players[1].tokens == 0
    assert [count(state.supply, kind) for kind in (Kind.WHITE, Kind.RED, Kind.GOLD)] == [5, 5, 5]


@pytest.mark.rule("S-X-2")
def test_the_cards_and_reserves_of_a_drop_out_leave_the_game() -> None:
    state = rich_seat()
    resign(state, 1)
    assert state.removed_cards == (
        ReservedCard("S1-01", is_blind=False),
        ReservedCard("S2-05", is_blind=False),
        ReservedCard("S1-30", is_blind=False),
        ReservedCard("S3-20", is_blind=True),
    )
    player = state.players[1]
    assert (player.cards, player.reserved, player.bonuses, player.points) == ((), (), 0, 0)


@pytest.mark.rule("S-X-2")
def test_blind_reserves_of_a_drop_out_leave_the_game_unseen() -> None:
    state = rich_seat()
    resign(state, 1)
    for viewer in (0, 2, None):
        seen = splendor.view(state, viewer)
        assert seen.table.removed_cards[-2:] == (SeenReserve(1, "S1-30"), SeenReserve(3, None))
        assert "S3-20" not in repr(seen)


@pytest.mark.rule("S-X-2")
def test_the_nobles_of_a_drop_out_leave_the_game() -> None:
    state = rich_seat()
    row = state.nobles
    resign(state, 1)
    assert state.removed_nobles == ("N-4",)
    assert state.nobles == row
    assert state.players[1].nobles == ()


@pytest.mark.rule("S-X-2")
@pytest.mark.parametrize("why", list(Forfeit))
def test_a_drop_out_on_its_turn_passes_the_turn_on(why: Forfeit) -> None:
    state = position(seats=4, seat=1)
    log = resign(state, 1, why)
    assert log[0] == SeatForfeited(1, why)
    assert log[-1] == DecisionAsked(Decision(DecisionKind.TURN, 2))
    assert splendor.outcome(state) is None


@pytest.mark.rule("S-X-2")
def test_a_drop_out_out_of_turn_leaves_the_decision_as_it_is() -> None:
    state = position(seats=3, tokens={0: {"white": 3, "blue": 3, "green": 2, "gold": 1}})
    play(state, "take white red black")
    asked = state.decision
    log = resign(state, 2)
    assert log == [
        SeatForfeited(2, Forfeit.RESIGNATION),
        DecisionAsked(Decision(DecisionKind.DISCARD, 0, 2)),
    ]
    assert state.decision == asked


@pytest.mark.rule("S-X-2")
def test_a_drop_out_that_owes_a_discard_returns_all_its_pieces() -> None:
    state = position(seats=3, tokens={0: {"white": 3, "blue": 3, "green": 2, "gold": 1}})
    play(state, "take white red black")
    resign(state, 0)
    assert state.players[0].tokens == 0
    assert state.decision == Decision(DecisionKind.TURN, 1)


@pytest.mark.rule("S-X-2")
def test_the_turns_of_a_drop_out_are_skipped() -> None:
    state = position(seats=4)
    resign(state, 1)
    order = []
    for _ in range(5):
        order.append(state.seat)
        play(state, "take white blue green")
    assert order == [0, 2, 3, 0, 2]


@pytest.mark.rule("S-X-2")
@pytest.mark.parametrize("gone", [(2,), (3,), (2, 3)])
def test_the_turns_of_a_drop_out_count_as_played_in_the_last_round(gone: tuple[int, ...]) -> None:
    state = position(seats=4, seat=1, cards={0: FIFTEEN_POINTS}, extra={"is_last_round": True})
    for seat in gone:
        resign(state, seat)
    more = 0
    while state.outcome is None:
        play(state, "take white blue green")
        more += 1
    assert more == 3 - len(gone)
    assert state.outcome.endings == (EndReason.LAST_ROUND,)


@pytest.mark.rule("S-X-2")
def test_a_round_begins_with_the_first_seats_turn_though_that_seat_dropped_out() -> None:
    state = position(
        seats=3,
        seat=2,
        first_seat=1,
        dropped_out={1: 1},
        cards={2: [*FIFTEEN_POINTS[:2], *bonuses(black=3, white=3)]},
        face_up={3: ["S3-12"]},
        tokens={2: {"black": 3}},
    )
    play(state, "buy S3-12")
    assert state.is_last_round
    assert state.seat == 0
    play(state, "take white blue green")
    assert splendor.outcome(state) is not None


@pytest.mark.rule("S-X-2")
def test_the_last_seat_of_a_last_round_ends_the_match_by_dropping_out() -> None:
    state = position(seats=3, seat=2, cards={0: FIFTEEN_POINTS}, extra={"is_last_round": True})
    log = resign(state, 2)
    assert isinstance(log[-1], MatchEnded)
    assert log[-1].outcome.endings == (EndReason.LAST_ROUND,)
    assert log[-1].outcome.winners == (0,)


@pytest.mark.rule("S-X-2", "S-PASS-1")
def test_the_turns_of_a_drop_out_count_as_passes() -> None:
    # Its pieces are in the supply again, so nobody passes soon: this is said of positions alone.
    # With one of three seats gone, two passes are those of every seat.
    for passes, is_over in ((1, False), (2, True)):
        extra = {"passes": passes, "idle_turns": passes}
        if is_over:
            with pytest.raises(PositionError, match="everybody has passed"):
                position(seats=3, dropped_out={2: 1}, extra=extra)
        else:
            assert position(seats=3, dropped_out={2: 1}, extra=extra).passes == passes


@pytest.mark.rule("S-X-2", "S-PASS-1")
def test_a_drop_out_resets_the_count_of_passes() -> None:
    state = position(seats=4, extra={"passes": 2, "idle_turns": 5})
    resign(state, 3)
    assert (state.passes, state.idle_turns) == (0, 5)


@pytest.mark.rule("S-X-2")
def test_a_drop_out_ranks_last_with_no_points() -> None:
    state = position(seats=3, cards={1: ["S3-04"]}, limit=1)
    resign(state, 1)
    play(state, "take white blue green")
    outcome = outcome_of(state)
    assert outcome.ranks == (1, 3, 1)
    assert outcome.scores[1] == Score(0, 0, 0, ())


@pytest.mark.rule("S-X-2")
def test_later_drop_outs_rank_above_earlier_ones() -> None:
    state = position(seats=4)
    resign(state, 2)
    resign(state, 0)
    resign(state, 3)
    outcome = outcome_of(state)
    assert outcome.ranks == (3, 1, 4, 2)


@pytest.mark.rule("S-X-2")
@pytest.mark.parametrize("why", list(Forfeit))
def test_the_last_seat_standing_wins(why: Forfeit) -> None:
    state = position(seats=3, cards={1: ["S3-04"]})
    resign(state, 0)
    log = resign(state, 1, why)
    outcome = outcome_of(state)
    assert log[-1] == MatchEnded(outcome)
    assert outcome.winners == (2,)
    assert outcome.endings == (EndReason(why.value),)


@pytest.mark.rule("S-X-2")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_seats_the_other_one_wins(seat: int) -> None:
    state = position()
    resign(state, seat, Forfeit.TIMEOUT)
    outcome = outcome_of(state)
    assert outcome.winners == (1 - seat,)
    assert outcome.endings == (EndReason.TIMEOUT,)


@pytest.mark.rule("S-X-2")
def test_a_last_round_once_begun_stays_begun() -> None:
    state = position(seats=4, seat=1, cards={0: FIFTEEN_POINTS}, extra={"is_last_round": True})
    resign(state, 0)
    play(state, *["take white blue green"] * 3)
    outcome = outcome_of(state)
    assert outcome.endings == (EndReason.LAST_ROUND,)
    assert outcome.winners == (1, 2, 3)


@pytest.mark.rule("S-X-2")
def test_a_seat_drops_out_once() -> None:
    state = position(seats=3)
    resign(state, 1)
    before = splendor.to_data(state)
    with pytest.raises(Refused) as raised:
        resign(state, 1)
    assert raised.value.refusal.reason is Reason.DROPPED_OUT
    assert splendor.to_data(state) == before


@pytest.mark.rule("S-X-2")
@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_cannot_drop_out(seat: int) -> None:
    with pytest.raises(Refused) as raised:
        resign(position(seats=3), seat)
    assert raised.value.refusal.reason is Reason.MALFORMED


@pytest.mark.rule("S-X-2")
def test_nobody_drops_out_of_a_match_that_is_over() -> None:
    state = position()
    resign(state, 0)
    before = splendor.to_data(state)
    for seat in (0, 1):
        with pytest.raises(Refused) as raised:
            resign(state, seat)
        assert raised.value.refusal.reason is Reason.MATCH_OVER
    assert splendor.to_data(state) == before


@pytest.mark.rule("S-X-2")
def test_a_drop_out_has_no_turn() -> None:
    state = position(seats=3)
    resign(state, 0)
    refusal = splendor.refusal(state, 0, Pass())
    assert refusal is not None
    assert refusal.reason is Reason.NOT_YOUR_TURN
