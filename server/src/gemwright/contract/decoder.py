"""Decoders made once from descriptors: a message in, the engine's value out, or `Malformed`.

The fields of a message are given to the class of its name, in order; without a class they become
plain data. Limits on what a client may send are found by the names of fields. A `Malformed` gets
its path on the way out: each enclosing message adds the name of its field.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter
from typing import Final, Protocol, TypeAlias, TypeVar

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from gemwright.contract.exceptions import EMPTY_IF_MISSING, MAY_BE_MISSING, READ_LAST, SLOTS
from gemwright.contract.limits import NO_LIMITS, Limit, Limits, Malformed, within
from gemwright.contract.shapes import (
    attributes,
    cases_of,
    engine_name,
    fields_of,
    is_counts,
    is_in,
    is_text,
    qualified,
    row_in,
)
from gemwright.contract.vocabulary import Words, numbers_of, text_of
from gemwright.engine.kinds import KINDS
from gemwright.engine.lanes import MOST

Decode: TypeAlias = Callable[[Message], object]
"""From a message, or from whatever a field holds, to the engine's value."""

_COUNT: Final = within(range(MOST + 1))
"""How many tokens of a kind a position can hold."""
_LONGEST_ID: Final = 16
T = TypeVar("T")


class _Make(Protocol):
    def __call__(self, *parts: object) -> object: ...


class Decoder:
    """Decodes the messages of one family: to their classes, or to plain data without one."""

    def __init__(
        self,
        words: Mapping[str, Words],
        classes: Mapping[str, type],
        limits: Limits = NO_LIMITS,
        read_apart: Mapping[str, Decode] | None = None,
        known: Mapping[str, object] | None = None,
    ) -> None:
        self._words = words
        """By the name of the enumeration."""
        self._classes = classes
        """By the name of the message."""
        self._limits = limits
        self._read_apart = read_apart or {}
        """Messages with a decoder of their own."""
        self._known = known or {}
        """Attributes of a class for which its message has no field."""
        self._row: Callable[[Iterable[object]], object] = tuple if classes else list

    def of(self, message: Descriptor) -> Decode:
        """The decoder of a message."""
        if message.name in self._read_apart:
            return self._read_apart[message.name]
        get = attributes([field.name for field in message.fields])
        is_single = len(message.fields) == 1
        conversions = self._conversions(message)
        make = self._make(message)
        required = self._required(message)
        whole = self._limits.wholes.get(message.name)

        def decode(message: Message) -> object:
            for name, complaint in required:
                if not message.HasField(name):
                    raise Malformed(name, complaint)
            found = get(message)
            parts = list(found) if isinstance(found, tuple) and not is_single else [found]
            for place, convert in conversions:
                parts[place] = convert(message)
            value = make(*parts)
            if whole is not None and not whole.is_possible(value):
                raise Malformed(whole.field, whole.complaint)
            return value

        return decode

    def data_of(self, message: Descriptor) -> Callable[[Message], dict[str, object]]:
        """The decoder of a message without a class."""
        decode = self.of(message)

        def data(message: Message) -> dict[str, object]:
            found = decode(message)
            assert isinstance(found, dict)
            return found

        return data

    def of_cases(self, message: Descriptor) -> Decode:
        """The decoder of a message that is one of several, each with a class."""
        cases = cases_of(message)
        assert cases is not None, message.full_name
        decoders = {field.name: self._given(field) for field in cases.fields}
        oneof, nothing = cases.name, self._limits.nothing

        def decode(message: Message) -> object:
            case = message.WhichOneof(oneof)
            if case is None:
                raise Malformed("", nothing)
            return decoders[case](message)

        return decode

    def _make(self, message: Descriptor) -> _Make:
        names = tuple(engine_name(field) for field in message.fields)
        if message.name not in self._classes:
            return lambda *parts: dict(zip(names, parts, strict=True))
        kind = self._classes[message.name]
        known = [value for name, value in self._known.items() if name in fields_of(kind)]
        return partial(kind, *known)

    def _required(self, message: Descriptor) -> list[tuple[str, str]]:
        """The fields that must be given, each with the error text for a missing one."""
        found = [(field, self._find(self._limits.required, field)) for field in message.fields]
        return [(field.name, complaint) for field, complaint in found if complaint is not None]

    def _conversions(self, message: Descriptor) -> list[tuple[int, Decode]]:
        """The conversions of the fields that need one, by their places."""
        places = sorted(
            range(len(message.fields)), key=lambda place: is_in(message.fields[place], READ_LAST)
        )
        found = [(place, self._field(message.fields[place])) for place in places]
        return [(place, convert) for place, convert in found if convert is not None]

    def _field(self, field: FieldDescriptor) -> Decode | None:
        if field.is_repeated:
            return self._repeated(field)
        if field.has_presence:
            return self._unless_missing(field)
        return None if self._item(field) is None else self._given(field)

    def _unless_missing(self, field: FieldDescriptor) -> Decode:
        """Read a field whose absence can be seen: a message, or a field marked as optional."""
        name, given = field.name, self._given(field)
        if field.message_type is not None and not is_in(field, MAY_BE_MISSING | EMPTY_IF_MISSING):
            return given
        unset = self._row(()) if is_in(field, EMPTY_IF_MISSING) else None

        def decode(message: Message) -> object:
            return given(message) if message.HasField(name) else unset

        return decode

    def _given(self, field: FieldDescriptor) -> Decode:
        """What the field holds, unset or not."""
        name, get, item = field.name, attrgetter(field.name), self._item(field)
        if item is None:
            return get
        convert = item

        def decode(message: Message) -> object:
            try:
                return convert(get(message))
            except Malformed as malformed:
                raise malformed.inside(name) from None

        return decode

    def _repeated(self, field: FieldDescriptor) -> Decode:
        name, get, row = field.name, attrgetter(field.name), self._row
        item, length = self._item(field), self._find(self._limits.lengths, field)

        def decode(message: Message) -> object:
            values = get(message)
            try:
                if length is not None:
                    length.check(len(values))
                if item is None:
                    return row(values)
                found: list[object] = []
                for value in values:
                    try:
                        found.append(item(value))
                    except Malformed as malformed:
                        raise malformed.inside(f"[{len(found)}]") from None
                return row(found)
            except Malformed as malformed:
                raise malformed.inside(name) from None

        return decode

    def _item(self, field: FieldDescriptor) -> Decode | None:
        """The conversion of a field's value, or of one of its items; None if it needs none."""
        if field.message_type is not None:
            return self._content(field.message_type)
        read, is_data = None, not self._classes
        if field.enum_type is not None:
            read = self._word(field.enum_type, is_in(field, SLOTS), is_data)
        elif is_text(field) and is_data:
            read = _slot_id if is_in(field, SLOTS) else _id
        elif is_in(field, SLOTS):
            read = _slot
        limit = self._find(self._limits.values, field)
        return read if limit is None else _checked(read, limit)

    def _word(self, enum: EnumDescriptor, can_be_unset: bool, is_data: bool) -> Decode:
        """The engine's word for a number; in plain data, its text."""
        words = self._words[enum.name]
        found: dict[object, object] = {
            number: text_of(member) if is_data else member
            for member, number in numbers_of(enum, words.members).items()
        }
        if can_be_unset:
            found[0] = None

        def decode(number: object) -> object:
            try:
                return found[number]
            except KeyError:
                raise Malformed("", f"{number} is no {words.description}") from None

        return decode

    def _content(self, message: Descriptor) -> Decode:
        """Decode a row as its items, counts as numbers by kind, and all else by its fields."""
        row = None if message.name in self._classes else row_in(message)
        if row is not None:
            return self._repeated(row)
        if is_counts(message):
            return _counts(message, is_data=not self._classes)
        return self.of(message)

    def _find(self, table: Mapping[str, T], field: FieldDescriptor) -> T | None:
        return table.get(qualified(field)) or table.get(field.name)


