"""The one judge of Duel: what is listed, what is accepted, and why the rest is refused.

`judge_turn.py` and `judge_answers.py` hold the questions that decide; listing and refusing ask the
same ones, and a test compares the two on every position of thousands of games.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from gemwright.engine.duel import actions as act
from gemwright.engine.duel import judge_answers as answers
from gemwright.engine.duel import judge_turn as turn
from gemwright.engine.duel.actions import Action, Paid, Payment
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.purchase import all_payments, price_of
from gemwright.engine.duel.state import State
from gemwright.engine.lanes import unpack
from gemwright.engine.payment import exact_payments
from gemwright.engine.refusals import Reason, Refusal

ANSWERS: Final = {
    DecisionKind.TURN: frozenset(
        (
            act.UsePrivilege,
            act.Replenish,
            act.Claim,
            act.TakeTokens,
            act.ReserveCard,
            act.ReserveFromDeck,
            act.BuyCard,
            act.BuyReserved,
            act.BuyCounterfeiter,
            act.Pass,
        )
    ),
    DecisionKind.TAKE: frozenset((act.PickToken, act.Stop)),
    DecisionKind.STEAL: frozenset((act.StealToken,)),
    DecisionKind.RESERVE: frozenset((act.ReserveCard, act.ReserveFromDeck, act.Stop)),
    DecisionKind.ROYAL: frozenset((act.TakeRoyal,)),
    DecisionKind.COUNTERFEITER: frozenset((act.TakeCounterfeiter,)),
    DecisionKind.DRAW: frozenset((act.DrawTokens,)),
    DecisionKind.WINDOW: frozenset(
        (act.BuyRoyal, act.BuyExtraTurn, act.BuySteal, act.Dig, act.Done)
    ),
    DecisionKind.DIG: frozenset((act.KeepDug,)),
    DecisionKind.DISCARD: frozenset((act.Discard,)),
}
"""Which actions answer which decision; any other is not what was asked."""


def legal_actions(state: State) -> list[Action]:
    """Everything the seat to move may do, and nothing else; empty once the match is over.

    A purchase or the use of an ability is listed once, without a payment: that means the default
    payment, the first of `payments`.
    """
    decision = state.decision
    return [] if decision is None else answers.list_answers(state, decision)


def payments(state: State, action: Paid) -> Iterator[Payment]:
    """Every exact payment of a listed purchase or use of an ability, the default one first."""
    if state.decision is None or refusal(state, state.seat, action) is not None:
        return
    me = state.players[state.seat]
    match action:
        case act.BuyCard(card=card) | act.BuyCounterfeiter(card=card):
            yield from all_payments(me, price_of(me, card))
        case act.BuyReserved(slot=slot):
            yield from all_payments(me, price_of(me, me.reserved[slot].card))
        case act.BuyRoyal() | act.BuyExtraTurn() | act.BuySteal() | act.Dig():
            price = answers.price_of_use(me, action)
            for tokens in exact_payments(price, me.tokens):
                yield Payment(unpack(tokens))
        case _:
            assert_never(action)


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """Why this action of this seat is refused now, or nothing: then `apply` accepts it."""
    decision = state.decision
    if decision is None:
        return Refusal(Reason.MATCH_OVER, "D-END-3")
    if seat != decision.seat:
        return Refusal(Reason.NOT_YOUR_TURN, "D-END-3", "seat", str(seat))
    if type(action) not in ANSWERS[decision.kind]:
        rule = answers.rule_of(decision)
        return Refusal(Reason.NOT_ASKED, rule, "action", type(action).__name__)
    return _refusal_of_answer(state, decision, action)


def _refusal_of_answer(state: State, decision: Decision, action: Action) -> Refusal | None:
    match action:
        case act.TakeTokens():
            return turn.refuse_take(state, action)
        case act.Discard():
            return answers.refuse_discard(state, decision, action)
        case act.BuyCard():
            return turn.refuse_buy_card(state, action)
        case act.BuyReserved():
            return turn.refuse_buy_reserved(state, action)
        case act.ReserveCard() | act.ReserveFromDeck():
            if decision.kind is DecisionKind.TURN:
                return turn.refuse_reservation(state, action)
            return answers.refuse_reserve_answer(state, decision, action)
        case act.UsePrivilege():
            return turn.refuse_privilege(state, action)
        case act.Replenish():
            return turn.refuse_replenish(state)
        case act.PickToken():
            return answers.refuse_pick(state, decision, action)
        case act.StealToken():
            return answers.refuse_steal(decision, action)
        case act.TakeRoyal():
            return answers.refuse_royal(state, action.card, "D-ROY-1")
        case act.BuyCounterfeiter():
            return turn.refuse_buy_counterfeiter(state, action)
        case act.TakeCounterfeiter():
            return answers.refuse_free_counterfeiter(state, action)
        case act.DrawTokens():
            return answers.refuse_draw(decision, action)
        case act.BuyRoyal() | act.BuyExtraTurn() | act.BuySteal() | act.Dig():
            return answers.refuse_use(state, action)
        case act.KeepDug():
            return answers.refuse_keep(state, action)
        case act.Claim():
            return turn.refuse_claim(state)
        case act.Pass():
            return turn.refuse_pass(state)
        case act.Stop():
            return answers.refuse_stop(decision)
        case act.Done():
            return None
        case _:
            assert_never(action)
