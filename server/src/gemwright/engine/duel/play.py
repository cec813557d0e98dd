"""The verbs that take an action: list, judge, pay, play, write and read it.

Each finds the action in the tables of `actions/__init__.py`; what follows is in `turn.py`.
`apply` calls `refusal` first, which makes the same checks as the lists do (docs/adr/0002).

The text of every action:

    take c3 c4 c5        privilege c3         replenish      claim      pass
    reserve D1-05 gold a1                     reserve deck 2 gold a1
    buy D2-07 as red     buy reserved 1       buy C-03
    pick c3     steal red     royal R-2       discard red    stop
    counterfeiter C-05   counterfeiter deck   draw 2
    use C-09 R-4   use C-10   use C-11 red    use C-17 deck 2   done
    keep 2 bottom 3 1

Reserve slots and the places of cards looked at count from 1. An action that is paid for can state
its payment: `buy D2-07 pay 2 white 1 gold using C-08 red C-08 blue`.
"""

from collections.abc import Iterator

from gemwright.engine.chance import Chance
from gemwright.engine.duel.abilities import rule_of
from gemwright.engine.duel.actions import FUNCTIONS, LISTS, READERS, Action, Paid, Payment
from gemwright.engine.duel.actions.course import STOP
from gemwright.engine.duel.events import DecisionAsked, Log, SeatForfeited
from gemwright.engine.duel.limits import PLAYERS
from gemwright.engine.duel.moves import finish
from gemwright.engine.duel.state import State
from gemwright.engine.duel.turn import settle
from gemwright.engine.notation import NotationError, Words
from gemwright.engine.outcomes import EndReason, Forfeit, Outcome
from gemwright.engine.refusals import Reason, Refusal, Refused


def to_move(state: State) -> int | None:
    """The seat that must decide; None once the match is over."""
    return None if state.decision is None else state.decision.seat


def outcome(state: State) -> Outcome | None:
    """How the match ended; None while it goes on."""
    return state.outcome


def legal_actions(state: State) -> list[Action]:
    """All actions that the seat to move may play; empty once the match is over.

    A purchase or the use of an ability is listed once, without a payment: that means the default
    payment, the first of `payments`.
    """
    decision = state.decision
    if decision is None:
        return []
    answers = [*LISTS[decision.kind](state, decision)]
    if decision.can_stop:
        answers.append(STOP)
    return answers


def payments(state: State, action: Paid) -> Iterator[Payment]:
    """Every exact payment of a listed purchase or use of an ability, the default one first."""
    if state.decision is not None and refusal(state, state.seat, action) is None:
        found = FUNCTIONS[type(action)].payments
        assert found is not None
        yield from found(state, action)


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """Why this action of this seat is refused now; None if `apply` accepts it."""
    decision = state.decision
    if decision is None:
        return Refusal(Reason.MATCH_OVER, "D-END-3")
    if seat != decision.seat:
        return Refusal(Reason.NOT_YOUR_TURN, "D-END-3", "seat", str(seat))
    functions = FUNCTIONS.get(type(action))
    if functions is None or decision.kind not in functions.answers:
        return Refusal(Reason.NOT_ASKED, rule_of(decision), "action", type(action).__name__)
    return functions.refuse(state, decision, action)


def apply(state: State, seat: int, action: Action, chance: Chance, log: Log = None) -> None:
    """Play one action, or raise `Refused` and change nothing."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    asked = FUNCTIONS[type(action)].perform(state, action, chance, log)
    state.can_claim = False
    if state.outcome is None:
        state.decision = asked or settle(state, log)
        if state.decision is not None and log is not None:
            log.append(DecisionAsked(state.decision))


def forfeit(state: State, seat: int, why: Forfeit, log: Log = None) -> None:
    """A seat resigns or runs out of time, whoever is to move: the other one wins."""
    if state.outcome is not None:
        raise Refused(Refusal(Reason.MATCH_OVER, "D-END-3"))
    if seat not in range(PLAYERS):
        raise Refused(Refusal(Reason.MALFORMED, "D-END-3", "seat", str(seat)))
    why = Forfeit(why)
    if log is not None:
        log.append(SeatForfeited(seat, why))
    finish(state, 1 - seat, (EndReason(why.value),), log)


def action_text(action: Action) -> str:
    """The action in notation."""
    return FUNCTIONS[type(action)].write(action)


def parse_action(line: str) -> Action:
    """The action that a line of notation stands for; raises `NotationError`."""
    words = Words(line)
    verb = words.word("an action")
    if verb not in READERS:
        raise NotationError(f"{line!r}: no action begins with {verb!r}")
    action = READERS[verb](words)
    words.finish()
    return action
