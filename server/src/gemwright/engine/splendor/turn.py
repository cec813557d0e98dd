"""The course of a turn: what follows an action until a seat must decide again."""

from gemwright.engine.lanes import total, within_reach
from gemwright.engine.outcomes import EndReason
from gemwright.engine.splendor import moves
from gemwright.engine.splendor.cards import FEWEST_CARDS_FOR_A_NOBLE, REQUIREMENTS
from gemwright.engine.splendor.decisions import DISCARD_OF, Decision, DecisionKind
from gemwright.engine.splendor.events import Log, TurnEnded
from gemwright.engine.splendor.limits import POINTS_FOR_THE_LAST_ROUND, TOKEN_LIMIT
from gemwright.engine.splendor.state import Player, State


def end_turn(state: State, log: Log) -> None:
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
    close_turn(state, log)


def close_turn(state: State, log: Log) -> None:
    """Fifteen points begin the last round (S-END-2); the turn is over."""
    if not state.is_last_round:
        if state.players[state.seat].points >= POINTS_FOR_THE_LAST_ROUND:
            moves.begin_last_round(state, log)
    if log is not None:
        log.append(TurnEnded(state.seat))
    go_on(state, log)


def go_on(state: State, log: Log) -> None:
    """The match ends, or the next seat has its turn."""
    found = endings(state)
    if found:
        moves.end_match(state, found, log)
    else:
        moves.start_turn(state, _next_seat(state), log)


def endings(state: State) -> tuple[EndReason, ...]:
    """Every reason to end the match that holds after a turn."""
    found = []
    if state.is_last_round and _is_round_complete(state):
        found.append(EndReason.LAST_ROUND)
    if state.passes and state.passes >= len(state.standing()):
        found.append(EndReason.ALL_PASSED)
    limit = state.options.no_progress_limit
    if limit is not None and state.idle_turns >= limit:
        found.append(EndReason.NO_PROGRESS)
    return tuple(found)


def earned_nobles(state: State, player: Player) -> tuple[str, ...]:
    """The nobles whose requirement the bonuses of a player meet (S-NOB-1)."""
    if len(player.cards) < FEWEST_CARDS_FOR_A_NOBLE:
        return ()
    return tuple(within_reach(state.nobles, REQUIREMENTS, player.bonuses, 0))


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
