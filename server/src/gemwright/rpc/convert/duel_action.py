"""The actions of Duel and The Counterfeiters, and what is paid for them, as bytes of the contract.

An action's bytes never change and the same actions come again and again, so they are made once.
"""

from functools import lru_cache
from typing import TypeAlias, assert_never

from gemwright.engine.duel import actions as act
from gemwright.engine.duel.actions import Action, Payment
from gemwright.engine.kinds import Kind
from gemwright.pb.duel_action_pb2 import DuelAction, DuelPayment, DuelUnit
from gemwright.pb.token_pb2 import TokenKind
from gemwright.rpc.convert.duel_action_reading import action_from
from gemwright.rpc.convert.tokens import counts, token_kind

__all__ = ["action_bytes", "action_from", "payment_message"]

_OfTurn: TypeAlias = (
    act.UsePrivilege
    | act.Replenish
    | act.Claim
    | act.TakeTokens
    | act.ReserveCard
    | act.ReserveFromDeck
    | act.BuyCard
    | act.BuyReserved
    | act.BuyCounterfeiter
    | act.Pass
)
_OfWindow: TypeAlias = act.BuyRoyal | act.BuyExtraTurn | act.BuySteal | act.Dig | act.Done
_Answer: TypeAlias = (
    act.PickToken
    | act.StealToken
    | act.TakeRoyal
    | act.TakeCounterfeiter
    | act.DrawTokens
    | act.KeepDug
    | act.Discard
    | act.Stop
)


@lru_cache(maxsize=16384)
def action_bytes(action: Action) -> bytes:
    """The action as a serialized `DuelAction`."""
    return _message(action).SerializeToString()


def payment_message(payment: Payment) -> DuelPayment:
    """What is paid, as a list of payments has it."""
    return DuelPayment(
        tokens=counts(payment.tokens),
        units=[DuelUnit(card=unit.card, kind=token_kind(unit.kind)) for unit in payment.units],
    )


def _message(action: Action) -> DuelAction:
    if isinstance(action, _OfTurn):
        return _of_turn(action)
    return _of_window(action) if isinstance(action, _OfWindow) else _answer(action)


def _of_turn(action: _OfTurn) -> DuelAction:
    match action:
        case act.UsePrivilege(cell):
            return DuelAction(use_privilege=DuelAction.UsePrivilege(cell=cell))
        case act.Replenish():
            return DuelAction(replenish=DuelAction.Replenish())
        case act.Claim():
            return DuelAction(claim=DuelAction.Claim())
        case act.TakeTokens(cells):
            return DuelAction(take_tokens=DuelAction.TakeTokens(cells=cells))
        case act.ReserveCard(card, gold):
            return DuelAction(reserve_card=DuelAction.ReserveCard(card=card, gold=gold))
        case act.ReserveFromDeck(level, gold):
            return DuelAction(reserve_from_deck=DuelAction.ReserveFromDeck(level=level, gold=gold))
        case act.BuyCard(card, colour, payment):
            buy = DuelAction.BuyCard(card=card, colour=_kind(colour), payment=_paid(payment))
            return DuelAction(buy_card=buy)
        case act.BuyReserved(slot, colour, payment):
            reserved = DuelAction.BuyReserved(
                slot=slot, colour=_kind(colour), payment=_paid(payment)
            )
            return DuelAction(buy_reserved=reserved)
        case act.BuyCounterfeiter(card, payment):
            counterfeiter = DuelAction.BuyCounterfeiter(card=card, payment=_paid(payment))
            return DuelAction(buy_counterfeiter=counterfeiter)
        case act.Pass():
            return DuelAction(pass_turn=DuelAction.Pass())
        case _:
            assert_never(action)


def _of_window(action: _OfWindow) -> DuelAction:
    match action:
        case act.BuyRoyal(card, payment):
            royal = DuelAction.BuyRoyal(card=card, payment=_paid(payment))
            return DuelAction(buy_royal=royal)
        case act.BuyExtraTurn(payment):
            return DuelAction(buy_extra_turn=DuelAction.BuyExtraTurn(payment=_paid(payment)))
        case act.BuySteal(kind, payment):
            steal = DuelAction.BuySteal(kind=token_kind(kind), payment=_paid(payment))
            return DuelAction(buy_steal=steal)
        case act.Dig(level, payment):
            return DuelAction(dig=DuelAction.Dig(level=level, payment=_paid(payment)))
        case act.Done():
            return DuelAction(done=DuelAction.Done())
        case _:
            assert_never(action)


def _answer(action: _Answer) -> DuelAction:
    match action:
        case act.PickToken(cell):
            return DuelAction(pick_token=DuelAction.PickToken(cell=cell))
        case act.StealToken(kind):
            return DuelAction(steal_token=DuelAction.StealToken(kind=token_kind(kind)))
        case act.TakeRoyal(royal):
            return DuelAction(take_royal=DuelAction.TakeRoyal(card=royal))
        case act.TakeCounterfeiter(card):
            return DuelAction(take_counterfeiter=DuelAction.TakeCounterfeiter(card=card))
        case act.DrawTokens(number):
            return DuelAction(draw_tokens=DuelAction.DrawTokens(number=number))
        case act.KeepDug(keep, bottom):
            return DuelAction(keep_dug=DuelAction.KeepDug(keep=keep, bottom=bottom))
        case act.Discard(kind):
            return DuelAction(discard=DuelAction.Discard(kind=token_kind(kind)))
        case act.Stop():
            return DuelAction(stop=DuelAction.Stop())
        case _:
            assert_never(action)


def _kind(kind: Kind | None) -> TokenKind | None:
    return None if kind is None else token_kind(kind)


def _paid(payment: Payment | None) -> DuelPayment | None:
    return None if payment is None else payment_message(payment)
