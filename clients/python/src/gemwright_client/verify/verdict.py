"""The answers there are, and the two exceptions that stop a verification."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

NOTHING: Final = "none"
"""An empty slot or cell, the top of an empty deck, a list without items."""


class Check(StrEnum):
    """What has failed."""

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
    """What a record would need to be verified here."""

    GAME = "game"
    RULES_VERSION = "rules_version"
    DEAL = "deal"
    SECRETS = "secrets"
    UPDATES = "updates"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Honest:
    """Chance was what was committed to, in so many draws."""

    draws: int


@dataclass(frozen=True, slots=True)
class Dishonest:
    """The first place where the record is not what the seed and the entropy give.

    `version` is 0 for what was settled before the first update; `event` is the index of the event
    in its update, unset where the update as a whole is meant.
    """

    check: Check
    expected: str
    found: str
    version: int = 0
    event: int | None = None


@dataclass(frozen=True, slots=True)
class Unverifiable:
    """A developer chose the seed or the position, so that nothing would be proved."""


@dataclass(frozen=True, slots=True)
class Incomplete:
    """The record does not say enough, or says what only a newer verifier can read."""

    lack: Lack
    version: int = 0


Verdict: TypeAlias = Honest | Dishonest | Unverifiable | Incomplete


class Differs(Exception):
    """The record is not what the draws give."""

    def __init__(self, check: Check, expected: str, found: str) -> None:
        super().__init__(check, expected, found)
        self.check = check
        self.expected = expected
        self.found = found


class Unreadable(Exception):
    """An event of a later version, or one that names what there is not."""


def agree(check: Check, expected: str, found: str) -> None:
    """Stop unless the two are the same; a text that is not there is nothing."""
    if expected != (found or NOTHING):
        raise Differs(check, expected, found or NOTHING)


def listed(items: Iterable[str]) -> str:
    """A list as a difference has it."""
    return " ".join(item or NOTHING for item in items) or NOTHING


def checked(index: int, size: int) -> int:
    """An index that exists: a seat, a cell, a slot, a place."""
    if not 0 <= index < size:
        raise Unreadable
    return index
