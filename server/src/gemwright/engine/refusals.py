"""Why an action is refused: a reason from a closed list, the rule, and the field it concerns."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Every reason for which a game refuses an action."""

    MATCH_OVER = "match_over"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_ASKED = "not_asked"
    """The pending decision is not the one that this action answers."""
    MALFORMED = "malformed"
    """A value that no position could make legal: an unknown id, a cell off the board."""

    NOT_A_LINE = "not_a_line"
    CELL_EMPTY = "cell_empty"
    CELL_HAS_GOLD = "cell_has_gold"
    CELL_HAS_NO_GOLD = "cell_has_no_gold"
    KIND_NOT_ALLOWED = "kind_not_allowed"
    """This token is not of a kind that may be chosen now."""
    KIND_NOT_THERE = "kind_not_there"
    """The seat or place that it would be taken from has no token of this kind."""
    WRONG_NUMBER = "wrong_number"
    PAIR_NEEDS_FOUR = "pair_needs_four"
    GOLD_STATED_WRONG = "gold_stated_wrong"
    """A reservation names a cell if it takes gold, and only then."""

    NO_PRIVILEGE = "no_privilege"
    ALREADY_REPLENISHED = "already_replenished"
    BAG_EMPTY = "bag_empty"
    BOARD_FULL = "board_full"
    NO_CLAIM = "no_claim"
    PASS_NOT_ALLOWED = "pass_not_allowed"
    STOP_NOT_ALLOWED = "stop_not_allowed"

    CARD_NOT_AVAILABLE = "card_not_available"
    """Not face up: one reason for a card in a deck, in a reserve or out of the game."""
    DECK_EMPTY = "deck_empty"
    SLOT_EMPTY = "slot_empty"
    RESERVE_FULL = "reserve_full"

    CANNOT_AFFORD = "cannot_afford"
    PAYMENT_NOT_OWNED = "payment_not_owned"
    PAYMENT_NOT_EXACT = "payment_not_exact"
    UNIT_NOT_OWNED = "unit_not_owned"
    UNIT_NOT_POSSIBLE = "unit_not_possible"
    UNIT_WITHOUT_EFFECT = "unit_without_effect"
    COLOUR_MISSING = "colour_missing"
    COLOUR_NOT_OWNED = "colour_not_owned"
    COLOUR_NOT_ASKED = "colour_not_asked"

    ABILITY_NOT_OWNED = "ability_not_owned"
    ABILITY_USED = "ability_used"
    EXTRA_TURN_DUE = "extra_turn_due"

    NOBLE_NOT_EARNED = "noble_not_earned"
    DROPPED_OUT = "dropped_out"
    """The seat has already left the match."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refused action: the reason, the rule, and the action's field with its value."""

    reason: Reason
    rule: str
    field: str = ""
    value: str = ""


class Refused(Exception):
    """Raised by `apply` when it refuses an action; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(
            f"{refusal.reason} ({refusal.rule}) {refusal.field} {refusal.value}".rstrip()
        )
        self.refusal = refusal
