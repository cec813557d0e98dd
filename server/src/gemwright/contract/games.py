"""The messages of each game within the `oneof`s that all games share.

Values are passed on unread; the family of a game knows what they are.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeVar, cast

from google.protobuf.message import Message

from gemwright.contract.duel import DUEL
from gemwright.contract.encoder import Encoder
from gemwright.contract.exceptions import ENGINE_PATHS
from gemwright.contract.family import Family
from gemwright.contract.limits import Malformed
from gemwright.contract.splendor import SPLENDOR
from gemwright.contract.vocabulary import ENUMS
from gemwright.contract.wire import bytes_field
from gemwright.engine import GAMES
from gemwright.engine.outcomes import Outcome, Score
from gemwright.pb import game_pb2 as pb
from gemwright.pb import outcome_pb2 as outcome_pb

_USUAL_BYTES: Final = 64
"""Actions are short; only a hostile client sends a longer one."""
_CACHED: Final = 16384
"""Matches share most of their events, and the same few actions come again and again."""

FAMILIES: Final = {family.name: family for family in (DUEL, SPLENDOR)}
"""Every family by its name."""
_OF_GAME: Final = {name: FAMILIES[game.FAMILY] for name, game in GAMES.items()}
_GAME_OF: Final = {game.FAMILY: name for name, game in reversed(GAMES.items())}
"""The first game of every family."""
_VIEWS: Final = {name: _OF_GAME[name].view_reader(name) for name in GAMES}

MESSAGE_GAMES: Final = {
    name: cast(pb.Game, pb.Game.Value(f"GAME_{name.upper()}")) for name in GAMES
}
"""The contract's word for every game by its name."""
_GAME_NAMES: Final = {int(value): name for name, value in MESSAGE_GAMES.items()}


_OUTCOME: Final = Encoder(ENUMS, {"Outcome": Outcome, "Score": Score}).of(
    outcome_pb.DESCRIPTOR.message_types_by_name["Outcome"]
)
T = TypeVar("T")


def game_from(value: int, path: str) -> str:
    """The name of the game that a client named."""
    name = _GAME_NAMES.get(value)
    if name is None:
        raise Malformed(path, "a game is expected" if value == 0 else f"{value} is no game")
    return name


@lru_cache(_CACHED)
def action_bytes(game: str, action: object) -> bytes:
    """The action as a serialized `Action`."""
    family = _OF_GAME[game]
    return bytes_field(family.field, family.action(action))


@lru_cache(_CACHED)
def event_bytes(game: str, event: object) -> bytes:
    """The event as a serialized `Event`."""
    family = _OF_GAME[game]
    return bytes_field(family.field, family.event(event))


def view_bytes(game: str, view: object) -> bytes:
    """A view as a serialized `View`."""
    family = _OF_GAME[game]
    return bytes_field(family.field, family.view(view))


def view_message(game: str, view: object) -> pb.View:
    """A view as a message."""
    return pb.View.FromString(view_bytes(game, view))


def outcome_message(outcome: Outcome) -> outcome_pb.Outcome:
    """How a match ended."""
    return outcome_pb.Outcome.FromString(_OUTCOME(outcome))


def payment_message(game: str, payment: object) -> pb.Payment:
    """One exact payment."""
    family = _OF_GAME[game]
    return pb.Payment.FromString(bytes_field(family.field, family.payment(payment)))


def options_message(game: str, values: Mapping[str, object]) -> pb.Options:
    """Every option of a match."""
    family, options = _OF_GAME[game], GAMES[game].options_from_data(values)
    return pb.Options.FromString(bytes_field(family.field, family.options(options.values)))


def position_message(game: str, data: object) -> pb.Position:
    """A whole position in the engine's plain data."""
    family, rules = _OF_GAME[game], GAMES[game]
    whole = rules.to_data(rules.from_data(data))
    return pb.Position.FromString(bytes_field(family.field, family.position(whole)))


def action_from(message: pb.Action, path: str) -> tuple[str, object]:
    """A game of the action's family, and the action; the match is not known yet."""
    content = message.SerializeToString()
    if len(content) > _USUAL_BYTES:
        return _action_from(message, path)
    return _usual_action(content, path)


@lru_cache(_CACHED)
def _usual_action(content: bytes, path: str) -> tuple[str, object]:
    """Read an action, cached: clients mostly send listed actions, so the same few come again."""
    return _action_from(pb.Action.FromString(content), path)


def _action_from(message: pb.Action, path: str) -> tuple[str, object]:
    family = _family(message, path, "an action is expected")
    return _GAME_OF[family.name], _read(family, family.read_action, message, path)


def paid_action_from(message: pb.Action, path: str) -> tuple[str, object]:
    """Read an action that is paid for, as `action_from` does."""
    game, action = action_from(message, path)
    if type(action) not in GAMES[game].PAID:
        raise Malformed(path, "only purchases, and abilities that cost something, have payments")
    return game, action


def view_from(message: pb.View, game: str, path: str) -> object:
    """The view of a match of this game, as its players read it."""
    family = _family(message, path, "the view of a game is expected", game)
    return _read(family, _VIEWS[game], message, path)


def options_data(
    message: pb.Options, game: str, path: str, seats: int | None = None
) -> Mapping[str, object]:
    """The options a client sent for a game; for a rematch the game may be empty.

    Unset options get their defaults, for that number of seats if it is given.
    """
    family = _family(message, path, "the options of a game are expected", game)
    rules = GAMES[game or _GAME_OF[family.name]]
    default = rules.Options() if seats is None else rules.default_options(seats)
    return _read(family, lambda part: family.read_options(part, default), message, path)


def position_data(message: pb.Position, game: str, path: str) -> dict[str, object]:
    """The position a client sent for a game; the engine checks it."""
    family = _family(message, path, "the position of a game is expected", game)
    data = _read(family, family.read_position, message, path)
    version = data["rules_version"] or GAMES[game].RULES_VERSION
    return {"format": family.position_format, "game": game, **data, "rules_version": version}


def position_path(game: str, path: str) -> str:
    """The field within `Position` in which the engine found an error."""
    for pattern, replacement in ENGINE_PATHS:
        path = pattern.sub(replacement, path)
    return ".".join(part for part in (GAMES[game].FAMILY, path) if part)


def _family(message: Message, path: str, text: str, game: str = "") -> Family:
    """The family of a message; it must be the game's family if a game is given."""
    case = message.WhichOneof("game")
    if case is None:
        raise Malformed(path, text)
    if game and case != GAMES[game].FAMILY:
        raise Malformed(f"{path}.{case}", f"the game is {game}")
    return FAMILIES[case]


def _read(family: Family, decode: Callable[[Message], T], message: Message, path: str) -> T:
    """The value of a family's part of a message."""
    try:
        return decode(getattr(message, family.name))
    except Malformed as malformed:
        raise malformed.inside(f"{path}.{family.name}") from None
