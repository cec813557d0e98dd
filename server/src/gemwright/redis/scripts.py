"""The Lua scripts, and commands in the bytes in which they are sent.

Each script in `lua/` says at its top what it takes and answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "lua"


def packed(words: Sequence[bytes]) -> bytes:
    """A command in the bytes of the Redis protocol."""
    return b"*%d\r\n" % len(words) + _packed_words(words)


def _packed_words(words: Sequence[bytes]) -> bytes:
    return b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])


@dataclass(frozen=True, slots=True)
class Script:
    """A script that Redis knows by the hash of its text."""

    text: bytes
    sha: bytes

    def call(self, keys: Sequence[bytes], arguments: Sequence[bytes]) -> bytes:
        """The command that runs the script."""
        return packed((b"EVALSHA", self.sha, b"%d" % len(keys), *keys, *arguments))

    def head(self, keys: Sequence[bytes], *arguments: bytes) -> "Head":
        """The part of the command that is the same in every call."""
        words = (b"EVALSHA", self.sha, b"%d" % len(keys), *keys, *arguments)
        return Head(len(words), _packed_words(words))


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a script's calls for one match, packed once."""

    number: int
    content: bytes

    def call(self, arguments: Sequence[bytes]) -> bytes:
        """The command with the rest of its arguments."""
        number = b"*%d\r\n" % (self.number + len(arguments))
        return number + self.content + _packed_words(arguments)


def _script(*names: str) -> Script:
    """The script made of several files, in this order."""
    text = b"".join([(FOLDER / f"{name}.lua").read_bytes() for name in names])
    return Script(text, sha1(text, usedforsecurity=False).hexdigest().encode())


_CLOCKS: Final = "playing_time"
CREATE: Final = _script(_CLOCKS, "create")
LOAD: Final = _script(_CLOCKS, "load")
COMMIT: Final = _script(_CLOCKS, "commit")
CONFIRM: Final = _script(_CLOCKS, "confirm")
READ: Final = _script("read")
ARCHIVE: Final = _script("archive")
REMOVE: Final = _script("remove")
DUE: Final = _script("due")
POSTPONE: Final = _script("postpone")
TIMERS: Final = _script(_CLOCKS, "timers")
FEED: Final = _script("feed")
INBOX: Final = _script("inbox")
LEASE: Final = _script("lease")

SCRIPTS: Final = (
    *(CREATE, LOAD, COMMIT, CONFIRM, READ, ARCHIVE, REMOVE, DUE, POSTPONE),
    *(TIMERS, FEED, INBOX, LEASE),
)
LOAD_ALL: Final = b"".join([packed((b"SCRIPT", b"LOAD", script.text)) for script in SCRIPTS])
"""Loads all of them; a Redis that is still loading its data refuses."""
