"""How good the greedy bot is: it beats random play, and finds what is obvious."""

from random import Random
from typing import Final

import pytest

from gemwright.bots import BOTS
from gemwright.engine import duel, duel_counterfeiters, splendor
from tests.bots.matches import MATCHES
from tests.engine.duel.positions import play, texts
from tests.engine.duel.positions import position as duel_position
from tests.engine.splendor.positions import position as splendor_position

GAMES_OF_THE_LONG_TEST: Final = 1_000
GAMES_OF_THE_SHORT_TEST: Final = 40
SHARE_TO_WIN: Final = 0.95

EIGHTEEN_POINTS: Final = ["D2-24", "D3-13", "D1-30", "D2-05", "D1-05", "D1-10"]
PRICE_OF_D2_09: Final = {"white": 1, "black": 2, "pearl": 1}
"""What D2-09, a card of 2 points, costs the owner of these cards."""
FOURTEEN_POINTS: Final = ["S3-04", "S3-12", "S3-07"]
"""With them S1-08, a card of 1 point, costs 3 blue."""


def share_won(game: str, matches: int) -> float:
    """The share that greedy wins outright against random, the seats alternating."""
    won = 0
    for seed in range(matches):
        greedy = seed % 2
        bots = ["greedy", "random"] if greedy == 0 else ["random", "greedy"]
        won += MATCHES[game](bots, seed).outcome.winners == (greedy,)
    return won / matches


@pytest.mark.parametrize("game", MATCHES)
def test_greedy_beats_random(game: str) -> None:
    assert share_won(game, GAMES_OF_THE_SHORT_TEST) >= SHARE_TO_WIN


@pytest.mark.long
@pytest.mark.parametrize("game", MATCHES)
def test_greedy_beats_random_in_a_thousand_games(game: str) -> None:
    assert share_won(game, GAMES_OF_THE_LONG_TEST) >= SHARE_TO_WIN


def duel_choice(state: duel.State) -> str:
    """What greedy plays, whatever its generator says."""
    seat = duel.to_move(state)
    view, actions = duel.view(state, seat), duel.legal_actions(state)
    assert len(actions) > 1
    choices = {
        duel.action_text(BOTS["greedy"].duel(view, actions, Random(seed))).split(" gold ")[0]
        for seed in range(5)
    }
    assert len(choices) == 1
    return choices.pop()


def splendor_choice(state: splendor.State) -> str:
    """What greedy plays, whatever its generator says."""
    seat = splendor.to_move(state)
    view, actions = splendor.view(state, seat), splendor.legal_actions(state)
    assert len(actions) > 1
    choices = {
        splendor.action_text(BOTS["greedy"].splendor(view, actions, Random(seed)))
        for seed in range(5)
    }
    assert len(choices) == 1
    return choices.pop()


def test_a_purchase_that_wins_is_made() -> None:
    state = duel_position(
        cards=(EIGHTEEN_POINTS, []),
        tokens=({**PRICE_OF_D2_09, "green": 4}, {}),
        face_up=["D2-09", "D3-06", "D1-11"],
    )
    assert duel_choice(state) == "buy D2-09"


def test_a_privilege_fetches_what_is_lacking_for_a_win() -> None:
    state = duel_position(
        board="g.ggo .k... ..... .r..b ...wg",
        cards=(EIGHTEEN_POINTS, []),
        tokens=({**PRICE_OF_D2_09, "black": 1}, {}),
        privileges=(1, 0),
        face_up=["D2-09"],
    )
    assert duel_choice(state) == "privilege b2"


def test_a_royal_card_that_wins_is_taken() -> None:
    state = duel_position(
        cards=(["D2-24", "D3-13", "D1-30", "D3-01", "D1-02"], []),
        royals_for_crowns=(0, 0),
        royal_row=["R-1", "R-2", "R-3", "R-4"],
        decision={"kind": "royal"},
    )
    assert duel_choice(state) == "royal R-4"


def test_a_win_is_claimed_over_a_blocking_opponent() -> None:
    state = duel_position(
        tokens=({"white": 3}, {"gold": 3, "pearl": 2}),
        blocking_turns=(0, 3),
        turn={"can_claim": True},
    )
    assert duel_choice(state) == "claim"


def test_the_card_with_which_the_opponent_would_win_is_reserved() -> None:
    state = duel_position(
        cards=([], EIGHTEEN_POINTS), tokens=({}, PRICE_OF_D2_09), face_up=["D2-09"]
    )
    assert duel_choice(state) == "reserve D2-09"


def test_the_card_that_a_privilege_would_bring_within_reach_is_reserved_too() -> None:
    state = duel_position(
        cards=([], EIGHTEEN_POINTS),
        tokens=({}, {**PRICE_OF_D2_09, "black": 1}),
        privileges=(0, 1),
        face_up=["D2-09"],
    )
    assert duel_choice(state) == "reserve D2-09"


def test_a_card_of_the_opponents_reserve_is_answered_by_stealing_what_it_needs() -> None:
    state = duel_position(
        cards=([], EIGHTEEN_POINTS),
        tokens=({"white": 1, "red": 4, "gold": 2}, {"white": 2, "black": 3, "pearl": 1}),
        reserved=([], ["D2-09"]),
        face_up=["D2-10"],
    )
    play(state, "buy D2-10")
    assert duel_choice(state) == "steal pearl"


def test_gold_is_not_what_is_discarded() -> None:
    state = duel_position(
        tokens=({"white": 4, "blue": 4, "gold": 3}, {}),
        decision={"kind": "discard", "kinds": ["white", "blue", "gold"]},
    )
    assert duel_choice(state) in ("discard white", "discard blue")


def test_of_the_cards_looked_at_the_best_one_is_kept() -> None:
    state = duel_position(
        game=duel_counterfeiters.NAME,
        counterfeiters=(["C-17"], []),
        decks={3: ["D3-12", "D3-03", "D3-02"]},
        tokens=({"white": 3, "green": 2, "black": 2, "pearl": 1, "glassware": 2}, {}),
    )
    take = next(line for line in texts(state) if line.startswith("take"))
    play(state, take, "use C-17 deck 3")
    view, actions = duel.view(state, 0), duel.legal_actions(state)
    assert duel.action_text(BOTS["greedy"].duel(view, actions, Random(1))).startswith("keep 2")


def test_a_purchase_that_ends_a_match_of_splendor_in_front_is_made() -> None:
    state = splendor_position(
        seat=1,
        cards={1: FOURTEEN_POINTS},
        tokens={1: {"white": 4, "blue": 3}},
        face_up={1: ["S1-08"]},
        noble_row=["N-1", "N-2", "N-3"],
    )
    assert splendor_choice(state) == "buy S1-08"


def test_the_card_with_which_another_seat_would_begin_the_last_round_is_reserved() -> None:
    state = splendor_position(
        seats=3,
        seat=2,
        cards={0: FOURTEEN_POINTS},
        tokens={0: {"blue": 3}},
        face_up={1: ["S1-08"]},
        noble_row=["N-1", "N-2", "N-3", "N-4"],
    )
    assert splendor_choice(state) == "reserve S1-08"
