"""Where the engine's values meet the contract's messages in this library.

Every message is built anew, so that a bot may do with it what it likes. What a game means is the
engine's business, and no rule belongs here.
"""

from functools import lru_cache
from typing import Final

from gemwright.contract import games as convert
from gemwright.engine import GAMES, duel, duel_counterfeiters, splendor
from gemwright.engine.game import AnyGame, SomeOptions, SomeState
from gemwright.pb import game_pb2 as engine_pb
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Game,
    View,
)

SEATS: Final = {
    duel.NAME: range(2, 3),
    duel_counterfeiters.NAME: range(2, 3),
    splendor.NAME: range(2, 5),
}
"""How many seats each game can have, by its name."""
_NUMBERS: Final = {
    duel.NAME: GAME_DUEL,
    duel_counterfeiters.NAME: GAME_DUEL_COUNTERFEITERS,
    splendor.NAME: GAME_SPLENDOR,
}
_NAMES: Final = {int(number): name for name, number in _NUMBERS.items()}
_CACHED: Final = 16384
"""Most actions of all games: the same few are listed again and again."""


def game_number(name: str) -> Game:
    """The contract's word for the game of this name."""
    if name not in _NUMBERS:
        raise ValueError(f"{name!r} is none of {', '.join(_NUMBERS)}")
    return _NUMBERS[name]


def game_name(number: int) -> str:
    """The name of a game of the contract."""
    if number not in _NAMES:
        raise ValueError(f"{number} is no game")
    return _NAMES[number]


def name_of_view(view: View) -> str:
    """The name of the game that a view is of: only The Counterfeiters has their slots."""
    match view.WhichOneof("game"):
        case "splendor":
            return splendor.NAME
        case "duel":
            has_slots = bool(view.duel.table.counterfeiters)
            return duel_counterfeiters.NAME if has_slots else duel.NAME
        case _:
            raise ValueError("the view of a game is expected")


def rules_of(view: View) -> AnyGame:
    """The engine's verbs for the game that a view is of."""
    return GAMES[name_of_view(view)]


def options_for(game: str, seats: int) -> SomeOptions:
    """The options of a plain match with so many seats."""
    return splendor.Options(seats=seats) if game == splendor.NAME else duel.Options()


def view_message(game: str, state: SomeState, viewer: int | None) -> View:
    """What a seat, or a spectator, may know of a position."""
    known = convert.view_message(game, GAMES[game].view(state, viewer))
    return View.FromString(known.SerializeToString())


def legal_messages(game: str, state: SomeState) -> list[Action]:
    """Everything that the seat to move may do."""
    return [Action.FromString(_bytes(game, it)) for it in GAMES[game].legal_actions(state)]


def action_message(game: str, action: object) -> Action:
    """An action of the engine's as a message."""
    return Action.FromString(_bytes(game, action))


def engine_action(action: Action) -> object:
    """The action of the engine's that a message stands for; raises `Malformed`."""
    return _action(action.SerializeToString())[1]


def engine_view(view: View) -> object:
    """The view of the engine's that a message stands for; raises `Malformed`."""
    content = engine_pb.View.FromString(view.SerializeToString())
    return convert.view_from(content, name_of_view(view), "view")


def is_of(game: str, action: Action) -> bool:
    """Whether an action is one of this game's, legal or not."""
    case: str | None = action.WhichOneof("game")
    return case == GAMES[game].FAMILY


@lru_cache(_CACHED)
def _bytes(game: str, action: object) -> bytes:
    return convert.action_bytes(game, action)


@lru_cache(_CACHED)
def _action(content: bytes) -> tuple[str, object]:
    return convert.action_from(engine_pb.Action.FromString(content), "action")
