from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_POINTS: _ClassVar[EndReason]
    END_REASON_CROWNS: _ClassVar[EndReason]
    END_REASON_COLOUR_POINTS: _ClassVar[EndReason]
    END_REASON_LAST_ROUND: _ClassVar[EndReason]
    END_REASON_ALL_PASSED: _ClassVar[EndReason]
    END_REASON_NO_PROGRESS: _ClassVar[EndReason]
    END_REASON_BLOCKING_CLAIM: _ClassVar[EndReason]
    END_REASON_RESIGNATION: _ClassVar[EndReason]
    END_REASON_TIMEOUT: _ClassVar[EndReason]
    END_REASON_ADJUDICATION: _ClassVar[EndReason]

class ForfeitReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORFEIT_REASON_UNSPECIFIED: _ClassVar[ForfeitReason]
    FORFEIT_REASON_RESIGNATION: _ClassVar[ForfeitReason]
    FORFEIT_REASON_TIMEOUT: _ClassVar[ForfeitReason]
END_REASON_UNSPECIFIED: EndReason
END_REASON_POINTS: EndReason
END_REASON_CROWNS: EndReason
END_REASON_COLOUR_POINTS: EndReason
END_REASON_LAST_ROUND: EndReason
END_REASON_ALL_PASSED: EndReason
END_REASON_NO_PROGRESS: EndReason
END_REASON_BLOCKING_CLAIM: EndReason
END_REASON_RESIGNATION: EndReason
END_REASON_TIMEOUT: EndReason
END_REASON_ADJUDICATION: EndReason
FORFEIT_REASON_UNSPECIFIED: ForfeitReason
FORFEIT_REASON_RESIGNATION: ForfeitReason
FORFEIT_REASON_TIMEOUT: ForfeitReason

class Outcome(_message.Message):
    __slots__ = ("winners", "ranks", "reasons", "scores")
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    reasons: _containers.RepeatedScalarFieldContainer[EndReason]
    scores: _containers.RepeatedCompositeFieldContainer[Score]
    def __init__(self, winners: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., reasons: _Optional[_Iterable[_Union[EndReason, str]]] = ..., scores: _Optional[_Iterable[_Union[Score, _Mapping]]] = ...) -> None: ...

class Score(_message.Message):
    __slots__ = ("points", "cards", "crowns", "colour_points")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CROWNS_FIELD_NUMBER: _ClassVar[int]
    COLOUR_POINTS_FIELD_NUMBER: _ClassVar[int]
    points: int
    cards: int
    crowns: int
    colour_points: _token_pb2.ColourCounts
    def __init__(self, points: _Optional[int] = ..., cards: _Optional[int] = ..., crowns: _Optional[int] = ..., colour_points: _Optional[_Union[_token_pb2.ColourCounts, _Mapping]] = ...) -> None: ...
