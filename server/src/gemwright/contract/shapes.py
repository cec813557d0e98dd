"""What a descriptor shows: which messages are rows, counts or cases, and the names of fields."""

from collections.abc import Callable, Sequence
from operator import attrgetter

from google.protobuf.descriptor import Descriptor, FieldDescriptor, OneofDescriptor

from gemwright.contract.exceptions import RENAMED
from gemwright.engine.kinds import KIND_OF_TEXT


def qualified(field: FieldDescriptor) -> str:
    """The name of the field with its message, as `Message.field`."""
    assert field.containing_type is not None
    return f"{field.containing_type.name}.{field.name}"


def is_in(field: FieldDescriptor, names: frozenset[str]) -> bool:
    """Whether a table names the field, in this message or in all."""
    return field.name in names or qualified(field) in names


def engine_name(field: FieldDescriptor) -> str:
    """The engine's name for the field."""
    return RENAMED.get(qualified(field), field.name)


def message_of(field: FieldDescriptor) -> Descriptor:
    """The message that a field holds."""
    assert field.message_type is not None, field.full_name
    return field.message_type


def is_text(field: FieldDescriptor) -> bool:
    """Whether it holds texts."""
    return field.cpp_type == FieldDescriptor.CPPTYPE_STRING


def is_counts(message: Descriptor) -> bool:
    """Whether it has a number for each kind of token, or for each gem colour."""
    return all(field.name in KIND_OF_TEXT for field in message.fields) and bool(message.fields)


def row_in(message: Descriptor) -> FieldDescriptor | None:
    """The repeated field of a message that has no other; unlike a list, it can be unset."""
    fields = message.fields
    return fields[0] if len(fields) == 1 and fields[0].is_repeated else None


def cases_of(message: Descriptor) -> OneofDescriptor | None:
    """The `oneof` of a message that has no other fields."""
    found = [one for one in message.oneofs if len(one.fields) == len(message.fields) > 1]
    return found[0] if found else None


def fields_of(kind: type) -> tuple[str, ...]:
    """The names of the fields of a class of values, in order."""
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    return names


def attributes(names: Sequence[str]) -> Callable[[object], object]:
    """A function that gets the values of these attributes: a tuple, or a single value bare."""
    return attrgetter(*names) if names else lambda value: ()
