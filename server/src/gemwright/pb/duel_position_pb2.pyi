from . import duel_options_pb2 as _duel_options_pb2
from . import duel_view_pb2 as _duel_view_pb2
from . import outcome_pb2 as _outcome_pb2
from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DuelPosition(_message.Message):
    __slots__ = ("rules_version", "options", "draws", "turn", "idle_turns", "board", "bag", "privileges", "decks", "pyramid", "royals", "royal_deck", "counterfeiters", "counterfeiter_deck", "dug", "players", "decision", "outcome")
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    IDLE_TURNS_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    PRIVILEGES_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    PYRAMID_FIELD_NUMBER: _ClassVar[int]
    ROYALS_FIELD_NUMBER: _ClassVar[int]
    ROYAL_DECK_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITERS_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITER_DECK_FIELD_NUMBER: _ClassVar[int]
    DUG_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    rules_version: str
    options: _duel_options_pb2.DuelOptions
    draws: int
    turn: DuelTurn
    idle_turns: int
    board: _containers.RepeatedScalarFieldContainer[_token_pb2.TokenKind]
    bag: _token_pb2.TokenCounts
    privileges: int
    decks: _containers.RepeatedCompositeFieldContainer[DuelDeck]
    pyramid: _containers.RepeatedScalarFieldContainer[str]
    royals: _containers.RepeatedScalarFieldContainer[str]
    royal_deck: _containers.RepeatedScalarFieldContainer[str]
    counterfeiters: _containers.RepeatedScalarFieldContainer[str]
    counterfeiter_deck: _containers.RepeatedScalarFieldContainer[str]
    dug: _containers.RepeatedScalarFieldContainer[str]
    players: _containers.RepeatedCompositeFieldContainer[DuelHolding]
    decision: _duel_view_pb2.DuelDecision
    outcome: _outcome_pb2.Outcome
    def __init__(self, rules_version: _Optional[str] = ..., options: _Optional[_Union[_duel_options_pb2.DuelOptions, _Mapping]] = ..., draws: _Optional[int] = ..., turn: _Optional[_Union[DuelTurn, _Mapping]] = ..., idle_turns: _Optional[int] = ..., board: _Optional[_Iterable[_Union[_token_pb2.TokenKind, str]]] = ..., bag: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., privileges: _Optional[int] = ..., decks: _Optional[_Iterable[_Union[DuelDeck, _Mapping]]] = ..., pyramid: _Optional[_Iterable[str]] = ..., royals: _Optional[_Iterable[str]] = ..., royal_deck: _Optional[_Iterable[str]] = ..., counterfeiters: _Optional[_Iterable[str]] = ..., counterfeiter_deck: _Optional[_Iterable[str]] = ..., dug: _Optional[_Iterable[str]] = ..., players: _Optional[_Iterable[_Union[DuelHolding, _Mapping]]] = ..., decision: _Optional[_Union[_duel_view_pb2.DuelDecision, _Mapping]] = ..., outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ...) -> None: ...

class DuelTurn(_message.Message):
    __slots__ = ("number", "seat", "is_extra", "has_used_privilege", "has_replenished", "has_acted", "has_purchased", "can_claim", "is_extra_turn_due", "is_window_closed", "used")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    IS_EXTRA_FIELD_NUMBER: _ClassVar[int]
    HAS_USED_PRIVILEGE_FIELD_NUMBER: _ClassVar[int]
    HAS_REPLENISHED_FIELD_NUMBER: _ClassVar[int]
    HAS_ACTED_FIELD_NUMBER: _ClassVar[int]
    HAS_PURCHASED_FIELD_NUMBER: _ClassVar[int]
    CAN_CLAIM_FIELD_NUMBER: _ClassVar[int]
    IS_EXTRA_TURN_DUE_FIELD_NUMBER: _ClassVar[int]
    IS_WINDOW_CLOSED_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    number: int
    seat: int
    is_extra: bool
    has_used_privilege: bool
    has_replenished: bool
    has_acted: bool
    has_purchased: bool
    can_claim: bool
    is_extra_turn_due: bool
    is_window_closed: bool
    used: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, number: _Optional[int] = ..., seat: _Optional[int] = ..., is_extra: bool = ..., has_used_privilege: bool = ..., has_replenished: bool = ..., has_acted: bool = ..., has_purchased: bool = ..., can_claim: bool = ..., is_extra_turn_due: bool = ..., is_window_closed: bool = ..., used: _Optional[_Iterable[str]] = ...) -> None: ...

class DuelDeck(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class DuelHolding(_message.Message):
    __slots__ = ("tokens", "privileges", "cards", "royals", "counterfeiters", "reserved", "royals_for_crowns", "blocking_turns")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    PRIVILEGES_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ROYALS_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITERS_FIELD_NUMBER: _ClassVar[int]
    RESERVED_FIELD_NUMBER: _ClassVar[int]
    ROYALS_FOR_CROWNS_FIELD_NUMBER: _ClassVar[int]
    BLOCKING_TURNS_FIELD_NUMBER: _ClassVar[int]
    tokens: _token_pb2.TokenCounts
    privileges: int
    cards: _containers.RepeatedCompositeFieldContainer[_duel_view_pb2.DuelOwnedCard]
    royals: _containers.RepeatedScalarFieldContainer[str]
    counterfeiters: _containers.RepeatedScalarFieldContainer[str]
    reserved: _containers.RepeatedCompositeFieldContainer[DuelReservedCard]
    royals_for_crowns: int
    blocking_turns: int
    def __init__(self, tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., privileges: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[_duel_view_pb2.DuelOwnedCard, _Mapping]]] = ..., royals: _Optional[_Iterable[str]] = ..., counterfeiters: _Optional[_Iterable[str]] = ..., reserved: _Optional[_Iterable[_Union[DuelReservedCard, _Mapping]]] = ..., royals_for_crowns: _Optional[int] = ..., blocking_turns: _Optional[int] = ...) -> None: ...

class DuelReservedCard(_message.Message):
    __slots__ = ("card", "is_blind")
    CARD_FIELD_NUMBER: _ClassVar[int]
    IS_BLIND_FIELD_NUMBER: _ClassVar[int]
    card: str
    is_blind: bool
    def __init__(self, card: _Optional[str] = ..., is_blind: bool = ...) -> None: ...
