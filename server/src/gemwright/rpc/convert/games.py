"""What each game says on the wire: its messages within the `oneof`s that every game shares.

Duel and The Counterfeiters share one family of messages; Splendor has its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Generic, TypeVar, cast

from gemwright.engine import GAMES, duel, duel_counterfeiters, splendor
from gemwright.engine.game import SomeOptions, SomeState
from gemwright.pb import game_pb2 as pb
from gemwright.rpc.convert import (
    duel_action,
    duel_event,
    duel_options,
    duel_position,
    duel_view,
    duel_view_reading,
    splendor_action,
    splendor_event,
    splendor_options,
    splendor_position,
    splendor_view,
    splendor_view_reading,
)
from gemwright.rpc.convert.malformed import Malformed
from gemwright.contract.wire import bytes_field

_USUAL_BYTES: Final = 64
"""Actions are short; only who means no good sends one that is longer."""

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
PaymentT = TypeVar("PaymentT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


@dataclass(frozen=True, slots=True)
class Family(Generic[OptionsT, StateT, ActionT, PaymentT, EventT, ViewT]):
    """The messages of one game, or of several that are played with the same ones."""

    case: str
    """Its name in every `oneof`."""
    field: int
    """Its number in every `oneof`."""
    action_bytes: Callable[[ActionT], bytes]
    event_bytes: Callable[[EventT], bytes]
    view: Callable[[ViewT], pb.View]
    payment: Callable[[PaymentT], pb.Payment]
    options: Callable[[OptionsT], pb.Options]
    position: Callable[[StateT], pb.Position]
    action_from: Callable[[pb.Action, str], ActionT]
    options_data: Callable[[pb.Options, str], Mapping[str, object]]
    position_data: Callable[[pb.Position, str, str], dict[str, object]]
    position_path: Callable[[str], str]
    can_be_paid: Callable[[ActionT], bool]
    view_from: Callable[[pb.View, str, str], ViewT]


AnyFamily = Family[SomeOptions, SomeState, object, object, object, object]

_DUEL: Family[duel.Options, duel.State, duel.Action, duel.Payment, duel.Event, duel.View] = Family(
    case="duel",
    field=pb.Action.DUEL_FIELD_NUMBER,
    action_bytes=duel_action.action_bytes,
    event_bytes=duel_event.event_bytes,
    view=lambda view: pb.View(duel=duel_view.view_message(view)),
    payment=lambda payment: pb.Payment(duel=duel_action.payment_message(payment)),
    options=lambda options: pb.Options(duel=duel_options.options_message(options)),
    position=lambda state: pb.Position(duel=duel_position.position_message(state)),
    action_from=lambda action, path: duel_action.action_from(action.duel, path),
    options_data=lambda options, path: duel_options.options_data(options.duel, path),
    position_data=lambda position, game, path: duel_position.position_data(
        position.duel, game, path
    ),
    position_path=duel_position.position_path,
    can_be_paid=lambda action: isinstance(action, duel.Paid),
    view_from=lambda view, game, path: duel_view_reading.view_from(view.duel, game, path),
)
_SPLENDOR: Family[
    splendor.Options,
    splendor.State,
    splendor.Action,
    splendor.Payment,
    splendor.Event,
    splendor.View,
] = Family(
    case="splendor",
    field=pb.Action.SPLENDOR_FIELD_NUMBER,
    action_bytes=splendor_action.action_bytes,
    event_bytes=splendor_event.event_bytes,
    view=lambda view: pb.View(splendor=splendor_view.view_message(view)),
    payment=lambda payment: pb.Payment(splendor=splendor_action.payment_message(payment)),
    options=lambda options: pb.Options(splendor=splendor_options.options_message(options)),
    position=lambda state: pb.Position(splendor=splendor_position.position_message(state)),
    action_from=lambda action, path: splendor_action.action_from(action.splendor, path),
    options_data=lambda options, path: splendor_options.options_data(options.splendor, path),
    position_data=lambda position, _, path: splendor_position.position_data(
        position.splendor, path
    ),
    position_path=splendor_position.position_path,
    can_be_paid=lambda action: isinstance(action, splendor.Paid),
    view_from=lambda view, _, path: splendor_view_reading.view_from(view.splendor, path),
)

# As with the games themselves: values are passed on without being looked into.
FAMILIES: Final[dict[str, AnyFamily]] = {
    duel.NAME: cast(AnyFamily, _DUEL),
    duel_counterfeiters.NAME: cast(AnyFamily, _DUEL),
    splendor.NAME: cast(AnyFamily, _SPLENDOR),
}
"""The messages of every game by its name."""

MESSAGE_GAMES: Final = {
    duel.NAME: pb.GAME_DUEL,
    duel_counterfeiters.NAME: pb.GAME_DUEL_COUNTERFEITERS,
    splendor.NAME: pb.GAME_SPLENDOR,
}
"""The contract's word for every game by its name."""
_GAME_NAMES: Final = {int(value): name for name, value in MESSAGE_GAMES.items()}
_BY_CASE: Final = {family.case: family for family in FAMILIES.values()}


