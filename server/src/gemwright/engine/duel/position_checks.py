"""What must hold in every position of Duel: the right pieces, and no contradiction."""

from collections.abc import Iterator

from gemwright.engine.duel.abilities import PRIVILEGE_TWO, stealable
from gemwright.engine.duel.cards import JEWELS, LEVELS, CardId
from gemwright.engine.duel.decisions import TURN_OF, Decision, DecisionKind
from gemwright.engine.duel.judge import legal_actions
from gemwright.engine.duel.judge_answers import list_uses
from gemwright.engine.duel.moves import holds_gold_and_pearls, level_of_slot
from gemwright.engine.duel.setup import Components
from gemwright.engine.duel.state import (
    BLOCKING_TURNS,
    CROWNS_FOR_A_ROYAL,
    PRIVILEGES,
    State,
)
from gemwright.engine.duel.turn import ask_to_discard, is_royal_due
from gemwright.engine.kinds import KINDS
from gemwright.engine.lanes import count, total
from gemwright.engine.reading import Defect, PositionError, check_pieces


def check_position(state: State, box: Components) -> None:
    """Raise `PositionError` for the first thing that cannot be."""
    _check_levels(state)
    check_pieces("jewel cards", JEWELS, _jewels(state))
    check_pieces("royal cards", box.royals, _royals(state))
    check_pieces("counterfeiter cards", box.counterfeiters, _counterfeiters(state))
    _check_tokens(state, box)
    _check_players(state)
    _check_slots(state)
    _check_turn(state)
    _check_decision(state)


def _jewels(state: State) -> Iterator[CardId | None]:
    for deck in state.decks:
        yield from deck
    yield from state.pyramid
    yield from state.dug
    for player in state.players:
        yield from (owned.card for owned in player.cards)
        yield from (entry.card for entry in player.reserved)


def _royals(state: State) -> Iterator[CardId | None]:
    yield from state.royals
    yield from state.royal_deck
    for player in state.players:
        yield from player.royals


def _counterfeiters(state: State) -> Iterator[CardId | None]:
    yield from state.counterfeiters
    yield from state.counterfeiter_deck
    for player in state.players:
        yield from player.counterfeiters


def contradiction(path: str, detail: str) -> PositionError:
    """Two parts of the position that cannot be true together."""
    return PositionError(Defect.CONTRADICTION, path, detail)


def _check_levels(state: State) -> None:
    placed = [
        (f"decks[{level - 1}]", level, card) for level in LEVELS for card in state.decks[level - 1]
    ]
    placed += [
        (f"pyramid[{slot}]", level_of_slot(slot), card)
        for slot, card in enumerate(state.pyramid)
        if card is not None
    ]
    for path, level, card in placed:
        if JEWELS[card].level != level:
            detail = f"{card} is not a card of level {level}"
            raise PositionError(Defect.CARD_MISPLACED, path, detail)


def _check_tokens(state: State, box: Components) -> None:
    for kind in KINDS:
        found = state.board.count(kind) + count(state.bag, kind)
        found += sum(count(player.tokens, kind) for player in state.players)
        if found != count(box.tokens, kind):
            detail = f"{found} {kind.text} instead of {count(box.tokens, kind)}"
            raise PositionError(Defect.TOKEN_COUNT, "board, bag and players", detail)
    privileges = state.privileges + sum(player.privileges for player in state.players)
    if privileges != PRIVILEGES:
        detail = f"{privileges} privileges are there instead of {PRIVILEGES}"
        raise PositionError(Defect.PRIVILEGE_COUNT, "privileges", detail)


def _check_players(state: State) -> None:
    for seat, player in enumerate(state.players):
        path, limit = f"players[{seat}]", player.standing.reserve_limit
        if len(player.reserved) > limit:
            raise PositionError(Defect.OVER_LIMIT, f"{path}.reserved", f"the limit is {limit}")
        reached = sum(player.crowns >= threshold for threshold in CROWNS_FOR_A_ROYAL)
        if player.royals_for_crowns > reached:
            detail = f"{player.crowns} crowns give {reached} royal cards"
            raise contradiction(f"{path}.royals_for_crowns", detail)
        if player.blocking_turns and not holds_gold_and_pearls(player):
            detail = "only who holds all gold and both pearls blocks"
            raise contradiction(f"{path}.blocking_turns", detail)


