"""Messages with hostile values, straight as bytes: every field of every message, by its type.

Bytes rather than messages, for the worst of them no message class would write: text that is no
UTF-8, numbers longer than their type, a field of another type. Some values are plausible: what
honest calls had in fields of the same name, so that a request gets further in than the first check.
"""

import struct
from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from tests.programs.fuzz.hpack import varint

VARINT, FIXED_64, DELIMITED, FIXED_32 = 0, 1, 2, 5
Seen: TypeAlias = str | bytes | int

_DEEPEST: Final = 7
_ROWS: Final = (0, 1, 1, 1, 2, 2, 3, 4, 5, 25)
_MANY_ROWS: Final = 3_000
_NUMBERS: Final = (
    *(0, 1, 2, 3, 4, 5, 24, 25, 99, 100, 500, 501, 1_000, 1_001, 65_536),
    *(-1, -2, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32 - 1, 2**32, 2**63 - 1, -(2**63)),
    *(2**64 - 1, 999_999_999, 10**9, -999_999_999, 253_402_300_799, 253_402_300_800),
    *(-62_135_596_800, -62_135_596_801, 315_576_000_000, 315_576_000_001, 2_592_000, 2_592_001),
)
_FLOATS: Final = (0.0, -0.0, 1.5, float("inf"), -float("inf"), float("nan"), 5e-324, 1.8e308)
_TEXTS: Final = (
    *(
        "",
        " ",
        "\0",
        "a\0b",
        "\n",
        "\r\n",
        "\t",
        "'",
        '"',
        "\\",
        "%s%n",
        "{}",
        "{0}",
        "${x}",
        "../",
    ),
    *(
        "é",
        "e\u0301",
        "\ufeff",
        "\u202eabc",
        "\u200b",
        "🂡",
        "\U0010ffff",
        "ﬀ",
        "İ",
        "ß",
        "٣",
        "\uff11",
    ),
    *("-1", "0", "1e9", "nan", "null", "true", "dev", "bot:", "bot:random", "guest:", "A" * 64),
    *("A" * 65, "a" * 24, "2" * 24, "zz" + "a" * 22, "a" * 23, "a" * 25, "1.1", "0.0", "9" * 400),
    *("*", "+", "-", "(", "[]", "{b000}", "gemwright:secret", "m:a", "\x7f", "\x1b[2J", "a" * 257),
)
_BROKEN_TEXTS: Final = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"a\xf5b", b"\x80" * 24)
_LONG: Final = (1_000, 10_000, 60_000)


def tag(number: int, wire_type: int) -> bytes:
    """What stands before a field."""
    return varint(number << 3 | wire_type)


def delimited(number: int, content: bytes) -> bytes:
    """A field of any length."""
    return tag(number, DELIMITED) + varint(len(content)) + content


class Memory:
    """What was in the fields of honest requests and answers, by the names of the fields."""

    def __init__(self) -> None:
        self._seen: dict[str, list[Seen]] = defaultdict(list)
        self.actions: list[bytes] = []
        """What players did, whole."""

    def learn(self, message: Message) -> None:
        """Remember every field of a message."""
        if message.DESCRIPTOR.name == "Action" and len(self.actions) < _MANY_ROWS:
            self.actions.append(message.SerializeToString())
        for field, value in message.ListFields():
            rows = value if field.is_repeated else (value,)
            for one in rows[:40]:
                if isinstance(one, Message):
                    self.learn(one)
                elif isinstance(one, str | bytes | int):
                    self.note(field.name, one)

    def note(self, name: str, value: Seen) -> None:
        """Remember a value, if it is new."""
        seen = self._seen[name]
        if len(seen) < 400 and value not in seen[-50:]:
            seen.append(value)

    def some(self, name: str, rng: Random) -> Seen | None:
        """A value that a field of this name had."""
        seen = self._seen.get(name)
        return rng.choice(seen) if seen else None


