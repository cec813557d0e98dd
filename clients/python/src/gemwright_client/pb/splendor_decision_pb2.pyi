from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SplendorDecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPLENDOR_DECISION_KIND_UNSPECIFIED: _ClassVar[SplendorDecisionKind]
    SPLENDOR_DECISION_KIND_TURN: _ClassVar[SplendorDecisionKind]
    SPLENDOR_DECISION_KIND_DISCARD: _ClassVar[SplendorDecisionKind]
    SPLENDOR_DECISION_KIND_NOBLE: _ClassVar[SplendorDecisionKind]
SPLENDOR_DECISION_KIND_UNSPECIFIED: SplendorDecisionKind
SPLENDOR_DECISION_KIND_TURN: SplendorDecisionKind
SPLENDOR_DECISION_KIND_DISCARD: SplendorDecisionKind
SPLENDOR_DECISION_KIND_NOBLE: SplendorDecisionKind

class SplendorDecision(_message.Message):
    __slots__ = ("kind", "seat", "left", "nobles")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    kind: SplendorDecisionKind
    seat: int
    left: int
    nobles: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, kind: _Optional[_Union[SplendorDecisionKind, str]] = ..., seat: _Optional[int] = ..., left: _Optional[int] = ..., nobles: _Optional[_Iterable[str]] = ...) -> None: ...
