"""A turn from its action to the next one: `apply`, `forfeit`, and the end of a turn."""

from typing import assert_never

from gemwright.engine.chance import Chance
from gemwright.engine.lanes import total, within_reach
from gemwright.engine.outcomes import Ending, Forfeit, Outcome
from gemwright.engine.refusals import Reason, Refusal, Refused
from gemwright.engine.splendor import moves
from gemwright.engine.splendor.actions import (
    Action,
    BuyCard,
    BuyReserved,
    Discard,
    Paid,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    TakeGems,
    TakeNoble,
)
from gemwright.engine.splendor.cards import FEWEST_CARDS_FOR_A_NOBLE, REQUIREMENTS
from gemwright.engine.splendor.decisions import DISCARD_OF, Decision, DecisionKind
from gemwright.engine.splendor.events import Log, TurnEnded
from gemwright.engine.splendor.judge import card_of, payment_for, refusal
from gemwright.engine.splendor.state import POINTS_FOR_THE_LAST_ROUND, TOKEN_LIMIT, Player, State


def to_move(state: State) -> int | None:
    """The seat that must decide, or nothing once the match is over."""
    return None if state.decision is None else state.decision.seat


def outcome(state: State) -> Outcome | None:
    """How the match ended, if it has."""
    return state.outcome


def apply(state: State, seat: int, action: Action, chance: Chance, log: Log = None) -> None:
    """Do what a seat decided, or raise `Refused` with nothing changed."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    match action:
        case TakeGems():
            moves.take_gems(state, action.colours, log)
        case BuyCard() | BuyReserved():
            _buy(state, action, log)
        case ReserveCard():
            moves.reserve_from_slot(state, state.face_up.index(action.card), log)
            moves.take_gold(state, log)
        case ReserveFromDeck():
            moves.reserve_from_deck(state, action.level, log)
            moves.take_gold(state, log)
        case Pass():
            moves.pass_turn(state, log)
        case Discard():
            moves.discard(state, action.kind, log)
        case TakeNoble():
            moves.receive_noble(state, action.noble, log)
            _close_turn(state, log)
            return
        case _:
            assert_never(action)
    _end_turn(state, log)


def forfeit(state: State, seat: int, why: Forfeit, log: Log = None) -> None:
    """A seat drops out; the last one standing wins, with two seats the other one (S-X-2)."""
    refused = _refusal_of_forfeit(state, seat)
    if refused is not None:
        raise Refused(refused)
    why = Forfeit(why)
    moves.drop_out(state, seat, why, log)
    if len(state.standing()) == 1:
        moves.end_match(state, (Ending(why.value),), log)
    elif seat == state.seat:
        _go_on(state, log)
    else:
        assert state.decision is not None
        moves.ask(state, state.decision, log)


def endings(state: State) -> tuple[Ending, ...]:
    """Every reason to end the match that holds after a turn."""
    found = []
    if state.is_last_round and _is_round_complete(state):
        found.append(Ending.LAST_ROUND)
    if state.passes and state.passes >= len(state.standing()):
        found.append(Ending.ALL_PASSED)
    limit = state.options.no_progress_limit
    if limit is not None and state.idle_turns >= limit:
        found.append(Ending.NO_PROGRESS)
    return tuple(found)


def earned_nobles(state: State, player: Player) -> tuple[str, ...]:
    """The nobles whose requirement the bonuses of a player meet (S-NOB-1)."""
    if len(player.cards) < FEWEST_CARDS_FOR_A_NOBLE:
        return ()
    return tuple(within_reach(state.nobles, REQUIREMENTS, player.bonuses, 0))


def _buy(state: State, action: Paid, log: Log) -> None:
    player = state.players[state.seat]
    card = card_of(player, action)
    payment = payment_for(player, card, action.payment)
    assert payment is not None
    match action:
        case BuyCard():
            moves.buy_from_slot(state, state.face_up.index(card), payment, log)
        case BuyReserved():
            moves.buy_from_reserve(state, action.slot, payment, log)
        case _:
            assert_never(action)


def _end_turn(state: State, log: Log) -> None:
    """Down to ten pieces (S-END-1), then at most one noble (S-NOB-1), then the turn is over."""
    seat = state.seat
    player = state.players[seat]
    surplus = total(player.tokens) - TOKEN_LIMIT
    if surplus > 0:
        moves.ask(state, DISCARD_OF[seat][surplus], log)
        return
    nobles = earned_nobles(state, player)
    if len(nobles) > 1:
        moves.ask(state, Decision(DecisionKind.NOBLE, seat, nobles=nobles), log)
        return
    if nobles:
        moves.receive_noble(state, nobles[0], log)
    _close_turn(state, log)


def _close_turn(state: State, log: Log) -> None:
    """Fifteen points begin the last round (S-END-2); the turn is over."""
    if not state.is_last_round:
        if state.players[state.seat].points >= POINTS_FOR_THE_LAST_ROUND:
            moves.begin_last_round(state, log)
    if log is not None:
        log.append(TurnEnded(state.seat))
    _go_on(state, log)


def _go_on(state: State, log: Log) -> None:
    """The match ends, or the next seat has its turn."""
    found = endings(state)
    if found:
        moves.end_match(state, found, log)
    else:
        moves.start_turn(state, _next_seat(state), log)


def _next_seat(state: State) -> int:
    """Play goes round by seat (S-SET-4); seats that dropped out are skipped (S-X-2)."""
    players = state.players
    seat = state.seat
    while True:
        seat = (seat + 1) % len(players)
        if not players[seat].dropped_out:
            return seat


def _is_round_complete(state: State) -> bool:
    """Whether every seat has had its turn in this round, the missing ones included (S-X-2)."""
    first, seats = state.first_seat, len(state.players)
    return (_next_seat(state) - first) % seats <= (state.seat - first) % seats


def _refusal_of_forfeit(state: State, seat: int) -> Refusal | None:
    if state.outcome is not None:
        return Refusal(Reason.MATCH_OVER, "S-END-3")
    if seat not in range(len(state.players)):
        return Refusal(Reason.MALFORMED, "S-X-2", "seat", str(seat))
    if state.players[seat].dropped_out:
        return Refusal(Reason.DROPPED_OUT, "S-X-2", "seat", str(seat))
    return None
