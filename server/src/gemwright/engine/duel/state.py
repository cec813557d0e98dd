"""A position of Duel: compact, mutable, cheap to copy.

Everything but the board and the pyramid is a number or a tuple, so that a copy shares it. Sums that
follow from the cards (bonuses, points, crowns, standing changes) are kept beside the cards and are
changed only in `moves.py`.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from gemwright.engine.duel.board import Cell, Cells
from gemwright.engine.duel.cards import CardId
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.limits import COLOUR_POINTS_TO_WIN, CROWNS_TO_WIN, PLAYERS, RESERVE_LIMIT
from gemwright.engine.game import LIMITS, check_number
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import NOTHING, Lanes
from gemwright.engine.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator of a match may choose.

    If `first_seat` is None, it is drawn; if `no_progress_limit` is None, there is no limit.
    """

    first_seat: int | None = None
    blocking_claim: bool = True
    no_progress_limit: int | None = 100

    def __post_init__(self) -> None:
        check_number("first_seat", self.first_seat, range(PLAYERS))
        check_number("no_progress_limit", self.no_progress_limit, LIMITS)
        if not isinstance(self.blocking_claim, bool):
            raise ValueError(f"blocking_claim is True or False, not {self.blocking_claim!r}")

    @property
    def seats(self) -> int:
        """How many seats the match has: it is a game for two."""
        return PLAYERS

    @property
    def values(self) -> dict[str, int | bool | None]:
        """Every option by its name, as the commitment and positions write it."""
        return {
            "first_seat": self.first_seat,
            "blocking_claim": self.blocking_claim,
            "no_progress_limit": self.no_progress_limit,
        }


class OwnedCard(NamedTuple):
    """A purchased jewel card and the colour it counts for (none for a card without a bonus)."""

    card: CardId
    colour: Kind | None


class ReservedCard(NamedTuple):
    """A reserved card; a blind one came from a deck and is known only to its owner."""

    card: CardId
    is_blind: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The permanent effects of a seat's counterfeiter and royal cards."""

    reserve_limit: int = RESERVE_LIMIT
    crowns_to_win: int = CROWNS_TO_WIN
    colour_points_to_win: int = COLOUR_POINTS_TO_WIN
    cards_for_one_gold: int = 1
    tokens_for_first_privilege: int = 1
    has_better_matching: bool = False
    is_glassware_free: bool = False
    discounts: tuple[CardId, ...] = ()
    window: tuple[CardId, ...] = ()


NO_CHANGES: Final = Standing()


class Player:
    """What one seat has."""

    __slots__ = (
        "blocking_turns",
        "bonuses",
        "cards",
        "colour_points",
        "counterfeiters",
        "crowns",
        "points",
        "privileges",
        "reserved",
        "royals",
        "royals_for_crowns",
        "standing",
        "tokens",
    )

    def __init__(self) -> None:
        self.tokens: Lanes = NOTHING
        self.privileges = 0
        self.cards: tuple[OwnedCard, ...] = ()
        self.royals: tuple[CardId, ...] = ()
        self.counterfeiters: tuple[CardId, ...] = ()
        self.reserved: tuple[ReservedCard, ...] = ()
        self.bonuses: Lanes = NOTHING
        self.colour_points: Lanes = NOTHING
        self.points = 0
        self.crowns = 0
        self.royals_for_crowns = 0
        """How many of the crown thresholds are spent (D-ROY-1)."""
        self.blocking_turns = 0
        self.standing = NO_CHANGES

    def has_free_reserve(self) -> bool:
        """Whether another card may be reserved (D-RES-1, C-ABL-7)."""
        return len(self.reserved) < self.standing.reserve_limit

    def copy(self) -> "Player":
        """An independent copy."""
        twin = Player.__new__(Player)
        twin.tokens = self.tokens
        twin.privileges = self.privileges
        twin.cards = self.cards
        twin.royals = self.royals
        twin.counterfeiters = self.counterfeiters
        twin.reserved = self.reserved
        twin.bonuses = self.bonuses
        twin.colour_points = self.colour_points
        twin.points = self.points
        twin.crowns = self.crowns
        twin.royals_for_crowns = self.royals_for_crowns
        twin.blocking_turns = self.blocking_turns
        twin.standing = self.standing
        return twin


