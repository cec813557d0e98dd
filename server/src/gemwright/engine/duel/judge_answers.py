"""The answers to pending decisions: what a card or a rule asked for is listed and accepted here.

The choices are few, so most lists are the candidates that are not refused.
"""

from typing import Final, assert_never

from gemwright.engine.duel.abilities import (
    ABILITY_OF,
    CARD_OF_USE,
    WINDOWS,
    has_free_reserve,
    stealable,
)
from gemwright.engine.duel.actions import (
    AbilityUse,
    Action,
    BuyExtraTurn,
    BuyRoyal,
    BuySteal,
    Dig,
    Discard,
    DrawTokens,
    KeepDug,
    PickToken,
    ReserveCard,
    ReserveFromDeck,
    StealToken,
    TakeCounterfeiter,
)
from gemwright.engine.duel.board import CELL_COUNT, CELL_NAMES
from gemwright.engine.duel.cards import COUNTERFEITERS, ROYALS, CardId
from gemwright.engine.duel.decisions import ANY_BUT_GOLD, Decision, DecisionKind
from gemwright.engine.duel.judge_turn import (
    list_reservations,
    list_turn,
    refuse_card_to_reserve,
    refuse_deck,
)
from gemwright.engine.duel.menu import (
    DISCARD,
    DONE,
    DRAW,
    KEEP_DUG,
    PICK,
    STEAL,
    STOP,
    TAKE_COUNTERFEITER,
    TAKE_FROM_COUNTERFEITER_DECK,
    TAKE_ROYAL,
)
from gemwright.engine.duel.purchase import payment_refusal
from gemwright.engine.duel.state import Player, State
from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import ONE, Lanes
from gemwright.engine.payment import least_gold
from gemwright.engine.refusals import Reason, Refusal


def list_answers(state: State, decision: Decision) -> list[Action]:
    """Every answer to a decision."""
    match decision.kind:
        case DecisionKind.TURN:
            return list_turn(state)
        case DecisionKind.TAKE:
            kinds = decision.kinds
            answers: list[Action] = [
                PICK[cell] for cell, kind in enumerate(state.board) if kind in kinds
            ]
        case DecisionKind.STEAL:
            answers = [STEAL[kind] for kind in decision.kinds]
        case DecisionKind.DISCARD:
            answers = [DISCARD[kind] for kind in decision.kinds]
        case DecisionKind.RESERVE:
            answers = list_reservations(state, None)
        case DecisionKind.ROYAL:
            answers = [TAKE_ROYAL[card] for card in state.royals if card is not None]
        case DecisionKind.COUNTERFEITER:
            answers = [
                TAKE_COUNTERFEITER[card] for card in state.counterfeiters if card is not None
            ]
            if state.counterfeiter_deck:
                answers.append(TAKE_FROM_COUNTERFEITER_DECK)
        case DecisionKind.DRAW:
            answers = [*DRAW[: decision.left + 1]]
        case DecisionKind.WINDOW:
            answers = [*list_uses(state), DONE]
        case DecisionKind.DIG:
            answers = [*KEEP_DUG[len(state.dug)]]
        case _:
            assert_never(decision.kind)
    if decision.can_stop:
        answers.append(STOP)
    return answers


def list_uses(state: State) -> list[Action]:
    """Every use of an ability in the window at the end of the turn (C-ABL-10)."""
    return [
        use
        for card in state.players[state.seat].standing.window
        if _refuse_ability(state, card) is None
        for use in WINDOWS[card].uses
        if _refuse_target(state, use) is None
    ]


_RULES: Final = {
    DecisionKind.TURN: "D-OPT-1",
    DecisionKind.ROYAL: "D-ROY-1",
    DecisionKind.WINDOW: "C-ABL-10",
    DecisionKind.DISCARD: "D-END-1",
}


def rule_of(decision: Decision) -> str:
    """The rule that asks for a decision: its card's, or that of the course of the turn."""
    return _RULES[decision.kind] if decision.card is None else ABILITY_OF[decision.card].rule


def refuse_pick(state: State, decision: Decision, action: PickToken) -> Refusal | None:
    """The cell must hold a token of a kind that the card allows."""
    rule = rule_of(decision)
    if not 0 <= action.cell < CELL_COUNT:
        return Refusal(Reason.MALFORMED, rule, "cell", str(action.cell))
    kind = state.board[action.cell]
    if kind in decision.kinds:
        return None
    reason = Reason.CELL_EMPTY if kind is None else Reason.KIND_NOT_ALLOWED
    return Refusal(reason, rule, "cell", CELL_NAMES[action.cell])


def refuse_kind(
    decision: Decision, kind: Kind, allowed: tuple[Kind, ...], rule: str
) -> Refusal | None:
    """The kind must be among those the decision offers."""
    if kind in decision.kinds:
        return None
    if kind not in KINDS:
        return Refusal(Reason.MALFORMED, rule, "kind", str(kind))
    reason = Reason.KIND_NOT_THERE if kind in allowed else Reason.KIND_NOT_ALLOWED
    return Refusal(reason, rule, "kind", kind.text)


