"""Events: what an action did, in facts small enough to animate.

Most events are public. The one *private* kind carries what only one seat may know, and is sent to
that seat only; no public event has a field for a secret (`views.py` projects).
"""

from typing import TypeAlias

from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import Forfeit, Outcome
from gemwright.engine.splendor.cards import CardId, NobleId
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.values import value


@value
class GemsTaken:
    """Gems of these colours went from the supply to a seat."""

    seat: int
    colours: tuple[Kind, ...]


@value
class CardReserved:
    """A card went into a seat's reserve, behind those already there.

    From a slot of the face-up cards it is named; from a deck (no slot) it is not.
    """

    seat: int
    level: int
    slot: int | None
    card: CardId | None


@value
class ReservedCardSeen:
    """Private: which card the seat just reserved from a deck."""

    seat: int
    card: CardId


@value
class GoldTaken:
    """A gold went from the supply to a seat, for its reservation."""

    seat: int


@value
class TokensSpent:
    """Pieces went from a seat to the supply, for this card."""

    seat: int
    card: CardId
    tokens: tuple[int, ...]


@value
class CardPurchased:
    """A card came to a seat from a slot of the face-up cards or of its reserve."""

    seat: int
    card: CardId
    slot: int | None
    reserve_slot: int | None


@value
class SlotFilled:
    """A card of a level's deck was turned up in a slot."""

    level: int
    slot: int
    card: CardId


@value
class TurnPassed:
    """A seat passed, for nothing was possible."""

    seat: int


@value
class TokenDiscarded:
    """A piece went from a seat to the supply."""

    seat: int
    kind: Kind


@value
class NobleReceived:
    """A noble came to a seat."""

    seat: int
    noble: NobleId


@value
class LastRoundBegun:
    """This seat's points make this round the last one."""

    seat: int


@value
class TurnEnded:
    """A turn is over."""

    seat: int


@value
class TurnStarted:
    """A turn begins."""

    seat: int
    number: int


@value
class DecisionAsked:
    """The match waits for this decision. Every update ends with one, or with the end."""

    decision: Decision


@value
class SeatForfeited:
    """A seat dropped out: its pieces are back in the supply, its cards and nobles are gone."""

    seat: int
    why: Forfeit


@value
class MatchEnded:
    """The match is over."""

    outcome: Outcome


PrivateEvent: TypeAlias = ReservedCardSeen
PublicEvent: TypeAlias = (
    GemsTaken
    | CardReserved
    | GoldTaken
    | TokensSpent
    | CardPurchased
    | SlotFilled
    | TurnPassed
    | TokenDiscarded
    | NobleReceived
    | LastRoundBegun
    | TurnEnded
    | TurnStarted
    | DecisionAsked
    | SeatForfeited
    | MatchEnded
)
Event: TypeAlias = PublicEvent | PrivateEvent
Log: TypeAlias = list[Event] | None
"""Where events go; None if they are not needed, as in search."""
