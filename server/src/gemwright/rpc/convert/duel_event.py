"""The events of Duel and The Counterfeiters as bytes of the contract.

An event's bytes never change; those that come again in match after match are made once.
"""

from functools import lru_cache
from typing import TypeAlias, assert_never

from gemwright.engine.duel import events as fact
from gemwright.engine.duel.events import Event
from gemwright.pb.duel_event_pb2 import DuelEvent
from gemwright.rpc.convert.duel_view import decision_message
from gemwright.rpc.convert.outcome import forfeit_reason, outcome_message
from gemwright.rpc.convert.tokens import counts, token_kind

_OfTokens: TypeAlias = (
    fact.TokenTaken
    | fact.TokenStolen
    | fact.TokensSpent
    | fact.DiscountUsed
    | fact.TokenDiscarded
    | fact.TokenDrawn
    | fact.CellFilled
)
_OfJewels: TypeAlias = (
    fact.CardReserved
    | fact.ReservedCardSeen
    | fact.CardPurchased
    | fact.SlotFilled
    | fact.DeckDug
    | fact.DugCardsSeen
    | fact.DugCardsReturned
)
_OfSpecials: TypeAlias = (
    fact.CounterfeiterGained
    | fact.CounterfeiterSlotFilled
    | fact.RoyalTaken
    | fact.RoyalSlotFilled
    | fact.AbilityUsed
    | fact.ExtraTurnGained
    | fact.PrivilegeTaken
    | fact.PrivilegeReturned
)
_OfTurns: TypeAlias = (
    fact.BoardReplenished
    | fact.TurnPassed
    | fact.BlockingReset
    | fact.TurnEnded
    | fact.TurnStarted
    | fact.DecisionAsked
    | fact.WinClaimed
    | fact.SeatForfeited
    | fact.MatchEnded
)


def event_bytes(event: Event) -> bytes:
    """The event as a serialized `DuelEvent`."""
    if isinstance(event, fact.MatchEnded | fact.DugCardsSeen):  # hardly ever the same again
        return _message(event).SerializeToString()
    return _kept_bytes(event)


@lru_cache(maxsize=16384)
def _kept_bytes(event: Event) -> bytes:
    return _message(event).SerializeToString()


def _message(event: Event) -> DuelEvent:
    if isinstance(event, _OfTokens):
        return _of_tokens(event)
    if isinstance(event, _OfJewels):
        return _of_jewels(event)
    return _of_specials(event) if isinstance(event, _OfSpecials) else _of_turns(event)


def _of_tokens(event: _OfTokens) -> DuelEvent:
    match event:
        case fact.TokenTaken(seat, cell, kind):
            taken = DuelEvent.TokenTaken(seat=seat, cell=cell, kind=token_kind(kind))
            return DuelEvent(token_taken=taken)
        case fact.TokenStolen(seat, loser, kind):
            stolen = DuelEvent.TokenStolen(seat=seat, loser=loser, kind=token_kind(kind))
            return DuelEvent(token_stolen=stolen)
        case fact.TokensSpent(seat, card, tokens):
            spent = DuelEvent.TokensSpent(seat=seat, card=card, tokens=counts(tokens))
            return DuelEvent(tokens_spent=spent)
        case fact.DiscountUsed(seat, card, kind):
            used = DuelEvent.DiscountUsed(seat=seat, card=card, kind=token_kind(kind))
            return DuelEvent(discount_used=used)
        case fact.TokenDiscarded(seat, kind):
            discarded = DuelEvent.TokenDiscarded(seat=seat, kind=token_kind(kind))
            return DuelEvent(token_discarded=discarded)
        case fact.TokenDrawn(seat, kind):
            return DuelEvent(token_drawn=DuelEvent.TokenDrawn(seat=seat, kind=token_kind(kind)))
        case fact.CellFilled(cell, kind):
            return DuelEvent(cell_filled=DuelEvent.CellFilled(cell=cell, kind=token_kind(kind)))
        case _:
            assert_never(event)


