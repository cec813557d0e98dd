"""What must hold in every position of Splendor: the right pieces, and no contradiction."""

from collections.abc import Iterator
from typing import Final

from gemwright.engine.kinds import KINDS
from gemwright.engine.lanes import count, total
from gemwright.engine.outcomes import EndReason, Forfeit
from gemwright.engine.reading import Defect, PositionError, check_pieces
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, CardId, NobleId
from gemwright.engine.splendor.decisions import DISCARD_OF, TURN_OF, Decision, DecisionKind
from gemwright.engine.splendor.limits import (
    POINTS_FOR_THE_LAST_ROUND,
    RESERVE_LIMIT,
    SUPPLY_OF_SEATS,
    TOKEN_LIMIT,
)
from gemwright.engine.splendor.moves import outcome_of
from gemwright.engine.splendor.state import Player, State, level_of_slot
from gemwright.engine.splendor.turn import earned_nobles, endings

_FORFEITS: Final = tuple((EndReason(why.value),) for why in Forfeit)


def decision_of(state: State, kind: DecisionKind) -> Decision:
    """The decision of this kind that the position asks for."""
    seat, player = state.seat, state.players[state.seat]
    match kind:
        case DecisionKind.TURN:
            return TURN_OF[seat]
        case DecisionKind.DISCARD:
            surplus = total(player.tokens) - TOKEN_LIMIT
            if not 0 < surplus < len(DISCARD_OF[seat]):
                raise _contradiction("decision", "the seat to move has 11 to 13 pieces to discard")
            return DISCARD_OF[seat][surplus]
        case DecisionKind.NOBLE:
            nobles = earned_nobles(state, player)
            if len(nobles) < 2:
                raise _contradiction("decision", "the seat to move meets several nobles to choose")
            return Decision(kind, seat, nobles=nobles)


def check_position(state: State) -> None:
    """Raise `PositionError` for the first defect."""
    _check_levels(state)
    check_pieces("development cards", DEVELOPMENTS, _cards(state))
    check_pieces("nobles", _nobles(state), _nobles(state))
    _check_number_of_nobles(state)
    _check_tokens(state)
    _check_slots(state)
    _check_limits(state)
    _check_drop_outs(state)
    if state.options.first_seat not in (None, state.first_seat):
        raise _contradiction("first_seat", "the options name another one")
    if state.outcome is None:
        _check_course(state)
    else:
        _check_outcome(state)


def _check_levels(state: State) -> None:
    placed = [
        (f"decks[{level - 1}]", level, card) for level in LEVELS for card in state.decks[level - 1]
    ]
    placed += [
        (f"face_up[{slot}]", level_of_slot(slot), card)
        for slot, card in enumerate(state.face_up)
        if card is not None
    ]
    for path, level, card in placed:
        if DEVELOPMENTS[card].level != level:
            detail = f"{card} is not a card of level {level}"
            raise PositionError(Defect.CARD_MISPLACED, path, detail)


def _cards(state: State) -> Iterator[CardId | None]:
    for deck in state.decks:
        yield from deck
    yield from state.face_up
    yield from (entry.card for entry in state.removed_cards)
    for player in state.players:
        yield from player.cards
        yield from (entry.card for entry in player.reserved)


def _nobles(state: State) -> list[NobleId]:
    found = [*state.nobles, *state.removed_nobles]
    for player in state.players:
        found += player.nobles
    return found


def _check_number_of_nobles(state: State) -> None:
    """One more than players is in the game (S-SET-3)."""
    number = state.options.seats + 1
    if len(_nobles(state)) != number:
        raise PositionError(Defect.SLOT_COUNT, "nobles", f"{number} in all are expected")


def _check_tokens(state: State) -> None:
    """All pieces of a match are in the supply and with the players (S-SET-2)."""
    for kind in KINDS:
        expected = count(SUPPLY_OF_SEATS[state.options.seats], kind)
        there = count(state.supply, kind)
        there += sum(count(player.tokens, kind) for player in state.players)
        if there != expected:
            detail = f"{expected} {kind.text} in all are expected, there are {there}"
            raise PositionError(Defect.TOKEN_COUNT, "supply", detail)


