"""Everything a seat can do. An action is a small value; `table.py` says which functions it has.

A module has the class of an action and, beside it, how it is listed, judged, performed, written
and read:

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

from typing import TypeAlias

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

__all__ = [
    "HIDDEN_CHOICE",
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
