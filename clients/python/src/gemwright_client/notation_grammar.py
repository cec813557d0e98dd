"""The parts of notation: words, fields of one word, fields of several words, payments.

Each part writes the fields of a message as words and reads them back. Which forms there are
is said in `notation.py`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeAlias, TypeVar, cast

from gemwright_client.pb.duel_action_pb2 import DuelPayment
from gemwright_client.pb.splendor_action_pb2 import SplendorPayment

CELL_NAMES: Final = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
"""The cells of the board by number: a1, b1 … e5."""
KIND_NAMES: Final[Mapping[int, str]] = {
    1: "white",
    2: "blue",
    3: "green",
    4: "red",
    5: "black",
    6: "pearl",
    7: "gold",
    8: "glassware",
}
"""The kinds of token by their `TokenKind`."""
UNKNOWN: Final = "?"
"""Stands for what this version does not know."""

_CELLS_BY_NAME: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
_KINDS_BY_NAME: Final = {name: kind for kind, name in KIND_NAMES.items()}
_LONGEST_NUMBER: Final = 2

T = TypeVar("T")
Fields: TypeAlias = Mapping[str, object]
"""The fields of a message that are set."""


class Mismatch(Exception):
    """The words do not have the form that is tried."""


@dataclass(slots=True)
class Reader:
    """Reads the words of a line, and keeps what was expected where all forms failed."""

    words: Sequence[str]
    at: int = 0
    furthest: int = 0
    expected: list[str] = field(default_factory=list)

    @property
    def more(self) -> bool:
        """Tell whether words are left."""
        return self.at < len(self.words)

    def missed(self, expected: str) -> None:
        """Note what was expected here; only the furthest place counts."""
        if self.at > self.furthest:
            self.furthest, self.expected = self.at, []
        if self.at == self.furthest and expected not in self.expected:
            self.expected.append(expected)

    def take(self, sort: "Sort[T]") -> T:
        """Read the next word as a value of this sort."""
        value = sort.known(self.words[self.at]) if self.more else None
        if value is None:
            self.missed(sort.expected)
            raise Mismatch
        self.at += 1
        return value

    def skip(self, word: str) -> bool:
        """Read this word if it is the next one."""
        found = self.more and self.words[self.at].lower() == word.lower()
        if not found:
            self.missed(repr(word))
        self.at += found
        return found

    def finish(self) -> None:
        """Check that no words are left."""
        if self.more:
            self.missed("the end of the line")
            raise Mismatch


@dataclass(frozen=True, slots=True)
class Sort(Generic[T]):
    """What a single word can stand for."""

    expected: str
    known: Callable[[str], T | None]
    text: Callable[[T], str]


def card_like(pattern: str, expected: str) -> Sort[str]:
    """Make the sort of word that has the form of a card's id; the server knows the cards."""
    whole = re.compile(pattern)

    def known(word: str) -> str | None:
        card = word.upper()
        return card if word.isascii() and whole.fullmatch(card) else None

    return Sort(expected, known, lambda card: card)


def number_of(low: int, high: int, expected: str, first: int = 0) -> Sort[int]:
    """Make the sort of word that is a number in these bounds; `first` in text is 0 in a message."""

    def known(word: str) -> int | None:
        is_number = word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER
        return int(word) - first if is_number and low <= int(word) <= high else None

    return Sort(expected, known, lambda number: str(number + first))


def _cell_text(cell: int) -> str:
    return CELL_NAMES[cell] if 0 <= cell < len(CELL_NAMES) else f"{UNKNOWN}{cell}"


CELL: Final = Sort("a cell such as c3", lambda word: _CELLS_BY_NAME.get(word.lower()), _cell_text)
KIND: Final = Sort(
    "a kind of token such as red",
    lambda word: _KINDS_BY_NAME.get(word.lower()),
    lambda kind: KIND_NAMES.get(kind, UNKNOWN),
)
COUNTERFEITER: Final = card_like("C-[0-9]{2}", "a counterfeiter card such as C-05")
_COUNT: Final = number_of(0, 99, "a number of tokens")


