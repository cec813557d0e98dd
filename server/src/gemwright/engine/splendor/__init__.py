"""The rules of Splendor for 2, 3 or 4 seats as a few verbs.

Where to find a rule: `actions/` has when each action is legal and what it does, `turn.py` what
follows it, `limits.py` the numbers, `views.py` who sees what. `play.py` has the verbs that take
actions; `docs/rules/` has the rules by number.
"""

from typing import Final

from gemwright.engine.splendor.actions import FUNCTIONS, PAID, Action, Paid, Payment
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES
from gemwright.engine.splendor.events import Event
from gemwright.engine.splendor.following import follow
from gemwright.engine.splendor.limits import SEATS
from gemwright.engine.splendor.moves import scores
from gemwright.engine.splendor.play import (
    action_text,
    apply,
    forfeit,
    legal_actions,
    outcome,
    parse_action,
    payments,
    refusal,
    to_move,
)
from gemwright.engine.splendor.position import (
    NAME,
    RULES_VERSION,
    from_data,
    options_from_data,
    to_data,
)
from gemwright.engine.splendor.setup import new
from gemwright.engine.splendor.state import Options, State
from gemwright.engine.splendor.views import PRIVATE, View, project, resample, seen_action, view

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
ACTIONS: Final = frozenset(FUNCTIONS)
CARDS: Final = (*DEVELOPMENTS.values(), *NOBLES.values())


def default_options(seats: int) -> Options:
    """The default options of a match with this number of seats."""
    return Options(seats=seats)
