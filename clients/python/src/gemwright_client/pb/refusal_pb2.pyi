from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RefusalReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_REASON_UNSPECIFIED: _ClassVar[RefusalReason]
    REFUSAL_REASON_MATCH_OVER: _ClassVar[RefusalReason]
    REFUSAL_REASON_NOT_YOUR_TURN: _ClassVar[RefusalReason]
    REFUSAL_REASON_NOT_ASKED: _ClassVar[RefusalReason]
    REFUSAL_REASON_MALFORMED: _ClassVar[RefusalReason]
    REFUSAL_REASON_NOT_A_LINE: _ClassVar[RefusalReason]
    REFUSAL_REASON_CELL_EMPTY: _ClassVar[RefusalReason]
    REFUSAL_REASON_CELL_HAS_GOLD: _ClassVar[RefusalReason]
    REFUSAL_REASON_CELL_HAS_NO_GOLD: _ClassVar[RefusalReason]
    REFUSAL_REASON_KIND_NOT_ALLOWED: _ClassVar[RefusalReason]
    REFUSAL_REASON_KIND_NOT_THERE: _ClassVar[RefusalReason]
    REFUSAL_REASON_WRONG_NUMBER: _ClassVar[RefusalReason]
    REFUSAL_REASON_PAIR_NEEDS_FOUR: _ClassVar[RefusalReason]
    REFUSAL_REASON_GOLD_STATED_WRONG: _ClassVar[RefusalReason]
    REFUSAL_REASON_NO_PRIVILEGE: _ClassVar[RefusalReason]
    REFUSAL_REASON_ALREADY_REPLENISHED: _ClassVar[RefusalReason]
    REFUSAL_REASON_BAG_EMPTY: _ClassVar[RefusalReason]
    REFUSAL_REASON_BOARD_FULL: _ClassVar[RefusalReason]
    REFUSAL_REASON_NO_CLAIM: _ClassVar[RefusalReason]
    REFUSAL_REASON_PASS_NOT_ALLOWED: _ClassVar[RefusalReason]
    REFUSAL_REASON_STOP_NOT_ALLOWED: _ClassVar[RefusalReason]
    REFUSAL_REASON_CARD_NOT_AVAILABLE: _ClassVar[RefusalReason]
    REFUSAL_REASON_DECK_EMPTY: _ClassVar[RefusalReason]
    REFUSAL_REASON_SLOT_EMPTY: _ClassVar[RefusalReason]
    REFUSAL_REASON_RESERVE_FULL: _ClassVar[RefusalReason]
    REFUSAL_REASON_CANNOT_AFFORD: _ClassVar[RefusalReason]
    REFUSAL_REASON_PAYMENT_NOT_OWNED: _ClassVar[RefusalReason]
    REFUSAL_REASON_PAYMENT_NOT_EXACT: _ClassVar[RefusalReason]
    REFUSAL_REASON_UNIT_NOT_OWNED: _ClassVar[RefusalReason]
    REFUSAL_REASON_UNIT_NOT_POSSIBLE: _ClassVar[RefusalReason]
    REFUSAL_REASON_UNIT_WITHOUT_EFFECT: _ClassVar[RefusalReason]
    REFUSAL_REASON_COLOUR_MISSING: _ClassVar[RefusalReason]
    REFUSAL_REASON_COLOUR_NOT_OWNED: _ClassVar[RefusalReason]
    REFUSAL_REASON_COLOUR_NOT_ASKED: _ClassVar[RefusalReason]
    REFUSAL_REASON_ABILITY_NOT_OWNED: _ClassVar[RefusalReason]
    REFUSAL_REASON_ABILITY_USED: _ClassVar[RefusalReason]
    REFUSAL_REASON_EXTRA_TURN_DUE: _ClassVar[RefusalReason]
    REFUSAL_REASON_NOBLE_NOT_EARNED: _ClassVar[RefusalReason]
    REFUSAL_REASON_DROPPED_OUT: _ClassVar[RefusalReason]
REFUSAL_REASON_UNSPECIFIED: RefusalReason
REFUSAL_REASON_MATCH_OVER: RefusalReason
REFUSAL_REASON_NOT_YOUR_TURN: RefusalReason
REFUSAL_REASON_NOT_ASKED: RefusalReason
REFUSAL_REASON_MALFORMED: RefusalReason
REFUSAL_REASON_NOT_A_LINE: RefusalReason
REFUSAL_REASON_CELL_EMPTY: RefusalReason
REFUSAL_REASON_CELL_HAS_GOLD: RefusalReason
REFUSAL_REASON_CELL_HAS_NO_GOLD: RefusalReason
REFUSAL_REASON_KIND_NOT_ALLOWED: RefusalReason
REFUSAL_REASON_KIND_NOT_THERE: RefusalReason
REFUSAL_REASON_WRONG_NUMBER: RefusalReason
REFUSAL_REASON_PAIR_NEEDS_FOUR: RefusalReason
REFUSAL_REASON_GOLD_STATED_WRONG: RefusalReason
REFUSAL_REASON_NO_PRIVILEGE: RefusalReason
REFUSAL_REASON_ALREADY_REPLENISHED: RefusalReason
REFUSAL_REASON_BAG_EMPTY: RefusalReason
REFUSAL_REASON_BOARD_FULL: RefusalReason
REFUSAL_REASON_NO_CLAIM: RefusalReason
REFUSAL_REASON_PASS_NOT_ALLOWED: RefusalReason
REFUSAL_REASON_STOP_NOT_ALLOWED: RefusalReason
REFUSAL_REASON_CARD_NOT_AVAILABLE: RefusalReason
REFUSAL_REASON_DECK_EMPTY: RefusalReason
REFUSAL_REASON_SLOT_EMPTY: RefusalReason
REFUSAL_REASON_RESERVE_FULL: RefusalReason
REFUSAL_REASON_CANNOT_AFFORD: RefusalReason
REFUSAL_REASON_PAYMENT_NOT_OWNED: RefusalReason
REFUSAL_REASON_PAYMENT_NOT_EXACT: RefusalReason
REFUSAL_REASON_UNIT_NOT_OWNED: RefusalReason
REFUSAL_REASON_UNIT_NOT_POSSIBLE: RefusalReason
REFUSAL_REASON_UNIT_WITHOUT_EFFECT: RefusalReason
REFUSAL_REASON_COLOUR_MISSING: RefusalReason
REFUSAL_REASON_COLOUR_NOT_OWNED: RefusalReason
REFUSAL_REASON_COLOUR_NOT_ASKED: RefusalReason
REFUSAL_REASON_ABILITY_NOT_OWNED: RefusalReason
REFUSAL_REASON_ABILITY_USED: RefusalReason
REFUSAL_REASON_EXTRA_TURN_DUE: RefusalReason
REFUSAL_REASON_NOBLE_NOT_EARNED: RefusalReason
REFUSAL_REASON_DROPPED_OUT: RefusalReason

class Refusal(_message.Message):
    __slots__ = ("reason", "rule", "field", "value")
    REASON_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    reason: RefusalReason
    rule: str
    field: str
    value: str
    def __init__(self, reason: _Optional[_Union[RefusalReason, str]] = ..., rule: _Optional[str] = ..., field: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
