"""The course of a turn: what follows an action until a seat must decide again."""

from gemwright.engine.duel.actions.window import list_uses
from gemwright.engine.duel.decisions import TURN_OF, Decision, DecisionKind
from gemwright.engine.duel.events import Log, TurnEnded, TurnStarted
from gemwright.engine.duel.limits import (
    BLOCKING_TURNS,
    CROWNS_FOR_A_ROYAL,
    POINTS_TO_WIN,
    TOKEN_LIMIT,
)
from gemwright.engine.duel.moves import (
    fill_counterfeiters,
    fill_pyramid,
    finish,
    holds_gold_and_pearls,
)
from gemwright.engine.duel.state import Player, State
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import ONE, Lanes, any_reaches, count, held, total
from gemwright.engine.outcomes import EndReason


def settle(state: State, log: Log) -> Decision | None:
    """Find who must decide what next, once an action and its ability are resolved.

    Before the mandatory action the turn goes on. After it come royal cards for crowns (D-ROY-1),
    the window (C-ABL-10) and the discard (D-END-1), each only if there is something to decide.
    """
    if not state.has_acted:
        return TURN_OF[state.seat]
    me = state.players[state.seat]
    if is_royal_due(state, me):
        return Decision(DecisionKind.ROYAL, state.seat)
    if me.standing.window and not state.is_window_closed and list_uses(state):
        return Decision(DecisionKind.WINDOW, state.seat)
    state.is_window_closed = True
    return ask_to_discard(state.seat, me) or end_turn(state, log)


def is_royal_due(state: State, me: Player) -> bool:
    """Reaching 3 crowns and reaching 6 give a royal card each, if one lies there (D-ROY-1)."""
    while me.crowns >= CROWNS_FOR_A_ROYAL[me.royals_for_crowns]:
        if any(state.royals):
            return True
        me.royals_for_crowns += 1
    return False


def counted_tokens(player: Player) -> Lanes:
    """The tokens that count for the limit: with C-12 all but glassware (D-END-1, C-ABL-8)."""
    if player.standing.is_glassware_free:
        return player.tokens - count(player.tokens, Kind.GLASSWARE) * ONE[Kind.GLASSWARE]
    return player.tokens


def ask_to_discard(seat: int, me: Player) -> Decision | None:
    """More than 10 tokens are discarded down to exactly 10 (D-END-1)."""
    if total(me.tokens) <= TOKEN_LIMIT:
        return None
    counted = counted_tokens(me)
    over = total(counted) - TOKEN_LIMIT
    if over <= 0:
        return None
    return Decision(DecisionKind.DISCARD, seat, kinds=tuple(held(counted)), left=over)


def end_turn(state: State, log: Log) -> Decision | None:
    """Refill, victory, no-progress limit, then the next turn (D-BUY-4, D-END-2, D-END-3)."""
    if state.has_purchased:
        fill_pyramid(state, log)
    if None in state.counterfeiters:
        fill_counterfeiters(state, log)
    state.idle_turns = 0 if state.has_purchased else state.idle_turns + 1
    if log is not None:
        log.append(TurnEnded(state.seat, state.idle_turns))

    victories = conditions_met(state.players[state.seat])
    if victories:
        finish(state, state.seat, victories, log)
        return None
    if state.idle_turns == state.options.no_progress_limit:
        finish(state, None, (EndReason.NO_PROGRESS,), log)
        return None
    if state.is_extra_turn_due:
        return start_turn(state, state.seat, log, is_extra=True)
    return start_turn(state, 1 - state.seat, log, is_extra=False)


def conditions_met(player: Player) -> tuple[EndReason, ...]:
    """Every victory condition that holds (D-END-2, C-ROY-2)."""
    standing, met = player.standing, []
    if player.points >= POINTS_TO_WIN:
        met.append(EndReason.POINTS)
    if player.crowns >= standing.crowns_to_win:
        met.append(EndReason.CROWNS)
    if any_reaches(player.colour_points, standing.colour_points_to_win):
        met.append(EndReason.COLOUR_POINTS)
    return tuple(met)


def start_turn(state: State, seat: int, log: Log, *, is_extra: bool) -> Decision:
    """A new turn with all its options; an extra turn belongs to the one before it (D-X-1)."""
    state.seat = seat
    state.turn += 1
    state.has_used_privilege = state.has_replenished = False
    state.has_acted = state.has_purchased = False
    state.is_extra_turn = is_extra
    state.is_extra_turn_due = False
    state.is_window_closed = False
    state.used = ()
    if not is_extra:
        count_blocking(state)
    if log is not None:
        first, second = state.players
        blocking = (first.blocking_turns, second.blocking_turns)
        log.append(TurnStarted(seat, state.turn, is_extra, blocking))
    return TURN_OF[seat]


def count_blocking(state: State) -> None:
    """Count turns begun with all gold and both pearls; three let the other claim (D-X-1)."""
    me, other = state.players[state.seat], state.players[1 - state.seat]
    me.blocking_turns = me.blocking_turns + 1 if holds_gold_and_pearls(me) else 0
    is_blocking = other.blocking_turns >= BLOCKING_TURNS and holds_gold_and_pearls(other)
    state.can_claim = state.options.blocking_claim and is_blocking
