"""Duel, and with it The Counterfeiters: the rules as a handful of verbs.

The way to a rule: `judge.py` says what is legal, `play.py` what an action does, `turn.py` what
follows, `abilities.py` what cards do, `view.py` who sees what. `docs/rules/` has the rules.
"""

from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.duel import position, setup
from gemwright.engine.duel.actions import (
    Action,
    BuyCard,
    BuyCounterfeiter,
    BuyExtraTurn,
    BuyReserved,
    BuyRoyal,
    BuySteal,
    Dig,
    Paid,
    Payment,
    Unit,
)
from gemwright.engine.duel.events import Event
from gemwright.engine.duel.follow import follow
from gemwright.engine.duel.judge import ANSWERS, legal_actions, payments, refusal
from gemwright.engine.duel.notation import action_text, parse_action
from gemwright.engine.duel.play import apply, forfeit
from gemwright.engine.duel.position import RULES_VERSION, options_from_data, to_data
from gemwright.engine.duel.state import SEATS as _SEATS
from gemwright.engine.duel.state import Options, State
from gemwright.engine.duel.turn import outcome, scores, to_move
from gemwright.engine.duel.view import View, project, resample, seen_action, view

__all__ = [
    "ACTIONS",
    "CARDS",
    "FAMILY",
    "NAME",
    "PAID",
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

NAME: Final = setup.DUEL
FAMILY: Final = "duel"
SEATS: Final = (_SEATS,)
ACTIONS: Final[frozenset[type[Action]]] = frozenset().union(*ANSWERS.values())
PAID: Final[frozenset[type[Action]]] = frozenset(
    (BuyCard, BuyReserved, BuyCounterfeiter, BuyRoyal, BuyExtraTurn, BuySteal, Dig)
)
CARDS: Final = setup.cards_of(NAME)


def default_options(seats: int) -> Options:
    """The options of a match whose creator chooses nothing; there are always two seats."""
    return Options()


def new(options: Options, chance: Chance) -> State:
    """A dealt match of Duel."""
    return setup.new(NAME, options, chance)


def from_data(data: object) -> State:
    """The position that plain data describes; raises `PositionError`."""
    return position.from_data(NAME, data)
