"""Resignation and timeout of a seat: the other one wins."""

from typing import cast

import pytest

from gemwright.engine import GAMES, duel
from gemwright.engine.chance import Seeded
from gemwright.engine.duel.events import Event, MatchEnded, SeatForfeited
from gemwright.engine.outcomes import EndReason, Forfeit, Outcome, Score
from gemwright.engine.refusals import Reason, Refused
from tests.engine.duel.positions import play, position


@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("why", "ending"),
    [(Forfeit.RESIGNATION, EndReason.RESIGNATION), (Forfeit.TIMEOUT, EndReason.TIMEOUT)],
)
def test_the_other_seat_wins_whoever_is_to_move(
    why: Forfeit, ending: EndReason, seat: int, to_move: int
) -> None:
    state = position(seat=to_move)
    log: list[Event] = []
    duel.forfeit(state, seat, why, log)
    ended = duel.outcome(state)
    assert ended is not None
    assert (ended.winners, ended.endings) == ((1 - seat,), (ending,))
    assert ended.ranks == ((2, 1) if seat == 0 else (1, 2))
    assert log == [SeatForfeited(seat, why), MatchEnded(ended)]
    assert duel.to_move(state) is None
    assert duel.legal_actions(state) == []


def test_a_seat_forfeits_with_a_decision_pending() -> None:
    state = position(
        tokens=({"blue": 4, "red": 3}, {"white": 1}),
        cards=(["D3-13"], ["D3-01"]),
        face_up=["D2-02"],
    )
    play(state, "buy D2-02")
    duel.forfeit(state, 0, Forfeit.TIMEOUT)
    assert duel.outcome(state) == Outcome(
        winners=(1,),
        ranks=(2, 1),
        endings=(EndReason.TIMEOUT,),
        scores=(Score(7, 2, 0, (1, 0, 0, 0, 0)), Score(3, 1, 2, (3, 0, 0, 0, 0))),
    )


def test_nobody_forfeits_after_the_end() -> None:
    state = position()
    duel.forfeit(state, 0, Forfeit.RESIGNATION)
    before = duel.to_data(state)
    with pytest.raises(Refused) as raised:
        duel.forfeit(state, 1, Forfeit.RESIGNATION)
    assert raised.value.refusal.reason is Reason.MATCH_OVER
    assert duel.to_data(state) == before


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_are_two_seats(seat: int) -> None:
    state = position()
    before = duel.to_data(state)
    with pytest.raises(Refused) as raised:
        duel.forfeit(state, seat, Forfeit.RESIGNATION)
    assert raised.value.refusal.reason is Reason.MALFORMED
    assert duel.to_data(state) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_forfeit_for_no_known_reason_changes_nothing(game: str) -> None:
    state = GAMES[game].new(GAMES[game].Options(), Seeded(bytes(32)))
    before, log = GAMES[game].to_data(state), list[object]()
    with pytest.raises(ValueError, match="bored"):
        GAMES[game].forfeit(state, 0, cast(Forfeit, "bored"), log)
    assert (GAMES[game].to_data(state), log) == (before, [])
