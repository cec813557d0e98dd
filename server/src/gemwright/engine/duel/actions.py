"""Everything a seat can do. An action is a small value; `notation.py` gives each its text."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from gemwright.engine.duel.board import Cell
from gemwright.engine.duel.cards import CardId
from gemwright.engine.kinds import Kind


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """One use of a discount in a purchase (C-BUY-3): the card, and the kind it lowers."""

    card: CardId
    kind: Kind


@dataclass(frozen=True, slots=True)
class Payment:
    """The tokens spent, one number for each kind in the order of the kinds, and the discounts."""

    tokens: tuple[int, ...]
    units: tuple[Unit, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", tuple(sorted(self.units)))


@dataclass(frozen=True, slots=True)
class UsePrivilege:
    """Return a privilege and take the token of this cell (D-OPT-1)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Replenish:
    """Draw the bag onto the board (D-OPT-2)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the win over a blocking opponent (D-X-1)."""


@dataclass(frozen=True, slots=True)
class TakeTokens:
    """Take the tokens of a line of cells, named in any order (D-TAKE-1)."""

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


@dataclass(frozen=True, slots=True)
class ReserveCard:
    """Reserve a face-up card of the pyramid (D-RES-1); `gold` is unset where none is taken."""

    card: CardId
    gold: Cell | None


@dataclass(frozen=True, slots=True)
class ReserveFromDeck:
    """Reserve the top card of a level's deck, unseen (D-RES-1)."""

    level: int
    gold: Cell | None


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Purchase a face-up card of the pyramid; `colour` for a wild card. No payment: the default."""

    card: CardId
    colour: Kind | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyReserved:
    """Purchase the card in a slot of the own reserve, 0 for the one reserved first."""

    slot: int
    colour: Kind | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyCounterfeiter:
    """Purchase a face-up counterfeiter card (C-BUY-1)."""

    card: CardId
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Stand in for the mandatory action where nothing is possible (D-MUST-3)."""


@dataclass(frozen=True, slots=True)
class PickToken:
    """Take the token of this cell, as a card allows."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class StealToken:
    """Take a token of this kind from the opponent."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class TakeRoyal:
    """Take a face-up royal card for crowns (D-ROY-1)."""

    card: CardId


@dataclass(frozen=True, slots=True)
class TakeCounterfeiter:
    """Take a face-up counterfeiter card, or the top of the deck where no card is named."""

    card: CardId | None


@dataclass(frozen=True, slots=True)
class DrawTokens:
    """Draw so many tokens from the bag (C-ROY-5)."""

    number: int


@dataclass(frozen=True, slots=True)
class BuyRoyal:
    """In the window: spend glassware for a face-up royal card (C-09)."""

    card: CardId
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyExtraTurn:
    """In the window: spend glassware and a privilege for another turn (C-10)."""

    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuySteal:
    """In the window: spend glassware and a privilege to steal a token of this kind (C-11)."""

    kind: Kind
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Dig:
    """In the window: spend glassware to look at the top of a level's deck (C-17)."""

    level: int
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class KeepDug:
    """Reserve one of the cards looked at, the others go to the bottom in this order.

    Cards are named by their place among those looked at, 0 for the one that was on top; `bottom`
    has its uppermost first. Others than the seat itself see it without places.
    """

    keep: int | None
    bottom: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one token of this kind (D-END-1)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Stop:
    """Take no more where a card allows fewer."""


@dataclass(frozen=True, slots=True)
class Done:
    """Close the window at the end of the turn (C-ABL-10)."""


Purchase: TypeAlias = BuyCard | BuyReserved | BuyCounterfeiter
AbilityUse: TypeAlias = BuyRoyal | BuyExtraTurn | BuySteal | Dig
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

HIDDEN_CHOICE: Final = KeepDug(None)
