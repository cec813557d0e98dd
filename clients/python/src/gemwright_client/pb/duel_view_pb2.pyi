from . import duel_options_pb2 as _duel_options_pb2
from . import outcome_pb2 as _outcome_pb2
from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DuelDecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DUEL_DECISION_KIND_UNSPECIFIED: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_TURN: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_TAKE: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_STEAL: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_RESERVE: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_ROYAL: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_COUNTERFEITER: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_DRAW: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_WINDOW: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_DIG: _ClassVar[DuelDecisionKind]
    DUEL_DECISION_KIND_DISCARD: _ClassVar[DuelDecisionKind]
DUEL_DECISION_KIND_UNSPECIFIED: DuelDecisionKind
DUEL_DECISION_KIND_TURN: DuelDecisionKind
DUEL_DECISION_KIND_TAKE: DuelDecisionKind
DUEL_DECISION_KIND_STEAL: DuelDecisionKind
DUEL_DECISION_KIND_RESERVE: DuelDecisionKind
DUEL_DECISION_KIND_ROYAL: DuelDecisionKind
DUEL_DECISION_KIND_COUNTERFEITER: DuelDecisionKind
DUEL_DECISION_KIND_DRAW: DuelDecisionKind
DUEL_DECISION_KIND_WINDOW: DuelDecisionKind
DUEL_DECISION_KIND_DIG: DuelDecisionKind
DUEL_DECISION_KIND_DISCARD: DuelDecisionKind

class DuelView(_message.Message):
    __slots__ = ("table", "private")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    table: DuelTable
    private: DuelPrivate
    def __init__(self, table: _Optional[_Union[DuelTable, _Mapping]] = ..., private: _Optional[_Union[DuelPrivate, _Mapping]] = ...) -> None: ...

class DuelTable(_message.Message):
    __slots__ = ("options", "players", "seat", "turn", "is_extra_turn", "board", "bag", "privileges", "pyramid", "deck_sizes", "royals", "royal_deck_size", "counterfeiters", "counterfeiter_deck_size", "dug_level", "has_used_privilege", "has_replenished", "has_purchased", "is_extra_turn_due", "used", "idle_turns", "decision", "outcome")
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    IS_EXTRA_TURN_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    PRIVILEGES_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZES_FIELD_NUMBER: _ClassVar[int]
    ROYALS_FIELD_NUMBER: _ClassVar[int]
    ROYAL_DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITERS_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITER_DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    DUG_LEVEL_FIELD_NUMBER: _ClassVar[int]
    HAS_USED_PRIVILEGE_FIELD_NUMBER: _ClassVar[int]
    HAS_REPLENISHED_FIELD_NUMBER: _ClassVar[int]
    HAS_PURCHASED_FIELD_NUMBER: _ClassVar[int]
    IS_EXTRA_TURN_DUE_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    IDLE_TURNS_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    options: _duel_options_pb2.DuelOptions
    players: _containers.RepeatedCompositeFieldContainer[DuelPlayer]
    seat: int
    turn: int
    is_extra_turn: bool
    board: _containers.RepeatedScalarFieldContainer[_token_pb2.TokenKind]
    bag: _token_pb2.TokenCounts
    privileges: int
    pyramid: _containers.RepeatedScalarFieldContainer[str]
    deck_sizes: _containers.RepeatedScalarFieldContainer[int]
    royals: _containers.RepeatedScalarFieldContainer[str]
    royal_deck_size: int
    counterfeiters: _containers.RepeatedScalarFieldContainer[str]
    counterfeiter_deck_size: int
    dug_level: int
    has_used_privilege: bool
    has_replenished: bool
    has_purchased: bool
    is_extra_turn_due: bool
    used: _containers.RepeatedScalarFieldContainer[str]
    idle_turns: int
    decision: DuelDecision
    outcome: _outcome_pb2.Outcome
    def __init__(self, options: _Optional[_Union[_duel_options_pb2.DuelOptions, _Mapping]] = ..., players: _Optional[_Iterable[_Union[DuelPlayer, _Mapping]]] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., is_extra_turn: bool = ..., board: _Optional[_Iterable[_Union[_token_pb2.TokenKind, str]]] = ..., bag: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., privileges: _Optional[int] = ..., pyramid: _Optional[_Iterable[str]] = ..., deck_sizes: _Optional[_Iterable[int]] = ..., royals: _Optional[_Iterable[str]] = ..., royal_deck_size: _Optional[int] = ..., counterfeiters: _Optional[_Iterable[str]] = ..., counterfeiter_deck_size: _Optional[int] = ..., dug_level: _Optional[int] = ..., has_used_privilege: bool = ..., has_replenished: bool = ..., has_purchased: bool = ..., is_extra_turn_due: bool = ..., used: _Optional[_Iterable[str]] = ..., idle_turns: _Optional[int] = ..., decision: _Optional[_Union[DuelDecision, _Mapping]] = ..., outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ...) -> None: ...

