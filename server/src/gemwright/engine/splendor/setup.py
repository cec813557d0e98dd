"""Setting up a match (S-SET-1 … S-SET-4), in the order of draws that `docs/fairness.md` fixes."""

from gemwright.engine.chance import LEVEL_DECKS, Chance, Purpose
from gemwright.engine.splendor.cards import DECKS, NOBLES
from gemwright.engine.splendor.decisions import TURN_OF
from gemwright.engine.splendor.limits import SLOTS_OF_A_LEVEL, SUPPLY_OF_SEATS
from gemwright.engine.splendor.state import Options, Player, State


def new(options: Options, chance: Chance) -> State:
    """A match at its first decision."""
    state = State()
    state.options = options
    state.draws = 0
    state.first_seat = _first_seat(state, chance)
    _deal_cards(state, chance)
    state.nobles = _dealt(state, chance, Purpose.NOBLES, tuple(NOBLES), options.seats + 1)
    state.supply = SUPPLY_OF_SEATS[options.seats]
    state.players = tuple(Player() for _ in range(options.seats))
    state.removed_cards = ()
    state.removed_nobles = ()
    state.seat = state.first_seat
    state.turn = 1
    state.passes = 0
    state.idle_turns = 0
    state.is_last_round = False
    state.decision = TURN_OF[state.first_seat]
    state.outcome = None
    return state


def _first_seat(state: State, chance: Chance) -> int:
    """The first player is named by the creator, or drawn (S-SET-4)."""
    options = state.options
    if options.first_seat is not None:
        return options.first_seat
    dealt = chance.deal(Purpose.FIRST_SEAT, state.draws, range(options.seats), 1)
    state.draws += 1
    return dealt[0]


def _deal_cards(state: State, chance: Chance) -> None:
    """Three shuffled decks, four cards of each face up (S-SET-1)."""
    state.decks = []
    state.face_up = []
    for purpose, cards in zip(LEVEL_DECKS, DECKS, strict=True):
        deck = _dealt(state, chance, purpose, cards, len(cards))
        state.face_up += deck[:SLOTS_OF_A_LEVEL]
        state.decks.append(deck[SLOTS_OF_A_LEVEL:])


def _dealt(
    state: State, chance: Chance, purpose: Purpose, pool: tuple[str, ...], number: int
) -> tuple[str, ...]:
    dealt = chance.deal(purpose, state.draws, pool, number)
    state.draws += number
    return tuple(dealt)
