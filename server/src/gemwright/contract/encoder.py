"""Encoders made once from descriptors: an engine value in, the bytes of its message out.

A field of a message is the attribute of that name; in plain data, the item. The field's descriptor
says how its value is written. Small values come again and again, so the bytes of a field are
remembered by its value.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import call
from typing import Final, TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from gemwright.contract.exceptions import EMPTY_IF_MISSING, ZERO_IF_UNSET
from gemwright.contract.shapes import (
    attributes,
    cases_of,
    engine_name,
    is_counts,
    is_in,
    is_text,
    message_of,
    row_in,
)
from gemwright.contract.vocabulary import Words, numbers_of, text_of
from gemwright.contract.wire import bytes_field, repeated_field, varint

Encode: TypeAlias = Callable[[object], bytes]
"""From a value to a message's bytes, or to those of a whole field with its number."""

_REMEMBERED: Final = 1024
_NOTHING: Final = b""


class Encoder:
    """Encodes messages: from their classes, or from plain data where they have none."""

    def __init__(self, words: Mapping[str, Words], classes: Mapping[str, type]) -> None:
        self._words = words
        """By the name of the enumeration."""
        self._classes = classes
        """By the name of the message."""

    def of(self, message: Descriptor) -> Encode:
        """The encoder of a message."""
        names = [engine_name(field) for field in message.fields]
        is_value = message.name in self._classes
        get = attributes(names) if is_value else _items_of(names)
        writers = [self._field(field) for field in message.fields]
        if is_value and len(writers) == 1:
            [write] = writers
            return lambda value: write(get(value))

        def encode(value: object) -> bytes:
            values = get(value)
            assert isinstance(values, tuple)
            return b"".join(map(call, writers, values))

        return encode

    def of_cases(self, message: Descriptor, classes: Iterable[type]) -> Encode:
        """The encoder of a message that is one of several, each with the name of a class."""
        cases = cases_of(message)
        assert cases is not None, message.full_name
        fields = {message_of(field).name: field for field in cases.fields}
        numbers = {one: fields[one.__name__].number for one in classes}
        writers = {one: self._content(message_of(fields[one.__name__])) for one in classes}

        def encode(value: object) -> bytes:
            kind = type(value)
            return bytes_field(numbers[kind], writers[kind](value))

        return encode

    def _field(self, field: FieldDescriptor) -> Encode:
        if field.message_type is None:
            return self._row(field) if field.is_repeated else self._single(field)
        if field.is_repeated:
            return self._repeated(field)
        return self._counts(field) if is_counts(field.message_type) else self._nested(field)

    def _single(self, field: FieldDescriptor) -> Encode:
        """One number, flag, word or text; a zero is written only if the field can be unset."""
        number, item, is_texts = field.number, self._item(field), is_text(field)
        zero = _NOTHING if is_texts else varint(0)
        unset = _whole(number, is_texts, zero) if is_in(field, ZERO_IF_UNSET) else _NOTHING
        is_always_told = field.has_presence

        @lru_cache(_REMEMBERED)
        def write(value: object) -> bytes:
            if value is None:
                return unset
            content = item(value)
            if content == zero and not is_always_told:
                return _NOTHING
            return _whole(number, is_texts, content)

        return write

    def _row(self, field: FieldDescriptor) -> Encode:
        """Write numbers packed into one field, and each text as a field of its own."""
        number, item, is_texts = field.number, self._item(field), is_text(field)

        @lru_cache(_REMEMBERED)
        def part(value: object) -> bytes:
            content = item(value)
            return bytes_field(number, content) if is_texts else content

        def write(values: object) -> bytes:
            assert isinstance(values, (tuple, list))
            content = b"".join(map(part, values))
            return content if is_texts or not content else bytes_field(number, content)

        return write

    def _counts(self, field: FieldDescriptor) -> Encode:
        """A number for each kind, in the order of the kinds or by their names."""
        number, kinds = field.number, message_of(field).fields
        names, writers = [kind.name for kind in kinds], [self._single(kind) for kind in kinds]
        can_be_none = is_in(field, EMPTY_IF_MISSING)

        @lru_cache(_REMEMBERED)
        def in_order(values: tuple[object, ...]) -> bytes:
            if not values and can_be_none:
                return _NOTHING
            parts = [write(value) for write, value in zip(writers, values, strict=True)]
            return bytes_field(number, b"".join(parts))

        def write(values: object) -> bytes:
            if values is None:
                return _NOTHING
            if isinstance(values, dict):
                return in_order(tuple([values.get(name, 0) for name in names]))
            assert isinstance(values, (tuple, list))
            return in_order(tuple(values))

        return write

    def _nested(self, field: FieldDescriptor) -> Encode:
        number, encode = field.number, self._content(message_of(field))

        def write(value: object) -> bytes:
            return _NOTHING if value is None else bytes_field(number, encode(value))

        return write

    def _repeated(self, field: FieldDescriptor) -> Encode:
        number, encode = field.number, self._content(message_of(field))
        if self._is_small(message_of(field)):
            encode = lru_cache(_REMEMBERED)(encode)

        def write(values: object) -> bytes:
            assert isinstance(values, (tuple, list))
            return repeated_field(number, [encode(value) for value in values])

        return write

    def _is_small(self, message: Descriptor) -> bool:
        """Whether the message has a class and only single values in it."""
        is_plain = [not field.is_repeated and not field.message_type for field in message.fields]
        return message.name in self._classes and all(is_plain)

    def _content(self, message: Descriptor) -> Encode:
        """Encode a row by its items, and every other message by its fields."""
        row = None if message.name in self._classes else row_in(message)
        return self.of(message) if row is None else self._row(row)

    def _item(self, field: FieldDescriptor) -> Encode:
        """The bytes of a value without the number of its field."""
        if field.enum_type is not None:
            return self._numbers(field.enum_type).__getitem__
        return _text if is_text(field) else _number

    def _numbers(self, enum: EnumDescriptor) -> dict[object, bytes]:
        """Every word's number by the word and by its text; None is an empty place in a row."""
        found: dict[object, bytes] = {None: varint(0)}
        for member, number in numbers_of(enum, self._words[enum.name].members).items():
            found[member] = found[text_of(member)] = varint(number)
        return found


def _number(value: object) -> bytes:
    assert isinstance(value, int)
    return varint(value)


def _text(value: object) -> bytes:
    """A text; empty for an empty place in a row."""
    if value is None:
        return _NOTHING
    assert isinstance(value, str)
    return value.encode()


def _whole(number: int, is_texts: bool, content: bytes) -> bytes:
    return bytes_field(number, content) if is_texts else varint(number << 3) + content


def _items_of(names: Sequence[str]) -> Callable[[object], tuple[object, ...]]:
    """A function that gets the items of these names."""

    def get(value: object) -> tuple[object, ...]:
        assert isinstance(value, dict)
        return tuple([value[name] for name in names])

    return get
