"""The engine's enumerations and the contract's: the same words, matched by their names."""

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from google.protobuf.descriptor import EnumDescriptor

from gemwright.engine.duel.decisions import DecisionKind as DuelDecisionKind
from gemwright.engine.kinds import Kind
from gemwright.engine.outcome import Ending, Forfeit
from gemwright.engine.splendor.decisions import DecisionKind as SplendorDecisionKind

WordT = TypeVar("WordT", bound=Enum)


class Words(NamedTuple):
    """An enumeration of the engine, and what a number is not that stands for none of its words."""

    members: type[Enum]
    description: str


ENUMS: Final[Mapping[str, Words]] = {
    "TokenKind": Words(Kind, "kind of token"),
    "DuelDecisionKind": Words(DuelDecisionKind, "kind of decision"),
    "SplendorDecisionKind": Words(SplendorDecisionKind, "kind of decision"),
    "EndReason": Words(Ending, "reason of an end"),
    "ForfeitReason": Words(Forfeit, "reason of a forfeit"),
}
"""By the name of the enumeration in the contract."""


def numbers_of(enum: EnumDescriptor, members: type[WordT]) -> dict[WordT, int]:
    """The number of every member; `TOKEN_KIND_RED` is the word for `Kind.RED`."""
    prefix = _prefix(enum)
    return {member: enum.values_by_name[f"{prefix}{member.name}"].number for member in members}


def _prefix(enum: EnumDescriptor) -> str:
    unspecified = enum.values_by_number[0].name
    return unspecified.removesuffix("UNSPECIFIED")


def text_of(member: Enum) -> str:
    """The word that plain data has for a member."""
    return member.name.lower() if isinstance(member, int) else str(member)
