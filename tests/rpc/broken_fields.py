"""Requests with one field broken, made from the descriptors: every field of every message in turn.

They are written as the JSON of the contract, which reaches any field by its path.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import ParseDict
from google.protobuf.message import Message

LONG: Final = "Q" * 450_000
"""Twice fits into a request."""
_ODD: Final = "é\n\0"
_UNKNOWN: Final = 99
_DEEPEST: Final = 6
_PLACES: Final = {"seats": 2}
"""Rows that are wrong as a whole with another length than this."""
_NUMBERS: Final = (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_INT64)
MessageT = TypeVar("MessageT", bound=Message)


class Breakage(NamedTuple):
    """One way to break one field."""

    path: tuple[FieldDescriptor, ...]
    value: int | str

    @property
    def name(self) -> str:
        """The path as people read it."""
        return ".".join(field.name for field in self.path)

    def of(self, request: MessageT) -> MessageT:
        """The request with that field broken."""
        broken = type(request)()
        broken.CopyFrom(request)
        value: object = self.value
        for field in reversed(self.path):
            number = _PLACES.get(field.name, 1)
            value = {field.name: [value] * number if field.is_repeated else value}
        assert isinstance(value, dict)
        return ParseDict(value, broken)


def breakages(kind: Descriptor, above: tuple[FieldDescriptor, ...] = ()) -> Iterator[Breakage]:
    """Every way to break one field of a message of this kind, those inside it included."""
    for field in kind.fields:
        path = (*above, field)
        inner = field.message_type
        if inner is not None and inner.full_name != Duration.DESCRIPTOR.full_name:
            if len(path) < _DEEPEST:
                yield from breakages(inner, path)
            continue
        for value in _values(field):
            yield Breakage(path, value)


def _values(field: FieldDescriptor) -> tuple[int | str, ...]:
    if field.message_type is not None:
        return ("-1s", "-0.000001s", "99999999s")
    if field.cpp_type in _NUMBERS:
        return (-1, -(2**31))
    if field.cpp_type == FieldDescriptor.CPPTYPE_ENUM:
        return (_UNKNOWN, -1)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return (LONG,)
    if field.type == FieldDescriptor.TYPE_STRING:
        return (LONG, _ODD)
    return ()
