"""Random matches of Duel and The Counterfeiters, and engine values as the JSON of the contract."""

import re
from collections.abc import Iterator
from dataclasses import asdict
from enum import Enum
from functools import cache
from random import Random
from typing import Final, NamedTuple

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from gemwright.engine import duel, duel_counterfeiters
from gemwright.engine.chance import Seeded
from gemwright.engine.duel import events as fact
from gemwright.engine.duel.actions import Action
from gemwright.engine.duel.decisions import DecisionKind
from gemwright.engine.duel.events import Event
from gemwright.engine.duel.state import Options, OwnedCard, State
from gemwright.engine.kinds import GEMS, KINDS, Kind
from gemwright.engine.outcomes import EndReason, Forfeit

NEW: Final = {duel.NAME: duel.new, duel_counterfeiters.NAME: duel_counterfeiters.new}
FROM_DATA: Final = {
    duel.NAME: duel.from_data,
    duel_counterfeiters.NAME: duel_counterfeiters.from_data,
}
NAMES: Final = tuple(NEW)
MATCHES: Final = 60

RARE_EVENTS: Final[tuple[Event, ...]] = (
    fact.TurnPassed(1),
    fact.BlockingReset(0),
    fact.WinClaimed(1),
    fact.RoyalSlotFilled(3, "R-5"),
    fact.SeatForfeited(0, Forfeit.RESIGNATION),
    fact.SeatForfeited(1, Forfeit.TIMEOUT),
    fact.CardPurchased(1, "D1-01", None, 0, None),
    fact.CounterfeiterGained(0, "C-01", None, is_purchase=False),
)
"""What random matches seldom or never bring."""

_PREFIXES: Final[dict[type[Enum], str]] = {
    Kind: "TOKEN_KIND_",
    DecisionKind: "DUEL_DECISION_KIND_",
    EndReason: "END_REASON_",
    Forfeit: "FORFEIT_REASON_",
}
_ROWS: Final = {"tokens": KINDS, "bag": KINDS, "bonuses": GEMS, "colour_points": GEMS}
"""Fields that are a row of numbers in the engine and have names in the contract."""
_LIMIT: Final = "no_progress_limit"
"""The one option for which unset means something else than 0, which is no limit."""
RENAMED: Final = {"endings": "reasons", "pass": "pass_turn"}


class Moment(NamedTuple):
    """A position with what is played in it; nothing in the last one of a match."""

    state: State
    action: Action | None


def play(name: str, seed: int, log: list[Event]) -> Iterator[Moment]:
    """Every position of a random match, copied; half of the time purchases come first."""
    rng, chance = Random(seed), Seeded(seed.to_bytes(32, "big"))
    state = NEW[name](Options(), chance)
    while (seat := duel.to_move(state)) is not None:
        actions = duel.legal_actions(state)
        eager = [action for action in actions if type(action).__name__.startswith("Buy")]
        action = rng.choice(eager if eager and rng.random() < 0.5 else actions)
        yield Moment(state.copy(), action)
        duel.apply(state, seat, action, chance, log)
    yield Moment(state, None)


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """All positions of the matches of one game."""
    return tuple(one for seed in range(MATCHES) for one in play(name, seed, []))


@cache
def states(name: str) -> tuple[State, ...]:
    """A part of the positions, and the one in which each match ends."""
    every = moments(name)
    some = Random(7).sample([one.state for one in every], 150)
    return (*some, *(one.state for one in every if one.action is None))


@cache
def events() -> frozenset[Event]:
    """What happened in the matches of both games, and what seldom does."""
    log: list[Event] = [*RARE_EVENTS]
    for name in NAMES:
        for seed in range(MATCHES):
            for _ in play(name, seed, log):
                pass
    return frozenset(log)


@cache
def waiting() -> dict[DecisionKind, tuple[State, ...]]:
    """For every kind of decision some positions that wait for it."""
    found: dict[DecisionKind, list[State]] = {kind: [] for kind in DecisionKind}
    for one in (one for name in NAMES for one in moments(name)):
        if one.state.decision is not None and len(found[one.state.decision.kind]) < 5:
            found[one.state.decision.kind].append(one.state)
    return {kind: tuple(some) for kind, some in found.items()}


def snake(name: str) -> str:
    """`TakeTokens` as `take_tokens`."""
    text = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return RENAMED.get(text, text)


def as_json(message: Message) -> dict[str, object]:
    """A message with every field that is set or cannot be unset."""
    return MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def case_json(value: Action | Event) -> dict[str, object]:
    """What `as_json` gives for the message of an action or event: one case with its fields."""
    return {snake(type(value).__name__): expected(asdict(value))}


def expected(value: object, name: str = "") -> object:
    """What `as_json` gives for the message of an engine value that `asdict` made plain."""
    match value:
        case dict():
            told = {key: item for key, item in value.items() if item is not None or key == _LIMIT}
            return {RENAMED.get(key, key): expected(item, key) for key, item in told.items()}
        case Enum():
            return _PREFIXES[type(value)] + value.name
        case OwnedCard():
            return expected(value._asdict())
        case tuple() if name in _ROWS:
            return dict(zip((kind.text for kind in _ROWS[name]), value, strict=True))
        case tuple() if name == "again":
            return {"kinds": expected(value)}
        case tuple():
            empty = "TOKEN_KIND_UNSPECIFIED" if name == "board" else ""
            return [empty if item is None else expected(item) for item in value]
        case None:
            return 0
        case _:
            return value
