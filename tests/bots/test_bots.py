"""What holds for every bot in every game: listed actions only, and nothing left to accident."""

from random import Random

import pytest

from gemwright.bots import BOTS
from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright.engine.chance import Sampled
from gemwright.engine.outcomes import EndReason
from tests.bots.matches import MATCHES, MATCHES_WITHOUT_LIMIT

TWO_SEATS = [["random", "random"], ["greedy", "random"], ["greedy", "greedy"]]


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("bots", TWO_SEATS, ids=" ".join)
def test_bots_play_listed_actions_until_a_match_is_over(game: str, bots: list[str]) -> None:
    for seed in range(5):
        assert len(MATCHES[game](bots, seed).outcome.scores) == 2


@pytest.mark.parametrize(
    "bots",
    [
        ["random"] * 3,
        ["greedy", "random", "greedy"],
        ["random"] * 4,
        ["greedy"] * 4,
        ["random", "greedy", "random", "greedy"],
    ],
    ids=" ".join,
)
def test_splendor_is_played_with_three_and_four_seats(bots: list[str]) -> None:
    for seed in range(4):
        outcome = MATCHES["splendor"](bots, seed).outcome
        assert len(outcome.scores) == len(bots)
        assert {bots[seat] for seat in outcome.winners} == {
            max(bots, key=["random", "greedy"].index)
        }


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("bots", TWO_SEATS, ids=" ".join)
def test_the_same_seed_gives_the_same_match(game: str, bots: list[str]) -> None:
    once, again, other = (MATCHES[game](bots, seed).lines for seed in (3, 3, 4))
    assert once == again
    assert once != other


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_generator_give_the_same_choice_in_duel(name: str) -> None:
    choose, chance, rng = BOTS[name].duel, Sampled(Random(5)), Random(6)
    for game in (duel, duel_counterfeiters):
        state = game.new(game.Options(), chance)
        while (seat := game.to_move(state)) is not None:
            view, actions = game.view(state, seat), game.legal_actions(state)
            action = choose(view, actions, Random(7))
            assert choose(view, actions, Random(7)) == action
            game.apply(state, seat, rng.choice([action, *actions]), chance)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_generator_give_the_same_choice_in_splendor(name: str) -> None:
    choose, chance, rng = BOTS[name].splendor, Sampled(Random(5)), Random(6)
    state = splendor.new(splendor.Options(seats=3), chance)
    while (seat := splendor.to_move(state)) is not None:
        view, actions = splendor.view(state, seat), splendor.legal_actions(state)
        action = choose(view, actions, Random(7))
        assert choose(view, actions, Random(7)) == action
        splendor.apply(state, seat, rng.choice([action, *actions]), chance)


@pytest.mark.parametrize("game", MATCHES_WITHOUT_LIMIT)
def test_greedy_bots_get_on_without_a_limit_on_idle_turns(game: str) -> None:
    for seed in range(20):
        endings = MATCHES_WITHOUT_LIMIT[game](["greedy", "greedy"], seed).outcome.endings
        assert EndReason.NO_PROGRESS not in endings