class Hostile:
    """Makes messages that nobody would send."""

    def __init__(self, rng: Random, memory: Memory) -> None:
        self._rng = rng
        self._memory = memory
        self.manners = 0.5
        """How often a value is a plausible one."""

    def message(self, kind: Descriptor, depth: int = 0) -> bytes:
        """A message of a kind, some of its fields set."""
        share = self._rng.choice((0.2, 0.5, 0.8, 1.0)) if depth < _DEEPEST else 0.0
        parts = [self.field(field, depth) for field in kind.fields if self._rng.random() < share]
        if self._rng.random() < 0.05:
            self._rng.shuffle(parts)
        if self._rng.random() < 0.03:
            parts.append(self._unknown())
        return b"".join(parts)

    def override(self, kind: Descriptor) -> bytes:
        """A field of a message or of one inside it: put behind, it takes the place of the first."""
        above: list[int] = []
        while True:
            if not kind.fields:
                return self._wrapped(above, self._unknown())
            field = self._rng.choice(kind.fields)
            inner = field.message_type
            if inner is None or len(above) >= _DEEPEST or self._rng.random() < 0.2:
                return self._wrapped(above, self.field(field, len(above)))
            above.append(field.number)
            kind = inner

    def _wrapped(self, above: list[int], content: bytes) -> bytes:
        for number in reversed(above):
            content = delimited(number, content)
        return content

    def field(self, field: FieldDescriptor, depth: int) -> bytes:
        """A field with its value; rarely one of another type than it has."""
        if self._rng.random() < 0.01:
            return self._unknown(field.number)
        if not field.is_repeated:
            return self._value(field, depth)
        rows = self._rng.choice(_ROWS)
        if depth < 3 and self._rng.random() < 0.002:
            return self._value(field, _DEEPEST) * _MANY_ROWS
        written = b"".join(self._value(field, depth) for _ in range(rows))
        is_number = field.message_type is None and field.type not in _LENGTHS
        if is_number and self._rng.random() < 0.5:
            packed = b"".join(varint(self._number(field)) for _ in range(rows))
            return delimited(field.number, packed)
        return written

    def _value(self, field: FieldDescriptor, depth: int) -> bytes:
        number = field.number
        if field.message_type is not None:
            return delimited(number, self.message(field.message_type, depth + 1))
        if field.type == FieldDescriptor.TYPE_STRING:
            return delimited(number, self._text(field.name))
        if field.type == FieldDescriptor.TYPE_BYTES:
            return delimited(number, self._bytes(field.name))
        if field.type in _FIXED:
            wire_type, written = _FIXED[field.type](self._rng)
            return tag(number, wire_type) + written
        return tag(number, VARINT) + varint(self._number(field))

    def _number(self, field: FieldDescriptor) -> int:
        """A number as it stands in a message: less than nothing is something very long."""
        found: Seen | None = None
        if self._rng.random() < self.manners:
            found = self._memory.some(field.name, self._rng)
            if field.enum_type is not None:
                found = self._rng.choice(field.enum_type.values).number
        if not isinstance(found, int):
            found = self._rng.choice(_NUMBERS)
            if self._rng.random() < 0.2:
                found = self._rng.getrandbits(self._rng.choice((5, 8, 16, 31, 32, 63, 64)))
        return found & 2**64 - 1

    def _text(self, name: str) -> bytes:
        roll = self._rng.random()
        if roll < self.manners:
            found = self._memory.some(name, self._rng)
            if isinstance(found, str):
                return self._spoilt(found) if roll < 0.05 else found.encode()
        if roll > 0.99:
            return self._rng.choice(("a", "0", "\0", "é", "🂡")).encode() * self._rng.choice(_LONG)
        if roll > 0.96:
            return self._rng.choice(_BROKEN_TEXTS)
        return self._rng.choice(_TEXTS).encode()

    def _spoilt(self, text: str) -> bytes:
        """A text of the right length with one sign wrong."""
        at = self._rng.randrange(len(text) + 1)
        return (text[:at] + self._rng.choice("a2Z_é\0") + text[at + 1 :]).encode()

    def _bytes(self, name: str) -> bytes:
        if self._rng.random() < self.manners:
            found = self._memory.some(name, self._rng)
            if isinstance(found, bytes):
                return found
        return self._rng.randbytes(self._rng.choice((0, 1, 16, 31, 32, 33, 64, 5_000)))

    def _unknown(self, number: int | None = None) -> bytes:
        """A field that nobody knows, or of a type that it does not have."""
        rng = self._rng
        if number is None:
            number = rng.choice((0, 15, 16, 99, 2_047, 19_000, 2**28, 2**29 - 1, 2**29))
        wire_type = rng.choice((VARINT, FIXED_64, DELIMITED, 3, 4, FIXED_32, 6, 7))
        return tag(number, wire_type) + rng.randbytes(rng.choice((0, 1, 4, 8, 11)))


_LENGTHS: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)
_FIXED: Final[Mapping[int, Callable[[Random], tuple[int, bytes]]]] = {
    FieldDescriptor.TYPE_DOUBLE: lambda rng: (FIXED_64, struct.pack("<d", rng.choice(_FLOATS))),
    FieldDescriptor.TYPE_FLOAT: lambda rng: (FIXED_32, rng.randbytes(4)),
    FieldDescriptor.TYPE_FIXED32: lambda rng: (FIXED_32, rng.randbytes(4)),
    FieldDescriptor.TYPE_FIXED64: lambda rng: (FIXED_64, rng.randbytes(8)),
    FieldDescriptor.TYPE_SFIXED32: lambda rng: (FIXED_32, rng.randbytes(4)),
    FieldDescriptor.TYPE_SFIXED64: lambda rng: (FIXED_64, rng.randbytes(8)),
}
