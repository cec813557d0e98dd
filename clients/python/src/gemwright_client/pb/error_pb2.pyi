from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_FIELD: _ClassVar[ErrorReason]
    ERROR_REASON_CREDENTIALS_MISSING: _ClassVar[ErrorReason]
    ERROR_REASON_CREDENTIALS_INVALID: _ClassVar[ErrorReason]
    ERROR_REASON_TOKEN_EXPIRED: _ClassVar[ErrorReason]
    ERROR_REASON_SCOPE_MISSING: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_YOUR_SEAT: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_PRIVATE: _ClassVar[ErrorReason]
    ERROR_REASON_JOIN_TOKEN_INVALID: _ClassVar[ErrorReason]
    ERROR_REASON_DEVELOPMENT_ONLY: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_STALE_VERSION: _ClassVar[ErrorReason]
    ERROR_REASON_ACTION_REFUSED: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_WAITING: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_NOT_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_REQUEST_ID_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_SEED_USED: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_UNREADABLE: _ClassVar[ErrorReason]
    ERROR_REASON_OUTCOME_UNKNOWN: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_UNAVAILABLE: _ClassVar[ErrorReason]
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    ERROR_REASON_LIMIT_EXCEEDED: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_INVALID_FIELD: ErrorReason
ERROR_REASON_CREDENTIALS_MISSING: ErrorReason
ERROR_REASON_CREDENTIALS_INVALID: ErrorReason
ERROR_REASON_TOKEN_EXPIRED: ErrorReason
ERROR_REASON_SCOPE_MISSING: ErrorReason
ERROR_REASON_NOT_YOUR_SEAT: ErrorReason
ERROR_REASON_MATCH_PRIVATE: ErrorReason
ERROR_REASON_JOIN_TOKEN_INVALID: ErrorReason
ERROR_REASON_DEVELOPMENT_ONLY: ErrorReason
ERROR_REASON_MATCH_NOT_FOUND: ErrorReason
ERROR_REASON_STALE_VERSION: ErrorReason
ERROR_REASON_ACTION_REFUSED: ErrorReason
ERROR_REASON_MATCH_WAITING: ErrorReason
ERROR_REASON_MATCH_OVER: ErrorReason
ERROR_REASON_MATCH_NOT_OVER: ErrorReason
ERROR_REASON_REQUEST_ID_REUSED: ErrorReason
ERROR_REASON_SEED_USED: ErrorReason
ERROR_REASON_MATCH_UNREADABLE: ErrorReason
ERROR_REASON_OUTCOME_UNKNOWN: ErrorReason
ERROR_REASON_STORE_UNAVAILABLE: ErrorReason
ERROR_REASON_DRAINING: ErrorReason
ERROR_REASON_LIMIT_EXCEEDED: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason

class StaleVersion(_message.Message):
    __slots__ = ("current_version",)
    CURRENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    current_version: int
    def __init__(self, current_version: _Optional[int] = ...) -> None: ...

class Failure(_message.Message):
    __slots__ = ("code", "reason", "message", "violations")
    CODE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    code: int
    reason: ErrorReason
    message: str
    violations: _containers.RepeatedCompositeFieldContainer[FieldViolation]
    def __init__(self, code: _Optional[int] = ..., reason: _Optional[_Union[ErrorReason, str]] = ..., message: _Optional[str] = ..., violations: _Optional[_Iterable[_Union[FieldViolation, _Mapping]]] = ...) -> None: ...

class FieldViolation(_message.Message):
    __slots__ = ("field", "description")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    field: str
    description: str
    def __init__(self, field: _Optional[str] = ..., description: _Optional[str] = ...) -> None: ...
