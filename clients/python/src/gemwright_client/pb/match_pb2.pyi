import datetime

from . import clock_pb2 as _clock_pb2
from . import game_pb2 as _game_pb2
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

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNSPECIFIED: _ClassVar[MatchState]
    MATCH_STATE_WAITING: _ClassVar[MatchState]
    MATCH_STATE_ACTIVE: _ClassVar[MatchState]
    MATCH_STATE_FINISHED: _ClassVar[MatchState]
    MATCH_STATE_CANCELLED: _ClassVar[MatchState]
    MATCH_STATE_NO_SHOW: _ClassVar[MatchState]
    MATCH_STATE_ABANDONED: _ClassVar[MatchState]
MATCH_STATE_UNSPECIFIED: MatchState
MATCH_STATE_WAITING: MatchState
MATCH_STATE_ACTIVE: MatchState
MATCH_STATE_FINISHED: MatchState
MATCH_STATE_CANCELLED: MatchState
MATCH_STATE_NO_SHOW: MatchState
MATCH_STATE_ABANDONED: MatchState

class Match(_message.Message):
    __slots__ = ("match", "game", "options", "rules_version", "state", "version", "commit_id", "seats", "seat_to_act", "spectators", "time_control", "clocks", "fairness", "outcome", "create_time", "start_time", "end_time", "join_deadline", "rematch_of")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    COMMIT_ID_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEAT_TO_ACT_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    FAIRNESS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    JOIN_DEADLINE_FIELD_NUMBER: _ClassVar[int]
    REMATCH_OF_FIELD_NUMBER: _ClassVar[int]
    match: str
    game: _game_pb2.Game
    options: _game_pb2.Options
    rules_version: str
    state: MatchState
    version: int
    commit_id: str
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    seat_to_act: int
    spectators: Spectators
    time_control: _clock_pb2.TimeControl
    clocks: _clock_pb2.Clocks
    fairness: Fairness
    outcome: _outcome_pb2.Outcome
    create_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    join_deadline: _timestamp_pb2.Timestamp
    rematch_of: str
    def __init__(self, match: _Optional[str] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., options: _Optional[_Union[_game_pb2.Options, _Mapping]] = ..., rules_version: _Optional[str] = ..., state: _Optional[_Union[MatchState, str]] = ..., version: _Optional[int] = ..., commit_id: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., seat_to_act: _Optional[int] = ..., spectators: _Optional[_Union[Spectators, _Mapping]] = ..., time_control: _Optional[_Union[_clock_pb2.TimeControl, _Mapping]] = ..., clocks: _Optional[_Union[_clock_pb2.Clocks, _Mapping]] = ..., fairness: _Optional[_Union[Fairness, _Mapping]] = ..., outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., join_deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., rematch_of: _Optional[str] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("seat", "principal", "is_filled", "entropy")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    IS_FILLED_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    principal: str
    is_filled: bool
    entropy: bytes
    def __init__(self, seat: _Optional[int] = ..., principal: _Optional[str] = ..., is_filled: bool = ..., entropy: _Optional[bytes] = ...) -> None: ...

class Spectators(_message.Message):
    __slots__ = ("allowed", "delay")
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    DELAY_FIELD_NUMBER: _ClassVar[int]
    allowed: bool
    delay: _duration_pb2.Duration
    def __init__(self, allowed: bool = ..., delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Fairness(_message.Message):
    __slots__ = ("commitment", "creator_entropy", "is_unverifiable")
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    CREATOR_ENTROPY_FIELD_NUMBER: _ClassVar[int]
    IS_UNVERIFIABLE_FIELD_NUMBER: _ClassVar[int]
    commitment: bytes
    creator_entropy: bytes
    is_unverifiable: bool
    def __init__(self, commitment: _Optional[bytes] = ..., creator_entropy: _Optional[bytes] = ..., is_unverifiable: bool = ...) -> None: ...

class Reveal(_message.Message):
    __slots__ = ("seed", "salt")
    SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    seed: bytes
    salt: bytes
    def __init__(self, seed: _Optional[bytes] = ..., salt: _Optional[bytes] = ...) -> None: ...

class Update(_message.Message):
    __slots__ = ("version", "commit_id", "time", "move", "join", "forfeit", "close", "adjudication", "events", "clocks")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    COMMIT_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    JOIN_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    ADJUDICATION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    version: int
    commit_id: str
    time: _timestamp_pb2.Timestamp
    move: Move
    join: Join
    forfeit: Forfeit
    close: Close
    adjudication: Adjudication
    events: _containers.RepeatedCompositeFieldContainer[_game_pb2.Event]
    clocks: _clock_pb2.Clocks
    def __init__(self, version: _Optional[int] = ..., commit_id: _Optional[str] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., join: _Optional[_Union[Join, _Mapping]] = ..., forfeit: _Optional[_Union[Forfeit, _Mapping]] = ..., close: _Optional[_Union[Close, _Mapping]] = ..., adjudication: _Optional[_Union[Adjudication, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_game_pb2.Event, _Mapping]]] = ..., clocks: _Optional[_Union[_clock_pb2.Clocks, _Mapping]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("seat", "action")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: _game_pb2.Action
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[_game_pb2.Action, _Mapping]] = ...) -> None: ...

class Join(_message.Message):
    __slots__ = ("seat", "principal", "entropy")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    principal: str
    entropy: bytes
    def __init__(self, seat: _Optional[int] = ..., principal: _Optional[str] = ..., entropy: _Optional[bytes] = ...) -> None: ...

class Forfeit(_message.Message):
    __slots__ = ("seat", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reason: _outcome_pb2.ForfeitReason
    def __init__(self, seat: _Optional[int] = ..., reason: _Optional[_Union[_outcome_pb2.ForfeitReason, str]] = ...) -> None: ...

class Close(_message.Message):
    __slots__ = ("state", "absent_seats")
    STATE_FIELD_NUMBER: _ClassVar[int]
    ABSENT_SEATS_FIELD_NUMBER: _ClassVar[int]
    state: MatchState
    absent_seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, state: _Optional[_Union[MatchState, str]] = ..., absent_seats: _Optional[_Iterable[int]] = ...) -> None: ...

class Adjudication(_message.Message):
    __slots__ = ("winners",)
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, winners: _Optional[_Iterable[int]] = ...) -> None: ...

class MatchRecord(_message.Message):
    __slots__ = ("match", "reveal", "opening", "updates", "text")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    UPDATES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match: Match
    reveal: Reveal
    opening: _game_pb2.Position
    updates: _containers.RepeatedCompositeFieldContainer[Update]
    text: str
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., reveal: _Optional[_Union[Reveal, _Mapping]] = ..., opening: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., updates: _Optional[_Iterable[_Union[Update, _Mapping]]] = ..., text: _Optional[str] = ...) -> None: ...
