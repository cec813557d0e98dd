"""Reading and checking plain data: every defect is reported with its place, nothing is guessed."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

from gemwright.engine.kinds import KIND_OF_TEXT, KINDS, Kind
from gemwright.engine.lanes import MOST, ONE, Lanes

_MOST_ITEMS = 100
"""More than the number of cards in any game."""

Choice = TypeVar("Choice", bound=StrEnum)


class Defect(StrEnum):
    """The ways in which a position can be wrong."""

    WRONG_TYPE = "wrong_type"
    MISSING_FIELD = "missing_field"
    UNEXPECTED_FIELD = "unexpected_field"
    OUT_OF_RANGE = "out_of_range"
    UNKNOWN_FORMAT = "unknown_format"
    UNKNOWN_RULES = "unknown_rules"
    WRONG_GAME = "wrong_game"
    UNKNOWN_NAME = "unknown_name"
    UNKNOWN_CARD = "unknown_card"
    CARD_TWICE = "card_twice"
    CARD_MISSING = "card_missing"
    CARD_MISPLACED = "card_misplaced"
    """A known card in a place where its sort or level cannot be."""
    SLOT_COUNT = "slot_count"
    SLOT_NOT_FILLED = "slot_not_filled"
    """An empty slot that its deck would have filled by now."""
    TOKEN_COUNT = "token_count"
    PRIVILEGE_COUNT = "privilege_count"
    OVER_LIMIT = "over_limit"
    WRONG_COLOUR = "wrong_colour"
    CONTRADICTION = "contradiction"
    """Two parts of the position that cannot be true together."""


class PositionError(ValueError):
    """A position that cannot be loaded; names the defect, its place, and what would be right."""

    def __init__(self, defect: Defect, path: str, detail: str) -> None:
        super().__init__(f"{path or 'position'}: {detail} ({defect})")
        self.defect = defect
        self.path = path
        self.detail = detail


class Fields:
    """One JSON object being read; `finish` refuses the fields that were not read."""

    def __init__(self, value: object, path: str = "") -> None:
        if not isinstance(value, Mapping):
            raise PositionError(Defect.WRONG_TYPE, path, "an object is expected")
        self.path = path
        self._values: dict[str, object] = {str(name): item for name, item in value.items()}

    def __contains__(self, name: str) -> bool:
        """Whether a field is present and not yet read."""
        return name in self._values

    def at(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def take(self, name: str) -> object:
        """The value of a required field."""
        if name not in self._values:
            raise PositionError(Defect.MISSING_FIELD, self.at(name), "this field is missing")
        return self._values.pop(name)

    def fields(self, name: str) -> "Fields":
        """A nested object."""
        return Fields(self.take(name), self.at(name))

    def integer(self, name: str, low: int, high: int) -> int:
        """An integer within bounds, both included."""
        return integer(self.take(name), self.at(name), low, high)

    def integer_or_none(self, name: str, low: int, high: int) -> int | None:
        """An integer within bounds, both included, or null."""
        value = self.take(name)
        return None if value is None else integer(value, self.at(name), low, high)

    def boolean(self, name: str) -> bool:
        """True or false."""
        value = self.take(name)
        if not isinstance(value, bool):
            raise PositionError(Defect.WRONG_TYPE, self.at(name), "true or false is expected")
        return value

    def text(self, name: str) -> str:
        """A string."""
        return text(self.take(name), self.at(name))

    def text_or_none(self, name: str) -> str | None:
        """A string or null."""
        value = self.take(name)
        return None if value is None else text(value, self.at(name))

    def choice(self, name: str, choices: type[Choice]) -> Choice:
        """A string that names a member of an enumeration."""
        return member(self.take(name), self.at(name), choices)

    def rows(self, name: str) -> list[tuple[str, object]]:
        """The items of a list, each with its path."""
        return list(rows(self.take(name), self.at(name)))

    def cards(self, name: str, known: Container[str]) -> tuple[str, ...]:
        """A list of card ids."""
        return tuple(card(item, path, known) for path, item in self.rows(name))

    def slots(self, name: str, number: int, known: Container[str]) -> tuple[str | None, ...]:
        """A row of this number of slots, each with a card id or null."""
        items = self.rows(name)
        if len(items) != number:
            detail = f"{number} slots are expected, not {len(items)}"
            raise PositionError(Defect.SLOT_COUNT, self.at(name), detail)
        return tuple(None if item is None else card(item, path, known) for path, item in items)

    def finish(self) -> None:
        """Refuse the fields that were not read."""
        for name in self._values:
            raise PositionError(Defect.UNEXPECTED_FIELD, self.at(name), "no such field")


def rows(value: object, path: str) -> Iterator[tuple[str, object]]:
    """The items of a list, each with its path."""
    if not isinstance(value, list | tuple):
        raise PositionError(Defect.WRONG_TYPE, path, "a list is expected")
    if len(value) > _MOST_ITEMS:
        detail = f"{len(value)} items; no list here has more than {_MOST_ITEMS}"
        raise PositionError(Defect.SLOT_COUNT, path, detail)
    for number, item in enumerate(value):
        yield f"{path}[{number}]", item


def integer(value: object, path: str, low: int, high: int) -> int:
    """An integer within bounds, both included."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise PositionError(Defect.WRONG_TYPE, path, "an integer is expected")
    if not low <= value <= high:
        # A number of thousands of digits cannot even be printed.
        named = value if value.bit_length() < 64 else "a number of so many digits"
        detail = f"{named} is not between {low} and {high}"
        raise PositionError(Defect.OUT_OF_RANGE, path, detail)
    return value


