"""What a turn offers in all, and the actions that move no piece: pass, claim, stop."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from gemwright.engine.chance import Chance
from gemwright.engine.duel.abilities import rule_of
from gemwright.engine.duel.actions.buy import Purchase, list_purchases
from gemwright.engine.duel.actions.reserve import Reservation, list_for_gold
from gemwright.engine.duel.actions.take import (
    TakeTokens,
    UsePrivilege,
    list_privileges,
    list_takes,
)
from gemwright.engine.duel.actions.tokens import REPLENISH, Replenish, refuse_replenish
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.events import Log, TurnPassed, WinClaimed
from gemwright.engine.duel.moves import finish
from gemwright.engine.duel.state import State
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the win over a blocking opponent (D-X-1)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Stand in for the mandatory action where nothing is possible (D-MUST-3)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Take no more where a card allows fewer."""


CLAIM: Final = Claim()
PASS: Final = Pass()
STOP: Final = Stop()

TurnAction: TypeAlias = (
    TakeTokens | Purchase | Reservation | UsePrivilege | Replenish | Pass | Claim
)


def list_turn(state: State, decision: Decision) -> list[TurnAction]:
    """Everything the seat may do; what is forced shows in this list alone (D-MUST-1)."""
    actions = _list_mandatory(state)
    can_replenish = refuse_replenish(state, decision, REPLENISH) is None
    if not actions:
        actions.append(REPLENISH if can_replenish else PASS)
    else:
        if state.players[state.seat].privileges and not state.has_replenished:
            actions += list_privileges(state.takeable)
        if can_replenish:
            actions.append(REPLENISH)
    if state.can_claim:
        actions.append(CLAIM)
    return actions


def _list_mandatory(state: State) -> list[TurnAction]:
    """Every mandatory action that is possible (D-TAKE-1, D-BUY-1, C-BUY-1, D-RES-1)."""
    me = state.players[state.seat]
    return [*list_takes(state.takeable), *list_purchases(state, me), *list_for_gold(state, me)]


def refuse_pass(state: State, decision: Decision, action: Pass) -> Refusal | None:
    """Passing is legal only where nothing else is (D-MUST-3)."""
    can_replenish = refuse_replenish(state, decision, REPLENISH) is None
    if can_replenish or _list_mandatory(state):
        return Refusal(Reason.PASS_NOT_ALLOWED, "D-MUST-3")
    return None


def pass_turn(state: State, action: Pass, chance: Chance, log: Log) -> None:
    """The mandatory action is done (D-MUST-3)."""
    state.has_acted = True
    if log is not None:
        log.append(TurnPassed(state.seat))


def refuse_claim(state: State, decision: Decision, action: Claim) -> Refusal | None:
    """The claim is open as the first thing in a turn only (D-X-1)."""
    return None if state.can_claim else Refusal(Reason.NO_CLAIM, "D-X-1")


def claim(state: State, action: Claim, chance: Chance, log: Log) -> None:
    """Win over a blocking opponent (D-X-1)."""
    if log is not None:
        log.append(WinClaimed(state.seat))
    finish(state, state.seat, (EndReason.BLOCKING_CLAIM,), log)


def refuse_stop(state: State, decision: Decision, action: Stop) -> Refusal | None:
    """Only where a card allows fewer (C-ROY-8, C-ABL-5, C-ABL-6, C-ABL-7)."""
    if decision.can_stop:
        return None
    return Refusal(Reason.STOP_NOT_ALLOWED, rule_of(decision))


def stop(state: State, action: Stop, chance: Chance, log: Log) -> None:
    """What the card gave so far is all; the turn goes on."""
