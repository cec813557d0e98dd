"""What every game declares of itself agrees with what it does."""

from pkgutil import iter_modules
from types import ModuleType
from typing import get_args

import pytest

from gemwright import engine
from gemwright.engine import FEWEST_SEATS, GAMES, MOST_SEATS, duel, splendor
from gemwright.engine.game import AnyGame, Game

UNIONS = {"duel": (duel.Action, duel.Paid), "splendor": (splendor.Action, splendor.Paid)}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_the_actions_are_those_of_the_union(game: AnyGame) -> None:
    """A class in the union that nobody can play, or one outside it, is found here."""
    action, paid = UNIONS[game.FAMILY]
    assert frozenset(get_args(action)) == game.ACTIONS
    assert frozenset(get_args(paid)) == game.PAID


@every_game
def test_every_number_of_seats_has_default_options(game: AnyGame) -> None:
    """The options say how many seats there are, and no other number is taken for it."""
    assert list(game.SEATS) == sorted(game.SEATS)
    for seats in game.SEATS:
        assert game.default_options(seats).seats == seats
    assert game.Options() == game.default_options(min(game.SEATS))


def test_the_limits_of_seats_are_those_of_all_games() -> None:
    """Two to four seats can be told before the game of a request is known."""
    assert (FEWEST_SEATS, MOST_SEATS) == (2, 4)


@every_game
def test_every_card_is_told_once(game: AnyGame) -> None:
    """The printed values of each card, by whatever class they are."""
    assert len(set(map(id, game.CARDS))) == len(game.CARDS) > 0


@pytest.mark.parametrize("package", [engine, duel, splendor], ids=["engine", "duel", "splendor"])
def test_no_verb_of_a_game_has_the_name_of_a_module(package: ModuleType) -> None:
    """A compiler confuses them: the module takes the place of the function in its package."""
    modules = {module.name for module in iter_modules(package.__path__)}
    assert not modules & {name for name in vars(Game) if not name.startswith("_")}
