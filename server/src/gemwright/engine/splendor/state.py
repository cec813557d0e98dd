"""A position of Splendor: compact, mutable, cheap to copy.

Everything but the decks and the face-up cards is a number or a tuple, so that a copy shares it.
Sums that follow from the cards (bonuses, points) are kept beside them and are changed only in
`moves.py`.
"""

from dataclasses import dataclass
from typing import NamedTuple

from gemwright.engine.game import LIMITS, check_number
from gemwright.engine.lanes import NOTHING, Lanes
from gemwright.engine.outcomes import Outcome
from gemwright.engine.splendor.cards import CardId, NobleId
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.splendor.limits import SEATS, SLOTS_OF_A_LEVEL


def level_of_slot(slot: int) -> int:
    """The level of a slot of the face-up cards."""
    return slot // SLOTS_OF_A_LEVEL + 1


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a match may choose.

    If `first_seat` is None, it is drawn; if `no_progress_limit` is None, there is no limit.
    """

    seats: int = 2
    first_seat: int | None = None
    no_progress_limit: int | None = 100

    def __post_init__(self) -> None:
        if isinstance(self.seats, bool) or self.seats not in SEATS:
            raise ValueError(f"seats is 2, 3 or 4, not {self.seats!r}")
        check_number("first_seat", self.first_seat, range(self.seats))
        check_number("no_progress_limit", self.no_progress_limit, LIMITS)

    @property
    def values(self) -> dict[str, int | bool | None]:
        """Every option by its name, as the commitment and positions write it."""
        return {
            "seats": self.seats,
            "first_seat": self.first_seat,
            "no_progress_limit": self.no_progress_limit,
        }


class ReservedCard(NamedTuple):
    """A reserved card; a blind one came from a deck and is known only to its owner."""

    card: CardId
    is_blind: bool


class Player:
    """What one seat has."""

    __slots__ = ("bonuses", "cards", "dropped_out", "nobles", "points", "reserved", "tokens")

    def __init__(self) -> None:
        self.tokens: Lanes = NOTHING
        self.cards: tuple[CardId, ...] = ()
        self.nobles: tuple[NobleId, ...] = ()
        self.reserved: tuple[ReservedCard, ...] = ()
        self.bonuses: Lanes = NOTHING
        self.points = 0
        self.dropped_out = 0
        """0 while in the game, 1 for the seat that dropped out first, 2 for the next (S-X-2)."""

    def copy(self) -> "Player":
        """An independent copy."""
        twin = Player.__new__(Player)
        twin.tokens = self.tokens
        twin.cards = self.cards
        twin.nobles = self.nobles
        twin.reserved = self.reserved
        twin.bonuses = self.bonuses
        twin.points = self.points
        twin.dropped_out = self.dropped_out
        return twin


class State:
    """A whole position, secrets included; only views of it leave the server."""

    __slots__ = (
        "decision",
        "decks",
        "draws",
        "face_up",
        "first_seat",
        "idle_turns",
        "is_last_round",
        "nobles",
        "options",
        "outcome",
        "passes",
        "players",
        "removed_cards",
        "removed_nobles",
        "seat",
        "supply",
        "turn",
    )

    options: Options
    draws: int
    """How many draws chance has made."""
    first_seat: int
    players: tuple[Player, ...]
    seat: int
    """Whose turn it is."""
    turn: int
    """The number of this turn, 1 for the first."""
    decision: Decision | None
    """The decision the match waits for; None once it is over."""
    outcome: Outcome | None

    supply: Lanes
    decks: list[tuple[CardId, ...]]
    """The rest of each level's deck, the top card first."""
    face_up: list[CardId | None]
    """Twelve slots, four a level; an empty one stays empty (S-CARD-1)."""
    nobles: tuple[NobleId, ...]
    """The nobles nobody has received."""
    removed_cards: tuple[ReservedCard, ...]
    """Cards that left the game with seats that dropped out; nobody has seen the blind ones."""
    removed_nobles: tuple[NobleId, ...]

    passes: int
    """Passes in a row of the seats still in the game (S-PASS-1)."""
    idle_turns: int
    """Turns in a row without a purchase (S-X-1), counted as soon as their action is done."""
    is_last_round: bool

    def copy(self) -> "State":
        """An independent copy."""
        twin = State.__new__(State)
        twin.options = self.options
        twin.draws = self.draws
        twin.first_seat = self.first_seat
        twin.players = tuple([player.copy() for player in self.players])
        twin.seat = self.seat
        twin.turn = self.turn
        twin.decision = self.decision
        twin.outcome = self.outcome
        twin.supply = self.supply
        twin.decks = self.decks[:]
        twin.face_up = self.face_up[:]
        twin.nobles = self.nobles
        twin.removed_cards = self.removed_cards
        twin.removed_nobles = self.removed_nobles
        twin.passes = self.passes
        twin.idle_turns = self.idle_turns
        twin.is_last_round = self.is_last_round
        return twin

    def standing(self) -> list[int]:
        """The seats still in the game."""
        return [seat for seat, player in enumerate(self.players) if not player.dropped_out]
