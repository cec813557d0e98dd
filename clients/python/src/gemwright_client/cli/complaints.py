"""What is said of an error: what happened in the user's language, and what can be done about it."""

import errno
import re
from collections.abc import Iterator
from typing import Final

from gemwright_client.cli.exits import Failed, is_no_match
from gemwright_client.errors import (
    ActionRefused,
    CallError,
    GemwrightError,
    NotAllowed,
    NotAuthenticated,
    RefusedByNetwork,
    Unreachable,
)
from gemwright_client.words import Words

PROGRAM: Final = "gemwright"
_BEFORE_CAUSE: Final = re.compile(
    "(.*last error: )?([A-Z_]+: )?(ipv[46]:[^ ]+: |unix:[^ ]+: )?"
    "(Failed to connect to remote host: )?"
)
"""Up to there, gRPC repeats that it could not connect, and where to."""
_OF_ENCRYPTION: Final = re.compile("handshake|SSL|HTTP/2", re.IGNORECASE)
"""What gRPC says where one side encrypts and the other does not, or does not know the other."""
_OF_HTTP_1: Final = "http1.x server"
"""What gRPC says at a port where HTTP/1.1 is spoken."""
_BY_TOKEN: Final = ("MATCH_PRIVATE", "NOT_YOUR_SEAT", "SCOPE_MISSING")
"""Reasons why a call is not allowed that another token may mend."""


def complaint(error: Exception, words: Words, server: str = "", *, has_token: bool = True) -> str:
    """A few lines on an error; `server` is the address that was called, with a token or not."""
    lines = [*_lines(error, words, server)]
    if not has_token and isinstance(error, NotAllowed) and error.reason in _BY_TOKEN:
        lines.append(words("cli.token_hint"))
    lines += _notes(error)
    return f"{PROGRAM}: " + "\n".join(printable(line) for line in lines)


def _notes(error: Exception) -> list[str]:
    """What a command has added to the error on its way."""
    return list(error.__notes__) if hasattr(error, "__notes__") else []


def printable(text: str) -> str:
    """One line that does nothing to a terminal, whoever has written the text."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


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
    """Why no server has answered, as far as gRPC says."""
    return _BEFORE_CAUSE.sub("", error.facts.text, count=1)


def hint_key(error: Unreachable) -> str:
    """What to look at first where no server has answered."""
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
