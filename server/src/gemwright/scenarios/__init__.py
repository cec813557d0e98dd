"""Prepared positions for people who build a front end, each a file beside this one.

A file names the game, the seat to look from, what to play to see something, and the position as the
engine writes it. What the engine refuses cannot be used. What there is to see is told in `words/`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from gemwright.engine import GAMES
from gemwright.engine.reading import Fields

_FILE: Final = ".json"
_MOST_SEATS: Final = 4
_LONGEST_TURN_S: Final = 3600


@dataclass(frozen=True, slots=True)
class Scenario:
    """One prepared position."""

    name: str
    game: str
    seats: int
    seat: int
    """The seat to look from."""
    seat_to_act: int
    action: object | None
    """What to play to see it."""
    per_turn_s: int | None
    """Seconds for each turn, if the scenario needs a clock."""
    is_opponent_absent: bool
    """Whether nobody plays the other seats."""
    position: object
    """The position as plain data."""


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by its name, sorted by game."""
    names = (file.name for file in files(__name__).iterdir() if file.name.endswith(_FILE))
    found = [_read(name.removesuffix(_FILE)) for name in names]
    order = list(GAMES)
    found.sort(key=lambda scenario: (order.index(scenario.game), scenario.name))
    return {scenario.name: scenario for scenario in found}


def _read(name: str) -> Scenario:
    file = files(__name__) / f"{name}{_FILE}"
    return scenario_from_data(name, json.loads(file.read_text(encoding="utf-8")))


def scenario_from_data(name: str, data: object) -> Scenario:
    """The scenario in a file; raises `PositionError` if the engine refuses its position."""
    fields = Fields(data, name)
    game = fields.text("game")
    rules = GAMES[game]
    position = fields.take("position")
    state = rules.from_data(position)
    seat_to_act = rules.to_move(state)
    if seat_to_act is None:
        raise ValueError(f"{name}: a match that is over shows nothing")
    action = fields.text_or_none("action")
    scenario = Scenario(
        name=name,
        game=game,
        seats=len(state.players),
        seat=fields.integer("seat", 0, _MOST_SEATS - 1),
        seat_to_act=seat_to_act,
        action=None if action is None else rules.parse_action(action),
        per_turn_s=fields.integer_or_none("per_turn_s", 1, _LONGEST_TURN_S),
        is_opponent_absent=fields.boolean("is_opponent_absent"),
        position=position,
    )
    fields.finish()
    return scenario
