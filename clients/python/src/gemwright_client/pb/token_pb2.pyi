from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class TokenKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOKEN_KIND_UNSPECIFIED: _ClassVar[TokenKind]
    TOKEN_KIND_WHITE: _ClassVar[TokenKind]
    TOKEN_KIND_BLUE: _ClassVar[TokenKind]
    TOKEN_KIND_GREEN: _ClassVar[TokenKind]
    TOKEN_KIND_RED: _ClassVar[TokenKind]
    TOKEN_KIND_BLACK: _ClassVar[TokenKind]
    TOKEN_KIND_PEARL: _ClassVar[TokenKind]
    TOKEN_KIND_GOLD: _ClassVar[TokenKind]
    TOKEN_KIND_GLASSWARE: _ClassVar[TokenKind]
TOKEN_KIND_UNSPECIFIED: TokenKind
TOKEN_KIND_WHITE: TokenKind
TOKEN_KIND_BLUE: TokenKind
TOKEN_KIND_GREEN: TokenKind
TOKEN_KIND_RED: TokenKind
TOKEN_KIND_BLACK: TokenKind
TOKEN_KIND_PEARL: TokenKind
TOKEN_KIND_GOLD: TokenKind
TOKEN_KIND_GLASSWARE: TokenKind

class TokenCounts(_message.Message):
    __slots__ = ("white", "blue", "green", "red", "black", "pearl", "gold", "glassware")
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLUE_FIELD_NUMBER: _ClassVar[int]
    GREEN_FIELD_NUMBER: _ClassVar[int]
    RED_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    PEARL_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GLASSWARE_FIELD_NUMBER: _ClassVar[int]
    white: int
    blue: int
    green: int
    red: int
    black: int
    pearl: int
    gold: int
    glassware: int
    def __init__(self, white: _Optional[int] = ..., blue: _Optional[int] = ..., green: _Optional[int] = ..., red: _Optional[int] = ..., black: _Optional[int] = ..., pearl: _Optional[int] = ..., gold: _Optional[int] = ..., glassware: _Optional[int] = ...) -> None: ...

class ColourCounts(_message.Message):
    __slots__ = ("white", "blue", "green", "red", "black")
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLUE_FIELD_NUMBER: _ClassVar[int]
    GREEN_FIELD_NUMBER: _ClassVar[int]
    RED_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    white: int
    blue: int
    green: int
    red: int
    black: int
    def __init__(self, white: _Optional[int] = ..., blue: _Optional[int] = ..., green: _Optional[int] = ..., red: _Optional[int] = ..., black: _Optional[int] = ...) -> None: ...
