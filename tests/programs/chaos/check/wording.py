"""The engine's values in the messages of the contract, by the names that both have in common.

The server has a converter for each message, and this checks what they write; so it knows none of
them. A field of a message is the attribute of the same name; what differs is said at the top.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from gemwright.engine.kinds import KINDS, Kind
from gemwright_client.pb.game_pb2 import Event, Position, View

FAMILIES: Final = {"duel": "duel", "duel_counterfeiters": "duel", "splendor": "splendor"}
"""The name of each game's messages in every `oneof`."""
_OTHER_NAMES: Final = {"reasons": "endings"}
"""Fields of messages that have another name in the engine."""
_COUNTS: Final = ("TokenCounts", "ColourCounts")
_MESSAGE: Final = FieldDescriptor.TYPE_MESSAGE
_ENUM: Final = FieldDescriptor.TYPE_ENUM
_STRING: Final = FieldDescriptor.TYPE_STRING


def view_message(game: str, view: object) -> View:
    """What a viewer may know of a position."""
    message = View()
    _fill(_family(message, game), view)
    return message


def position_message(game: str, data: object) -> Position:
    """A whole position, from the engine's plain data."""
    message = Position()
    _fill(_family(message, game), data)
    return message


def event_message(game: str, event: object) -> Event:
    """One event."""
    message = Event()
    family = _family(message, game)
    content: Message = getattr(family, _event_field(type(event).__name__))
    content.SetInParent()
    _fill(content, event)
    return message


def fill(message: Message, value: object) -> None:
    """Make a message say what a value of the engine says."""
    _fill(message, value)


def _family(message: Message, game: str) -> Message:
    family: Message = getattr(message, FAMILIES[game])
    family.SetInParent()
    return family


@cache
def _event_field(name: str) -> str:
    """The name in the `oneof` of events: `TokenTaken` is `token_taken`."""
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def _fill(message: Message, value: object) -> None:
    for field in _fields(message.DESCRIPTOR):
        part = _part(value, _OTHER_NAMES.get(field.name, field.name))
        if part is None:
            continue
        if field.is_repeated:
            _extend(message, field, part)
        elif field.type == _MESSAGE:
            _fill_message(getattr(message, field.name), part)
        else:
            setattr(message, field.name, _scalar(field, part))


@cache
def _fields(kind: Descriptor) -> list[FieldDescriptor]:
    return cast(list[FieldDescriptor], list(kind.fields))


def _part(value: object, name: str) -> object:
    if isinstance(value, Mapping):
        return value.get(name)
    return getattr(value, name)


def _extend(message: Message, field: FieldDescriptor, part: object) -> None:
    assert isinstance(part, Iterable)
    into = getattr(message, field.name)
    if field.type == _MESSAGE:
        for item in part:
            _fill_message(into.add(), item)
    else:
        into.extend([_scalar(field, item) for item in part])


def _fill_message(message: Message, part: object) -> None:
    if message.DESCRIPTOR.name in _COUNTS:
        _count(message, part)
    elif _is_row(message.DESCRIPTOR):
        message.SetInParent()
        _extend(message, _fields(message.DESCRIPTOR)[0], part)
    else:
        message.SetInParent()
        _fill(message, part)


@cache
def _is_row(kind: Descriptor) -> bool:
    """Whether a message is only there to hold a row: a deck, the kinds that may follow."""
    fields = _fields(kind)
    return len(fields) == 1 and fields[0].is_repeated


def _count(message: Message, part: object) -> None:
    """So many tokens of each kind: by name, or a figure for each kind in order, or none at all."""
    if isinstance(part, Sequence):
        if not part:
            return
        part = {kind.text: number for kind, number in zip(KINDS, part, strict=False)}
    assert isinstance(part, Mapping)
    message.SetInParent()
    for name, number in part.items():
        setattr(message, name, number)


def _scalar(field: FieldDescriptor, part: object) -> object:
    if field.type == _ENUM:
        assert field.enum_type is not None
        return _number(field.enum_type, part)
    if field.type == _STRING and part is None:
        return ""
    return part


def _number(enum: EnumDescriptor, part: object) -> int:
    """The number of an enum's value: nothing is 0, and a kind of token one more than here."""
    if part is None:
        return 0
    if isinstance(part, Kind):
        return part + 1
    return _numbers(enum)[str(part)]


@cache
def _numbers(enum: EnumDescriptor) -> Mapping[str, int]:
    """The numbers of an enum by the engine's words: `TOKEN_KIND_RED` is `red`."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {one.name.removeprefix(prefix).lower(): one.number for one in enum.values}
