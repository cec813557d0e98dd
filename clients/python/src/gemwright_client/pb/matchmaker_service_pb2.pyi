import datetime

from . import clock_pb2 as _clock_pb2
from . import error_pb2 as _error_pb2
from . import game_pb2 as _game_pb2
from . import match_pb2 as _match_pb2
from . import outcome_pb2 as _outcome_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BuiltInBot(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BUILT_IN_BOT_UNSPECIFIED: _ClassVar[BuiltInBot]
    BUILT_IN_BOT_RANDOM: _ClassVar[BuiltInBot]
    BUILT_IN_BOT_GREEDY: _ClassVar[BuiltInBot]

class ActivityKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTIVITY_KIND_UNSPECIFIED: _ClassVar[ActivityKind]
    ACTIVITY_KIND_MATCH_READY: _ClassVar[ActivityKind]
    ACTIVITY_KIND_TURN_CHANGED: _ClassVar[ActivityKind]
    ACTIVITY_KIND_MATCH_ENDED: _ClassVar[ActivityKind]

class ActivityResetReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTIVITY_RESET_REASON_UNSPECIFIED: _ClassVar[ActivityResetReason]
    ACTIVITY_RESET_REASON_HISTORY_LOST: _ClassVar[ActivityResetReason]
    ACTIVITY_RESET_REASON_TOKEN_TOO_OLD: _ClassVar[ActivityResetReason]
BUILT_IN_BOT_UNSPECIFIED: BuiltInBot
BUILT_IN_BOT_RANDOM: BuiltInBot
BUILT_IN_BOT_GREEDY: BuiltInBot
ACTIVITY_KIND_UNSPECIFIED: ActivityKind
ACTIVITY_KIND_MATCH_READY: ActivityKind
ACTIVITY_KIND_TURN_CHANGED: ActivityKind
ACTIVITY_KIND_MATCH_ENDED: ActivityKind
ACTIVITY_RESET_REASON_UNSPECIFIED: ActivityResetReason
ACTIVITY_RESET_REASON_HISTORY_LOST: ActivityResetReason
ACTIVITY_RESET_REASON_TOKEN_TOO_OLD: ActivityResetReason

class CreateMatchRequest(_message.Message):
    __slots__ = ("request_id", "game", "options", "seats", "join_timeout", "spectators", "time_control", "entropy", "rematch_of", "position", "seed", "scenario")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    JOIN_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    REMATCH_OF_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: _game_pb2.Game
    options: _game_pb2.Options
    seats: _containers.RepeatedCompositeFieldContainer[SeatSpec]
    join_timeout: _duration_pb2.Duration
    spectators: _match_pb2.Spectators
    time_control: _clock_pb2.TimeControl
    entropy: bytes
    rematch_of: str
    position: _game_pb2.Position
    seed: bytes
    scenario: str
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., options: _Optional[_Union[_game_pb2.Options, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatSpec, _Mapping]]] = ..., join_timeout: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., spectators: _Optional[_Union[_match_pb2.Spectators, _Mapping]] = ..., time_control: _Optional[_Union[_clock_pb2.TimeControl, _Mapping]] = ..., entropy: _Optional[bytes] = ..., rematch_of: _Optional[str] = ..., position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., seed: _Optional[bytes] = ..., scenario: _Optional[str] = ...) -> None: ...

class SeatSpec(_message.Message):
    __slots__ = ("principal", "open", "bot", "must_join")
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    MUST_JOIN_FIELD_NUMBER: _ClassVar[int]
    principal: str
    open: OpenSeat
    bot: BuiltInBot
    must_join: bool
    def __init__(self, principal: _Optional[str] = ..., open: _Optional[_Union[OpenSeat, _Mapping]] = ..., bot: _Optional[_Union[BuiltInBot, str]] = ..., must_join: bool = ...) -> None: ...

class OpenSeat(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CreateMatchResponse(_message.Message):
    __slots__ = ("match", "join_tokens")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    JOIN_TOKENS_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    join_tokens: _containers.RepeatedCompositeFieldContainer[JoinToken]
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ..., join_tokens: _Optional[_Iterable[_Union[JoinToken, _Mapping]]] = ...) -> None: ...