class Part(Protocol):
    """A part of a form."""

    def text(self, fields: Fields) -> str:
        """Write its words; none if it is left out."""
        ...

    def read(self, reader: Reader) -> Fields:
        """Read the fields that its words stand for."""
        ...


@dataclass(frozen=True, slots=True)
class Word:
    """A fixed word; one that `can_lack` is written, but need not be read."""

    word: str
    can_lack: bool = False

    def text(self, fields: Fields) -> str:
        return self.word

    def read(self, reader: Reader) -> Fields:
        if not reader.skip(self.word) and not self.can_lack:
            raise Mismatch
        return {}


@dataclass(frozen=True, slots=True)
class One(Generic[T]):
    """A field of one word; `absent` is written where the field is not set."""

    name: str
    sort: Sort[T]
    absent: str = UNKNOWN

    def text(self, fields: Fields) -> str:
        value = fields.get(self.name)
        return self.absent if value is None else self.sort.text(cast(T, value))

    def read(self, reader: Reader) -> Fields:
        if not self.absent:
            is_absent = not reader.more
        else:
            is_absent = self.absent != UNKNOWN and reader.skip(self.absent)
        return {} if is_absent else {self.name: reader.take(self.sort)}


@dataclass(frozen=True, slots=True)
class Many(Generic[T]):
    """A field of several words, one at least, up to the end of the line."""

    name: str
    sort: Sort[T]
    arrange: Callable[[list[T]], list[T]] = list

    def text(self, fields: Fields) -> str:
        values = cast(Sequence[T], fields.get(self.name, ()))
        return " ".join(self.sort.text(value) for value in values) or UNKNOWN

    def read(self, reader: Reader) -> Fields:
        values = [reader.take(self.sort)]
        while reader.more:
            values.append(reader.take(self.sort))
        return {self.name: self.arrange(values)}


@dataclass(frozen=True, slots=True)
class Led:
    """An optional part with a word before it; both are left out together."""

    lead: str
    name: str
    part: Part

    def text(self, fields: Fields) -> str:
        return f"{self.lead} {self.part.text(fields)}" if self.name in fields else ""

    def read(self, reader: Reader) -> Fields:
        return self.part.read(reader) if reader.skip(self.lead) else {}


@dataclass(frozen=True, slots=True)
class Paid:
    """The field of a payment: numbers and kinds, and discounts if the game has any."""

    has_units: bool

    def text(self, fields: Fields) -> str:
        return paid_text(cast(DuelPayment | SplendorPayment, fields["payment"]))

    def read(self, reader: Reader) -> Fields:
        payment: dict[str, object] = {"tokens": _tokens(reader)}
        if self.has_units and reader.skip("using"):
            payment["units"] = _units(reader)
        return {"payment": payment}


def paid_text(payment: DuelPayment | SplendorPayment) -> str:
    """Write tokens and discounts, as in `2 white 1 gold using C-08 red`; `0 white` for none."""
    counts = payment.tokens.ListFields()
    text = " ".join(f"{number} {kind.name}" for kind, number in counts) or "0 white"
    units = payment.units if isinstance(payment, DuelPayment) else ()
    using = " ".join(f"{unit.card} {KIND.text(unit.kind)}" for unit in units)
    return f"{text} using {using}" if using else text


def _tokens(reader: Reader) -> dict[str, int]:
    counts: dict[str, int] = {}
    while not counts or (reader.more and reader.words[reader.at][0].isdecimal()):
        number = reader.take(_COUNT)
        kind = KIND_NAMES[reader.take(KIND)]
        counts[kind] = counts.get(kind, 0) + number
    return counts


def _units(reader: Reader) -> list[dict[str, object]]:
    units: list[tuple[str, int]] = []
    while not units or reader.more:
        units.append((reader.take(COUNTERFEITER), reader.take(KIND)))
    return [{"card": card, "kind": kind} for card, kind in sorted(units)]