def _check_slots(state: State) -> None:
    """Only a purchase of this turn leaves a slot empty whose deck could fill it (D-BUY-4)."""
    open_slots = [
        slot
        for slot, card in enumerate(state.pyramid)
        if card is None and state.decks[level_of_slot(slot) - 1]
    ]
    is_over = state.outcome is not None
    if len(open_slots) > (state.has_purchased or is_over):
        detail = "this slot would have been refilled by now"
        raise PositionError(Defect.SLOT_NOT_FILLED, f"pyramid[{open_slots[-1]}]", detail)
    if None in state.counterfeiters and state.counterfeiter_deck and not state.has_acted:
        path = f"counterfeiters[{state.counterfeiters.index(None)}]"
        detail = "this slot would have been refilled by now"
        raise PositionError(Defect.SLOT_NOT_FILLED, path, detail)


def _check_turn(state: State) -> None:
    me = state.players[state.seat]
    if state.has_purchased and not state.has_acted:
        raise contradiction("turn.has_purchased", "a purchase is the mandatory action")
    if any(card not in me.standing.window for card in state.used):
        raise contradiction("turn.used", "only cards the player owns are used in the window")
    if (state.used or state.is_window_closed) and not state.has_acted:
        raise contradiction("turn", "the window comes after the mandatory action")
    if state.can_claim and not _is_claim_possible(state):
        raise contradiction("turn.can_claim", "no claim is open")
    limit = state.options.no_progress_limit
    if state.outcome is None and limit is not None and state.idle_turns >= limit:
        raise contradiction("idle_turns", "the match would have ended")


def _is_claim_possible(state: State) -> bool:
    other = state.players[1 - state.seat]
    is_first_thing = not (state.has_used_privilege or state.has_replenished or state.has_acted)
    return (
        state.options.blocking_claim
        and other.blocking_turns >= BLOCKING_TURNS
        and is_first_thing
        and not state.is_extra_turn
    )


def _check_decision(state: State) -> None:
    decision = state.decision
    if (decision is None) == (state.outcome is None):
        raise contradiction("decision", "a match waits for a decision or has an outcome")
    if bool(state.dug) != (decision is not None and decision.kind is DecisionKind.DIG) and (
        state.outcome is None
    ):
        raise contradiction("dug", "cards are looked at while a dig is resolved, and only then")
    if decision is None:
        return
    if decision.seat != state.seat:
        raise contradiction("decision.seat", "the seat whose turn it is decides")
    if decision.card is not None and decision.card not in _owned_cards(state):
        raise contradiction("decision.card", f"{decision.card} is not owned by the one who decides")
    if not _is_due(state, decision):
        raise contradiction("decision", f"{decision.kind} cannot be asked now")
    if not legal_actions(state):
        raise contradiction("decision", "there is nothing to choose from")


def _owned_cards(state: State) -> set[CardId]:
    me = state.players[state.seat]
    return {*(owned.card for owned in me.cards), *me.royals, *me.counterfeiters}


def _is_due(state: State, decision: Decision) -> bool:
    """Whether the course of a turn can have come to this decision."""
    me = state.players[state.seat]
    match decision.kind:
        case DecisionKind.TURN:
            return not state.has_acted and decision == TURN_OF[state.seat]
        case DecisionKind.TAKE:
            is_before_acting = decision.card == PRIVILEGE_TWO
            return is_before_acting != state.has_acted and decision.card is not None
        case DecisionKind.STEAL:
            return state.has_acted and decision.kinds == stealable(state)
        case DecisionKind.ROYAL:
            return state.has_acted and is_royal_due(state, me)
        case DecisionKind.DISCARD:
            return state.has_acted and decision == ask_to_discard(state.seat, me)
        case DecisionKind.WINDOW:
            return state.has_acted and not state.is_window_closed and bool(list_uses(state))
        case DecisionKind.DIG:
            levels = {JEWELS[card].level for card in state.dug}
            return state.has_acted and len(levels) == 1 and decision.left == len(state.dug)
        case DecisionKind.DRAW:
            return state.has_acted and decision.left == min(2, total(state.bag))
        case DecisionKind.RESERVE | DecisionKind.COUNTERFEITER:
            return state.has_acted and decision.card is not None
