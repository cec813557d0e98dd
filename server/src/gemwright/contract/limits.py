"""The values a client may put into a field, by the field's name, and the error for all others."""

from collections.abc import Callable, Container, Mapping
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")


class Malformed(Exception):
    """A request that no state could make right; names the field and what is wrong with it.

    Raised while a request is read, before anything else has happened.
    """

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text

    def inside(self, part: str) -> "Malformed":
        """The same error with the path of the enclosing field: `card` inside `buy_card`."""
        if not self.path:
            return Malformed(part, self.text)
        dot = "" if self.path.startswith("[") else "."
        return Malformed(f"{part}{dot}{self.path}", self.text)


class Limit(NamedTuple):
    """The allowed values, and the error text for any other."""

    allowed: Container[object]
    complaint: Callable[[object], str]

    def check(self, value: T) -> T:
        """Return the value, or refuse it if it is not allowed."""
        if value not in self.allowed:
            raise Malformed("", self.complaint(value))
        return value


class Whole(NamedTuple):
    """A condition on several fields of a message; the error names one of them."""

    field: str
    is_possible: Callable[[object], bool]
    complaint: str


class Limits(NamedTuple):
    """The limits of a family's messages; keys are names of fields, or `Message.field`."""

    required: Mapping[str, str] = {}
    """The error text if the field is not given."""
    values: Mapping[str, Limit] = {}
    """For a field, or for each item of a repeated field."""
    lengths: Mapping[str, Limit] = {}
    """How many items a repeated field may have."""
    wholes: Mapping[str, Whole] = {}
    """By the name of the message."""
    nothing: str = ""
    """The error text if none of the messages of a `oneof` is given."""


NO_LIMITS: Final = Limits()


def within(numbers: range) -> Limit:
    """The numbers between two others."""
    return Limit(numbers, f"{{}} is not between {numbers[0]} and {numbers[-1]}".format)
