"""For bots that search: guesses the position behind a view, so that it can be played on.

    rules = rules_of(view)
    state = guess(view, rng)
    for action in rules.legal_actions(state):
        twin = state.copy()
        rules.apply(twin, rules.to_move(twin), action, Sampled(rng))

A guess deals everything that the viewer cannot know at random, and is consistent with all that it
does know. Where many guesses of one position are needed, `rules.resample(state, seat, rng)` deals
anew and is faster. Nothing here belongs to one bot; how to search is the bot's own business.
"""

from collections.abc import Iterable, Sequence
from random import Random

from gemwright.engine import GAMES, duel, splendor
from gemwright.engine.chance import Sampled
from gemwright.engine.game import SomeState
from gemwright_client.pb.game_pb2 import Action, View
from gemwright_client.rules import guess_duel, guess_splendor
from gemwright_client.rules.games import (
    action_message,
    engine_action,
    engine_view,
    name_of_view,
    rules_of,
)

__all__ = ["Sampled", "engine_action", "guess", "message", "messages", "rules_of"]


def guess(view: View, rng: Random) -> SomeState:
    """Guess one of the positions that look to the viewer like this view."""
    known, game = engine_view(view), name_of_view(view)
    if isinstance(known, splendor.View):
        return GAMES[game].from_data(guess_splendor.position_data(known, rng))
    assert isinstance(known, duel.View)
    return GAMES[game].from_data(guess_duel.position_data(known, rng))


def message(view: View, action: object) -> Action:
    """Convert an action of the engine to the message that a bot returns."""
    return action_message(name_of_view(view), action)


def messages(view: View, actions: Iterable[object]) -> Sequence[Action]:
    """Convert several actions of the engine to messages."""
    game = name_of_view(view)
    return [action_message(game, action) for action in actions]
