"""Random matches of Splendor, and engine values as the JSON form of the contract has them."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from random import Random
from re import sub
from typing import Final, NamedTuple, get_args

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from gemwright.engine import splendor
from gemwright.engine.chance import Seeded
from gemwright.engine.kinds import GEMS, KINDS, Kind
from gemwright.engine.outcomes import EndReason, Forfeit
from gemwright.engine.splendor.actions import Action, BuyCard, BuyReserved
from gemwright.engine.splendor.decisions import DecisionKind
from gemwright.engine.splendor.events import Event
from gemwright.engine.splendor.state import Options, State

SEATS: Final = (2, 3, 4)
ACTIONS: Final[tuple[type, ...]] = get_args(Action)
EVENTS: Final[tuple[type, ...]] = get_args(Event)
_CASES: Final = {"pass": "pass_turn"}
"""Cases with another name than their type: `pass` is a reserved word in Python."""

PREFIXES: Final[dict[type[Enum], str]] = {
    Kind: "TOKEN_KIND_",
    DecisionKind: "SPLENDOR_DECISION_KIND_",
    EndReason: "END_REASON_",
    Forfeit: "FORFEIT_REASON_",
}
_ROWS: Final = {"tokens": KINDS, "supply": KINDS, "bonuses": GEMS, "colour_points": GEMS}
"""Fields that are a row of numbers in the engine and have names in the contract."""
_LIMIT: Final = "no_progress_limit"
"""The one option for which unset means something else than 0, which is no limit."""
RENAMED: Final = {"endings": "reasons"}


class Moment(NamedTuple):
    """A position with what is played in it; nothing in the last one of a match."""

    state: State
    action: Action | None


def play(seats: int, seed: int, log: list[Event]) -> Iterator[Moment]:
    """Every position of a random match, copied; of more than two the first with a noble drops out.

    An even seed purchases where it can, an odd one fills reserves and hands.
    """
    rng, chance = Random(seed), Seeded(seed.to_bytes(32, "big"))
    state = splendor.new(Options(seats=seats), chance)
    while (seat := splendor.to_move(state)) is not None:
        actions = splendor.legal_actions(state)
        buys = [action for action in actions if isinstance(action, BuyCard | BuyReserved)]
        action = rng.choice(actions if seed % 2 or not buys else buys)
        yield Moment(state.copy(), action)
        splendor.apply(state, seat, action, chance, log)
        winner = max(state.standing(), key=lambda one: len(state.players[one].nobles))
        if seats > 2 and state.players[winner].nobles and len(state.standing()) == seats:
            splendor.forfeit(state, winner, rng.choice([*Forfeit]), log)
    yield Moment(state, None)


@cache
def moments() -> tuple[Moment, ...]:
    """The positions of matches of every number of seats."""
    return tuple(one for seats in SEATS for seed in range(4) for one in play(seats, seed, []))


@cache
def events() -> frozenset[Event]:
    """What happened in matches of every number of seats."""
    log: list[Event] = []
    for seats in SEATS:
        for seed in range(4):
            for _ in play(seats, seed, log):
                pass
    return frozenset(log)


def case_of(kind: type) -> str:
    """The case of a type of action or event in its oneof."""
    words = sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return _CASES.get(words, words)


def as_json(message: Message) -> dict[str, object]:
    """A message with every field that is set or cannot be unset."""
    return MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def expected(value: object, name: str = "") -> object:
    """What `as_json` gives for the message of an engine value that `asdict` made plain."""
    match value:
        case dict():
            told = {key: item for key, item in value.items() if not _is_unset(key, item)}
            return {RENAMED.get(key, key): expected(item, key) for key, item in told.items()}
        case Enum():
            return PREFIXES[type(value)] + value.name
        case tuple() if name in _ROWS:
            return dict(zip((kind.text for kind in _ROWS[name]), value, strict=True))
        case tuple():
            return [expected(item) for item in value]
        case None:
            return 0 if name == _LIMIT else ""
        case _:
            return value


def _is_unset(name: str, value: object) -> bool:
    if name == "colour_points":
        return value == ()
    return value is None and name != _LIMIT
