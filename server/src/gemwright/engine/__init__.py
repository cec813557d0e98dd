"""The rules core: pure rules of three games, standard library only.

No I/O, clock, logging or asyncio belongs here. Chance is an argument (`chance.py`).
"""

from typing import Final, cast

from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright.engine.game import AnyGame, Game

# A checker compares each module with the verbs every game has.
_DUEL: Game[
    duel.Options, duel.State, duel.Action, duel.Paid, duel.Payment, duel.Event, duel.View
] = duel
_DUEL_COUNTERFEITERS: Game[
    duel.Options, duel.State, duel.Action, duel.Paid, duel.Payment, duel.Event, duel.View
] = duel_counterfeiters
_SPLENDOR: Game[
    splendor.Options,
    splendor.State,
    splendor.Action,
    splendor.Paid,
    splendor.Payment,
    splendor.Event,
    splendor.View,
] = splendor

# A game that is chosen by name takes and returns values that only it reads. Python has no type for
# that, so this cast stands here, once.
GAMES: Final[dict[str, AnyGame]] = {
    duel.NAME: cast(AnyGame, duel),
    duel_counterfeiters.NAME: cast(AnyGame, duel_counterfeiters),
    splendor.NAME: cast(AnyGame, splendor),
}
"""Every game by its name."""

FEWEST_SEATS: Final = min(min(game.SEATS) for game in GAMES.values())
MOST_SEATS: Final = max(max(game.SEATS) for game in GAMES.values())
