from . import duel_action_pb2 as _duel_action_pb2
from . import duel_event_pb2 as _duel_event_pb2
from . import duel_options_pb2 as _duel_options_pb2
from . import duel_position_pb2 as _duel_position_pb2
from . import duel_view_pb2 as _duel_view_pb2
from . import splendor_action_pb2 as _splendor_action_pb2
from . import splendor_event_pb2 as _splendor_event_pb2
from . import splendor_options_pb2 as _splendor_options_pb2
from . import splendor_position_pb2 as _splendor_position_pb2
from . import splendor_view_pb2 as _splendor_view_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Game(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_UNSPECIFIED: _ClassVar[Game]
    GAME_DUEL: _ClassVar[Game]
    GAME_DUEL_COUNTERFEITERS: _ClassVar[Game]
    GAME_SPLENDOR: _ClassVar[Game]
GAME_UNSPECIFIED: Game
GAME_DUEL: Game
GAME_DUEL_COUNTERFEITERS: Game
GAME_SPLENDOR: Game

class Options(_message.Message):
    __slots__ = ("duel", "splendor")
    DUEL_FIELD_NUMBER: _ClassVar[int]
    SPLENDOR_FIELD_NUMBER: _ClassVar[int]
    duel: _duel_options_pb2.DuelOptions
    splendor: _splendor_options_pb2.SplendorOptions
    def __init__(self, duel: _Optional[_Union[_duel_options_pb2.DuelOptions, _Mapping]] = ..., splendor: _Optional[_Union[_splendor_options_pb2.SplendorOptions, _Mapping]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("duel", "splendor")
    DUEL_FIELD_NUMBER: _ClassVar[int]
    SPLENDOR_FIELD_NUMBER: _ClassVar[int]
    duel: _duel_action_pb2.DuelAction
    splendor: _splendor_action_pb2.SplendorAction
    def __init__(self, duel: _Optional[_Union[_duel_action_pb2.DuelAction, _Mapping]] = ..., splendor: _Optional[_Union[_splendor_action_pb2.SplendorAction, _Mapping]] = ...) -> None: ...

class Payment(_message.Message):
    __slots__ = ("duel", "splendor")
    DUEL_FIELD_NUMBER: _ClassVar[int]
    SPLENDOR_FIELD_NUMBER: _ClassVar[int]
    duel: _duel_action_pb2.DuelPayment
    splendor: _splendor_action_pb2.SplendorPayment
    def __init__(self, duel: _Optional[_Union[_duel_action_pb2.DuelPayment, _Mapping]] = ..., splendor: _Optional[_Union[_splendor_action_pb2.SplendorPayment, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("duel", "splendor", "match_dealt")
    DUEL_FIELD_NUMBER: _ClassVar[int]
    SPLENDOR_FIELD_NUMBER: _ClassVar[int]
    MATCH_DEALT_FIELD_NUMBER: _ClassVar[int]
    duel: _duel_event_pb2.DuelEvent
    splendor: _splendor_event_pb2.SplendorEvent
    match_dealt: MatchDealt
    def __init__(self, duel: _Optional[_Union[_duel_event_pb2.DuelEvent, _Mapping]] = ..., splendor: _Optional[_Union[_splendor_event_pb2.SplendorEvent, _Mapping]] = ..., match_dealt: _Optional[_Union[MatchDealt, _Mapping]] = ...) -> None: ...

class MatchDealt(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: View
    def __init__(self, view: _Optional[_Union[View, _Mapping]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("duel", "splendor")
    DUEL_FIELD_NUMBER: _ClassVar[int]
    SPLENDOR_FIELD_NUMBER: _ClassVar[int]
    duel: _duel_view_pb2.DuelView
    splendor: _splendor_view_pb2.SplendorView
    def __init__(self, duel: _Optional[_Union[_duel_view_pb2.DuelView, _Mapping]] = ..., splendor: _Optional[_Union[_splendor_view_pb2.SplendorView, _Mapping]] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("duel", "splendor")
    DUEL_FIELD_NUMBER: _ClassVar[int]
    SPLENDOR_FIELD_NUMBER: _ClassVar[int]
    duel: _duel_position_pb2.DuelPosition
    splendor: _splendor_position_pb2.SplendorPosition
    def __init__(self, duel: _Optional[_Union[_duel_position_pb2.DuelPosition, _Mapping]] = ..., splendor: _Optional[_Union[_splendor_position_pb2.SplendorPosition, _Mapping]] = ...) -> None: ...
