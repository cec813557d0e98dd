"""Splendor for 2, 3 or 4 seats: the rules as a handful of verbs.

The way to a rule: `judge.py` says what is legal, `turn.py` what an action does and what follows,
`view.py` who sees what. `docs/rules/` has the rules by number.
"""

from typing import Final

from gemwright.engine.splendor.actions import Action, BuyCard, BuyReserved, Paid, Payment
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES
from gemwright.engine.splendor.events import Event
from gemwright.engine.splendor.follow import follow
from gemwright.engine.splendor.judge import ANSWERS, legal_actions, payments, refusal
from gemwright.engine.splendor.notation import action_text, parse_action
from gemwright.engine.splendor.position import (
    NAME,
    RULES_VERSION,
    from_data,
    options_from_data,
    to_data,
)
from gemwright.engine.splendor.scores import scores
from gemwright.engine.splendor.setup import new
from gemwright.engine.splendor.state import SUPPLY_OF_SEATS, Options, State
from gemwright.engine.splendor.turn import apply, forfeit, outcome, to_move
from gemwright.engine.splendor.view import View, project, resample, seen_action, view

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

FAMILY: Final = "splendor"
SEATS: Final = tuple(SUPPLY_OF_SEATS)
ACTIONS: Final[frozenset[type[Action]]] = frozenset().union(*ANSWERS.values())
PAID: Final[frozenset[type[Action]]] = frozenset((BuyCard, BuyReserved))
CARDS: Final = (*DEVELOPMENTS.values(), *NOBLES.values())


def default_options(seats: int) -> Options:
    """The options of a match with so many seats whose creator chooses nothing else."""
    return Options(seats=seats)