def _check_slots(state: State) -> None:
    """A slot is empty only where its deck is (S-CARD-1)."""
    for slot, up in enumerate(state.face_up):
        if up is None and state.decks[level_of_slot(slot) - 1]:
            raise PositionError(Defect.SLOT_NOT_FILLED, f"face_up[{slot}]", "its deck has cards")


def _check_limits(state: State) -> None:
    """Three reserved cards (S-RES-1) and ten pieces at the end of a turn (S-END-1)."""
    for seat, player in enumerate(state.players):
        path = f"players[{seat}]"
        if len(player.reserved) > RESERVE_LIMIT:
            detail = f"at most {RESERVE_LIMIT} are expected"
            raise PositionError(Defect.OVER_LIMIT, f"{path}.reserved", detail)
        if total(player.tokens) > TOKEN_LIMIT and not (seat == state.seat and _is_mid_turn(state)):
            detail = f"at most {TOKEN_LIMIT} are expected"
            raise PositionError(Defect.OVER_LIMIT, f"{path}.tokens", detail)


def _is_mid_turn(state: State) -> bool:
    """Whether pieces may be over the limit; the match may end there, by others dropping out."""
    return state.decision is None or state.decision.kind is DecisionKind.DISCARD


def _check_drop_outs(state: State) -> None:
    """Who dropped out has nothing, and somebody is left (S-X-2)."""
    orders = sorted(player.dropped_out for player in state.players if player.dropped_out)
    if orders != list(range(1, len(orders) + 1)):
        raise _contradiction("players", "drop-outs are counted 1, 2, 3 in their order")
    for seat, player in enumerate(state.players):
        if player.dropped_out and not _has_nothing(player):
            raise _contradiction(f"players[{seat}]", "a seat that dropped out has nothing")
    if not orders and (state.removed_cards or state.removed_nobles):
        raise _contradiction("removed_cards", "nothing leaves the game before a seat drops out")


def _has_nothing(player: Player) -> bool:
    return not (player.tokens or player.cards or player.nobles or player.reserved)


def _check_course(state: State) -> None:
    """A match that goes on waits for a seat in the game, and has no reason to be over."""
    if state.decision is None:
        raise _contradiction("decision", "a match that is not over waits for a decision")
    if state.players[state.seat].dropped_out or len(state.standing()) < 2:
        raise _contradiction("seat", "the seat to move is in the game, with another one")
    if state.passes > state.idle_turns:
        raise _contradiction("passes", "every pass is a turn without a purchase")
    _check_last_round(state)
    if state.decision.kind is DecisionKind.TURN:
        limit = state.options.no_progress_limit
        if state.passes >= len(state.standing()):
            raise _contradiction("passes", "everybody has passed, the match is over")
        if limit is not None and state.idle_turns >= limit:
            raise _contradiction("idle_turns", "the limit is reached, the match is over")


def _check_last_round(state: State) -> None:
    """A seat with 15 points at the end of a turn begins the last round and has no further turn."""
    first, seats = state.first_seat, len(state.players)
    reached = [
        seat
        for seat, player in enumerate(state.players)
        if player.points >= POINTS_FOR_THE_LAST_ROUND
        and (seat != state.seat or state.decision is TURN_OF[seat])
    ]
    if any((seat - first) % seats >= (state.seat - first) % seats for seat in reached):
        raise _contradiction("players", "a seat with 15 points has had its turn in this round")
    if reached and not state.is_last_round:
        raise _contradiction("is_last_round", "a seat ended its turn with 15 points")
    has_drop_outs = len(state.standing()) < seats
    if state.is_last_round and not (reached or has_drop_outs):
        raise _contradiction("is_last_round", "no seat ended its turn with 15 points")
    if state.is_last_round and state.seat == first:
        raise _contradiction("is_last_round", "with the first seat's turn the round is over")


def _check_outcome(state: State) -> None:
    """A match that is over has the outcome that the position gives (S-END-3)."""
    assert state.outcome is not None
    if state.decision is not None:
        raise _contradiction("decision", "a match that is over waits for nothing")
    found = state.outcome.endings
    holds = found in _FORFEITS if len(state.standing()) == 1 else found == endings(state)
    if not found or not holds:
        raise _contradiction("outcome.endings", "other reasons hold")
    if state.outcome != outcome_of(state, found):
        raise _contradiction("outcome", "the position gives another one")


def _contradiction(path: str, detail: str) -> PositionError:
    return PositionError(Defect.CONTRADICTION, path, detail)