class JoinToken(_message.Message):
    __slots__ = ("seat", "token")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: str
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class BatchCreateMatchesRequest(_message.Message):
    __slots__ = ("requests",)
    REQUESTS_FIELD_NUMBER: _ClassVar[int]
    requests: _containers.RepeatedCompositeFieldContainer[CreateMatchRequest]
    def __init__(self, requests: _Optional[_Iterable[_Union[CreateMatchRequest, _Mapping]]] = ...) -> None: ...

class BatchCreateMatchesResponse(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[CreateMatchResult]
    def __init__(self, results: _Optional[_Iterable[_Union[CreateMatchResult, _Mapping]]] = ...) -> None: ...

class CreateMatchResult(_message.Message):
    __slots__ = ("created", "failure")
    CREATED_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    created: CreateMatchResponse
    failure: _error_pb2.Failure
    def __init__(self, created: _Optional[_Union[CreateMatchResponse, _Mapping]] = ..., failure: _Optional[_Union[_error_pb2.Failure, _Mapping]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "state", "game", "principal")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    state: _match_pb2.MatchState
    game: _game_pb2.Game
    principal: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., state: _Optional[_Union[_match_pb2.MatchState, str]] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., principal: _Optional[str] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[_match_pb2.Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[_match_pb2.Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class CancelMatchRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class CancelMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class CreatePlayerTokenRequest(_message.Message):
    __slots__ = ("principal", "ttl")
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    TTL_FIELD_NUMBER: _ClassVar[int]
    principal: str
    ttl: _duration_pb2.Duration
    def __init__(self, principal: _Optional[str] = ..., ttl: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class CreatePlayerTokenResponse(_message.Message):
    __slots__ = ("token", "expire_time")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    token: str
    expire_time: _timestamp_pb2.Timestamp
    def __init__(self, token: _Optional[str] = ..., expire_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class WatchActivityRequest(_message.Message):
    __slots__ = ("resume_token", "kinds")
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    resume_token: str
    kinds: _containers.RepeatedScalarFieldContainer[ActivityKind]
    def __init__(self, resume_token: _Optional[str] = ..., kinds: _Optional[_Iterable[_Union[ActivityKind, str]]] = ...) -> None: ...

class WatchActivityResponse(_message.Message):
    __slots__ = ("activity", "heartbeat", "reset", "going_away", "resume_token")
    ACTIVITY_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    GOING_AWAY_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    activity: Activity
    heartbeat: ActivityHeartbeat
    reset: ActivityReset
    going_away: ActivityGoingAway
    resume_token: str
    def __init__(self, activity: _Optional[_Union[Activity, _Mapping]] = ..., heartbeat: _Optional[_Union[ActivityHeartbeat, _Mapping]] = ..., reset: _Optional[_Union[ActivityReset, _Mapping]] = ..., going_away: _Optional[_Union[ActivityGoingAway, _Mapping]] = ..., resume_token: _Optional[str] = ...) -> None: ...

class Activity(_message.Message):
    __slots__ = ("kind", "match", "version", "commit_id", "time", "state", "seats", "seat_to_act", "outcome", "game", "deadline")
    KIND_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    COMMIT_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEAT_TO_ACT_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    kind: ActivityKind
    match: str
    version: int
    commit_id: str
    time: _timestamp_pb2.Timestamp
    state: _match_pb2.MatchState
    seats: _containers.RepeatedCompositeFieldContainer[_match_pb2.Seat]
    seat_to_act: int
    outcome: _outcome_pb2.Outcome
    game: _game_pb2.Game
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, kind: _Optional[_Union[ActivityKind, str]] = ..., match: _Optional[str] = ..., version: _Optional[int] = ..., commit_id: _Optional[str] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state: _Optional[_Union[_match_pb2.MatchState, str]] = ..., seats: _Optional[_Iterable[_Union[_match_pb2.Seat, _Mapping]]] = ..., seat_to_act: _Optional[int] = ..., outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ActivityHeartbeat(_message.Message):
    __slots__ = ("time",)
    TIME_FIELD_NUMBER: _ClassVar[int]
    time: _timestamp_pb2.Timestamp
    def __init__(self, time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ActivityReset(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: ActivityResetReason
    def __init__(self, reason: _Optional[_Union[ActivityResetReason, str]] = ...) -> None: ...

class ActivityGoingAway(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
