"""What must hold in every position of Duel: the right pieces, and no contradiction."""

from collections.abc import Iterator

from gemwright.engine.duel.abilities import (
    PRIVILEGE_TWO,
    RESERVE_FIVE,
    ask_for_second_card,
    ask_for_second_token,
    on_gain,
)
from gemwright.engine.duel.actions import Dig
from gemwright.engine.duel.actions.window import CARD_OF_USE
from gemwright.engine.duel.cards import JEWELS, LEVELS, CardId
from gemwright.engine.duel.decisions import TURN_OF, Decision, DecisionKind
from gemwright.engine.duel.limits import (
    BLOCKING_TURNS,
    CROWNS_FOR_A_ROYAL,
    LEVEL_OF_SLOT,
    MOST_DUG,
    PRIVILEGES,
    TOKEN_LIMIT,
)
from gemwright.engine.duel.moves import holds_gold_and_pearls, ranks_of, score
from gemwright.engine.duel.play import legal_actions
from gemwright.engine.duel.setup import Components
from gemwright.engine.duel.state import Player, State
from gemwright.engine.duel.turn import ask_to_discard, conditions_met, settle
from gemwright.engine.kinds import KINDS
from gemwright.engine.lanes import count
from gemwright.engine.outcomes import EndReason, Outcome
from gemwright.engine.reading import Defect, PositionError, check_pieces


def check_position(state: State, box: Components) -> None:
    """Raise `PositionError` for the first defect."""
    _check_levels(state)
    check_pieces("jewel cards", JEWELS, _jewels(state))
    check_pieces("royal cards", box.royals, _royals(state))
    check_pieces("counterfeiter cards", box.counterfeiters, _counterfeiters(state))
    _check_tokens(state, box)
    _check_players(state)
    _check_token_limit(state)
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
    """The error for two parts of the position that cannot be true together."""
    return PositionError(Defect.CONTRADICTION, path, detail)


def _check_levels(state: State) -> None:
    placed = [
        (f"decks[{level - 1}]", level, card) for level in LEVELS for card in state.decks[level - 1]
    ]
    placed += [
        (f"pyramid[{slot}]", LEVEL_OF_SLOT[slot], card)
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
        may_have_spent = bool(player.standing.window)
        if player.blocking_turns and not (holds_gold_and_pearls(player) or may_have_spent):
            detail = "only who holds all gold and both pearls blocks"
            raise contradiction(f"{path}.blocking_turns", detail)


def _check_token_limit(state: State) -> None:
    """Who is not having a turn has discarded (D-END-1)."""
    waiting = 1 - state.seat
    if ask_to_discard(waiting, state.players[waiting]) is not None:
        detail = f"the limit is {TOKEN_LIMIT} outside the own turn"
        raise PositionError(Defect.OVER_LIMIT, f"players[{waiting}].tokens", detail)


def _check_slots(state: State) -> None:
    """Only a purchase of this turn leaves a slot empty whose deck could fill it (D-BUY-4)."""
    open_slots = [
        slot
        for slot, card in enumerate(state.pyramid)
        if card is None and state.decks[LEVEL_OF_SLOT[slot] - 1]
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
        and holds_gold_and_pearls(other)
        and is_first_thing
        and not state.is_extra_turn
    )


def _check_decision(state: State) -> None:
    decision = state.decision
    if (decision is None) == (state.outcome is None):
        raise contradiction("decision", "a match waits for a decision or has an outcome")
    if state.outcome is not None:
        _check_outcome(state, state.outcome)
    if bool(state.dug) != (decision is not None and decision.kind is DecisionKind.DIG) and (
        state.outcome is None
    ):
        raise contradiction("dug", "cards are looked at while a dig is resolved, and only then")
    if decision is None:
        return
    if decision.seat != state.seat:
        raise contradiction("decision.seat", "the seat whose turn it is decides")
    owned = _owned_cards(state.players[state.seat])
    if decision.card is not None and decision.card not in owned:
        raise contradiction("decision.card", f"{decision.card} is not owned by the one who decides")
    if not _is_due(state, decision):
        raise contradiction("decision", f"{decision.kind} cannot be asked now")
    if not legal_actions(state):
        raise contradiction("decision", "there is nothing to choose from")


def _check_outcome(state: State, outcome: Outcome) -> None:
    """An outcome has at most one winner here, a reason, and the scores of the position."""
    winner = outcome.winners[0] if len(outcome.winners) == 1 else None
    possible: set[tuple[EndReason, ...]] = {
        (EndReason.BLOCKING_CLAIM,),
        (EndReason.RESIGNATION,),
        (EndReason.TIMEOUT,),
    }
    if winner is None:
        possible = {(EndReason.NO_PROGRESS,)}
    elif met := conditions_met(state.players[winner]):
        possible.add(met)
    if len(outcome.winners) > 1 or outcome.endings not in possible:
        raise contradiction("outcome", "nobody can have won or drawn like this")
    if outcome.ranks != ranks_of(winner):
        raise contradiction("outcome", "winners and ranks do not fit")
    if outcome.scores != tuple(score(player) for player in state.players):
        raise contradiction("outcome.scores", "the cards of the position give other scores")


def _owned_cards(player: Player) -> set[CardId]:
    jewels = (owned.card for owned in player.cards)
    return {*jewels, *player.royals, *player.counterfeiters}


def _is_due(state: State, decision: Decision) -> bool:
    """Whether a turn can have reached this decision."""
    seat, me = state.seat, state.players[state.seat]
    match decision.kind:
        case DecisionKind.TURN:
            return not state.has_acted and decision == TURN_OF[seat]
        case DecisionKind.ROYAL | DecisionKind.DISCARD | DecisionKind.WINDOW:
            return decision == settle(state.copy(), None)
        case DecisionKind.DIG:
            is_open = state.has_acted and not state.is_window_closed
            return is_open and me.has_free_reserve() and decision in _digs(state)
        case _:
            return decision in _asked_by_cards(state, decision.card)


def _digs(state: State) -> list[Decision]:
    """The decisions that the cards used in this window ask about the cards looked at."""
    if len({JEWELS[card].level for card in state.dug}) != 1 or len(state.dug) > MOST_DUG:
        return []
    return [
        Decision(DecisionKind.DIG, state.seat, card, left=len(state.dug))
        for card in state.used
        if card == CARD_OF_USE[Dig]
    ]


def _asked_by_cards(state: State, card: CardId | None) -> list[Decision | None]:
    """The decisions that a card can ask: at first, and after each token that was taken."""
    me = state.players[state.seat]
    if card == PRIVILEGE_TWO:
        is_first = state.has_used_privilege and not state.has_acted and not state.has_replenished
        return [ask_for_second_token(state)] if is_first else []
    if not state.has_acted:
        return []
    if card == RESERVE_FIVE:
        return [ask_for_second_card(state)]
    last_gained = [owned.card for owned in me.cards[-1:]] + [*me.royals[-1:]]
    if card is None or card not in last_gained:
        return []
    return [on_gain(state.copy(), card, None), *_asked_later(state, card)]


def _asked_later(state: State, card: CardId) -> Iterator[Decision]:
    """The decisions that a card asks after the first token, if the board had every kind."""
    before = state.copy()
    before.board[: len(KINDS)] = KINDS
    asked = {on_gain(before, card, None)}
    while asked:
        asked = {
            following
            for decision in asked
            if decision is not None and decision.kind is DecisionKind.TAKE
            for kind in decision.kinds
            if (following := decision.after_taking(kind)) is not None
        }
        yield from (decision for decision in asked if decision is not None)
