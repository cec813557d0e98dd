from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DuelAction(_message.Message):
    __slots__ = ("use_privilege", "replenish", "claim", "take_tokens", "reserve_card", "reserve_from_deck", "buy_card", "buy_reserved", "buy_counterfeiter", "pass_turn", "pick_token", "steal_token", "take_royal", "take_counterfeiter", "draw_tokens", "buy_royal", "buy_extra_turn", "buy_steal", "dig", "keep_dug", "discard", "stop", "done")
    class UsePrivilege(_message.Message):
        __slots__ = ("cell",)
        CELL_FIELD_NUMBER: _ClassVar[int]
        cell: int
        def __init__(self, cell: _Optional[int] = ...) -> None: ...
    class Replenish(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Claim(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class TakeTokens(_message.Message):
        __slots__ = ("cells",)
        CELLS_FIELD_NUMBER: _ClassVar[int]
        cells: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, cells: _Optional[_Iterable[int]] = ...) -> None: ...
    class ReserveCard(_message.Message):
        __slots__ = ("card", "gold")
        CARD_FIELD_NUMBER: _ClassVar[int]
        GOLD_FIELD_NUMBER: _ClassVar[int]
        card: str
        gold: int
        def __init__(self, card: _Optional[str] = ..., gold: _Optional[int] = ...) -> None: ...
    class ReserveFromDeck(_message.Message):
        __slots__ = ("level", "gold")
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        GOLD_FIELD_NUMBER: _ClassVar[int]
        level: int
        gold: int
        def __init__(self, level: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...
    class BuyCard(_message.Message):
        __slots__ = ("card", "colour", "payment")
        CARD_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        card: str
        colour: _token_pb2.TokenKind
        payment: DuelPayment
        def __init__(self, card: _Optional[str] = ..., colour: _Optional[_Union[_token_pb2.TokenKind, str]] = ..., payment: _Optional[_Union[DuelPayment, _Mapping]] = ...) -> None: ...
    class BuyReserved(_message.Message):
        __slots__ = ("slot", "colour", "payment")
        SLOT_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        slot: int
        colour: _token_pb2.TokenKind
        payment: DuelPayment
        def __init__(self, slot: _Optional[int] = ..., colour: _Optional[_Union[_token_pb2.TokenKind, str]] = ..., payment: _Optional[_Union[DuelPayment, _Mapping]] = ...) -> None: ...
    class BuyCounterfeiter(_message.Message):
        __slots__ = ("card", "payment")
        CARD_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        card: str
        payment: DuelPayment
        def __init__(self, card: _Optional[str] = ..., payment: _Optional[_Union[DuelPayment, _Mapping]] = ...) -> None: ...
    class Pass(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class PickToken(_message.Message):
        __slots__ = ("cell",)
        CELL_FIELD_NUMBER: _ClassVar[int]
        cell: int
        def __init__(self, cell: _Optional[int] = ...) -> None: ...
    class StealToken(_message.Message):
        __slots__ = ("kind",)
        KIND_FIELD_NUMBER: _ClassVar[int]
        kind: _token_pb2.TokenKind
        def __init__(self, kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class TakeRoyal(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class TakeCounterfeiter(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class DrawTokens(_message.Message):
        __slots__ = ("number",)
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        number: int
        def __init__(self, number: _Optional[int] = ...) -> None: ...
    class BuyRoyal(_message.Message):
        __slots__ = ("card", "payment")
        CARD_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        card: str
        payment: DuelPayment
        def __init__(self, card: _Optional[str] = ..., payment: _Optional[_Union[DuelPayment, _Mapping]] = ...) -> None: ...
    class BuyExtraTurn(_message.Message):
        __slots__ = ("payment",)
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        payment: DuelPayment
        def __init__(self, payment: _Optional[_Union[DuelPayment, _Mapping]] = ...) -> None: ...
    class BuySteal(_message.Message):
        __slots__ = ("kind", "payment")
        KIND_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        kind: _token_pb2.TokenKind
        payment: DuelPayment
        def __init__(self, kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ..., payment: _Optional[_Union[DuelPayment, _Mapping]] = ...) -> None: ...
    class Dig(_message.Message):
        __slots__ = ("level", "payment")
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        PAYMENT_FIELD_NUMBER: _ClassVar[int]
        level: int
        payment: DuelPayment
        def __init__(self, level: _Optional[int] = ..., payment: _Optional[_Union[DuelPayment, _Mapping]] = ...) -> None: ...
    class KeepDug(_message.Message):
        __slots__ = ("keep", "bottom")
        KEEP_FIELD_NUMBER: _ClassVar[int]
        BOTTOM_FIELD_NUMBER: _ClassVar[int]
        keep: int
        bottom: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, keep: _Optional[int] = ..., bottom: _Optional[_Iterable[int]] = ...) -> None: ...
    class Discard(_message.Message):
        __slots__ = ("kind",)
        KIND_FIELD_NUMBER: _ClassVar[int]
        kind: _token_pb2.TokenKind
        def __init__(self, kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class Stop(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Done(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    USE_PRIVILEGE_FIELD_NUMBER: _ClassVar[int]
    REPLENISH_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    TAKE_TOKENS_FIELD_NUMBER: _ClassVar[int]
    RESERVE_CARD_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FROM_DECK_FIELD_NUMBER: _ClassVar[int]
    BUY_CARD_FIELD_NUMBER: _ClassVar[int]
    BUY_RESERVED_FIELD_NUMBER: _ClassVar[int]
    BUY_COUNTERFEITER_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    PICK_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STEAL_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TAKE_ROYAL_FIELD_NUMBER: _ClassVar[int]
    TAKE_COUNTERFEITER_FIELD_NUMBER: _ClassVar[int]
    DRAW_TOKENS_FIELD_NUMBER: _ClassVar[int]
    BUY_ROYAL_FIELD_NUMBER: _ClassVar[int]
    BUY_EXTRA_TURN_FIELD_NUMBER: _ClassVar[int]
    BUY_STEAL_FIELD_NUMBER: _ClassVar[int]
    DIG_FIELD_NUMBER: _ClassVar[int]
    KEEP_DUG_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    use_privilege: DuelAction.UsePrivilege
    replenish: DuelAction.Replenish
    claim: DuelAction.Claim
    take_tokens: DuelAction.TakeTokens
    reserve_card: DuelAction.ReserveCard
    reserve_from_deck: DuelAction.ReserveFromDeck
    buy_card: DuelAction.BuyCard
    buy_reserved: DuelAction.BuyReserved
    buy_counterfeiter: DuelAction.BuyCounterfeiter
    pass_turn: DuelAction.Pass
    pick_token: DuelAction.PickToken
    steal_token: DuelAction.StealToken
    take_royal: DuelAction.TakeRoyal
    take_counterfeiter: DuelAction.TakeCounterfeiter
    draw_tokens: DuelAction.DrawTokens
    buy_royal: DuelAction.BuyRoyal
    buy_extra_turn: DuelAction.BuyExtraTurn
    buy_steal: DuelAction.BuySteal
    dig: DuelAction.Dig
    keep_dug: DuelAction.KeepDug
    discard: DuelAction.Discard
    stop: DuelAction.Stop
    done: DuelAction.Done
    def __init__(self, use_privilege: _Optional[_Union[DuelAction.UsePrivilege, _Mapping]] = ..., replenish: _Optional[_Union[DuelAction.Replenish, _Mapping]] = ..., claim: _Optional[_Union[DuelAction.Claim, _Mapping]] = ..., take_tokens: _Optional[_Union[DuelAction.TakeTokens, _Mapping]] = ..., reserve_card: _Optional[_Union[DuelAction.ReserveCard, _Mapping]] = ..., reserve_from_deck: _Optional[_Union[DuelAction.ReserveFromDeck, _Mapping]] = ..., buy_card: _Optional[_Union[DuelAction.BuyCard, _Mapping]] = ..., buy_reserved: _Optional[_Union[DuelAction.BuyReserved, _Mapping]] = ..., buy_counterfeiter: _Optional[_Union[DuelAction.BuyCounterfeiter, _Mapping]] = ..., pass_turn: _Optional[_Union[DuelAction.Pass, _Mapping]] = ..., pick_token: _Optional[_Union[DuelAction.PickToken, _Mapping]] = ..., steal_token: _Optional[_Union[DuelAction.StealToken, _Mapping]] = ..., take_royal: _Optional[_Union[DuelAction.TakeRoyal, _Mapping]] = ..., take_counterfeiter: _Optional[_Union[DuelAction.TakeCounterfeiter, _Mapping]] = ..., draw_tokens: _Optional[_Union[DuelAction.DrawTokens, _Mapping]] = ..., buy_royal: _Optional[_Union[DuelAction.BuyRoyal, _Mapping]] = ..., buy_extra_turn: _Optional[_Union[DuelAction.BuyExtraTurn, _Mapping]] = ..., buy_steal: _Optional[_Union[DuelAction.BuySteal, _Mapping]] = ..., dig: _Optional[_Union[DuelAction.Dig, _Mapping]] = ..., keep_dug: _Optional[_Union[DuelAction.KeepDug, _Mapping]] = ..., discard: _Optional[_Union[DuelAction.Discard, _Mapping]] = ..., stop: _Optional[_Union[DuelAction.Stop, _Mapping]] = ..., done: _Optional[_Union[DuelAction.Done, _Mapping]] = ...) -> None: ...

class DuelPayment(_message.Message):
    __slots__ = ("tokens", "units")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    tokens: _token_pb2.TokenCounts
    units: _containers.RepeatedCompositeFieldContainer[DuelUnit]
    def __init__(self, tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., units: _Optional[_Iterable[_Union[DuelUnit, _Mapping]]] = ...) -> None: ...

class DuelUnit(_message.Message):
    __slots__ = ("card", "kind")
    CARD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    card: str
    kind: _token_pb2.TokenKind
    def __init__(self, card: _Optional[str] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
