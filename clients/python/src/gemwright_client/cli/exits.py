"""How the command line ends: the exit codes, and which failure has which."""

from collections.abc import Mapping
from typing import Final

from gemwright_client.errors import (
    AddressUnusable,
    GemwrightError,
    InvalidRequest,
    MatchNotFound,
    NotAllowed,
    NotAuthenticated,
    Unreachable,
)

DONE: Final = 0
FAILED: Final = 1
USAGE: Final = 2
UNREACHABLE: Final = 3
NOT_ALLOWED: Final = 4
NOT_FOUND: Final = 5
INTERRUPTED: Final = 130

MEANING: Final[Mapping[int, str]] = {
    DONE: "done",
    FAILED: "refused or failed",
    USAGE: "the command is not used so",
    UNREACHABLE: "no server answers",
    NOT_ALLOWED: "not authenticated, or not allowed",
    NOT_FOUND: "no such match",
    INTERRUPTED: "interrupted",
}
"""Every exit code, for the help."""


class Failed(GemwrightError):
    """What a command itself refuses, by the key of a text in the catalogue and its values."""

    def __init__(self, key: str, *, code: int = FAILED, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.code = code
        self.values = values


_CODES: Final[tuple[tuple[type[Exception], int], ...]] = (
    (Unreachable, UNREACHABLE),
    (NotAuthenticated, NOT_ALLOWED),
    (NotAllowed, NOT_ALLOWED),
    (MatchNotFound, NOT_FOUND),
    (AddressUnusable, USAGE),
    (UnicodeEncodeError, USAGE),
)
_MATCH_FIELD: Final = "match"
"""Where a text stands in it that can be the id of no match, there is no such match."""


def is_no_match(error: Exception) -> bool:
    """Whether what was given for a match cannot be one."""
    return isinstance(error, InvalidRequest) and _MATCH_FIELD in dict(error.violations)


def code_of(error: Exception) -> int:
    """The exit code for an error."""
    if isinstance(error, Failed):
        return error.code
    if is_no_match(error):
        return NOT_FOUND
    return next((code for kind, code in _CODES if isinstance(error, kind)), FAILED)
