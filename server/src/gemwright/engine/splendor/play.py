"""The verbs that take an action: list, judge, pay, play, write and read it.

Each finds the action in the tables of `actions/__init__.py`; what follows is in `turn.py`.
`apply` calls `refusal` first, which makes the same checks as the lists do (docs/adr/0002).

The text of every action:

    take white blue red     take white white        pass
    reserve S1-05           reserve deck 2
    buy S2-07               buy reserved 1          noble N-3       discard red

Reserve slots count from 1. A purchase can state its payment: `buy S2-07 pay 2 white 1 gold`.
"""

from collections.abc import Iterator
from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.notation import Words
from gemwright.engine.outcomes import EndReason, Forfeit, Outcome
from gemwright.engine.refusals import Reason, Refusal, Refused
from gemwright.engine.splendor.actions import FUNCTIONS, LISTS, READERS, Action, Paid, Payment
from gemwright.engine.splendor.decisions import DecisionKind
from gemwright.engine.splendor.events import Log
from gemwright.engine.splendor.moves import ask, drop_out, end_match
from gemwright.engine.splendor.state import State
from gemwright.engine.splendor.turn import go_on

_RULE_OF_DECISION: Final = {
    DecisionKind.TURN: "S-TAKE-1",
    DecisionKind.DISCARD: "S-END-1",
    DecisionKind.NOBLE: "S-NOB-1",
}


def to_move(state: State) -> int | None:
    """The seat that must decide; None once the match is over."""
    return None if state.decision is None else state.decision.seat


def outcome(state: State) -> Outcome | None:
    """How the match ended; None while it goes on."""
    return state.outcome


def legal_actions(state: State) -> list[Action]:
    """Every action of the seat to move; purchases with their default payment."""
    decision = state.decision
    return [] if decision is None else [*LISTS[decision.kind](state, decision)]


def payments(state: State, action: Paid) -> Iterator[Payment]:
    """Every exact payment of a listed purchase, the default one first (S-BUY-1)."""
    if state.decision is not None and refusal(state, state.decision.seat, action) is None:
        found = FUNCTIONS[type(action)].payments
        assert found is not None
        yield from found(state, action)


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """Why this action of this seat is refused now; None if `apply` accepts it."""
    decision = state.decision
    if decision is None:
        return Refusal(Reason.MATCH_OVER, "S-END-3")
    if seat != decision.seat:
        return Refusal(Reason.NOT_YOUR_TURN, "S-SET-4", "seat", str(seat))
    functions = FUNCTIONS.get(type(action))
    if functions is None or functions.answers is not decision.kind:
        rule = _RULE_OF_DECISION[decision.kind]
        return Refusal(Reason.NOT_ASKED, rule, "action", type(action).__name__)
    return functions.refuse(state, decision, action)


def apply(state: State, seat: int, action: Action, chance: Chance, log: Log = None) -> None:
    """Play one action, or raise `Refused` and change nothing."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    functions = FUNCTIONS[type(action)]
    functions.perform(state, action, chance, log)
    functions.follow(state, log)


def forfeit(state: State, seat: int, why: Forfeit, log: Log = None) -> None:
    """A seat drops out; the last one standing wins, with two seats the other one (S-X-2)."""
    refused = _refuse_forfeit(state, seat)
    if refused is not None:
        raise Refused(refused)
    why = Forfeit(why)
    drop_out(state, seat, why, log)
    if len(state.standing()) == 1:
        end_match(state, (EndReason(why.value),), log)
    elif seat == state.seat:
        go_on(state, log)
    else:
        assert state.decision is not None
        ask(state, state.decision, log)


def _refuse_forfeit(state: State, seat: int) -> Refusal | None:
    if state.outcome is not None:
        return Refusal(Reason.MATCH_OVER, "S-END-3")
    if seat not in range(len(state.players)):
        return Refusal(Reason.MALFORMED, "S-X-2", "seat", str(seat))
    if state.players[seat].dropped_out:
        return Refusal(Reason.DROPPED_OUT, "S-X-2", "seat", str(seat))
    return None


def action_text(action: Action) -> str:
    """The action in notation."""
    return FUNCTIONS[type(action)].write(action)


def parse_action(line: str) -> Action:
    """The action that a line of notation stands for; raises `NotationError`."""
    words = Words(line)
    *verbs, last = READERS
    action = READERS[words.one_of(READERS, f"{', '.join(verbs)} or {last}")](words)
    words.finish()
    return action
