from . import game_pb2 as _game_pb2
from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CardSort(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_SORT_UNSPECIFIED: _ClassVar[CardSort]
    CARD_SORT_JEWEL: _ClassVar[CardSort]
    CARD_SORT_ROYAL: _ClassVar[CardSort]
    CARD_SORT_COUNTERFEITER: _ClassVar[CardSort]
    CARD_SORT_NOBLE: _ClassVar[CardSort]
CARD_SORT_UNSPECIFIED: CardSort
CARD_SORT_JEWEL: CardSort
CARD_SORT_ROYAL: CardSort
CARD_SORT_COUNTERFEITER: CardSort
CARD_SORT_NOBLE: CardSort

class GetServerInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerInfoResponse(_message.Message):
    __slots__ = ("server_version", "is_development_mode", "limits", "durability")
    SERVER_VERSION_FIELD_NUMBER: _ClassVar[int]
    IS_DEVELOPMENT_MODE_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    DURABILITY_FIELD_NUMBER: _ClassVar[int]
    server_version: str
    is_development_mode: bool
    limits: Limits
    durability: Durability
    def __init__(self, server_version: _Optional[str] = ..., is_development_mode: bool = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., durability: _Optional[_Union[Durability, _Mapping]] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("max_request_bytes", "max_open_streams", "max_batch_size", "heartbeat_seconds", "request_id_seconds", "keep_finished_seconds", "abandon_seconds", "join_timeout_seconds", "max_matches_per_owner", "max_calls_per_second", "player_token_seconds", "activity_seconds")
    MAX_REQUEST_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_OPEN_STREAMS_FIELD_NUMBER: _ClassVar[int]
    MAX_BATCH_SIZE_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_SECONDS_FIELD_NUMBER: _ClassVar[int]
    KEEP_FINISHED_SECONDS_FIELD_NUMBER: _ClassVar[int]
    ABANDON_SECONDS_FIELD_NUMBER: _ClassVar[int]
    JOIN_TIMEOUT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_PER_OWNER_FIELD_NUMBER: _ClassVar[int]
    MAX_CALLS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    PLAYER_TOKEN_SECONDS_FIELD_NUMBER: _ClassVar[int]
    ACTIVITY_SECONDS_FIELD_NUMBER: _ClassVar[int]
    max_request_bytes: int
    max_open_streams: int
    max_batch_size: int
    heartbeat_seconds: int
    request_id_seconds: int
    keep_finished_seconds: int
    abandon_seconds: int
    join_timeout_seconds: int
    max_matches_per_owner: int
    max_calls_per_second: int
    player_token_seconds: int
    activity_seconds: int
    def __init__(self, max_request_bytes: _Optional[int] = ..., max_open_streams: _Optional[int] = ..., max_batch_size: _Optional[int] = ..., heartbeat_seconds: _Optional[int] = ..., request_id_seconds: _Optional[int] = ..., keep_finished_seconds: _Optional[int] = ..., abandon_seconds: _Optional[int] = ..., join_timeout_seconds: _Optional[int] = ..., max_matches_per_owner: _Optional[int] = ..., max_calls_per_second: _Optional[int] = ..., player_token_seconds: _Optional[int] = ..., activity_seconds: _Optional[int] = ...) -> None: ...

class Durability(_message.Message):
    __slots__ = ("store", "is_append_only", "fsync", "replicas", "warnings", "wait_replicas", "waits_for_disk")
    STORE_FIELD_NUMBER: _ClassVar[int]
    IS_APPEND_ONLY_FIELD_NUMBER: _ClassVar[int]
    FSYNC_FIELD_NUMBER: _ClassVar[int]
    REPLICAS_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    WAIT_REPLICAS_FIELD_NUMBER: _ClassVar[int]
    WAITS_FOR_DISK_FIELD_NUMBER: _ClassVar[int]
    store: str
    is_append_only: bool
    fsync: str
    replicas: int
    warnings: _containers.RepeatedScalarFieldContainer[str]
    wait_replicas: int
    waits_for_disk: bool
    def __init__(self, store: _Optional[str] = ..., is_append_only: bool = ..., fsync: _Optional[str] = ..., replicas: _Optional[int] = ..., warnings: _Optional[_Iterable[str]] = ..., wait_replicas: _Optional[int] = ..., waits_for_disk: bool = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[GameInfo]
    def __init__(self, games: _Optional[_Iterable[_Union[GameInfo, _Mapping]]] = ...) -> None: ...

class GameInfo(_message.Message):
    __slots__ = ("game", "rules_version", "min_seats", "max_seats", "default_options")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    MIN_SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_SEATS_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    rules_version: str
    min_seats: int
    max_seats: int
    default_options: _game_pb2.Options
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, str]] = ..., rules_version: _Optional[str] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ..., default_options: _Optional[_Union[_game_pb2.Options, _Mapping]] = ...) -> None: ...

class ListCardsRequest(_message.Message):
    __slots__ = ("game", "language")
    GAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    language: str
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, str]] = ..., language: _Optional[str] = ...) -> None: ...

class ListCardsResponse(_message.Message):
    __slots__ = ("cards", "terms")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    terms: _containers.RepeatedCompositeFieldContainer[Term]
    def __init__(self, cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., terms: _Optional[_Iterable[_Union[Term, _Mapping]]] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("card", "sort", "level", "points", "crowns", "bonus", "bonus_count", "is_wild", "cost", "abilities")
    CARD_FIELD_NUMBER: _ClassVar[int]
    SORT_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CROWNS_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    BONUS_COUNT_FIELD_NUMBER: _ClassVar[int]
    IS_WILD_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    card: str
    sort: CardSort
    level: int
    points: int
    crowns: int
    bonus: _token_pb2.TokenKind
    bonus_count: int
    is_wild: bool
    cost: _token_pb2.TokenCounts
    abilities: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, card: _Optional[str] = ..., sort: _Optional[_Union[CardSort, str]] = ..., level: _Optional[int] = ..., points: _Optional[int] = ..., crowns: _Optional[int] = ..., bonus: _Optional[_Union[_token_pb2.TokenKind, str]] = ..., bonus_count: _Optional[int] = ..., is_wild: bool = ..., cost: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ..., abilities: _Optional[_Iterable[str]] = ...) -> None: ...

class Term(_message.Message):
    __slots__ = ("key", "text")
    KEY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    key: str
    text: str
    def __init__(self, key: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class ListScenariosRequest(_message.Message):
    __slots__ = ("language",)
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    language: str
    def __init__(self, language: _Optional[str] = ...) -> None: ...

class ListScenariosResponse(_message.Message):
    __slots__ = ("scenarios",)
    SCENARIOS_FIELD_NUMBER: _ClassVar[int]
    scenarios: _containers.RepeatedCompositeFieldContainer[Scenario]
    def __init__(self, scenarios: _Optional[_Iterable[_Union[Scenario, _Mapping]]] = ...) -> None: ...

class Scenario(_message.Message):
    __slots__ = ("scenario", "game", "seats", "text", "seat_to_act", "seat", "action")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TO_ACT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    scenario: str
    game: _game_pb2.Game
    seats: int
    text: str
    seat_to_act: int
    seat: int
    action: _game_pb2.Action
    def __init__(self, scenario: _Optional[str] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., seats: _Optional[int] = ..., text: _Optional[str] = ..., seat_to_act: _Optional[int] = ..., seat: _Optional[int] = ..., action: _Optional[_Union[_game_pb2.Action, _Mapping]] = ...) -> None: ...
