"""Events: what an action did, in facts small enough to animate.

Most events are public. The few *private* ones carry what only one seat may know, and are sent to
that seat only; no public event has a field for a secret (`views.py` projects).

A slot of the pyramid is its place among all twelve: 0 to 4 in level 1, 5 to 8 in level 2, 9 to 11
in level 3. Tokens in a tuple are one number for each kind, in the order of `Kind`.
"""

from typing import TypeAlias

from gemwright.engine.duel.board import Cell
from gemwright.engine.duel.cards import CardId
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import Forfeit, Outcome
from gemwright.engine.values import value


@value
class TokenTaken:
    """A token went from a cell to a seat."""

    seat: int
    cell: Cell
    kind: Kind


@value
class TokenStolen:
    """A token went from one seat to the other."""

    seat: int
    loser: int
    kind: Kind


@value
class TokensSpent:
    """Tokens went from a seat to the bag, for a card or for an ability of this card."""

    seat: int
    card: CardId
    tokens: tuple[int, ...]


@value
class DiscountUsed:
    """A discount lowered a price (C-BUY-3)."""

    seat: int
    card: CardId
    kind: Kind


@value
class TokenDiscarded:
    """A token went from a seat to the bag."""

    seat: int
    kind: Kind


@value
class TokenDrawn:
    """A token went from the bag to a seat."""

    seat: int
    kind: Kind


@value
class CellFilled:
    """A token went from the bag to a cell."""

    cell: Cell
    kind: Kind


@value
class BoardReplenished:
    """A seat replenished the board; the cells filled follow."""

    seat: int


@value
class PrivilegeTaken:
    """A privilege came to a seat, from the other one or, where that is unset, from the table."""

    seat: int
    loser: int | None


@value
class PrivilegeReturned:
    """A privilege went from a seat to the table: used, or spent on the ability of this card."""

    seat: int
    card: CardId | None


@value
class CardReserved:
    """A card went into a seat's reserve, behind those already there.

    From a slot of the pyramid it is named. From a deck, or from the cards looked at (`is_dug`), it
    has no slot and no name.
    """

    seat: int
    level: int
    slot: int | None = None
    card: CardId | None = None
    is_dug: bool = False


@value
class ReservedCardSeen:
    """Private: which card the seat just reserved from a deck."""

    seat: int
    card: CardId


@value
class CardPurchased:
    """A card came to a seat from a slot of the pyramid or of its reserve.

    `colour` is the colour it counts for, unset for a card without a bonus.
    """

    seat: int
    card: CardId
    slot: int | None
    reserve_slot: int | None
    colour: Kind | None


@value
class SlotFilled:
    """A card of a level's deck was turned up in a slot of the pyramid."""

    level: int
    slot: int
    card: CardId


@value
class CounterfeiterGained:
    """A counterfeiter card came to a seat, from a slot or from the top of its deck (no slot)."""

    seat: int
    card: CardId
    slot: int | None
    is_purchase: bool


@value
class CounterfeiterSlotFilled:
    """A counterfeiter card was turned up in a slot of the row."""

    slot: int
    card: CardId


@value
class RoyalTaken:
    """A royal card came to a seat from a slot of its row."""

    seat: int
    card: CardId
    slot: int


@value
class RoyalSlotFilled:
    """A royal card was turned up in a slot of its row."""

    slot: int
    card: CardId


@value
class AbilityUsed:
    """A seat used the ability of a counterfeiter card."""

    seat: int
    card: CardId


@value
class ExtraTurnGained:
    """A seat will have another turn after this one."""

    seat: int
    card: CardId


@value
class DeckDug:
    """A seat looks at the top cards of a level's deck."""

    seat: int
    level: int
    number: int


@value
class DugCardsSeen:
    """Private: the cards the seat looks at, the top one first."""

    seat: int
    cards: tuple[CardId, ...]


@value
class DugCardsReturned:
    """This many cards went to the bottom of a level's deck."""

    seat: int
    level: int
    number: int


@value
class TurnPassed:
    """A seat had no action to do (D-MUST-3)."""

    seat: int


@value
class BlockingReset:
    """A seat that began turns with all gold and both pearls starts counting anew (D-X-1)."""

    seat: int


@value
class TurnEnded:
    """A turn is over; `idle_turns` counts the turns in a row without a purchase (D-X-2)."""

    seat: int
    idle_turns: int


@value
class TurnStarted:
    """A turn begins.

    `blocking_turns` counts, for each seat, its turns begun with all gold and both pearls (D-X-1).
    """

    seat: int
    number: int
    is_extra: bool
    blocking_turns: tuple[int, ...]


@value
class DecisionAsked:
    """The match waits for this decision. Every update ends with one, or with the end."""

    decision: Decision


@value
class WinClaimed:
    """A seat claimed the win over a blocking opponent."""

    seat: int


@value
class SeatForfeited:
    """A seat left the match, which ends it."""

    seat: int
    why: Forfeit


@value
class MatchEnded:
    """The match is over."""

    outcome: Outcome


PrivateEvent: TypeAlias = ReservedCardSeen | DugCardsSeen
PublicEvent: TypeAlias = (
    TokenTaken
    | TokenStolen
    | TokensSpent
    | DiscountUsed
    | TokenDiscarded
    | TokenDrawn
    | CellFilled
    | BoardReplenished
    | PrivilegeTaken
    | PrivilegeReturned
    | CardReserved
    | CardPurchased
    | SlotFilled
    | CounterfeiterGained
    | CounterfeiterSlotFilled
    | RoyalTaken
    | RoyalSlotFilled
    | AbilityUsed
    | ExtraTurnGained
    | DeckDug
    | DugCardsReturned
    | TurnPassed
    | BlockingReset
    | TurnEnded
    | TurnStarted
    | DecisionAsked
    | WinClaimed
    | SeatForfeited
    | MatchEnded
)
Event: TypeAlias = PublicEvent | PrivateEvent
Log: TypeAlias = list[Event] | None
"""Where events go; None if they are not needed, as in search."""
