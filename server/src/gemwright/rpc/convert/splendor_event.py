"""The events of Splendor as clients read them."""

from functools import lru_cache
from typing import Final, assert_never

from gemwright.engine.splendor.events import (
    CardPurchased,
    CardReserved,
    DecisionAsked,
    Event,
    GemsTaken,
    GoldTaken,
    LastRoundBegun,
    MatchEnded,
    NobleReceived,
    ReservedCardSeen,
    SeatForfeited,
    SlotFilled,
    TokenDiscarded,
    TokensSpent,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from gemwright.pb.splendor_event_pb2 import SplendorEvent
from gemwright.rpc.convert.outcome import forfeit_reason, outcome_message
from gemwright.rpc.convert.splendor_decision import decision_message
from gemwright.rpc.convert.tokens import counts, token_kind

_CACHED: Final = 8192
"""Most events of a few matches are those of any other."""


@lru_cache(_CACHED)
def event_bytes(event: Event) -> bytes:
    """The event as a serialized `SplendorEvent`."""
    return _event_message(event).SerializeToString()


def _event_message(event: Event) -> SplendorEvent:
    match event:
        case GemsTaken() | GoldTaken() | TokensSpent() | TokenDiscarded():
            return _of_tokens(event)
        case CardReserved() | ReservedCardSeen() | CardPurchased() | SlotFilled():
            return _of_cards(event)
        case NobleReceived(seat=seat, noble=noble):
            return SplendorEvent(noble_received=SplendorEvent.NobleReceived(seat=seat, noble=noble))
        case _:
            return _of_course(event)


def _of_tokens(event: GemsTaken | GoldTaken | TokensSpent | TokenDiscarded) -> SplendorEvent:
    match event:
        case GemsTaken(seat=seat, colours=colours):
            taken = SplendorEvent.GemsTaken(
                seat=seat, colours=[token_kind(colour) for colour in colours]
            )
            return SplendorEvent(gems_taken=taken)
        case GoldTaken(seat=seat):
            return SplendorEvent(gold_taken=SplendorEvent.GoldTaken(seat=seat))
        case TokensSpent(seat=seat, card=card, tokens=tokens):
            spent = SplendorEvent.TokensSpent(seat=seat, card=card, tokens=counts(tokens))
            return SplendorEvent(tokens_spent=spent)
        case TokenDiscarded(seat=seat, kind=kind):
            discarded = SplendorEvent.TokenDiscarded(seat=seat, kind=token_kind(kind))
            return SplendorEvent(token_discarded=discarded)
        case _:
            assert_never(event)


def _of_cards(
    event: CardReserved | ReservedCardSeen | CardPurchased | SlotFilled,
) -> SplendorEvent:
    match event:
        case CardReserved(seat=seat, level=level, slot=slot, card=card):
            reserved = SplendorEvent.CardReserved(seat=seat, level=level, slot=slot, card=card)
            return SplendorEvent(card_reserved=reserved)
        case ReservedCardSeen(seat=seat, card=card):
            seen = SplendorEvent.ReservedCardSeen(seat=seat, card=card)
            return SplendorEvent(reserved_card_seen=seen)
        case CardPurchased(seat=seat, card=card, slot=slot, reserve_slot=reserve_slot):
            purchased = SplendorEvent.CardPurchased(
                seat=seat, card=card, slot=slot, reserve_slot=reserve_slot
            )
            return SplendorEvent(card_purchased=purchased)
        case SlotFilled(level=level, slot=slot, card=card):
            filled = SplendorEvent.SlotFilled(level=level, slot=slot, card=card)
            return SplendorEvent(slot_filled=filled)
        case _:
            assert_never(event)


def _of_course(
    event: TurnPassed
    | LastRoundBegun
    | TurnEnded
    | TurnStarted
    | DecisionAsked
    | SeatForfeited
    | MatchEnded,
) -> SplendorEvent:
    match event:
        case TurnPassed(seat=seat):
            return SplendorEvent(turn_passed=SplendorEvent.TurnPassed(seat=seat))
        case LastRoundBegun(seat=seat):
            return SplendorEvent(last_round_begun=SplendorEvent.LastRoundBegun(seat=seat))
        case TurnEnded(seat=seat):
            return SplendorEvent(turn_ended=SplendorEvent.TurnEnded(seat=seat))
        case TurnStarted(seat=seat, number=number):
            return SplendorEvent(turn_started=SplendorEvent.TurnStarted(seat=seat, number=number))
        case DecisionAsked(decision=decision):
            asked = SplendorEvent.DecisionAsked(decision=decision_message(decision))
            return SplendorEvent(decision_asked=asked)
        case SeatForfeited(seat=seat, why=why):
            left = SplendorEvent.SeatForfeited(seat=seat, why=forfeit_reason(why))
            return SplendorEvent(seat_forfeited=left)
        case MatchEnded(outcome=outcome):
            ended = SplendorEvent.MatchEnded(outcome=outcome_message(outcome))
            return SplendorEvent(match_ended=ended)
        case _:
            assert_never(event)