def _of_jewels(event: _OfJewels) -> DuelEvent:
    match event:
        case fact.CardReserved(seat, level, slot, card, is_dug):
            reserved = DuelEvent.CardReserved(
                seat=seat, level=level, slot=slot, card=card, is_dug=is_dug
            )
            return DuelEvent(card_reserved=reserved)
        case fact.ReservedCardSeen(seat, card):
            return DuelEvent(reserved_card_seen=DuelEvent.ReservedCardSeen(seat=seat, card=card))
        case fact.CardPurchased(seat, card, slot, reserve_slot, colour):
            purchased = DuelEvent.CardPurchased(
                seat=seat,
                card=card,
                slot=slot,
                reserve_slot=reserve_slot,
                colour=None if colour is None else token_kind(colour),
            )
            return DuelEvent(card_purchased=purchased)
        case fact.SlotFilled(level, slot, card):
            return DuelEvent(slot_filled=DuelEvent.SlotFilled(level=level, slot=slot, card=card))
        case fact.DeckDug(seat, level, number):
            return DuelEvent(deck_dug=DuelEvent.DeckDug(seat=seat, level=level, number=number))
        case fact.DugCardsSeen(seat, cards):
            return DuelEvent(dug_cards_seen=DuelEvent.DugCardsSeen(seat=seat, cards=cards))
        case fact.DugCardsReturned(seat, level, number):
            returned = DuelEvent.DugCardsReturned(seat=seat, level=level, number=number)
            return DuelEvent(dug_cards_returned=returned)
        case _:
            assert_never(event)


def _of_specials(event: _OfSpecials) -> DuelEvent:
    match event:
        case fact.CounterfeiterGained(seat, card, slot, is_purchase):
            gained = DuelEvent.CounterfeiterGained(
                seat=seat, card=card, slot=slot, is_purchase=is_purchase
            )
            return DuelEvent(counterfeiter_gained=gained)
        case fact.CounterfeiterSlotFilled(slot, card):
            filled = DuelEvent.CounterfeiterSlotFilled(slot=slot, card=card)
            return DuelEvent(counterfeiter_slot_filled=filled)
        case fact.RoyalTaken(seat, card, slot):
            return DuelEvent(royal_taken=DuelEvent.RoyalTaken(seat=seat, card=card, slot=slot))
        case fact.RoyalSlotFilled(slot, card):
            return DuelEvent(royal_slot_filled=DuelEvent.RoyalSlotFilled(slot=slot, card=card))
        case fact.AbilityUsed(seat, card):
            return DuelEvent(ability_used=DuelEvent.AbilityUsed(seat=seat, card=card))
        case fact.ExtraTurnGained(seat, card):
            return DuelEvent(extra_turn_gained=DuelEvent.ExtraTurnGained(seat=seat, card=card))
        case fact.PrivilegeTaken(seat, loser):
            return DuelEvent(privilege_taken=DuelEvent.PrivilegeTaken(seat=seat, loser=loser))
        case fact.PrivilegeReturned(seat, ability):
            returned = DuelEvent.PrivilegeReturned(seat=seat, card=ability)
            return DuelEvent(privilege_returned=returned)
        case _:
            assert_never(event)


def _of_turns(event: _OfTurns) -> DuelEvent:
    match event:
        case fact.BoardReplenished(seat):
            return DuelEvent(board_replenished=DuelEvent.BoardReplenished(seat=seat))
        case fact.TurnPassed(seat):
            return DuelEvent(turn_passed=DuelEvent.TurnPassed(seat=seat))
        case fact.BlockingReset(seat):
            return DuelEvent(blocking_reset=DuelEvent.BlockingReset(seat=seat))
        case fact.TurnEnded(seat, idle_turns):
            return DuelEvent(turn_ended=DuelEvent.TurnEnded(seat=seat, idle_turns=idle_turns))
        case fact.TurnStarted(seat, number, is_extra, blocking_turns):
            started = DuelEvent.TurnStarted(
                seat=seat, number=number, is_extra=is_extra, blocking_turns=blocking_turns
            )
            return DuelEvent(turn_started=started)
        case fact.DecisionAsked(decision):
            asked = DuelEvent.DecisionAsked(decision=decision_message(decision))
            return DuelEvent(decision_asked=asked)
        case fact.WinClaimed(seat):
            return DuelEvent(win_claimed=DuelEvent.WinClaimed(seat=seat))
        case fact.SeatForfeited(seat, why):
            forfeited = DuelEvent.SeatForfeited(seat=seat, why=forfeit_reason(why))
            return DuelEvent(seat_forfeited=forfeited)
        case fact.MatchEnded(outcome):
            return DuelEvent(match_ended=DuelEvent.MatchEnded(outcome=outcome_message(outcome)))
        case _:
            assert_never(event)
