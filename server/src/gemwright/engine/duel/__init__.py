"""The rules of Duel and of The Counterfeiters as a few verbs.

Where to find a rule: `actions/` has when each action is legal and what it does, `turn.py` what
follows it, `abilities.py` what cards do, `limits.py` the numbers, `views.py` who sees what.
`play.py` has the verbs that take actions; `docs/rules/` has the rules.
"""

from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.duel.actions import FUNCTIONS, PAID, Action, Paid, Payment, Unit
from gemwright.engine.duel.events import Event
from gemwright.engine.duel.following import follow
from gemwright.engine.duel.limits import PLAYERS
from gemwright.engine.duel.moves import scores
from gemwright.engine.duel.play import (
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
from gemwright.engine.duel.position import RULES_VERSION, options_from_data, read_position, to_data
from gemwright.engine.duel.setup import DUEL, cards_of, set_up
from gemwright.engine.duel.state import Options, State
from gemwright.engine.duel.views import PRIVATE, View, project, resample, seen_action, view

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

NAME: Final = DUEL
FAMILY: Final = "duel"
SEATS: Final = (PLAYERS,)
ACTIONS: Final = frozenset(FUNCTIONS)
CARDS: Final = cards_of(NAME)


def default_options(seats: int) -> Options:
    """The default options of a match; there are always two seats."""
    return Options()


def new(options: Options, chance: Chance) -> State:
    """A dealt match of Duel."""
    return set_up(NAME, options, chance)


def from_data(data: object) -> State:
    """The position that plain data describes; raises `PositionError`."""
    return read_position(NAME, data)