def refuse_steal(decision: Decision, action: StealToken) -> Refusal | None:
    """A token that the opponent has, never gold (D-ABL-4)."""
    return refuse_kind(decision, action.kind, ANY_BUT_GOLD, rule_of(decision))


def refuse_discard(state: State, decision: Decision, action: Discard) -> Refusal | None:
    """A token that the seat has, not glassware that does not count (D-END-1, C-ABL-8)."""
    if state.players[state.seat].standing.is_glassware_free:
        allowed = tuple(kind for kind in KINDS if kind is not Kind.GLASSWARE)
        return refuse_kind(decision, action.kind, allowed, "C-ABL-8")
    return refuse_kind(decision, action.kind, KINDS, "D-END-1")


def refuse_royal(state: State, card: CardId, rule: str) -> Refusal | None:
    """A royal card that lies face up (D-ROY-1)."""
    if card not in ROYALS:
        return Refusal(Reason.MALFORMED, rule, "card", card)
    if card not in state.royals:
        return Refusal(Reason.CARD_NOT_AVAILABLE, rule, "card", card)
    return None


def refuse_free_counterfeiter(state: State, action: TakeCounterfeiter) -> Refusal | None:
    """A face-up counterfeiter card, or the top of their deck (C-ROY-4)."""
    rule, card = "C-ROY-4", action.card
    if card is None:
        return None if state.counterfeiter_deck else Refusal(Reason.DECK_EMPTY, rule)
    if card not in COUNTERFEITERS:
        return Refusal(Reason.MALFORMED, rule, "card", card)
    if card not in state.counterfeiters:
        return Refusal(Reason.CARD_NOT_AVAILABLE, rule, "card", card)
    return None


def refuse_draw(decision: Decision, action: DrawTokens) -> Refusal | None:
    """No, one or two tokens, no more than the bag holds (C-ROY-5)."""
    if 0 <= action.number <= decision.left:
        return None
    return Refusal(Reason.WRONG_NUMBER, "C-ROY-5", "number", str(action.number))


def refuse_keep(state: State, action: KeepDug) -> Refusal | None:
    """One card is kept, every other one goes to the bottom (C-ABL-10)."""
    if action in KEEP_DUG[len(state.dug)]:
        return None
    places = f"{action.keep}, {action.bottom}"
    return Refusal(Reason.MALFORMED, "C-ABL-10", "bottom", places)


def refuse_reserve_answer(
    state: State, decision: Decision, action: ReserveCard | ReserveFromDeck
) -> Refusal | None:
    """Reserving as a card allows, which takes no gold (C-ROY-1, C-ABL-7)."""
    rule = rule_of(decision)
    if action.gold is not None:
        return Refusal(Reason.GOLD_STATED_WRONG, rule, "gold", str(action.gold))
    return refuse_card_to_reserve(state, action, rule)


def refuse_stop(decision: Decision) -> Refusal | None:
    """Only where a card allows fewer."""
    if decision.can_stop:
        return None
    return Refusal(Reason.STOP_NOT_ALLOWED, rule_of(decision))


def refuse_use(state: State, use: AbilityUse) -> Refusal | None:
    """An ability is at hand, has something to do, and is paid exactly (C-ABL-10)."""
    refused = _refuse_ability(state, CARD_OF_USE[type(use)]) or _refuse_target(state, use)
    if refused is None and use.payment is not None:
        me = state.players[state.seat]
        price = price_of_use(me, use)
        return payment_refusal(me, price, use.payment, rule="C-ABL-10", takes_units=False)
    return refused


def _refuse_ability(state: State, card: CardId) -> Refusal | None:
    """The card is owned and unused in this turn, and what its ability costs can be paid."""
    rule, me = "C-ABL-10", state.players[state.seat]
    if card not in me.counterfeiters:
        return Refusal(Reason.ABILITY_NOT_OWNED, rule, "ability", card)
    if card in state.used:
        return Refusal(Reason.ABILITY_USED, rule, "ability", card)
    window = WINDOWS[card]
    if me.privileges < window.privileges:
        return Refusal(Reason.NO_PRIVILEGE, rule)
    if least_gold(window.glassware(me) * ONE[Kind.GLASSWARE], me.tokens) is None:
        return Refusal(Reason.CANNOT_AFFORD, rule, "ability", card)
    return None


def price_of_use(me: Player, use: AbilityUse) -> Lanes:
    """What an ability costs in glassware."""
    return WINDOWS[CARD_OF_USE[type(use)]].glassware(me) * ONE[Kind.GLASSWARE]


def _refuse_target(state: State, use: AbilityUse) -> Refusal | None:
    rule = "C-ABL-10"
    match use:
        case BuyRoyal(card=card):
            return refuse_royal(state, card, rule)
        case BuyExtraTurn():
            return Refusal(Reason.EXTRA_TURN_DUE, rule) if state.is_extra_turn_due else None
        case BuySteal(kind=kind):
            offer = Decision(DecisionKind.STEAL, state.seat, kinds=stealable(state))
            return refuse_kind(offer, kind, ANY_BUT_GOLD, rule)
        case Dig(level=level):
            if not has_free_reserve(state.players[state.seat]):
                return Refusal(Reason.RESERVE_FULL, rule)
            return refuse_deck(state, level, rule)
        case _:
            assert_never(use)
