"""Everything a seat can do. An action is a small value; `notation.py` gives each its text."""

from dataclasses import dataclass
from typing import TypeAlias

from gemwright.engine.kinds import Kind
from gemwright.engine.splendor.cards import CardId, NobleId


@dataclass(frozen=True, slots=True)
class Payment:
    """The pieces spent, one number for each kind in the order of the kinds."""

    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeGems:
    """Take gems of different colours (S-TAKE-1) or two of one (S-TAKE-2), named in any order."""

    colours: tuple[Kind, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", tuple(sorted(self.colours)))


@dataclass(frozen=True, slots=True)
class ReserveCard:
    """Reserve a face-up card (S-RES-1)."""

    card: CardId


@dataclass(frozen=True, slots=True)
class ReserveFromDeck:
    """Reserve the top card of a level's deck, unseen (S-RES-1)."""

    level: int


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Purchase a face-up card. No payment: the default."""

    card: CardId
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyReserved:
    """Purchase the card in a slot of the own reserve, 0 for the one reserved first."""

    slot: int
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing where nothing is possible (S-PASS-1)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Return one piece of this kind to the supply (S-END-1)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class TakeNoble:
    """Choose this noble among several (S-NOB-1)."""

    noble: NobleId


Paid: TypeAlias = BuyCard | BuyReserved
Action: TypeAlias = (
    TakeGems | ReserveCard | ReserveFromDeck | BuyCard | BuyReserved | Pass | Discard | TakeNoble
)
