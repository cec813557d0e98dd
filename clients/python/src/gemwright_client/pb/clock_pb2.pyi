import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TimeControl(_message.Message):
    __slots__ = ("per_turn", "bank", "per_move")
    class PerTurn(_message.Message):
        __slots__ = ("limit",)
        LIMIT_FIELD_NUMBER: _ClassVar[int]
        limit: _duration_pb2.Duration
        def __init__(self, limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...
    class Bank(_message.Message):
        __slots__ = ("initial", "increment")
        INITIAL_FIELD_NUMBER: _ClassVar[int]
        INCREMENT_FIELD_NUMBER: _ClassVar[int]
        initial: _duration_pb2.Duration
        increment: _duration_pb2.Duration
        def __init__(self, initial: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...
    class PerMove(_message.Message):
        __slots__ = ("days",)
        DAYS_FIELD_NUMBER: _ClassVar[int]
        days: int
        def __init__(self, days: _Optional[int] = ...) -> None: ...
    PER_TURN_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    PER_MOVE_FIELD_NUMBER: _ClassVar[int]
    per_turn: TimeControl.PerTurn
    bank: TimeControl.Bank
    per_move: TimeControl.PerMove
    def __init__(self, per_turn: _Optional[_Union[TimeControl.PerTurn, _Mapping]] = ..., bank: _Optional[_Union[TimeControl.Bank, _Mapping]] = ..., per_move: _Optional[_Union[TimeControl.PerMove, _Mapping]] = ...) -> None: ...

class Clocks(_message.Message):
    __slots__ = ("seats", "deadline")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[SeatClock]
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, seats: _Optional[_Iterable[_Union[SeatClock, _Mapping]]] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("remaining", "is_running")
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    IS_RUNNING_FIELD_NUMBER: _ClassVar[int]
    remaining: _duration_pb2.Duration
    is_running: bool
    def __init__(self, remaining: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., is_running: bool = ...) -> None: ...
