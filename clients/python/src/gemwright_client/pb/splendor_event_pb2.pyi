from . import outcome_pb2 as _outcome_pb2
from . import splendor_decision_pb2 as _splendor_decision_pb2
from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SplendorEvent(_message.Message):
    __slots__ = ("gems_taken", "card_reserved", "reserved_card_seen", "gold_taken", "tokens_spent", "card_purchased", "slot_filled", "turn_passed", "token_discarded", "noble_received", "last_round_begun", "turn_ended", "turn_started", "decision_asked", "seat_forfeited", "match_ended")
    class GemsTaken(_message.Message):
        __slots__ = ("seat", "colours")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        COLOURS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        colours: _containers.RepeatedScalarFieldContainer[_token_pb2.TokenKind]
        def __init__(self, seat: _Optional[int] = ..., colours: _Optional[_Iterable[_Union[_token_pb2.TokenKind, str]]] = ...) -> None: ...
    class CardReserved(_message.Message):
        __slots__ = ("seat", "level", "slot", "card")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        seat: int
        level: int
        slot: int
        card: str
        def __init__(self, seat: _Optional[int] = ..., level: _Optional[int] = ..., slot: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class ReservedCardSeen(_message.Message):
        __slots__ = ("seat", "card")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class GoldTaken(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class TokensSpent(_message.Message):
        __slots__ = ("seat", "card", "tokens")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        TOKENS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        tokens: _token_pb2.TokenCounts
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ...) -> None: ...
    class CardPurchased(_message.Message):
        __slots__ = ("seat", "card", "slot", "reserve_slot")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        RESERVE_SLOT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        slot: int
        reserve_slot: int
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., slot: _Optional[int] = ..., reserve_slot: _Optional[int] = ...) -> None: ...
    class SlotFilled(_message.Message):
        __slots__ = ("level", "slot", "card")
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        level: int
        slot: int
        card: str
        def __init__(self, level: _Optional[int] = ..., slot: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class TurnPassed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class TokenDiscarded(_message.Message):
        __slots__ = ("seat", "kind")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        kind: _token_pb2.TokenKind
        def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class NobleReceived(_message.Message):
        __slots__ = ("seat", "noble")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        NOBLE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        noble: str
        def __init__(self, seat: _Optional[int] = ..., noble: _Optional[str] = ...) -> None: ...
    class LastRoundBegun(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class TurnEnded(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class TurnStarted(_message.Message):
        __slots__ = ("seat", "number")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        number: int
        def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...
    class DecisionAsked(_message.Message):
        __slots__ = ("decision",)
        DECISION_FIELD_NUMBER: _ClassVar[int]
        decision: _splendor_decision_pb2.SplendorDecision
        def __init__(self, decision: _Optional[_Union[_splendor_decision_pb2.SplendorDecision, _Mapping]] = ...) -> None: ...
    class SeatForfeited(_message.Message):
        __slots__ = ("seat", "why")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        WHY_FIELD_NUMBER: _ClassVar[int]
        seat: int
        why: _outcome_pb2.ForfeitReason
        def __init__(self, seat: _Optional[int] = ..., why: _Optional[_Union[_outcome_pb2.ForfeitReason, str]] = ...) -> None: ...
    class MatchEnded(_message.Message):
        __slots__ = ("outcome",)
        OUTCOME_FIELD_NUMBER: _ClassVar[int]
        outcome: _outcome_pb2.Outcome
        def __init__(self, outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ...) -> None: ...
    GEMS_TAKEN_FIELD_NUMBER: _ClassVar[int]
    CARD_RESERVED_FIELD_NUMBER: _ClassVar[int]
    RESERVED_CARD_SEEN_FIELD_NUMBER: _ClassVar[int]
    GOLD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TOKENS_SPENT_FIELD_NUMBER: _ClassVar[int]
    CARD_PURCHASED_FIELD_NUMBER: _ClassVar[int]
    SLOT_FILLED_FIELD_NUMBER: _ClassVar[int]
    TURN_PASSED_FIELD_NUMBER: _ClassVar[int]
    TOKEN_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    NOBLE_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_BEGUN_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    DECISION_ASKED_FIELD_NUMBER: _ClassVar[int]
    SEAT_FORFEITED_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    gems_taken: SplendorEvent.GemsTaken
    card_reserved: SplendorEvent.CardReserved
    reserved_card_seen: SplendorEvent.ReservedCardSeen
    gold_taken: SplendorEvent.GoldTaken
    tokens_spent: SplendorEvent.TokensSpent
    card_purchased: SplendorEvent.CardPurchased
    slot_filled: SplendorEvent.SlotFilled
    turn_passed: SplendorEvent.TurnPassed
    token_discarded: SplendorEvent.TokenDiscarded
    noble_received: SplendorEvent.NobleReceived
    last_round_begun: SplendorEvent.LastRoundBegun
    turn_ended: SplendorEvent.TurnEnded
    turn_started: SplendorEvent.TurnStarted
    decision_asked: SplendorEvent.DecisionAsked
    seat_forfeited: SplendorEvent.SeatForfeited
    match_ended: SplendorEvent.MatchEnded
    def __init__(self, gems_taken: _Optional[_Union[SplendorEvent.GemsTaken, _Mapping]] = ..., card_reserved: _Optional[_Union[SplendorEvent.CardReserved, _Mapping]] = ..., reserved_card_seen: _Optional[_Union[SplendorEvent.ReservedCardSeen, _Mapping]] = ..., gold_taken: _Optional[_Union[SplendorEvent.GoldTaken, _Mapping]] = ..., tokens_spent: _Optional[_Union[SplendorEvent.TokensSpent, _Mapping]] = ..., card_purchased: _Optional[_Union[SplendorEvent.CardPurchased, _Mapping]] = ..., slot_filled: _Optional[_Union[SplendorEvent.SlotFilled, _Mapping]] = ..., turn_passed: _Optional[_Union[SplendorEvent.TurnPassed, _Mapping]] = ..., token_discarded: _Optional[_Union[SplendorEvent.TokenDiscarded, _Mapping]] = ..., noble_received: _Optional[_Union[SplendorEvent.NobleReceived, _Mapping]] = ..., last_round_begun: _Optional[_Union[SplendorEvent.LastRoundBegun, _Mapping]] = ..., turn_ended: _Optional[_Union[SplendorEvent.TurnEnded, _Mapping]] = ..., turn_started: _Optional[_Union[SplendorEvent.TurnStarted, _Mapping]] = ..., decision_asked: _Optional[_Union[SplendorEvent.DecisionAsked, _Mapping]] = ..., seat_forfeited: _Optional[_Union[SplendorEvent.SeatForfeited, _Mapping]] = ..., match_ended: _Optional[_Union[SplendorEvent.MatchEnded, _Mapping]] = ...) -> None: ...
