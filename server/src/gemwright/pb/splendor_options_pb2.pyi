from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class SplendorOptions(_message.Message):
    __slots__ = ("seats", "first_seat", "no_progress_limit")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    FIRST_SEAT_FIELD_NUMBER: _ClassVar[int]
    NO_PROGRESS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    seats: int
    first_seat: int
    no_progress_limit: int
    def __init__(self, seats: _Optional[int] = ..., first_seat: _Optional[int] = ..., no_progress_limit: _Optional[int] = ...) -> None: ...
