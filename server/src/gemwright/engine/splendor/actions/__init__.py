"""Everything a seat can do: every action with its functions, every decision with its list.

To add an action, write it beside those it is like, and give it a place in the union and a row in
`FUNCTIONS` below. Listing, judging, playing, writing and reading look actions up in these tables
and nowhere else.

An action is a small value. A module has its class and, beside it, how it is listed, judged,
performed, written and read:

| module | actions |
| --- | --- |
| `take.py` | `take` |
| `reserve.py` | `reserve` |
| `buy.py` | `buy` |
| `course.py` | `pass`, `discard`, `noble`, and the list of a whole turn |
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar, cast

from gemwright.engine.chance import Chance
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Refusal
from gemwright.engine.splendor.actions import buy, course, reserve, take
from gemwright.engine.splendor.actions.buy import BuyCard, BuyReserved, Payment
from gemwright.engine.splendor.actions.course import Discard, Pass, TakeNoble
from gemwright.engine.splendor.actions.reserve import ReserveCard, ReserveFromDeck
from gemwright.engine.splendor.actions.take import TakeGems
from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.engine.splendor.events import Log
from gemwright.engine.splendor.state import State
from gemwright.engine.splendor.turn import close_turn, end_turn

__all__ = [
    "FUNCTIONS",
    "LISTS",
    "PAID",
    "READERS",
    "Action",
    "BuyCard",
    "BuyReserved",
    "Discard",
    "Functions",
    "Paid",
    "Pass",
    "Payment",
    "ReserveCard",
    "ReserveFromDeck",
    "TakeGems",
    "TakeNoble",
]

Paid: TypeAlias = BuyCard | BuyReserved
Action: TypeAlias = (
    TakeGems | ReserveCard | ReserveFromDeck | BuyCard | BuyReserved | Pass | Discard | TakeNoble
)

ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class Functions(Generic[ActionT]):
    """What is known of an action beside its class."""

    answers: DecisionKind
    """The decision that it can answer; for any other it is not what was asked."""
    refuse: Callable[[State, Decision, ActionT], Refusal | None]
    """Why it is refused, if it is."""
    perform: Callable[[State, ActionT, Chance, Log], None]
    """Do it."""
    follow: Callable[[State, Log], None]
    """What comes after it."""
    verb: str
    """The first word of its text."""
    read: Callable[[Words], Action]
    """The action that the words after the verb stand for."""
    write: Callable[[ActionT], str]
    """Its text."""
    payments: Callable[[State, ActionT], Iterator[Payment]] | None
    """Every exact payment, if it is paid for."""


def _row(
    action: type[ActionT],
    answers: DecisionKind,
    refuse: Callable[[State, Decision, ActionT], Refusal | None],
    perform: Callable[[State, ActionT, Chance, Log], None],
    follow: Callable[[State, Log], None],
    verb: str,
    read: Callable[[Words], Action],
    write: Callable[[ActionT], str],
    payments: Callable[[State, ActionT], Iterator[Payment]] | None = None,
) -> tuple[type[Action], Functions[Action]]:
    """One row; who looks a class up gives its functions actions of this class alone."""
    functions = Functions(answers, refuse, perform, follow, verb, read, write, payments)
    return cast(type[Action], action), cast(Functions[Action], functions)


_TURN: Final = DecisionKind.TURN
_NOBLE: Final = DecisionKind.NOBLE
_DISCARD: Final = DecisionKind.DISCARD

# fmt: off
# One line of judging and playing, one of text: action, what it answers, refuse, perform, what
# follows; verb, read, write, and the payments of what is paid for.
FUNCTIONS: Final[Mapping[type[Action], Functions[Action]]] = dict((
    _row(take.TakeGems, _TURN, take.refuse_take, take.take_gems, end_turn,
         "take", take.read_take, take.take_text),
    _row(reserve.ReserveCard, _TURN, reserve.refuse_reserve_card, reserve.reserve_card, end_turn,
         "reserve", reserve.read_reservation, reserve.reserve_card_text),
    _row(reserve.ReserveFromDeck, _TURN,
         reserve.refuse_reserve_from_deck, reserve.reserve_top_card, end_turn,
         "reserve", reserve.read_reservation, reserve.reserve_from_deck_text),
    _row(buy.BuyCard, _TURN, buy.refuse_buy_card, buy.buy_card, end_turn,
         "buy", buy.read_purchase, buy.buy_card_text, buy.payments_for_card),
    _row(buy.BuyReserved, _TURN, buy.refuse_buy_reserved, buy.buy_reserved, end_turn,
         "buy", buy.read_purchase, buy.buy_reserved_text, buy.payments_for_card),
    _row(course.Pass, _TURN, course.refuse_pass, course.pass_turn, end_turn,
         "pass", lambda _: course.PASS, lambda _: "pass"),
    _row(course.Discard, _DISCARD, course.refuse_discard, course.discard, end_turn,
         "discard", course.read_discard, course.discard_text),
    _row(course.TakeNoble, _NOBLE, course.refuse_noble, course.take_noble, close_turn,
         "noble", course.read_noble, course.noble_text),
))
# fmt: on

LISTS: Final[Mapping[DecisionKind, Callable[[State, Decision], Sequence[Action]]]] = {
    DecisionKind.TURN: course.list_turn,
    DecisionKind.DISCARD: course.list_discards,
    DecisionKind.NOBLE: course.list_nobles,
}
"""What lists the answers to each decision."""

READERS: Final = {functions.verb: functions.read for functions in FUNCTIONS.values()}
"""What reads the words after each verb."""
PAID: Final = frozenset(
    action for action, functions in FUNCTIONS.items() if functions.payments is not None
)
"""The actions that are paid for."""
