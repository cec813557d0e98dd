import datetime

from . import clock_pb2 as _clock_pb2
from . import game_pb2 as _game_pb2
from . import match_pb2 as _match_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ResetReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESET_REASON_UNSPECIFIED: _ClassVar[ResetReason]
    RESET_REASON_HISTORY_LOST: _ClassVar[ResetReason]
    RESET_REASON_MATCH_EXPIRED: _ClassVar[ResetReason]
    RESET_REASON_UNREADABLE: _ClassVar[ResetReason]
    RESET_REASON_IDENTITY_CHANGED: _ClassVar[ResetReason]
RESET_REASON_UNSPECIFIED: ResetReason
RESET_REASON_HISTORY_LOST: ResetReason
RESET_REASON_MATCH_EXPIRED: ResetReason
RESET_REASON_UNREADABLE: ResetReason
RESET_REASON_IDENTITY_CHANGED: ResetReason

class GetMatchRequest(_message.Message):
    __slots__ = ("match", "seat")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match", "view", "legal_actions", "viewer_seat", "reveal", "resume_token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    VIEWER_SEAT_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    view: _game_pb2.View
    legal_actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Action]
    viewer_seat: int
    reveal: _match_pb2.Reveal
    resume_token: str
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., view: _Optional[_Union[_game_pb2.View, _Mapping]] = ..., legal_actions: _Optional[_Iterable[_Union[_game_pb2.Action, _Mapping]]] = ..., viewer_seat: _Optional[int] = ..., reveal: _Optional[_Union[_match_pb2.Reveal, _Mapping]] = ..., resume_token: _Optional[str] = ...) -> None: ...

class WatchMatchRequest(_message.Message):
    __slots__ = ("match", "seat", "resume_token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    resume_token: str
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., resume_token: _Optional[str] = ...) -> None: ...

class WatchMatchResponse(_message.Message):
    __slots__ = ("snapshot", "update", "heartbeat", "reset", "going_away", "reveal", "clocks", "legal_actions", "resume_token")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    GOING_AWAY_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    snapshot: Snapshot
    update: _match_pb2.Update
    heartbeat: Heartbeat
    reset: Reset
    going_away: GoingAway
    reveal: _match_pb2.Reveal
    clocks: _clock_pb2.Clocks
    legal_actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Action]
    resume_token: str
    def __init__(self, snapshot: _Optional[_Union[Snapshot, _Mapping]] = ..., update: _Optional[_Union[_match_pb2.Update, _Mapping]] = ..., heartbeat: _Optional[_Union[Heartbeat, _Mapping]] = ..., reset: _Optional[_Union[Reset, _Mapping]] = ..., going_away: _Optional[_Union[GoingAway, _Mapping]] = ..., reveal: _Optional[_Union[_match_pb2.Reveal, _Mapping]] = ..., clocks: _Optional[_Union[_clock_pb2.Clocks, _Mapping]] = ..., legal_actions: _Optional[_Iterable[_Union[_game_pb2.Action, _Mapping]]] = ..., resume_token: _Optional[str] = ...) -> None: ...

class Snapshot(_message.Message):
    __slots__ = ("match", "view", "viewer_seat")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    VIEWER_SEAT_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    view: _game_pb2.View
    viewer_seat: int
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., view: _Optional[_Union[_game_pb2.View, _Mapping]] = ..., viewer_seat: _Optional[int] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("time",)
    TIME_FIELD_NUMBER: _ClassVar[int]
    time: _timestamp_pb2.Timestamp
    def __init__(self, time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Reset(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: ResetReason
    def __init__(self, reason: _Optional[_Union[ResetReason, str]] = ...) -> None: ...

class GoingAway(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SubmitActionRequest(_message.Message):
    __slots__ = ("match", "seat", "expected_version", "request_id", "action", "validate_only")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    expected_version: int
    request_id: str
    action: _game_pb2.Action
    validate_only: bool
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., expected_version: _Optional[int] = ..., request_id: _Optional[str] = ..., action: _Optional[_Union[_game_pb2.Action, _Mapping]] = ..., validate_only: bool = ...) -> None: ...

class SubmitActionResponse(_message.Message):
    __slots__ = ("update",)
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    update: _match_pb2.Update
    def __init__(self, update: _Optional[_Union[_match_pb2.Update, _Mapping]] = ...) -> None: ...

class ListPaymentsRequest(_message.Message):
    __slots__ = ("match", "seat", "action", "page_size", "page_token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    action: _game_pb2.Action
    page_size: int
    page_token: str
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., action: _Optional[_Union[_game_pb2.Action, _Mapping]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListPaymentsResponse(_message.Message):
    __slots__ = ("payments", "next_page_token", "version")
    PAYMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    payments: _containers.RepeatedCompositeFieldContainer[_game_pb2.Payment]
    next_page_token: str
    version: int
    def __init__(self, payments: _Optional[_Iterable[_Union[_game_pb2.Payment, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class ListUpdatesRequest(_message.Message):
    __slots__ = ("match", "seat", "after_version", "page_size", "page_token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    after_version: int
    page_size: int
    page_token: str
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., after_version: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListUpdatesResponse(_message.Message):
    __slots__ = ("updates", "next_page_token")
    UPDATES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    updates: _containers.RepeatedCompositeFieldContainer[_match_pb2.Update]
    next_page_token: str
    def __init__(self, updates: _Optional[_Iterable[_Union[_match_pb2.Update, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class JoinMatchRequest(_message.Message):
    __slots__ = ("match", "join_token", "entropy", "seat")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    JOIN_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match: str
    join_token: str
    entropy: bytes
    seat: int
    def __init__(self, match: _Optional[str] = ..., join_token: _Optional[str] = ..., entropy: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class JoinMatchResponse(_message.Message):
    __slots__ = ("seat", "match", "player_token", "player_token_expire_time")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PLAYER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    PLAYER_TOKEN_EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    seat: int
    match: _match_pb2.Match
    player_token: str
    player_token_expire_time: _timestamp_pb2.Timestamp
    def __init__(self, seat: _Optional[int] = ..., match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., player_token: _Optional[str] = ..., player_token_expire_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ResignRequest(_message.Message):
    __slots__ = ("match", "seat", "request_id")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    request_id: str
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class ResignResponse(_message.Message):
    __slots__ = ("update",)
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    update: _match_pb2.Update
    def __init__(self, update: _Optional[_Union[_match_pb2.Update, _Mapping]] = ...) -> None: ...

class GetMatchRecordRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class GetMatchRecordResponse(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: _match_pb2.MatchRecord
    def __init__(self, record: _Optional[_Union[_match_pb2.MatchRecord, _Mapping]] = ...) -> None: ...
