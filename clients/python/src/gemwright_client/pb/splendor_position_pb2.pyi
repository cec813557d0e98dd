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

class SplendorPosition(_message.Message):
    __slots__ = ("rules_version", "options", "draws", "first_seat", "seat", "turn", "passes", "idle_turns", "is_last_round", "supply", "decks", "face_up", "nobles", "players", "removed_cards", "removed_nobles", "decision", "outcome")
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    FIRST_SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PASSES_FIELD_NUMBER: _ClassVar[int]
    IDLE_TURNS_FIELD_NUMBER: _ClassVar[int]
    IS_LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    FACE_UP_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_CARDS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_NOBLES_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    rules_version: str
    options: _splendor_options_pb2.SplendorOptions
    draws: int
    first_seat: int
    seat: int
    turn: int
    passes: int
    idle_turns: int
    is_last_round: bool
    supply: _token_pb2.TokenCounts
    decks: _containers.RepeatedCompositeFieldContainer[SplendorDeck]
    face_up: _containers.RepeatedScalarFieldContainer[str]
    nobles: _containers.RepeatedScalarFieldContainer[str]
    players: _containers.RepeatedCompositeFieldContainer[SplendorHolding]
    removed_cards: _containers.RepeatedCompositeFieldContainer[SplendorReservedCard]
    removed_nobles: _containers.RepeatedScalarFieldContainer[str]
    decision: _splendor_decision_pb2.SplendorDecisionKind
    outcome: _outcome_pb2.Outcome
    def __init__(self, rules_version: _Optional[str] = ..., options: _Optional[_Union[_splendor_options_pb2.SplendorOptions, _Mapping]] = ..., draws: _Optional[int] = ..., first_seat: _Optional[int] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., passes: _Optional[int] = ..., idle_turns: _Optional[int] = ..., is_last_round: bool = ..., supply: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., decks: _Optional[_Iterable[_Union[SplendorDeck, _Mapping]]] = ..., face_up: _Optional[_Iterable[str]] = ..., nobles: _Optional[_Iterable[str]] = ..., players: _Optional[_Iterable[_Union[SplendorHolding, _Mapping]]] = ..., removed_cards: _Optional[_Iterable[_Union[SplendorReservedCard, _Mapping]]] = ..., removed_nobles: _Optional[_Iterable[str]] = ..., decision: _Optional[_Union[_splendor_decision_pb2.SplendorDecisionKind, str]] = ..., outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ...) -> None: ...

class SplendorDeck(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class SplendorHolding(_message.Message):
    __slots__ = ("tokens", "cards", "nobles", "reserved", "dropped_out")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    RESERVED_FIELD_NUMBER: _ClassVar[int]
    DROPPED_OUT_FIELD_NUMBER: _ClassVar[int]
    tokens: _token_pb2.TokenCounts
    cards: _containers.RepeatedScalarFieldContainer[str]
    nobles: _containers.RepeatedScalarFieldContainer[str]
    reserved: _containers.RepeatedCompositeFieldContainer[SplendorReservedCard]
    dropped_out: int
    def __init__(self, tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., cards: _Optional[_Iterable[str]] = ..., nobles: _Optional[_Iterable[str]] = ..., reserved: _Optional[_Iterable[_Union[SplendorReservedCard, _Mapping]]] = ..., dropped_out: _Optional[int] = ...) -> None: ...

class SplendorReservedCard(_message.Message):
    __slots__ = ("card", "is_blind")
    CARD_FIELD_NUMBER: _ClassVar[int]
    IS_BLIND_FIELD_NUMBER: _ClassVar[int]
    card: str
    is_blind: bool
    def __init__(self, card: _Optional[str] = ..., is_blind: bool = ...) -> None: ...
