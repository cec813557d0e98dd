"""The table as far as it depends on chance: how it is dealt, and how cards move on it.

Tokens, cards and empty places are texts, as an answer shows them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from gemwright_client.pb.duel_event_pb2 import DuelEvent
from gemwright_client.pb.game_pb2 import Game, Options
from gemwright_client.pb.splendor_event_pb2 import SplendorEvent
from gemwright_client.pb.token_pb2 import TokenKind
from gemwright_client.verify.draws import Draws
from gemwright_client.verify.verdict import NOTHING, Check, Differs, Unreadable, agree, checked

KINDS: Final = ("white", "blue", "green", "red", "black", "pearl", "gold", "glassware")
SPIRAL: Final = (
    *(12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20),
    *(15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24),
)
_CELLS: Final = len(SPIRAL)
_ROYAL_SLOTS: Final = 4
_DUEL_SEATS: Final = 2
_UNSEEN: Final = "unseen"


@dataclass(frozen=True, slots=True)
class Box:
    """The components that a game is dealt from."""

    name: str
    letter: str
    levels: tuple[tuple[int, int], ...]
    """For each level its cards, and how many of them lie face up."""
    tokens: Mapping[str, int] = field(default_factory=dict)
    royals: int = 0
    counterfeiters: tuple[int, int] = (0, 0)
    nobles: int = 0
    seats: tuple[int, ...] = (2,)
    """How many seats a match can have."""


_DUEL_LEVELS: Final = ((30, 5), (24, 4), (13, 3))
_DUEL_TOKENS: Final = {**dict.fromkeys(KINDS[:5], 4), "pearl": 2, "gold": 3}
BOXES: Final[Mapping[int, Box]] = {
    Game.GAME_DUEL: Box("duel", "D", _DUEL_LEVELS, _DUEL_TOKENS, royals=4),
    Game.GAME_DUEL_COUNTERFEITERS: Box(
        "duel_counterfeiters",
        "D",
        _DUEL_LEVELS,
        {**_DUEL_TOKENS, "glassware": 4},
        royals=12,
        counterfeiters=(17, 3),
    ),
    Game.GAME_SPLENDOR: Box(
        "splendor", "S", ((40, 4), (30, 4), (20, 4)), nobles=10, seats=(2, 3, 4)
    ),
}


def seats_of(box: Box, options: Options) -> int:
    """Return how many seats a match has."""
    return options.splendor.seats if box.nobles else _DUEL_SEATS


def kind_text(kind: TokenKind) -> str:
    """Name a kind of token."""
    return KINDS[checked(kind - 1, len(KINDS))]


class Row:
    """Cards face up in their slots, and the deck from which they are filled."""

    def __init__(self, deck: list[str], size: int) -> None:
        self.deck = deck
        self.slots = [self.take_top() for _ in range(size)]

    @property
    def top(self) -> str:
        """The top of the deck."""
        return self.deck[0] if self.deck else NOTHING

    def take_top(self) -> str:
        """Take the top off the deck, if it has one."""
        return self.deck.pop(0) if self.deck else NOTHING

    def take(self, slot: int, card: str) -> str:
        """Take a card from its slot."""
        lying = self.slots[checked(slot, len(self.slots))]
        agree(Check.SLOT, lying, card)
        self.slots[slot] = NOTHING
        return lying

    def fill(self, slot: int, card: str) -> None:
        """Put the top of the deck into an empty slot."""
        agree(Check.SLOT, self.slots[checked(slot, len(self.slots))], NOTHING)
        agree(Check.DECK, self.top, card)
        self.slots[slot] = self.take_top()

    def check_filled(self) -> None:
        """Check that no slot is empty while there are cards for it."""
        if NOTHING in self.slots and self.deck:
            agree(Check.REFILL, self.top, NOTHING)


class Table:
    """A match, as far as it depends on chance."""

    def __init__(self, box: Box, options: Options, draws: Draws) -> None:
        """Deal the match, with the draws in the order of docs/fairness.md."""
        seats = seats_of(box, options)
        self.draws = draws
        self.first_seat = _first_seat(box, options, draws)
        decks = [
            _shuffled(draws, f"deck_{level}", _ids(f"{box.letter}{level}", cards, digits=2))
            for level, (cards, _) in enumerate(box.levels, 1)
        ]
        cards, slots = box.counterfeiters
        crooks = _shuffled(draws, "counterfeiter_deck", _ids("C", cards, digits=2))
        royals = _ids("R", box.royals)
        if cards:
            royals = _shuffled(draws, "royal_deck", royals)
        self.bag = Counter(box.tokens)
        self.board = [NOTHING] * _CELLS
        for cell in SPIRAL if box.tokens else ():
            self.board[cell] = self.draw("board")
        self.nobles = draws.deal("nobles", _ids("N", box.nobles), seats + 1 if box.nobles else 0)
        self.levels = [Row(deck, up) for deck, (_, up) in zip(decks, box.levels, strict=True)]
        self.counterfeiters = Row(crooks, slots)
        self.royals = Row(royals, _ROYAL_SLOTS if box.royals else 0)
        self.tokens: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.reserves: list[list[str]] = [[] for _ in range(seats)]
        self.dug: list[str] = []
        self.dug_level = 0

    def draw(self, purpose: str) -> str:
        """Draw a token from the bag; `NOTHING` if it is empty."""
        pool = in_kind_order(self.bag)
        if not pool:
            return NOTHING
        (token,) = self.draws.deal(purpose, pool, 1)
        self.bag[token] -= 1
        return token

    def level(self, number: int) -> Row:
        """Return the cards of a level, counted from 1."""
        return self.levels[checked(number - 1, len(self.levels))]

    def row_of(self, slot: int) -> tuple[Row, int]:
        """Find a slot that is numbered through all levels."""
        for row in self.levels:
            if 0 <= slot < len(row.slots):
                return row, slot
            slot -= len(row.slots)
        raise Unreadable

    def reserve(self, seat: int, card: str) -> None:
        """Put a card behind a seat's reserve."""
        self._reserve_of(seat).append(card)

    def reserve_from_slot(self, seat: int, slot: int, card: str) -> None:
        """Put a face-up card behind a seat's reserve."""
        row, place = self.row_of(slot)
        self.reserve(seat, row.take(place, card))

    def reserve_unseen(self, seat: int, level: int) -> None:
        """Put the top of a deck behind a seat's reserve."""
        row = self.level(level)
        if not row.deck:
            raise Differs(Check.DECK, NOTHING, _UNSEEN)
        self.reserve(seat, row.take_top())

    def check_reserved(self, seat: int, card: str) -> None:
        """Check that the last card in a seat's reserve is this one."""
        reserve = self._reserve_of(seat)
        agree(Check.DECK, reserve[-1] if reserve else NOTHING, card)

    def purchase(self, bought: DuelEvent.CardPurchased | SplendorEvent.CardPurchased) -> None:
        """Take a purchased card from its slot, or out of the seat's own reserve."""
        if bought.HasField("slot"):
            row, place = self.row_of(bought.slot)
            row.take(place, bought.card)
        elif bought.HasField("reserve_slot"):
            reserve = self._reserve_of(bought.seat)
            place = checked(bought.reserve_slot, len(reserve))
            agree(Check.RESERVE, reserve[place], bought.card)
            del reserve[place]
        else:
            raise Unreadable

    def fill_slot(self, slot: int, card: str) -> None:
        """Turn up the top of a level's deck."""
        row, place = self.row_of(slot)
        row.fill(place, card)

    def end_turn(self) -> None:
        """Check that no slot for which there is a card stays empty over the end of a turn."""
        for row in (*self.levels, self.counterfeiters):
            row.check_filled()

    def take_noble(self, noble: str) -> None:
        """Give a noble to a seat."""
        if noble not in self.nobles:
            raise Differs(Check.NOBLE, " ".join(self.nobles) or NOTHING, noble or NOTHING)
        self.nobles.remove(noble)

    def _reserve_of(self, seat: int) -> list[str]:
        return self.reserves[checked(seat, len(self.reserves))]


def in_kind_order(tokens: Mapping[str, int]) -> list[str]:
    """List one item for each token."""
    return [kind for kind in KINDS for _ in range(tokens.get(kind, 0))]


def _first_seat(box: Box, options: Options, draws: Draws) -> int:
    chosen = options.splendor if box.nobles else options.duel
    if chosen.HasField("first_seat"):
        return chosen.first_seat
    seats = [str(seat) for seat in range(seats_of(box, options))]
    return int(draws.deal("first_seat", seats, 1)[0])


def _shuffled(draws: Draws, purpose: str, cards: Iterable[str]) -> list[str]:
    pool = list(cards)
    return draws.deal(purpose, pool, len(pool))


def _ids(letters: str, number: int, digits: int = 1) -> list[str]:
    return [f"{letters}-{each:0{digits}}" for each in range(1, number + 1)]
