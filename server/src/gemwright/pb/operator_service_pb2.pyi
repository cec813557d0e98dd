from . import game_pb2 as _game_pb2
from . import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FindMatchesRequest(_message.Message):
    __slots__ = ("owner", "page_size", "page_token", "state", "game", "principal")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    owner: str
    page_size: int
    page_token: str
    state: _match_pb2.MatchState
    game: _game_pb2.Game
    principal: str
    def __init__(self, owner: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., state: _Optional[_Union[_match_pb2.MatchState, str]] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., principal: _Optional[str] = ...) -> None: ...

class FindMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[_match_pb2.Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[_match_pb2.Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class InspectMatchRequest(_message.Message):
    __slots__ = ("match", "note")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    match: str
    note: str
    def __init__(self, match: _Optional[str] = ..., note: _Optional[str] = ...) -> None: ...

class InspectMatchResponse(_message.Message):
    __slots__ = ("record", "owner", "position")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    record: _match_pb2.MatchRecord
    owner: str
    position: _game_pb2.Position
    def __init__(self, record: _Optional[_Union[_match_pb2.MatchRecord, _Mapping]] = ..., owner: _Optional[str] = ..., position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ...) -> None: ...

class EndMatchRequest(_message.Message):
    __slots__ = ("match", "note")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    match: str
    note: str
    def __init__(self, match: _Optional[str] = ..., note: _Optional[str] = ...) -> None: ...

class EndMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...

class AdjudicateMatchRequest(_message.Message):
    __slots__ = ("match", "winners", "note")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    match: str
    winners: _containers.RepeatedScalarFieldContainer[int]
    note: str
    def __init__(self, match: _Optional[str] = ..., winners: _Optional[_Iterable[int]] = ..., note: _Optional[str] = ...) -> None: ...

class AdjudicateMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: _match_pb2.Match
    def __init__(self, match: _Optional[_Union[_match_pb2.Match, _Mapping]] = ...) -> None: ...
