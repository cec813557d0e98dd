import datetime

from . import game_pb2 as _game_pb2
from . import match_pb2 as _match_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class InboxResetReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INBOX_RESET_REASON_UNSPECIFIED: _ClassVar[InboxResetReason]
    INBOX_RESET_REASON_HISTORY_LOST: _ClassVar[InboxResetReason]
    INBOX_RESET_REASON_TOKEN_TOO_OLD: _ClassVar[InboxResetReason]
INBOX_RESET_REASON_UNSPECIFIED: InboxResetReason
INBOX_RESET_REASON_HISTORY_LOST: InboxResetReason
INBOX_RESET_REASON_TOKEN_TOO_OLD: InboxResetReason

class LeaseMatchRequest(_message.Message):
    __slots__ = ("match", "holder", "ttl")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    TTL_FIELD_NUMBER: _ClassVar[int]
    match: str
    holder: str
    ttl: _duration_pb2.Duration
    def __init__(self, match: _Optional[str] = ..., holder: _Optional[str] = ..., ttl: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class LeaseMatchResponse(_message.Message):
    __slots__ = ("is_granted",)
    IS_GRANTED_FIELD_NUMBER: _ClassVar[int]
    is_granted: bool
    def __init__(self, is_granted: bool = ...) -> None: ...

class WatchInboxRequest(_message.Message):
    __slots__ = ("resume_token",)
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    resume_token: str
    def __init__(self, resume_token: _Optional[str] = ...) -> None: ...

class WatchInboxResponse(_message.Message):
    __slots__ = ("entry", "complete", "reset", "heartbeat", "going_away", "resume_token")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    GOING_AWAY_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entry: InboxEntry
    complete: InboxComplete
    reset: InboxReset
    heartbeat: InboxHeartbeat
    going_away: InboxGoingAway
    resume_token: str
    def __init__(self, entry: _Optional[_Union[InboxEntry, _Mapping]] = ..., complete: _Optional[_Union[InboxComplete, _Mapping]] = ..., reset: _Optional[_Union[InboxReset, _Mapping]] = ..., heartbeat: _Optional[_Union[InboxHeartbeat, _Mapping]] = ..., going_away: _Optional[_Union[InboxGoingAway, _Mapping]] = ..., resume_token: _Optional[str] = ...) -> None: ...

class InboxEntry(_message.Message):
    __slots__ = ("match", "game", "state", "version", "commit_id", "seats", "seat_to_act", "deadline")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    COMMIT_ID_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEAT_TO_ACT_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    match: str
    game: _game_pb2.Game
    state: _match_pb2.MatchState
    version: int
    commit_id: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    seat_to_act: int
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, match: _Optional[str] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., state: _Optional[_Union[_match_pb2.MatchState, str]] = ..., version: _Optional[int] = ..., commit_id: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ..., seat_to_act: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class InboxComplete(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class InboxReset(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: InboxResetReason
    def __init__(self, reason: _Optional[_Union[InboxResetReason, str]] = ...) -> None: ...

class InboxHeartbeat(_message.Message):
    __slots__ = ("time",)
    TIME_FIELD_NUMBER: _ClassVar[int]
    time: _timestamp_pb2.Timestamp
    def __init__(self, time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class InboxGoingAway(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