def game_from(value: int, path: str) -> str:
    """The name of the game that a client named."""
    name = _GAME_NAMES.get(value)
    if name is None:
        raise Malformed(path, "a game is expected" if value == 0 else f"{value} is no game")
    return name


def action_bytes(game: str, action: object) -> bytes:
    """The action as a serialized `Action`."""
    family = FAMILIES[game]
    return bytes_field(family.field, family.action_bytes(action))


def event_bytes(game: str, event: object) -> bytes:
    """The event as a serialized `Event`."""
    family = FAMILIES[game]
    return bytes_field(family.field, family.event_bytes(event))


def view_message(game: str, view: object) -> pb.View:
    """What a viewer may know."""
    return FAMILIES[game].view(view)


def payment_message(game: str, payment: object) -> pb.Payment:
    """One exact payment."""
    return FAMILIES[game].payment(payment)


def options_message(game: str, values: Mapping[str, object]) -> pb.Options:
    """Every option of a match."""
    return FAMILIES[game].options(GAMES[game].options_from_data(values))


def position_message(game: str, data: object) -> pb.Position:
    """A whole position in the engine's plain data."""
    return FAMILIES[game].position(GAMES[game].from_data(data))


def action_from(message: pb.Action, path: str) -> tuple[str, object]:
    """A game of the action's family, and the action a client sent: its match is not known yet."""
    content = message.SerializeToString()
    if len(content) > _USUAL_BYTES:
        return _action_from(message, path)
    return _usual_action(content, path)


@lru_cache(maxsize=16384)
def _usual_action(content: bytes, path: str) -> tuple[str, object]:
    """Clients mostly send what they were offered, so the same few actions come again and again."""
    return _action_from(pb.Action.FromString(content), path)


def _action_from(message: pb.Action, path: str) -> tuple[str, object]:
    family = _family(message.WhichOneof("game"), path, "an action is expected")
    return family.case, family.action_from(message, f"{path}.{family.case}")


def paid_action_from(message: pb.Action, path: str) -> tuple[str, object]:
    """Likewise, an action that is paid for."""
    game, action = action_from(message, path)
    if not FAMILIES[game].can_be_paid(action):
        raise Malformed(path, "only purchases, and abilities that cost something, have payments")
    return game, action


def view_from(message: pb.View, game: str, path: str) -> object:
    """The view of a match of this game, as its players read it."""
    family = _family(message.WhichOneof("game"), path, "the view of a game is expected")
    _check_family(family, game, path)
    return family.view_from(message, game, f"{path}.{family.case}")


def options_data(message: pb.Options, game: str, path: str) -> Mapping[str, object]:
    """The options a client sent for a game; for a rematch the game may be unsaid (empty)."""
    family = _family(message.WhichOneof("game"), path, "the options of a game are expected")
    _check_family(family, game, path)
    return family.options_data(message, f"{path}.{family.case}")


def position_data(message: pb.Position, game: str, path: str) -> dict[str, object]:
    """The position a client sent for a game; the engine judges it."""
    family = _family(message.WhichOneof("game"), path, "the position of a game is expected")
    _check_family(family, game, path)
    return family.position_data(message, game, f"{path}.{family.case}")


def position_path(game: str, path: str) -> str:
    """The field of a position, within `Position`, that the engine complains of."""
    family = FAMILIES[game]
    return ".".join(part for part in (family.case, family.position_path(path)) if part)


def _family(case: str | None, path: str, text: str) -> AnyFamily:
    if case is None:
        raise Malformed(path, text)
    return _BY_CASE[case]


def _check_family(family: AnyFamily, game: str, path: str) -> None:
    if game and FAMILIES[game] is not family:
        raise Malformed(f"{path}.{family.case}", f"the game is {game}")
