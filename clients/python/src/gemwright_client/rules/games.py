"""The engine's values as the contract's messages, and back.

Every message is built anew, so that a bot may change it. What a game means is the
engine's business, and no rule belongs here.
"""

from functools import lru_cache
from typing import Final, cast

from gemwright.contract import games as convert
from gemwright.contract.cards import card_messages
from gemwright.engine import GAMES, duel, duel_counterfeiters, splendor
from gemwright.engine.game import AnyGame, SomeOptions, SomeState
from gemwright.pb import game_pb2 as engine_pb
from gemwright_client.pb.catalog_service_pb2 import Card
from gemwright_client.pb.game_pb2 import Action, Game, View

SEATS: Final = {name: game.SEATS for name, game in GAMES.items()}
"""How many seats each game can have, by its name."""
_NUMBERS: Final = {name: cast(Game, Game.Value(f"GAME_{name.upper()}")) for name in GAMES}
_NAMES: Final = {int(number): name for name, number in _NUMBERS.items()}
_CACHED: Final = 16384
"""Holds most actions of all games: the same ones are listed again and again."""


def game_number(name: str) -> Game:
    """Return the contract's value for the game of this name."""
    if name not in _NUMBERS:
        raise ValueError(f"{name!r} is none of {', '.join(_NUMBERS)}")
    return _NUMBERS[name]


def game_name(number: int) -> str:
    """Return the name of a game of the contract."""
    if number not in _NAMES:
        raise ValueError(f"{number} is no game")
    return _NAMES[number]


def name_of_view(view: View) -> str:
    """Return the name of a view's game: only The Counterfeiters has slots for counterfeiters."""
    match view.WhichOneof("game"):
        case "splendor":
            return splendor.NAME
        case "duel":
            has_slots = bool(view.duel.table.counterfeiters)
            return duel_counterfeiters.NAME if has_slots else duel.NAME
        case _:
            raise ValueError("the view of a game is expected")


def rules_of(view: View) -> AnyGame:
    """Return the engine's rules for the game of a view."""
    return GAMES[name_of_view(view)]


def options_for(game: str, seats: int) -> SomeOptions:
    """Return the default options of a match with so many seats."""
    return GAMES[game].default_options(seats)


def view_message(game: str, state: SomeState, viewer: int | None) -> View:
    """Return what a seat, or a spectator, may know of a position."""
    known = convert.view_message(game, GAMES[game].view(state, viewer))
    return View.FromString(known.SerializeToString())


def legal_messages(game: str, state: SomeState) -> list[Action]:
    """List everything that the seat to move may do."""
    return [Action.FromString(_bytes(game, it)) for it in GAMES[game].legal_actions(state)]


def action_message(game: str, action: object) -> Action:
    """Convert an action of the engine to a message."""
    return Action.FromString(_bytes(game, action))


def engine_action(action: Action) -> object:
    """Convert a message to an action of the engine; raises `Malformed`."""
    return _action(action.SerializeToString())[1]


def engine_view(view: View) -> object:
    """Convert a message to a view of the engine; raises `Malformed`."""
    content = engine_pb.View.FromString(view.SerializeToString())
    return convert.view_from(content, name_of_view(view), "view")


def is_of(game: str, action: Action) -> bool:
    """Tell whether an action is one of this game, legal or not."""
    case: str | None = action.WhichOneof("game")
    return case == GAMES[game].FAMILY


@lru_cache(_CACHED)
def _bytes(game: str, action: object) -> bytes:
    return convert.action_bytes(game, action)


@lru_cache(_CACHED)
def _action(content: bytes) -> tuple[str, object]:
    return convert.action_from(engine_pb.Action.FromString(content), "action")


def cards_of(game: Game) -> list[Card]:
    """List every card of a game of the contract."""
    made = card_messages(game_name(game))
    return [Card.FromString(card.SerializeToString()) for card in made]