class DuelPlayer(_message.Message):
    __slots__ = ("tokens", "privileges", "cards", "royals", "counterfeiters", "reserved", "bonuses", "points", "crowns", "colour_points", "blocking_turns")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    PRIVILEGES_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ROYALS_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITERS_FIELD_NUMBER: _ClassVar[int]
    RESERVED_FIELD_NUMBER: _ClassVar[int]
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CROWNS_FIELD_NUMBER: _ClassVar[int]
    COLOUR_POINTS_FIELD_NUMBER: _ClassVar[int]
    BLOCKING_TURNS_FIELD_NUMBER: _ClassVar[int]
    tokens: _token_pb2.TokenCounts
    privileges: int
    cards: _containers.RepeatedCompositeFieldContainer[DuelOwnedCard]
    royals: _containers.RepeatedScalarFieldContainer[str]
    counterfeiters: _containers.RepeatedScalarFieldContainer[str]
    reserved: _containers.RepeatedCompositeFieldContainer[DuelSeenReserve]
    bonuses: _token_pb2.ColourCounts
    points: int
    crowns: int
    colour_points: _token_pb2.ColourCounts
    blocking_turns: int
    def __init__(self, tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., privileges: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[DuelOwnedCard, _Mapping]]] = ..., royals: _Optional[_Iterable[str]] = ..., counterfeiters: _Optional[_Iterable[str]] = ..., reserved: _Optional[_Iterable[_Union[DuelSeenReserve, _Mapping]]] = ..., bonuses: _Optional[_Union[_token_pb2.ColourCounts, _Mapping]] = ..., points: _Optional[int] = ..., crowns: _Optional[int] = ..., colour_points: _Optional[_Union[_token_pb2.ColourCounts, _Mapping]] = ..., blocking_turns: _Optional[int] = ...) -> None: ...

class DuelOwnedCard(_message.Message):
    __slots__ = ("card", "colour")
    CARD_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    card: str
    colour: _token_pb2.TokenKind
    def __init__(self, card: _Optional[str] = ..., colour: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...

class DuelSeenReserve(_message.Message):
    __slots__ = ("level", "card")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    level: int
    card: str
    def __init__(self, level: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class DuelPrivate(_message.Message):
    __slots__ = ("seat", "reserved", "dug")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESERVED_FIELD_NUMBER: _ClassVar[int]
    DUG_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reserved: _containers.RepeatedScalarFieldContainer[str]
    dug: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., reserved: _Optional[_Iterable[str]] = ..., dug: _Optional[_Iterable[str]] = ...) -> None: ...

class DuelDecision(_message.Message):
    __slots__ = ("kind", "seat", "card", "kinds", "left", "again", "can_stop")
    class Again(_message.Message):
        __slots__ = ("kinds",)
        KINDS_FIELD_NUMBER: _ClassVar[int]
        kinds: _containers.RepeatedScalarFieldContainer[_token_pb2.TokenKind]
        def __init__(self, kinds: _Optional[_Iterable[_Union[_token_pb2.TokenKind, str]]] = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    AGAIN_FIELD_NUMBER: _ClassVar[int]
    CAN_STOP_FIELD_NUMBER: _ClassVar[int]
    kind: DuelDecisionKind
    seat: int
    card: str
    kinds: _containers.RepeatedScalarFieldContainer[_token_pb2.TokenKind]
    left: int
    again: DuelDecision.Again
    can_stop: bool
    def __init__(self, kind: _Optional[_Union[DuelDecisionKind, str]] = ..., seat: _Optional[int] = ..., card: _Optional[str] = ..., kinds: _Optional[_Iterable[_Union[_token_pb2.TokenKind, str]]] = ..., left: _Optional[int] = ..., again: _Optional[_Union[DuelDecision.Again, _Mapping]] = ..., can_stop: bool = ...) -> None: ...
