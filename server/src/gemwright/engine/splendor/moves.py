"""The small changes of a position, each with its event.

Whether a change is allowed is decided elsewhere: in `actions/`, and in `turn.py` for what follows.
Without a log, no event is built.
"""

from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import NOTHING, ONE, Lanes, count, unpack
from gemwright.engine.outcomes import EndReason, Forfeit, Outcome, Score
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES, CardId, NobleId
from gemwright.engine.splendor.decisions import TURN_OF, Decision
from gemwright.engine.splendor.events import (
    CardPurchased,
    CardReserved,
    DecisionAsked,
    GoldTaken,
    LastRoundBegun,
    Log,
    MatchEnded,
    NobleReceived,
    ReservedCardSeen,
    SeatForfeited,
    SlotFilled,
    TokensSpent,
    TurnStarted,
)
from gemwright.engine.splendor.state import Player, ReservedCard, State, level_of_slot


def reserve_from_slot(state: State, slot: int, log: Log) -> None:
    """A face-up card goes into the reserve, known to all; its slot is filled again (S-CARD-1)."""
    card = state.face_up[slot]
    assert card is not None
    _add_to_reserve(state, ReservedCard(card, is_blind=False))
    if log is not None:
        log.append(CardReserved(state.seat, DEVELOPMENTS[card].level, slot, card))
    _refill(state, slot, log)


def reserve_from_deck(state: State, level: int, log: Log) -> None:
    """The top card of a deck goes into the reserve, known to its owner alone (S-RES-2)."""
    card = _draw(state, level)
    _add_to_reserve(state, ReservedCard(card, is_blind=True))
    if log is not None:
        log.append(CardReserved(state.seat, level, None, None))
        log.append(ReservedCardSeen(state.seat, card))


def take_gold(state: State, log: Log) -> None:
    """A reservation brings a gold, if there is one (S-RES-1)."""
    if count(state.supply, Kind.GOLD):
        state.supply -= ONE[Kind.GOLD]
        state.players[state.seat].tokens += ONE[Kind.GOLD]
        if log is not None:
            log.append(GoldTaken(state.seat))


def buy_from_slot(state: State, slot: int, payment: Lanes, log: Log) -> None:
    """A face-up card is paid for and comes to the seat; its slot is filled again (S-CARD-1)."""
    card = state.face_up[slot]
    assert card is not None
    _pay(state, card, payment, log)
    _gain_card(state, card)
    if log is not None:
        log.append(CardPurchased(state.seat, card, slot, None))
    _refill(state, slot, log)


def buy_from_reserve(state: State, slot: int, payment: Lanes, log: Log) -> None:
    """A reserved card is paid for and comes to the seat; those reserved later move up."""
    player = state.players[state.seat]
    card = player.reserved[slot].card
    _pay(state, card, payment, log)
    player.reserved = player.reserved[:slot] + player.reserved[slot + 1 :]
    _gain_card(state, card)
    if log is not None:
        log.append(CardPurchased(state.seat, card, None, slot))


def receive_noble(state: State, noble: NobleId, log: Log) -> None:
    """A noble comes to the seat with its points."""
    player = state.players[state.seat]
    player.nobles += (noble,)
    player.points += NOBLES[noble].points
    state.nobles = tuple(other for other in state.nobles if other != noble)
    if log is not None:
        log.append(NobleReceived(state.seat, noble))


def begin_last_round(state: State, log: Log) -> None:
    """This round is the last one (S-END-2)."""
    state.is_last_round = True
    if log is not None:
        log.append(LastRoundBegun(state.seat))


def start_turn(state: State, seat: int, log: Log) -> None:
    """The turn goes to a seat."""
    state.seat = seat
    state.turn += 1
    if log is not None:
        log.append(TurnStarted(seat, state.turn))
    ask(state, TURN_OF[seat], log)


def ask(state: State, decision: Decision, log: Log) -> None:
    """The match waits for a decision."""
    state.decision = decision
    if log is not None:
        log.append(DecisionAsked(decision))


def drop_out(state: State, seat: int, why: Forfeit, log: Log) -> None:
    """Pieces return to the supply; cards, reserve and nobles leave the game (S-X-2)."""
    player = state.players[seat]
    state.supply += player.tokens
    state.removed_cards += tuple(ReservedCard(card, is_blind=False) for card in player.cards)
    state.removed_cards += player.reserved
    state.removed_nobles += player.nobles
    state.passes = 0
    player.dropped_out = 1 + len(state.players) - len(state.standing())
    player.tokens = player.bonuses = NOTHING
    player.cards = player.nobles = player.reserved = ()
    player.points = 0
    if log is not None:
        log.append(SeatForfeited(seat, why))


def end_match(state: State, endings: tuple[EndReason, ...], log: Log) -> None:
    """The match is over."""
    state.decision = None
    state.outcome = outcome_of(state, endings)
    if log is not None:
        log.append(MatchEnded(state.outcome))


def outcome_of(state: State, endings: tuple[EndReason, ...]) -> Outcome:
    """How the match ended: shared victory for equals, drop-outs last (S-END-3, S-X-2)."""
    standards = [_standard(player) for player in state.players]
    ranks = tuple(1 + sum(other > own for other in standards) for own in standards)
    return Outcome(
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        ranks=ranks,
        endings=endings,
        scores=scores(state),
    )


def scores(state: State) -> tuple[Score, ...]:
    """What each seat has, or had at the end."""
    return tuple(Score(player.points, len(player.cards), 0, ()) for player in state.players)


def _standard(player: Player) -> tuple[bool, int, int]:
    """What seats are compared by, the better one greater."""
    if player.dropped_out:
        return False, player.dropped_out, 0
    return True, player.points, -len(player.cards)


def _add_to_reserve(state: State, card: ReservedCard) -> None:
    state.players[state.seat].reserved += (card,)
    state.passes = 0
    state.idle_turns += 1


def _pay(state: State, card: CardId, payment: Lanes, log: Log) -> None:
    """Spent pieces return to the supply (S-BUY-1)."""
    if not payment:
        return
    state.players[state.seat].tokens -= payment
    state.supply += payment
    if log is not None:
        log.append(TokensSpent(state.seat, card, unpack(payment)))


def _gain_card(state: State, card: CardId) -> None:
    """A purchased card counts with its bonus and its points (S-BUY-2)."""
    player = state.players[state.seat]
    development = DEVELOPMENTS[card]
    player.cards += (card,)
    player.bonuses += ONE[development.bonus]
    player.points += development.points
    state.passes = 0
    state.idle_turns = 0


def _draw(state: State, level: int) -> CardId:
    deck = state.decks[level - 1]
    state.decks[level - 1] = deck[1:]
    return deck[0]


def _refill(state: State, slot: int, log: Log) -> None:
    """The slot gets the top card of its deck; with an empty deck it stays empty (S-CARD-1)."""
    level = level_of_slot(slot)
    if not state.decks[level - 1]:
        state.face_up[slot] = None
        return
    card = _draw(state, level)
    state.face_up[slot] = card
    if log is not None:
        log.append(SlotFilled(level, slot, card))
