"""Setting up a match: the only module that checks which of the two games it is."""

from dataclasses import dataclass
from typing import Final

from gemwright.engine.chance import LEVEL_DECKS, Chance, Purpose
from gemwright.engine.duel.board import CELL_COUNT
from gemwright.engine.duel.cards import (
    BASE_ROYALS,
    COUNTERFEITERS,
    DECKS,
    JEWELS,
    ROYALS,
    SPIRAL,
    CardId,
    CounterfeiterCard,
    JewelCard,
    RoyalCard,
)
from gemwright.engine.duel.limits import (
    ALL_GLASSWARE,
    ALL_GOLD,
    ALL_PEARLS,
    COUNTERFEITER_SLOTS,
    GEMS_OF_A_COLOUR,
    PLAYERS,
    PRIVILEGES,
    PYRAMID_SLOTS,
    ROYAL_SLOTS,
)
from gemwright.engine.duel.moves import deal, fill_counterfeiters, fill_pyramid, fill_royal_slot
from gemwright.engine.duel.state import Options, Player, State
from gemwright.engine.duel.turn import start_turn
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import ONE, Lanes, listed, pack

DUEL: Final = "duel"
DUEL_COUNTERFEITERS: Final = "duel_counterfeiters"

_BASE_TOKENS: Final = pack(
    dict.fromkeys(GEMS, GEMS_OF_A_COLOUR) | {Kind.PEARL: ALL_PEARLS, Kind.GOLD: ALL_GOLD}
)


@dataclass(frozen=True, slots=True)
class Components:
    """What is in the box (D-SET-1, C-SET-1 to C-SET-3)."""

    tokens: Lanes
    royals: tuple[CardId, ...]
    counterfeiters: tuple[CardId, ...]
    counterfeiter_slots: int


COMPONENTS: Final = {
    DUEL: Components(_BASE_TOKENS, BASE_ROYALS, (), 0),
    DUEL_COUNTERFEITERS: Components(
        _BASE_TOKENS + pack({Kind.GLASSWARE: ALL_GLASSWARE}),
        tuple(ROYALS),
        tuple(COUNTERFEITERS),
        COUNTERFEITER_SLOTS,
    ),
}


def cards_of(game: str) -> tuple[JewelCard | RoyalCard | CounterfeiterCard, ...]:
    """The printed values of every card in the box, those of the decks first."""
    box = COMPONENTS[game]
    return (
        *JEWELS.values(),
        *(ROYALS[card] for card in box.royals),
        *(COUNTERFEITERS[card] for card in box.counterfeiters),
    )


def set_up(game: str, options: Options, chance: Chance) -> State:
    """A dealt match at its first turn; `docs/fairness.md` fixes the order of the draws."""
    box = COMPONENTS[game]
    state = _bare(game, options)
    first_seat = options.first_seat
    if first_seat is None:
        first_seat = deal(state, chance, Purpose.FIRST_SEAT, range(PLAYERS), 1)[0]
    state.decks = tuple(
        _shuffled(state, chance, purpose, deck)
        for purpose, deck in zip(LEVEL_DECKS, DECKS, strict=True)
    )
    if box.counterfeiters:
        state.counterfeiter_deck = _shuffled(
            state, chance, Purpose.COUNTERFEITER_DECK, box.counterfeiters
        )
        state.royal_deck = _shuffled(state, chance, Purpose.ROYAL_DECK, box.royals)
    else:
        state.royal_deck = box.royals
    _lay_board(state, chance, box.tokens)
    _turn_up_cards(state, box)
    state.players[1 - first_seat].privileges = 1
    state.privileges = PRIVILEGES - 1
    state.decision = start_turn(state, first_seat, None, is_extra=False)
    return state


def _bare(game: str, options: Options) -> State:
    state = State()
    state.game = game
    state.options = options
    state.draws = 0
    state.players = (Player(), Player())
    state.turn = 0
    state.outcome = None
    state.board = [None] * CELL_COUNT
    state.takeable = state.golds = 0
    state.counterfeiter_deck = ()
    state.dug = ()
    state.idle_turns = 0
    state.is_extra_turn_due = False
    return state


def _shuffled(
    state: State, chance: Chance, purpose: Purpose, cards: tuple[CardId, ...]
) -> tuple[CardId, ...]:
    return tuple(deal(state, chance, purpose, cards, len(cards)))


def _lay_board(state: State, chance: Chance, tokens: Lanes) -> None:
    """25 tokens at random along the spiral, the rest into the bag (D-SET-3, C-SET-1)."""
    drawn = deal(state, chance, Purpose.BOARD, listed(tokens), CELL_COUNT)
    state.bag = tokens
    for cell, kind in zip(SPIRAL, drawn, strict=True):
        state.put_token(cell, kind)
        state.bag -= ONE[kind]


def _turn_up_cards(state: State, box: Components) -> None:
    """The pyramid, the royal cards and the counterfeiter row (D-SET-2, C-SET-2, C-SET-3)."""
    state.pyramid = [None] * PYRAMID_SLOTS[-1][1]
    fill_pyramid(state, None)
    state.royals = (None,) * ROYAL_SLOTS
    for slot in range(ROYAL_SLOTS):
        fill_royal_slot(state, slot, None)
    state.counterfeiters = (None,) * box.counterfeiter_slots
    fill_counterfeiters(state, None)
