from . import outcome_pb2 as _outcome_pb2
from . import splendor_decision_pb2 as _splendor_decision_pb2
from . import splendor_options_pb2 as _splendor_options_pb2
from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SplendorView(_message.Message):
    __slots__ = ("table", "private")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    table: SplendorTable
    private: SplendorPrivate
    def __init__(self, table: _Optional[_Union[SplendorTable, _Mapping]] = ..., private: _Optional[_Union[SplendorPrivate, _Mapping]] = ...) -> None: ...

class SplendorTable(_message.Message):
    __slots__ = ("options", "first_seat", "players", "seat", "turn", "supply", "deck_sizes", "face_up", "nobles", "removed_cards", "removed_nobles", "passes", "idle_turns", "is_last_round", "decision", "outcome")
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    FIRST_SEAT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZES_FIELD_NUMBER: _ClassVar[int]
    FACE_UP_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    REMOVED_CARDS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_NOBLES_FIELD_NUMBER: _ClassVar[int]
    PASSES_FIELD_NUMBER: _ClassVar[int]
    IDLE_TURNS_FIELD_NUMBER: _ClassVar[int]
    IS_LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    options: _splendor_options_pb2.SplendorOptions
    first_seat: int
    players: _containers.RepeatedCompositeFieldContainer[SplendorPlayer]
    seat: int
    turn: int
    supply: _token_pb2.TokenCounts
    deck_sizes: _containers.RepeatedScalarFieldContainer[int]
    face_up: _containers.RepeatedScalarFieldContainer[str]
    nobles: _containers.RepeatedScalarFieldContainer[str]
    removed_cards: _containers.RepeatedCompositeFieldContainer[SplendorSeenReserve]
    removed_nobles: _containers.RepeatedScalarFieldContainer[str]
    passes: int
    idle_turns: int
    is_last_round: bool
    decision: _splendor_decision_pb2.SplendorDecision
    outcome: _outcome_pb2.Outcome
    def __init__(self, options: _Optional[_Union[_splendor_options_pb2.SplendorOptions, _Mapping]] = ..., first_seat: _Optional[int] = ..., players: _Optional[_Iterable[_Union[SplendorPlayer, _Mapping]]] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., supply: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., deck_sizes: _Optional[_Iterable[int]] = ..., face_up: _Optional[_Iterable[str]] = ..., nobles: _Optional[_Iterable[str]] = ..., removed_cards: _Optional[_Iterable[_Union[SplendorSeenReserve, _Mapping]]] = ..., removed_nobles: _Optional[_Iterable[str]] = ..., passes: _Optional[int] = ..., idle_turns: _Optional[int] = ..., is_last_round: bool = ..., decision: _Optional[_Union[_splendor_decision_pb2.SplendorDecision, _Mapping]] = ..., outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ...) -> None: ...

class SplendorPlayer(_message.Message):
    __slots__ = ("tokens", "cards", "nobles", "reserved", "bonuses", "points", "dropped_out")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    RESERVED_FIELD_NUMBER: _ClassVar[int]
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    DROPPED_OUT_FIELD_NUMBER: _ClassVar[int]
    tokens: _token_pb2.TokenCounts
    cards: _containers.RepeatedScalarFieldContainer[str]
    nobles: _containers.RepeatedScalarFieldContainer[str]
    reserved: _containers.RepeatedCompositeFieldContainer[SplendorSeenReserve]
    bonuses: _token_pb2.ColourCounts
    points: int
    dropped_out: int
    def __init__(self, tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., cards: _Optional[_Iterable[str]] = ..., nobles: _Optional[_Iterable[str]] = ..., reserved: _Optional[_Iterable[_Union[SplendorSeenReserve, _Mapping]]] = ..., bonuses: _Optional[_Union[_token_pb2.ColourCounts, _Mapping]] = ..., points: _Optional[int] = ..., dropped_out: _Optional[int] = ...) -> None: ...

class SplendorSeenReserve(_message.Message):
    __slots__ = ("level", "card")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    level: int
    card: str
    def __init__(self, level: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class SplendorPrivate(_message.Message):
    __slots__ = ("seat", "reserved")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESERVED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reserved: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., reserved: _Optional[_Iterable[str]] = ...) -> None: ...
