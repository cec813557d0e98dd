"""The engine's enumerations and the contract's: the same words, matched by their names."""

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple, TypeVar, cast

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason, Forfeit

WordT = TypeVar("WordT", bound=Enum)
NumberT = TypeVar("NumberT", bound=int)


class Words(NamedTuple):
    """An enumeration of the engine, and what a number is not that stands for none of its words."""

    members: type[Enum]
    description: str


ENUMS: Final[Mapping[str, Words]] = {
    "TokenKind": Words(Kind, "kind of token"),
    "EndReason": Words(EndReason, "reason of an end"),
    "ForfeitReason": Words(Forfeit, "reason of a forfeit"),
}
"""Those of all games, by the name of the enumeration in the contract."""


def numbers_of(enum: EnumDescriptor, members: type[WordT]) -> dict[WordT, int]:
    """The number of every member; `TOKEN_KIND_RED` is the word for `Kind.RED`."""
    prefix = _prefix(enum)
    return {member: enum.values_by_name[f"{prefix}{member.name}"].number for member in members}


def words_of(enum: type[NumberT], members: type[WordT]) -> dict[WordT, NumberT]:
    """The contract's word for every member, for messages that are built field by field."""
    # What generated code calls a class is none at run time, and its words are plain numbers.
    descriptor = cast(EnumTypeWrapper, enum).DESCRIPTOR
    return cast(dict[WordT, NumberT], numbers_of(descriptor, members))


def _prefix(enum: EnumDescriptor) -> str:
    unspecified = enum.values_by_number[0].name
    return unspecified.removesuffix("UNSPECIFIED")


def text_of(member: Enum) -> str:
    """The word that plain data has for a member."""
    return member.name.lower() if isinstance(member, int) else str(member)
