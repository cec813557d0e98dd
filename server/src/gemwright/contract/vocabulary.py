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
    """An enumeration of the engine, and what the error calls it when a number has no word in it."""

    members: type[Enum]
    description: str


ENUMS: Final[Mapping[str, Words]] = {
    "TokenKind": Words(Kind, "kind of token"),
    "EndReason": Words(EndReason, "reason of an end"),
    "ForfeitReason": Words(Forfeit, "reason of a forfeit"),
}
"""The enumerations of all games, by their names in the contract."""


def numbers_of(enum: EnumDescriptor, members: type[WordT]) -> dict[WordT, int]:
    """The number of every member; `TOKEN_KIND_RED` is the word for `Kind.RED`."""
    prefix = _prefix(enum)
    return {member: enum.values_by_name[f"{prefix}{member.name}"].number for member in members}


def words_of(enum: type[NumberT], members: type[WordT]) -> dict[WordT, NumberT]:
    """The contract's word for every member, for messages that are built field by field."""
    # An enumeration of generated code is no class at run time, and its words are plain numbers.
    descriptor = cast(EnumTypeWrapper, enum).DESCRIPTOR
    return cast(dict[WordT, NumberT], numbers_of(descriptor, members))


def _prefix(enum: EnumDescriptor) -> str:
    unspecified = enum.values_by_number[0].name
    return unspecified.removesuffix("UNSPECIFIED")


def text_of(member: Enum) -> str:
    """A member's word in plain data."""
    return member.name.lower() if isinstance(member, int) else str(member)
