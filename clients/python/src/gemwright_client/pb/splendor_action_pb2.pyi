from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SplendorAction(_message.Message):
    __slots__ = ("take_gems", "reserve_card", "reserve_from_deck", "buy_card", "buy_reserved", "pass_turn", "discard", "take_noble")
    class TakeGems(_message.Message):
        __slots__ = ("colours",)
        COLOURS_FIELD_NUMBER: _ClassVar[int]
        colours: _containers.RepeatedScalarFieldContainer[_token_pb2.TokenKind]
        def __init__(self, colours: _Optional[_Iterable[_Union[_token_pb2.TokenKind, str]]] = ...) -> None: ...
    class ReserveCard(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class ReserveFromDeck(_message.Message):
        __slots__ = ("level",)
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        level: int
        def __init__(self, level: _Optional[int] = ...) -> None: ...
    class BuyCard(_message.Message):
        __slots__ = ("card", "payment")
        CARD_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        card: str
        payment: SplendorPayment
        def __init__(self, card: _Optional[str] = ..., payment: _Optional[_Union[SplendorPayment, _Mapping]] = ...) -> None: ...
    class BuyReserved(_message.Message):
        __slots__ = ("slot", "payment")
        SLOT_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        slot: int
        payment: SplendorPayment
        def __init__(self, slot: _Optional[int] = ..., payment: _Optional[_Union[SplendorPayment, _Mapping]] = ...) -> None: ...
    class Pass(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Discard(_message.Message):
        __slots__ = ("kind",)
        KIND_FIELD_NUMBER: _ClassVar[int]
        kind: _token_pb2.TokenKind
        def __init__(self, kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class TakeNoble(_message.Message):
        __slots__ = ("noble",)
        NOBLE_FIELD_NUMBER: _ClassVar[int]
        noble: str
        def __init__(self, noble: _Optional[str] = ...) -> None: ...
    TAKE_GEMS_FIELD_NUMBER: _ClassVar[int]
    RESERVE_CARD_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FROM_DECK_FIELD_NUMBER: _ClassVar[int]
    BUY_CARD_FIELD_NUMBER: _ClassVar[int]
    BUY_RESERVED_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    TAKE_NOBLE_FIELD_NUMBER: _ClassVar[int]
    take_gems: SplendorAction.TakeGems
    reserve_card: SplendorAction.ReserveCard
    reserve_from_deck: SplendorAction.ReserveFromDeck
    buy_card: SplendorAction.BuyCard
    buy_reserved: SplendorAction.BuyReserved
    pass_turn: SplendorAction.Pass
    discard: SplendorAction.Discard
    take_noble: SplendorAction.TakeNoble
    def __init__(self, take_gems: _Optional[_Union[SplendorAction.TakeGems, _Mapping]] = ..., reserve_card: _Optional[_Union[SplendorAction.ReserveCard, _Mapping]] = ..., reserve_from_deck: _Optional[_Union[SplendorAction.ReserveFromDeck, _Mapping]] = ..., buy_card: _Optional[_Union[SplendorAction.BuyCard, _Mapping]] = ..., buy_reserved: _Optional[_Union[SplendorAction.BuyReserved, _Mapping]] = ..., pass_turn: _Optional[_Union[SplendorAction.Pass, _Mapping]] = ..., discard: _Optional[_Union[SplendorAction.Discard, _Mapping]] = ..., take_noble: _Optional[_Union[SplendorAction.TakeNoble, _Mapping]] = ...) -> None: ...

class SplendorPayment(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: _token_pb2.TokenCounts
    def __init__(self, tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ...) -> None: ...