def text(value: object, path: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise PositionError(Defect.WRONG_TYPE, path, "a text is expected")
    return value


def card(value: object, path: str, known: Container[str]) -> str:
    """The id of a card of the right sort."""
    name = text(value, path)
    if name not in known:
        raise PositionError(Defect.UNKNOWN_CARD, path, f"{name!r} is no card that can be here")
    return name


def read_header(fields: Fields, newest_format: int, games: Container[str], rules: str) -> str:
    """Format, rules version and game; data of another version is refused, not guessed at."""
    written = fields.integer("format", 0, 2**31)
    if written != newest_format:
        detail = f"format {written} cannot be read, only format {newest_format}"
        raise PositionError(Defect.UNKNOWN_FORMAT, "format", detail)
    game = fields.text("game")
    if game not in games:
        raise PositionError(Defect.WRONG_GAME, "game", f"{game!r} is another game")
    version = fields.text("rules_version")
    if version != rules:
        detail = f"rules version {version!r} is not known, only {rules!r}"
        raise PositionError(Defect.UNKNOWN_RULES, "rules_version", detail)
    return game


def check_pieces(what: str, all_of_them: Iterable[str], found: Iterable[str | None]) -> None:
    """Check that every piece is present exactly once."""
    counts = Counter(piece for piece in found if piece is not None)
    for piece in all_of_them:
        if counts[piece] == 0:
            raise PositionError(Defect.CARD_MISSING, what, f"{piece} is nowhere")
        if counts.pop(piece) > 1:
            raise PositionError(Defect.CARD_TWICE, what, f"{piece} is in more than one place")
    for piece in counts:
        raise PositionError(Defect.CARD_MISPLACED, what, f"{piece} is not part of this game")


def member(value: object, path: str, choices: type[Choice]) -> Choice:
    """A string that names a member of an enumeration."""
    name = text(value, path)
    try:
        return choices(name)
    except ValueError:
        detail = f"{name!r} is none of {', '.join(choices)}"
        raise PositionError(Defect.UNKNOWN_NAME, path, detail) from None


def kind(value: object, path: str) -> Kind:
    """The name of a kind of token."""
    name = text(value, path)
    if name not in KIND_OF_TEXT:
        detail = f"{name!r} is none of {', '.join(KIND_OF_TEXT)}"
        raise PositionError(Defect.UNKNOWN_NAME, path, detail)
    return KIND_OF_TEXT[name]


def tokens(value: object, path: str) -> Lanes:
    """Counts by the name of their kind; a kind that is not named has 0."""
    fields = Fields(value, path)
    lanes = sum(fields.integer(one.text, 0, MOST) * ONE[one] for one in KINDS if one.text in fields)
    fields.finish()
    return lanes
