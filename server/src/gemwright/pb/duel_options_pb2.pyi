from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class DuelOptions(_message.Message):
    __slots__ = ("first_seat", "blocking_claim", "no_progress_limit")
    FIRST_SEAT_FIELD_NUMBER: _ClassVar[int]
    BLOCKING_CLAIM_FIELD_NUMBER: _ClassVar[int]
    NO_PROGRESS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    first_seat: int
    blocking_claim: bool
    no_progress_limit: int
    def __init__(self, first_seat: _Optional[int] = ..., blocking_claim: bool = ..., no_progress_limit: _Optional[int] = ...) -> None: ...
