"""Everything a seat can do: every action with its functions, every decision with its list.

To add an action, write it beside those it is like, and give it a place in the union and a row in
`FUNCTIONS` below. Listing, judging, playing, writing and reading look actions up in these tables
and nowhere else.

An action is a small value. A module has its class and, beside it, how it is listed, judged,
performed, written and read:

| module | actions |
| --- | --- |
| `take.py` | tokens of the board: `take`, `privilege`, `pick` |
| `tokens.py` | tokens from elsewhere: `replenish`, `steal`, `draw`, `discard` |
| `reserve.py` | `reserve` |
| `buy.py` | `buy`; `payment.py` has prices and payments |
| `free_cards.py` | `royal`, `counterfeiter` |
| `window.py` | `use`, `done` |
| `keep.py` | `keep` |
| `course.py` | `pass`, `claim`, `stop`, and the list of a whole turn |
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar, cast

from gemwright.engine.chance import Chance
from gemwright.engine.duel.actions import (
    buy,
    course,
    free_cards,
    keep,
    reserve,
    take,
    tokens,
    window,
)
from gemwright.engine.duel.actions.buy import BuyCard, BuyCounterfeiter, BuyReserved, Purchase
from gemwright.engine.duel.actions.course import Claim, Pass, Stop
from gemwright.engine.duel.actions.free_cards import TakeCounterfeiter, TakeRoyal
from gemwright.engine.duel.actions.keep import HIDDEN_CHOICE, KeepDug
from gemwright.engine.duel.actions.payment import Payment, Unit
from gemwright.engine.duel.actions.reserve import ReserveCard, ReserveFromDeck
from gemwright.engine.duel.actions.take import PickToken, TakeTokens, UsePrivilege
from gemwright.engine.duel.actions.tokens import Discard, DrawTokens, Replenish, StealToken
from gemwright.engine.duel.actions.window import (
    AbilityUse,
    BuyExtraTurn,
    BuyRoyal,
    BuySteal,
    Dig,
    Done,
)
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.events import Log
from gemwright.engine.duel.state import State
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Refusal

__all__ = [
    "FUNCTIONS",
    "HIDDEN_CHOICE",
    "LISTS",
    "PAID",
    "READERS",
    "AbilityUse",
    "Action",
    "BuyCard",
    "BuyCounterfeiter",
    "BuyExtraTurn",
    "BuyReserved",
    "BuyRoyal",
    "BuySteal",
    "Claim",
    "Dig",
    "Discard",
    "Done",
    "DrawTokens",
    "Functions",
    "KeepDug",
    "Paid",
    "Pass",
    "Payment",
    "PickToken",
    "Purchase",
    "Replenish",
    "ReserveCard",
    "ReserveFromDeck",
    "StealToken",
    "Stop",
    "TakeCounterfeiter",
    "TakeRoyal",
    "TakeTokens",
    "Unit",
    "UsePrivilege",
]

Paid: TypeAlias = Purchase | AbilityUse
Action: TypeAlias = (
    UsePrivilege
    | Replenish
    | Claim
    | TakeTokens
    | ReserveCard
    | ReserveFromDeck
    | BuyCard
    | BuyReserved
    | BuyCounterfeiter
    | Pass
    | PickToken
    | StealToken
    | TakeRoyal
    | TakeCounterfeiter
    | DrawTokens
    | BuyRoyal
    | BuyExtraTurn
    | BuySteal
    | Dig
    | KeepDug
    | Discard
    | Stop
    | Done
)

ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class Functions(Generic[ActionT]):
    """What is known of an action beside its class."""

    answers: tuple[DecisionKind, ...]
    """The decisions that it can answer; for any other it is not what was asked."""
    refuse: Callable[[State, Decision, ActionT], Refusal | None]
    """Why it is refused, if it is."""
    perform: Callable[[State, ActionT, Chance, Log], Decision | None]
    """Do it; what it asks next, if anything."""
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
    answers: tuple[DecisionKind, ...],
    refuse: Callable[[State, Decision, ActionT], Refusal | None],
    perform: Callable[[State, ActionT, Chance, Log], Decision | None],
    verb: str,
    read: Callable[[Words], Action],
    write: Callable[[ActionT], str],
    payments: Callable[[State, ActionT], Iterator[Payment]] | None = None,
) -> tuple[type[Action], Functions[Action]]:
    """One row; who looks a class up gives its functions actions of this class alone."""
    functions = Functions(answers, refuse, perform, verb, read, write, payments)
    return cast(type[Action], action), cast(Functions[Action], functions)


def _bare(
    action: ActionT,
    answers: tuple[DecisionKind, ...],
    refuse: Callable[[State, Decision, ActionT], Refusal | None],
    perform: Callable[[State, ActionT, Chance, Log], Decision | None],
    verb: str,
) -> tuple[type[Action], Functions[Action]]:
    """The row of an action that is no more than its verb."""
    only = cast(Action, action)
    return _row(type(action), answers, refuse, perform, verb, lambda _: only, lambda _: verb)


_TURN: Final = (DecisionKind.TURN,)
_TURN_OR_CARD: Final = (DecisionKind.TURN, DecisionKind.RESERVE)
_TAKE: Final = (DecisionKind.TAKE,)
_STEAL: Final = (DecisionKind.STEAL,)
_ROYAL: Final = (DecisionKind.ROYAL,)
_COUNTERFEITER: Final = (DecisionKind.COUNTERFEITER,)
_DRAW: Final = (DecisionKind.DRAW,)
_WINDOW: Final = (DecisionKind.WINDOW,)
_DIG: Final = (DecisionKind.DIG,)
_DISCARD: Final = (DecisionKind.DISCARD,)
_ANY_THAT_STOPS: Final = (DecisionKind.TAKE, DecisionKind.RESERVE)

# fmt: off
# One line of judging and playing, one of text: action, what it answers, refuse, perform;
# verb, read, write, and the payments of what is paid for.
FUNCTIONS: Final[Mapping[type[Action], Functions[Action]]] = dict((
    # The optional actions of a turn.
    _row(take.UsePrivilege, _TURN, take.refuse_privilege, take.use_privilege,
         "privilege", take.read_privilege, take.privilege_text),
    _bare(tokens.REPLENISH, _TURN, tokens.refuse_replenish, tokens.replenish, "replenish"),
    _bare(course.CLAIM, _TURN, course.refuse_claim, course.claim, "claim"),
    # The mandatory ones.
    _row(take.TakeTokens, _TURN, take.refuse_take, take.take_tokens,
         "take", take.read_take, take.take_text),
    _row(reserve.ReserveCard, _TURN_OR_CARD, reserve.refuse_reservation, reserve.reserve_card,
         "reserve", reserve.read_reservation, reserve.reservation_text),
    _row(reserve.ReserveFromDeck, _TURN_OR_CARD, reserve.refuse_reservation, reserve.reserve_card,
         "reserve", reserve.read_reservation, reserve.reservation_text),
    _row(buy.BuyCard, _TURN, buy.refuse_buy_card, buy.buy_card,
         "buy", buy.read_purchase, buy.buy_card_text, buy.payments_for_card),
    _row(buy.BuyReserved, _TURN, buy.refuse_buy_reserved, buy.buy_reserved,
         "buy", buy.read_purchase, buy.buy_reserved_text, buy.payments_for_card),
    _row(buy.BuyCounterfeiter, _TURN, buy.refuse_buy_counterfeiter, buy.buy_counterfeiter,
         "buy", buy.read_purchase, buy.buy_counterfeiter_text, buy.payments_for_card),
    _bare(course.PASS, _TURN, course.refuse_pass, course.pass_turn, "pass"),
    # The answers to what a card asks.
    _row(take.PickToken, _TAKE, take.refuse_pick, take.pick_token,
         "pick", take.read_pick, take.pick_text),
    _row(tokens.StealToken, _STEAL, tokens.refuse_steal, tokens.steal_token,
         "steal", tokens.read_steal, tokens.steal_text),
    _row(tokens.DrawTokens, _DRAW, tokens.refuse_draw, tokens.draw_tokens,
         "draw", tokens.read_draw, tokens.draw_text),
    _row(free_cards.TakeCounterfeiter, _COUNTERFEITER,
         free_cards.refuse_counterfeiter, free_cards.take_counterfeiter,
         "counterfeiter", free_cards.read_counterfeiter, free_cards.counterfeiter_text),
    _row(keep.KeepDug, _DIG, keep.refuse_keep, keep.keep_dug,
         "keep", keep.read_keep, keep.keep_text),
    _bare(course.STOP, _ANY_THAT_STOPS, course.refuse_stop, course.stop, "stop"),
    # The end of a turn.
    _row(free_cards.TakeRoyal, _ROYAL, free_cards.refuse_take_royal, free_cards.take_royal,
         "royal", free_cards.read_royal, free_cards.royal_text),
    _row(window.BuyRoyal, _WINDOW, window.refuse_use, window.buy_royal,
         "use", window.read_use, window.buy_royal_text, window.payments_for_use),
    _row(window.BuyExtraTurn, _WINDOW, window.refuse_use, window.buy_extra_turn,
         "use", window.read_use, window.buy_extra_turn_text, window.payments_for_use),
    _row(window.BuySteal, _WINDOW, window.refuse_use, window.buy_steal,
         "use", window.read_use, window.buy_steal_text, window.payments_for_use),
    _row(window.Dig, _WINDOW, window.refuse_use, window.dig,
         "use", window.read_use, window.dig_text, window.payments_for_use),
    _bare(window.DONE, _WINDOW, window.refuse_done, window.close_window, "done"),
    _row(tokens.Discard, _DISCARD, tokens.refuse_discard, tokens.discard_token,
         "discard", tokens.read_discard, tokens.discard_text),
))
# fmt: on

LISTS: Final[Mapping[DecisionKind, Callable[[State, Decision], Sequence[Action]]]] = {
    DecisionKind.TURN: course.list_turn,
    DecisionKind.TAKE: take.list_picks,
    DecisionKind.STEAL: tokens.list_steals,
    DecisionKind.RESERVE: reserve.list_without_gold,
    DecisionKind.ROYAL: free_cards.list_royals,
    DecisionKind.COUNTERFEITER: free_cards.list_counterfeiters,
    DecisionKind.DRAW: tokens.list_draws,
    DecisionKind.WINDOW: window.list_window,
    DecisionKind.DIG: keep.list_keeps,
    DecisionKind.DISCARD: tokens.list_discards,
}
"""What lists the answers to each decision; `stop` comes last where it is allowed."""

READERS: Final = {functions.verb: functions.read for functions in FUNCTIONS.values()}
"""What reads the words after each verb."""
PAID: Final = frozenset(
    action for action, functions in FUNCTIONS.items() if functions.payments is not None
)
"""The actions that are paid for."""
