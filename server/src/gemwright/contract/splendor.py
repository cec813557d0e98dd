"""Classes and limits of the messages of Splendor: these cannot be derived."""

from typing import Final, get_args

from gemwright.contract.family import Family
from gemwright.contract.limits import Limit, Limits, Whole, within
from gemwright.engine import splendor
from gemwright.engine.game import MOST_IDLE_TURNS
from gemwright.engine.splendor.actions import Payment
from gemwright.engine.splendor.actions.course import DISCARDS
from gemwright.engine.splendor.actions.take import TAKES
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, NOBLES
from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.engine.splendor.limits import COLOURS_OF_A_TAKE, RESERVE_LIMIT
from gemwright.engine.splendor.position import FORMAT
from gemwright.engine.splendor.views import PlayerView, Private, SeenReserve, Table, View

_LONGEST_ID: Final = 16


def _no_card(card: object) -> str:
    return f"{_shown(str(card))} is no card of this game"


def _no_noble(noble: object) -> str:
    return f"{_shown(str(noble))} is no noble of this game"


def _shown(text: str) -> str:
    """A text that a client sent, cut to the length of an id."""
    return repr(text) if len(text) <= _LONGEST_ID else f"a text of {len(text)} characters"


SPLENDOR: Final = Family(
    name=splendor.FAMILY,
    actions=splendor.ACTIONS,
    events=get_args(splendor.Event),
    classes={
        "View": View,
        "Table": Table,
        "Player": PlayerView,
        "SeenReserve": SeenReserve,
        "Private": Private,
        "Decision": Decision,
        "Payment": Payment,
    },
    decisions=DecisionKind,
    options=splendor.Options,
    position_format=FORMAT,
    limits=Limits(
        nothing="an action is expected",
        required={
            "level": "a level is expected",
            "slot": "a place in the reserve is expected",
            "SplendorPayment.tokens": "the pieces spent are expected",
        },
        values={
            "level": Limit(LEVELS, "{} is none of 1, 2 and 3".format),
            "slot": within(range(RESERVE_LIMIT)),
            "card": Limit(DEVELOPMENTS, _no_card),
            "noble": Limit(NOBLES, _no_noble),
            "kind": Limit(DISCARDS, "this game has no {0.text}".format),
            "seats": Limit(splendor.SEATS, "{} is none of 2, 3 and 4".format),
            "no_progress_limit": Limit(
                range(MOST_IDLE_TURNS + 1),
                f"{{}} is neither 0 nor between 1 and {MOST_IDLE_TURNS}".format,
            ),
        },
        lengths={
            "colours": Limit(
                range(COLOURS_OF_A_TAKE + 1),
                f"{{}} colours, at most {COLOURS_OF_A_TAKE} are taken".format,
            ),
        },
        wholes={
            "TakeGems": Whole(
                "colours",
                frozenset(TAKES.values()).__contains__,
                "one to three different gem colours or two equal ones are expected",
            ),
        },
    ),
)
