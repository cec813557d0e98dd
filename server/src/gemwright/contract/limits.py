"""What a client may put into a field, by the field's name, and what is said of anything else."""

from collections.abc import Callable, Container, Mapping
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")


class Malformed(Exception):
    """A request that no state could make right: the field, and what is wrong with it.

    Raised while a request is read, before anything else has happened.
    """

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text

    def inside(self, part: str) -> "Malformed":
        """The same, told by the one that has the field: `card` inside `buy_card`."""
        if not self.path:
            return Malformed(part, self.text)
        dot = "" if self.path.startswith("[") else "."
        return Malformed(f"{part}{dot}{self.path}", self.text)


class Limit(NamedTuple):
    """The values that are allowed, and what is said of any other."""

    allowed: Container[object]
    complaint: Callable[[object], str]

    def check(self, value: T) -> T:
        """The value; refused if it is not allowed."""
        if value not in self.allowed:
            raise Malformed("", self.complaint(value))
        return value


class Whole(NamedTuple):
    """What the fields of a message must be together; the complaint is about one of them."""

    field: str
    is_possible: Callable[[object], bool]
    complaint: str


class Limits(NamedTuple):
    """What a family of messages allows; keys are names of fields, or `Message.field`."""

    required: Mapping[str, str] = {}
    """What is said where the field is not given."""
    values: Mapping[str, Limit] = {}
    """For a field, or for each item of a repeated one."""
    lengths: Mapping[str, Limit] = {}
    """How many items a repeated field may have."""
    wholes: Mapping[str, Whole] = {}
    """By the name of the message."""
    nothing: str = ""
    """What is said where none of several messages is given."""


NO_LIMITS: Final = Limits()


def within(numbers: range) -> Limit:
    """The numbers between two others."""
    return Limit(numbers, f"{{}} is not between {numbers[0]} and {numbers[-1]}".format)
