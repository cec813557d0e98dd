"""How a command fails: its exit codes, and what is said of an error in the user's language."""

import errno
import re
from collections.abc import Iterator, Mapping
from typing import Final

from gemwright_client.cli.output import printable
from gemwright_client.errors import (
    ActionRefused,
    AddressUnusable,
    CallError,
    GemwrightError,
    InvalidRequest,
    MatchNotFound,
    NotAllowed,
    NotAuthenticated,
    RefusedByNetwork,
    Unreachable,
)
from gemwright_client.words import Words

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
_CODES: Final[tuple[tuple[type[Exception], int], ...]] = (
    (Unreachable, UNREACHABLE),
    (NotAuthenticated, NOT_ALLOWED),
    (NotAllowed, NOT_ALLOWED),
    (MatchNotFound, NOT_FOUND),
    (AddressUnusable, USAGE),
    (UnicodeEncodeError, USAGE),
)
_MATCH_FIELD: Final = "match"
"""A malformed id in this field counts as a match that does not exist."""
PROGRAM: Final = "gemwright"
_BEFORE_CAUSE: Final = re.compile(
    "(.*last error: )?([A-Z_]+: )?(ipv[46]:[^ ]+: |unix:[^ ]+: )?"
    "(Failed to connect to remote host: )?"
)
"""Before the cause, gRPC repeats that it could not connect, and where to."""
_OF_ENCRYPTION: Final = re.compile("handshake|SSL|HTTP/2", re.IGNORECASE)
"""What gRPC says where only one side encrypts, or one does not trust the other."""
_OF_HTTP_1: Final = "http1.x server"
"""What gRPC says at a port where HTTP/1.1 is spoken."""
_BY_TOKEN: Final = ("MATCH_PRIVATE", "NOT_YOUR_SEAT", "SCOPE_MISSING")
"""Reasons why a call is not allowed that another token may remove."""


class Failed(GemwrightError):
    """A refusal by a command itself: the key of its text, and the values in it."""

    def __init__(self, key: str, *, code: int = FAILED, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.code = code
        self.values = values


def is_no_match(error: Exception) -> bool:
    """Tell whether the id that was given can be no match's."""
    return isinstance(error, InvalidRequest) and _MATCH_FIELD in dict(error.violations)


def code_of(error: Exception) -> int:
    """Return the exit code for an error."""
    if isinstance(error, Failed):
        return error.code
    if is_no_match(error):
        return NOT_FOUND
    return next((code for kind, code in _CODES if isinstance(error, kind)), FAILED)


def complaint(error: Exception, words: Words, server: str = "", *, has_token: bool = True) -> str:
    """Describe an error in a few lines; `server` is the address that was called."""
    lines = [*_lines(error, words, server)]
    if not has_token and isinstance(error, NotAllowed) and error.reason in _BY_TOKEN:
        lines.append(words("cli.token_hint"))
    lines += _notes(error)
    return f"{PROGRAM}: " + "\n".join(printable(line) for line in lines)


def _notes(error: Exception) -> list[str]:
    """Return the notes that a command has added to the error."""
    return list(error.__notes__) if hasattr(error, "__notes__") else []


def _lines(error: Exception, words: Words, server: str) -> Iterator[str]:
    match error:
        case Failed():
            yield words(error.key, **error.values)
        case Unreachable():
            yield words("cli.no_server", server=server, cause=cause_of(error))
            yield words(hint_key(error))
        case RefusedByNetwork():
            yield words("cli.network_refused", server=server, text=str(error))
        case CallError():
            yield from _refusal(error, words)
        case GemwrightError():
            yield str(error)
        case UnicodeEncodeError():
            yield words("cli.no_text")
        case OSError(errno=errno.ENOSPC | errno.EDQUOT | errno.EFBIG):
            yield words("cli.no_room", reason=error.strerror)
        case _:
            yield words("cli.unexpected", error=f"{type(error).__name__}: {error}")
            yield words("cli.unexpected_hint")


def cause_of(error: Unreachable) -> str:
    """Return why no server has answered, as far as gRPC says."""
    return _BEFORE_CAUSE.sub("", error.facts.text, count=1)


def hint_key(error: Unreachable) -> str:
    """Return the key of what to check first where no server has answered."""
    if _OF_HTTP_1 in error.facts.text:
        return "cli.http_hint"
    is_encryption = _OF_ENCRYPTION.search(error.facts.text)
    return "cli.tls_hint" if is_encryption else "cli.no_server_hint"


def _refusal(error: CallError, words: Words) -> Iterator[str]:
    yield _what(error, words)
    trace = f" (trace {error.trace})" if error.trace else ""
    yield words("cli.server_says", text=error.facts.text + trace)
    if isinstance(error, NotAuthenticated):
        yield words("cli.token_hint")


def _what(error: CallError, words: Words) -> str:
    if isinstance(error, ActionRefused) and f"refusal.{error.refusal}" in words:
        return words(f"refusal.{error.refusal}")
    if is_no_match(error):
        return words("error.MATCH_NOT_FOUND")
    if f"error.{error.reason}" in words:
        return words(f"error.{error.reason}")
    return words("cli.unknown_reason", reason=error.reason)
