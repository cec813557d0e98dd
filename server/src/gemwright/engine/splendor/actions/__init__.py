"""Everything a seat can do. An action is a small value; `table.py` says which functions it has.

A module has the class of an action and, beside it, how it is listed, judged, performed, written
and read:

| module | actions |
| --- | --- |
| `take.py` | `take` |
| `reserve.py` | `reserve` |
| `buy.py` | `buy` |
| `course.py` | `pass`, `discard`, `noble`, and the list of a whole turn |
"""

from typing import TypeAlias

from gemwright.engine.splendor.actions.buy import BuyCard, BuyReserved, Payment
from gemwright.engine.splendor.actions.course import Discard, Pass, TakeNoble
from gemwright.engine.splendor.actions.reserve import ReserveCard, ReserveFromDeck
from gemwright.engine.splendor.actions.take import TakeGems

__all__ = [
    "Action",
    "BuyCard",
    "BuyReserved",
    "Discard",
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
