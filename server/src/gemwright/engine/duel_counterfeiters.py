"""Duel with The Counterfeiters: the verbs of Duel on another set-up."""

from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.duel import (
    ACTIONS,
    FAMILY,
    PAID,
    PRIVATE,
    RULES_VERSION,
    SEATS,
    Action,
    Event,
    Options,
    Paid,
    Payment,
    State,
    Unit,
    View,
    action_text,
    apply,
    default_options,
    follow,
    forfeit,
    legal_actions,
    options_from_data,
    outcome,
    parse_action,
    payments,
    project,
    refusal,
    resample,
    scores,
    seen_action,
    to_data,
    to_move,
    view,
)
from gemwright.engine.duel.position import read_position
from gemwright.engine.duel.setup import DUEL_COUNTERFEITERS, cards_of, set_up

__all__ = [
    "ACTIONS",
    "CARDS",
    "FAMILY",
    "NAME",
    "PAID",
    "PRIVATE",
    "RULES_VERSION",
    "SEATS",
    "Action",
    "Event",
    "Options",
    "Paid",
    "Payment",
    "State",
    "Unit",
    "View",
    "action_text",
    "apply",
    "default_options",
    "follow",
    "forfeit",
    "from_data",
    "legal_actions",
    "new",
    "options_from_data",
    "outcome",
    "parse_action",
    "payments",
    "project",
    "refusal",
    "resample",
    "scores",
    "seen_action",
    "to_data",
    "to_move",
    "view",
]

NAME: Final = DUEL_COUNTERFEITERS
CARDS: Final = cards_of(NAME)


def new(options: Options, chance: Chance) -> State:
    """A dealt match of Duel with The Counterfeiters."""
    return set_up(NAME, options, chance)


def from_data(data: object) -> State:
    """The position that plain data describes; raises `PositionError`."""
    return read_position(NAME, data)
