"""The answers there are, and the two exceptions that stop a verification."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

NOTHING: Final = "none"
"""An empty slot or cell, the top of an empty deck, a list without items."""


class Check(StrEnum):
    """Which check has failed."""

    KEPT_COMMITMENT = "kept_commitment"
    COMMITMENT = "commitment"
    ENTROPY = "entropy"
    FIRST_SEAT = "first_seat"
    OPENING = "opening"
    CELL = "cell"
    TOKENS = "tokens"
    BAG = "bag"
    SLOT = "slot"
    DECK = "deck"
    RESERVE = "reserve"
    REFILL = "refill"
    NOBLE = "noble"


class Lack(StrEnum):
    """What is missing in a record, or cannot be read."""

    GAME = "game"
    RULES_VERSION = "rules_version"
    DEAL = "deal"
    SECRETS = "secrets"
    UPDATES = "updates"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Honest:
    """All draws were as the commitment says."""

    draws: int


@dataclass(frozen=True, slots=True)
class Dishonest:
    """The first place where the record differs from what the seed and the entropy give.

    `version` is 0 for what was settled before the first update; `event` is the index of the event
    in its update, None for the update as a whole.
    """

    check: Check
    expected: str
    found: str
    version: int = 0
    event: int | None = None


@dataclass(frozen=True, slots=True)
class Unverifiable:
    """A developer chose the seed or the position, so that nothing can be proved."""


@dataclass(frozen=True, slots=True)
class Incomplete:
    """The record lacks something, or has what only a newer verifier can read."""

    lack: Lack
    version: int = 0


Verdict: TypeAlias = Honest | Dishonest | Unverifiable | Incomplete


class Differs(Exception):
    """The record differs from what the draws give."""

    def __init__(self, check: Check, expected: str, found: str) -> None:
        super().__init__(check, expected, found)
        self.check = check
        self.expected = expected
        self.found = found


class Unreadable(Exception):
    """An event of a later version, or one that names something that does not exist."""


def agree(check: Check, expected: str, found: str) -> None:
    """Raise `Differs` unless the two are the same; an empty text counts as `NOTHING`."""
    if expected != (found or NOTHING):
        raise Differs(check, expected, found or NOTHING)


def listed(items: Iterable[str]) -> str:
    """Write a list as an answer shows it."""
    return " ".join(item or NOTHING for item in items) or NOTHING


def checked(index: int, size: int) -> int:
    """Check that an index exists: a seat, a cell, a slot, a place."""
    if not 0 <= index < size:
        raise Unreadable
    return index