class State:
    """A whole position, secrets included; only views of it leave the server."""

    __slots__ = (
        "bag",
        "board",
        "can_claim",
        "counterfeiter_deck",
        "counterfeiters",
        "decision",
        "decks",
        "draws",
        "dug",
        "game",
        "golds",
        "has_acted",
        "has_purchased",
        "has_replenished",
        "has_used_privilege",
        "idle_turns",
        "is_extra_turn",
        "is_extra_turn_due",
        "is_window_closed",
        "options",
        "outcome",
        "players",
        "privileges",
        "pyramid",
        "royal_deck",
        "royals",
        "seat",
        "takeable",
        "turn",
        "used",
    )

    game: str
    options: Options
    draws: int
    """How many draws chance has made."""
    players: tuple[Player, Player]
    seat: int
    """Whose turn it is."""
    turn: int
    """The number of this turn, 1 for the first; extra turns count."""
    decision: Decision | None
    """The decision the match waits for; None once it is over."""
    outcome: Outcome | None

    board: list[Kind | None]
    takeable: Cells
    """The cells with a token that is not gold."""
    golds: Cells
    """The cells with gold."""
    bag: Lanes
    privileges: int
    """The privileges on the table."""

    decks: tuple[tuple[CardId, ...], ...]
    """The rest of each level's deck, the top card first."""
    pyramid: list[CardId | None]
    """Twelve slots, level by level (`PYRAMID_SLOTS`)."""
    royals: tuple[CardId | None, ...]
    royal_deck: tuple[CardId, ...]
    counterfeiters: tuple[CardId | None, ...]
    counterfeiter_deck: tuple[CardId, ...]
    dug: tuple[CardId, ...]
    """The cards looked at with C-17 while that is being resolved, the top one first."""

    has_used_privilege: bool
    has_replenished: bool
    has_acted: bool
    """Whether the mandatory action of this turn is done."""
    has_purchased: bool
    can_claim: bool
    is_extra_turn: bool
    is_extra_turn_due: bool
    is_window_closed: bool
    used: tuple[CardId, ...]
    """The counterfeiter cards used in this turn's window."""
    idle_turns: int
    """Turns in a row without a purchase (D-X-2)."""

    def copy(self) -> "State":
        """An independent copy."""
        twin = State.__new__(State)
        twin.game = self.game
        twin.options = self.options
        twin.draws = self.draws
        first, second = self.players
        twin.players = (first.copy(), second.copy())
        twin.seat = self.seat
        twin.turn = self.turn
        twin.decision = self.decision
        twin.outcome = self.outcome
        twin.board = self.board[:]
        twin.takeable = self.takeable
        twin.golds = self.golds
        twin.bag = self.bag
        twin.privileges = self.privileges
        twin.decks = self.decks
        twin.pyramid = self.pyramid[:]
        twin.royals = self.royals
        twin.royal_deck = self.royal_deck
        twin.counterfeiters = self.counterfeiters
        twin.counterfeiter_deck = self.counterfeiter_deck
        twin.dug = self.dug
        twin.has_used_privilege = self.has_used_privilege
        twin.has_replenished = self.has_replenished
        twin.has_acted = self.has_acted
        twin.has_purchased = self.has_purchased
        twin.can_claim = self.can_claim
        twin.is_extra_turn = self.is_extra_turn
        twin.is_extra_turn_due = self.is_extra_turn_due
        twin.is_window_closed = self.is_window_closed
        twin.used = self.used
        twin.idle_turns = self.idle_turns
        return twin

    def put_token(self, cell: Cell, kind: Kind) -> None:
        """Put a token on an empty cell."""
        self.board[cell] = kind
        if kind is Kind.GOLD:
            self.golds |= 1 << cell
        else:
            self.takeable |= 1 << cell