def _checked(read: Decode | None, limit: Limit) -> Decode:
    if read is None:
        return limit.check
    return lambda item: limit.check(read(item))


def _counts(message: Descriptor, *, is_data: bool) -> Decode:
    """A number for each kind: in order, or in plain data those that are not 0 by name."""
    names = [field.name for field in message.fields]
    get = attrgetter(*names)
    is_of_all_kinds = len(names) == len(KINDS)

    def by_name(message: Message) -> object:
        return {name: number for name, number in zip(names, get(message), strict=True) if number}

    def in_order(message: Message) -> object:
        return list(get(message)) if is_data else get(message)

    def checked(message: Message) -> object:
        numbers = get(message)
        for name, number in zip(names, numbers, strict=True):
            if number not in _COUNT.allowed:
                raise Malformed(name, _COUNT.complaint(number))
        return numbers

    if not is_of_all_kinds:
        return in_order
    return by_name if is_data else checked


def _slot(text: object) -> object:
    """A place in a row, unset where it is empty."""
    return text or None


def _id(text: object) -> object:
    """Refuse a long text here, because later errors repeat the text itself."""
    assert isinstance(text, str)
    if len(text) > _LONGEST_ID:
        raise Malformed("", f"no id is longer than {_LONGEST_ID} characters")
    return text


def _slot_id(text: object) -> object:
    return _id(text) or None
